"""Writes a report as Markdown, for pull requests and workflow runs on GitHub.

Whatever stems from a report stands in code or in a fence, where nothing is interpreted: no HTML, no
images and links, no mentions of people. Only plain words are set as prose.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from rich.console import RenderableType

from grader.model.escape import escape_invisible, escape_to_one_line, neutralise_ci_commands
from grader.model.figures import Counterexample
from grader.model.formatting import format_number, verdict_phrase, verdict_sign
from grader.model.report import Report, TaskResult, TestResult, View
from grader.model.report_views import redact_for_view
from grader.render import role_sentences
from grader.render.report_sentences import (
    KNOWN_MISTAKE,
    describe_agreement,
    describe_dependency_effect,
    describe_lost_points,
    describe_open_points_in_clause,
    describe_score,
    is_function_missing,
    is_worth_reading,
    list_doubts,
    relevant_dependencies,
    title_of_counterexample,
    title_of_test,
)
from grader.render.role_sentences import PartStyle, Sentence
from grader.render.terminal.failing_test import draw_failing_cases
from grader.render.terminal.quoted_text import page_as_text
from grader.render.terminal.report import draw_loading
from grader.render.terminal.task import draw_missing_function

LONGEST = 60_000
"""Characters of a page: a comment on GitHub may have 65,536."""

_COLUMNS = 88

_WORD = r"[^\W_]+(?:['’][^\W_]+|-[^\W\d_]+|\.\d+)*"
_PROSE = re.compile(rf"(?!\d+[.)](?: |$))\(?{_WORD}\)?(?:[,;:.]? \(?{_WORD}\)?)*[.!?]?")
"""Words and punctuation that mean nothing to Markdown and are no address, name or reference."""


def render(report: Report, view: View) -> str:
    """Returns what ``view`` may see of ``report``, at most :data:`LONGEST` characters of it.

    Tests that lost points follow the summary, as many as there is room for.
    """
    text = ""
    for part in _parts(redact_for_view(report, view)):
        if len(text) + len(part) > LONGEST:
            return f"{text}\nThe JSON form of this report has more.\n"
        text += part
    return text


def _parts(report: Report) -> Iterator[str]:
    """Yield the page in pieces; it may end after each of them."""
    yield (
        f"## {prose_or_code(report.assignment)}: "
        f"{describe_score(report)}{describe_open_points_in_clause(report)}\n\n"
    )
    yield (
        f"{inline_code(report.path)}, digest {inline_code(report.digest[:12])}, seed "
        f"{report.seed}\n\n"
    )
    for sentence in (*report.errors, *list_doubts(report)):
        yield f"> **Note:** {prose_or_code(sentence)}\n\n"
    yield from _summary(report.tasks)
    if report.load_notes or report.load_stdout.strip():
        yield _folded_details("While loading", _drawn(draw_loading(report)))
    if said := role_sentences.role_sentences(report):
        yield f"\n### {role_sentences.HEADING}\n\n"
        yield from (f"- {_role_sentence(each)}\n" for each in said)
    for task in report.tasks:
        yield from _task(task)


def _role_sentence(sentence: Sentence) -> str:
    """Return a sentence about a role as prose with code."""
    setters: Mapping[PartStyle, Callable[[str], str]]
    setters = {
        PartStyle.WORDS: str,
        PartStyle.CODE: inline_code,
        PartStyle.QUOTE: _escape_sentences,
    }
    return "".join(setters[part.kind](part.text) for part in sentence)


def _escape_sentences(text: str) -> str:
    """Return ``text`` safe for Markdown: sentences of plain words as prose, others as code."""
    return " ".join(map(prose_or_code, re.split(r"(?<=[.:!?]) ", text)))


def _summary(tasks: Iterable[TaskResult]) -> Iterator[str]:
    yield "| Task | | Points | Tests | Verdict |\n|---|---|---:|---:|---|\n"
    for task in tasks:
        passed = sum(test.verdict.passed for test in task.tests)
        tests = f"{passed}/{len(task.tests)}" if task.tests else ""
        earned = "–" if task.score is None else format_number(task.score)
        yield (
            f"| {prose_or_code(task.id)} | {prose_or_code(task.title)} | {earned} / "
            f"{format_number(task.max_score)} | {tests} | {verdict_sign(task.verdict)} "
            f"{verdict_phrase(task.verdict)} |\n"
        )


def _task(task: TaskResult) -> Iterator[str]:
    """Yield the Markdown on ``task``: its heading, its remarks and its failing tests."""
    failing = [test for test in task.tests if is_worth_reading(test)]
    about = list(_about(task))
    if not failing and not about:
        return
    head = f"\n### {prose_or_code(task.id)} {prose_or_code(task.title)}\n\n{''.join(about)}"
    if is_function_missing(failing):
        yield head + code_block(_drawn([draw_missing_function(failing)]))
        return
    yield head
    seen: set[str] = set()
    for test in failing:
        yield _test(test, seen)


def _about(task: TaskResult) -> Iterator[str]:
    if task.note:
        yield f"- {prose_or_code(task.note)}\n"
    for found in task.diagnoses[:3]:
        agreeing = describe_agreement(found)
        shared = f" ({agreeing})" if agreeing else ""
        yield f"- {KNOWN_MISTAKE}: {prose_or_code(found.sentence)}{shared}\n"
    for each in relevant_dependencies(task.dependencies):
        yield f"- builds on {inline_code(each.function)}: {describe_dependency_effect(each)}\n"


def _test(test: TestResult, seen: set[str]) -> str:
    drawn = _drawn(draw_failing_cases(_without_snippets(test), seen, _COLUMNS))
    found = _counterexample(test)
    snippet = "" if found is None else _snippet(found)
    title = title_of_test(test).removesuffix(".")
    return _folded_details(
        f"{verdict_sign(test.verdict)} {_prose_or_code_html(title)}, {describe_lost_points(test)}",
        drawn,
        snippet,
    )


def _folded_details(summary: str, drawn: str, below: str = "") -> str:
    """Return a part of the page that is folded up; ``summary`` is HTML."""
    return f"\n<details>\n<summary>{summary}</summary>\n\n{code_block(drawn)}{below}\n</details>\n"


def _drawn(blocks: Iterable[RenderableType]) -> str:
    return page_as_text(blocks, _COLUMNS).strip("\n")


def _counterexample(test: TestResult) -> Counterexample | None:
    explained = (case.explanation for case in test.cases)
    found = (each.counterexample for each in explained if each is not None)
    return next((each for each in found if each is not None), None)


def _snippet(found: Counterexample) -> str:
    title = f"\n{title_of_counterexample(found)} ({prose_or_code(found.size)})"
    if not found.smaller:
        return f"{title}:\n\n{code_block(found.source, 'python')}"
    should = f"should give {inline_code(found.expected)} and " if found.expected else ""
    given = f"{should}gives {inline_code(found.actual)}"
    source = f"\n{code_block(found.source, 'python')}" if found.source else ""
    return f"{title}: it {given}.\n{source}"


def _without_snippets(test: TestResult) -> TestResult:
    """Return ``test`` without its snippets, which have code blocks of their own."""
    cases = [
        case
        if case.explanation is None
        else replace(case, explanation=replace(case.explanation, counterexample=None))
        for case in test.cases
    ]
    return replace(test, cases=tuple(cases))


def prose_or_code(text: str) -> str:
    """Return ``text`` for a line of Markdown: as prose if it is plain words, else as code."""
    shown = escape_to_one_line(text)
    return shown if _PROSE.fullmatch(shown) else inline_code(text)


def inline_code(text: str) -> str:
    """Return ``text`` as code inside a line of Markdown; empty if the text is empty."""
    # A bar would end the cell of a table, and readers disagree on how to keep it from that.
    shown = escape_to_one_line(text).replace("|", "\\x7c")
    if not shown:
        return ""
    marks = "`" * (1 + _longest_run(shown))
    padding = " " if "`" in {shown[0], shown[-1]} else ""
    return f"{marks}{padding}{shown}{padding}{marks}"


def code_block(text: str, language: str = "text") -> str:
    """Return ``text`` as a block of code."""
    shown = neutralise_ci_commands(escape_invisible(text)).removesuffix("\n")
    marks = "`" * max(3, 1 + _longest_run(shown))
    return f"{marks}{language}\n{shown}\n{marks}\n"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _prose_or_code_html(text: str) -> str:
    """Return ``text`` for a line of HTML: as prose if it is plain words, else as code."""
    shown = escape_to_one_line(text)
    return shown if _PROSE.fullmatch(shown) else f"<code>{html.escape(shown)}</code>"

"""Draws one test that lost points for the terminal: why, and cases to look at."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.model.escape import escape_line_for_ci
from grader.model.formatting import format_count, verdict_colour, verdict_sign
from grader.model.report import CaseResult, TestResult
from grader.model.verdict import Verdict
from grader.render.report_sentences import (
    describe_lost_points,
    describe_test,
    describe_traceback_end,
    failing_cases_to_show,
    title_of_test,
)
from grader.render.terminal import case as cases

_SHOWN = 3
"""Failing cases of a test that are shown, each for what goes wrong in another way."""

_NAMED = 6
"""Further ones that are named."""

_NUMBER = re.compile(r"\d+")

_LONGEST = 1000
"""Characters of a note or a hint that are shown."""

_INDENT = 3

_SNIPPET = 12
"""Lines of a snippet that are shown where a command prints it."""


def draw_failing_test(test: TestResult, seen: set[str], width: int) -> RenderableType:
    """Return ``test`` and its first failing cases, drawn in ``width`` columns.

    ``seen`` holds what other tests of the task have shown and is added to: one mistake often
    fails every test. Its traceback, or the lines of play that prove it, are worth reading once.
    """
    drawn = draw_failing_cases(test, seen, width - _INDENT, longest=_SNIPPET)
    return _put_below_title(test.verdict, escape_line_for_ci(title_of_test(test)), Group(*drawn))


def draw_tests_not_run(tests: Sequence[TestResult]) -> RenderableType:
    """Return a line for each of ``tests``, which were not run, below their notes."""
    verdict = Verdict.worst(test.verdict for test in tests)
    lines = [_note(note) for note in dict.fromkeys(test.note for test in tests)]
    for test in tests:
        line = Text(f"· {escape_line_for_ci(test.title)}", overflow="fold")
        lines.append(line.append(f"  {describe_lost_points(test)}", "dim"))
    return _put_below_title(verdict, f"{format_count(len(tests), 'test')} not run", Group(*lines))


def draw_whole_case(test: TestResult, case: CaseResult, width: int) -> RenderableType:
    """Return one case of ``test`` drawn in full, failing or not."""
    drawn = cases.draw_case(case, width - _INDENT, whole=True)
    return _put_below_title(
        test.verdict,
        escape_line_for_ci(test.title),
        Group(draw_outcome_of_test(test), Text(), drawn),
    )


def draw_failing_cases(
    test: TestResult, seen: set[str], width: int, *, longest: int = cases.SOURCE
) -> list[RenderableType]:
    """Return the failing cases of ``test`` without its title, with short snippets.

    Of several cases that fail in the same way, one is shown.
    """
    failed = failing_cases_to_show(test)
    kinds = _kinds_of_failure([case for case in failed if case.tells])
    fresh = {
        kind: case
        for kind, case in kinds.items()
        if not (kind in seen and describe_traceback_end(case))
    }
    shown = dict(list(fresh.items())[:_SHOWN])
    blocks = [draw_outcome_of_test(test)]
    for kind, case in shown.items():
        blocks += [Text(), cases.draw_case(case, width, lines=kind not in seen, longest=longest)]
        seen.add(kind)
    if kinds and not shown:
        blocks.append(Text("the same error as above", "dim"))
    elif shown:
        blocks += _count_other_cases([case for case in failed if case not in shown.values()])
    return blocks


def _put_below_title(verdict: Verdict, words: str, body: RenderableType) -> RenderableType:
    """Return ``body`` below a title of these ``words``, which are escaped already."""
    title = Text(f"{verdict_sign(verdict)} ", verdict_colour(verdict), overflow="fold")
    title.append(words, "bold default")
    return Group(title, Padding(body, (0, 0, 0, _INDENT)))


def _note(note: str) -> Text:
    return Text(escape_line_for_ci(note, _LONGEST), "yellow")


def draw_outcome_of_test(test: TestResult) -> RenderableType:
    """Return the result of ``test``, its points, its note and its hint."""
    lines = [Text(describe_test(test), "dim")]
    if test.note:
        lines.append(_note(test.note))
    if test.hint and test.hint != test.title:
        lines.append(Text(escape_line_for_ci("Hint: " + test.hint, _LONGEST)))
    return Group(*lines)


def _kinds_of_failure(cases: Sequence[CaseResult]) -> dict[str, CaseResult]:
    """Return the kinds of failure in ``cases``, each with its best-explained case."""
    kinds: dict[str, CaseResult] = {}
    for case in cases:
        kind = _kind_of_failure(case)
        kinds[kind] = max(kinds.get(kind, case), case, key=_rate_explanation)
    return kinds


def _kind_of_failure(case: CaseResult) -> str:
    """Return the kind of a failure: the place of a crash, or the start of the message.

    Its numbers, and what stands behind a comma, are about this case.
    """
    said = case.message.partition(",")[0]
    return describe_traceback_end(case) or f"{case.verdict.value}: {_NUMBER.sub('0', said)}"


def _rate_explanation(case: CaseResult) -> int:
    """Return how much an explanation adds to ``case``, as a key for sorting."""
    if case.explanation is None:
        return 0
    return 2 if case.explanation.counterexample is not None else 1


def _count_other_cases(left: Sequence[CaseResult]) -> list[Text]:
    """Return a line on failing cases not shown, by name where the reader may know it."""
    names = [case.id.partition("[")[2].removesuffix("]") for case in left if case.tells]
    named = [escape_line_for_ci(name) for name in names if name][:_NAMED]
    if not left:
        return []
    line = f"… and {len(left)} more"
    if named:
        line += f": {', '.join(named)}" + (", …" if len(left) > len(named) else "")
    return [Text(), Text(line, "dim", overflow="fold")]

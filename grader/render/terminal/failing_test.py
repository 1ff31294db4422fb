"""One test that lost points, as a block for the terminal: why, and cases to look at."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.model.escape import escape_label
from grader.model.formatting import format_count, verdict_colour, verdict_sign
from grader.model.report import CaseResult, TestResult
from grader.model.verdict import Verdict
from grader.render.sentences import about, cost, failing, named, trace
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


def failing_test(test: TestResult, seen: set[str], width: int) -> RenderableType:
    """Draws ``test`` and its first failing cases in ``width`` columns.

    ``seen`` holds what other tests of the task have shown and is added to: one mistake often
    fails every test. Its traceback, or the lines of play that prove it, are worth reading once.
    """
    drawn = failing_cases(test, seen, width - _INDENT, longest=_SNIPPET)
    return _below(test.verdict, escape_label(named(test)), Group(*drawn))


def tests_not_run(tests: Sequence[TestResult]) -> RenderableType:
    """Draws each of ``tests`` as a line: there is nothing to see of one that was not run."""
    verdict = Verdict.worst(test.verdict for test in tests)
    lines = [_note(note) for note in dict.fromkeys(test.note for test in tests)]
    for test in tests:
        line = Text(f"· {escape_label(test.title)}", overflow="fold")
        lines.append(line.append(f"  {cost(test)}", "dim"))
    return _below(verdict, f"{format_count(len(tests), 'test')} not run", Group(*lines))


def whole_case(test: TestResult, case: CaseResult, width: int) -> RenderableType:
    """Draws one case of ``test`` with all that there is to it, failing or not."""
    drawn = cases.draw(case, width - _INDENT, whole=True)
    return _below(test.verdict, escape_label(test.title), Group(about_test(test), Text(), drawn))


def failing_cases(
    test: TestResult, seen: set[str], width: int, *, longest: int = cases.SOURCE
) -> list[RenderableType]:
    """As :func:`failing_test`, without the title, and with snippets of ``longest`` lines.

    Of several cases that fail in the same way, one is shown.
    """
    failed = failing(test)
    kinds = _kinds([case for case in failed if case.tells])
    fresh = {kind: case for kind, case in kinds.items() if not (kind in seen and trace(case))}
    shown = dict(list(fresh.items())[:_SHOWN])
    blocks = [about_test(test)]
    for kind, case in shown.items():
        blocks += [Text(), cases.draw(case, width, lines=kind not in seen, longest=longest)]
        seen.add(kind)
    if kinds and not shown:
        blocks.append(Text("the same error as above", "dim"))
    elif shown:
        blocks += _others([case for case in failed if case not in shown.values()])
    return blocks


def _below(verdict: Verdict, words: str, body: RenderableType) -> RenderableType:
    """``body`` below a title of these ``words``, which are harmless already."""
    title = Text(f"{verdict_sign(verdict)} ", verdict_colour(verdict), overflow="fold")
    title.append(words, "bold default")
    return Group(title, Padding(body, (0, 0, 0, _INDENT)))


def _note(note: str) -> Text:
    return Text(escape_label(note, _LONGEST), "yellow")


def about_test(test: TestResult) -> RenderableType:
    """What became of ``test`` and its points, its note and its hint."""
    lines = [Text(about(test), "dim")]
    if test.note:
        lines.append(_note(test.note))
    if test.hint and test.hint != test.title:
        lines.append(Text(escape_label("Hint: " + test.hint, _LONGEST)))
    return Group(*lines)


def _kinds(cases: Sequence[CaseResult]) -> dict[str, CaseResult]:
    """What goes wrong in ``cases``, each with the case that is explained best."""
    kinds: dict[str, CaseResult] = {}
    for case in cases:
        kind = _kind(case)
        kinds[kind] = max(kinds.get(kind, case), case, key=_explained)
    return kinds


def _kind(case: CaseResult) -> str:
    """What went wrong: where it broke off, or else what the message says first.

    Its numbers, and what stands behind a comma, are about this case.
    """
    said = case.message.partition(",")[0]
    return trace(case) or f"{case.verdict.value}: {_NUMBER.sub('0', said)}"


def _explained(case: CaseResult) -> int:
    """How much an explanation adds to ``case``."""
    if case.explanation is None:
        return 0
    return 2 if case.explanation.counterexample is not None else 1


def _others(left: Sequence[CaseResult]) -> list[Text]:
    """A line on failing cases that are not shown, by name as far as the reader may know them."""
    names = [case.id.partition("[")[2].removesuffix("]") for case in left if case.tells]
    named = [escape_label(name) for name in names if name][:_NAMED]
    if not left:
        return []
    line = f"… and {len(left)} more"
    if named:
        line += f": {', '.join(named)}" + (", …" if len(left) > len(named) else "")
    return [Text(), Text(line, "dim", overflow="fold")]

"""One test that lost points, as a block for the terminal: why, and cases to look at."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.report import case as cases
from grader.report.escape import label
from grader.report.explained import SOURCE
from grader.report.model import CaseResult, TestResult
from grader.report.sentences import about, tells
from grader.report.wording import glyph, style

_SHOWN = 3
"""Failing cases of a test that are shown; the rest is in the JSON form."""

_LONGEST = 1000
"""Characters of a note or a hint that are shown."""

_INDENT = 3

_SNIPPET = 12
"""Lines of a snippet that are shown where a command prints it."""


def failing_test(test: TestResult, seen: set[str], width: int) -> RenderableType:
    """Draws ``test`` and its first failing cases in ``width`` columns.

    ``seen`` holds the tracebacks that other tests of the task have shown and is added to: one
    crash often fails every test, and is worth reading once.
    """
    drawn = failing_cases(test, seen, width - _INDENT, longest=_SNIPPET)
    return _below_title(test, Group(*drawn))


def whole_case(test: TestResult, case: CaseResult, width: int) -> RenderableType:
    """Draws one case of ``test`` with all that there is to it, failing or not."""
    drawn = cases.draw(case, width - _INDENT, whole=True)
    return _below_title(test, Group(about_test(test), Text(), drawn))


def failing_cases(
    test: TestResult, seen: set[str], width: int, *, longest: int = SOURCE
) -> list[RenderableType]:
    """As :func:`failing_test`, without the title, and with snippets of ``longest`` lines.

    Of several cases with an explanation, only the first shows all of it.
    """
    failing = [case for case in test.cases if not case.verdict.passed]
    telling = [case for case in failing if tells(case)]
    fresh = _fresh(telling, seen)
    explained = next((case for case in fresh if case.explanation is not None), None)
    blocks = [about_test(test)]
    for case in fresh:
        blocks += [Text(), cases.draw(case, width, explanation=case is explained, longest=longest)]
    if telling and not fresh:
        blocks.append(Text("the same error as above", "dim"))
    elif fresh and (left := len(failing) - len(fresh)):
        blocks += [Text(), Text(f"… and {left} more", "dim")]
    return blocks


def _below_title(test: TestResult, body: RenderableType) -> RenderableType:
    title = Text(f"{glyph(test.verdict)} ", style(test.verdict), overflow="fold")
    title.append(label(test.title), "bold default")
    return Group(title, Padding(body, (0, 0, 0, _INDENT)))


def about_test(test: TestResult) -> RenderableType:
    """What became of ``test`` and its points, its note and its hint."""
    lines = [Text(about(test), "dim")]
    if test.note:
        lines.append(Text(label(test.note, _LONGEST), "yellow"))
    if test.hint and test.hint != test.title:
        lines.append(Text(label("Hint: " + test.hint, _LONGEST)))
    return Group(*lines)


def _fresh(cases: Sequence[CaseResult], seen: set[str]) -> list[CaseResult]:
    """The cases to show: the first few, no traceback twice."""
    fresh: list[CaseResult] = []
    for case in cases:
        trace = case.call.traceback if case.call else ""
        if len(fresh) < _SHOWN and not (trace and trace in seen):
            fresh.append(case)
            seen.add(trace)
    return fresh

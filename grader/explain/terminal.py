"""A case that was run again, on a terminal: what was asked, what came, and what should have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rich.console import Console, Group, RenderableType
from rich.text import Text

from grader.explain.calls import ended
from grader.explain.replay import Replayed
from grader.explain.snippet import expression
from grader.model.escape import visible
from grader.model.report import CaseResult
from grader.model.wording import glyph, seconds, style
from grader.render.terminal import case as cases
from grader.render.terminal.quote import Page, Rail, quoted
from grader.sandbox.protocol import Call, Outcome

_MOST_CALLS = 12
"""Calls that are printed; a case that makes more of them repeats itself."""


def render(replayed: Replayed, before: CaseResult, page: Console) -> None:
    """Print ``replayed``, which was ``before`` in the report."""
    page.print(Page(_parts(replayed, before, page.width)), crop=False)


def _parts(replayed: Replayed, before: CaseResult, width: int) -> Iterator[RenderableType]:
    result = replayed.result
    title = Text(f"{glyph(result.verdict)} ", style(result.verdict))
    title.append(visible(result.id), "bold cyan")
    title.append(f"  {result.verdict.words}", "default")
    yield title
    if result.verdict is not before.verdict:
        changed = f"The report says {before.verdict.words}: this time it went differently."
        yield Text(changed, "bold yellow")
    for number, (call, outcome) in enumerate(replayed.calls[:_MOST_CALLS], start=1):
        yield _call(number, call, outcome)
    if (left := len(replayed.calls) - _MOST_CALLS) > 0:
        yield Text(f"\n… and {left} more calls", "dim")
    yield Text()
    if result.call is not None and result.call.arguments:  # they have been printed in full
        result = replace(result, call=replace(result.call, arguments=("…",)))
    yield cases.draw(result, width)


def _call(number: int, call: Call, outcome: Outcome) -> RenderableType:
    """One call with all of its arguments, and what it came to."""
    spent = f"\ncall {number}, seed {call.seed}, {seconds(outcome.cpu_seconds)} CPU"
    came = quoted(ended(outcome, returns="returned"), "bold")
    return Group(Text(spent, "dim"), Rail(Group(quoted(expression(call), first=80), came)))

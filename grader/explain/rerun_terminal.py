"""Shows a case that was run again on a terminal: its call, its answer, and the right one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rich.console import Console, Group, RenderableType
from rich.text import Text

from grader.explain.call_snippet import describe_call_ending
from grader.explain.case_replay import RerunCase
from grader.explain.runnable_snippet import format_call
from grader.model.escape import escape_invisible
from grader.model.formatting import format_seconds, verdict_colour, verdict_sign
from grader.model.report import CaseResult
from grader.render.terminal import case as cases
from grader.render.terminal.quoted_text import BarBeforeLines, TerminalDocument, quote_text

_MOST_CALLS = 12
"""Calls that are printed; a case that makes more of them repeats itself."""


def render_rerun(replayed: RerunCase, before: CaseResult, page: Console) -> None:
    """Print ``replayed`` beside ``before``, the case in the report."""
    page.print(TerminalDocument(_parts(replayed, before, page.width)), crop=False)


def _parts(replayed: RerunCase, before: CaseResult, width: int) -> Iterator[RenderableType]:
    result = replayed.result
    title = Text(f"{verdict_sign(result.verdict)} ", verdict_colour(result.verdict))
    title.append(escape_invisible(result.id), "bold cyan")
    title.append(f"  {result.verdict.words}", "default")
    yield title
    if result.verdict is not before.verdict:
        changed = f"The report says {before.verdict.words}: this time it went differently."
        yield Text(changed, "bold yellow")
    yield from _list_calls(replayed)
    yield Text()
    if result.call is not None and result.call.arguments:  # they have been printed in full
        result = replace(result, call=replace(result.call, arguments=("…",)))
    yield cases.draw_case(result, width)


def _list_calls(replayed: RerunCase) -> Iterator[RenderableType]:
    """Yield the calls in order, and the number of repetitions for a call that is repeated."""
    shown = repeated = 0
    before: tuple[str, str] | None = None
    for number, (call, outcome) in enumerate(replayed.calls, start=1):
        said = format_call(call), describe_call_ending(outcome, returns="returned")
        if said == before:
            repeated += 1
            continue
        if repeated:
            yield _again(number - 1, repeated)
        if shown == _MOST_CALLS:
            yield Text(f"\n… and {len(replayed.calls) - number + 1} more calls", "dim")
            return
        before, repeated = said, 0
        shown += 1
        spent = f"\ncall {number}, seed {call.seed}, {format_seconds(outcome.cpu_seconds)} CPU"
        came = quote_text(said[1], "bold")
        yield Group(Text(spent, "dim"), BarBeforeLines(Group(quote_text(said[0], first=80), came)))
    if repeated:
        yield _again(len(replayed.calls), repeated)


def _again(last: int, times: int) -> RenderableType:
    calls = f"call {last}" if times == 1 else f"calls {last - times + 1} to {last}"
    return Text(f"\n{calls}: the same call and the same result", "dim")

"""One test that lost points, as a block for the terminal: why, and cases to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.report.board import draw
from grader.report.escape import visible
from grader.report.model import CallTrace, CaseResult, Decision, TestResult
from grader.report.quote import Rail, quoted
from grader.report.wording import (
    count,
    glyph,
    margin,
    number,
    one_in,
    points,
    seconds,
    share,
    style,
)
from grader.verdict import Verdict

_SHOWN = 3
"""Failing cases of a test that are shown; the rest is in the JSON form."""

_ATTEMPTS = 10
"""Attempts of a stochastic test that are shown."""

_ARGUMENT = 80
"""Characters of an argument that are shown; long ones are nobody's reading matter."""

_INDENT = 3

_NARROW = 64
"""Columns below which the board stands above the values instead of beside them."""


def failing_test(test: TestResult, seen: set[str], width: int) -> RenderableType:
    """Draws ``test`` and its first failing cases in ``width`` columns.

    ``seen`` holds the tracebacks that other tests of the task have shown and is added to: one
    crash often fails every test, and is worth reading once.
    """
    failing = [case for case in test.cases if not case.verdict.passed]
    telling = [case for case in failing if _tells(case)]
    fresh = _fresh(telling, seen)
    below = [_about(test, len(failing))]
    for case in fresh:
        below += [Text(), failing_case(case, width - _INDENT)]
    if telling and not fresh:
        below.append(Text("the same error as above", "dim"))
    elif fresh and (left := len(failing) - len(fresh)):
        below += [Text(), Text(f"… and {left} more; --format json has them all", "dim")]
    title = Text(f"{glyph(test.verdict)} ", style(test.verdict), overflow="fold")
    title.append(visible(test.title), "bold default")
    return Group(title, Padding(Group(*below), (0, 0, 0, _INDENT)))


def failing_case(case: CaseResult, width: int) -> RenderableType:
    """Draws one case in ``width`` columns: the call, what is wrong, what there is to see."""
    call = case.call
    lines = [] if call is None else [_call(call)]
    if case.message:
        lines.append(quoted(case.message))
    blocks: list[RenderableType] = [Text("\n").join(lines)] if lines else []
    board = None if call is None or call.board is None else draw(call.board)
    values = _values(case)
    if board is not None and values is not None and width >= _NARROW:
        blocks.append(_beside(board, values))
    else:
        blocks += [block for block in (board, values) if block is not None]
    if case.attempts:
        blocks.append(_attempts(case.attempts))
    if case.decision is not None and case.decision.passed is False:
        blocks.append(_decision(case.decision, case.attempts))
    if call is not None:
        late = case.verdict is Verdict.TIME_LIMIT_EXCEEDED
        blocks += _output(call, "where it was" if late else "traceback")
    spaced = [part for block in blocks for part in (Text(), block)][1:]
    return Group(_case_line(case), Rail(Group(*spaced)))


def _about(test: TestResult, failed: int) -> RenderableType:
    lost = test.points - test.score
    cost = "no points lost"
    if test.verdict is Verdict.INTERNAL_ERROR:
        cost = f"{points(lost)} undecided"
    elif lost > 0:
        cost = f"{points(lost)} {'withheld' if test.verdict.passed else 'lost'}"
    where = f" in {failed} of {len(test.cases)} cases" if failed and len(test.cases) > 1 else ""
    lines = [Text(f"{test.visibility.value} test, {test.verdict.words}{where}, {cost}", "dim")]
    if test.note:
        lines.append(quoted(test.note, "yellow"))
    if test.hint and test.hint != test.title:
        lines.append(quoted("Hint: " + test.hint))
    return Group(*lines)


def _tells(case: CaseResult) -> bool:
    """Whether the case holds anything beyond its verdict."""
    return bool(case.message or case.expected or case.actual or case.attempts or case.call)


def _fresh(cases: Sequence[CaseResult], seen: set[str]) -> list[CaseResult]:
    """The cases to show: the first few, no traceback twice."""
    fresh: list[CaseResult] = []
    for case in cases:
        trace = case.call.traceback if case.call else ""
        if len(fresh) < _SHOWN and not (trace and trace in seen):
            fresh.append(case)
            seen.add(trace)
    return fresh


def _case_line(case: CaseResult) -> Text:
    line = Text(overflow="fold").append(visible(case.id), "bold cyan")
    line.append(f"  {case.verdict.words}, {seconds(case.cpu_seconds)} CPU", "dim")
    # Sleeping or waiting costs no CPU; without this line the verdict would look like a mistake.
    if case.verdict is Verdict.TIME_LIMIT_EXCEEDED and case.wall_seconds > 2 * case.cpu_seconds:
        line.append(f", {seconds(case.wall_seconds)} by the clock", "dim")
    return line


def _call(call: CallTrace) -> Text:
    arguments = [_short(text) for text in call.arguments]
    if call.board is not None:
        # Drawn below, so its literal would only be in the way.
        literal = next((n for n, text in enumerate(arguments) if text.startswith("[[")), None)
        if literal is not None:
            arguments[literal] = "board"
    return quoted(f"{call.function}({', '.join(arguments)})", "bold", first=4)


def _short(argument: str) -> str:
    """The beginning and the end of a long argument."""
    if len(argument) <= _ARGUMENT:
        return argument
    return f"{argument[: _ARGUMENT - 20]} … {argument[-16:]}"


def _values(case: CaseResult) -> Table | None:
    rows = [("expected", case.expected, "green"), ("got", case.actual, "red")]
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value, colour in rows:
        if value is not None:
            grid.add_row(Text(label, "dim"), quoted(value, colour, first=8))
    return grid if grid.row_count else None


def _beside(board: Text, values: Table) -> Table:
    grid = Table.grid(padding=(0, 4, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(vertical="middle")
    grid.add_row(board, values)
    return grid


def _attempts(attempts: Sequence[Mapping[str, object]]) -> Table:
    """One line for each attempt; seeds are left to the JSON form, where a machine reads them."""
    keys = dict.fromkeys(key for attempt in attempts for key in attempt if key != "seed")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for key in ("attempt", *keys):
        table.add_column(Text(visible(key.replace("_", " "))), justify="right", overflow="fold")
    for n, attempt in enumerate(attempts[:_ATTEMPTS], start=1):
        table.add_row(str(n), *(_fact(key, attempt.get(key, "")) for key in keys))
    if (left := len(attempts) - _ATTEMPTS) > 0:
        table.add_row(Text(f"… {left} more", "dim"))
    return table


def _decision(decision: Decision, attempts: Sequence[Mapping[str, object]]) -> Text:
    won = sum(attempt.get("success") is True for attempt in attempts)
    return Text(
        f"{won} of {count(len(attempts), 'attempt')} succeeded. Of right solutions, for which "
        f"{share(decision.right, 1)} do, {one_in(decision.beta)} would fail by bad luck.",
        "dim",
    )


def _fact(key: str, value: object) -> Text:
    if isinstance(value, bool) or value is None:
        return Text({True: "yes", False: "no", None: "–"}[value])
    if isinstance(value, int | float):
        return Text(margin(value) if key == "margin" else number(value))
    return quoted(str(value), first=1)


def _output(call: CallTrace, place: str) -> list[RenderableType]:
    quotes = [
        (place, quoted(call.traceback, first=3, last=12), call.traceback),
        ("printed", quoted(call.stdout), call.stdout),
        ("printed to stderr", quoted(call.stderr), call.stderr),
    ]
    return [
        Group(Text(label, "dim"), Rail(quote, "┆ "))
        for label, quote, text in quotes
        if text.strip()
    ]

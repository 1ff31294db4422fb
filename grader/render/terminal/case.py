"""Draws one case for the terminal: the call, what is wrong with it, and figures."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grader.model.escape import escape_invisible, escape_line_for_ci
from grader.model.figures import (
    Bar,
    ChartFigure,
    Counterexample,
    Excerpt,
    Explanation,
    Figure,
    GridFigure,
    Line,
    RouteFigure,
)
from grader.model.formatting import format_thousands
from grader.model.report import CallTrace, CaseResult, StoppedCallBudget
from grader.model.verdict import Verdict
from grader.render.report_sentences import (
    describe_trial_decision,
    describe_verdict_and_time,
    format_full_call,
    format_measure,
    format_short_call,
    measure_heading,
    title_of_counterexample,
)
from grader.render.terminal import grid
from grader.render.terminal.quoted_text import BarBeforeLines, put_side_by_side, quote_text

_ATTEMPTS = 10
"""Attempts of a stochastic test that are shown."""

_NAME = 20
"""Characters up to which a text that an attempt records stands on one line."""

_CALL = 180
"""Characters of a call in a brief case: two lines."""

_SNIPPET = 12
"""Lines of a snippet in a brief case."""

_BRIEF = 3
"""Lines of a text in a brief case."""

_LINES = 15
"""Lines of each kind of output that are shown."""

_PLAY = 4
"""Lines of play that are shown."""

SOURCE = 60
"""Lines of a snippet that are shown: a whole one, or it is of no use."""

_WHOLE = 1000
"""Attempts and lines where all is wanted: what no person reads is in the JSON form."""


def draw_case(
    case: CaseResult,
    width: int,
    *,
    lines: bool = True,
    whole: bool = False,
    longest: int = SOURCE,
) -> RenderableType:
    """Return ``case`` drawn in ``width`` columns.

    Args:
        lines: with lines of play, if there are any.
        whole: with all attempts, all output and arguments as long as they are.
        longest: lines of a counterexample's snippet from which on it is not shown.
    """
    call = case.call
    asked = None if call is None else _call(call, whole=whole)
    first, positions, others = _sort_figures(case)
    blocks = [
        *_question_and_fault(asked, quote_text(case.message)),
        *_draw_position_beside_values(case, first, width - 2, 8),
    ]
    if positions:
        blocks.append(grid.draw_line_of_play(positions, width - 2))
    if case.budget is not None and (case.budget.calls or case.budget.reference_calls):
        blocks.append(_table_of_calls(case.budget))
    if case.attempts:
        blocks.append(_attempts(case, _WHOLE if whole else _ATTEMPTS))
    if case.decision is not None and case.decision.passed is not None:
        blocks.append(Text(describe_trial_decision(case.decision, case.attempts), "dim"))
    if call is not None:
        late = case.verdict is Verdict.TIME_LIMIT_EXCEEDED
        blocks += _output(call, "where it was stopped" if late else "traceback", whole=whole)
    blocks += [draw_bars(each) for each in others]
    explanation = case.explanation or Explanation()
    if explanation.text:
        blocks.append(quote_text(explanation.text))
    if lines:
        blocks += [_line(line, width - 2) for line in explanation.lines[:_PLAY]]
    if explanation.counterexample is not None:
        blocks.append(_counterexample(explanation.counterexample, width - 2, longest))
    spaced = [part for block in blocks for part in (Text(), block)][1:]
    title = Text(overflow="fold").append(escape_line_for_ci(case.id), "bold cyan")
    return Group(
        title.append(f"  {describe_verdict_and_time(case)}", "dim"), BarBeforeLines(Group(*spaced))
    )


def draw_case_briefly(case: CaseResult, width: int) -> RenderableType:
    """Return the shortest drawing that shows ``case`` is wrong, such as a smaller case.

    Of a hidden case, students may see no more than a smaller case, with a picture or without.
    """
    found = None if case.explanation is None else case.explanation.counterexample
    if found is not None and found.smaller and (_is_grid(found) or case.call is None):
        said = [quote_text(case.message, first=_BRIEF)] if case.message else []
        return BarBeforeLines(Group(*said, _draw_smaller_case(found, width - 2)))
    asked = None if case.call is None else _shortened(case.call)
    first, _, others = _sort_figures(case)
    blocks = [
        *_question_and_fault(asked, quote_text(case.message, first=_BRIEF)),
        *_draw_position_beside_values(case, first, width - 2, _BRIEF),
    ]
    if case.explanation is not None and case.explanation.text:
        blocks.append(quote_text(case.explanation.text.partition("\n")[0], first=_BRIEF))
    if case.decision is not None and case.decision.passed is not None:
        blocks.append(Text(describe_trial_decision(case.decision, case.attempts), "dim"))
    elif first is None:
        blocks += [draw_bars(each) for each in others if isinstance(each, ChartFigure)][:1]
    if case.call is not None and case.call.traceback:
        traceback = case.call.traceback
        blocks.append(quote_text(traceback, "dim", last=_lines_of_last_frame(traceback), first=0))
    if case.call is not None and case.call.stdout.strip():
        blocks.append(
            _draw_output("printed", quote_text(case.call.stdout, first=_BRIEF - 1, last=1))
        )
    return BarBeforeLines(Group(*blocks))


def _question_and_fault(asked: Text | None, message: Text) -> list[RenderableType]:
    """Return the call and, below it, what is wrong with its answer, if known."""
    lines = [line for line in (asked, message) if line is not None and line.plain]
    return [Text("\n").join(lines)] if lines else []


def _draw_position_beside_values(
    case: CaseResult, figure: GridFigure | None, width: int, first: int
) -> list[RenderableType]:
    """Return the position of ``case`` beside the expected and the actual value."""
    values = [("expected", case.expected, "green"), ("got", case.actual, "red")]
    return put_side_by_side(
        None if figure is None else grid.draw_grid(figure), values, width, first=first
    )


def _draw_smaller_case(found: Counterexample, width: int) -> Group:
    """Return a smaller case: its picture if there is one, else the code that runs it."""
    title = Text("A small case: ", overflow="fold").append_text(quote_text(found.size, first=1))
    if _is_grid(found) and found.figure is not None and found.figure.caption:
        title.append("; ").append_text(quote_text(found.figure.caption, first=1))
    values = [("expected", found.expected or None, "green"), ("got", found.actual, "red")]
    blocks = [title, *put_side_by_side(_drawn(found.figure), values, width, first=_BRIEF)]
    if not _is_grid(found) and len(found.source.splitlines()) <= _SNIPPET:
        blocks.append(BarBeforeLines(quote_text(found.source, first=_SNIPPET), "┆ "))
    return Group(*blocks)


def _is_grid(found: Counterexample) -> bool:
    return isinstance(found.figure, GridFigure)


def _shortened(call: CallTrace) -> Text:
    text = format_short_call(call)
    return quote_text(text if len(text) <= _CALL else f"{text[: _CALL - 1]}…", "bold", first=1)


def _call(call: CallTrace, *, whole: bool) -> Text:
    if whole:
        return quote_text(format_full_call(call), "bold", widest=_WHOLE * 10)
    return quote_text(format_short_call(call), "bold", first=4)


def _sort_figures(
    case: CaseResult,
) -> tuple[GridFigure | None, list[GridFigure], list[ChartFigure | RouteFigure]]:
    """Return the case's own position, further positions, and all other figures."""
    figures: list[Figure] = list(case.figures)
    grids = [each for each in figures if isinstance(each, GridFigure)]
    if case.call is not None and case.call.drawn is not None:
        argument = case.call.drawn.figure
        if not isinstance(argument, GridFigure):
            figures.insert(0, argument)
        elif not grids:
            grids = [argument]
    others = [each for each in figures if not isinstance(each, GridFigure)]
    return (grids[0] if grids else None), grids[1:], others


def _table_of_calls(budget: StoppedCallBudget) -> Table:
    """Return a table of the calls made before the stop, beside those of the reference."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("calls")
    table.add_column("yours so far", justify="right")
    known = budget.reference_calls
    if known:
        table.add_column("reference", justify="right")
    for name in dict.fromkeys((*known, *budget.calls)):
        counts = [f"{budget.calls.get(name, 0):,}"]
        if known:
            counts.append(f"{known[name]:,}" if name in known else "–")
        table.add_row(Text(escape_invisible(name)), *counts)
    return table


def _attempts(case: CaseResult, most: int) -> Table:
    """Return a table with one line for each attempt, without the seeds."""
    attempts = case.attempts
    keys = list(dict.fromkeys(key for attempt in attempts for key in attempt if key != "seed"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", justify="right")
    for key in keys:
        words = [value for attempt in attempts if isinstance(value := attempt.get(key), str)]
        short = 0 < max(map(len, words), default=0) <= _NAME
        title = Text(escape_invisible(measure_heading(key, case.measures)))
        table.add_column(title, justify="right", overflow="fold", no_wrap=short)
    for n, attempt in enumerate(attempts[:most], start=1):
        facts = (format_measure(key, attempt.get(key, ""), case.measures) for key in keys)
        table.add_row(str(n), *(quote_text(text, first=1) for text in facts))
    if (left := len(attempts) - most) > 0:
        table.add_row(Text(f"… {left} more", "dim"))
    return table


def _lines_of_last_frame(traceback: str) -> int:
    """Return how many lines of ``traceback`` there are from its last frame on; a few at most."""
    lines = traceback.strip("\n").split("\n")
    frames = (n for n, line in enumerate(reversed(lines), 1) if line.lstrip().startswith("File "))
    return min(next(frames, _BRIEF), 2 * _BRIEF)


def _output(call: CallTrace, title: str, *, whole: bool) -> list[RenderableType]:
    most = _WHOLE if whole else _LINES
    # The last line says how much was not kept of what is too long.
    blocks = [
        (title, quote_text(call.traceback, first=3, last=most - 3)),
        ("printed", quote_text(call.stdout, first=most - 1, last=1)),
        ("printed to stderr", quote_text(call.stderr, first=most - 1, last=1)),
    ]
    if call.excerpt is not None:
        where = f"{escape_invisible(call.excerpt.file)}, line {call.excerpt.line}"
        blocks.insert(1, (where, _excerpt(call.excerpt)))
    return [_draw_output(name, quote) for name, quote in blocks if quote.plain.strip()]


def _draw_output(name: str, quote: Text) -> Group:
    return Group(Text(name, "dim"), BarBeforeLines(quote, "┆ "))


def _excerpt(excerpt: Excerpt) -> Text:
    """Return lines of the student's file, numbered, with a sign before the one that matters."""
    shown = list(enumerate(excerpt.lines, start=excerpt.first))[:_LINES]
    widest = len(str(shown[-1][0])) if shown else 0
    lines = [
        Text(f"{'›' if number == excerpt.line else ' '} {number:>{widest}}  ", "dim").append_text(
            quote_text(line, "bold default" if number == excerpt.line else "default", first=1)
        )
        for number, line in shown
    ]
    return Text("\n", tab_size=4, overflow="fold").join(lines)


def _line(line: Line, width: int) -> Group:
    title, outcome = quote_text(line.title, "bold", first=2), quote_text(line.outcome, first=2)
    return Group(title, grid.draw_line_of_play(line.positions, width), outcome)


def _counterexample(found: Counterexample, width: int, longest: int) -> Group:
    title = Text(f"{title_of_counterexample(found)}: ", "bold").append_text(
        quote_text(found.size, first=1)
    )
    source: RenderableType = BarBeforeLines(quote_text(found.source, first=SOURCE), "┆ ")
    if (lines := len(found.source.splitlines())) > longest:
        command = "grade replay REPORT.json CASE --snippet"
        source = Text(f"As {lines} lines of Python: {command}", "dim")
    if not found.smaller:
        return Group(title, source)
    below = [source] if found.source else []
    values = [("should give", found.expected or None, "green"), ("gives", found.actual, "red")]
    return Group(title, *put_side_by_side(_drawn(found.figure), values, width, first=4), *below)


def _drawn(figure: Figure | None) -> RenderableType | None:
    if isinstance(figure, GridFigure):
        return grid.draw_grid(figure)
    return None if figure is None else draw_bars(figure)


_EIGHTHS = " ▏▎▍▌▋▊▉"
_BAR_WIDTH = 24
_BARS = 12
"""Bars of one chart that are drawn."""


def draw_bars(figure: ChartFigure | RouteFigure) -> RenderableType:
    """Return ``figure`` drawn as one bar per line with its number; for routes, their lengths.

    The longest bar fills the width, and what is not above zero has none.
    """
    if isinstance(figure, RouteFigure):
        bars = tuple(Bar(route.label, route.length) for route in figure.routes)
    else:
        bars = figure.bars
    longest = max((bar.value for bar in bars), default=0.0)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(overflow="fold")
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    for bar in bars[:_BARS]:
        grid.add_row(
            quote_text(bar.label, first=2),
            _draw_bar(bar.value, longest),
            format_thousands(bar.value),
        )
    blocks: list[RenderableType] = [quote_text(figure.caption, "dim", first=3)]
    if bars:
        blocks.append(grid)
    if (left := len(bars) - _BARS) > 0:
        blocks.append(Text(f"… and {left} more", "dim"))
    return Group(*blocks)


def _draw_bar(value: float, longest: float) -> Text:
    if value <= 0:
        return Text()
    eighths = max(1, round(8 * _BAR_WIDTH * (value / longest)))
    return Text("█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip(), "cyan")

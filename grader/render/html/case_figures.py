"""Draws the figures and tables of a case for the page, which a template cannot make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grader.model.figures import Bar, ChartFigure, Figure, GridFigure, Line, RouteFigure
from grader.model.formatting import format_seconds, format_thousands
from grader.model.report import CaseResult, Measure, StoppedCallBudget
from grader.render.html import grid_svg, routes_svg
from grader.render.html.html_injection_safety import cut_lines, format_unbounded_integer
from grader.render.html.svg_parts import BarRow, SvgFigure, draw_bar
from grader.render.report_sentences import format_measure, measure_heading

_FIGURES = 8
_LINES = 4
_POSITIONS = 16
"""Positions of a line of play that are drawn."""
_ATTEMPTS = 40
_FACTS = 10
"""Facts of an attempt, or functions that were called, that are listed."""


@dataclass(frozen=True, slots=True)
class ShortTable:
    """Rows of short texts under headings; ``left`` rows are not shown."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int


@dataclass(frozen=True, slots=True)
class CaseView:
    """A case as the page shows it.

    Attributes:
        anchor: its id on the page.
        drawings: pictures, which stand beside the words, and charts, which stand below them.
        lines: lines of play, each with its first positions drawn.
        example: drawings of the counterexample.
    """

    anchor: str
    case: CaseResult
    drawings: Sequence[SvgFigure]
    lines: Sequence[tuple[Line, Sequence[SvgFigure]]]
    example: Sequence[SvgFigure]
    calls: ShortTable | None
    attempts: ShortTable | None


def prepare_case(case: CaseResult, anchor: str) -> CaseView:
    """Return ``case`` prepared for its template; ``anchor`` is its id on the page."""
    drawings = _drawings(case)
    explained = any(not drawing.rows for drawing in drawings)
    lines = () if case.explanation is None else case.explanation.lines
    found = None if case.explanation is None else case.explanation.counterexample
    return CaseView(
        anchor=anchor,
        case=case,
        drawings=drawings,
        lines=[(line, _draw_positions(line, symbols=not explained)) for line in lines[:_LINES]],
        example=draw_figure(found.figure) if found and found.smaller and found.figure else (),
        calls=None if case.budget is None else _table_of_calls(case.budget),
        attempts=_attempts(case) if case.attempts else None,
    )


def _drawings(case: CaseResult) -> list[SvgFigure]:
    figures = list(case.figures[:_FIGURES])
    argument = None if case.call is None or case.call.drawn is None else case.call.drawn.figure
    if argument is not None and not any(_is_contained_in(figure, argument) for figure in figures):
        figures.insert(0, argument)
    drawings = [drawing for figure in figures for drawing in draw_figure(figure)]
    if case.budget is not None:
        drawings.append(_time(case, case.budget))
    return drawings


def _is_contained_in(figure: Figure, other: Figure) -> bool:
    """Return whether ``figure`` shows all that ``other`` shows; it may show more."""
    if isinstance(figure, GridFigure) and isinstance(other, GridFigure):
        return figure.cells == other.cells
    return figure == other


def _time(case: CaseResult, budget: StoppedCallBudget) -> SvgFigure:
    bars = [Bar("this call", case.cpu_seconds), Bar("allowed", budget.cpu_seconds)]
    if budget.reference_cpu_seconds is not None:
        bars.append(Bar("reference solution", budget.reference_cpu_seconds))
    return draw_chart(ChartFigure("CPU time", tuple(bars)), format_seconds)


def _draw_positions(line: Line, *, symbols: bool) -> list[SvgFigure]:
    """Return drawings of positions of ``line``; ``symbols`` adds a legend of the pieces."""
    drawings = [grid_svg.draw_grid(figure) for figure in line.positions[:_POSITIONS]]
    return drawings if symbols else [replace(drawing, symbols=()) for drawing in drawings]


def _table_of_calls(budget: StoppedCallBudget) -> ShortTable | None:
    """Return a table of the calls made before the stop, beside those of the reference."""
    names = list(dict.fromkeys((*budget.reference_calls, *budget.calls)))
    if not names:
        return None
    counts = (budget.calls, budget.reference_calls)
    rows = [
        (name, *(format_thousands(known[name]) if name in known else "–" for known in counts))
        for name in names[:_FACTS]
    ]
    return ShortTable(("calls of", "yours so far", "reference"), rows, len(names) - len(rows))


def _attempts(case: CaseResult) -> ShortTable:
    attempts, measures = case.attempts, case.measures
    keys = list(dict.fromkeys(key for attempt in attempts for key in attempt))[:_FACTS]
    rows = [
        (str(n), *(_fact(key, attempt.get(key, ""), measures) for key in keys))
        for n, attempt in enumerate(attempts[:_ATTEMPTS], start=1)
    ]
    headings = ("attempt", *(cut_lines(measure_heading(key, measures), 1) for key in keys))
    return ShortTable(headings, rows, len(attempts) - len(rows))


def _fact(key: str, value: object, measures: Sequence[Measure]) -> str:
    if isinstance(value, bool):
        return "✔ yes" if value else "✘ no"
    if isinstance(value, int) and key == "seed":
        return format_unbounded_integer(value)
    return cut_lines(format_measure(key, value, measures), 1)


_BARS = 24


def draw_figure(figure: Figure) -> list[SvgFigure]:
    """Return the drawings of ``figure``: a route figure has one for each pair to compare."""
    match figure:
        case GridFigure():
            return [grid_svg.draw_grid(figure)]
        case RouteFigure():
            return routes_svg.draw_routes(figure)
    return [draw_chart(figure)]


def draw_chart(figure: ChartFigure, words: Callable[[float], str] = format_thousands) -> SvgFigure:
    """Return a drawing of ``figure`` with numbers in ``words``; the longest bar fills the width."""
    shown = figure.bars[:_BARS]
    longest = max((each.value for each in shown), default=0.0)
    rows = [
        BarRow(
            each.label, words(each.value), draw_bar(each.value / longest if longest > 0 else 0.0)
        )
        for each in shown
    ]
    return SvgFigure(figure.caption, rows=tuple(rows))

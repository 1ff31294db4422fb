"""Any figure as drawings: grids, routes, and numbers of one kind as bars from zero."""

from __future__ import annotations

from collections.abc import Callable

from grader.model.figures import ChartFigure, Figure, GridFigure, RouteFigure
from grader.model.formatting import format_thousands
from grader.render.html import grid, routes
from grader.render.html.svg import Drawing, Row, bar

_BARS = 24


def draw(figure: Figure) -> list[Drawing]:
    """The drawings that ``figure`` needs: routes are compared two by two."""
    match figure:
        case GridFigure():
            return [grid.draw(figure)]
        case RouteFigure():
            return routes.draw(figure)
    return [chart(figure)]


def chart(figure: ChartFigure, words: Callable[[float], str] = format_thousands) -> Drawing:
    """Draws ``figure``, its numbers in ``words``. The longest bar fills the width."""
    shown = figure.bars[:_BARS]
    longest = max((each.value for each in shown), default=0.0)
    rows = [
        Row(each.label, words(each.value), bar(each.value / longest if longest > 0 else 0.0))
        for each in shown
    ]
    return Drawing(figure.caption, rows=tuple(rows))

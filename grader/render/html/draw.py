"""One figure as drawings, whatever it is of."""

from __future__ import annotations

from grader.model.figures import Figure, GridFigure, RouteFigure
from grader.render.html import chart, grid, routes
from grader.render.html.svg import Drawing


def draw(figure: Figure) -> list[Drawing]:
    """The drawings that ``figure`` needs: routes are compared two by two."""
    match figure:
        case GridFigure():
            return [grid.draw(figure)]
        case RouteFigure():
            return routes.draw(figure)
    return [chart.draw(figure)]

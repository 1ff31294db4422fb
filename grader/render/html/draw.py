"""One figure as drawings, whatever it is of."""

from __future__ import annotations

from grader.model.figures import BoardFigure, Figure, TourFigure
from grader.render.html import board, chart, tour
from grader.render.html.svg import Drawing


def draw(figure: Figure) -> list[Drawing]:
    """The drawings that ``figure`` needs: tours are compared two by two."""
    match figure:
        case BoardFigure():
            return [board.draw(figure)]
        case TourFigure():
            return tour.draw(figure)
    return [chart.draw(figure)]

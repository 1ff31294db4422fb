"""Drawing numbers of one kind as bars from zero, each with its number beside it."""

from __future__ import annotations

from collections.abc import Callable

from grader.model.figures import Bar, ChartFigure
from grader.model.wording import amount
from grader.render.html.svg import Drawing, Row, bar

_BARS = 24


def draw(figure: ChartFigure, words: Callable[[float], str] = amount) -> Drawing:
    """Draws ``figure``, its numbers in ``words``. The longest bar fills the width."""
    shown = figure.bars[:_BARS]
    longest = max((each.value for each in shown), default=0.0)
    return Drawing(figure.caption, rows=tuple(_row(each, longest, words) for each in shown))


def _row(each: Bar, longest: float, words: Callable[[float], str]) -> Row:
    return Row(each.label, words(each.value), bar(each.value / longest if longest > 0 else 0.0))

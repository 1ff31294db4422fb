"""Draws numbers as bars on a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grader.model.figures import Bar, ChartFigure, RouteFigure
from grader.model.formatting import format_thousands
from grader.render.terminal.quoted_text import quote_text

_EIGHTHS = " ▏▎▍▌▋▊▉"
_WIDTH = 24
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
            quote_text(bar.label, first=2), _drawn(bar.value, longest), format_thousands(bar.value)
        )
    blocks: list[RenderableType] = [quote_text(figure.caption, "dim", first=3)]
    if bars:
        blocks.append(grid)
    if (left := len(bars) - _BARS) > 0:
        blocks.append(Text(f"… and {left} more", "dim"))
    return Group(*blocks)


def _drawn(value: float, longest: float) -> Text:
    if value <= 0:
        return Text()
    eighths = max(1, round(8 * _WIDTH * (value / longest)))
    return Text("█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip(), "cyan")

"""Draws grids on a terminal: one position, or a line of play as a row of small ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grader.model.figures import GridFigure
from grader.render.grid_text import Segment, draw_grid_lines, draw_grid_rows
from grader.render.terminal.quoted_text import quote_text

_GAP = 4
_LONGEST_LINE = 12
"""Positions of a line of play that are drawn."""


def draw_grid(figure: GridFigure) -> Text:
    """Return ``figure`` drawn with labels and a legend."""
    return _text(draw_grid_lines(figure), "dim")


def draw_line_of_play(positions: Sequence[GridFigure], width: int) -> RenderableType:
    """Return ``positions`` drawn from left to right, as many per row as ``width`` allows."""
    drawn = [_draw_small(each) for each in positions[:_LONGEST_LINE]]
    widest = max((columns for _, columns in drawn), default=0)
    beside = max(1, (width + _GAP) // (widest + _GAP))
    blocks: list[RenderableType] = []
    for start in range(0, len(drawn), beside):
        chosen = drawn[start : start + beside]
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        for _ in chosen:
            grid.add_column(width=widest, vertical="bottom")
        grid.add_row(*(small for small, _ in chosen))
        blocks += [Text(), grid] if blocks else [grid]
    if (left := len(positions) - len(drawn)) > 0:
        blocks.append(Text(f"… and {left} more", "dim"))
    return Group(*blocks)


def _draw_small(figure: GridFigure) -> tuple[Group, int]:
    """Return ``figure`` drawn without labels and legend, and its width in columns."""
    rows, columns = draw_grid_rows(figure)
    caption = [quote_text(figure.caption, "dim", first=3)] if figure.caption else []
    return Group(*caption, _text(rows)), columns


def _text(lines: Iterable[Sequence[Segment]], style: str = "") -> Text:
    drawn = Text(style=style)
    for number, line in enumerate(lines):
        drawn.append("\n" if number else "")
        for segment in line:
            drawn.append(*segment)
    return drawn

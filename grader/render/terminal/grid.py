"""Draws grids on a terminal: one position, or a line of play as a row of small ones."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grader.model.figures import Cell, GridFigure, Look, Mark, Symbol
from grader.render.grid_preparation import MOST_MOVES, DrawnGrid, prepare_grid
from grader.render.terminal.quoted_text import quote_text

_SIGNS = {
    Look.FILLED: "●",
    Look.HOLLOW: "○",
    Look.FILLED_SQUARE: "■",
    Look.HOLLOW_SQUARE: "□",
    Look.EMPTY: "·",
}
_STYLES = {Look.EMPTY: "dim", Look.LETTER: ""}
"""Of what is no piece."""

_START = "›"
_ENDS = {Mark.YOURS: "✗", Mark.RIGHT: "✓", Mark.PLAYED: "»", Mark.BASELINE: "»"}
_COLOURS = {Mark.YOURS: "red", Mark.RIGHT: "green", Mark.PLAYED: "cyan", Mark.BASELINE: "cyan"}
_MEANINGS = {Mark.YOURS: "yours", Mark.RIGHT: "best"}
"""Of the moves that the legend explains."""
_ORDER = (Mark.BASELINE, Mark.PLAYED, Mark.YOURS, Mark.RIGHT)
"""Where moves meet, the last of them shows."""

_ROOM = 64
"""Columns of the terminal that cells may fill."""
_GAP = 4
_LONGEST_LINE = 12
"""Positions of a line of play that are drawn."""


def draw_grid(figure: GridFigure) -> Text:
    """Return ``figure`` drawn with labels and a legend.

    Pieces differ by shape, not by colour, and so do the signs that stand before the cells where
    moves start and end.
    """
    part, width = _choose_part(figure)
    margin = max(2, *map(len, part.row_labels), 0)
    heads = " ".join(label[-width:].rjust(width) for label in part.column_labels)
    drawn = Text(f"{'':{margin + 2}}{heads}", "dim")
    signs = _signs_by_cell(figure)
    for number, (label, row) in enumerate(zip(part.row_labels, part.cells, strict=True)):
        drawn.append(f"\n {label:>{margin}}", "dim")
        drawn.append_text(_row(number, row, width, signs))
    for line in _legend(figure, part):
        drawn.append(f"\n    {line}", "dim")
    return drawn


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
    part, width = _choose_part(figure)
    signs = _signs_by_cell(figure)
    rows = [_row(number, row, width, signs) for number, row in enumerate(part.cells)]
    caption = [quote_text(figure.caption, "dim", first=3)] if figure.caption else []
    return Group(*caption, *rows), (1 + width) * len(part.column_labels)


def _choose_part(figure: GridFigure) -> tuple[DrawnGrid, int]:
    """Return the part of ``figure`` to draw, and the width of its cells."""
    part = prepare_grid(figure)
    texts = [cell.text for row in part.cells for cell in row if cell.look is Look.LETTER]
    labels = part.column_labels if figure.column_labels else ()
    width = max(1, *map(len, texts), *map(len, labels), 0)
    most = _ROOM // (1 + width)
    return (part if len(part.column_labels) <= most else prepare_grid(figure, most)), width


def _signs_by_cell(figure: GridFigure) -> dict[Cell, tuple[str, str]]:
    """Return the sign and the colour of each cell that has one."""
    arrows = figure.arrows[:MOST_MOVES]
    ends = [(each.end, each.mark) for each in arrows]
    ends += [(each.cell, each.mark) for each in figure.spots[:MOST_MOVES]]
    ends.sort(key=lambda end: _ORDER.index(end[1]))
    signs = {each.start: (_START, "") for each in arrows}
    return signs | {cell: (_ENDS[mark], _COLOURS[mark]) for cell, mark in ends}


def _row(
    number: int, row: Sequence[Symbol], width: int, signs: dict[Cell, tuple[str, str]]
) -> Text:
    drawn = Text()
    for column, cell in enumerate(row):
        drawn.append(*signs.get((number, column), (" ", "")))
        sign = _SIGNS.get(cell.look, cell.text)
        drawn.append(sign.rjust(width), _STYLES.get(cell.look, "bold"))
    return drawn


def _legend(figure: GridFigure, part: DrawnGrid) -> list[str]:
    """Return the meanings of pieces and moves on one line, and below it the note on omissions."""
    marks = {*(each.mark for each in figure.arrows), *(each.mark for each in figure.spots)}
    words = [
        *map(_explain_symbol, part.legend),
        *(f"{_ENDS[mark]} {word}" for mark, word in _MEANINGS.items() if mark in marks),
    ]
    return [line for line in ("   ".join(words), part.note) if line]


def _explain_symbol(symbol: Symbol) -> str:
    """Return a piece's sign and text: ``● B``, or ``● X Red`` if its name adds something."""
    if symbol.look is not Look.LETTER and symbol.name.startswith(symbol.text):
        return f"{_SIGNS[symbol.look]} {symbol.text}"
    return f"{_SIGNS.get(symbol.look, '')} {symbol.text} {symbol.name}".strip()

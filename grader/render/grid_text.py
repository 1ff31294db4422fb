"""Draws grids as lines of text whose parts have styles, for terminals and for the students' kit.

It needs the standard library alone, because it travels in the kit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.model.figures import Cell, GridFigure, Look, Mark, Symbol
from grader.render.grid_preparation import MOST_MOVES, DrawnGrid, prepare_grid

Segment = tuple[str, str]
"""A text, and its style on a terminal in Rich's words; empty for the usual one."""

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
"""Columns that cells may fill."""


def draw_grid_lines(figure: GridFigure) -> Iterator[list[Segment]]:
    """Yield the lines of ``figure`` with labels and a legend.

    Pieces differ by shape, not by colour, and so do the signs that stand before the cells where
    moves start and end.
    """
    part, width = _choose_part(figure)
    margin = max(2, *map(len, part.row_labels), 0)
    heads = " ".join(label[-width:].rjust(width) for label in part.column_labels)
    yield [(f"{'':{margin + 2}}{heads}", "dim")]
    signs = _signs_by_cell(figure)
    for number, (label, row) in enumerate(zip(part.row_labels, part.cells, strict=True)):
        yield [(f" {label:>{margin}}", "dim"), *_row(number, row, width, signs)]
    yield from ([(f"    {line}", "dim")] for line in _legend(figure, part))


def draw_grid_rows(figure: GridFigure) -> tuple[list[list[Segment]], int]:
    """Return the rows of ``figure`` without labels and legend, and its width in columns."""
    part, width = _choose_part(figure)
    signs = _signs_by_cell(figure)
    rows = [_row(number, row, width, signs) for number, row in enumerate(part.cells)]
    return rows, (1 + width) * len(part.column_labels)


def _choose_part(figure: GridFigure) -> tuple[DrawnGrid, int]:
    """Return the part of ``figure`` to draw, and the width of its cells."""
    part = prepare_grid(figure)
    texts = [cell.text for row in part.cells for cell in row if cell.look is Look.LETTER]
    labels = part.column_labels if figure.column_labels else ()
    width = max(1, *map(len, texts), *map(len, labels), 0)
    most = _ROOM // (1 + width)
    return (part if len(part.column_labels) <= most else prepare_grid(figure, most)), width


def _signs_by_cell(figure: GridFigure) -> dict[Cell, Segment]:
    """Return the sign of each cell that has one."""
    arrows = figure.arrows[:MOST_MOVES]
    ends = [(each.end, each.mark) for each in arrows]
    ends += [(each.cell, each.mark) for each in figure.spots[:MOST_MOVES]]
    ends.sort(key=lambda end: _ORDER.index(end[1]))
    signs = {each.start: (_START, "") for each in arrows}
    return signs | {cell: (_ENDS[mark], _COLOURS[mark]) for cell, mark in ends}


def _row(
    number: int, row: Sequence[Symbol], width: int, signs: Mapping[Cell, Segment]
) -> list[Segment]:
    drawn: list[Segment] = []
    for column, cell in enumerate(row):
        drawn.append(signs.get((number, column), (" ", "")))
        sign = _SIGNS.get(cell.look, cell.text)
        drawn.append((sign.rjust(width), _STYLES.get(cell.look, "bold")))
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

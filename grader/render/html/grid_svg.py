"""Draws grids as SVG: pieces differ by shape and filling, moves by stroke and head."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from grader.model.figures import Arrow, Cell, GridFigure, Look, Mark, Spot, Symbol
from grader.render.grid_preparation import MOST_MOVES, DrawnGrid, prepare_grid
from grader.render.html import svg_parts
from grader.render.html.svg_parts import LegendEntry, SvgFigure

_CELL = 36
_TOP = 18
"""Pixels above the cells, for the labels of the columns."""

_WORDS = {
    Mark.YOURS: "yours",
    Mark.RIGHT: "best",
    Mark.PLAYED: "played",
    Mark.BASELINE: "to beat",
}
_ORDER = (Mark.BASELINE, Mark.RIGHT, Mark.PLAYED, Mark.YOURS)
"""What may lie over what: a thin dashed arrow over a broad one shows both."""


def draw_grid(figure: GridFigure) -> SvgFigure:
    """Draws ``figure``; cells and moves outside of it, or beyond the largest size, are left out."""
    part = prepare_grid(figure)
    columns = len(part.column_labels)
    if not columns:
        return SvgFigure(figure.caption)
    sheet = _GridPicture(part, max(18, 7 * max(map(len, part.row_labels))))
    moves: list[Arrow | Spot] = [
        arrow
        for arrow in figure.arrows[:MOST_MOVES]
        if part.holds(arrow.start) and part.holds(arrow.end)
    ]
    moves += [spot for spot in figure.spots[:MOST_MOVES] if part.holds(spot.cell)]
    moves.sort(key=lambda each: _ORDER.index(each.mark))
    whole = svg_parts.make_picture(
        "grid",
        sheet.left + _CELL * columns + 1,
        _TOP + _CELL * len(part.cells) + 1,
        _describe_grid(part),
        [sheet.labels(), sheet.net(), *sheet.pieces(), *map(sheet.move, moves)],
    )
    return SvgFigure(figure.caption, whole, _legend(part, moves), symbols=_symbols(part))


@dataclass(frozen=True, slots=True)
class _GridPicture:
    """The part of a grid to draw, with methods that make its SVG elements.

    Attributes:
        left: pixels beside the cells, for the labels of the rows.
    """

    part: DrawnGrid
    left: int

    def centre(self, cell: Cell) -> tuple[int, int]:
        row, column = cell
        return self.left + _CELL * column + _CELL // 2, _TOP + _CELL * row + _CELL // 2

    def labels(self) -> str:
        columns = enumerate(self.part.column_labels)
        rows = enumerate(self.part.row_labels)
        texts = [(self.centre((0, number))[0], 12, label) for number, label in columns]
        texts += [
            (self.left // 2 - 1, self.centre((number, 0))[1] + 4, label) for number, label in rows
        ]
        return "".join(f'<text x="{x}" y="{y}">{escape(label)}</text>' for x, y, label in texts)

    def net(self) -> str:
        """Return the lines of the grid as one SVG path: row outlines and cell borders."""
        strokes = []
        for number, row in enumerate(self.part.cells):
            top = _TOP + _CELL * number
            strokes.append(f"M{self.left} {top}h{_CELL * len(row)}v{_CELL}H{self.left}z")
            strokes += [f"M{self.left + _CELL * n} {top}v{_CELL}" for n in range(1, len(row))]
        return f'<path class="net" d="{"".join(strokes)}"/>'

    def pieces(self) -> list[str]:
        return [
            self.piece(symbol, (row, column))
            for row, cells in enumerate(self.part.cells)
            for column, symbol in enumerate(cells)
            if symbol.look is not Look.EMPTY
        ]

    def piece(self, symbol: Symbol, cell: Cell) -> str:
        x, y = self.centre(cell)
        if symbol.look is Look.LETTER:
            return f'<text class="letter" x="{x}" y="{y + 5}">{escape(symbol.text)}</text>'
        return svg_parts.draw_piece(symbol.look, (x, y), 11.5)

    def move(self, move: Arrow | Spot) -> str:
        if isinstance(move, Spot):
            return svg_parts.draw_ring(move.mark, self.centre(move.cell))
        (x, y), (to_x, to_y) = self.centre(move.start), self.centre(move.end)
        row, column = move.start
        if self.part.cells[row][column].look is Look.LETTER and move.start != move.end:
            # A letter cannot be read below an arrow; of a piece enough is left to see.
            part = _CELL / 3 / math.hypot(to_x - x, to_y - y)
            return svg_parts.draw_arrow(
                move.mark, (x + part * (to_x - x), y + part * (to_y - y)), (to_x, to_y)
            )
        return svg_parts.draw_arrow(move.mark, (x, y), (to_x, to_y))


def _legend(part: DrawnGrid, moves: Sequence[Arrow | Spot]) -> tuple[LegendEntry, ...]:
    """Return an entry for each kind of move, the reader's own first, then the note on omissions."""
    entries = []
    for mark in reversed(_ORDER):
        if same := [move for move in moves if move.mark is mark]:
            spots = all(isinstance(move, Spot) for move in same)
            sign = (
                svg_parts.draw_ring(mark, (18, 7), 5)
                if spots
                else svg_parts.draw_arrow(mark, (2, 7), (34, 7))
            )
            where = ", ".join(_describe_move(part, move) for move in same)
            entries.append(LegendEntry(svg_parts.draw_legend_sign(sign), f"{_WORDS[mark]} {where}"))
    return (*entries, *([LegendEntry(Markup(), part.note)] if part.note else []))


def _describe_move(part: DrawnGrid, move: Arrow | Spot) -> str:
    """Return a move by row and column labels: ``(3, 0) → (2, 1)``."""
    if isinstance(move, Spot):
        return part.at(move.cell)
    return f"{part.at(move.start)} → {part.at(move.end)}"


def _symbols(part: DrawnGrid) -> tuple[LegendEntry, ...]:
    return tuple(
        LegendEntry(Markup(), f"{symbol.text}: {symbol.name}")
        if symbol.look is Look.LETTER
        else LegendEntry(
            svg_parts.draw_legend_sign(svg_parts.draw_piece(symbol.look, (7, 7), 5.5), 14),
            _piece_in_words(symbol),
        )
        for symbol in part.legend
    )


def _piece_in_words(symbol: Symbol) -> str:
    """Return a piece as ``Red (X)``, or by name alone if the name begins with the text."""
    if not symbol.name or symbol.name.startswith(symbol.text):
        return symbol.name or symbol.text
    return f"{symbol.name} ({symbol.text})"


def _describe_grid(part: DrawnGrid) -> str:
    """Return the grid in words for screen readers: ``Grid. Row 0: Red at 3.``."""
    sentences = ["Grid."]
    for label, row in zip(part.row_labels, part.cells, strict=True):
        kinds = dict.fromkeys([*part.legend, *row])
        found = [
            f"{name} at {', '.join(columns)}"
            for kind in kinds
            if kind.look is not Look.EMPTY
            and (name := (kind.name or kind.text).strip())
            and (columns := [part.column_labels[n] for n, each in enumerate(row) if each == kind])
        ]
        sentences.append(f"Row {label}: {'; '.join(found) or 'empty'}.")
    return " ".join(sentences)

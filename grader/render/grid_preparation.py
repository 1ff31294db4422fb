"""Prepares a grid for drawing in any form: how much of it is drawn, and in which words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.escape import escape_to_one_line
from grader.model.figures import Cell, GridFigure, Look, Symbol

LARGEST = 20
"""Rows and columns that are drawn at most."""
MOST_MOVES = 40
"""Arrows that are drawn at most, and spots."""
_LONGEST = 4
"""Characters of a cell or a label that are drawn."""
_SYMBOLS = 40
"""Entries of a legend that are used."""
_NAME = 40


@dataclass(frozen=True, slots=True)
class DrawnGrid:
    """The part of a grid that is drawn, with all texts made safe to show.

    Attributes:
        cells: what is in each cell; a text without a legend stands for itself.
        legend: the symbols that have to be explained.
        note: which part it is; empty if it is all.
    """

    cells: tuple[tuple[Symbol, ...], ...]
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    legend: tuple[Symbol, ...]
    note: str

    def holds(self, cell: Cell) -> bool:
        """Return whether ``cell`` is in the part that is drawn."""
        row, column = cell
        return 0 <= row < len(self.cells) and 0 <= column < len(self.cells[row])

    def at(self, cell: Cell) -> str:
        """Return the name of a drawn cell by its row and column labels: ``(3, 0)``."""
        row, column = cell
        return f"({self.row_labels[row]}, {self.column_labels[column]})"


def prepare_grid(figure: GridFigure, columns: int = LARGEST) -> DrawnGrid:
    """Return the part of ``figure`` to draw where there is room for so many columns."""
    known = {symbol.text: _make_symbol_harmless(symbol) for symbol in figure.legend[:_SYMBOLS]}
    cells = tuple(
        tuple(
            known.get(text) or _make_symbol_harmless(Symbol(text, text)) for text in row[:columns]
        )
        for row in figure.cells[:LARGEST]
    )
    return DrawnGrid(
        cells,
        _labels(figure.row_labels, len(cells)),
        _labels(figure.column_labels, max(map(len, cells), default=0)),
        tuple(filter(_needs_words, known.values())),
        _note(figure, columns),
    )


def grid_as_text(figure: GridFigure) -> str:
    """Return the cells of ``figure`` as a line of text for each row."""
    rows = [[_short(text) for text in row[:LARGEST]] for row in figure.cells[:LARGEST]]
    width = max((len(text) for row in rows for text in row), default=0)
    between = " " if width > 1 else ""
    return "\n".join(between.join(text.rjust(width) for text in row) for row in rows)


def _make_symbol_harmless(symbol: Symbol) -> Symbol:
    """Return ``symbol`` with safe texts, and no name if it equals the text.

    Wide or invisible characters would move the cells behind them.
    """
    name = "" if symbol.name == symbol.text else escape_to_one_line(symbol.name, _NAME)
    return Symbol(_short(symbol.text), name, symbol.look)


def _needs_words(symbol: Symbol) -> bool:
    return bool(symbol.name) if symbol.look is Look.LETTER else symbol.look is not Look.EMPTY


def _short(text: str) -> str:
    drawn = "".join(c if c.isascii() and c.isprintable() else "?" for c in text[:_LONGEST])
    return drawn.replace("##", "#?")  # runners of continuous integration obey "##[" anywhere


def _labels(given: Sequence[str], number: int) -> tuple[str, ...]:
    labels = [_short(label) for label in given[:number]]
    return (*labels, *map(str, range(len(labels), number)))


def _note(figure: GridFigure, columns: int) -> str:
    rows, longest = len(figure.cells), max(map(len, figure.cells), default=0)
    if rows <= LARGEST and longest <= columns:
        return ""
    return f"the first {min(rows, LARGEST)} × {min(longest, columns)} of {rows} × {longest} cells"

"""How people write moves of Breakthrough: columns as letters, rows counted from White's side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase

import msgspec

from grader.model.figures import GridFigure
from reference.breakthrough_agent.rules import Cell, Move, State, figure


@dataclass(frozen=True, slots=True)
class AlgebraicNotation:
    """``e2-e3``, and ``e2xd3`` for a capture, as for chess; or row and column: ``4.4-3.4``."""

    rows: int
    columns: int
    help: str = "such as e2-e3, e2xd3 where it captures, or 4.4-3.4 by row and column from 0"

    def names(self, state: State, move: Move) -> Sequence[str]:
        """Return the algebraic names of a legal move, and the one that agents' authors know."""
        cells = [self._cell(cell) for cell in move]
        numbers = "-".join(f"{row}.{column}" for row, column in move)
        row, column = move[1]
        captures = figure(state)[row][column] != "_"
        return (*(["x".join(cells)] if captures else []), "-".join(cells), numbers)

    def labelled(self, drawn: GridFigure) -> GridFigure:
        """Return ``drawn`` with letters above columns, and the first row of White's called 1."""
        return msgspec.structs.replace(
            drawn,
            row_labels=tuple(str(self.rows - row) for row in range(self.rows)),
            column_labels=tuple(ascii_lowercase[: self.columns]),
        )

    def _cell(self, cell: Cell) -> str:
        row, column = cell
        return f"{ascii_lowercase[column]}{self.rows - row}"

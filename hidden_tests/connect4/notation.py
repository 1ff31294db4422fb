"""How people write moves of Connect 4: by the numbers that stand above the columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.figures import GridFigure
from reference.connect4.rules import Board


@dataclass(frozen=True, slots=True)
class ColumnNotation:
    """``3``, or ``column 3``, counted from 0 as on the board and in agents."""

    columns: int

    @property
    def help(self) -> str:
        """Say which numbers there are."""
        return f"as the number above a column, from 0 to {self.columns - 1}"

    def names(self, _: Board, move: int) -> Sequence[str]:
        """Return the number of the column, alone and with the word."""
        return str(move), f"column {move}"

    def labelled(self, figure: GridFigure) -> GridFigure:
        """Return the figure as it is: its columns are numbered from 0 already."""
        return figure

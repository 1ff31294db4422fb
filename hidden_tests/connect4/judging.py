"""Who stands better in Connect 4: solved where the time suffices, else estimated."""

from __future__ import annotations

import math

from reference.connect4.oracle import OutOfReachError, Solver
from reference.connect4.rules import Board, lines

_NODES_A_SECOND = 100_000
"""Counted instead of time, so that the same limit leads to the same answers on any machine."""
_KEPT_NODES = 2_000_000
"""After so many, what was learnt is forgotten: it would take too much memory."""
_STEEPNESS = 0.05
"""A line of three that can still be completed, against nothing, is shown as 0.42."""


class ConnectFourJudge:
    """For one game. What it has learnt of later positions helps with earlier ones.

    Attributes:
        estimate: what :meth:`advantage` goes by.
    """

    estimate = "the lines that each side can still complete, and how many discs it has in each"

    def __init__(self, length: int = 4) -> None:
        """For lines of ``length`` 3 or 4."""
        self._length = length
        self._solver: Solver | None = None

    def value(self, state: Board, seconds: float) -> int | None:
        """1, 0 or -1 for the side to move; ``None`` if that was not found out."""
        if self._solver is None or self._solver.nodes > _KEPT_NODES:
            self._solver = Solver(len(state), len(state[0]), self._length)
        try:
            return self._solver.value(state, at_most=seconds * _NODES_A_SECOND)
        except OutOfReachError:
            return None

    def advantage(self, state: Board) -> float:
        """For x, from -1 to 1: lines without a disc of the opponent, by the squares of their discs.

        Cells that complete a line would say nothing before somebody has three in a line.
        """
        open_lines = 0
        for line in lines(len(state), len(state[0]), self._length):
            discs = [state[row][column] for row, column in line]
            crosses, noughts = discs.count("x"), discs.count("o")
            if not crosses or not noughts:
                open_lines += crosses**2 - noughts**2
        return math.tanh(_STEEPNESS * open_lines)

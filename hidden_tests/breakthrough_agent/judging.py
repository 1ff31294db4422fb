"""Who stands better in Breakthrough: proved where the time suffices, else estimated."""

from __future__ import annotations

import math

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.oracle import Prover
from reference.breakthrough_agent.rules import State

_MOST_NODES = 100_000
"""Searched for one position, which takes some 300 MB and three seconds."""
_KEPT_NODES = 50_000
"""After so many, what was seen is forgotten: it would take too much memory."""
_STEEPNESS = 4.0
"""An estimate of 0.1 by share of the material is shown as 0.38."""


class BreakthroughJudge:
    """For one game. Remembers some of what it has proved, which helps with earlier positions.

    Attributes:
        estimate: what :meth:`advantage` goes by.
    """

    estimate = "the pawns of each side, of which those that have come far count up to double"

    def __init__(self, rows: int = 6, columns: int = 6) -> None:
        self._size = rows, columns
        self._prover = Prover(*self._size)
        self._nodes = 0

    def value(self, state: State, seconds: float) -> int | None:
        """1 if the side to move wins, -1 if it loses, ``None`` if that was not found out."""
        if self._nodes > _KEPT_NODES:
            self._prover, self._nodes = Prover(*self._size), 0
        proof = self._prover.prove(state, seconds=seconds, nodes=_MOST_NODES)
        self._nodes += proof.nodes
        if proof.winner is None:
            return None
        return 1 if (proof.winner == "B") == state.black_to_move else -1

    def advantage(self, state: State) -> float:
        """For Black, from -1 to 1: pawns, of which those that have come far count up to double."""
        black = white = 0.0
        last = state.rows - 1
        for row, tiles in enumerate(rules.figure(state)):
            black += tiles.count("B") * (1 + (row / last) ** 2)
            white += tiles.count("W") * (1 + ((last - row) / last) ** 2)
        return math.tanh(_STEEPNESS * (black - white) / (black + white))

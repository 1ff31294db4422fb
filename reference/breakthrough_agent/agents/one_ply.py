"""Agents that look at the boards after their own move, and no further."""

from __future__ import annotations

import random

from reference.breakthrough_agent.agents.boards import Answer, Board, after, answer, moves
from reference.breakthrough_agent.agents.evaluations import (
    comprehensive,
    decided,
    defensive,
    endangered,
    mobility,
    offensive,
    pieces,
    position,
)


class Naive:
    """Makes the first legal move."""

    def make_move(self, board: Board) -> Answer:
        """The move of Black."""
        return answer(moves(board)[0])


class Random:
    """Makes any legal move, all with the same probability.

    What it chooses follows from the seed of the global generator when the agent is made.
    """

    def __init__(self) -> None:
        self._chance = random.Random(random.getrandbits(64))

    def make_move(self, board: Board) -> Answer:
        """The move of Black."""
        return answer(self._chance.choice(moves(board)))


class OnePly:
    """Makes the move after which the board is worth most; the first one of several."""

    def value(self, board: Board) -> float:
        """What Black thinks of an undecided board."""
        raise NotImplementedError

    def make_move(self, board: Board) -> Answer:
        """The move of Black."""
        return answer(max(moves(board), key=lambda move: self._worth(after(board, move))))

    def _worth(self, board: Board) -> float:
        return decided(board) or self.value(board)


class Killer(OnePly):
    """Counts pawns."""

    def value(self, board: Board) -> float:
        """Black pawns minus white pawns."""
        return pieces(board)


class Position(OnePly):
    """Counts rows that pawns have come."""

    def value(self, board: Board) -> float:
        """Those of Black minus those of White."""
        return position(board)


class Reckless(OnePly):
    """Runs."""

    def value(self, board: Board) -> float:
        """The row of the farthest black pawn."""
        return offensive(board)


class Defensive(OnePly):
    """Keeps White away."""

    def value(self, board: Board) -> float:
        """The row of White's closest pawn."""
        return defensive(board)


class Cautious(OnePly):
    """Goes where nothing can be captured."""

    def value(self, board: Board) -> float:
        """One less for each pawn in danger."""
        return -endangered(board)


class Mobility(OnePly):
    """Wants to have many moves, and White few."""

    def value(self, board: Board) -> float:
        """Black's legal moves minus White's."""
        return mobility(board)


class Comprehensive(OnePly):
    """Thinks of everything, one move ahead."""

    def value(self, board: Board) -> float:
        """Pawns, rows, defence, attack and danger."""
        return comprehensive(board)

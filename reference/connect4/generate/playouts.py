"""What random games say of a position, worked out exactly instead of played."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from reference.connect4 import rules
from reference.connect4.rules import Board, Player

PLAYOUTS = 100
"""How many games a search plays for all columns together."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The results of random games for one player: 1 for a win, 0 for a draw, -1 for a loss.

    Attributes:
        mean: of the results.
        decided: the share of games that are won or lost.
    """

    mean: float
    decided: float

    @property
    def variance(self) -> float:
        """Of the results."""
        return self.decided - self.mean**2


@cache
def outcomes(board: Board, mover: Player) -> Outcomes:
    """Of games from ``board`` for ``mover``, who moves first whatever the number of discs says."""
    if rules.over(board):
        winner = rules.winner(board)
        return (
            Outcomes(0.0, 0.0)
            if winner is None
            else Outcomes(1.0 if winner == mover else -1.0, 1.0)
        )
    after = _after_each(board, mover).values()
    return Outcomes(
        sum(each.mean for each in after) / len(after),
        sum(each.decided for each in after) / len(after),
    )


def _after_each(board: Board, mover: Player) -> dict[int, Outcomes]:
    opponent = rules.other(mover)
    found = {c: outcomes(rules.drop(board, mover, c), opponent) for c in rules.moves(board)}
    return {column: Outcomes(-each.mean, each.decided) for column, each in found.items()}


def after_each(board: Board) -> dict[int, Outcomes]:
    """For each column what it leads to for the player who drops a disc there."""
    return _after_each(board, rules.to_move(board))


def wins_only(found: Mapping[int, Outcomes]) -> dict[int, Outcomes]:
    """The same outcomes where a draw counts as a loss does, 0, as in a rate of wins."""
    rates = {column: (each.mean + each.decided) / 2 for column, each in found.items()}
    return {column: Outcomes(rate, rate) for column, rate in rates.items()}


def after_each_if_moving_again(board: Board) -> dict[int, Outcomes]:
    """The same in games that go wrong: the player who has dropped the disc moves next as well."""
    player = rules.to_move(board)
    return {c: outcomes(rules.drop(board, player, c), player) for c in rules.moves(board)}


def missed(found: Mapping[int, Outcomes], column: int) -> float:
    """How probably a search prefers another column: the one that is the most likely to be.

    By the central limit theorem, with ``PLAYOUTS`` games for all columns together.
    """
    games = PLAYOUTS / len(found)
    return max(
        _is_above(each.mean - found[column].mean, (each.variance + found[column].variance) / games)
        for other, each in found.items()
        if other != column
    )


def _is_above(mean: float, variance: float) -> float:
    """How probably a normal variable is above zero; half of a tie."""
    if variance <= 0:
        return 0.5 if mean == 0 else float(mean > 0)
    return 0.5 * math.erfc(-mean / math.sqrt(2 * variance))

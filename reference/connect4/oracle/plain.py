"""Alpha-beta as textbooks have it, to count what it takes: no table, no order, no threats."""

from __future__ import annotations

import math
from dataclasses import dataclass

from reference.connect4 import rules
from reference.connect4.oracle.bitboard import Bits, Layout, layout
from reference.connect4.oracle.search import OutOfReachError
from reference.connect4.rules import Board, Player


@dataclass(frozen=True, slots=True)
class Plain:
    """What a plain search finds.

    Attributes:
        value: 1, 0 or -1 for the mover.
        nodes: positions looked at, the first one and finished games included.
    """

    value: int
    nodes: int


def plain(
    board: Board, length: int = 4, player: Player | None = None, *, at_most: float = math.inf
) -> Plain:
    """Searches to the end, columns from left to right, with an open window at first.

    As in textbooks, nothing is made of the fact that no value is above 1.

    Raises ``OutOfReachError`` if that takes more than ``at_most`` nodes.
    """
    mover = player or rules.to_move(board)
    winner = rules.winner(board, length)
    if winner is not None:
        return Plain(1 if winner == mover else -1, 1)
    search = _Search(layout(len(board), len(board[0]), length), at_most)
    own, taken = search.layout.read(board, mover)
    return Plain(round(search.value(own, taken, -math.inf, math.inf)), search.nodes)


@dataclass(slots=True)
class _Search:
    layout: Layout
    at_most: float
    nodes: int = 0

    def value(self, own: Bits, taken: Bits, alpha: float, beta: float) -> float:
        """The value of a position that nobody has won yet, for the mover."""
        self.nodes += 1
        if self.nodes > self.at_most:
            raise OutOfReachError(f"Not settled after {self.nodes - 1} nodes.")
        playable = self.layout.playable(taken)
        if not playable:
            return 0
        winning = self.layout.completing(own)
        best = -math.inf
        for stack in self.layout.stacks:
            move = playable & stack
            if not move:
                continue
            if move & winning:
                self.nodes += 1
                best = 1
            else:
                best = max(best, -self.value(own ^ taken, taken | move, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

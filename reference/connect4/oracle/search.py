"""Who wins with perfect play: alpha-beta with null windows, over bitboards.

A value is 1, 0 or -1 for the player to move, so that two questions settle it: does the mover win,
and does it at least draw? Either is asked with a window in which nothing lies between the bounds,
and answered yes or no, once for each position: a transposition table remembers.

A node is asked only where the mover cannot win at once. Then it must block where the opponent
could, and must not drop a disc under a cell in which the opponent wins; what is left is tried in
the order of the threats that a move makes, from the middle outwards. Where the board in question is
its own mirror, each line of play has one too, and either position of such a pair stands for both.

Much of this is known from Pascal Pons, "Solving Connect 4: how to build a perfect AI" (2015); the
program is our own.
"""

from __future__ import annotations

import math

from reference.connect4 import rules
from reference.connect4.oracle.bitboard import Bits, Layout, layout
from reference.connect4.rules import Board, Player

DRAW, WIN = 0, 1


class OutOfReachError(Exception):
    """A position takes more nodes than were allowed."""


class Solver:
    """Answers about boards of one size; what it has learnt from one helps with the next.

    Attributes:
        nodes: how many positions have been looked at so far.
    """

    def __init__(self, rows: int, columns: int, length: int = 4) -> None:
        """For lines of ``length`` 3 or 4."""
        self.nodes = 0
        self._limit = math.inf
        self._length = length
        self._layout = layout(rows, columns, length)
        middle_first = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
        self._stacks = tuple(self._layout.stacks[column] for column in middle_first)
        # What is known about positions, for either goal.
        self._reached: tuple[dict[Bits, bool], dict[Bits, bool]] = ({}, {})
        self._mirrors = False

    def value(
        self, board: Board, player: Player | None = None, *, at_most: float = math.inf
    ) -> int:
        """1, 0 or -1: ``player``, or else whose turn it is, moves, and wins, draws or loses.

        Raises ``OutOfReachError`` if that takes more than ``at_most`` nodes; asked again, the
        question goes on from there.
        """
        mover = player or rules.to_move(board)
        winner = rules.winner(board, self._length)
        if winner is not None:
            return 1 if winner == mover else -1
        self._begin(board, at_most)
        return self._value(*self._layout.read(board, mover))

    def values(
        self, board: Board, player: Player | None = None, *, at_most: float = math.inf
    ) -> dict[int, int]:
        """The value of each legal move for who makes it; none if the game is over.

        Raises ``OutOfReachError`` as :meth:`value` does.
        """
        mover = player or rules.to_move(board)
        self._begin(board, at_most)
        found = {}
        for column in rules.moves(board, self._length):
            after = rules.drop(board, mover, column)
            won = rules.winner(after, self._length) is not None
            found[column] = (
                1 if won else -self._value(*self._layout.read(after, rules.other(mover)))
            )
        return found

    def best(self, board: Board, player: Player | None = None) -> frozenset[int]:
        """The columns of the highest value; none if the game is over."""
        values = self.values(board, player)
        return frozenset(
            column for column, value in values.items() if value == max(values.values())
        )

    def _begin(self, board: Board, at_most: float) -> None:
        self._limit = self.nodes + at_most
        self._mirrors = all(row == row[::-1] for row in board)

    def _value(self, own: Bits, taken: Bits) -> int:
        here = self._layout
        if here.completing(own) & here.playable(taken):
            return 1
        threats = here.completing(own ^ taken) & (here.cells ^ taken)
        if self._reaches(own, taken, threats, WIN):
            return 1
        return 0 if self._reaches(own, taken, threats, DRAW) else -1

    def _reaches(self, own: Bits, taken: Bits, threats: Bits, goal: int) -> bool:
        """Whether the mover gets at least ``goal``. It must not be able to win at once.

        ``threats``: the empty cells that complete a line of the opponent.
        """
        self.nodes += 1
        if self.nodes > self._limit:
            raise OutOfReachError(f"Not settled after {self.nodes - 1} nodes.")
        here: Layout = self._layout
        playable = here.playable(taken)
        must = playable & threats
        if must & (must - 1):
            return False
        safe = (must or playable) & ~(threats >> 1)
        if not safe:
            return not playable and goal == DRAW

        reached = self._reached[goal]
        key = taken + here.floor + own
        if self._mirrors:
            key = min(key, here.mirrored(taken) + here.floor + here.mirrored(own))
        known = reached.get(key)
        if known is not None:
            return known

        empty = here.cells ^ taken
        moves: list[tuple[int, int, Bits, Bits]] = []
        for stack in self._stacks:
            move = safe & stack
            if move:
                made = here.completing(own | move) & (empty ^ move)
                moves.append((-made.bit_count(), len(moves), move, made))
        moves.sort()
        opponent = own ^ taken
        reached[key] = answer = any(
            not self._reaches(opponent, taken | move, made, WIN - goal)
            for _, _, move, made in moves
        )
        return answer

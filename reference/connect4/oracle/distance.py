"""How soon a decided position ends: the winner hurries, the loser holds out."""

from __future__ import annotations

from dataclasses import dataclass, field

from reference.connect4 import rules
from reference.connect4.oracle.bitboard import Bits, Layout, layout
from reference.connect4.rules import Board, Player


def winning_columns(
    board: Board, plies: int, length: int = 4, player: Player | None = None
) -> frozenset[int]:
    """The columns with which ``player``, or else whose turn it is, forces a win in ``plies``.

    One ply is a win at once, three are a move, any answer, and a win.
    """
    mover = player or rules.to_move(board)
    search = _Search(layout(len(board), len(board[0]), length))
    found = []
    for column in rules.moves(board, length):
        after = rules.drop(board, mover, column)
        own, taken = search.layout.read(after, rules.other(mover))
        won = rules.winner(after, length) is not None
        if plies > 0 and (won or search.loses(own, taken, plies - 1)):
            found.append(column)
    return frozenset(found)


def plies_to_end(
    board: Board, at_most: int, length: int = 4, player: Player | None = None
) -> int | None:
    """After how many plies ``player``, who moves, has won (odd) or lost (even).

    ``None`` for a draw, and if neither side wins within ``at_most`` plies. 0 if the opponent has
    won already.
    """
    mover = player or rules.to_move(board)
    winner = rules.winner(board, length)
    if winner is not None:
        return 0 if winner != mover else None
    search = _Search(layout(len(board), len(board[0]), length))
    own, taken = search.layout.read(board, mover)
    free = sum(row.count(" ") for row in board)
    for plies in range(1, min(at_most, free) + 1):
        decided = search.wins if plies % 2 else search.loses
        if decided(own, taken, plies):
            return plies
    return None


@dataclass(frozen=True, slots=True)
class _Search:
    """Two functions that ask each other, with what they have answered."""

    layout: Layout
    known: dict[tuple[Bits, int], bool] = field(default_factory=dict)

    def wins(self, own: Bits, taken: Bits, plies: int) -> bool:
        """Whether the mover wins within ``plies``."""
        here = self.layout
        playable = here.playable(taken)
        if plies > 0 and here.completing(own) & playable:
            return True
        if plies < 3:
            return False
        key = taken + here.floor + own, plies
        if key not in self.known:
            opponent = own ^ taken
            # A threat of the opponent leaves no choice.
            must = here.completing(opponent) & playable
            self.known[key] = any(
                self.loses(opponent, taken | move, plies - 1)
                for move in self._moves(must or playable)
            )
        return self.known[key]

    def loses(self, own: Bits, taken: Bits, plies: int) -> bool:
        """Whether the mover, whatever it does, has lost within ``plies``. Nobody has won yet."""
        here = self.layout
        playable = here.playable(taken)
        if plies < 2 or not playable or here.completing(own) & playable:
            return False
        opponent = own ^ taken
        threats = here.completing(opponent) & playable
        return all(
            self.wins(opponent, taken | move, plies - 1)
            for move in self._moves(threats or playable)
        )

    def _moves(self, cells: Bits) -> list[Bits]:
        return [move for stack in self.layout.stacks if (move := cells & stack)]

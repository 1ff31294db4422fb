"""Players that see too little or search wrongly: a good position shows it of many of them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reference.breakthrough_agent import PlayerAI, agents
from reference.breakthrough_agent.agents.boards import Board, Move, after, is_over, moves
from reference.breakthrough_agent.agents.evaluations import comprehensive, pieces, position

Player = Callable[[Board], Move]

_INFINITY = float("inf")
_WON = 1_000_000.0
_ONE_PLY = (
    "killer", "position", "reckless", "defensive", "cautious", "mobility", "comprehensive",
)  # fmt: skip


def _rows(board: Board) -> float:
    return 3 * pieces(board) + position(board)


_EVALUATIONS: Mapping[str, Callable[[Board], float]] = {
    "comprehensive": comprehensive,
    "rows": _rows,
}
_ALL = (*_EVALUATIONS.values(), PlayerAI.evaluate)


@dataclass(frozen=True, slots=True)
class Search:
    """Alpha-beta, with or without a mistake in it.

    Attributes:
        closed: whether the window is closed from the start.
        swapped: whether bounds are passed on in the wrong order.
        inverted: whether the search is cut off where the window is open.
        foremost: whether captures and the foremost pawns come first.
        listed: the moves of a side in the order in which they are tried, if not in that.
        table: values of boards that have been met, which count whatever was asked of them; ``None``
            if nothing is remembered.
    """

    plies: int
    evaluate: Callable[[Board], float]
    closed: bool = False
    swapped: bool = False
    inverted: bool = False
    foremost: bool = True
    listed: Callable[[Board, str], list[Move]] | None = None
    table: dict[str, float] | None = None

    def __call__(self, board: Board) -> Move:
        """The move of Black."""
        best, highest = None, -_INFINITY
        for move in self._moves(board, "B"):
            window = (_INFINITY, -_INFINITY) if self.closed else (-_INFINITY, _INFINITY)
            if self.table is not None:  # what is cut off is not remembered either
                window = (highest, _INFINITY)
            value = self._value(after(board, move), "W", self.plies - 1, *window)
            if best is None or value > highest:
                best, highest = move, value
        assert best is not None, "there is a move as long as a game goes on"
        return best

    def _moves(self, board: Board, side: str) -> list[Move]:
        if self.listed is not None:
            return self.listed(board, side)
        found = moves(board, side)
        if self.foremost:
            ahead = 1 if side == "B" else -1
            found.sort(key=lambda move: (board[move[1][0]][move[1][1]] == "_", -ahead * move[0][0]))
        return found

    def _value(self, board: Board, side: str, plies: int, alpha: float, beta: float) -> float:
        if self.table is not None:
            met = "".join(map("".join, board))
            if met in self.table:
                return self.table[met]
            self.table[met] = self.evaluate(board)
        if is_over(board):
            return _WON + plies if side == "W" else -_WON - plies
        if plies == 0:
            return self.evaluate(board)
        other = "W" if side == "B" else "B"
        best = -_INFINITY if side == "B" else _INFINITY
        for move in self._moves(board, side):
            window = (beta, alpha) if self.swapped else (alpha, beta)
            value = self._value(after(board, move), other, plies - 1, *window)
            if side == "B":
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha <= beta if self.inverted else alpha >= beta:
                break
        return best


@functools.cache
def panel(plies: int) -> Mapping[str, Player]:
    """Players who do not see what can be seen with so many plies, by name."""
    found: dict[str, Player] = {name: _one_ply(name) for name in _ONE_PLY}
    found["first"] = lambda board: moves(board)[0]
    for name, evaluate in _EVALUATIONS.items():
        for fewer in range(1, plies):
            found[f"{name}, {fewer} plies"] = Search(fewer, evaluate)
        for depth in (3, 4):
            found |= {
                f"{name}, {depth} plies, closed": Search(depth, evaluate, closed=True),
                f"{name}, {depth} plies, swapped": Search(depth, evaluate, swapped=True),
                f"{name}, {depth} plies, inverted": Search(depth, evaluate, inverted=True),
            }
    return found


@functools.cache
def natural() -> tuple[Player, ...]:
    """Players that make the move which looks best at once."""
    return tuple(Search(1, evaluate) for evaluate in _ALL)


def forgetful() -> tuple[Player, ...]:
    """Players that remember a board, and not what they wanted to know of it."""
    return tuple(
        Search(plies, evaluate, table={}, listed=listed)
        for evaluate in _ALL
        for plies in (4, 5)
        for listed in (None, PlayerAI.moves)
    )


def _one_ply(name: str) -> Player:
    agent = agents.load(name)

    def player(board: Board) -> Move:
        (row, col), (to_row, to_col) = agent.make_move(board)
        return (row, col), (to_row, to_col)

    return player

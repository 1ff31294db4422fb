"""Alpha-beta with a transposition table over bitboards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reference.ps2.oracle.bitboard import (
    FIRST_ROW,
    LAST_ROW,
    Bitboard,
    coordinates,
    evaluate,
    is_over,
    moves,
    play,
)
from reference.ps2.provided.breakthrough import INF, MOVE_NONE, Move, Player

Bounds = tuple[int, int]
Table = list[dict[Bitboard, Bounds]]

FULL: Bounds = (-INF, INF)


@dataclass(frozen=True, slots=True)
class Solution:
    """What a right search answers."""

    score: int
    """For Black: pawns of Black less pawns of White, or plus or minus ``WIN``."""
    moves: frozenset[Move]
    """Every optimal move; only ``MOVE_NONE`` if the position is decided or no ply is allowed."""


def solve(board: Sequence[Sequence[str]], depth: int, player: Player) -> Solution:
    """The exact score and all optimal moves when ``player`` moves and looks ``depth`` plies ahead.

    ``board`` is six rows of six cells, each ``B``, ``W`` or ``_``. Wins count the same however
    late they come. Raises ``ValueError`` for another shape or a negative depth.
    """
    values = move_values(board, depth, player)
    if not values:
        return Solution(evaluate(Bitboard.read(board)), frozenset({MOVE_NONE}))
    score = max(values.values()) if player is Player.BLACK else min(values.values())
    return Solution(score, frozenset(move for move, value in values.items() if value == score))


def move_values(board: Sequence[Sequence[str]], depth: int, player: Player) -> dict[Move, int]:
    """The exact score, for Black, of every root move; empty if there is nothing to choose."""
    if depth < 0:
        raise ValueError(f"A search looks 0 plies ahead or more; got {depth}.")
    position = Bitboard.read(board)
    if depth == 0 or is_over(position):
        return {}
    sign = 1 if player is Player.BLACK else -1
    table: Table = [{} for _ in range(depth)]
    return {
        coordinates(move): -sign
        * _search(play(position, move, player), player.get_opponent(), depth - 1, FULL, table)
        for move in moves(position, player)
    }


def _search(position: Bitboard, player: Player, depth: int, window: Bounds, table: Table) -> int:
    """Fail-soft negamax: the score for ``player``, exact inside the window and else a bound.

    ``table[depth]`` keeps, for each position with that many plies left, a lower and an upper
    bound on its score. The side to move follows from the plies left, so it is no part of the key.
    """
    if depth == 0 or is_over(position):
        score = evaluate(position)
        return score if player is Player.BLACK else -score

    alpha, beta = window
    low, high = table[depth].get(position, FULL)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    alpha, beta = max(alpha, low), min(beta, high)

    best = -INF
    reach = alpha
    # Winning steps and captures first: they are what refutes most often.
    black, white = position
    targets = LAST_ROW | white if player is Player.BLACK else FIRST_ROW | black
    for move in sorted(moves(position, player), key=lambda move: not move[1] & targets):
        child = play(position, move, player)
        score = -_search(child, player.get_opponent(), depth - 1, (-beta, -reach), table)
        if score > best:
            best = score
            reach = max(reach, best)
            if best >= beta:
                break

    if best <= alpha:
        high = min(high, best)
    elif best >= beta:
        low = max(low, best)
    else:
        low = high = best
    table[depth][position] = low, high
    return best

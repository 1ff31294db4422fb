"""Wins and losses that can be seen without searching: exact where they say anything.

**One step.** A pawn on the second-last row arrives: of the two cells diagonally ahead, one at least
is on the board, and it is empty or the opponent's.

**Forced captures.** If the opponent has such a pawn, it must be captured at once. Two of them, or
one that no pawn attacks, win.

**Races.** A pawn that only goes straight on is stopped by a pawn that comes onto its path or beside
the next cell of it. The opponent's pawn, ``gap`` rows ahead and some columns away, can come nearer
by one column with each of its moves, and they meet after ``gap / 2`` moves of each. So a race is
won if the path is free of own pawns, no pawn of the opponent is that near, and the opponent needs
no fewer moves to arrive itself. If it is the opponent's turn, ``gap`` rounds up, and the pawn must
need fewer moves than the opponent.

The tests hold all of it against complete searches of small boards.
"""

from __future__ import annotations

from collections.abc import Mapping

from reference.breakthrough_agent.oracle.positions import Geometry, Position, threats


def verdict(board: Geometry, position: Position) -> int:
    """1 if the player to move wins, -1 if it loses, 0 if this cannot be seen.

    Nobody has arrived yet, but one side may be without pawns.
    """
    own, other, own_mirrored, other_mirrored = position
    if not own:
        return -1
    if not other:
        return 1
    steps, other_steps = board.steps(own), board.steps(other_mirrored)
    if steps == 1:
        return 1
    if other_steps == 1:
        return 0 if _can_capture(board, own, threats(board, position)) else -1
    if _wins_race(board, own, other, other_steps, board.near):
        return 1
    if _wins_race(board, other_mirrored, own_mirrored, steps - 1, board.near_waiting):
        return -1
    return 0


def _can_capture(board: Geometry, own: int, threatening: int) -> bool:
    """Whether one move removes all threats."""
    if threatening & (threatening - 1):
        return False
    beside = (threatening & ~board.left) >> 1 | (threatening & ~board.right) << 1
    return bool(beside >> board.cols & own)


def _wins_race(
    board: Geometry, runners: int, against: int, most: int, near: Mapping[int, int]
) -> bool:
    """Whether a pawn of ``runners`` arrives, in at most ``most`` moves, whatever is done."""
    path = board.path
    first = board.cols * (board.rows - 1 - most)
    rest = runners >> first << first if first > 0 else runners
    while rest:
        runner = rest & -rest
        rest ^= runner
        if not against & near[runner] and not runners & path[runner]:
            return True
    return False

"""Pools of boards for tasks 2.1 (all moves of a side) and 5.1 (the improved evaluation).

The boards of a pool are about as full as each other. Where a pool has several parts, of which a
submission gets one each, the parts follow each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from reference.ps2.generate import boards as fixed
from reference.ps2.generate.boards import (
    MOVE_FAMILIES,
    Evaluation,
    MoveSet,
    all_moves,
    evaluated,
)
from reference.ps2.generate.sampling import played, positions
from reference.ps2.oracle.bitboard import CELLS, Bitboard, moves
from reference.ps2.provided.breakthrough import COL, Player

BOARDS = 20
"""In each part of a pool."""

MOVES = {"game": (12, 18), "edge": (7, 12), "blocked": (7, 14), "capture": (8, 13)}
"""How many moves there are on the boards of each family, at least and at most."""
ARMIES = (12, 20)
"""How many pawns stand on the boards out of whole games, at least and at most,"""
ARRIVALS = (5, 10)
"""and on those where a pawn arrives."""


def move_sets() -> Iterator[MoveSet]:
    """For either side, boards out of whole games, and of each family that asks for a rule."""
    everybodys = list(fixed.move_sets())
    for family, (least, most) in MOVES.items():
        for player in Player:
            taken = {case.position for case in everybodys if case.player is player}

            def fits(board: Bitboard, family: str = family, player: Player = player) -> bool:
                return family == "game" or MOVE_FAMILIES[family][-1](board, player)

            seed = f"pool of moves {family} {player.name}"
            boards = played(seed) if family == "game" else positions(seed, MOVE_FAMILIES[family][0])
            fitting = (
                board for board in boards
                if least <= len(moves(board, player)) <= most and fits(board)
            )  # fmt: skip
            chosen = _new(fitting, taken)
            for number, board in enumerate(chosen, start=1):
                name = f"{family}_drawn_{player.name[0].lower()}{number}"
                yield all_moves(name, family, board, player)


def evaluations() -> Iterator[Evaluation]:
    """Boards out of whole games, twice as many; then those where a pawn of either side arrives."""
    least, most = ARMIES
    armies = (board for board in played("pool of armies") if least <= _pawns(board) <= most)
    taken = {case.position for case in fixed.evaluations()}
    for number, board in enumerate(_new(armies, taken, 2 * BOARDS), start=1):
        yield evaluated(f"army_drawn_{number}", "army", board)
    arrive: dict[str, Callable[[Bitboard, int], Bitboard]] = {
        "b": lambda left, home: Bitboard(left.black | home << CELLS - COL,
                                         left.white & ~(home << CELLS - COL)),
        "w": lambda left, home: Bitboard(left.black & ~home, left.white | home),
    }  # fmt: skip
    least, most = ARRIVALS
    for side, arrived in arrive.items():
        boards = (
            arrived(board, 1 << number % COL)
            for number, board in enumerate(positions(f"pool of arrivals {side}", (6, 6)))
            if board.black.bit_count() > 1 < board.white.bit_count()
        )
        chosen = _new((board for board in boards if least <= _pawns(board) <= most), taken)
        for number, board in enumerate(chosen, start=1):
            yield evaluated(f"arrival_drawn_{side}{number}", "arrival", board)


def _new(
    boards: Iterator[Bitboard], taken: set[Bitboard], number: int = BOARDS
) -> Iterator[Bitboard]:
    """The first so many of endless ``boards`` that are not ``taken``; they are from then on."""
    found = (board for board in boards if board not in taken)
    for board in islice(found, number):
        taken.add(board)
        yield board


def _pawns(board: Bitboard) -> int:
    return board.black.bit_count() + board.white.bit_count()

"""How many positions a search has looked into is counted from what it asked about."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.testing import InvalidReturn, Undecided, WrongAnswer
from hidden_tests.ps2.positions import Position, pruning_cases
from hidden_tests.ps2.pruning_counts import check_asked, looked_into
from reference.ps2.generate.families import Setting
from reference.ps2.generate.pruning import looked_into as visited
from reference.ps2.oracle.bitboard import Bitboard, moves, play
from reference.ps2.oracle.cuts import note
from reference.ps2.provided.breakthrough import Player

ROOTS = [case.roots[0] for case in pruning_cases("black_3_plies", "white_3_plies")]


def asked(root: Position) -> list[str]:
    """What a search without pruning asks about, in any order."""
    setting = Setting(Bitboard.read(root.rows), root.player, root.depth)
    return [note(board, player) for board, player in visited(setting, list, cutting=())]


def itself(root: Position) -> str:
    return note(Bitboard.read(root.rows), root.player)


def first_child(root: Position) -> str:
    board = Bitboard.read(root.rows)
    child = play(board, next(iter(moves(board, root.player))), root.player)
    return note(child, root.player.get_opponent())


def rotated(cells: str) -> str:
    return cells[::-1]


def flipped(cells: str) -> str:
    return "".join(cells[at : at + 6] for at in range(30, -1, -6))


@pytest.mark.parametrize("root", ROOTS, ids=str)
@pytest.mark.parametrize("always", Player)
@pytest.mark.parametrize("turned", [rotated, flipped])
def test_a_turned_board_counts_as_the_board(
    root: Position, always: Player, turned: Callable[[str], str]
) -> None:
    plain = asked(root)
    log = [
        each
        if each.endswith(always.name)
        else f"{turned(each[:36]).translate(str.maketrans('BW', 'WB'))} {always.name}"
        for each in plain
    ]
    assert log != plain
    assert looked_into(log, root) == looked_into(plain, root) > 20


@pytest.mark.parametrize("root", ROOTS, ids=str)
def test_what_is_asked_nowhere_or_hardly_anywhere(root: Position) -> None:
    everything = asked(root)
    with pytest.raises(InvalidReturn):
        check_asked([f"{'_' * 36} BLACK", 7, "nonsense WHITE", ""], root)
    with pytest.raises(Undecided):
        check_asked([itself(root)], root)
    with pytest.raises(WrongAnswer, match=r"looks behind 1 of the \d+ first moves and stops"):
        check_asked([itself(root), first_child(root)], root)
    assert check_asked(everything, root) == looked_into(everything, root)

"""The frozen file, as it lies in the tree."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

import pytest

from hidden_tests.ps2.positions import (
    PATH,
    Position,
    check_rows,
    evaluations,
    handout,
    move_sets,
    positions,
    pruning_cases,
)
from hidden_tests.ps2.pruning_counts import _undecided
from reference.ps2.generate.families import FAMILIES
from reference.ps2.generate.handout import SEARCHES
from reference.ps2.generate.mistakes import ALPHA_BETA, FULL_WIDTH, search_with
from reference.ps2.generate.situations import possible, situations
from reference.ps2.oracle import bitboard, solve
from reference.ps2.oracle.bitboard import Bitboard, coordinates
from reference.ps2.provided.breakthrough import MOVE_NONE, WIN, Player

NAMES = tuple(family.name for family in FAMILIES)


def frozen() -> list[Position]:
    """All search positions except the handout's."""
    return positions(*NAMES, "finished")


def test_there_are_more_than_three_hundred_distinct_positions() -> None:
    assert len({(p.rows, p.player, p.depth) for p in frozen()}) == len(frozen()) >= 300


def test_names_are_unique_and_can_name_a_case() -> None:
    everything = [*frozen(), *positions("handout")]
    names = [str(position) for position in everything]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() for name in names)


def test_answers_are_the_oracles() -> None:
    for position in [*frozen(), *positions("handout")]:
        solution = solve(position.rows, position.depth, position.player)
        assert (position.score, position.moves) == (solution.score, solution.moves), position


def test_either_side_and_every_depth_occur() -> None:
    found = Counter((position.player, position.depth) for position in frozen())
    assert min(found[player, depth] for player in Player for depth in range(1, 7)) >= 5


@pytest.mark.parametrize("mistake", [*FULL_WIDTH, *ALPHA_BETA])
def test_every_usual_mistake_is_shown_many_times(mistake: str) -> None:
    families = {position.family for position in frozen() if mistake in position.shows}
    assert sum(mistake in position.shows for position in frozen()) >= 20
    assert len(families) >= 2 or mistake == "move_none_forgotten"


@pytest.mark.slow
def test_mistakes_are_shown_as_the_file_says() -> None:
    for position in frozen()[::5]:
        for mistake in (*FULL_WIDTH, *ALPHA_BETA):
            search = search_with(mistake)
            score, move = search(Bitboard.read(position.rows), position.depth, position.player)
            wrong = score != position.score or move not in position.moves
            assert wrong == (mistake in position.shows), (position, mistake)


def test_only_finished_games_have_no_move() -> None:
    for position in frozen():
        assert (position.moves == {MOVE_NONE}) == (position.family == "finished"), position


def test_no_position_can_be_guessed_throughout_a_family() -> None:
    scores = defaultdict(set)
    for position in frozen():
        scores[position.family].add(position.score)
    assert all(len(found) > 1 for found in scores.values())


def test_the_handouts_answers_are_kept() -> None:
    for stated in SEARCHES:
        (position,) = handout(stated.id.removeprefix("board_"))
        assert position.rows == stated.rows
        assert stated.score in {None, position.score}


def test_limits_lie_between_pruning_and_not_pruning() -> None:
    for case in pruning_cases(
        *(f"{side}_{depth}_plies" for side in ("black", "white") for depth in (3, 4, 5))
    ):
        assert case.reference < case.limit < case.plain
        assert case.plain > 1.5 * case.reference
        assert all(abs(root.score) != WIN for root in case.roots)


def test_plain_counts_are_what_the_checks_can_count() -> None:
    for side in ("black", "white"):
        for case in pruning_cases(*(f"{side}_{depth}_plies" for depth in (3, 4, 5))):
            assert case.plain == sum(len(_undecided(root)) for root in case.roots)


def test_move_sets_are_the_oracles() -> None:
    cases = move_sets("handout", "game", "edge", "blocked", "capture", "situation", "gone")
    assert len(cases) > 200
    for case in cases:
        position = Bitboard.read(case.rows)
        assert case.moves == set(map(coordinates, bitboard.moves(position, case.player))), case
        assert bitboard.is_over(position) == (case.family == "gone")


@pytest.mark.parametrize("player", Player)
def test_whatever_can_stand_ahead_of_a_pawn_does_so_on_some_board(player: Player) -> None:
    cases = move_sets("handout", "game", "crowded", "alike", "edge", "blocked", "capture")
    others = move_sets("situation")
    found = [
        situations(Bitboard.read(case.rows), player)
        for case in (*cases, *others)
        if case.player is player
    ]
    assert set().union(*found) == possible(player)


def test_situations_are_what_stands_ahead_of_a_pawn() -> None:
    board = Bitboard.read(["B_____", "_W____", "______", "______", "______", "_____W"])
    assert situations(board, Player.BLACK) == {(0, 0, 0, "_"), (0, 0, 1, "W")}
    assert situations(board, Player.WHITE) == {
        (1, 1, 0, "B"), (1, 1, 1, "_"), (1, 1, 2, "_"), (5, 5, 4, "_"), (5, 5, 5, "_"),
    }  # fmt: skip


def test_evaluations_cover_every_cell() -> None:
    boards = evaluations("one_pawn")
    for tile, rows in (("B", range(5)), ("W", range(1, 6))):
        assert {
            (r, c) for case in boards for r in range(6) for c in range(6) if case.rows[r][c] == tile
        } >= {(r, c) for r in rows for c in range(6)}


def test_one_case_per_line_in_a_file_that_can_be_diffed() -> None:
    text = PATH.read_text(encoding="utf-8")
    document = json.loads(text)
    entries = sum(len(section) for section in document.values())
    assert len(text.splitlines()) == 2 + 2 * len(document) + entries


@pytest.mark.parametrize(
    "rows",
    [("______",) * 5, (*("______",) * 5, "_______"), (*("______",) * 5, "_____b")],
    ids=["five rows", "seven cells", "unknown cell"],
)
def test_what_is_no_board_is_refused(rows: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="board_34"):
        check_rows(rows, "board_34")


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(ValueError, match="no_such_family"):
        positions("no_such_family")

"""Smaller versions of cases: one step smaller, of the same kind, and with the right answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

import pytest

from grader.explain.add_explanations import ShrinkableCase
from hidden_tests.ps2.landscapes import FINITE, INFINITE
from hidden_tests.ps2.positions import Position, evaluations, move_sets, positions
from hidden_tests.ps2.ranked_tours import ranking
from hidden_tests.ps2.reordered import Reordered
from hidden_tests.ps2.scripted_climbs import ANY_SCORES, KEEP_THE_BEST
from hidden_tests.ps2.smaller import pawns
from hidden_tests.ps2.test_1_3_transition import HANDOUT
from hidden_tests.ps2.tours import HANDOUT_4, HANDOUT_10
from reference.ps2.generate_valid_moves import generate_valid_moves
from reference.ps2.minimax import minimax
from reference.ps2.oracle.bitboard import Bitboard, is_over

FAMILIES = ("one_ply", "forced_win", "defence", "material", "last_pawn", "finished")
POSITIONS = positions(*FAMILIES)[::9]
EVERYTHING: list[Any] = [
    *POSITIONS,
    *(Reordered(position, "reversed") for position in POSITIONS[:3]),
    *move_sets("game", "capture", "gone")[::9],
    *evaluations("army", "arrival", "no_pawns")[::9],
    ranking("to be shrunk", 6, lambda rng: rng.randint(1, 99)),
    *HANDOUT,
    HANDOUT_4,
    HANDOUT_10,
    *FINITE,
    *INFINITE,
    *KEEP_THE_BEST,
    *ANY_SCORES,
]


def chain(case: Any, most: int = 60) -> Iterator[Any]:
    """The case, its first smaller version, and so on."""
    for _ in range(most):
        yield case
        case = next(case.smaller(), None)
        if case is None:
            return
    pytest.fail("there is always a smaller version")


@pytest.mark.parametrize("case", EVERYTHING, ids=lambda case: f"{type(case).__name__}-{case}")
def test_every_kind_of_case_gets_smaller_until_it_cannot(case: Any) -> None:
    assert isinstance(case, ShrinkableCase)
    versions = list(chain(case))
    assert all(before != after for before, after in pairwise(versions))
    assert len({version.size for version in versions}) > 1 or len(versions) == 1


@pytest.mark.parametrize("case", POSITIONS, ids=str)
def test_answers_of_smaller_positions_are_right(case: Position) -> None:
    for smaller in islice(case.smaller(), 12):
        board = smaller.board()
        score, move = minimax(board, 0, smaller.depth, smaller.player, generate_valid_moves)
        assert score == smaller.score
        assert move in smaller.moves
        assert pawns(smaller.rows) + smaller.depth < pawns(case.rows) + case.depth
        over = [is_over(Bitboard.read(version.rows)) for version in (smaller, case)]
        assert over[0] == over[1]


def test_a_city_left_out_leaves_the_other_distances() -> None:
    smaller = HANDOUT_4.without(1)
    assert smaller.cities == 3
    assert sorted((min(a, b), max(a, b), d) for a, b, d in smaller.distances) == [
        (0, 1, 15),
        (0, 2, 22),
        (1, 2, 30),
    ]


def test_rankings_stay_in_order() -> None:
    for version in chain(ranking("to be shrunk", 6, lambda rng: rng.randint(1, 99))):
        lengths = [version.instance.length(tour) for tour in version.tours]
        assert lengths == sorted(lengths)
        assert all(sorted(tour) == list(range(version.instance.cities)) for tour in version.tours)


def test_scripts_lose_one_climb_at_a_time() -> None:
    (case,) = [script for script in KEEP_THE_BEST if script.name == "best-last"]
    assert list(case.smaller()) == [
        replace(case, scores=case.scores[:place] + case.scores[place + 1 :]) for place in range(4)
    ]

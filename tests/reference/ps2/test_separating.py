"""Positions and tours that were chosen to separate almost-right programs from right ones."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from grader.testing import WrongAnswer
from hidden_tests.ps2.positions import MoveSet, Position, evaluations, move_sets, positions
from hidden_tests.ps2.ranked_tours import (
    close_together,
    every_edge,
    ranked_otherwise,
    ranking,
)
from hidden_tests.ps2.test_1_3_transition import (
    FAR,
    Route,
    check_many_are_near,
    easily_confused,
    routes,
)
from hidden_tests.ps2.test_1_4_evaluation_func import TEN
from hidden_tests.ps2.tour_checks import round_trip
from reference.ps2.generate.separating import TARGETS, Target
from reference.ps2.generate.slight import Slight
from reference.ps2.oracle import solve
from reference.ps2.oracle.bitboard import Bitboard
from reference.ps2.transition import transition

ALIKE = [position for position in positions("alike") if re.search(r"\d[ab]$", position.id)]


def position_of(target: Target, player: str) -> Position:
    slight = target.slight
    name = f"{target.family}_{slight.kind}_{slight.size}_{target.depth}{player}"
    (found,) = (each for each in positions(target.family) if each.id == name)
    return found


@pytest.mark.parametrize(
    "target",
    TARGETS,
    ids=lambda target: f"{target.slight.kind}-{target.slight.size}-{target.depth}",
)
def test_each_slight_mistake_goes_wrong_where_it_was_looked_for(target: Target) -> None:
    for player in target.players:
        case = position_of(target, player.name[0].lower())
        score, _ = target.slight.search(Bitboard.read(case.rows), case.depth, player)
        assert score != case.score


@pytest.mark.parametrize("kind", ["first", "promising", "late", "scout", "futile_1", "capped"])
def test_a_mistake_so_slight_that_it_is_none_finds_the_right_score(kind: str) -> None:
    for case in positions("cut_short", "alike")[::4]:
        score, _ = Slight(kind, 1000).search(Bitboard.read(case.rows), case.depth, case.player)
        assert score == solve(case.rows, case.depth, case.player).score


def test_no_answer_to_a_board_is_right_for_the_one_that_is_taken_for_it() -> None:
    pairs = list(zip(ALIKE[::2], ALIKE[1::2], strict=True))
    assert len(pairs) > 20
    for one, other in pairs:
        assert (one.id[:-1], one.id[-1], other.id[-1]) == (other.id[:-1], "a", "b")
        assert (one.depth, one.player) == (other.depth, other.player)
        assert one.rows != other.rows
        assert one.score != other.score or one.moves.isdisjoint(other.moves)


def test_boards_that_follow_each_other_have_other_moves_and_values() -> None:
    moves: list[MoveSet] = move_sets("alike")
    assert all(one.moves != other.moves for one, other in zip(moves[::2], moves[1::2], strict=True))
    values = evaluations("alike")
    assert all(
        one.score != other.score for one, other in zip(values[::2], values[1::2], strict=True)
    )


def test_tours_that_are_one_apart() -> None:
    for scale in (0, 10**5, 10**8):
        close = close_together("close", TEN, scale)
        lengths = [close.instance.length(tour) for tour in close.tours]
        assert [longer - shorter for shorter, longer in pairwise(lengths)] == [1, 1]
        assert min(length for *_, length in close.instance.distances) > 0


def test_tours_that_another_list_of_distances_ranks_otherwise() -> None:
    given = ranking("some", 7, lambda rng: rng.randint(1, 120))
    other = ranked_otherwise("other", given, {1: 4, 4: 1})
    assert sorted(d for *_, d in other.instance.distances) == sorted(
        d for *_, d in given.instance.distances
    )
    lengths = [other.instance.length(tour) for tour in other.tours]
    before = [given.instance.length(tour) for tour in other.tours]
    assert lengths == sorted(lengths)
    assert before != sorted(before)


def test_routes_that_share_a_beginning_are_far_from_the_given_one() -> None:
    (given,) = routes(FAR)
    for route in easily_confused(given):
        assert sorted(route.stops) == sorted(given.stops)
        with pytest.raises(WrongAnswer, match="Too few"):
            check_many_are_near(transition(list(route.stops)), given)
    check_many_are_near(transition(list(given.stops)), given)


def test_a_few_of_many_neighbours_may_be_far() -> None:
    case = Route("twenty", tuple(range(20)))
    far = [*range(0, 20, 2), *range(1, 20, 2)]
    near = transition(list(case.stops))[:20]
    check_many_are_near([*near, far], case)
    check_many_are_near([near[0], far, far], case)  # too few to say
    with pytest.raises(WrongAnswer, match="Too few"):
        check_many_are_near([near[0], *[far] * 19], case)


def test_tours_of_every_edge_share_none_and_differ_by_one_each() -> None:
    found = every_edge("edges", 9)
    legs = [leg for tour in found.tours for leg in round_trip(tour)]
    assert sorted(map(sorted, legs)) == sorted(
        sorted(edge[:2]) for edge in found.instance.distances
    )
    lengths = [found.instance.length(tour) for tour in found.tours]
    assert lengths == [lengths[0] + rank for rank in range(4)]
    assert all(distance > 0 for *_, distance in found.instance.distances)

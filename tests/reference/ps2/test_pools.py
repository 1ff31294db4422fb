"""The frozen pools: true answers, and cases that are equally hard."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hidden_tests.ps2 import pools
from hidden_tests.ps2.positions import evaluations, move_sets, positions
from reference.ps2.generate.families import Setting, nodes
from reference.ps2.generate.pool_boards import ARMIES, MOVES
from reference.ps2.generate.pool_positions import KINDS, Kind
from reference.ps2.generate.pool_tours import CLOSE
from reference.ps2.oracle import solve
from reference.ps2.oracle.bitboard import Bitboard, coordinates, improved, is_over, moves
from reference.ps2.provided.breakthrough import Player

FAMILIES = tuple(kind.family for kind in KINDS)


def by_family(kind: Kind) -> str:
    return kind.family


@pytest.mark.parametrize("kind", KINDS, ids=by_family)
def test_answers_of_searches_are_the_oracles(kind: Kind) -> None:
    for position in pools.searches(kind.family):
        solution = solve(position.rows, position.depth, position.player)
        assert (position.score, position.moves) == (solution.score, solution.moves), position


@pytest.mark.parametrize("kind", KINDS, ids=by_family)
def test_searches_of_a_pool_are_equally_hard(kind: Kind) -> None:
    found = pools.searches(kind.family)
    assert len(found) >= 30
    for position in found:
        board = Bitboard.read(position.rows)
        assert position.depth == kind.depth
        assert kind.moves[0] <= len(moves(board, position.player)) <= kind.moves[1]
        size = nodes(Setting(board, position.player, position.depth), kind.nodes[1])
        assert kind.nodes[0] <= size <= kind.nodes[1]
    half = len(found) // 2
    assert {position.player for position in found[:half]} == {Player.BLACK}
    assert {position.player for position in found[half:]} == {Player.WHITE}


def test_no_search_is_asked_of_everybody_as_well() -> None:
    drawn = [(each.rows, each.player, each.depth) for each in pools.searches(*FAMILIES)]
    fixed = {(each.rows, each.player, each.depth) for each in positions(*FAMILIES)}
    assert len(set(drawn)) == len(drawn) >= 300
    assert fixed.isdisjoint(drawn)


@pytest.mark.parametrize("family", MOVES)
def test_move_sets_are_complete_and_of_a_size(family: str) -> None:
    found = pools.move_sets(family)
    fixed = {(each.rows, each.player) for each in move_sets(family)}
    assert len({(each.rows, each.player) for each in found} - fixed) == len(found) >= 40
    for case in found:
        board = Bitboard.read(case.rows)
        assert not is_over(board)
        assert case.moves == {coordinates(move) for move in moves(board, case.player)}
        assert MOVES[family][0] <= len(case.moves) <= MOVES[family][1]


def test_values_are_right() -> None:
    for family in ("army", "arrival"):
        found = pools.evaluations(family)
        fixed = {each.rows for each in evaluations(family)}
        assert len({each.rows for each in found} - fixed) == len(found) >= 40
        for case in found:
            board = Bitboard.read(case.rows)
            assert case.score == improved(board)
            assert is_over(board) == (family == "arrival")
    armies = [sum(row.count("_") for row in case.rows) for case in pools.evaluations("army")]
    assert 36 - ARMIES[1] <= min(armies) <= max(armies) <= 36 - ARMIES[0]


def test_routes_visit_every_city_once() -> None:
    found = pools.routes()
    assert len({stops for _, stops in found}) == len(found) >= 40
    sizes = [len(stops) for _, stops in found]
    assert sizes == sorted(sizes)
    assert all(sorted(stops) == list(range(len(stops))) for _, stops in found)


def test_ranked_tours_are_close_and_different() -> None:
    found = pools.rankings()
    assert len(found) >= 30
    for ranking in found:
        lengths = [ranking.instance.length(tour) for tour in ranking.tours]
        assert all(shorter < longer < CLOSE * shorter for shorter, longer in pairwise(lengths))
        pairs = {frozenset(edge[:2]) for edge in ranking.instance.distances}
        cities = ranking.instance.cities
        assert len(pairs) == len(ranking.instance.distances) == cities * (cities - 1) // 2
        assert all(sorted(tour) == list(range(cities)) for tour in ranking.tours)


def test_instances_differ() -> None:
    found = pools.instances()
    assert len({instance.distances for instance in found}) == len(found) >= 30
    assert {instance.cities for instance in found} == {12}


def test_a_family_without_a_pool_is_named() -> None:
    with pytest.raises(ValueError, match=r"pools\.json has no finished in searches"):
        pools.searches("finished")

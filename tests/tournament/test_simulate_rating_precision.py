"""The margins that are announced are those that come out."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from grader.tournament.ratings import ELO, GamePairPoints
from grader.tournament.simulate_rating_precision import (
    expected_margin,
    extrapolate_margin,
    rate_mean_margin,
)

pytest.importorskip("choix", reason="the extra tournament is not installed: make tournament")


def pairings(players: int, pairs: int, spread: float, seed: int) -> list[GamePairPoints]:
    """Pairs of games of each two players, whose strengths differ by ``spread`` Elo."""
    draw = random.Random(seed)
    strengths = [draw.gauss(0, spread) / ELO for _ in range(players)]
    found = []
    for _ in range(pairs):
        for one, other in combinations(range(players), 2):
            chance = 1 / (1 + math.exp(strengths[other] - strengths[one]))
            points = tuple(float(draw.random() < chance) for _ in range(2))
            found.append(GamePairPoints(one, other, points))
    return found


@pytest.mark.parametrize(("players", "pairs"), [(4, 2), (7, 2), (10, 1)])
def test_what_comes_out_is_within_a_tenth_of_what_was_announced(players: int, pairs: int) -> None:
    announced = expected_margin(players, None, pairs)
    for seed in range(100, 112):
        spread = random.Random(seed).uniform(0, 300)
        found = rate_mean_margin(players, pairings(players, pairs, spread, seed))
        assert 0.9 * announced.equal <= found <= 1.1 * announced.unequal


def test_after_half_of_the_games_the_margin_in_the_end_is_known_to_a_tenth() -> None:
    errors = []
    for seed in range(12):
        half, whole = pairings(12, 1, 200, seed), pairings(12, 2, 200, seed)
        assert whole[: len(half)] == half
        promised = extrapolate_margin(12, half)
        errors.append(abs(promised / rate_mean_margin(12, whole) - 1))
    assert max(errors) < 0.1, errors


def test_many_players_are_known_as_well_as_a_few_with_as_many_games() -> None:
    few, many = expected_margin(24, None, 1), expected_margin(70, None, 1)
    assert many.equal == pytest.approx(few.equal * math.sqrt(23 / 69))
    assert expected_margin(24, 8, 1).equal == pytest.approx(expected_margin(200, 8, 1).equal)

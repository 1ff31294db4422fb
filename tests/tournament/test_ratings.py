"""Strengths by Bradley and Terry: what is known of them, and that order does not matter."""

from __future__ import annotations

import random

import pytest

from grader.tournament.ratings import ELO, GamePairPoints, rate_players


def test_nobody_has_played() -> None:
    ratings = rate_players(3, [])
    assert ratings.strengths == pytest.approx((0, 0, 0))
    assert not ratings.is_difference_significant(0, 1)


def test_three_to_one_is_the_logarithm_of_three() -> None:
    games = [GamePairPoints(0, 1, (1, 1)), GamePairPoints(0, 1, (1, 0))] * 300
    difference, margin = rate_players(2, games).difference(0, 1)
    assert difference == pytest.approx(ELO * 1.0986, abs=1)
    assert margin < 30


def test_a_draw_is_half_a_win() -> None:
    drawn = rate_players(2, [GamePairPoints(0, 1, (0.5, 0.5))] * 50)
    shared = rate_players(2, [GamePairPoints(0, 1, (1, 0))] * 50)
    assert drawn.difference(0, 1)[0] == pytest.approx(shared.difference(0, 1)[0], abs=1e-6)


def test_who_has_won_everything_is_finitely_strong() -> None:
    difference, margin = rate_players(2, [GamePairPoints(0, 1, (1, 1))] * 10).difference(0, 1)
    assert 300 < difference < 1500
    assert margin > 100


def test_the_order_of_games_makes_no_difference() -> None:
    draw = random.Random(3)
    games = [
        GamePairPoints(first, second, (draw.choice([0, 0.5, 1]), draw.choice([0, 0.5, 1])))
        for first in range(6)
        for second in range(first + 1, 6)
        for _ in range(3)
    ]
    expected = rate_players(6, games)
    for _ in range(5):
        draw.shuffle(games)
        found = rate_players(6, games)
        assert found.strengths == pytest.approx(expected.strengths, abs=1e-6)
        assert found.elo_margin(0) == pytest.approx(expected.elo_margin(0), abs=1e-3)


@pytest.mark.slow
def test_margins_hold_the_true_difference_as_often_as_they_say() -> None:
    """Games of a pair that correlate, which margins by games alone would take for more."""
    draw = random.Random(5)
    held = 0
    for _ in range(200):
        games = []
        for _ in range(40):
            won = float(draw.random() < 0.6)
            # In half of the pairs, the opening decides both games alike.
            games.append(GamePairPoints(0, 1, (won, won if draw.random() < 0.5 else
                                        float(draw.random() < 0.6))))  # fmt: skip
        difference, margin = rate_players(2, games).difference(0, 1)
        held += abs(difference - ELO * 0.4055) <= margin
    assert held >= 180


def test_margins_are_of_differences() -> None:
    games = [GamePairPoints(0, 1, (1, 0)), GamePairPoints(1, 2, (1, 0))] * 30
    ratings = rate_players(3, games)
    near, far = ratings.difference(0, 1)[1], ratings.difference(0, 2)[1]
    assert far > near

"""Who plays whom."""

from __future__ import annotations

import random

import pytest

from grader.tournament.pairing import Meeting, round_robin, swiss_round


def test_everybody_meets_everybody_once() -> None:
    assert round_robin(4) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


@pytest.mark.parametrize("players", [2, 7, 40])
def test_nobody_meets_twice_or_rests_twice(players: int) -> None:
    draw = random.Random(players)
    scores = [0.0] * players
    met: set[Meeting] = set()
    rested: set[int] = set()
    for number in range(min(6, players - 1)):
        meetings, resting = swiss_round(scores, met, rested, number)
        busy = [player for meeting in meetings for player in meeting]
        assert sorted([*busy, *([] if resting is None else [resting])]) == list(range(players))
        assert not met & set(meetings)
        assert resting not in rested
        met.update(meetings)
        if resting is not None:
            rested.add(resting)
        for meeting in meetings:
            scores[draw.choice(meeting)] += 1


def test_equals_meet() -> None:
    scores = [2.0, 0.0, 2.0, 0.0, 1.0, 1.0]
    meetings, _ = swiss_round(scores, (), (), seed=1)
    assert meetings == [(0, 2), (1, 3), (4, 5)]


def test_equals_that_have_met_meet_their_neighbours() -> None:
    scores = [2.0, 0.0, 2.0, 0.0]
    meetings, _ = swiss_round(scores, [(0, 2)], (), seed=1)
    assert (0, 2) not in meetings


def test_where_everybody_has_met_they_meet_again() -> None:
    meetings, _ = swiss_round([1.0, 0.0, 1.0, 0.0], round_robin(4), (), seed=1)
    assert meetings == [(0, 2), (1, 3)]


def test_the_seed_decides_among_equals() -> None:
    rounds = {tuple(swiss_round([0.0] * 8, (), (), seed)[0]) for seed in range(5)}
    assert len(rounds) > 1
    assert swiss_round([0.0] * 8, (), (), 3) == swiss_round([0.0] * 8, (), (), 3)

"""What is announced before games are played follows from trials of the agents."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.jobs.agent_trials import AgentTrialResult
from grader.tournament.duration_estimate import (
    GamePace,
    estimate_duration,
    estimate_tournament,
    format_duration,
    list_remaining_rounds,
    pace_from_trials,
    suggest_shorter_options,
)
from grader.tournament.plan import PairingSystem
from tests.tournament.made_up import plan

PACE = GamePace((1.0, 3.0), (0.1, 0.1), (0.5, 0.5), move_limit=1.0, plies=20.0, most_plies=40)


def test_a_span_holds_what_the_parts_come_to_and_is_below_the_most() -> None:
    span = estimate_duration([[(0, 1)] * 4], PACE, 1)
    parts = 4 * (1 + 3 + 2 * 2 * 0.1 + 20 * (0.5 + 0.5))
    assert span.low < parts < span.high < span.most
    assert span.high == pytest.approx(3.5 * span.low)
    assert span.most > 4 * 2 * 40 * 1.0


def test_two_processes_take_half_as_long_but_for_the_last_pairs() -> None:
    one, two = (estimate_duration([[(0, 1)] * 10], PACE, processes) for processes in (1, 2))
    assert 0.5 * one.high < two.high < 0.6 * one.high
    lonely = estimate_duration([[(0, 1)]], PACE, 2)
    assert lonely == estimate_duration([[(0, 1)]], PACE, 1), (
        "a single pair is played by one process"
    )


def test_rounds_come_one_after_the_other() -> None:
    apart = estimate_duration([[(0, 1)], [(0, 1)]], PACE, 2)
    assert apart.high > estimate_duration([[(0, 1), (0, 1)]], PACE, 2).high


def test_only_what_is_left_counts() -> None:
    tournament = plan("abcd", pairs=2)
    (left,) = list_remaining_rounds(tournament, played=5)
    assert len(left) == 12 - 5
    swiss = plan("abcde", PairingSystem.SWISS, pairs=2, rounds=3)
    assert [len(each) for each in list_remaining_rounds(swiss)] == [4, 4, 4]
    assert [len(each) for each in list_remaining_rounds(swiss, played=5)] == [0, 3, 4]


def test_who_has_shown_nothing_is_taken_for_one_of_the_others() -> None:
    slow = AgentTrialResult("", 2.0, 0.2, (1.0, 3.0), plies=10)
    quick = AgentTrialResult("", 1.0, 0.1, (0.5,))
    pace = pace_from_trials([slow, None, quick], 3.0, 30.0, opening=2, most_plies=40)
    assert pace.starts == (2.0, 1.5, 1.0)
    assert pace.moves == (2.0, 1.5, 0.5)
    assert pace.plies == (30 + 10) / 2 - 2
    nothing = pace_from_trials([None, None], 3.0, 30.0, opening=2, most_plies=40)
    assert nothing.moves == (3.0, 3.0)


def test_what_is_offered_as_shorter_is_shorter_and_is_not_refused() -> None:
    tournament = plan("abcd", pairs=4)
    pace = replace(PACE, starts=(1.0,) * 4, loads=(0.1,) * 4, moves=(3.0,) * 4, move_limit=3.0)
    whole = estimate_tournament(tournament, pace, 2)
    found = {each.option: each.estimate for each in suggest_shorter_options(tournament, pace, 2)}
    assert set(found) == {"--time 0.3", "--pairs 2"}
    assert all(each.span.high < whole.span.high for each in found.values())
    for seconds, option in ((0.05, "--time 0.01"), (0.01, None)):
        terms = replace(tournament.terms, seconds=seconds)
        of_quick = replace(pace, moves=(seconds,) * 4, move_limit=seconds, starts=(0.0,) * 4)
        options = [
            one.option
            for one in suggest_shorter_options(replace(tournament, terms=terms), of_quick, 2)
        ]
        assert [one for one in options if "--time" in one] == [option] * (option is not None)


def test_what_does_not_make_it_shorter_is_not_offered() -> None:
    """Starting takes all of the time here."""
    pace = replace(PACE, starts=(9.0,) * 4, loads=(0.1,) * 4, moves=(0.001,) * 4)
    assert [each.option for each in suggest_shorter_options(plan("abcd", pairs=2), pace, 2)] == [
        "--pairs 1"
    ]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4, "0 s"), (41.2, "41 s"), (299, "299 s"), (720, "12 min"), (5400, "1.5 h")],
)
def test_durations_in_words(seconds: float, words: str) -> None:
    assert format_duration(seconds) == words

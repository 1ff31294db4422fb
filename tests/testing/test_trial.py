from __future__ import annotations

import pytest

from grader.testing import Trial, WrongAnswer


def run(trial: Trial, *successes: bool) -> int:
    """Makes as many attempts as there are results, at most; the number that it took."""
    results = iter(successes)
    for attempt in trial.attempts(len(successes)):
        attempt.record(next(results), length=attempt.number * 10)
    return len(trial.made)


def test_the_first_success_is_enough() -> None:
    trial = Trial(lambda: 7)
    assert run(trial, False, True, False) == 2
    trial.verify("Never short enough.")


def test_after_the_last_failure_it_is_over() -> None:
    trial = Trial(lambda: 7)
    assert run(trial, False, False) == 2
    with pytest.raises(WrongAnswer, match=r"^Never short enough\.$") as caught:
        trial.verify("Never short enough.", expected="short", actual="long")
    assert (caught.value.expected, caught.value.actual) == ("short", "long")


def test_no_attempt_is_no_success() -> None:
    with pytest.raises(WrongAnswer):
        Trial(lambda: 7).verify("Nothing was tried.")


def test_an_attempt_that_says_nothing_is_none_that_succeeded() -> None:
    trial = Trial(lambda: 7)
    for _ in trial.attempts(2):
        pass
    assert [attempt["success"] for attempt in trial.told()] == [False, False]
    with pytest.raises(WrongAnswer):
        trial.verify("No.")


def test_an_attempt_cut_short_by_an_exception_is_told_as_failed() -> None:
    trial = Trial(lambda: 7)
    next(trial.attempts(3))
    assert trial.told() == [{"seed": 7, "success": False}]


def test_the_report_has_the_figures_of_every_attempt() -> None:
    trial = Trial(lambda: 7)
    run(trial, False, True)
    assert trial.told() == [
        {"seed": 7, "success": False, "length": 10},
        {"seed": 7, "success": True, "length": 20},
    ]

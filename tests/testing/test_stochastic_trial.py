from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from grader.testing import Measure, Trial, WrongAnswer
from grader.testing.stochastic_trial import Plan

EASY = Plan(wrong=0.1, right=0.9, alpha=0.2, beta=0.2, most=5)
"""One more success than failure passes, or the other way round."""


@pytest.fixture
def trial() -> Trial:
    return Trial(itertools.count(7).__next__)


def run(trial: Trial, outcome: Callable[[int], bool], *plan: Plan) -> int:
    """Makes attempts of which ``outcome`` says how they go; how many it took."""
    for attempt in trial.attempts(*plan):
        attempt.record(outcome(attempt.number), length=attempt.number * 10)
    return len(trial.made)


def test_successes_alone_pass_after_three(trial: Trial) -> None:
    assert run(trial, lambda _: True) == 3
    trial.verify("Never short enough.")
    trial.finish()


def test_failures_alone_fail_after_six(trial: Trial) -> None:
    assert run(trial, lambda _: False) == 6
    with pytest.raises(WrongAnswer, match=r"^Never short enough\.$") as caught:
        trial.verify("Never short enough.", expected="short", actual="long", code="too_long")
    assert (caught.value.expected, caught.value.actual) == ("short", "long")
    assert caught.value.code == "too_long"
    trial.finish()


def test_a_single_success_decides_nothing(trial: Trial) -> None:
    run(trial, lambda number: number == 1)
    with pytest.raises(WrongAnswer):
        trial.verify("No.")


def test_bad_luck_takes_longer_but_does_not_fail(trial: Trial) -> None:
    assert run(trial, lambda number: number not in {1, 4}) > 3
    trial.verify("Never short enough.")


def test_another_plan(trial: Trial) -> None:
    assert run(trial, lambda _: False, EASY) == 1
    with pytest.raises(WrongAnswer):
        trial.verify("No.")


def test_the_attempts_are_numbered_and_seeded(trial: Trial) -> None:
    run(trial, lambda _: True)
    assert [(attempt.number, attempt.seed) for attempt in trial.made] == [(1, 7), (2, 8), (3, 9)]


def test_a_trial_without_attempts_is_the_tests_mistake(trial: Trial) -> None:
    with pytest.raises(LookupError, match="undecided after attempt 0"):
        trial.verify("Nothing was tried.")


def test_a_trial_that_was_given_up_is_the_tests_mistake(trial: Trial) -> None:
    next(trial.attempts()).record(True)
    with pytest.raises(LookupError, match="undecided after attempt 1"):
        trial.verify("Too early.")


def test_an_attempt_that_says_nothing_is_the_tests_mistake(trial: Trial) -> None:
    with pytest.raises(LookupError, match="did not record how attempt 1 went"):
        for _ in trial.attempts():
            pass


def test_attempts_that_nobody_verifies_are_the_tests_mistake(trial: Trial) -> None:
    run(trial, lambda _: False)
    with pytest.raises(LookupError, match=r"never called trial\.verify"):
        trial.finish()


def test_a_test_that_tries_nothing_has_nothing_to_finish(trial: Trial) -> None:
    trial.finish()
    assert trial.decision() is None
    assert trial.reported() == []


def test_an_attempt_cut_short_by_an_exception_is_told_as_failed(trial: Trial) -> None:
    next(trial.attempts())
    assert trial.reported() == [{"seed": 7, "success": False}]
    decision = trial.decision()
    assert decision is not None
    assert decision.passed is None


def test_the_report_has_the_figures_of_every_attempt(trial: Trial) -> None:
    run(trial, lambda number: number == 2, EASY)
    assert trial.reported() == [{"seed": 7, "success": False, "length": 10}]


def test_the_report_shows_facts_as_the_test_says(trial: Trial) -> None:
    shares = (Measure("margin", "margin", share=True),)
    assert not trial.measures
    next(trial.attempts(measures=list(shares)))
    assert trial.measures == shares


def test_the_report_has_the_decision_and_its_error_rates(trial: Trial) -> None:
    run(trial, lambda _: True)
    decision = trial.decision()
    assert decision is not None
    assert decision.passed is True
    assert (decision.wrong, decision.right, decision.most) == (0.005, 0.8, 16)
    assert 0 < decision.alpha <= 1e-6
    assert 0 < decision.beta <= 1e-4


PLAN = Plan()


def passes(plan: Plan, chance: float, source: random.Random) -> tuple[bool, int]:
    """One solution put to the test, whose attempts succeed with probability ``chance``."""
    successes = failures = 0
    while (decision := plan.decision(successes, failures)) is None:
        success = source.random() < chance
        successes += success
        failures += not success
    return decision, successes + failures


def test_successes_alone_are_soon_enough() -> None:
    assert [PLAN.decision(made, 0) for made in range(4)] == [None, None, None, True]


def test_failures_alone_are_soon_enough() -> None:
    made = next(made for made in range(PLAN.most) if PLAN.decision(0, made) is False)
    assert 1 < made < PLAN.most


def test_a_success_outweighs_a_failure_before_it() -> None:
    assert PLAN.decision(3, 2) is None
    assert PLAN.decision(4, 2) is True


def test_it_comes_to_an_end() -> None:
    for successes in range(PLAN.most + 1):
        assert PLAN.decision(successes, PLAN.most - successes) is not None


def test_the_declared_error_rates_are_kept() -> None:
    wrong_passes, right_fails = PLAN.error_rates
    assert 0 < wrong_passes <= PLAN.alpha
    assert 0 < right_fails <= PLAN.beta


@pytest.mark.parametrize("chance", [0.1, 0.4, 0.5, 0.8, 0.95])
def test_the_computed_rates_are_those_of_a_simulation(chance: float) -> None:
    source = random.Random(f"{chance}")
    runs = [passes(PLAN, chance, source) for _ in range(20_000)]
    rates = PLAN.rates(chance)
    assert sum(passed for passed, _ in runs) / len(runs) == pytest.approx(rates.passes, abs=0.015)
    assert sum(made for _, made in runs) / len(runs) == pytest.approx(rates.attempts, abs=0.15)


def test_certain_outcomes() -> None:
    assert PLAN.rates(0.0).passes == 0.0
    assert PLAN.rates(1.0).passes == 1.0
    assert PLAN.rates(1.0).attempts == 3.0


def test_better_solutions_pass_more_often() -> None:
    rates = [PLAN.rates(percent / 100).passes for percent in range(101)]
    assert rates == sorted(rates)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"wrong": 0.9, "right": 0.8}, "0 < wrong < right < 1"),
        ({"wrong": 0.0}, "0 < wrong < right < 1"),
        ({"right": 1.0}, "0 < wrong < right < 1"),
        ({"alpha": 0.0}, "error rates lie between"),
        ({"most": 4}, "4 attempts are too few"),
    ],
)
def test_plans_that_cannot_be_kept(options: dict[str, float], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Plan(**options)  # type: ignore[arg-type]

from __future__ import annotations

import random

import pytest

from grader.testing.stochastic_trial import Plan

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

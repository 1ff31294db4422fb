from __future__ import annotations

import math

import pytest

from grader.author.right_solution_checks import failure_rate_upper_bound


@pytest.mark.parametrize(
    ("failures", "trials", "bound"),
    [  # from tables of the binomial distribution
        (0, 10, 0.2589),
        (1, 10, 0.3942),
        (1, 20, 0.2161),
        (5, 10, 0.7776),
        (9, 10, 0.9949),
    ],
)
def test_tabulated_bounds(failures: int, trials: int, bound: float) -> None:
    assert failure_rate_upper_bound(failures, trials) == pytest.approx(bound, abs=1e-4)


@pytest.mark.parametrize("trials", [1, 20, 3000, 10**6])
def test_no_failures(trials: int) -> None:
    exact = -math.expm1(math.log(0.05) / trials)
    assert failure_rate_upper_bound(0, trials) == pytest.approx(exact)


def test_nothing_but_failures() -> None:
    assert failure_rate_upper_bound(7, 7) == 1.0


@pytest.mark.slow
def test_a_bound_grows_with_failures_and_lies_above_the_share() -> None:
    bounds = [failure_rate_upper_bound(failures, 2000) for failures in range(0, 2001, 50)]
    assert bounds == sorted(bounds)
    assert all(bound > 50 * place / 2000 for place, bound in enumerate(bounds[:-1]))

from __future__ import annotations

import pytest

from benchmarks import trials
from benchmarks.trials import KINDS, Kind, Measured, interval
from grader.testing.trial import PLAN
from reference.ps2.greedy import Role


@pytest.mark.parametrize(
    ("successes", "attempts", "low", "high"),
    [
        (0, 100, 0.0, 0.036217),  # 1 - 0.025 ** (1 / 100)
        (100, 100, 0.963783, 1.0),
        (5, 10, 0.187086, 0.812914),
        (1, 20, 0.001265, 0.248733),
    ],
)
def test_interval_agrees_with_published_tables(
    successes: int, attempts: int, low: float, high: float
) -> None:
    assert interval(successes, attempts) == pytest.approx((low, high), abs=1e-6)


def test_the_end_of_the_interval_that_counts_is_the_unfavourable_one() -> None:
    right = Measured(Kind("right", Role.CLIMB, right=True), 50, 49, 1.0)
    wrong = Measured(Kind("wrong", Role.CLIMB, right=False), 50, 1, 1.0)
    assert right.mistaken > 1 - PLAN.rates(49 / 50).passes
    assert wrong.mistaken > PLAN.rates(1 / 50).passes


@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("kind", "successes"),
    [
        (next(kind for kind in KINDS if kind.label == "a single step"), 0),
        (next(kind for kind in KINDS if kind.role is Role.END_TO_END), 3),
    ],
    ids=["wrong", "right"],
)
def test_attempts_are_made_and_counted(kind: Kind, successes: int) -> None:
    measured = trials.measure(kind, 3)
    assert (measured.attempts, measured.successes) == (3, successes)
    assert measured.cpu_seconds > 0

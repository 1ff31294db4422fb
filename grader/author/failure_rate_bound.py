"""Computes an upper bound of a failure rate."""

from __future__ import annotations

import math

CONFIDENCE = 0.95


def failure_rate_upper_bound(failures: int, trials: int) -> float:
    """Return the greatest failure rate that is compatible with ``failures`` in ``trials``.

    This is Clopper and Pearson's bound, one-sided at 95 %. Without failures it is about 3 / trials.
    """
    if failures >= trials:
        return 1.0
    low, high = failures / trials, 1.0
    for _ in range(50):  # until floats can no longer tell both ends apart
        middle = (low + high) / 2
        if _probability_of_at_most(failures, trials, middle) > 1 - CONFIDENCE:
            low = middle
        else:
            high = middle
    return high


def _probability_of_at_most(failures: int, trials: int, rate: float) -> float:
    """Return the binomial probability of at most so many failures.

    By logarithms, because binomial coefficients exceed the range of floats.
    """
    hit, missed = math.log(rate), math.log1p(-rate)
    logarithms = (
        math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
        + k * hit + (trials - k) * missed
        for k in range(failures + 1)
    )  # fmt: skip
    return math.fsum(map(math.exp, logarithms))

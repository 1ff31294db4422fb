"""How often at most something fails that was seen to fail so many times."""

from __future__ import annotations

import math

CONFIDENCE = 0.95


def upper_bound(failures: int, trials: int) -> float:
    """The greatest failure rate that is compatible with ``failures`` in ``trials``.

    With a higher one, so few failures would be seen in less than one run out of twenty
    (Clopper and Pearson's bound, one-sided at 95 %). For none it is about 3 / trials.
    """
    if failures >= trials:
        return 1.0
    low, high = failures / trials, 1.0
    for _ in range(50):  # halves the interval to below what a float can tell apart
        middle = (low + high) / 2
        if _at_most(failures, trials, middle) > 1 - CONFIDENCE:
            low = middle
        else:
            high = middle
    return high


def _at_most(failures: int, trials: int, rate: float) -> float:
    """Probability of so many failures or fewer, by the binomial distribution.

    In logarithms, because the binomial coefficients alone leave the range of floats.
    """
    hit, missed = math.log(rate), math.log1p(-rate)
    logarithms = (
        math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
        + k * hit + (trials - k) * missed
        for k in range(failures + 1)
    )  # fmt: skip
    return math.fsum(map(math.exp, logarithms))

"""When enough pairs have been played, and what they show."""

from __future__ import annotations

import random

import pytest

from grader.tournament.sprt_score import (
    SCORES,
    SequentialTest,
    SprtDecision,
    confidence_interval,
    count_pair_scores,
)

TEST = SequentialTest(0.90, 0.98)


def test_pairs_are_counted_by_their_points() -> None:
    assert count_pair_scores([0, 0.5, 1, 1, 1.5, 2, 2, 2]) == [1, 1, 2, 1, 3]


def test_nothing_is_decided_by_nothing() -> None:
    assert TEST.decision([0] * 5) is SprtDecision.OPEN


def test_pairs_that_were_all_won() -> None:
    # With nothing but wins, the ratio is that of the two shares: 35 · ln(0.98 / 0.90) > ln 19.
    assert TEST.decision([0, 0, 0, 0, 34]) is SprtDecision.OPEN
    assert TEST.decision([0, 0, 0, 0, 35]) is SprtDecision.HIGH


def test_pairs_that_were_all_lost() -> None:
    assert TEST.decision([2, 0, 0, 0, 0]) is SprtDecision.LOW


def test_a_drawn_pair_says_less_than_one_won_and_one_lost() -> None:
    certain, wide = [0, 0, 40, 0, 0], [20, 0, 0, 0, 20]
    test = SequentialTest(0.4, 0.6)
    shifted = [0, 0, 30, 10, 0], [15, 0, 0, 0, 25]
    assert test.log_likelihood_ratio(shifted[0]) > test.log_likelihood_ratio(shifted[1])
    assert test.log_likelihood_ratio(certain) == pytest.approx(0, abs=1e-6)
    assert test.log_likelihood_ratio(wide) == pytest.approx(0, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(("share", "wrong"), [(0.90, SprtDecision.HIGH), (0.98, SprtDecision.LOW)])
def test_error_rates_are_kept(share: float, wrong: SprtDecision) -> None:
    draw = random.Random(7)
    decided: list[SprtDecision] = []
    for _ in range(120):
        counts = [0] * 5
        while (decision := TEST.decision(counts)) is SprtDecision.OPEN:
            counts[2 * ((draw.random() < share) + (draw.random() < share))] += 1
        decided.append(decision)
    # With a rate of 0.05, 13 or more of 120 come about once in 200 times; the seed is fixed.
    assert decided.count(wrong) <= 12


def test_the_interval_of_pairs_that_were_all_won() -> None:
    low, high = confidence_interval([0, 0, 0, 0, 10])
    assert low == pytest.approx(0.825, abs=0.002)
    assert high == 1
    assert confidence_interval([10, 0, 0, 0, 0]) == pytest.approx((0, 1 - low), abs=0.002)


def test_the_interval_holds_the_mean_and_shrinks() -> None:
    widths = []
    for times in (1, 4, 16):
        counts = [times * n for n in (1, 2, 10, 4, 3)]
        low, high = confidence_interval(counts)
        mean = sum(n * s for n, s in zip(counts, SCORES, strict=True)) / sum(counts)
        assert low < mean < high
        widths.append(high - low)
    assert widths[0] > 1.7 * widths[1] > 2.5 * widths[2]


def test_no_pairs_show_nothing() -> None:
    assert confidence_interval([0] * 5) == (0, 1)


@pytest.mark.parametrize(("low", "high"), [(0.5, 0.5), (0.6, 0.4), (0, 0.5), (0.5, 1)])
def test_shares_that_are_none(low: float, high: float) -> None:
    with pytest.raises(ValueError, match="is needed"):
        SequentialTest(low, high)

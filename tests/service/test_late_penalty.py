"""How late something is, and what that costs."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.service.late_penalty import (
    DAY,
    CountedHandIn,
    DeadlineRule,
    LatenessCost,
    lateness_costs,
)

DUE = 1_000_000.0
RULE = DeadlineRule(DUE, late_days=2, per_day=0.25, last_day=5)


def _one(rule: DeadlineRule, at: float) -> LatenessCost:
    return lateness_costs([CountedHandIn("a", rule, at)])["a"]


@pytest.mark.parametrize(
    ("after", "cost"),
    [
        (-DAY, LatenessCost(0, 0, 0.0)),
        (0.0, LatenessCost(0, 0, 0.0)),
        (0.001, LatenessCost(1, 1, 0.0)),
        (DAY, LatenessCost(1, 1, 0.0)),
        (DAY + 1, LatenessCost(2, 2, 0.0)),
        (2 * DAY + 1, LatenessCost(3, 2, 0.25)),
        (5 * DAY, LatenessCost(5, 2, 0.75)),
        (8 * DAY, LatenessCost(8, 2, 1.0)),
    ],
)
def test_days_that_have_begun_count_and_late_days_pay_first(
    after: float, cost: LatenessCost
) -> None:
    assert _one(RULE, DUE + after) == cost


def test_without_a_deadline_nothing_is_late() -> None:
    rule = DeadlineRule(0.0, late_days=1, per_day=0.5, last_day=1)
    assert _one(rule, 1e12) == LatenessCost()
    assert rule.takes(1e12)


@pytest.mark.parametrize(
    ("last_day", "after", "taken"),
    [(0, 0, True), (0, 1, False), (2, 2 * DAY, True), (2, 2 * DAY + 1, False)],
)
def test_the_last_moment_is_within(last_day: int, after: float, taken: bool) -> None:
    assert DeadlineRule(DUE, last_day=last_day).takes(DUE + after) is taken


@pytest.mark.parametrize(
    ("after", "days", "taken"),
    [
        (0.0, 0, True), (60.0, 0, True), (60.001, 1, True), (DAY + 60.0, 1, True),
        (DAY + 61.0, 2, True), (2 * DAY + 60.0, 2, True), (2 * DAY + 61.0, 3, False),
    ],
)  # fmt: skip
def test_within_the_grace_nothing_is_later(after: float, days: int, taken: bool) -> None:
    rule = DeadlineRule(DUE, last_day=2, grace=60.0)
    assert (rule.days(DUE + after), rule.takes(DUE + after)) == (days, taken)
    assert rule.late_by(DUE + after) == pytest.approx(after if days else 0.0)


def test_late_days_go_to_what_was_due_first_whatever_came_first() -> None:
    early = CountedHandIn("z", DeadlineRule(DUE, 2, 0.1, 9), DUE + 9 * DAY)
    late = CountedHandIn("a", DeadlineRule(DUE + DAY, 2, 0.1, 9), DUE + 2 * DAY)
    expected = {"z": LatenessCost(9, 2, 0.7), "a": LatenessCost(1, 0, 0.1)}
    assert lateness_costs([early, late]) == lateness_costs([late, early]) == expected


def test_an_assignment_without_late_days_uses_none_up() -> None:
    strict = CountedHandIn("a", DeadlineRule(DUE, 0, 0.1, 9), DUE + DAY)
    other = CountedHandIn("b", DeadlineRule(DUE + DAY, 1, 0.1, 9), DUE + 2 * DAY)
    assert lateness_costs([strict, other]) == {
        "a": LatenessCost(1, 0, 0.1),
        "b": LatenessCost(1, 1, 0.0),
    }


def test_an_extension_saves_late_days_for_later() -> None:
    def second(due: float) -> LatenessCost:
        first = CountedHandIn("a", DeadlineRule(due, 1, 0.5, 9), DUE + DAY)
        return lateness_costs(
            [first, CountedHandIn("b", DeadlineRule(DUE + 5 * DAY, 1, 0.5, 9), DUE + 6 * DAY)]
        )["b"]

    assert second(DUE) == LatenessCost(1, 0, 0.5)
    assert second(DUE + DAY) == LatenessCost(1, 1, 0.0)


def test_points_that_are_left() -> None:
    assert LatenessCost(1, 0, 0.25).of(8.0) == 6.0
    assert LatenessCost(9, 0, 1.0).of(8.0) == 0.0


_rules = st.builds(
    DeadlineRule,
    due_at=st.one_of(st.just(0.0), st.integers(1, 40).map(lambda day: day * DAY)),
    late_days=st.just(3),
    per_day=st.sampled_from([0.0, 0.1, 0.25, 1.0]),
    last_day=st.integers(0, 9),
)
_hand_ins = st.lists(
    st.builds(
        CountedHandIn,
        assignment=st.sampled_from("abcdef"),
        rule=_rules,
        at=st.floats(0, 60 * DAY, allow_nan=False),
    ),
    max_size=6,
    unique_by=lambda each: each.assignment,
)


@given(_hand_ins)
def test_no_more_late_days_are_used_than_there_are_and_none_is_kept_back(
    hand_ins: list[CountedHandIn],
) -> None:
    found = lateness_costs(hand_ins)
    assert found.keys() == {each.assignment for each in hand_ins}
    used = sum(cost.free for cost in found.values())
    assert used == min(3, sum(cost.days for cost in found.values()))
    for each in hand_ins:
        cost = found[each.assignment]
        assert 0 <= cost.free <= cost.days
        assert 0.0 <= cost.lost <= 1.0
        assert cost.lost == pytest.approx(min((cost.days - cost.free) * each.rule.per_day, 1.0))


@given(_hand_ins, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_makes_no_difference(
    hand_ins: list[CountedHandIn], chance: object
) -> None:
    shuffled = list(hand_ins)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert lateness_costs(shuffled) == lateness_costs(hand_ins)


@given(_rules, st.lists(st.floats(0, 60 * DAY, allow_nan=False), min_size=2, max_size=5))
def test_later_is_never_cheaper(rule: DeadlineRule, times: list[float]) -> None:
    found = [_one(rule, at) for at in sorted(times)]
    assert all(one.lost <= other.lost for one, other in itertools.pairwise(found))
    assert all(one.days <= other.days for one, other in itertools.pairwise(found))

"""Whose turn it is, as a pure function."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from grader.service.queue.queue import WaitingGrading, order_fairly


def _waiting(*persons: int, regrade: bool = False, served: float = 0.0) -> list[WaitingGrading]:
    return [
        WaitingGrading(number, 1, person, served, regrade) for number, person in enumerate(persons)
    ]


def test_many_of_one_delay_another_by_one_at_most() -> None:
    line = order_fairly([*_waiting(*[1] * 200), WaitingGrading(200, 1, 2, 0.0, regrade=False)])
    assert [each.person for each in line][:3] == [1, 2, 1]


def test_the_newest_of_a_person_comes_first() -> None:
    assert [each.id for each in order_fairly(_waiting(1, 1, 1))] == [2, 1, 0]


def test_who_was_served_longest_ago_is_next() -> None:
    waiting = [
        WaitingGrading(1, 1, 1, 30.0, regrade=False),
        WaitingGrading(2, 1, 2, 20.0, regrade=False),
        WaitingGrading(3, 1, 3, 0.0, regrade=False),
    ]
    assert [each.person for each in order_fairly(waiting)] == [3, 2, 1]


def test_regrades_come_behind_all_others_oldest_first() -> None:
    again = [WaitingGrading(number, 1, 1, 0.0, regrade=True) for number in (0, 1)]
    fresh = WaitingGrading(9, 1, 2, 99.0, regrade=False)
    assert [each.id for each in order_fairly([*again, fresh])] == [
        9, 0, 1,
    ]  # fmt: skip


@given(st.lists(st.tuples(st.integers(1, 5), st.floats(0, 9), st.booleans()), max_size=40))
def test_everybody_is_served_once_and_takes_turns(rows: list[tuple[int, float, bool]]) -> None:
    served = {person: when for person, when, _ in rows}
    waiting = [
        WaitingGrading(number, 1, person, served[person], regrade)
        for number, (person, _, regrade) in enumerate(rows)
    ]
    line = list(order_fairly(waiting))
    assert sorted(each.id for each in line) == list(range(len(rows)))
    left = Counter(each.person for each in waiting if not each.regrade)
    turns: Counter[int] = Counter()
    for each in line:
        if each.regrade:
            continue
        turns[each.person] += 1
        for other, number in left.items():
            assert turns[other] >= min(number, turns[each.person] - 1)

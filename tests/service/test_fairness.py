"""Whose turn it is, as a pure function and as the database finds it."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from grader.service.data.tables import AssignmentEdition, Grading, Person
from grader.service.queue import queue
from grader.service.queue.queue import WaitingGrading, order_fairly
from tests.service.scene import Scene


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


@pytest.mark.parametrize("seed", range(4))
def test_the_database_finds_the_same_next_one(scene: Scene, seed: int) -> None:
    chance = random.Random(seed)
    known = [scene.edition.id, _second_edition(scene)]
    for login in "abcd":
        person = scene.person(login)
        with scene.database.writing() as session:
            session.execute(
                update(Person).where(Person.id == person.id).values(
                    served_at=float(chance.randrange(3))
                )
            )  # fmt: skip
        for _ in range(chance.randrange(4)):
            scene.hand_in(person)
    with scene.database.writing() as session:
        for grading in session.scalars(select(Grading)):
            grading.edition_id = chance.choice(known)
            grading.regrade = chance.random() < 0.3
    for number in range(20):
        editions = set(chance.sample(known, chance.choice([1, 2])))
        with scene.database.writing() as session:
            line = queue.list_waiting(session)
            expected = next((each for each in line if each.edition in editions), None)
            claim = queue.claim_next(session, str(number), editions)
        assert (claim and claim.grading) == (expected and expected.id)


def _second_edition(scene: Scene) -> int:
    with scene.database.writing() as session:
        other = AssignmentEdition(
            course_id=scene.course.id, assignment="demo", digest="other", title="Demo",
            created_at=1.0, problem="",
        )  # fmt: skip
        session.add(other)
        session.flush()
        return other.id

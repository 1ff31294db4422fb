"""Deadlines, extensions and late days of people, as the database has them."""

from __future__ import annotations

import time
from typing import Any

import pytest

from grader.intake import IntakeError
from grader.service.assignment_terms import current_terms
from grader.service.data.decision_tables import AssignmentTerms, DeadlineExtension
from grader.service.data.tables import Person, Role
from grader.service.deadlines import Deadlines, DeadlineStatus
from grader.service.late_penalty import DAY, LatenessCost
from tests.service.scene import Scene
from tests.service.site import Browser, token, words

DUE = 1_700_000_000.0


def set_terms(scene: Scene, assignment: str = "demo", **values: Any) -> None:
    """Terms of an assignment, decided by somebody."""
    by = scene.person("decides", Role.INSTRUCTOR)
    given = {"due_at": DUE, **values}
    with scene.database.writing() as session:
        session.add(
            AssignmentTerms(
                course_id=scene.course.id, assignment=assignment, by_id=by.id, at=1.0, **given
            )
        )


def extend(scene: Scene, person: Person, due_at: float, assignment: str = "demo") -> None:
    """More time for somebody."""
    by = scene.person("decides", Role.INSTRUCTOR)
    with scene.database.writing() as session:
        session.add(
            DeadlineExtension(
                course_id=scene.course.id, assignment=assignment, person_id=person.id,
                due_at=due_at, reason="ill", by_id=by.id, at=1.0,
            )
        )  # fmt: skip


def _standing(
    scene: Scene, person: Person, at: float, assignment: str = "demo", **counting: float
) -> DeadlineStatus:
    with scene.database.reading() as session:
        every = Deadlines.of(session, scene.course.id, person.id)
    return every.standing(person.id, assignment, at, counting)


def test_without_terms_there_is_no_deadline(scene: Scene) -> None:
    found = _standing(scene, scene.person("ada"), 1e12)
    assert found.taken
    assert found.sentence == ""
    assert found.rule.last_at == 0.0
    with scene.database.reading() as session:
        none = current_terms(session, scene.course.id)["demo"]
    assert (none.due_at, none.requests, none.blind, none.markers) == (0.0, 0, False, 1)


def test_the_newest_terms_count(scene: Scene) -> None:
    set_terms(scene, late_days=5)
    set_terms(scene, late_days=1, last_day=3)
    set_terms(scene, "other", late_days=9)
    found = _standing(scene, scene.person("ada"), DUE + 1)
    assert (found.rule.late_days, found.late_days_left, found.rule.last_day) == (1, 1, 3)


def test_an_extension_moves_the_deadline_and_the_last_day_of_one_student(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    set_terms(scene, last_day=1)
    extend(scene, ada, DUE + 9 * DAY)
    extend(scene, ada, DUE + 4 * DAY)
    assert _standing(scene, ada, DUE + 5 * DAY).taken
    assert _standing(scene, ada, DUE + 5 * DAY).extended
    assert not _standing(scene, ada, DUE + 5 * DAY + 1).taken
    assert not _standing(scene, ben, DUE + 2 * DAY).taken
    assert not _standing(scene, ben, DUE).extended


def test_an_extension_is_never_less_time_than_others_have(scene: Scene) -> None:
    ada = scene.person("ada")
    extend(scene, ada, DUE - DAY)
    set_terms(scene)
    assert _standing(scene, ada, DUE).taken
    assert not _standing(scene, ada, DUE).extended


def test_late_days_are_left_over_from_what_was_due_before(scene: Scene) -> None:
    ada = scene.person("ada")
    set_terms(scene, "first", late_days=3, last_day=9)
    set_terms(scene, "second", due_at=DUE + 10 * DAY, late_days=3, per_day=0.1, last_day=9)
    found = _standing(scene, ada, DUE + 13 * DAY, "second", first=DUE + DAY)
    assert found.late_days_left == 2
    assert found.cost == LatenessCost(3, 2, 0.1)
    assert found.sentence == (
        "This is 3 days late. That uses 2 of 2 late days left and costs 10 % of the points that "
        "you reach."
    )
    assert _standing(scene, ada, DUE + DAY, "first").late_days_left == 3


def test_after_the_last_day_nothing_is_taken_from_students(scene: Scene) -> None:
    ada = scene.person("ada")
    before = scene.hand_in(ada, key="before")
    set_terms(scene, due_at=time.time() - 2 * DAY, last_day=1)
    with pytest.raises(IntakeError, match=r"the last moment to hand in was \w{3} \d+ \w{3} 20"):
        scene.hand_in(ada)
    assert scene.hand_in(ada, key="before") == before  # a repetition is no new submission
    scene.hand_in(scene.person("ines", Role.ASSISTANT))
    answer = Browser(scene, ada).post(
        "/api/v1/courses/demo/assignments/demo/submissions",
        headers={**token(scene, ada), "idempotency-key": "x"},
        files={"file": ("a.py", b"double = 1")},
    )
    assert answer.status_code == 422
    assert "This assignment is closed" in words(answer.text)


def test_an_extension_lets_a_student_hand_in_again(scene: Scene) -> None:
    ada = scene.person("ada")
    set_terms(scene, due_at=time.time() - DAY)
    extend(scene, ada, time.time() + DAY)
    scene.hand_in(ada)

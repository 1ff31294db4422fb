"""Lists of the API: page by page, and to each what their pages show them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grader.service.data.decision_tables import AssignmentTerms, Comment, DeadlineExtension, Mark
from grader.service.data.tables import Person, Role
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser, token

FULL = samples.report(samples.RIGHT, samples.WRITTEN)
COURSE = "/api/v1/courses/demo"
HERE = f"{COURSE}/assignments/demo"


def _ask(scene: Scene, who: Person, path: str, **query: object) -> Any:
    answer = Browser(scene).get(path, headers=token(scene, who, "read"), params=query)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.text
    return answer.json()


def _all(scene: Scene, who: Person, path: str, limit: int, **query: object) -> list[Any]:
    """All items, from as many pages as there are."""
    found: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = _ask(scene, who, path, after=after, limit=limit, **query)
        assert len(page["items"]) <= limit
        found += page["items"]
        after = page["next"]
    return found


@pytest.fixture
def ines(scene: Scene) -> Person:
    return scene.person("ines", Role.INSTRUCTOR)


def test_courses_and_assignments_are_those_of_whoever_asks(scene: Scene, ines: Person) -> None:
    ada, stranger = scene.person("ada"), scene.person("zoe", None)
    assert _ask(scene, ada, "/api/v1/courses") == [
        {"slug": "demo", "title": "A course", "role": "student", "archived": False}
    ]
    assert _ask(scene, stranger, "/api/v1/courses") == []
    with scene.database.writing() as session:
        session.add(AssignmentTerms(
            course_id=scene.course.id, assignment="demo", due_at=4e9, by_id=ines.id, at=1.0
        ))  # fmt: skip
        session.add(DeadlineExtension(
            course_id=scene.course.id, assignment="demo", person_id=ada.id, due_at=5e9,
            reason="ill", by_id=ines.id, at=2.0,
        ))  # fmt: skip
    (own,) = _ask(scene, ada, f"{COURSE}/assignments")
    assert (own["assignment"], own["due_at"], own["extended"]) == ("demo", 5e9, True)
    (of_all,) = _ask(scene, ines, f"{COURSE}/assignments")
    assert (of_all["due_at"], of_all["extended"]) == (4e9, False)
    (listed,) = _all(scene, ines, f"{HERE}/extensions", 10)
    assert (listed["login"], listed["due_at"], listed["reason"]) == ("ada", 5e9, "ill")


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_pages_of_any_size_have_everybody_once(scene: Scene, ines: Person, limit: int) -> None:
    for login in ("ada", "ben", "chiara"):
        scene.person(login)
    logins = [each["login"] for each in _all(scene, ines, f"{COURSE}/people", limit)]
    assert logins == ["ines", "ada", "ben", "chiara"]


def test_what_comes_between_two_pages_comes_later(scene: Scene, ines: Person) -> None:
    ada = scene.person("ada")
    first, second = scene.hand_in(ada), scene.hand_in(ada)
    page = _ask(scene, ines, f"{HERE}/submissions", limit=1)
    assert ([each["id"] for each in page["items"]], page["next"]) == ([first], first)
    third = scene.hand_in(scene.person("ben"))
    rest = _ask(scene, ines, f"{HERE}/submissions", after=page["next"])
    assert ([each["id"] for each in rest["items"]], rest["next"]) == ([second, third], None)


def test_students_read_their_own_submissions_and_staff_all(scene: Scene, ines: Person) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    old, new = scene.graded(ada, FULL), scene.graded(ada, FULL)
    other = scene.graded(ben, FULL)
    assert [each["id"] for each in _all(scene, ada, f"{HERE}/submissions", 1)] == [old, new]
    every = _all(scene, ines, f"{HERE}/submissions", 2)
    assert [(each["id"], each["login"], each["counts"]) for each in every] == [
        (old, "ada", False), (new, "ada", True), (other, "ben", True),
    ]  # fmt: skip
    counting = _all(scene, ines, f"{HERE}/submissions", 2, counting=True)
    assert [each["id"] for each in counting] == [new, other]
    assert counting[0]["score"] == samples.RIGHT.score
    assert counting[0]["undecided"] == samples.WRITTEN.max_score


def test_marks_that_are_not_released_are_for_staff(scene: Scene, ines: Person) -> None:
    ada, tom = scene.person("ada"), scene.person("tom", Role.ASSISTANT)
    submission = scene.graded(ada, FULL)
    with scene.database.writing() as session:
        session.add(Mark(submission_id=submission, task=samples.WRITTEN.id, points=1.0,
                         reason="short", by_id=tom.id, at=1.0))  # fmt: skip
        session.add(Comment(submission_id=submission, task=samples.WRITTEN.id, text="Say why.",
                            by_id=tom.id, at=1.0))  # fmt: skip
    (mark,) = _all(scene, ines, f"{HERE}/marks", 5)
    assert (mark["submission"], mark["points"], mark["by"]) == (submission, 1.0, "tom")
    (comment,) = _all(scene, ines, f"{HERE}/comments", 5)
    assert (comment["text"], comment["line"]) == ("Say why.", None)
    (seen,) = _all(scene, ada, f"{HERE}/submissions", 5)
    assert seen["score"] == samples.RIGHT.score
    given = _ask(scene, ada, f"/api/v1/submissions/{submission}/feedback")
    assert [(each["points"], each["comments"]) for each in given["tasks"] if
            each["task"] == samples.WRITTEN.id] == [(None, [])]  # fmt: skip
    assert "short" not in str(given)


def test_who_marks_as_the_second_does_not_see_the_first_mark(scene: Scene, ines: Person) -> None:
    tom, una = (scene.person(each, Role.ASSISTANT) for each in ("tom", "una"))
    submission = scene.graded(scene.person("ada"), FULL)
    with scene.database.writing() as session:
        session.add(AssignmentTerms(
            course_id=scene.course.id, assignment="demo", markers=2, by_id=ines.id, at=1.0
        ))  # fmt: skip
        session.add(Mark(submission_id=submission, task=samples.WRITTEN.id, points=1.0, reason="",
                         by_id=tom.id, at=1.0))  # fmt: skip
    assert len(_all(scene, tom, f"{HERE}/marks", 5)) == 1
    assert _all(scene, una, f"{HERE}/marks", 5) == []


def test_rows_of_the_gradebook_are_those_of_its_files(scene: Scene, ines: Person) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    submission = scene.graded(ada, samples.report(replace(samples.RIGHT, score=0.5)))
    rows = _all(scene, ines, f"{HERE}/gradebook/rows", 1)
    assert [(each["login"], each["submission"], each["total"]) for each in rows] == [
        ("ada", submission, 0.5), ("ben", None, 0.0),
    ]  # fmt: skip
    assert [each["person"] for each in rows] == [ada.id, ben.id]


def test_who_marks_blind_reads_no_names(scene: Scene, ines: Person) -> None:
    submission = scene.graded(scene.person("ada"), FULL, "ada.py")
    with scene.database.writing() as session:
        session.add(AssignmentTerms(
            course_id=scene.course.id, assignment="demo", blind=True, by_id=ines.id, at=1.0
        ))  # fmt: skip
    (seen,) = _all(scene, scene.person("tom", Role.ASSISTANT), f"{HERE}/submissions", 5)
    assert (seen["id"], seen["login"]) == (submission, None)
    assert "ada" not in str(seen).lower()

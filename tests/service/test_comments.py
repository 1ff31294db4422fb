"""Comments and phrases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import ServiceProblem, comments
from grader.service.data.tables import Audit, Role, Submission
from tests.service.scene import Scene


@pytest.fixture
def desk(scene: Scene) -> Iterator[tuple[Session, int, Submission]]:
    ines = scene.person("ines", Role.ASSISTANT).id
    submission = scene.hand_in(scene.person("ada"))
    with scene.database.writing() as session:
        yield session, ines, session.get_one(Submission, submission)


def test_comments_stand_in_the_order_of_lines_until_removed(
    desk: tuple[Session, int, Submission],
) -> None:
    session, ines, submission = desk
    late = comments.write(session, ines, submission, "Later.", cell=0, line=9)
    comments.write(session, ines, submission, " Sooner.\r\n", cell=0, line=2)
    comments.write(session, ines, submission, "All of it.", task="1")
    found = [(each.line, each.text) for each in comments.of(session, submission.id)]
    assert found == [(0, "All of it."), (2, "Sooner."), (9, "Later.")]
    comments.remove(session, ines, late)
    comments.remove(session, ines, late)
    assert late not in comments.of(session, submission.id)
    deeds = [each.deed for each in session.scalars(select(Audit))]
    assert deeds == ["commented on"] * 3 + ["removed a comment on"]


def test_a_comment_sent_twice_is_one(desk: tuple[Session, int, Submission]) -> None:
    session, ines, submission = desk
    one = comments.write(session, ines, submission, "Yes.", cell=0, line=1)
    assert comments.write(session, ines, submission, "Yes.", cell=0, line=1) is one
    assert comments.write(session, ines, submission, "Yes.", cell=0, line=2) is not one


@pytest.mark.parametrize(
    ("text", "cell", "line"),
    [("  \n", -1, 0), ("x" * 2001, -1, 0), ("Yes.", -1, 3), ("Yes.", 0, 0)],
)
def test_what_is_no_comment_is_refused(
    desk: tuple[Session, int, Submission], text: str, cell: int, line: int
) -> None:
    session, ines, submission = desk
    with pytest.raises(ServiceProblem, match="comment"):
        comments.write(session, ines, submission, text, cell=cell, line=line)


def test_phrases_are_offered_by_how_often_they_were_used(
    desk: tuple[Session, int, Submission],
) -> None:
    session, _, submission = desk
    course = submission.course_id
    first = comments.keep(session, course, "demo", "Rename this.")
    second = comments.keep(session, course, "demo", "Say why.")
    assert comments.keep(session, course, "demo", " Say why. ") is second
    assert comments.use(session, second) == "Say why."
    assert comments.phrases(session, course, "demo") == [second, first]
    assert comments.phrases(session, course, "other") == []
    comments.forget(session, second)
    assert comments.phrases(session, course, "demo") == [first]

"""Comments and phrases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import ServiceProblem, comments
from grader.service.data.tables import AuditEntry, Role, Submission
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
    late = comments.write_comment(session, ines, submission, "Later.", cell=0, line=9)
    comments.write_comment(session, ines, submission, " Sooner.\r\n", cell=0, line=2)
    comments.write_comment(session, ines, submission, "All of it.", task="1")
    found = [(each.line, each.text) for each in comments.list_comments(session, submission.id)]
    assert found == [(0, "All of it."), (2, "Sooner."), (9, "Later.")]
    comments.remove_comment(session, ines, late)
    comments.remove_comment(session, ines, late)
    assert late not in comments.list_comments(session, submission.id)
    deeds = [each.deed for each in session.scalars(select(AuditEntry))]
    assert deeds == ["commented on"] * 3 + ["removed a comment on"]


def test_a_comment_sent_twice_is_one(desk: tuple[Session, int, Submission]) -> None:
    session, ines, submission = desk
    one = comments.write_comment(session, ines, submission, "Yes.", cell=0, line=1)
    assert comments.write_comment(session, ines, submission, "Yes.", cell=0, line=1) is one
    assert comments.write_comment(session, ines, submission, "Yes.", cell=0, line=2) is not one


@pytest.mark.parametrize(
    ("text", "cell", "line"),
    [("  \n", -1, 0), ("x" * 2001, -1, 0), ("Yes.", -1, 3), ("Yes.", 0, 0)],
)
def test_what_is_no_comment_is_refused(
    desk: tuple[Session, int, Submission], text: str, cell: int, line: int
) -> None:
    session, ines, submission = desk
    with pytest.raises(ServiceProblem, match="comment"):
        comments.write_comment(session, ines, submission, text, cell=cell, line=line)


def test_phrases_are_offered_by_how_often_they_were_used(
    desk: tuple[Session, int, Submission],
) -> None:
    session, _, submission = desk
    course = submission.course_id
    first = comments.keep_phrase(session, course, "demo", "Rename this.")
    second = comments.keep_phrase(session, course, "demo", "Say why.")
    assert comments.keep_phrase(session, course, "demo", " Say why. ") is second
    assert comments.use_phrase(session, second) == "Say why."
    assert comments.list_phrases(session, course, "demo") == [second, first]
    assert comments.list_phrases(session, course, "other") == []
    comments.forget_phrase(session, second)
    assert comments.list_phrases(session, course, "demo") == [first]

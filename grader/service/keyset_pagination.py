"""Reads long lists of a course page by page, for programs: each page begins after an id.

Ids grow, so that what is added meanwhile comes in a later piece, and nothing is read twice or left
out. Nobody reads a whole course at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import InstrumentedAttribute, Session, joinedload

from grader.service.data.decision_tables import (
    Comment,
    DeadlineExtension,
    Mark,
    RegradeRequest,
    RegradeRequestState,
)
from grader.service.data.tables import Membership, Person, Submission
from grader.service.people import select_students
from grader.service.submission_that_counts import decisions_by_submission
from grader.service.team_membership import own_submission_ids

_Row = TypeVar("_Row")
_Rows = TypeVar("_Rows", bound=tuple[Any, ...])


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request for a page of a list: the id after which it begins, and its most rows."""

    after: int = 0
    limit: int = 100

    def select(self, rows: Select[_Rows], number: InstrumentedAttribute[int]) -> Select[_Rows]:
        """Return a query for the rows of the piece, and for one more if others follow."""
        return rows.where(number > self.after).order_by(number).limit(self.limit + 1)

    def cut(self, rows: Sequence[_Row]) -> tuple[Sequence[_Row], bool]:
        """Return the rows of the piece, and whether more follow; one more row was asked for."""
        return rows[: self.limit], len(rows) > self.limit


def members_of_course(
    session: Session, course: int, piece: PageRequest
) -> tuple[Sequence[Row[tuple[Person, str]]], bool]:
    """Return people of a course with their roles, by id, and whether more follow."""
    people = (
        select(Person, Membership.role)
        .join(Membership, Membership.person_id == Person.id)
        .where(Membership.course_id == course)
    )
    return piece.cut(session.execute(piece.select(people, Person.id)).all())


def submission_ids(
    session: Session, course: int, assignment: str, piece: PageRequest, *, owner: int = 0,
    counting: bool = False,
) -> tuple[Sequence[int], bool]:  # fmt: skip
    """Return ids of submissions for an assignment, the oldest first, and whether more follow.

    Args:
        owner: to whom they belong; 0 for those of everybody.
        counting: whether only those that count are wanted, of everybody.
    """
    if owner:
        every = own_submission_ids(session, course, owner, assignment)
    elif counting:
        every = [
            number
            for number, each in decisions_by_submission(session, course, assignment).items()
            if each.counts
        ]
    else:
        whole = select(Submission.id).where(
            Submission.course_id == course, Submission.assignment == assignment
        )
        return piece.cut(session.scalars(piece.select(whole, Submission.id)).all())
    return piece.cut([number for number in every if number > piece.after])


def marks_of_assignment(
    session: Session, course: int, assignment: str, piece: PageRequest
) -> tuple[Sequence[Mark], bool]:
    """Return all marks that people gave or took back, the oldest first, and whether more follow."""
    rows = _of_assignment(select(Mark), Mark, course, assignment).options(joinedload(Mark.by))
    return piece.cut(session.scalars(piece.select(rows, Mark.id)).all())


def comments_of_assignment(
    session: Session, course: int, assignment: str, piece: PageRequest
) -> tuple[Sequence[Comment], bool]:
    """Return the comments that are not removed, the oldest first, and whether more follow."""
    rows = _of_assignment(select(Comment), Comment, course, assignment)
    rows = rows.where(Comment.removed_at == 0.0).options(joinedload(Comment.by))
    return piece.cut(session.scalars(piece.select(rows, Comment.id)).all())


def requests_of_assignment(
    session: Session, course: int, assignment: str, states: Sequence[RegradeRequestState],
    piece: PageRequest,
) -> tuple[Sequence[RegradeRequest], bool]:  # fmt: skip
    """Return the regrade requests in these states, the oldest first, and whether more follow."""
    rows = _of_assignment(select(RegradeRequest), RegradeRequest, course, assignment)
    rows = rows.where(RegradeRequest.state.in_(states)).options(
        joinedload(RegradeRequest.submission).joinedload(Submission.person)
    )
    return piece.cut(session.scalars(piece.select(rows, RegradeRequest.id)).all())


def extensions_of_assignment(
    session: Session, course: int, assignment: str, piece: PageRequest
) -> tuple[Sequence[Row[tuple[DeadlineExtension, Person]]], bool]:
    """Return all extensions with their students, the oldest first, and whether more follow.

    Of one student's, the newest counts.
    """
    rows = (
        select(DeadlineExtension, Person)
        .join(Person, Person.id == DeadlineExtension.person_id)
        .where(DeadlineExtension.course_id == course, DeadlineExtension.assignment == assignment)
    )
    return piece.cut(session.execute(piece.select(rows, DeadlineExtension.id)).all())


def student_ids_of_course(
    session: Session, course: int, piece: PageRequest
) -> tuple[Sequence[int], bool]:
    """Return ids of the students of a course, and whether more follow."""
    rows = piece.select(select_students(course), Membership.person_id)
    return piece.cut(session.scalars(rows).all())


def _of_assignment(rows: Select[_Rows], kind: Any, course: int, assignment: str) -> Select[_Rows]:
    """Select rows about submissions for an assignment."""
    return rows.join(Submission, Submission.id == kind.submission_id).where(
        Submission.course_id == course, Submission.assignment == assignment
    )

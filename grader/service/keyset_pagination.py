"""Reads long lists of a course piece by piece, for programs: each piece begins after an id.

Ids grow, so that what is added meanwhile comes in a later piece, and nothing is read twice or left
out. Nobody reads a whole course at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, joinedload

from grader.service.counting_submissions import counting_by_id
from grader.service.data.decision_tables import (
    Comment,
    DeadlineExtension,
    Mark,
    RegradeRequest,
    RegradeRequestState,
)
from grader.service.data.tables import Membership, Person, Role, Submission
from grader.service.team_membership import own_submission_ids

_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True)
class Piece:
    """Where a piece of a list begins, and how many rows it has at most."""

    after: int = 0
    limit: int = 100

    def cut(self, rows: Sequence[_Row]) -> tuple[Sequence[_Row], bool]:
        """Return the rows of the piece, and whether more follow; one more row was asked for."""
        return rows[: self.limit], len(rows) > self.limit


def members_of_course(session: Session, course: int, piece: Piece) -> list[tuple[Person, str]]:
    """Return people of a course with their roles, by id."""
    rows = session.execute(
        select(Person, Membership.role)
        .join(Membership, Membership.person_id == Person.id)
        .where(Membership.course_id == course, Person.id > piece.after)
        .order_by(Person.id)
        .limit(piece.limit + 1)
    )
    return [(person, role) for person, role in rows]


def submission_ids(
    session: Session, course: int, assignment: str, piece: Piece, *, owner: int = 0,
    counting: bool = False,
) -> list[int]:  # fmt: skip
    """Return ids of submissions for an assignment, the oldest first.

    Args:
        owner: to whom they belong; 0 for those of everybody.
        counting: whether only those that count are wanted, of everybody.
    """
    if owner:
        every = own_submission_ids(session, course, owner, assignment)
    elif counting:
        every = [
            number
            for number, each in counting_by_id(session, course, assignment).items()
            if each.counts
        ]
    else:
        return list(session.scalars(
            select(Submission.id)
            .where(
                Submission.course_id == course, Submission.assignment == assignment,
                Submission.id > piece.after,
            )
            .order_by(Submission.id)
            .limit(piece.limit + 1)
        ))  # fmt: skip
    return [number for number in every if number > piece.after][: piece.limit + 1]


def marks_of_assignment(
    session: Session, course: int, assignment: str, piece: Piece
) -> Sequence[Mark]:
    """Return all marks that people gave or took back for an assignment, the oldest first."""
    rows = _of_assignment(select(Mark), Mark, course, assignment, piece)
    return session.scalars(rows.options(joinedload(Mark.by))).all()


def comments_of_assignment(
    session: Session, course: int, assignment: str, piece: Piece
) -> Sequence[Comment]:
    """Return the comments on submissions for an assignment that are not removed, oldest first."""
    rows = _of_assignment(select(Comment), Comment, course, assignment, piece)
    return session.scalars(
        rows.where(Comment.removed_at == 0.0).options(joinedload(Comment.by))
    ).all()


def requests_of_assignment(
    session: Session, course: int, assignment: str, states: Sequence[RegradeRequestState],
    piece: Piece,
) -> Sequence[RegradeRequest]:  # fmt: skip
    """Return the regrade requests of an assignment in these states, the oldest first."""
    rows = _of_assignment(select(RegradeRequest), RegradeRequest, course, assignment, piece)
    return session.scalars(
        rows.where(RegradeRequest.state.in_(states)).options(
            joinedload(RegradeRequest.submission).joinedload(Submission.person)
        )
    ).all()


def extensions_of_assignment(
    session: Session, course: int, assignment: str, piece: Piece
) -> Sequence[tuple[DeadlineExtension, Person]]:
    """Return all extensions of an assignment with their students, the oldest first.

    Of one student's, the newest counts.
    """
    rows = session.execute(
        select(DeadlineExtension, Person)
        .join(Person, Person.id == DeadlineExtension.person_id)
        .where(
            DeadlineExtension.course_id == course, DeadlineExtension.assignment == assignment,
            DeadlineExtension.id > piece.after,
        )
        .order_by(DeadlineExtension.id)
        .limit(piece.limit + 1)
    )  # fmt: skip
    return [(extension, person) for extension, person in rows]


def student_ids_of_course(session: Session, course: int, piece: Piece) -> list[int]:
    """Return ids of the students of a course."""
    return list(session.scalars(
        select(Membership.person_id)
        .where(
            Membership.course_id == course, Membership.role == Role.STUDENT.value,
            Membership.person_id > piece.after,
        )
        .order_by(Membership.person_id)
        .limit(piece.limit + 1)
    ))  # fmt: skip


def _of_assignment(
    rows: Select[Any], kind: Any, course: int, assignment: str, piece: Piece
) -> Select[Any]:
    """Select rows about submissions for an assignment, from where a piece begins."""
    return (
        rows.join(Submission, Submission.id == kind.submission_id)
        .where(
            Submission.course_id == course,
            Submission.assignment == assignment,
            kind.id > piece.after,
        )
        .order_by(kind.id)
        .limit(piece.limit + 1)
    )

"""Deletes the data of a person, and data that is older than a number of days.

Whatever hangs on a row goes with it, in every table there is.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Table, delete, func, select, update
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_count
from grader.service import ServiceProblem
from grader.service.data import audit
from grader.service.data.decision_tables import SubmissionChoice
from grader.service.data.group_tables import MemberMark, TeamMember
from grader.service.data.ladder_tables import CourseTournament
from grader.service.data.tables import (
    AuditEntry,
    Base,
    Person,
    Secret,
    SimilarityComparison,
    Submission,
)
from grader.service.late_penalty import DAY
from grader.service.people import find_person
from grader.service.team_membership import teams_of_course
from grader.service.teams import TEAM_DEEDS, pass_extension_to_team

_OWNER = "person_id"
"""The column by which rows belong to a person. Others, as ``by_id``, say who did something."""
_NAMED_IN = {
    "enrolled": 0,
    "took out": 0,
    "section": 0,
    "viewed as": 0,
    "extension": 1,
    **dict.fromkeys(TEAM_DEEDS, 1),
}
"""Deeds whose entries in the audit name somebody by their login: as which of the words."""


@dataclass(frozen=True, slots=True)
class DeletionCounts:
    """The numbers of submissions and of rows that were deleted."""

    submissions: int = 0
    rows: int = 0


def delete_person(session: Session, login: str) -> DeletionCounts:
    """Delete all that belongs to a person, and their name, also where the audit has it.

    A row without a name stays: entries of the audit, what they decided about others' work, and what
    they handed in for a team that others are in refer to it. A later deadline that they had stays
    that of their team.

    Raises:
        ServiceProblem: as :func:`find_deletable_person`.
    """
    person = find_deletable_person(session, login)
    for_others = _submissions_shared_with_others(session, person.id)
    whose = (Submission.person_id == person.id) & Submission.id.not_in(for_others)
    submissions = _number(session, whose)
    pass_extension_to_team(session, person.id, person.id)
    rows = _delete_tournaments(session, whose)
    for table in reversed(Base.metadata.sorted_tables):
        if _OWNER in table.c and table.name != AuditEntry.__tablename__:
            theirs = table.c[_OWNER] == person.id
            if table.name == Submission.__tablename__:
                theirs &= table.c.id.not_in(for_others)
            elif table.name == SubmissionChoice.__tablename__:
                theirs &= table.c.submission_id.not_in(for_others)
            elif table.name == TeamMember.__tablename__:
                # What was handed in before there was a team is the team's by this row alone.
                theirs &= table.c.team_id.not_in(
                    _teams_joined_after_submission(session, for_others)
                )
            rows += _cascade_delete(session, table, theirs)
    nobody = f"(deleted-{person.id})"  # which nobody can have as their login
    _rename_in_audit(session, person.login, nobody)
    session.execute(
        update(Person)
        .where(Person.id == person.id)
        .values(login=nobody, name="(deleted)", password="", served_at=0.0)
    )
    audit.add_audit_entry(
        session, person.id, "was forgotten", f"{format_count(submissions, 'submission')}"
    )
    return DeletionCounts(submissions, rows)


def _delete_tournaments(session: Session, whose: ColumnElement[bool]) -> int:
    """Delete the tournaments in which submissions may have played; return how many."""
    places = session.execute(
        select(Submission.course_id, Submission.assignment).where(whose).distinct()
    )
    return sum(
        _cascade_delete(
            session,
            _table(CourseTournament),
            (CourseTournament.course_id == course) & (CourseTournament.assignment == assignment),
        )
        for course, assignment in places.all()
    )


def _submissions_shared_with_others(session: Session, person: int) -> list[int]:
    """Return the ids of what a person handed in that belongs to others of a team as well."""
    found = []
    for course in session.scalars(
        select(Submission.course_id).where(Submission.person_id == person).distinct()
    ):
        teams = teams_of_course(session, course, person)
        found += [
            each.id
            for each in session.scalars(
                select(Submission).where(
                    Submission.course_id == course, Submission.person_id == person
                )
            )
            if {*teams.owners(person, each.assignment, each.team_id)} - {person}
        ]
    return found


def _teams_joined_after_submission(session: Session, submissions: Collection[int]) -> set[int]:
    """Return the teams that own submissions handed in before their author joined the team."""
    earlier = select(Submission).where(Submission.id.in_(submissions))
    found = set()
    for each in session.scalars(earlier):
        teams = teams_of_course(session, each.course_id, each.person_id)
        if each.team_id not in teams.members:
            found.add(teams.team_of[each.person_id, each.assignment])
    return found


def find_deletable_person(session: Session, login: str) -> Person:
    """Return the person of that login, if they may be deleted.

    Raises:
        ServiceProblem: if there is nobody of that login, or they administer the service.
    """
    person = find_person(session, login)
    if person is None:
        raise ServiceProblem(f"There is nobody with the login {escape_to_one_line(login, 80)!r}.")
    if person.admin:
        raise ServiceProblem(f"{person.login} administers the service, and is not forgotten.")
    return person


def _rename_in_audit(session: Session, login: str, other: str) -> None:
    for entry in session.scalars(
        select(AuditEntry).where(
            AuditEntry.deed.in_(_NAMED_IN), AuditEntry.about.contains(login, autoescape=True)
        )
    ):
        words, place = entry.about.split(" "), _NAMED_IN[entry.deed]
        if words[place] == login:
            entry.about = " ".join([*words[:place], other, *words[place + 1 :]])
    session.flush()


def delete_older(session: Session, days: float) -> DeletionCounts:
    """Delete submissions, audit entries, comparisons and expired secrets older than some days."""
    before = time.time() - days * DAY
    old = Submission.created_at < before
    submissions = _number(session, old)
    rows = _cascade_delete(session, _table(Submission), old)
    rows += _cascade_delete(session, _table(AuditEntry), AuditEntry.at < before)
    rows += _cascade_delete(session, _table(SimilarityComparison), SimilarityComparison.at < before)
    rows += _cascade_delete(session, _table(MemberMark), MemberMark.at < before)
    rows += _cascade_delete(session, _table(CourseTournament), CourseTournament.at < before)
    rows += _cascade_delete(
        session, _table(Secret), (Secret.expires_at > 0.0) & (Secret.expires_at < before)
    )
    _note_by_command(session, "forgot", f"{format_count(submissions, 'submission')} and what was "
                     f"older than {days:g} days")  # fmt: skip
    return DeletionCounts(submissions, rows)


def _note_by_command(session: Session, deed: str, about: str) -> None:
    """Add an entry to the audit in the first administrator's name.

    The command line does not know the person who gave the command.
    """
    admin = select(Person.id).where(Person.admin).order_by(Person.id).limit(1)
    if (who := session.scalars(admin).first()) is not None:
        audit.add_audit_entry(session, who, deed, f"{about}, by grade admin forget")


def _number(session: Session, which: ColumnElement[bool]) -> int:
    return session.scalars(select(func.count()).select_from(Submission).where(which)).one()


def _cascade_delete(session: Session, table: Table, which: ColumnElement[bool]) -> int:
    """Delete rows, and the rows that refer to them; return how many there were in all."""
    found = 0
    for other in Base.metadata.sorted_tables:
        for key in other.foreign_keys:
            if key.column.table is table and other is not table:
                found += _cascade_delete(
                    session, other, key.parent.in_(select(key.column).where(which))
                )
    done = session.execute(delete(table).where(which).execution_options(synchronize_session=False))
    return found + int(done.rowcount)  # type: ignore[attr-defined]


def _table(kind: type[Base]) -> Table:
    table = kind.__table__
    assert isinstance(table, Table)
    return table

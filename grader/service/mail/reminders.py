"""Finds students whose deadline is near and who have handed in nothing, and tells them once."""

from __future__ import annotations

import math
from collections import defaultdict

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service.course_editions import assignment_ids_in_folder, current_editions
from grader.service.course_time import format_time
from grader.service.data.mail_tables import MailKind
from grader.service.data.tables import AssignmentEdition, Course, Role
from grader.service.deadlines import Deadlines
from grader.service.late_penalty import DAY
from grader.service.mail.notices import enqueue_notice
from grader.service.people import member_ids
from grader.service.team_membership import owners_by_assignment

AHEAD = DAY
"""Seconds before a deadline at which students are reminded of it."""


def enqueue_reminders(session: Session, now: float) -> None:
    """Store a reminder for each student whose own deadline is near, once for each deadline."""
    in_use = select(Course).where(Course.archived_at == 0.0).order_by(Course.id)
    for course in session.scalars(in_use).all():
        dates = Deadlines.of(session, course.id)
        near = {name for name, due_at in _every_deadline(dates) if now < due_at <= now + AHEAD}
        if not near:
            continue
        near &= set(assignment_ids_in_folder(course))
        for edition in current_editions(session, course):
            if edition.assignment in near:
                _remind(session, course, edition, dates, now)


def _every_deadline(dates: Deadlines) -> list[tuple[str, float]]:
    """Return the deadlines that anybody has, by assignment."""
    return [
        *((name, terms.due_at) for name, terms in dates.terms.items()),
        *((name, each.due_at) for (name, _), each in dates.own_dates.items()),
        *((name, each.due_at) for (_, name), each in dates.extensions.items()),
    ]


def _remind(
    session: Session, course: Course, edition: AssignmentEdition, dates: Deadlines, now: float
) -> None:
    by_deadline: dict[float, list[int]] = defaultdict(list)
    served = owners_by_assignment(session, course.id, edition.assignment)[edition.assignment]
    for person in sorted(member_ids(session, course.id, Role.STUDENT) - served):
        due_at = dates.rule(person, edition.assignment).due_at
        if now < due_at <= now + AHEAD:
            by_deadline[due_at].append(person)
    for due_at, people in by_deadline.items():
        enqueue_notice(
            session, MailKind.DEADLINE, people, f"Due soon: {edition.title}",
            f"{edition.title} ({course.title}) is due on {format_time(due_at, dates.zone)}, and "
            "you have handed in nothing yet.",
            f"/c/{course.slug}", key=f"{course.id} {edition.assignment} {due_at:.0f}",
            pause=math.inf,
        )  # fmt: skip

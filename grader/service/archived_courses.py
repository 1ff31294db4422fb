"""Archives courses: they can be read by all who could before, and nothing in them changes."""

from __future__ import annotations

import time

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import ServiceProblem
from grader.service.data import audit
from grader.service.data.tables import Course, Submission

ARCHIVED = "This course is archived: it can be read, and nothing in it changes any more."


class CourseArchived(ServiceProblem):
    """The error of a change in a course that is archived."""


def archive_course(session: Session, who: int, course: Course) -> None:
    """Archive a course, which is read-only from then on."""
    if not course.archived_at:
        course.archived_at = time.time()
        audit.add_audit_entry(session, who, "archived course", course.slug)


def restore_course(session: Session, who: int, course: Course) -> None:
    """Take a course out of the archive."""
    if course.archived_at:
        course.archived_at = 0.0
        audit.add_audit_entry(session, who, "restored course", course.slug)


def course_of_request(session: Session, slug: str, submission: str) -> Course | None:
    """Return the course that a request names by its short name or by a submission, if any."""
    if slug:
        return session.scalars(select(Course).where(Course.slug == slug)).one_or_none()
    if submission.isascii() and submission.isdigit() and len(submission) < 10:
        return session.scalars(
            select(Course)
            .join(Submission, Submission.course_id == Course.id)
            .where(Submission.id == int(submission))
        ).one_or_none()
    return None

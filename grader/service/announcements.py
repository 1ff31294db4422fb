"""Stores announcements, which staff show to everybody in a course and may have mailed."""

from __future__ import annotations

import time
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data import audit
from grader.service.data.mail_tables import Announcement
from grader.service.data.tables import Course
from grader.service.mail import notices
from grader.service.text_input import check_length

LONGEST = 10_000
"""Characters of an announcement."""
_LONGEST_TITLE = 100


def write_announcement(
    session: Session, who: int, course: Course, title: str, text: str, *, mailed: bool
) -> Announcement:
    """Store an announcement; the same one sent twice, as by an impatient click, is stored once.

    Args:
        mailed: whether people in the course are told by mail.

    Raises:
        ServiceProblem: if title or text is empty or too long.
    """
    title = " ".join(check_length(title, "A title", _LONGEST_TITLE).split())
    text = check_length(text, "An announcement", LONGEST)
    if not title or not text:
        raise ServiceProblem("An announcement has a title and a text; write both.")
    for known in list_announcements(session, course.id, most=1):
        if (known.title, known.text, known.by_id) == (title, text, who):
            return known
    made = Announcement(
        course_id=course.id, title=title, text=text, mailed=mailed, by_id=who, at=time.time()
    )
    session.add(made)
    session.flush()
    if mailed:
        notices.enqueue_announcement(session, made)
    _note(session, who, "announced", made)
    return made


def remove_announcement(session: Session, who: int, announcement: Announcement) -> None:
    """Remove an announcement from pages, and withdraw its mails that have not been sent."""
    if not announcement.removed_at:
        announcement.removed_at = time.time()
        notices.withdraw_announcement(session, announcement.id)
        _note(session, who, "removed announcement", announcement)


def list_announcements(
    session: Session, course: int, *, most: int | None = None
) -> Sequence[Announcement]:
    """Return the announcements of a course that are shown, the newest first."""
    return session.scalars(
        select(Announcement)
        .where(Announcement.course_id == course, Announcement.removed_at == 0.0)
        .options(joinedload(Announcement.by))
        .order_by(Announcement.id.desc())
        .limit(most)
    ).all()


def _note(session: Session, who: int, deed: str, announcement: Announcement) -> None:
    slug = session.get_one(Course, announcement.course_id).slug
    about = f"{slug}: {escape_to_one_line(announcement.title, 100)}"
    audit.add_audit_entry(session, who, deed, about)

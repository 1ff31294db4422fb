"""Stores notices for people, of which mails are made, in the same transaction as their cause.

A notice says that there is something, and where; it has no points, nothing secret, and no text that
people wrote to each other. Whoever has no confirmed address, or turned its kind off, gets none.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service.course_time import format_time, zone_of_course
from grader.service.data.decision_tables import RegradeRequest, Release
from grader.service.data.mail_tables import (
    Announcement,
    MailAddress,
    MailKind,
    MailOptOut,
    QueuedNotice,
)
from grader.service.data.tables import (
    AssignmentEdition,
    Course,
    Grading,
    Person,
    Role,
    Submission,
)
from grader.service.people import member_ids
from grader.service.result_releases import releases_of_course
from grader.service.team_membership import owners_by_assignment, owners_of_submission

_PAUSE_OF_ALARMS = 3600.0
"""Seconds between two mails that tell staff the same."""


def enqueue_notice(
    session: Session, kind: MailKind, people: Collection[int], subject: str, text: str, path: str,
    *, key: str = "", pause: float = 0.0,
) -> None:  # fmt: skip
    """Store a notice for each of these people who gets mail of its kind.

    Args:
        key: the same for notices that say the same; one that waits already is enough.
        pause: seconds between two with the same key; ``math.inf`` if there is only ever one.
    """
    wanted = find_recipients(session, kind, people)
    known = _find_last_notice_times(session, kind, wanted, key) if key and wanted else {}
    now = time.time()
    for person in sorted(wanted):
        latest, waits = known.get(person, (0.0, False))
        if waits or (latest and pause == math.inf):
            continue
        session.add(QueuedNotice(
            person_id=person, kind=kind.value, key=key, subject=escape_to_one_line(subject, 120),
            text=text, path=path, at=now, ready_at=max(now, latest + pause) if latest else now,
        ))  # fmt: skip
    session.flush()


def withdraw_notices(session: Session, kind: MailKind, key: str) -> None:
    """Delete the notices with a key of which no mail was made yet."""
    session.execute(
        delete(QueuedNotice)
        .where(
            QueuedNotice.kind == kind.value, QueuedNotice.key == key, QueuedNotice.mailed_at == 0.0
        )
        .execution_options(synchronize_session=False)
    )


def find_recipients(session: Session, kind: MailKind, people: Collection[int]) -> set[int]:
    """Return those of these people who have a confirmed address and did not turn a kind off."""
    off = select(MailOptOut.person_id).where(MailOptOut.kind == kind.value)
    return set(session.scalars(
        select(MailAddress.person_id).where(
            MailAddress.person_id.in_(people), MailAddress.confirmed_at > 0.0,
            MailAddress.person_id.not_in(off),
        )
    ))  # fmt: skip


def _find_last_notice_times(
    session: Session, kind: MailKind, people: Collection[int], key: str
) -> dict[int, tuple[float, bool]]:
    """Return when each person last got a notice with ``key``, and whether it still waits."""
    rows = session.execute(
        select(
            QueuedNotice.person_id,
            func.max(QueuedNotice.ready_at),
            func.min(QueuedNotice.mailed_at),
        )
        .where(
            QueuedNotice.person_id.in_(people),
            QueuedNotice.kind == kind.value,
            QueuedNotice.key == key,
        )
        .group_by(QueuedNotice.person_id)
    )
    return {person: (latest, mailed == 0.0) for person, latest, mailed in rows}


def enqueue_receipt(session: Session, submission: Submission, edition: AssignmentEdition) -> None:
    """Store a receipt for those to whom a submission belongs, with the file's digest."""
    course = session.get_one(Course, submission.course_id)
    came_at = format_time(submission.created_at, zone_of_course(course), seconds=True)
    text = (
        f"{submission.filename}, handed in for {edition.title} ({course.title}), came in on "
        f"{came_at} and is submission {submission.id}. The SHA-256 of "
        f"its {len(submission.content)} bytes is {submission.sha256}."
    )
    enqueue_notice(
        session, MailKind.RECEIPT, owners_of_submission(session, submission),
        f"Handed in: {edition.title}", text,
        f"/s/{submission.id}",
    )  # fmt: skip


def enqueue_release(session: Session, release: Release) -> None:
    """Tell all students who handed in that marks can be seen; take that back with the release."""
    key = f"{release.course_id} {release.assignment} {release.task}"
    if not release.shown:
        withdraw_notices(session, MailKind.RELEASE, key)
        return
    course = session.get_one(Course, release.course_id)
    title = session.get_one(AssignmentEdition, release.edition_id).title
    owners = owners_by_assignment(session, course.id, release.assignment)[release.assignment]
    students = owners & member_ids(session, course.id, Role.STUDENT)
    what = f"task {escape_to_one_line(release.task, 40)} of {title}" if release.task else title
    enqueue_notice(
        session, MailKind.RELEASE, students, f"Marks released: {title}",
        f"The marks and comments for {what} ({course.title}) were released.",
        f"/c/{course.slug}", key=key,
    )  # fmt: skip


def enqueue_regrade_answer(session: Session, request: RegradeRequest) -> None:
    """Tell a student that somebody has answered their regrade request."""
    submission = session.get_one(Submission, request.submission_id)
    enqueue_notice(
        session, MailKind.ANSWER, owners_of_submission(session, submission),
        "Your request was answered",
        f"Somebody has answered your request about task {escape_to_one_line(request.task, 40)} of "
        f"submission {submission.id}.",
        f"/s/{submission.id}",
    )  # fmt: skip


def enqueue_comment(session: Session, submission: Submission, task: str, by: int) -> None:
    """Tell a student of a comment on their submission, if they can see it already."""
    released = releases_of_course(session, submission.course_id)[submission.assignment]
    if by in owners_of_submission(session, submission) or not released.shows(task):
        return
    enqueue_notice(
        session, MailKind.ANSWER, owners_of_submission(session, submission),
        "A comment on your submission",
        f"There is a new comment on submission {submission.id}.",
        f"/s/{submission.id}", key=f"comment {submission.id}",
    )  # fmt: skip


def enqueue_failure(session: Session, grading: int) -> None:
    """Tell the instructors of a course that the grader failed over a submission."""
    course, edition = session.execute(
        select(Course, AssignmentEdition)
        .join(Submission, Submission.course_id == Course.id)
        .join(Grading, Grading.submission_id == Submission.id)
        .join(AssignmentEdition, AssignmentEdition.id == Grading.edition_id)
        .where(Grading.id == grading)
    ).one()
    enqueue_notice(
        session, MailKind.FAILURE, member_ids(session, course.id, Role.INSTRUCTOR),
        f"Gradings failed: {edition.title}",
        f"The grader failed over a submission for {edition.title} ({course.title}), perhaps over "
        "more since. Whoever handed in waits until somebody has it graded again.",
        f"/c/{course.slug}/{edition.assignment}/marking",
        key=f"{course.id} {edition.assignment}", pause=_PAUSE_OF_ALARMS,
    )  # fmt: skip


def enqueue_long_queue(session: Session, since: float) -> None:
    """Tell the administrators that the oldest submission has waited too long."""
    admins = session.scalars(select(Person.id).where(Person.admin)).all()
    enqueue_notice(
        session, MailKind.QUEUE, admins, "Submissions wait too long",
        f"The oldest submission has waited for its grading since {format_time(since)}. See whether "
        "workers run, and start more of them.",
        "/admin", key="queue", pause=_PAUSE_OF_ALARMS,
    )  # fmt: skip


def enqueue_announcement(session: Session, announcement: Announcement) -> None:
    """Tell everybody in a course that there is an announcement."""
    course = session.get_one(Course, announcement.course_id)
    title = escape_to_one_line(announcement.title, 100)
    enqueue_notice(
        session, MailKind.ANNOUNCEMENT, member_ids(session, course.id), f"{course.title}: {title}",
        f"There is a new announcement in {course.title}: {title}",
        f"/c/{course.slug}/announcements", key=_announcement_key(announcement.id), pause=math.inf,
    )  # fmt: skip


def withdraw_announcement(session: Session, announcement: int) -> None:
    """Delete the notices of an announcement of which no mail was made yet."""
    withdraw_notices(session, MailKind.ANNOUNCEMENT, _announcement_key(announcement))


def _announcement_key(announcement: int) -> str:
    return f"announcement {announcement}"

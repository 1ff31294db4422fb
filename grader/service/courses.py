"""Courses of the service: folders of this machine, and the editions of their assignments."""

from __future__ import annotations

import re
import time
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader import assignment as assignments
from grader.assignment import Assignment
from grader.assignment import course as folders
from grader.jobs.setting import of_assignment
from grader.model.submission import digest
from grader.service import ServiceProblem
from grader.service.data.tables import Course, Edition, Grading, State

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""Short names of courses, as they stand in addresses."""


def register(session: Session, slug: str, folder: Path, title: str = "") -> Course:
    """The course ``slug``, from now on in ``folder``, with its assignments as they are now.

    Raises:
        ServiceProblem: if the name is of no use.
        AssignmentError: if the folder is no course, or an assignment is not in order.
    """
    if not SLUG.fullmatch(slug):
        raise ServiceProblem(
            f"{slug!r} cannot be the short name of a course; use up to 40 lower-case letters, "
            "digits and hyphens."
        )
    folder = folders.chosen(folder)
    course = session.scalars(select(Course).where(Course.slug == slug)).one_or_none()
    if course is None:
        course = Course(slug=slug, title=title or slug, folder=str(folder))
        session.add(course)
    course.folder = str(folder)
    course.title = title or course.title
    session.flush()
    for name in folders.ids(folder):
        _register(session, course, folders.load(name, folder))
    session.flush()
    move_on(session)
    return course


def _register(session: Session, course: Course, assignment: Assignment) -> None:
    found = edition_digest(assignment)
    known = session.scalars(
        select(Edition).where(
            Edition.course_id == course.id,
            Edition.assignment == assignment.id,
            Edition.digest == found,
        )
    ).one_or_none()
    if known is None:
        known = Edition(course_id=course.id, assignment=assignment.id, digest=found)
        session.add(known)
    known.title = assignment.title
    known.created_at = time.time()  # one that comes back counts again


def offered(course: Course) -> list[str]:
    """The assignments that the folder of the course has now, in order or not."""
    return folders.ids(Path(course.folder))


def edition_digest(assignment: Assignment) -> str:
    """A digest of all files of an assignment that can change a report."""
    return digest(f"{kind}={value}" for kind, value in of_assignment(assignment).items())[:16]


def current(session: Session, course: Course) -> list[Edition]:
    """The newest edition of each assignment of a course, by the names of the assignments."""
    every = session.scalars(
        select(Edition)
        .where(Edition.course_id == course.id)
        .order_by(Edition.assignment, Edition.created_at, Edition.id)
    )
    return list({each.assignment: each for each in every}.values())


def move_on(session: Session) -> int:
    """Have what waits graded by the newest edition, whichever it was handed in for; how many moved.

    The files of an older edition are gone, and nothing was graded by it yet. Each submission is
    graded once by the newest one, so that what would be a second time waits no more.
    """
    moved = 0
    for course in session.scalars(select(Course)).all():
        for newest in current(session, course):
            moved += _move_to(session, newest)
    session.flush()
    return moved


def _move_to(session: Session, newest: Edition) -> int:
    older = select(Edition.id).where(
        Edition.course_id == newest.course_id,
        Edition.assignment == newest.assignment,
        Edition.id != newest.id,
    )
    waits = (Grading.state == State.QUEUED) & Grading.edition_id.in_(older)
    waiting = session.scalars(
        # Of several of one submission, what is no regrade has its turn first.
        select(Grading).where(waits).order_by(Grading.regrade, Grading.id)
    ).all()
    graded = set(session.scalars(
        select(Grading.submission_id).where(
            Grading.edition_id == newest.id,
            Grading.submission_id.in_(select(Grading.submission_id).where(waits)),
        )
    ))  # fmt: skip
    moved = 0
    for grading in waiting:
        if grading.submission_id in graded:
            session.delete(grading)
        else:
            grading.edition_id = newest.id
            graded.add(grading.submission_id)
            moved += 1
    return moved


def assignment_of(edition: Edition, folder: Path | None = None) -> Assignment:
    """The assignment as its files are now, which may be another edition.

    Args:
        folder: where the course is on this machine, if not where it is at the server.

    Raises:
        AssignmentError: if it is gone, or not in order.
    """
    return assignments.load(edition.assignment, folder or Path(edition.course.folder))

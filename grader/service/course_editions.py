"""Registers courses from their folders, and each edition of their assignments."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session, aliased

from grader import assignment as assignments
from grader.assignment import Assignment, AssignmentError
from grader.assignment import course_assignments as folders
from grader.jobs.grading_key import digest_assignment_files
from grader.model.escape import escape_to_one_line
from grader.model.submission import digest_texts
from grader.service import ServiceProblem
from grader.service.course_time import DEFAULT_ZONE, require_zone
from grader.service.data.tables import AssignmentEdition, Course, Grading, GradingState
from grader.service.queue import queue

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""Short names of courses, as they stand in addresses."""

_later = aliased(Grading)


Check = Callable[[str, Path], str]
"""Says what is wrong with an assignment of a course in that folder; nothing if it is in order."""


@dataclass(frozen=True, slots=True)
class FoundAssignment:
    """An assignment as its files are now.

    Attributes:
        digest: of all its files that can change a report, or of the problem if it cannot be read.
        problem: why nothing can be graded by it, a sentence a line; empty if it is in order,
            ``None`` if nobody looked.
    """

    id: str
    title: str
    digest: str
    problem: str | None


def read_course_folder(
    folder: Path, check: Check | None = None, good: Collection[str] = ()
) -> list[FoundAssignment]:
    """Read the assignments of a course, and check all but the editions known to be ``good``.

    That takes seconds: do it before the transaction that registers them.

    Args:
        good: digests of editions that were in order when somebody looked.
    """
    found = []
    for name in folders.list_assignment_ids(folder):
        try:
            assignment = folders.load_assignment(name, folder)
            own = edition_digest(assignment)
        except (AssignmentError, OSError) as refusal:
            said = escape_to_one_line(str(refusal), 300)
            found.append(FoundAssignment(name, name, digest_texts([said])[:16], said))
            continue
        problem = "" if own in good else check(name, folder) if check is not None else None
        found.append(FoundAssignment(name, assignment.title, own, problem))
    return found


def valid_edition_digests(session: Session, slug: str = "") -> set[str]:
    """Return the digests of the editions of a course, or of any, that were found in order."""
    found = select(AssignmentEdition.digest).where(AssignmentEdition.problem == "")
    return set(session.scalars(found.join(Course).where(Course.slug == slug) if slug else found))


def register_course(
    session: Session,
    slug: str,
    folder: Path,
    title: str = "",
    found: list[FoundAssignment] | None = None,
    time_zone: str = DEFAULT_ZONE,
) -> Course:
    """Register the assignments in ``folder`` as the course ``slug``, and return the course.

    An edition that is not in order is kept with its problem: the last good one stays the current
    one, and what is handed in waits until the files are mended.

    Args:
        found: the assignments, if somebody looked already.
        time_zone: of a course that is new; afterwards, its instructors say.

    Raises:
        ServiceProblem: if the name is of no use, or no assignment was ever in order.
        AssignmentError: if the folder is no course.
    """
    if not SLUG.fullmatch(slug):
        raise ServiceProblem(
            f"{slug!r} cannot be the short name of a course; use up to 40 lower-case letters, "
            "digits and hyphens."
        )
    folder = folders.choose_course(folder)
    course = session.scalars(select(Course).where(Course.slug == slug)).one_or_none()
    if course is None:
        zone = require_zone(time_zone).key
        course = Course(slug=slug, title=title or slug, folder=str(folder), time_zone=zone)
        session.add(course)
    course.folder = str(folder)
    course.title = title or course.title
    session.flush()
    for each in read_course_folder(folder) if found is None else found:
        _register(session, course, each)
    session.flush()
    faulty = faulty_editions(session, course)
    if faulty and not current_editions(session, course):
        raise ServiceProblem(
            f"No assignment of the course in {folder} is in order. {faulty[0].assignment}: "
            f"{faulty[0].problem}"
        )
    move_waiting_to_newest_editions(session)
    return course


def _register(session: Session, course: Course, found: FoundAssignment) -> None:
    known = session.scalars(
        select(AssignmentEdition).where(
            AssignmentEdition.course_id == course.id,
            AssignmentEdition.assignment == found.id,
            AssignmentEdition.digest == found.digest,
        )
    ).one_or_none()
    if known is None:
        known = AssignmentEdition(course_id=course.id, assignment=found.id, digest=found.digest)
        session.add(known)
    known.title = found.title
    if found.problem is not None:
        known.problem = found.problem
    known.created_at = time.time()  # one that comes back counts again


def assignment_ids_in_folder(course: Course) -> list[str]:
    """Return the ids of the assignments in the folder of the course, in order or not."""
    return folders.list_assignment_ids(Path(course.folder))


def edition_digest(assignment: Assignment) -> str:
    """Return a digest of all files of an assignment that can change a report."""
    return digest_texts(
        f"{kind}={value}" for kind, value in digest_assignment_files(assignment).items()
    )[:16]


def current_editions(session: Session, course: Course) -> list[AssignmentEdition]:
    """Return the newest edition in order of each assignment of a course, by name."""
    return list(_newest(session, course, in_order=True).values())


def faulty_editions(session: Session, course: Course) -> list[AssignmentEdition]:
    """Return the newest editions that are not in order, for which gradings wait."""
    return [each for each in _newest(session, course).values() if each.problem]


def all_faulty_editions(session: Session) -> list[tuple[Course, AssignmentEdition]]:
    """Return the newest editions that are not in order, of all courses."""
    return [
        (course, each)
        for course in session.scalars(select(Course).order_by(Course.slug)).all()
        for each in faulty_editions(session, course)
    ]


def _newest(
    session: Session, course: Course, *, in_order: bool = False
) -> dict[str, AssignmentEdition]:
    which = select(AssignmentEdition).where(AssignmentEdition.course_id == course.id)
    if in_order:
        which = which.where(func.coalesce(AssignmentEdition.problem, "") == "")
    every = session.scalars(
        which.order_by(
            AssignmentEdition.assignment, AssignmentEdition.created_at, AssignmentEdition.id
        )
    )
    return {each.assignment: each for each in every}


def move_waiting_to_newest_editions(session: Session) -> int:
    """Have waiting gradings done by the newest editions; return how many moved.

    The files of an older edition are gone, and nothing was graded by it yet. The newest edition
    grades each submission once, so that a second grading by it is deleted. A grading over which the
    grader failed by an older edition, and that no other edition has graded since, is done again.
    """
    moved = 0
    for course in session.scalars(select(Course)).all():
        for newest in current_editions(session, course):
            moved += _move_to(session, newest)
    session.flush()
    return moved


def _move_to(session: Session, newest: AssignmentEdition) -> int:
    older = select(AssignmentEdition.id).where(
        AssignmentEdition.course_id == newest.course_id,
        AssignmentEdition.assignment == newest.assignment,
        AssignmentEdition.id != newest.id,
    )
    of_older = Grading.edition_id.in_(older)
    graded_since = exists().where(
        _later.submission_id == Grading.submission_id, _later.id > Grading.id
    )
    failed = of_older & (Grading.state == GradingState.FAILED) & ~graded_since
    waits = of_older & (Grading.state == GradingState.QUEUED)
    waiting = session.scalars(
        # Of several of one submission, what is no regrade has its turn first.
        select(Grading).where(waits | failed).order_by(Grading.regrade, Grading.id)
    ).all()
    graded = set(session.scalars(
        select(Grading.submission_id).where(
            Grading.edition_id == newest.id,
            Grading.submission_id.in_([each.submission_id for each in waiting]),
        )
    ))  # fmt: skip
    moved = 0
    for grading in waiting:
        if grading.submission_id not in graded:
            if grading.state == GradingState.FAILED:
                queue.retry_failed(session, grading.id)
                session.refresh(grading)
            grading.edition_id = newest.id
            graded.add(grading.submission_id)
            moved += 1
        elif grading.state == GradingState.QUEUED:
            session.delete(grading)
    return moved


def plays_games(course: Course, edition: AssignmentEdition) -> bool:
    """Return whether agents of an assignment play each other."""
    return _plays_games(course.folder, edition.assignment, edition.digest)


@functools.lru_cache(maxsize=1000)
def _plays_games(folder: str, assignment: str, _digest: str) -> bool:
    """Answer from the files, once for each digest of them."""
    try:
        return assignments.load_assignment(assignment, Path(folder)).match is not None
    except (AssignmentError, OSError):
        return False


def load_current_assignment(edition: AssignmentEdition, folder: Path | None = None) -> Assignment:
    """Load an edition's assignment from its folder, whose files may be newer than the edition.

    Args:
        folder: where the course is on this machine, if not where it is at the server.

    Raises:
        AssignmentError: if it is gone, or not in order.
    """
    return assignments.load_assignment(edition.assignment, folder or Path(edition.course.folder))


_PATIENCE = 300.0
"""Seconds after which the tests of an assignment are taken never to end."""
_MOST = 10
"""Problems that are kept."""


def find_edition_problem(assignment: str, course: Path) -> str:
    """Return the problems of an assignment, one sentence a line; empty if it is in order."""
    command = [sys.executable, "-P", "-m", "grader.jobs.assignment_check", assignment, str(course)]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=_PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return (
            f"Its tests did not end within {_PATIENCE:.0f} s; see grade author validate "
            f"{assignment}."
        )
    try:
        # What hidden tests print themselves comes before.
        found = json.loads(done.stdout.rpartition("\n")[2])
    except ValueError:
        found = [done.stderr.strip().rpartition("\n")[2] or "It could not be looked at."]
    said = [escape_to_one_line(str(each).replace(f"{course}/", ""), 300) for each in found]
    more = [f"… and {len(said) - _MOST} more"] if len(said) > _MOST else []
    return "\n".join([*said[:_MOST], *more])

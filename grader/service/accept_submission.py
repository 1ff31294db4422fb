"""Accepts a submitted file: it and its place in the queue are kept together, then acknowledged.

What holds no code, or nothing that is asked for, is refused before: it would stand in the place of
something that was right.
"""

from __future__ import annotations

import hashlib
import logging
import time
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader import assignment as assignments
from grader import intake
from grader.assignment import AssignmentError
from grader.assignment.detect_assignment import mentions_any
from grader.intake.accepted_files import SIZE_LIMITS, suffix_of
from grader.intake.intake_errors import IntakeError, printable_name, too_large_error
from grader.model import submission as model
from grader.model.escape import escape_invisible
from grader.model.formatting import format_some_names
from grader.model.submission import MainFileRules
from grader.service.assignment_team_rules import reason_if_too_few
from grader.service.auth.rate_limit import describe_wait
from grader.service.course_editions import assignment_ids_in_folder
from grader.service.data.tables import (
    AssignmentEdition,
    Course,
    Grading,
    Membership,
    Role,
    Submission,
)
from grader.service.deadlines import Deadlines
from grader.service.late_penalty import DAY
from grader.service.mail import notices
from grader.service.team_membership import own_submission_ids, team_of_person

_log = logging.getLogger(__name__)

LARGEST = max(SIZE_LIMITS.values())
"""Bytes of the largest file that can be handed in."""
LONGEST_KEY = 200
"""Characters of an idempotency key."""
NOT_OFFERED = (
    "Nothing can be handed in for this assignment: the course does not have it at the moment. Ask "
    "the staff of the course whether it comes back."
)
_LONGEST_NAME = 100
_SHOWN_NAMES = 5
_UNFINISHED = 50
"""Submissions of one person that may wait for their grading."""
_MOST_SUBMISSIONS, _WITHIN_SECONDS = 60, 600.0
"""How often one person may hand in, in how many seconds."""
_MOST_BYTES_A_DAY = 256 << 20
"""Bytes that are taken from one person within a day."""


class TooManySubmissions(IntakeError):
    """The error of a student who submits too often, or more bytes than a day allows."""


class KeyUsedForOtherContent(IntakeError):
    """The error of an idempotency key that was used before for other content."""


@dataclass(frozen=True, slots=True)
class IncomingSubmission:
    """A file that a person submits, before it is stored.

    Make it before the transaction that stores it: other writers would wait for the hash. A student
    who waits for other writers is not late for that.

    Attributes:
        at: when it came, in seconds since 1970.
    """

    person: int
    filename: str
    content: bytes
    sha256: str
    key: str
    at: float

    @classmethod
    def of(
        cls, person: int, filename: str, content: bytes, key: str, at: float
    ) -> IncomingSubmission:
        """Return a submission that came at a time in seconds since 1970, with its hash."""
        return cls(person, filename, content, hashlib.sha256(content).hexdigest(), key, at)

    @classmethod
    def now(cls, person: int, filename: str, content: bytes, key: str) -> IncomingSubmission:
        """Return a submission that comes at this moment and by no request."""
        return cls.of(person, filename, content, key, time.time())


def require_code(course: Course, assignment: str, filename: str, content: bytes) -> None:
    """Raise an error for a file without code, or with several files that might be the one.

    So is a file in which no function is named that the assignment asks for, as one for another
    assignment is. Where a person grades written answers, a notebook may hold nothing else.

    This takes as long as reading the file: do it before the transaction that keeps the file. While
    the files of an assignment are not in order, its gradings say whether they could be read.

    Raises:
        IntakeError: with the reason, for the student.
    """
    name = _check_file(filename, content)
    try:
        found = assignments.load_assignment(assignment, Path(course.folder))
    except AssignmentError:
        return
    rules = found.file_rules
    submission = read_upload(name, content, rules)
    notebook = any(cell.notebook for cell in submission.cells)
    if notebook and any(task.written for task in found.tasks):
        return
    if rules.asked and not mentions_any(submission, rules.asked):
        names = [task.function for task in found.tasks if task.function]
        raise IntakeError(
            f"{printable_name(name)} names none of the functions that {found.id} asks for: "
            f"{format_some_names(names, _SHOWN_NAMES)}. Hand in the file that defines them."
        )


def read_upload(filename: str, content: bytes, rules: MainFileRules) -> model.Submission:
    """Return the submission in a file whose name was checked.

    Raises:
        IntakeError: if there is not exactly one file that counts, or it cannot be read.
    """
    return intake.make_submission(
        filename, *intake.read_contents_of_bytes(_base(filename), content, rules)
    )


def accept_submission(
    session: Session, edition: AssignmentEdition, handed: IncomingSubmission
) -> Submission:
    """Store a submission and queue its grading, or return the one with the same key.

    Raises:
        IntakeError: if it cannot be a submission; the sentence is for the student.
    """
    name = _check_file(handed.filename, handed.content)
    known = session.scalars(
        select(Submission).where(
            Submission.person_id == handed.person, Submission.key == handed.key
        )
    ).one_or_none()
    if known is not None:
        if (known.sha256, known.assignment, known.course_id) != (
            handed.sha256, edition.assignment, edition.course_id,
        ):  # fmt: skip
            raise KeyUsedForOtherContent(
                "This idempotency key was used before, for another submission; use a new one."
            )
        return known
    if edition.assignment not in assignment_ids_in_folder(
        session.get_one(Course, edition.course_id)
    ):
        raise IntakeError(NOT_OFFERED)
    membership = session.get(Membership, (handed.person, edition.course_id))
    role = membership.role if membership else None
    if late := _reason_if_too_late(session, edition, handed, role):
        raise IntakeError(late)
    team = team_of_person(session, edition.course_id, edition.assignment, handed.person)
    if role == Role.STUDENT and (small := reason_if_too_few(session, edition, team)):
        raise IntakeError(small)
    if _unfinished(session, handed.person) >= _UNFINISHED:
        raise TooManySubmissions(
            f"{_UNFINISHED} submissions of yours are waiting already; hand in again once some of "
            "them have been graded."
        )
    if wait := _seconds_to_wait(session, handed.person, handed.at):
        raise TooManySubmissions(
            f"You handed in {_MOST_SUBMISSIONS} times in {_WITHIN_SECONDS / 60:.0f} minutes; hand "
            f"in again {describe_wait(wait)}."
        )
    if _bytes_within_a_day(session, handed) + len(handed.content) > _MOST_BYTES_A_DAY:
        raise TooManySubmissions(
            f"Your files of the last day would exceed {_MOST_BYTES_A_DAY >> 20} MiB; hand in a "
            "smaller file, or wait a day."
        )
    submission = Submission(
        course_id=edition.course_id, person_id=handed.person,
        team_id=team.id if team is not None else None, assignment=edition.assignment,
        filename=name, content=handed.content, sha256=handed.sha256, key=handed.key,
        created_at=handed.at,
    )  # fmt: skip
    session.add(submission)
    session.flush()
    session.add(Grading(submission_id=submission.id, edition_id=edition.id, queued_at=handed.at))
    session.flush()
    notices.enqueue_receipt(session, submission, edition)
    _log.info("handed in", extra={"submission": submission.id, "bytes": len(handed.content)})
    return submission


def accept_form_submission(
    session: Session, edition: AssignmentEdition, handed: IncomingSubmission
) -> Submission:
    """Store a submission from a form, under a key made of the form and the content.

    The same files sent twice, as by an impatient click, are one submission. A student who goes back
    to the page and hands in an older file once more wants it to count again: that is a new one.

    Raises:
        IntakeError: if it cannot be a submission; the sentence is for the student.
    """
    every = own_submission_ids(session, edition.course_id, handed.person, edition.assignment)
    newest = session.get_one(Submission, every[-1]) if every else None
    key = f"{handed.key} {handed.sha256} "
    own = newest is not None and newest.person_id == handed.person
    if newest is not None and own and newest.key.startswith(key):
        return newest
    return accept_submission(
        session, edition, replace(handed, key=f"{key}{newest.id if newest else 0}")
    )


def _check_file(filename: str, content: bytes) -> str:
    """Return the name of a file without folders, if a submission may have its suffix and size."""
    name = check_submission_name(filename)
    if len(content) > SIZE_LIMITS[suffix_of(name)]:
        raise too_large_error(name)
    return name


def check_submission_name(filename: str) -> str:
    """Return the name of a file without folders, if a submission may have its suffix.

    Raises:
        IntakeError: if it cannot.
    """
    if suffix_of(_base(filename)) not in SIZE_LIMITS:
        raise IntakeError(
            f"{printable_name(_base(filename))} is not a kind of file that is graded; hand in a "
            ".py file, a .ipynb notebook, or a .zip archive with one of these."
        )
    return name_without_folders(filename)


def name_without_folders(filename: str) -> str:
    """Return the name of a file of any kind without folders, if it is allowed.

    Raises:
        IntakeError: if it is of no use, or hides something.
    """
    name = _base(filename)
    if not name or name.startswith(".") or len(name.encode("utf-8", "replace")) > _LONGEST_NAME:
        raise IntakeError(
            f"The name {printable_name(name)} cannot be used; give the file a name of at most "
            f"{_LONGEST_NAME} characters that does not begin with a dot."
        )
    if escape_invisible(name) != name or not name.isprintable():
        raise IntakeError(
            f"The name {printable_name(name)} has invisible characters; give the file a plain name."
        )
    return name


def _base(filename: str) -> str:
    return PurePosixPath(filename.replace("\\", "/")).name


def _reason_if_too_late(
    session: Session, edition: AssignmentEdition, handed: IncomingSubmission, role: str | None
) -> str:
    """Return why a submission is too late to be accepted; empty if it is not."""
    every = Deadlines.of(session, edition.course_id, handed.person)
    due = every.standing(handed.person, edition.assignment, handed.at, {})
    return due.refusal(role)


def _seconds_to_wait(session: Session, person: int, now: float) -> float:
    """Return the seconds until a person may submit again; 0 if they may now."""
    own = select(Submission.created_at).where(Submission.person_id == person)
    earlier = session.scalars(
        own.order_by(Submission.id.desc()).offset(_MOST_SUBMISSIONS - 1).limit(1)
    ).first()
    return 0.0 if earlier is None else max(0.0, earlier + _WITHIN_SECONDS - now)


def _bytes_within_a_day(session: Session, handed: IncomingSubmission) -> int:
    """Return how many bytes a person submitted in the day before a submission."""
    sizes = select(func.coalesce(func.sum(func.length(Submission.content)), 0)).where(
        Submission.person_id == handed.person, Submission.created_at > handed.at - DAY
    )
    return int(session.scalars(sizes).one())


def _unfinished(session: Session, person: int) -> int:
    waiting = select(Grading.id).join(Submission).where(
        Submission.person_id == person, Grading.finished_at == 0.0
    )  # fmt: skip
    return len(session.scalars(waiting).all())

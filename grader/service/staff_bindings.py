"""Stores the bindings that staff give: how a submission is called for a role of its assignment.

A binding that is given counts for every grading of the submission from then on. Each is a row of
its own, and the newest of a role counts. What was given for an earlier submission of the same
student is offered for a later one, and counts there only if somebody gives it again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from grader.assignment import AssignmentError
from grader.jobs.bindings_toml import find_binding_fault, names_in_binding
from grader.jobs.grading_answer import OpenRole
from grader.model.escape import escape_to_one_line
from grader.model.role_binding import RoleResult
from grader.model.submission import Cell
from grader.render import report_json
from grader.service import ServiceProblem, course_editions, submission_queries
from grader.service.data import audit
from grader.service.data.database import split_into_chunks
from grader.service.data.decision_tables import Binding
from grader.service.data.tables import AssignmentEdition, Course, Grading, Submission
from grader.service.queue import queue
from grader.service.submission_queries import SubmissionView
from grader.service.submission_that_counts import submissions_that_count
from grader.service.team_membership import choose_viewing_owner, own_submission_ids


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A role of a submission with its result and bindings, for staff who settle it.

    Attributes:
        result: what the latest report says; ``None`` if there is none.
        given: what somebody has given for it.
        offered: what somebody gave for an earlier submission, if the code still has it.
    """

    role: str
    result: RoleResult | None
    given: Binding | None = None
    offered: Binding | None = None

    @property
    def open(self) -> bool:
        """Return whether a person has to settle the role."""
        if self.result is None or self.result.settled:
            return False
        return self.result.open or bool(self.result.note)

    @property
    def current(self) -> str:
        """Return the line that binds the role at the moment; empty if there is none."""
        if self.given is not None:
            return self.given.line
        return self.result.binding if self.result is not None else ""

    @property
    def line(self) -> str:
        """Return the line that the role's field in the form holds at first."""
        if self.current or self.offered is None:
            return self.current
        return self.offered.line

    @property
    def candidates(self) -> tuple[str, ...]:
        """Return the lines that may settle the role."""
        return () if self.result is None else self.result.candidates

    @property
    def reason(self) -> str:
        """Return a sentence that says why the role is open; empty if it is settled."""
        if self.result is None or self.result.settled:
            return ""
        return self.result.note or "Nothing was found."


def bindings_in_force(
    session: Session, submissions: Collection[int]
) -> dict[int, dict[str, Binding]]:
    """Return the bindings in force of each of these submissions, by role."""
    found: dict[int, dict[str, Binding]] = {}
    for some in split_into_chunks(submissions):
        for row in session.scalars(
            select(Binding)
            .where(Binding.submission_id.in_(some))
            .options(joinedload(Binding.by))
            .order_by(Binding.id)
        ):
            found.setdefault(row.submission_id, {})[row.role] = row
    return {
        submission: {role: row for role, row in roles.items() if row.line}
        for submission, roles in found.items()
    }


def binding_lines(session: Session, submission: int) -> dict[str, str]:
    """Return the lines of a submission's bindings in force, by role."""
    return {
        role: row.line
        for role, row in bindings_in_force(session, [submission]).get(submission, {}).items()
    }


def roles_of_submission(
    session: Session, seen: SubmissionView
) -> tuple[Sequence[RoleResult], Sequence[Cell]]:
    """Return the roles and the code in a submission's report; empty if it has no report."""
    text = (
        submission_queries.report_of_grading(session, seen.grading.id) if seen.has_report else None
    )
    if text is None:
        return (), ()
    report = report_json.loads(text)
    return report.roles, report.cells


def has_roles(seen: SubmissionView) -> bool:
    """Return whether a submission has open roles, or its assignment declares roles."""
    if seen.open_roles:
        return True
    try:
        return course_editions.load_current_assignment(seen.grading.edition).contract is not None
    except AssignmentError:
        return False


def list_role_rows(session: Session, seen: SubmissionView) -> list[RoleRow]:
    """Return the roles of a submission's report in order, then other roles with a binding."""
    results, cells = roles_of_submission(session, seen)
    own = bindings_in_force(session, [seen.submission.id]).get(seen.submission.id, {})
    before = _bindings_of_earlier_submissions(session, [seen.submission]).get(
        seen.submission.id, {}
    )
    named = {each.role: each for each in results}
    return [
        RoleRow(
            role, named.get(role), own.get(role),
            _offered(before.get(role), named.get(role), cells),
        )
        for role in dict.fromkeys([*named, *own])
    ]  # fmt: skip


def _bindings_of_earlier_submissions(
    session: Session, submissions: Sequence[Submission]
) -> dict[int, dict[str, Binding]]:
    """Return the latest bindings, by role, of earlier submissions of the same students."""
    found: dict[int, dict[str, Binding]] = {}
    for each in submissions:
        earlier = session.scalars(
            select(Binding)
            .join(Submission, Submission.id == Binding.submission_id)
            .where(
                Submission.id.in_(
                    own_submission_ids(
                        session,
                        each.course_id,
                        choose_viewing_owner(session, each),
                        each.assignment,
                    )
                ),
                Submission.id < each.id,
            )
            .options(joinedload(Binding.by))
            .order_by(Submission.id, Binding.id)
        )
        for row in earlier:
            found.setdefault(each.id, {})[row.role] = row
    return found


def _offered(
    row: Binding | None, result: RoleResult | None, cells: Iterable[Cell]
) -> Binding | None:
    if row is None or not row.line or result is None or result.settled:
        return None
    return row if _seems_to_define(cells, row.line) else None


def _seems_to_define(cells: Iterable[Cell], line: str) -> bool:
    """Return whether code seems to define a name in ``line``. The code is only searched as text."""
    pattern = "|".join(map(re.escape, sorted(names_in_binding(line))))
    made = re.compile(
        rf"^\s*(?:(?:async\s+)?def|class)\s+(?:{pattern})\b|^(?:{pattern})\s*=", re.MULTILINE
    )
    return bool(pattern) and any(made.search(cell.source) for cell in cells)


def changed_lines(known: Iterable[RoleRow], lines: Mapping[str, str]) -> dict[str, str]:
    """Return the ``lines``, by role, that differ from the current binding of their role.

    Raises:
        ServiceProblem: if a line is for a role that the submission does not have.
    """
    current = {row.role: row.current for row in known}
    for role in lines:
        if role not in current:
            raise ServiceProblem(
                f"{escape_to_one_line(role, 60)!r} is no role of the report of this submission; "
                f"its roles are {', '.join(current) or 'not known before it is graded'}."
            )
    stripped = {role: line.strip() for role, line in lines.items()}
    return {role: line for role, line in stripped.items() if line != current[role]}


def give_bindings(
    session: Session, who: int, seen: SubmissionView, lines: Mapping[str, str]
) -> list[str]:
    """Store the lines that differ from the current bindings, and queue a grading with them.

    Args:
        lines: by role; an empty one takes back what was given.

    Returns:
        The roles whose lines have changed. If there are none, nothing is graded again.

    Raises:
        ServiceProblem: if the submission is being graded, or one of ``lines`` is no binding.
    """
    return _give(session, who, seen, list_role_rows(session, seen), lines)


def give_open_bindings(
    session: Session, who: int, seen: SubmissionView, lines: Mapping[str, str]
) -> list[str]:
    """Store lines for open roles as :func:`give_bindings` does, without reading a report."""
    own = bindings_in_force(session, [seen.submission.id]).get(seen.submission.id, {})
    known_rows = [RoleRow(each.role, None, own.get(each.role)) for each in seen.open_roles]
    return _give(session, who, seen, known_rows, lines)


def _give(
    session: Session,
    who: int,
    seen: SubmissionView,
    known: Sequence[RoleRow],
    lines: Mapping[str, str],
) -> list[str]:
    if not seen.state.over:
        raise ServiceProblem("It is being graded; give bindings once there is a report.")
    new = changed_lines(known, lines)
    for role, line in new.items():
        if (found := find_binding_fault(line)) is not None:
            raise ServiceProblem(f"The binding of {role}: {found.sentence}")
    # What reading alone has settled nobody has given, so that it cannot be taken back.
    own = {row.role for row in known if row.given is not None}
    new = {role: line for role, line in new.items() if line or role in own}
    now, submission = time.time(), seen.submission.id
    for role, line in new.items():
        session.add(Binding(submission_id=submission, role=role, line=line, by_id=who, at=now))
        about = f"submission {submission}, {role}: {escape_to_one_line(line, 300) or 'taken back'}"
        audit.add_audit_entry(session, who, "gave a binding", about)
    if new:
        session.flush()
        grade_by_newest_edition(session, seen.submission)
    return list(new)


def newest_edition(session: Session, submission: Submission) -> AssignmentEdition:
    """Return the newest edition in order of a submission's assignment.

    Raises:
        ServiceProblem: if the assignment has none that is in order.
    """
    course = session.get_one(Course, submission.course_id)
    for each in course_editions.current_editions(session, course):
        if each.assignment == submission.assignment:
            return each
    raise ServiceProblem("The course does not have this assignment at the moment.")


def grade_by_newest_edition(session: Session, submission: Submission) -> None:
    """Queue a grading of a submission by the newest edition, behind all fresh submissions.

    A grading by that edition is replaced; students see the new one as they saw the old one.
    """
    edition = newest_edition(session, submission)
    known = session.scalars(
        select(Grading.id).where(
            Grading.submission_id == submission.id, Grading.edition_id == edition.id
        )
    ).one_or_none()
    if known is not None:
        queue.requeue_behind_fresh(session, known)
        return
    session.add(
        Grading(
            submission_id=submission.id, edition_id=edition.id, regrade=True, queued_at=time.time()
        )
    )
    session.flush()


@dataclass(frozen=True, slots=True)
class OpenRoleRow:
    """An open role and its submission, for a list of many."""

    seen: SubmissionView
    role: OpenRole

    @property
    def key(self) -> str:
        """Return the name of the role's field in a form."""
        return f"{self.seen.submission.id} {self.role.role}"


def list_open_roles(every: Iterable[SubmissionView]) -> list[OpenRoleRow]:
    """Return all open roles of these submissions, ordered by submission."""
    return [OpenRoleRow(seen, role) for seen in every for role in seen.open_roles]


def open_roles_of_assignment(session: Session, course: int, assignment: str) -> list[OpenRoleRow]:
    """Return the open roles of all submissions that count for an assignment."""
    return list_open_roles(submissions_that_count(session, course, assignment))

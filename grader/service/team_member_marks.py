"""Stores points for one member of a team. Each leaves an entry in the audit."""

from __future__ import annotations

import math
import time

from sqlalchemy.orm import Session

from grader.model import formatting
from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem, deadlines, final_scores
from grader.service.data import audit
from grader.service.data.group_tables import MemberMark
from grader.service.data.tables import Person
from grader.service.people import people_by_ids
from grader.service.submission_queries import SubmissionView
from grader.service.team_membership import owners_of_submission
from grader.service.text_input import check_length


def members_with_marks(
    session: Session, seen: SubmissionView
) -> list[tuple[Person, dict[str, MemberMark]]]:
    """Return the members of a submission's team by name, each with their own marks by task.

    The list is empty for a submission of one person.
    """
    owners = owners_of_submission(session, seen.submission)
    if len(owners) < 2:
        return []
    place = seen.submission
    marks = final_scores.marks_of_members(session, place.course_id, place.assignment)
    people = sorted(people_by_ids(session, owners).values(), key=lambda each: (each.name, each.id))
    return [(each, marks.get(each.id, {})) for each in people]


def give_member_mark(
    session: Session, who: int, seen: SubmissionView, task: str, member: int,
    points: float | None, reason: str,
) -> None:  # fmt: skip
    """Store points of one member for a task, in place of the team's; ``None`` takes them back.

    Raises:
        ServiceProblem: if there is no such member or task, or no reason, or the points are not
            among those to be had.
    """
    place = seen.submission
    terms = deadlines.current_terms(session, place.course_id)
    found = final_scores.scores_of_submission(session, seen, terms).task(task)
    if found is None:
        raise ServiceProblem(
            f"Submission {place.id} has no task {escape_to_one_line(task, 40)!r} to be marked."
        )
    own = final_scores.marks_of_members(session, place.course_id, place.assignment)
    if points is None and task not in own.get(member, {}):
        return
    owners = owners_of_submission(session, place)
    if len(owners) < 2 or member not in owners:
        raise ServiceProblem("That is no member of this submission's team; load the page again.")
    if points is not None and (not math.isfinite(points) or not 0 <= points <= found.max_points):
        raise ServiceProblem(
            f"Task {escape_to_one_line(task, 40)} has from 0 to "
            f"{formatting.format_points(found.max_points)}; {formatting.format_number(points)} "
            "cannot be given."
        )
    reason = check_length(reason, "A reason")
    if points is not None and not reason:
        raise ServiceProblem("Say why one member has other points than the team.")
    session.add(MemberMark(
        course_id=place.course_id, assignment=place.assignment, person_id=member, task=task,
        points=points, reason=reason, by_id=who, at=time.time(),
    ))  # fmt: skip
    given = "taken back" if points is None else formatting.format_points(points)
    audit.note_in_audit(
        session, who, "marked one member",
        f"submission {place.id}, task {escape_to_one_line(task, 40)}, person {member}: {given}",
    )  # fmt: skip

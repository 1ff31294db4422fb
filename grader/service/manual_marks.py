"""Stores points that people give, for all of a team or one member, and rubrics for them.

Each leaves an entry in the audit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.model import formatting
from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem, final_scores
from grader.service.data import audit
from grader.service.data.decision_tables import Mark, RubricItem
from grader.service.data.group_tables import MemberMark
from grader.service.data.tables import Person
from grader.service.final_scores import CountedTask, PointsReason
from grader.service.people import people_by_ids
from grader.service.submission_queries import SubmissionView
from grader.service.team_membership import owners_of_submission
from grader.service.text_input import check_length

_LONGEST_ITEM = 500
_MOST_ITEMS = 9
"""Rubric items of a task: each has a digit as its key."""


@dataclass(frozen=True, slots=True)
class GivenPoints:
    """The points and rubric items that a person gives for a task, and why.

    Attributes:
        points: ``None`` if the items say it.
        items: ids of rubric items.
        settles: whether it decides between the marks of others.
    """

    points: float | None = None
    items: tuple[int, ...] = ()
    reason: str = ""
    settles: bool = False


def give_mark(
    session: Session, who: int, seen: SubmissionView, task: str, given: GivenPoints
) -> Mark:
    """Store a mark for a task, in place of the same person's earlier mark.

    A mark that equals the newest one, as from an impatient click, is stored once.

    Raises:
        ServiceProblem: if that is no mark: there is no such task, the points are not among those to
            be had, or a reason is missing.
    """
    found = _task(session, seen, task)
    chosen = _items(session, seen, task, given.items)
    by_items = (
        points_of_items(rubric_items_for_submission(session, seen, task), chosen, found.max_points)
        if chosen
        else None
    )
    points = by_items if given.points is None else given.points
    if points is None:
        raise ServiceProblem("Points are missing: give points, or choose rubric items.")
    _require_valid_points(found, points)
    if given.settles and not found.marks:
        raise ServiceProblem("Nobody has marked this task yet, so there is nothing to settle.")
    overrides = found.task.score is not None
    # Otherwise one person could mark, settle, and so do without the second one.
    if (
        given.settles
        and not overrides
        and found.why not in {PointsReason.DIFFERS, PointsReason.SETTLED}
    ):
        raise ServiceProblem(
            "The marks of this task do not differ, so there is nothing to settle; give a mark of "
            "your own."
        )
    reason = check_length(given.reason, "A reason")
    if not reason and (overrides or given.settles or by_items not in {None, points}):
        raise ServiceProblem(
            "A reason is missing: give one to override the grader, the rubric or other people."
        )
    items = " ".join(str(item.id) for item in chosen)
    # What overrides or settles counts until anybody decides something newer.
    anybodys = overrides or given.settles
    before = _newest(session, None if anybodys else who, seen, task, settles=given.settles)
    if before is not None and (
        (before.by_id, before.points, before.items, before.reason) == (who, points, items, reason)
    ):
        return before
    deed = "settled" if given.settles else "overrode" if overrides else "marked"
    return _add(session, who, deed, Mark(
        submission_id=seen.submission.id, task=task, points=points, items=items, reason=reason,
        settles=given.settles, by_id=who, at=time.time(),
    ))  # fmt: skip


def take_mark_back(
    session: Session, who: int, seen: SubmissionView, task: str, *, settles: bool = False
) -> Mark | None:
    """Take back one's own mark, or the newest mark that settles or overrides the grader.

    Return the row that takes it back; ``None`` if there is no such mark.

    Raises:
        ServiceProblem: if there is no such task.
    """
    found = _task(session, seen, task)
    anybodys = settles or found.task.score is not None
    newest = _newest(session, None if anybodys else who, seen, task, settles=settles)
    if newest is None or newest.points is None:
        return None
    return _add(session, who, "took back", Mark(
        submission_id=seen.submission.id, task=task, points=None, items="", reason="",
        settles=settles, by_id=who, at=time.time(),
    ))  # fmt: skip


def _add(session: Session, who: int, deed: str, mark: Mark) -> Mark:
    session.add(mark)
    points = "" if mark.points is None else f": {formatting.format_points_with_noun(mark.points)}"
    about = f"submission {mark.submission_id}, task {escape_to_one_line(mark.task, 40)}{points}"
    audit.add_audit_entry(session, who, deed, about)
    return mark


def _task(session: Session, seen: SubmissionView, task: str) -> CountedTask:
    found = final_scores.scores_of_submission(session, seen).task(task)
    if found is None:
        raise ServiceProblem(
            f"Submission {seen.submission.id} has no task {escape_to_one_line(task, 40)!r} to "
            "be marked."
        )
    return found


def _require_valid_points(found: CountedTask, points: float) -> None:
    """Raise ServiceProblem unless the points are among those to be had for a task."""
    if not math.isfinite(points) or not 0 <= points <= found.max_points:
        raise ServiceProblem(
            f"Task {escape_to_one_line(found.task.id, 40)} has from 0 to "
            f"{formatting.format_points_with_noun(found.max_points)}; give points in this range, "
            f"not {formatting.format_number(points)}."
        )


def _newest(
    session: Session, who: int | None, seen: SubmissionView, task: str, *, settles: bool
) -> Mark | None:
    return session.scalars(
        select(Mark)
        .where(
            Mark.submission_id == seen.submission.id,
            Mark.task == task,
            Mark.settles == settles,
            *([] if who is None else [Mark.by_id == who]),
        )
        .order_by(Mark.id.desc())
        .limit(1)
    ).one_or_none()


# One member of a team -----------------------------------------------------------------------


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
    place, found = seen.submission, _task(session, seen, task)
    own = final_scores.marks_of_members(session, place.course_id, place.assignment)
    if points is None and task not in own.get(member, {}):
        return
    owners = owners_of_submission(session, place)
    if len(owners) < 2 or member not in owners:
        raise ServiceProblem("That is no member of this submission's team; load the page again.")
    if points is not None:
        _require_valid_points(found, points)
    reason = check_length(reason, "A reason")
    if points is not None and not reason:
        raise ServiceProblem("Say why one member has other points than the team.")
    session.add(MemberMark(
        course_id=place.course_id, assignment=place.assignment, person_id=member, task=task,
        points=points, reason=reason, by_id=who, at=time.time(),
    ))  # fmt: skip
    given = "taken back" if points is None else formatting.format_points_with_noun(points)
    audit.add_audit_entry(
        session, who, "marked one member",
        f"submission {place.id}, task {escape_to_one_line(task, 40)}, person {member}: {given}",
    )  # fmt: skip


# Rubric -------------------------------------------------------------------------------------


def list_rubric_items(
    session: Session, course: int, assignment: str, task: str, *, retired: bool = False
) -> list[RubricItem]:
    """Return a task's rubric items by position, with or without the retired ones."""
    return list(session.scalars(
        select(RubricItem)
        .where(
            RubricItem.course_id == course,
            RubricItem.assignment == assignment,
            RubricItem.task == task,
            *([] if retired else [RubricItem.retired.is_(False)]),
        )
        .order_by(RubricItem.position, RubricItem.id)
    ))  # fmt: skip


def rubric_items_for_submission(
    session: Session, seen: SubmissionView, task: str
) -> list[RubricItem]:
    """Return the rubric items that are offered for a task of a submission."""
    return list_rubric_items(session, seen.submission.course_id, seen.submission.assignment, task)


def points_of_items(
    offered: Sequence[RubricItem], chosen: Iterable[RubricItem], most: float
) -> float:
    """Return the points for the chosen rubric items, among all items that are offered.

    They count from 0, or from all points if no item adds any; the sum stays within the points to be
    had.
    """
    every = [*offered, *(chosen := list(chosen))]
    start = 0.0 if any(item.points > 0 for item in every) else most
    return min(most, max(0.0, round(start + sum(item.points for item in chosen), 6)))


def item_ids_of_mark(mark: Mark | None) -> list[int]:
    """Return the ids of a mark's rubric items."""
    return [] if mark is None else [int(each) for each in mark.items.split()]


def add_rubric_item(
    session: Session, who: int, place: tuple[int, str, str], text: str, points: float
) -> RubricItem:
    """Add a rubric item to a task; ``place`` is the course, the assignment and the task.

    An item that equals an earlier one, as from an impatient click, is stored once.

    Raises:
        ServiceProblem: if it is none, or there are too many.
    """
    course, assignment, task = place
    text = check_length(text, "A rubric item", _LONGEST_ITEM)
    if not text:
        raise ServiceProblem("The rubric item is empty; write what an answer has or lacks.")
    if not math.isfinite(points) or abs(points) > 1000:
        raise ServiceProblem("The points of a rubric item have to be a number from -1000 to 1000.")
    every = list_rubric_items(session, course, assignment, task)
    for known in every:
        if (known.text, known.points) == (text, points):
            return known
    taken = {item.position for item in every}
    free = [number for number in range(1, _MOST_ITEMS + 1) if number not in taken]
    if not free:
        raise ServiceProblem(
            f"A task has {_MOST_ITEMS} rubric items at most, one for each digit; retire one first."
        )
    item = RubricItem(
        course_id=course, assignment=assignment, task=task, position=free[0], text=text,
        points=points,
    )  # fmt: skip
    session.add(item)
    session.flush()
    _note(session, who, "added rubric item", item)
    return item


def retire_rubric_item(session: Session, who: int, item: RubricItem) -> None:
    """Retire a rubric item. Marks that have it keep their points."""
    if not item.retired:
        item.retired = True
        _note(session, who, "retired rubric item", item)


def _note(session: Session, who: int, deed: str, item: RubricItem) -> None:
    about = f"{item.id} of {item.assignment}, task {escape_to_one_line(item.task, 40)}"
    audit.add_audit_entry(session, who, deed, about)


def _items(
    session: Session, seen: SubmissionView, task: str, ids: Sequence[int]
) -> list[RubricItem]:
    """Return the rubric items of these ids; raise ServiceProblem if one is of another task."""
    if not ids:
        return []
    place = seen.submission
    known = {
        item.id: item
        for item in list_rubric_items(
            session, place.course_id, place.assignment, task, retired=True
        )
    }
    if not set(ids) <= known.keys():
        raise ServiceProblem("A rubric item belongs to another task; load the page again.")
    return sorted((known[each] for each in set(ids)), key=lambda item: (item.position, item.id))

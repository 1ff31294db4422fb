"""Copies a course to the next year: its settings and rubrics, and none of its people."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import tzinfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.service import ServiceProblem, deadlines
from grader.service.assignment_policies import (
    AssignmentDecisions,
    set_terms,
)
from grader.service.assignment_team_rules import current_team_rules, set_team_rules
from grader.service.assignment_terms import current_terms
from grader.service.course_time import add_calendar_days, zone_of_course
from grader.service.data import audit
from grader.service.data.decision_tables import Phrase, RubricItem
from grader.service.data.group_tables import SectionDeadline
from grader.service.data.ladder_tables import Ladder
from grader.service.data.tables import Course
from grader.service.manual_marks import list_rubric_items

MOST_WEEKS = 520


def shift_date(at: float, weeks: int | None, zone: tzinfo) -> float:
    """Return a date moved by whole weeks, at the same time of the day; 0 if it is left open."""
    return add_calendar_days(at, 7 * weeks, zone) if at and weeks is not None else 0.0


def copy_course_decisions(
    session: Session, source: Course, target: Course, who: int, weeks: int | None
) -> None:
    """Copy policies, rubrics, phrases and settings of ladders of all assignments.

    Submissions, people, sections, extensions, releases, webhooks and tokens are not copied. Due
    dates of sections are, and count once people are in sections of these names.

    Args:
        weeks: by which dates move; without it, they are left open.
    """
    target.copied_from_id = source.id
    target.time_zone = source.time_zone
    zone = zone_of_course(source)
    rules = current_team_rules(session, source.id)
    for name, old in current_terms(session, source.id).items():
        place = AssignmentDecisions(target.id, name, who)
        set_terms(session, place, replace(
            old, due_at=shift_date(old.due_at, weeks, zone),
            opens_at=shift_date(old.opens_at, weeks, zone),
        ))  # fmt: skip
    for name, own in rules.items():
        moved = replace(own, form_until=shift_date(own.form_until, weeks, zone))
        set_team_rules(session, AssignmentDecisions(target.id, name, who), moved)
    if weeks is not None:
        own_dates = deadlines.current_section_deadlines(session, source.id)
        for (name, section), each in own_dates.items():
            session.add(SectionDeadline(
                course_id=target.id, assignment=name, section=section, by_id=who, at=time.time(),
                due_at=shift_date(each.due_at, weeks, zone), reason=each.reason,
            ))  # fmt: skip
    for ladder in session.scalars(select(Ladder).where(Ladder.course_id == source.id)):
        session.add(Ladder(
            course_id=target.id, assignment=ladder.assignment, running=ladder.running,
            pairs=ladder.pairs, seconds=ladder.seconds, by_id=who, at=time.time(),
        ))  # fmt: skip
    for name in _marked_assignments(session, source.id):
        take_over_rubrics(session, (source.id, name), (target.id, name), who)
    how = "dates open" if weeks is None else f"dates moved by {weeks} weeks"
    audit.add_audit_entry(session, who, "copied course", f"{source.slug} to {target.slug}, {how}")
    session.flush()


def _marked_assignments(session: Session, course: int) -> set[str]:
    return {
        *session.scalars(select(RubricItem.assignment).where(RubricItem.course_id == course)),
        *session.scalars(select(Phrase.assignment).where(Phrase.course_id == course)),
    }


# Rubrics and phrases of another assignment --------------------------------------------------


@dataclass(frozen=True, slots=True)
class RubricSource:
    """An assignment whose rubrics and phrases can be taken over, and how many it has."""

    course: Course
    assignment: str
    items: int
    phrases: int

    @property
    def place(self) -> tuple[int, str]:
        """Return the id of the course, and the assignment."""
        return self.course.id, self.assignment


def list_rubric_sources(session: Session) -> list[RubricSource]:
    """Return the assignments of all courses that have rubric items or phrases, the newest first."""
    items = session.execute(
        select(RubricItem.course_id, RubricItem.assignment, func.count())
        .where(RubricItem.retired.is_(False))
        .group_by(RubricItem.course_id, RubricItem.assignment)
    )
    phrases = session.execute(
        select(Phrase.course_id, Phrase.assignment, func.count()).group_by(
            Phrase.course_id, Phrase.assignment
        )
    )
    counts: dict[tuple[int, str], list[int]] = {}
    for number, rows in enumerate((items, phrases)):
        for course, name, count in rows:
            counts.setdefault((course, name), [0, 0])[number] = count
    courses = {each.id: each for each in session.scalars(select(Course))}
    return [
        RubricSource(courses[course], name, *counts[course, name])
        for course, name in sorted(counts, key=lambda place: (-place[0], place[1]))
    ]


def take_over_rubrics(
    session: Session, source: tuple[int, str], target: tuple[int, str], who: int
) -> tuple[int, int]:
    """Copy rubric items and phrases that another assignment has; return how many of each.

    Items go to the task of the same id. A task that has items of its own keeps them alone, and a
    phrase that is there already is not copied again.

    Args:
        source: a course and an assignment.

    Raises:
        ServiceProblem: if both are the same assignment.
    """
    if source == target:
        raise ServiceProblem("That is this assignment itself; choose another one.")
    items = 0
    tasks = session.scalars(
        select(RubricItem.task)
        .where(RubricItem.course_id == source[0], RubricItem.assignment == source[1])
        .distinct()
    ).all()
    for task in tasks:
        if list_rubric_items(session, *target, task):
            continue
        for item in list_rubric_items(session, *source, task):
            session.add(RubricItem(
                course_id=target[0], assignment=target[1], task=task, position=item.position,
                text=item.text, points=item.points,
            ))  # fmt: skip
            items += 1
    known = set(session.scalars(
        select(Phrase.text).where(Phrase.course_id == target[0], Phrase.assignment == target[1])
    ))  # fmt: skip
    texts = [
        text
        for text in session.scalars(
            select(Phrase.text)
            .where(Phrase.course_id == source[0], Phrase.assignment == source[1])
            .order_by(Phrase.id)
        )
        if text not in known
    ]
    session.add_all(
        Phrase(course_id=target[0], assignment=target[1], text=text, used=0) for text in texts
    )
    if items or texts:
        slug = session.get_one(Course, source[0]).slug
        about = f"{target[1]}: {items} items and {len(texts)} phrases of {slug}/{source[1]}"
        audit.add_audit_entry(session, who, "took rubrics over", about)
    session.flush()
    return items, len(texts)

"""Lists what an instructor has still to do before students come to a course."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy.orm import Session

from grader.model.formatting import format_count
from grader.service import course_editions
from grader.service.course_time import format_time
from grader.service.data.tables import Course, Role
from grader.service.deadlines import Deadlines
from grader.service.people import member_ids


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """Something that is missing or looks wrong, and the page on which it is mended.

    Attributes:
        page: below the course's address.
    """

    sentence: str
    page: str


def find_open_points(session: Session, course: Course) -> list[OpenPoint]:
    """Return what is missing in a course: people, sections, dates, and files in order."""
    found = []
    students = member_ids(session, course.id, Role.STUDENT)
    if not students:
        found.append(OpenPoint("There are no students yet.", "people"))
    if not member_ids(session, course.id, Role.ASSISTANT):
        found.append(OpenPoint("There are no assistants yet.", "people"))
    dates = Deadlines.of(session, course.id)
    if dates.sections.names:
        lacking = [each for each in students if not dates.sections.of(each)]
        if lacking:
            sentence = f"{format_count(len(lacking), 'student')} in no section."
            found.append(OpenPoint(sentence, "people"))
    for each in course_editions.faulty_editions(session, course):
        sentence = f"The files of {each.assignment} are not in order."
        found.append(OpenPoint(sentence, ""))
    now = time.time()
    for edition in course_editions.current_editions(session, course):
        terms, page = dates.terms[edition.assignment], f"{edition.assignment}/terms"
        title = edition.title
        if not terms.due_at:
            found.append(OpenPoint(f"{title} has no deadline.", page))
        elif terms.due_at < now:
            when = format_time(terms.due_at, dates.zone)
            found.append(OpenPoint(f"The deadline of {title} is over: {when}.", page))
        if not terms.opens_at:
            found.append(OpenPoint(f"{title} has no opening date: students see it now.", page))
        elif terms.due_at and terms.opens_at >= terms.due_at:
            found.append(OpenPoint(f"{title} opens after its deadline.", page))
    return found

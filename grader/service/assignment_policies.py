"""Stores decisions of instructors about an assignment: terms, extensions, releases."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from datetime import tzinfo

from sqlalchemy.orm import Session

from grader.service import ServiceProblem, deadlines, webhooks
from grader.service.assignment_terms import AssignmentConditions
from grader.service.course_time import format_time, require_zone, zone_of_course
from grader.service.data import audit
from grader.service.data.decision_tables import AssignmentTerms, DeadlineExtension, Release
from grader.service.data.group_tables import SectionDeadline
from grader.service.data.tables import AssignmentEdition, Course, Membership, Person
from grader.service.mail import notices
from grader.service.people import find_person
from grader.service.text_input import check_length


@dataclass(frozen=True, slots=True)
class AssignmentDecisions:
    """Decisions about an assignment of a course, and the person who takes them."""

    course: int
    assignment: str
    who: int

    def note(self, session: Session, deed: str, about: str) -> None:
        """Leave an entry in the audit."""
        audit.add_audit_entry(session, self.who, deed, f"{self.assignment}: {about}")

    def zone(self, session: Session) -> tzinfo:
        """Return the time zone of the course."""
        return zone_of_course(session.get_one(Course, self.course))


def set_terms(
    session: Session, place: AssignmentDecisions, given: AssignmentConditions
) -> AssignmentTerms:
    """Store new terms of an assignment, which count from now on."""
    terms = AssignmentTerms(
        course_id=place.course, assignment=place.assignment, by_id=place.who, at=time.time(),
        **{**asdict(given), "counts": given.counts.value},
    )  # fmt: skip
    session.add(terms)
    place.note(session, "set terms", given.described(place.zone(session)))
    session.flush()
    return terms


def extend_deadline(
    session: Session, place: AssignmentDecisions, login: str, due_at: float, reason: str
) -> DeadlineExtension:
    """Give a person of the course more time, in place of an earlier extension.

    Raises:
        ServiceProblem: if that would be nobody, or no more time.
    """
    dates = deadlines.Deadlines.of(session, place.course)
    if not dates.terms[place.assignment].due_at:
        raise ServiceProblem("There is no deadline to extend; set one for this assignment first.")
    person = _member(session, place, login)
    usual, section = dates.due_without_extension(person.id, place.assignment)
    if due_at <= usual:
        whom = f"section {section}" if section else "everybody"
        raise ServiceProblem(
            f"The deadline for {whom} is {format_time(usual, dates.zone)}; an extension has to be "
            f"later than that, not {format_time(due_at, dates.zone)}."
        )
    reason = check_length(reason, "A reason")
    if not reason:
        raise ServiceProblem("Give a reason: it is kept with the extension.")
    return _extension(session, place, person, due_at, reason)


def revoke_extension(session: Session, place: AssignmentDecisions, login: str) -> None:
    """Revoke a person's extension; raise ServiceProblem if they are not in the course."""
    person = _member(session, place, login)
    if (person.id, place.assignment) in deadlines.current_extensions(
        session, place.course, person.id
    ):
        _extension(session, place, person, 0.0, "taken back")


def set_time_zone(session: Session, course: Course, who: int, name: str) -> None:
    """Set the time zone of a course; raise ServiceProblem if there is no zone of that name."""
    zone = require_zone(name).key
    if course.time_zone != zone:
        course.time_zone = zone
        audit.add_audit_entry(session, who, "time zone", f"{course.slug}: {zone}")
        session.flush()


def set_section_deadline(
    session: Session, place: AssignmentDecisions, section: str, due_at: float, reason: str
) -> None:
    """Let an assignment be due at another time for one section; 0 takes that back.

    Raises:
        ServiceProblem: if there is no such section, or no deadline for everybody.
    """
    dates = deadlines.Deadlines.of(session, place.course)
    if due_at and section not in dates.sections.names:
        raise ServiceProblem("There is no such section in this course; take one from the list.")
    if due_at and not dates.terms[place.assignment].due_at:
        raise ServiceProblem(
            "There is no deadline for everybody; set one for this assignment first. Then a section "
            "may have another."
        )
    if not due_at and (place.assignment, section) not in dates.own_dates:
        return
    session.add(SectionDeadline(
        course_id=place.course, assignment=place.assignment, section=section, due_at=due_at,
        reason=check_length(reason, "A reason"), by_id=place.who, at=time.time(),
    ))  # fmt: skip
    until = f"due {format_time(due_at, place.zone(session))}" if due_at else "due as for everybody"
    place.note(session, "section deadline", f"{section} {until}")
    session.flush()


def set_release(
    session: Session,
    place: AssignmentDecisions,
    edition: AssignmentEdition,
    task: str,
    message: str,
    *,
    shown: bool,
) -> Release:
    """Release to students what people decided about tasks, or take a release back.

    Args:
        edition: whose gradings they see from then on, if it is of the whole assignment.
        task: of which; of all if it is empty.

    Raises:
        ServiceProblem: if the message is too long.
    """
    row = Release(
        course_id=place.course, assignment=place.assignment, task=task, edition_id=edition.id,
        shown=shown, message=check_length(message, "A message"), by_id=place.who, at=time.time(),
    )  # fmt: skip
    session.add(row)
    what = f"task {task}" if task else f"all, edition {edition.digest}"
    place.note(session, "released" if shown else "took a release back", what)
    session.flush()
    webhooks.enqueue_released(session, row)
    notices.enqueue_release(session, row)
    return row


def _extension(
    session: Session, place: AssignmentDecisions, person: Person, due_at: float, reason: str
) -> DeadlineExtension:
    row = DeadlineExtension(
        course_id=place.course, assignment=place.assignment, person_id=person.id, due_at=due_at,
        reason=reason, by_id=place.who, at=time.time(),
    )  # fmt: skip
    session.add(row)
    until = f"until {format_time(due_at, place.zone(session))}" if due_at else "taken back"
    place.note(session, "extension", f"{person.login} {until}")
    session.flush()
    return row


def _member(session: Session, place: AssignmentDecisions, login: str) -> Person:
    found = find_person(session, login)
    if found is None or session.get(Membership, (found.id, place.course)) is None:
        raise ServiceProblem("Nobody in this course has that login; take one from the list.")
    return found

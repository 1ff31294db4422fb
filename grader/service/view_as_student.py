"""Lets staff look at a course through the eyes of one of its students, without doing anything.

A browser that looks has a cookie that names the course and the student. It gives no rights: whether
whoever is signed in may look is decided anew with each request.
"""

from __future__ import annotations

import hmac

from sqlalchemy.orm import Session

from grader.service import ServiceProblem
from grader.service.assignment_terms import current_terms
from grader.service.auth.access import Permission, Visitor
from grader.service.data import audit
from grader.service.data.tables import Course, Membership, Person, Role
from grader.service.people import find_person

_SEPARATOR = "."


def begin_viewing(session: Session, who: Visitor, course: Course, login: str) -> str:
    """Note in the audit that a visitor looks as a student does; return the cookie for that.

    Raises:
        Forbidden: if they are not of the staff.
        ServiceProblem: if nobody of that login hands in here, or names are hidden from the visitor.
    """
    who.require(Permission.READ_ALL, course.id)
    person = find_person(session, login)
    if person is None or not _learns(session, person.id, course.id):
        raise ServiceProblem("No student of this course has that login; take one from its people.")
    if _hides_names(session, who, course.id):
        raise ServiceProblem(
            "Marking is blind in this course, so only its instructors can see pages as a student "
            "does. You can use a test account instead."
        )
    audit.add_audit_entry(session, who.id, "viewed as", f"{person.login} in {course.slug}")
    return _SEPARATOR.join([str(course.id), str(person.id), who.csrf])


def student_viewed_as(session: Session, who: Visitor, cookie: str) -> Visitor | None:
    """Return the student as whom a visitor looks; ``None`` if they may not, or do not.

    Args:
        cookie: made by :func:`begin_viewing` in the same session of the browser.
    """
    course_text, _, rest = cookie.partition(_SEPARATOR)
    person_text, _, csrf = rest.partition(_SEPARATOR)
    if not hmac.compare_digest(csrf.encode("utf-8", "replace"), who.csrf.encode()):
        return None
    if not (_is_id(course_text) and _is_id(person_text)):
        return None
    course, student = int(course_text), int(person_text)
    person = session.get(Person, student)
    if (
        person is None
        or not who.may(Permission.READ_ALL, course)
        or not _learns(session, student, course)
        or _hides_names(session, who, course)
    ):
        return None
    role = Role(session.get_one(Membership, (student, course)).role)
    return Visitor(
        student, person.login, person.name, admin=False, roles={course: role}, csrf=who.csrf,
        behind=who.id,
    )  # fmt: skip


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _learns(session: Session, person: int, course: int) -> bool:
    known = session.get(Membership, (person, course))
    return known is not None and Role(known.role).learns


def _hides_names(session: Session, who: Visitor, course: int) -> bool:
    """Return whether some assignment hides names from this visitor."""
    if who.may(Permission.OVERSEE, course):
        return False
    return any(each.blind for each in current_terms(session, course).values())

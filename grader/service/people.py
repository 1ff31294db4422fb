"""Stores people, and their roles in a course."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Collection

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session

from grader.model.escape import escape_invisible, escape_to_one_line
from grader.service import ServiceProblem
from grader.service.auth import auth_secrets
from grader.service.data import audit
from grader.service.data.database import split_into_chunks
from grader.service.data.group_tables import SectionMember
from grader.service.data.tables import (
    Course,
    ExternalIdentity,
    Membership,
    Person,
    Role,
    SecretKind,
)

_LONGEST_LOGIN = 64
LOGIN_RULE = f"use up to {_LONGEST_LOGIN} letters, digits and . _ @ + -"


def normalise_login(text: str) -> str:
    """Return a login in lower case and in one Unicode form, as the database keeps it."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text.strip()).lower())


def is_login(text: str) -> bool:
    """Return whether a login has only letters of any language, digits and a few signs."""
    return (
        0 < len(text) <= _LONGEST_LOGIN
        and text[0].isalnum()
        and all(
            char in "._@+-" or char.isalnum() or unicodedata.category(char) in {"Mn", "Mc"}
            for char in text
        )
        and escape_invisible(text) == text
    )


def find_person(session: Session, login: str) -> Person | None:
    """Return the person of that login, upper or lower case; ``None`` if there is none."""
    login = normalise_login(login)
    return session.scalars(select(Person).where(Person.login == login)).one_or_none()


def people_by_ids(session: Session, ids: Collection[int]) -> dict[int, Person]:
    """Return people by their ids."""
    found: dict[int, Person] = {}
    for some in split_into_chunks(ids):
        which = Person.id.in_(some)
        found |= {each.id: each for each in session.scalars(select(Person).where(which))}
    return found


def add_person(session: Session, login: str, name: str = "", *, admin: bool = False) -> Person:
    """Return the person of that login; create the person if there is none yet.

    Raises:
        ServiceProblem: if the text cannot be a login.
    """
    login = normalise_login(login)
    if not is_login(login):
        raise ServiceProblem(f"{escape_to_one_line(login, 80)!r} cannot be a login; {LOGIN_RULE}")
    person = find_person(session, login)
    if person is None:
        person = Person(login=login, name=login, created_at=time.time(), admin=False)
        session.add(person)
        session.flush()
    person.name = " ".join(name.split())[:100] or person.name
    if admin and not person.admin:
        person.admin = True
        auth_secrets.revoke_secrets(session, person.id, SecretKind.LINK)
    session.flush()
    return person


def enrol_person(session: Session, person: Person, course: Course, role: Role) -> None:
    """Give a person a role in a course, in place of an earlier one.

    A link that people of other courses may know does not lead into this one.
    """
    known = session.get(Membership, (person.id, course.id))
    if known is None:
        auth_secrets.revoke_secrets(session, person.id, SecretKind.LINK)
        known = Membership(person_id=person.id, course_id=course.id)
        session.add(known)
    known.role = role.value
    session.flush()


def remove_from_course(session: Session, person: int, course: Course, by: int) -> None:
    """Remove a person from a course; their submissions and decisions there stay.

    Raises:
        ServiceProblem: if people would take themselves out, or the last instructor.
    """
    if person == by:
        raise ServiceProblem(
            "You would lose your own place in this course. Have somebody else take you out."
        )
    known = session.get(Membership, (person, course.id))
    if known is not None and is_last_instructor(session, person, course):
        raise ServiceProblem(
            "They are the last instructor of this course. Make somebody else one first."
        )
    if known is not None:
        login = session.scalars(select(Person.login).where(Person.id == person)).one()
        audit.add_audit_entry(session, by, "took out", f"{login} as {known.role} in {course.slug}")
        session.delete(known)
        session.execute(delete(SectionMember).where(
            SectionMember.course_id == course.id, SectionMember.person_id == person
        ))  # fmt: skip


def member_ids(session: Session, course: int, role: Role | None = None) -> set[int]:
    """Return the ids of the people of a course, or of those with one role."""
    return set(session.scalars(_select_members(course, role)))


def select_students(course: int) -> Select[tuple[int]]:
    """Select the ids of the students of a course."""
    return _select_members(course, Role.STUDENT)


def _select_members(course: int, role: Role | None) -> Select[tuple[int]]:
    every = select(Membership.person_id).where(Membership.course_id == course)
    return every if role is None else every.where(Membership.role == role.value)


def is_last_instructor(session: Session, person: int, course: Course) -> bool:
    """Return whether a course would have no instructor without a person."""
    return member_ids(session, course.id, Role.INSTRUCTOR) == {person}


def reset_access(session: Session, login: str, by: int | None = None) -> str:
    """Return a new one-time link for a person; end all their other ways to sign in.

    Args:
        by: who makes it; without one, who runs the service does, by a command.

    Raises:
        ServiceProblem: if nobody has that login.
    """
    person = find_person(session, login)
    if person is None:
        raise ServiceProblem(
            f"Nobody here has the login {escape_to_one_line(login.strip().lower(), 80)!r}."
        )
    person.password = ""
    auth_secrets.revoke_secrets(
        session, person.id, SecretKind.SESSION, SecretKind.API, SecretKind.BROWSER
    )
    session.execute(delete(ExternalIdentity).where(ExternalIdentity.person_id == person.id))
    if by is None:
        audit.add_audit_entry(session, person.id, "got a link", "by grade admin link")
    else:
        audit.add_audit_entry(session, by, "made a link for", f"person {person.id}")
    return auth_secrets.issue_secret(session, person.id, SecretKind.LINK)


def may_give_sign_in_link(session: Session, person: Person, course: Course) -> bool:
    """Return whether staff of a course may give a person a link, or say where mail goes to.

    Only as long as the person has neither a password nor an account elsewhere, and is in no other
    course: whoever instructs one course must not get into an account of another one.
    """
    if person.password or person.admin:
        return False
    account = select(ExternalIdentity.id).where(ExternalIdentity.person_id == person.id)
    other = select(Membership.course_id).where(
        Membership.person_id == person.id, Membership.course_id != course.id
    )
    return all(session.scalars(each.limit(1)).first() is None for each in (account, other))


def find_sign_in_link_recipients(session: Session, course: Course) -> list[Person]:
    """Return the people without a password whom staff may give a sign-in link, by login."""
    members = session.scalars(
        select(Person)
        .join(Membership, Membership.person_id == Person.id)
        .where(Membership.course_id == course.id, Person.password == "")
        .order_by(Person.login)
    ).all()
    return [person for person in members if may_give_sign_in_link(session, person, course)]

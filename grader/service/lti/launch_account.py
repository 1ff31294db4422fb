"""Links the account of a launch to a person, and enrols them in the course of its context.

An account of a platform is known by the platform's issuer and its subject, never by a mail address.
Somebody who comes for the first time says themselves whether they have an account here already: by
being signed in to it. Otherwise they get a new one.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import people
from grader.service.auth.external_accounts import find_by_identity, link_identity
from grader.service.data import audit
from grader.service.data.lti_tables import LtiContext, LtiMember, LtiPlatform
from grader.service.data.tables import (
    Course,
    Membership,
    Person,
    Role,
)
from grader.service.lti.launch_claims import LaunchMessage, LaunchRefused, suggest_login


def identity_issuer(platform: LtiPlatform) -> str:
    """Return the issuer of a platform's accounts, apart from accounts of OpenID providers.

    A server may be both, and know its people by other numbers there.
    """
    return f"lti {platform.issuer}"


def find_account(session: Session, platform: LtiPlatform, subject: str) -> Person | None:
    """Return the person whom a platform knows by a subject; ``None`` if nobody was linked."""
    return find_by_identity(session, identity_issuer(platform), subject)


def link_account(session: Session, platform: LtiPlatform, subject: str, person: Person) -> None:
    """Link an account of a platform to a person, who signs in by it from now on.

    Raises:
        ServiceProblem: if they administer the service, or have another account of the platform.
    """
    before = f"came with another account of {platform.name}"
    link_identity(session, person, identity_issuer(platform), subject, before)


def create_person_for_account(
    session: Session, platform: LtiPlatform, subject: str, login: str, name: str
) -> Person:
    """Return a new person for an account of a platform.

    Their login has the platform's name behind an @, and is no mail address: a sign-in by OpenID
    Connect, where addresses decide, never finds it.
    """
    begin = f"{login}@{suggest_login(platform.name).replace('.', '-')}"[:55]
    number, chosen = 1, people.normalise_login(begin)
    while people.find_person(session, chosen) is not None:
        number += 1
        chosen = people.normalise_login(f"{begin}-{number}")
    person = people.add_person(session, chosen, name or chosen)
    link_account(session, platform, subject, person)
    return person


def remember_member(
    session: Session, context: LtiContext, message: LaunchMessage, person: Person | None
) -> LtiMember:
    """Return the row of the person who launches, with the role that the platform says."""
    found = session.scalars(
        select(LtiMember).where(
            LtiMember.context_id == context.id, LtiMember.subject == message.subject
        )
    ).one_or_none()
    if found is None:
        found = LtiMember(context_id=context.id, subject=message.subject)
        session.add(found)
    found.person_id = found.person_id if person is None else person.id
    found.listed_role = "" if message.role is None else message.role.value
    found.name, found.login = message.name, message.login
    session.flush()
    return found


def enter_course(session: Session, member: LtiMember, person: Person, course: Course) -> None:
    """Give a person the role in the course that the platform says.

    Whom staff of the course have given another role since, or have taken out, stays as they said.

    Raises:
        LaunchRefused: if the platform gives them no role here, or staff took them out, or nobody
            comes into the course any more.
    """
    if course.archived_at:
        if session.get(Membership, (person.id, course.id)) is None:
            raise LaunchRefused(
                "course archived", f"{course.title} is archived: nobody joins it any more."
            )
        return
    if not member.listed_role:
        raise LaunchRefused(
            "no role in the context",
            "The platform gives you no role in this course: you would have to be a student, an "
            "assistant or an instructor there.",
        )
    role, known = Role(member.listed_role), session.get(Membership, (person.id, course.id))
    if known is None and member.role and not member.left_at:
        raise LaunchRefused(
            "staff took them out",
            f"The staff of {course.title} took you out of the course. Ask them to let you in.",
        )
    if known is None or (known.role == member.role != role.value):
        if known is not None and people.is_last_instructor(session, person.id, course):
            return  # a course keeps its last instructor
        people.enrol_person(session, person, course, role)
        audit.add_audit_entry(
            session, person.id, "enrolled", f"{person.login} as {role.value} in {course.slug}"
        )
        member.role = role.value
    # Whose role the staff gave keeps it, and it is not the platform's to change.
    member.left_at = 0.0
    session.flush()

"""Reads rosters of platforms (Names and Role Provisioning Services 2.0), and compares them.

A roster is read by schedule or when somebody asks. What it would change is shown first; staff apply
it. Who left loses their place in the course, and is marked; nothing of theirs is deleted.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session, joinedload

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem, people
from grader.service.data import audit
from grader.service.data.lti_tables import LtiContext, LtiMember, LtiPlatform
from grader.service.data.tables import Course, ExternalIdentity, Membership, Person, Role
from grader.service.lti import launch_account
from grader.service.lti.launch_claims import (
    ROSTER_SCOPE,
    plain_name,
    role_in_context,
    suggest_login,
)
from grader.service.lti.platform_client import PlatformClient, UnexpectedPlatformAnswer

_KIND = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
_EVERY = 6 * 3600.0
"""Seconds between two readings by schedule."""
_AGAIN = 1800.0
"""Seconds after which a roster that could not be read is tried again."""
_LEASE = 600.0
"""Seconds for which a worker has a roster to itself."""
MOST = 20_000
"""Members of one roster."""


class RosterAction(StrEnum):
    """An action that applying a roster takes about a member."""

    JOINS = "joins"
    ROLE = "role"
    LEAVES = "leaves"
    WAITS = "waits"
    """Somebody in the course may be the same person: they say so at their first launch."""


@dataclass(frozen=True, slots=True)
class RosterChange:
    """A member about whom roster and course differ.

    Attributes:
        before: their role in the course; empty if they are not in it.
        after: their role there by the roster; empty if they are not in it.
        namesake: login of who may be the same person, if it waits for that.
    """

    member: LtiMember
    change: RosterAction
    before: str
    after: str
    namesake: str = ""


@dataclass(frozen=True, slots=True)
class RosterMember:
    """A member as the platform lists them."""

    subject: str
    name: str
    login: str
    role: Role


def read_due_roster(client: PlatformClient) -> bool:
    """Read the next roster that is due, and return whether there was one."""
    with client.database.writing() as session:
        context = session.scalars(
            select(LtiContext)
            .join(LtiPlatform, LtiPlatform.id == LtiContext.platform_id)
            .join(Course, Course.id == LtiContext.course_id)
            .where(
                Course.archived_at == 0.0, LtiContext.memberships_url != "",
                LtiContext.roster_next_at <= time.time(), LtiPlatform.removed_at == 0.0,
            )
            .options(joinedload(LtiContext.platform))
            .order_by(LtiContext.roster_next_at)
            .limit(1)
        ).first()  # fmt: skip
        if context is None:
            return False
        context.roster_next_at = time.time() + _LEASE
    read_roster(client, context)
    return True


def read_roster(client: PlatformClient, context: LtiContext) -> None:
    """Read the roster of a context and store it beside what was done; note why if that fails."""
    problem, found = "The log says why it was not read.", None
    try:
        found, problem = fetch_members(client, context), ""
    except ServiceProblem as failure:
        problem = str(failure)
    finally:
        with client.database.writing() as session:
            now, row = time.time(), session.get_one(LtiContext, context.id)
            row.roster_problem = escape_to_one_line(problem, 300)
            row.roster_next_at = now + (_AGAIN if problem else _EVERY)
            if found is not None:
                row.roster_at = now
                _store(session, row, found)


def fetch_members(client: PlatformClient, context: LtiContext) -> dict[str, RosterMember]:
    """Return the active members of a context with a role that the service knows, by subject.

    Raises:
        ServiceProblem: if the platform does not answer, or not as the standard has it.
    """
    found: dict[str, RosterMember] = {}
    for page in client.pages(context.platform, ROSTER_SCOPE, context.memberships_url, _KIND):
        members = page.get("members") if isinstance(page, dict) else None
        if not isinstance(members, list):
            raise UnexpectedPlatformAnswer("Its roster has no list of members.")
        for each in members:
            member = _read_member(each)
            if member is not None:
                found[member.subject] = member
        if len(found) > MOST:
            raise UnexpectedPlatformAnswer(f"Its roster has more than {MOST} members.")
    return found


def _read_member(given: Any) -> RosterMember | None:
    """Return a member; ``None`` for one who is not active, or has no role here."""
    if not isinstance(given, dict):
        raise UnexpectedPlatformAnswer("A member of its roster is no object.")
    subject, roles = given.get("user_id"), given.get("roles")
    if not isinstance(subject, str) or not 0 < len(subject) <= 255 or not isinstance(roles, list):
        raise UnexpectedPlatformAnswer("A member of its roster lacks user_id or roles.")
    role = role_in_context(roles)
    if role is None or given.get("status", "Active") != "Active":
        return None
    both = f"{given.get('given_name') or ''} {given.get('family_name') or ''}"
    name = plain_name(given.get("name")) or plain_name(both)
    login = suggest_login(given.get("ext_user_username"), given.get("email"), name)
    return RosterMember(subject, name, login, role)


def _store(session: Session, context: LtiContext, found: dict[str, RosterMember]) -> None:
    known = {
        each.subject: each
        for each in session.scalars(select(LtiMember).where(LtiMember.context_id == context.id))
    }
    for subject, member in found.items():
        row = known.get(subject)
        if row is None:
            row = LtiMember(context_id=context.id, subject=subject)
            session.add(row)
        row.name, row.login, row.listed_role = member.name, member.login, member.role.value
    for subject, row in known.items():
        if subject not in found:
            row.listed_role = row.name = row.login = ""
            if row.person_id is None:  # somebody of whom nothing but a name was known
                session.delete(row)
    session.flush()


def roster_changes(session: Session, context: LtiContext) -> list[RosterChange]:
    """Return the differences between the newest roster and the course."""
    assert context.course_id is not None
    roles = dict(
        session.execute(
            select(Membership.person_id, Membership.role).where(
                Membership.course_id == context.course_id
            )
        )
        .tuples()
        .all()
    )
    accounts = _accounts(session, context.platform)
    namesakes = _people_without_account(session, context)
    found = []
    for member in session.scalars(
        select(LtiMember)
        .where(
            LtiMember.context_id == context.id,
            or_(LtiMember.listed_role != "", LtiMember.role != ""),
        )
        .options(joinedload(LtiMember.person))
        .order_by(LtiMember.name, LtiMember.id)
    ):
        person = member.person_id or accounts.get(member.subject)
        before = roles.get(person, "") if person else ""
        change = _action_about_member(member, before)
        namesake = "" if person else namesakes.get(member.login) or namesakes.get(member.name, "")
        if change is RosterAction.JOINS and namesake:
            change = RosterAction.WAITS
        if change is not None:
            found.append(RosterChange(member, change, before, member.listed_role, namesake))
    return found


def _action_about_member(member: LtiMember, before: str) -> RosterAction | None:
    """Return the action that applying the roster would take about a member.

    A role that staff of the course gave stays, and whom they took out stays out.
    """
    if not member.listed_role:
        return RosterAction.LEAVES if before and before == member.role else None
    if not before:
        taken_out = member.role and not member.left_at
        return None if taken_out else RosterAction.JOINS
    return RosterAction.ROLE if before == member.role != member.listed_role else None


def _accounts(session: Session, platform: LtiPlatform) -> dict[str, int]:
    """Return the people whom a platform knows, by their subjects."""
    rows = session.execute(
        select(ExternalIdentity.subject, ExternalIdentity.person_id).where(
            ExternalIdentity.issuer == launch_account.identity_issuer(platform)
        )
    )
    return dict(rows.tuples().all())


def _people_without_account(session: Session, context: LtiContext) -> dict[str, str]:
    """Return the logins of people of the course whom the platform does not know yet.

    They stand under their login, the part of it before an @, and their name.
    """
    known = set(_accounts(session, context.platform).values())
    found: dict[str, str] = {}
    for person in session.scalars(
        select(Person)
        .join(Membership, Membership.person_id == Person.id)
        .where(Membership.course_id == context.course_id)
    ):
        if person.id not in known and not person.admin:
            for name in (person.login, person.login.partition("@")[0], person.name):
                found.setdefault(name, person.login)
    return found


def apply_roster(
    session: Session, who: int, context: LtiContext, chosen: Sequence[int]
) -> list[RosterChange]:
    """Apply the changes about the chosen members, and return them.

    Args:
        chosen: ids of members, as the page showed them. What has changed since is left out.

    Raises:
        ServiceProblem: if the course would be left without an instructor.
    """
    course = session.get_one(Course, context.course_id)
    done = []
    # First who joins: they may be the instructor who stays.
    order = [RosterAction.JOINS, RosterAction.ROLE, RosterAction.LEAVES]
    wanted = [
        each
        for each in roster_changes(session, context)
        if each.member.id in chosen and each.change in order
    ]
    for each in sorted(wanted, key=lambda one: order.index(one.change)):
        person = each.member.person or launch_account.find_account(
            session, context.platform, each.member.subject
        )
        if each.change is RosterAction.LEAVES:
            assert person is not None
            people.remove_from_course(session, person.id, course, who)
            each.member.left_at = time.time()
        else:
            if person is None:
                person = launch_account.create_person_for_account(
                    session, context.platform, each.member.subject, each.member.login,
                    each.member.name,
                )  # fmt: skip
            if each.before == Role.INSTRUCTOR and people.is_last_instructor(
                session, person.id, course
            ):
                raise ServiceProblem(
                    f"{person.login} is the last instructor of this course. Make somebody else one "
                    "first, or leave this change out."
                )
            people.enrol_person(session, person, course, Role(each.after))
            audit.add_audit_entry(
                session, who, "enrolled", f"{person.login} as {each.after} in {course.slug}"
            )
            each.member.person_id, each.member.left_at = person.id, 0.0
            each.member.role = each.after
        session.flush()
        done.append(each)
    return done

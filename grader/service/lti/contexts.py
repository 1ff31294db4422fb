"""Links courses of platforms to courses of the service, which staff of both have to do."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, joinedload

from grader.service import ServiceProblem
from grader.service.archived_courses import ARCHIVED, CourseArchived
from grader.service.auth.access import Permission, Visitor
from grader.service.data import audit
from grader.service.data.lti_tables import LtiContext, LtiLineItem, LtiMember, LtiPlatform
from grader.service.data.tables import Course, Role
from grader.service.lti.launch_claims import LaunchMessage


def remember_context(session: Session, platform: int, message: LaunchMessage) -> LtiContext:
    """Return the context of a launch, with what the platform says of it now."""
    found = find_context(session, platform, message)
    if found is None:
        found = LtiContext(
            platform_id=platform, deployment=message.deployment, name=message.context
        )
        session.add(found)
    found.title = message.context_title or found.title or message.context
    # Messages for deep linking leave out what others say.
    found.line_items_url = message.line_items_url or found.line_items_url or ""
    found.memberships_url = message.memberships_url or found.memberships_url or ""
    found.scopes = " ".join(sorted({*(found.scopes or "").split(), *message.scopes.split()}))
    session.flush()
    return found


def find_context(session: Session, platform: int, message: LaunchMessage) -> LtiContext | None:
    """Return the context of a launch; ``None`` if it is not known yet."""
    return session.scalars(
        select(LtiContext).where(
            LtiContext.platform_id == platform,
            LtiContext.deployment == message.deployment,
            LtiContext.name == message.context,
        )
    ).one_or_none()


def remember_line_item(session: Session, context: LtiContext, message: LaunchMessage) -> None:
    """Keep where the platform has the scores of the assignment that a launch was for."""
    if not message.assignment or not message.line_item_url:
        return
    found = line_item_of(session, context.id, message.assignment)
    found.url, found.problem = message.line_item_url, ""
    session.flush()


def line_item_of(session: Session, context: int, assignment: str) -> LtiLineItem:
    """Return the line item of an assignment, without an address if it is new."""
    found = session.scalars(
        select(LtiLineItem).where(
            LtiLineItem.context_id == context, LtiLineItem.assignment == assignment
        )
    ).one_or_none()
    if found is None:
        found = LtiLineItem(context_id=context, assignment=assignment, url="")
        session.add(found)
        session.flush()
    return found


def contexts_of_course(session: Session, course: int) -> Sequence[LtiContext]:
    """Return the contexts that are linked to a course, of platforms that are still used."""
    return session.scalars(
        _in_use().where(LtiContext.course_id == course).order_by(LtiContext.id)
    ).all()


def linkable_contexts(session: Session, who: Visitor) -> Sequence[LtiContext]:
    """Return the unlinked contexts that a person may link: those that they teach there.

    Administrators may link all.
    """
    every = _in_use().where(LtiContext.course_id.is_(None)).order_by(LtiContext.id)
    if not who.admin:
        every = every.join(LtiMember, LtiMember.context_id == LtiContext.id).where(
            LtiMember.person_id == who.id, LtiMember.listed_role == Role.INSTRUCTOR.value
        )
    return session.scalars(every).all()


def link_context(session: Session, who: Visitor, context: int, course: Course) -> LtiContext:
    """Link a context to a course, so that its members are let in from now on.

    Raises:
        Forbidden: if they may not say who is in the course.
        CourseArchived: if nothing in the course changes any more.
        ServiceProblem: if they do not teach the context, or it is linked already.
    """
    who.require(Permission.ENROL, course.id)
    if course.archived_at:
        raise CourseArchived(ARCHIVED)
    found = next((each for each in linkable_contexts(session, who) if each.id == context), None)
    if found is None:
        raise ServiceProblem(
            "You can link a course of a platform that nobody linked yet, and that you teach there. "
            "Open this service from that course, then link it."
        )
    found.course_id = course.id
    found.roster_next_at = found.scores_next_at = 0.0
    _note(session, who, "linked", found, course)
    return found


def unlink_context(session: Session, who: Visitor, context: int, course: Course) -> None:
    """Unlink a context; people and points stay, and nothing more is sent."""
    found = context_of_course(session, context, course)
    if found is not None:
        found.course_id = None
        _note(session, who, "unlinked", found, course)


def context_of_course(session: Session, context: int, course: Course) -> LtiContext | None:
    """Return a context that is linked to the course; ``None`` if it is not."""
    every = contexts_of_course(session, course.id)
    return next((each for each in every if each.id == context), None)


def _in_use() -> Select[tuple[LtiContext]]:
    return (
        select(LtiContext)
        .join(LtiPlatform, LtiPlatform.id == LtiContext.platform_id)
        .where(LtiPlatform.removed_at == 0.0)
        .options(joinedload(LtiContext.platform))
    )


def _note(session: Session, who: Visitor, deed: str, found: LtiContext, course: Course) -> None:
    session.flush()
    audit.add_audit_entry(
        session, who.id, deed, f"{found.platform.name}, {found.title} as {course.slug}"
    )

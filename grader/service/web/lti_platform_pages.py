"""Pages of LTI: platforms and keys for administrators, and the platforms of a course."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload
from starlette.responses import RedirectResponse, Response

from grader.service import ServiceProblem
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.data.lti_tables import LtiContext, LtiLineItem, LtiScore
from grader.service.data.tables import Course
from grader.service.lti import (
    contexts,
    launch_login,
    platforms,
    registration,
    roster_sync,
    score_outbox,
    tool_keys,
)
from grader.service.lti.platforms import PlatformDetails
from grader.service.web.request_context import (
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    find_course_for,
    form_transaction,
    message_page,
    render_page,
    require_own_form,
    run_network_step,
)
from grader.service.web.security_middleware import WITH_SCRIPT, policy_for_framed_page

router = APIRouter(include_in_schema=False)

_PAGE = "/admin/lti"


@router.get(_PAGE)
def platforms_page(request: Request, session: Reading, who: Signed) -> Response:
    """Serve the page with platforms, what they have to know of the service, and keys."""
    who.require_admin()
    return _page(request, session, who)


@router.post(f"{_PAGE}/platforms")
def add_platform(
    request: Request,
    who: Posting,
    name: Text = "",
    issuer: Text = "",
    client_id: Text = "",
    auth_url: Text = "",
    token_url: Text = "",
    jwks_url: Text = "",
    audience: Text = "",
    deployments: Text = "",
    private: Text = "",
) -> Response:
    """Add a platform by hand."""
    who.require_admin()
    given = PlatformDetails(
        name, issuer, client_id, auth_url, token_url, jwks_url, audience, deployments, bool(private)
    )
    with form_transaction(request, who, _PAGE, "Nothing was added") as session:
        platforms.add_platform(session, who.id, given)
    return RedirectResponse(_PAGE, 303)


@router.post(f"{_PAGE}/platforms/{{platform}}/remove")
def remove_platform(request: Request, who: Posting, platform: int) -> Response:
    """Remove a platform."""
    who.require_admin()
    with app_state(request).database.writing() as session:
        platforms.remove_platform(session, who.id, platform)
    return RedirectResponse(_PAGE, 303)


@router.post(f"{_PAGE}/platforms/{{platform}}/deployments")
def accept_deployment(request: Request, who: Posting, platform: int, name: Text = "") -> Response:
    """Accept a deployment of a platform."""
    who.require_admin()
    with app_state(request).database.writing() as session:
        for each in platforms.active_platforms(session):
            if each.id == platform and 0 < len(name.strip()) <= 255:
                platforms.accept_deployment(session, who.id, each, name.strip())
    return RedirectResponse(_PAGE, 303)


@router.post(f"{_PAGE}/registrations")
def make_registration_link(request: Request, who: Posting, private: Text = "") -> Response:
    """Make a link by which one platform registers itself, and show it once."""
    who.require_admin()
    server = app_state(request)
    with server.database.writing() as session:
        raw = registration.make_ticket(session, who.id, private=bool(private))
        return _page(request, session, who, f"{server.settings.url}/lti/register/{raw}")


@router.post(f"{_PAGE}/keys")
def make_key(request: Request, who: Posting) -> Response:
    """Make a key that replaces those there are."""
    who.require_admin()
    with app_state(request).database.writing() as session:
        tool_keys.rotate_keys(session, who.id)
    return RedirectResponse(_PAGE, 303)


@router.post(f"{_PAGE}/keys/{{key}}/withdraw")
def withdraw_key(request: Request, who: Posting, key: int) -> Response:
    """Withdraw a key at once."""
    who.require_admin()
    with form_transaction(request, who, _PAGE) as session:
        tool_keys.withdraw_key(session, who.id, key)
    return RedirectResponse(_PAGE, 303)


def _page(request: Request, session: Session, who: Visitor, link: str = "") -> Response:
    return render_page(
        "lti_platforms.html", who, link=link, platforms=platforms.active_platforms(session),
        deployments=platforms.list_deployments(session), keys=tool_keys.list_keys(session),
        url=app_state(request).settings.url, addresses=launch_login,
    )  # fmt: skip


@router.get("/lti/register/{ticket}")
def confirm_registration_page(
    session: Reading, ticket: str, openid_configuration: str = "", registration_token: str = ""
) -> Response:
    """Ask whether the platform that opened the page shall be registered."""
    try:
        registration.find_ticket(session, ticket)
    except ServiceProblem as problem:
        return _registration_message(403, str(problem))
    host = urlsplit(openid_configuration).hostname if openid_configuration.isprintable() else ""
    if not host:
        sentence = "Give this link to the platform: it opens the link and adds its own address."
        return _registration_message(400, sentence)
    page = render_page(
        "lti_register.html", None, ticket=ticket, host=host, token=registration_token,
        configuration=openid_configuration,
    )  # fmt: skip
    page.headers["Content-Security-Policy"] = policy_for_framed_page("*")
    return page


@router.post("/lti/register/{ticket}")
async def register_platform(
    request: Request, ticket: str, configuration: Text = "", token: Text = ""
) -> Response:
    """Register the service at the platform, and the platform here."""
    require_own_form(request)
    return await run_network_step(request, lambda: _register(request, ticket, configuration, token))


def _register(request: Request, ticket: str, configuration: str, token: str) -> Response:
    server = app_state(request)
    try:
        with server.database.reading() as session:
            private = registration.find_ticket(session, ticket).private
        found, url = registration.read_configuration(configuration, private=private)
        details = registration.register_at_platform(server.settings.url, found, url, token)
        with server.database.writing() as session:
            registration.finish_registration(session, ticket, details)
    except ServiceProblem as problem:
        return _registration_message(400, str(problem))
    page = render_page("lti_registered.html", None, script="registered.js", name=details.name)
    page.headers["Content-Security-Policy"] = WITH_SCRIPT.replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )
    return page


def _registration_message(status: int, sentence: str) -> Response:
    page = message_page(None, "Not registered", sentence, status=status)
    page.headers["Content-Security-Policy"] = policy_for_framed_page("*")
    return page


# Of a course ------------------------------------------------------------------------------------


_SHOWN = 50
"""Scores that did not arrive, and changes of a roster, on one page."""


@router.get("/c/{slug}/lti")
def course_platforms_page(session: Reading, who: Signed, slug: str) -> Response:
    """Serve the courses of platforms that are linked to a course."""
    found = find_course_for(session, who, slug, Permission.ENROL)
    linked = [
        {
            "context": each,
            "items": _line_items(session, each),
            "changes": roster_sync.roster_changes(session, each),
        }
        for each in contexts.contexts_of_course(session, found.id)
    ]
    return render_page(
        "lti_course.html", who, course=found, linked=linked, shown=_SHOWN,
        linkable=contexts.linkable_contexts(session, who),
    )  # fmt: skip


def _line_items(session: Session, context: LtiContext) -> list[dict[str, object]]:
    """Return each line item with how many scores arrived, and those that did not."""
    items = session.scalars(
        select(LtiLineItem)
        .where(LtiLineItem.context_id == context.id)
        .order_by(LtiLineItem.assignment)
    ).all()
    found = []
    for item in items:
        scores: Sequence[LtiScore] = session.scalars(
            select(LtiScore)
            .where(LtiScore.line_item_id == item.id)
            .options(joinedload(LtiScore.person))
            .order_by(LtiScore.id)
        ).all()
        late = [each for each in scores if each.wanted != each.sent]
        found.append({
            "item": item, "sent": len(scores) - len(late), "late": late,
            "refused": sum(each.refused for each in late),
        })  # fmt: skip
    return found


@router.post("/c/{slug}/lti/{context}/unlink")
def unlink_context(request: Request, who: Posting, slug: str, context: int) -> Response:
    """Unlink a course of a platform."""
    with app_state(request).database.writing() as session:
        found = find_course_for(session, who, slug, Permission.ENROL)
        contexts.unlink_context(session, who, context, found)
    return RedirectResponse(f"/c/{slug}/lti", 303)


@router.post("/c/{slug}/lti/{context}/roster")
def read_roster_now(request: Request, who: Posting, slug: str, context: int) -> Response:
    """Have a worker read the roster as soon as it can."""
    with app_state(request).database.writing() as session:
        _, row = _find_linked_context(session, who, slug, context)
        row.roster_next_at = 0.0
    return RedirectResponse(f"/c/{slug}/lti", 303)


@router.post("/c/{slug}/lti/{context}/apply")
def apply_roster(
    request: Request,
    who: Posting,
    slug: str,
    context: int,
    member: Annotated[list[int] | None, Form()] = None,
) -> Response:
    """Apply the chosen changes of a roster."""
    back = f"/c/{slug}/lti"
    with form_transaction(request, who, back) as session:
        _, row = _find_linked_context(session, who, slug, context)
        roster_sync.apply_roster(session, who.id, row, member or [])
    return RedirectResponse(back, 303)


@router.post("/c/{slug}/lti/{context}/again")
def retry_failed_scores(request: Request, who: Posting, slug: str, context: int) -> Response:
    """Let a course's scores that did not arrive be sent again at once."""
    with app_state(request).database.writing() as session:
        _, row = _find_linked_context(session, who, slug, context)
        score_outbox.retry_scores(session, row.id)
    return RedirectResponse(f"/c/{slug}/lti", 303)


def _find_linked_context(
    session: Session, who: Visitor, slug: str, context: int
) -> tuple[Course, LtiContext]:
    """Return a course and a context that is linked to it; raise Forbidden if there is none."""
    found = find_course_for(session, who, slug, Permission.ENROL)
    row = contexts.context_of_course(session, context, found)
    if row is None:
        raise Forbidden
    return found, row

"""Takes launches of LTI: signs people in, and lets instructors choose assignments."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Annotated
from urllib.parse import urlencode, urlsplit

import msgspec
from fastapi import APIRouter, Form, Query, Request
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse, RedirectResponse, Response

from grader.service import ServiceProblem, course_editions
from grader.service.auth.access import Permission, Visitor
from grader.service.auth.rate_limit import describe_wait
from grader.service.data.lti_tables import LtiContext, LtiLogin, LtiPlatform
from grader.service.data.tables import Course, Person, Role
from grader.service.lti import (
    contexts,
    deep_linking,
    launch_account,
    launch_login,
    platforms,
    tool_keys,
)
from grader.service.lti.launch_claims import LaunchMessage, LaunchRefused, MessageType
from grader.service.lti.launch_login import ACCOUNT, KEYS, LAUNCH, LOGIN, LoginRequest
from grader.service.lti.launch_token import read_token
from grader.service.web.own_account_pages import client_address, finish_sign_in, with_retry_after
from grader.service.web.request_context import (
    AppState,
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    find_course,
    form_transaction,
    maybe_visitor,
    message_page,
    read_cookie,
    render_page,
    require_form_of_session,
    require_own_form,
    run_network_step,
    set_cookie,
)
from grader.service.web.security_middleware import policy_for_framed_page
from grader.service.web.server_settings import Cookie

router = APIRouter(include_in_schema=False)

_log = logging.getLogger(__name__)

_FRAMES = {"iframe", "frame", "embed", "object", "fencedframe"}
"""What browsers say of a request whose page is shown inside another one."""


@router.get(KEYS)
def public_keys(session: Reading) -> Response:
    """Serve the public keys of the service, by which platforms check what it signed."""
    return JSONResponse(
        tool_keys.public_key_set(session), headers={"Cache-Control": "public, max-age=300"}
    )


@router.get(LOGIN)
def begin_launch(request: Request, asked: Annotated[LoginRequest, Query()]) -> Response:
    """Begin a launch, and redirect the browser to the platform."""
    return _begin(request, asked)


@router.post(LOGIN)
def begin_launch_by_form(request: Request, asked: Annotated[LoginRequest, Form()]) -> Response:
    """Begin a launch as :func:`begin_launch` does; the platform chooses the method."""
    return _begin(request, asked)


def _begin(request: Request, asked: LoginRequest) -> Response:
    server = app_state(request)
    if wait := server.launches.take(client_address(request)):
        sentence = f"Too many come from your address. Try again {describe_wait(wait)}."
        return with_retry_after(_message(429, sentence), wait)
    cookie = read_cookie(request, Cookie.LAUNCH) or secrets.token_urlsafe(32)
    try:
        bound = launch_login.is_sign_in_launch(server.settings.url, asked.target_link_uri)
        with server.database.writing() as session:
            to = launch_login.begin_login(session, server.settings.url, asked, cookie)
    except LaunchRefused as problem:
        return _refused(problem)
    if bound and request.headers.get("sec-fetch-dest") in _FRAMES:
        # Browsers keep no cookies of a page in a frame, and pages of the service are in none.
        page = render_page(
            "lti_window.html", None, again=f"{LOGIN}?{urlencode(asked.model_dump())}"
        )
        page.headers["Content-Security-Policy"] = policy_for_framed_page("*")
        return page
    response = RedirectResponse(to, 303)
    if bound:
        # The platform posts its message, which is another site. The cookie signs nobody in.
        seconds = 60 * launch_login.MINUTES
        set_cookie(request, response, Cookie.LAUNCH, cookie, seconds, from_elsewhere=True)
    return response


@router.post(LAUNCH)
async def finish_launch(
    request: Request, state: Text = "", id_token: Text = "", error: Text = ""
) -> Response:
    """Take the platform's message, and sign the person in or offer the assignments."""
    return await run_network_step(request, lambda: _finish(request, state, id_token, error))


def _finish(request: Request, state: str, token: str, error: str) -> Response:
    server = app_state(request)
    cookie = read_cookie(request, Cookie.LAUNCH)
    try:
        with server.database.writing() as session:
            login, platform = launch_login.take_login(session, state, cookie)
        if error:
            raise LaunchRefused(
                f"the platform says {error[:60]!r}",
                "The platform did not sign you in. Sign in there, and open the link again.",
            )
        message = read_token(server.platform_keys, platform, login, token)
        with server.database.writing() as session:
            accepted = platforms.record_and_check_deployment(
                session, platform.id, message.deployment
            )
        if not accepted:
            raise LaunchRefused(
                f"deployment {message.deployment!r} of {platform.name} is not accepted",
                "This deployment of the platform is not accepted yet. The administrator of this "
                "service can accept it on the page Administration, LTI.",
            )
        with server.database.writing() as session:
            context = contexts.remember_context(session, platform.id, message)
            if message.kind is MessageType.DEEP_LINKING:
                return _offer(session, server, platform, context, message)
            answer = _accept_launch(session, request, login, platform, context, message)
        return answer()  # which writes as well
    except LaunchRefused as problem:
        return _refused(problem)
    except ServiceProblem as problem:
        return _message(403, str(problem))


def _offer(
    session: Session, server: AppState, platform: LtiPlatform, context: LtiContext,
    message: LaunchMessage,
) -> Response:  # fmt: skip
    """Return the page with the assignments from which an instructor chooses."""
    choices = deep_linking.assignment_choices(
        session, server.settings.url, platform, context, message
    )
    page = render_page(
        "lti_choose.html", None, choices=choices, to=message.return_url, context=context
    )
    parts = urlsplit(message.return_url)
    site = f"{parts.scheme}://{parts.netloc}"
    page.headers["Content-Security-Policy"] = policy_for_framed_page(site, site)
    return page


def _accept_launch(
    session: Session, request: Request, login: LtiLogin, platform: LtiPlatform, context: LtiContext,
    message: LaunchMessage,
) -> Callable[[], Response]:  # fmt: skip
    """Note the launch, and return what makes the answer once the transaction is over."""
    person = launch_account.find_account(session, platform, message.subject)
    contexts.remember_line_item(session, context, message)
    launch_account.remember_member(session, context, message, person)
    if context.course is None and message.role is not Role.INSTRUCTOR:
        raise LaunchRefused(
            "the context is not linked",
            f"The course {context.title} of the platform is not linked to a course of this service "
            "yet. Its instructor has to open this service once, and link it.",
        )
    if person is None:
        launch_login.keep_message(session, login, msgspec.json.encode(message).decode())
        return lambda: RedirectResponse(ACCOUNT, 303)
    return _let_in(session, request, context, message, person)


def _let_in(
    session: Session, request: Request, context: LtiContext, message: LaunchMessage, person: Person
) -> Callable[[], Response]:
    """Let a person into the course, and return what signs them in."""
    server, to = app_state(request), "/lti/contexts"
    member = launch_account.remember_member(session, context, message, person)
    if context.course is not None:
        launch_account.enter_course(session, member, person, context.course)
        offered = {
            each.assignment for each in course_editions.current_editions(session, context.course)
        }
        to = f"/c/{context.course.slug}"
        if message.assignment in offered:
            to += f"#assignment-{message.assignment}"
    return lambda: finish_sign_in(request, server, person.id, to)


@router.get(ACCOUNT)
def account_choice_page(request: Request) -> Response:
    """Ask somebody who comes for the first time whether they have an account here."""
    server, who = app_state(request), maybe_visitor(request)
    with server.database.reading() as session:
        found = _find_waiting_launch(session, request)
        if found is None:
            return _nobody_waits()
        platform, context, message, _ = found
        return render_page(
            "lti_account.html", who, platform=platform, context=context, message=message
        )


@router.post(ACCOUNT)
def choose_account(request: Request, csrf: Text = "", how: Text = "") -> Response:
    """Link the account of the platform to the visitor's own, or make a new one."""
    require_own_form(request)
    server, who = app_state(request), maybe_visitor(request)
    if who is not None:
        require_form_of_session(who, csrf)
    try:
        with server.database.writing() as session:
            found = _find_waiting_launch(session, request)
            if found is None:
                return _nobody_waits()
            platform, context, message, login = found
            person = _chosen_person(session, who, how, platform, context, message)
            session.delete(login)
            answer = _let_in(session, request, context, message, person)
        return answer()
    except LaunchRefused as problem:
        return _refused(problem)
    except ServiceProblem as problem:
        return _message(403, str(problem))


def _chosen_person(
    session: Session, who: Visitor | None, how: str, platform: LtiPlatform, context: LtiContext,
    message: LaunchMessage,
) -> Person:  # fmt: skip
    known = launch_account.find_account(session, platform, message.subject)
    if known is not None:  # the same form sent twice, or from two windows
        return known
    if how == "own" and who is not None:
        person = session.get_one(Person, who.id)
        launch_account.link_account(session, platform, message.subject, person)
        return person
    if how == "new" and who is None and context.course is not None:
        return launch_account.create_person_for_account(
            session, platform, message.subject, message.login, message.name
        )
    raise ServiceProblem(
        "Sign in to link an account that you have here, or sign out to make a new one."
    )


def _find_waiting_launch(
    session: Session, request: Request
) -> tuple[LtiPlatform, LtiContext, LaunchMessage, LtiLogin] | None:
    """Return the launch that waits for the person at the browser."""
    cookie = read_cookie(request, Cookie.LAUNCH)
    login = launch_login.find_kept_message(session, cookie) if cookie else None
    if login is None:
        return None
    message = msgspec.json.decode(login.message, type=LaunchMessage)
    platform = session.get_one(LtiPlatform, login.platform_id)
    context = contexts.find_context(session, platform.id, message)
    return None if context is None or platform.removed_at else (platform, context, message, login)


@router.get("/lti/contexts")
def contexts_page(session: Reading, who: Signed) -> Response:
    """Serve the courses of platforms that the visitor may link to courses of the service."""
    every = session.scalars(select(Course).order_by(Course.title)).all()
    own = [each for each in every if who.may(Permission.ENROL, each.id)]
    return render_page(
        "lti_contexts.html", who, courses=own, contexts=contexts.linkable_contexts(session, who)
    )


@router.post("/lti/contexts")
def link_context(
    request: Request, who: Posting, context: Annotated[int, Form()] = 0, course: Text = ""
) -> Response:
    """Link a course of a platform to a course of the service."""
    with form_transaction(request, who, "/lti/contexts") as session:
        found = find_course(session, course)
        contexts.link_context(session, who, context, found)
    return RedirectResponse(f"/c/{course}/lti", 303)


def _nobody_waits() -> Response:
    return _message(403, "Open the link in your course of the platform again: this took too long.")


def _refused(problem: LaunchRefused) -> Response:
    # What was wrong is for who runs the service: it may quote what an attacker sent.
    _log.warning("A launch by LTI was refused: %s", problem)
    return _message(403, problem.sentence)


def _message(status: int, sentence: str) -> Response:
    page = message_page(None, "Not opened", sentence, status=status)
    page.headers["Content-Security-Policy"] = policy_for_framed_page(
        "*"
    )  # it may come up in a frame
    return page

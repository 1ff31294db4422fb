"""Pages for signing in and out, one's password, and tokens for one's programs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from grader.service import ServiceProblem
from grader.service.auth import auth_secrets, authentication, passwords
from grader.service.auth.access import SCOPES, Visitor
from grader.service.auth.rate_limit import describe_wait
from grader.service.data.tables import Person, Secret, SecretKind
from grader.service.lti.launch_login import ACCOUNT, find_kept_message
from grader.service.web.request_context import (
    AppState,
    Posting,
    Signed,
    Text,
    app_state,
    delete_cookie,
    message_page,
    read_cookie,
    render_page,
    require_own_form,
    set_cookie,
    visitor_of_form,
)
from grader.service.web.server_settings import Cookie

router = APIRouter(include_in_schema=False)

_WRONG = "Wrong login or password. Try again."
_OTHERWISE = (
    " Perhaps other people tried your login. In a browser in which you signed in before, you need "
    "not wait. Or ask the administrator for a new link."
)


@router.get("/sign-in")
def sign_in_page(request: Request) -> Response:
    """Serve the form to sign in."""
    return _form(app_state(request))


@router.post("/sign-in")
async def sign_in(request: Request, login: Text, password: Text) -> Response:
    """Check a password, and start a session if it is right."""
    require_own_form(request)
    server = app_state(request)
    browser, person, present = await run_in_threadpool(_look_up_login, request, server, login)
    whose = (login, client_address(request), f"browser {browser}" if browser else "")
    if wait := server.guesses.take(*whose):
        otherwise = "" if browser else _OTHERWISE
        return with_retry_after(_form(server, 429, f"{_too_often(wait)}{otherwise}"), wait)
    if not await _is_right_password(server, whose, password, present):
        return _form(server, 403, _WRONG)
    return await run_in_threadpool(finish_sign_in, request, server, person, "/")


def _look_up_login(request: Request, server: AppState, login: str) -> tuple[int, int, str]:
    """Return the known browser's number or 0, the person's id, and their password hash."""
    with server.database.reading() as session:
        browser = authentication.find_known_browser_id(
            session, login, read_cookie(request, Cookie.BROWSER)
        )
        return browser, *authentication.find_password_hash(session, login)


async def _is_right_password(
    server: AppState, whose: tuple[str, str, str], password: str, present: str
) -> bool:
    """Return whether a counted guess is right; a right one is no longer counted.

    Raises:
        TooManyHashes: if the password is not tried; the guess is not counted, then.
    """
    try:
        right = await server.hashes.run(lambda: passwords.is_right_password(password, present))
    except passwords.TooManyHashes:
        server.guesses.right(*whose)
        raise
    if right:
        server.guesses.right(*whose)
    return right


def _form(server: AppState, status: int = 200, wrong: str = "") -> Response:
    provider = server.settings.accounts.name if server.settings.accounts else ""
    mails = server.settings.mail is not None
    return render_page("sign_in.html", None, status, wrong=wrong, provider=provider, mails=mails)


@router.get("/link/{link}")
def link_page(link: str) -> Response:
    """Serve a form that spends a one-time link; opening the link, as mail scanners do, does not."""
    return render_page("link.html", None, link=link)


@router.post("/link")
def follow_link(request: Request, link: Text) -> Response:
    """Start a session by a one-time link, which is spent."""
    require_own_form(request)
    server = app_state(request)
    # At once: a link that is spent without a session signs nobody in any more.
    with server.database.writing() as session:
        person = auth_secrets.use_one_time_link(session, link)
        cookies = {} if person is None else _sign_in(session, request, person)
    if not cookies:
        sentence = (
            "The link was used before, is too old, or there is a newer one. Ask the staff of your "
            "course for one; for an administrator, `grade admin link` makes one."
        )
        return message_page(None, "No such link", sentence, status=403)
    return _redirect_with_cookies(request, cookies, "/account")


def finish_sign_in(request: Request, server: AppState, person: int, to: str) -> Response:
    """Start a session of a person, and redirect the browser to a page.

    Who came by a platform and signs in meanwhile goes on there.
    """
    with server.database.writing() as session:
        cookies = _sign_in(session, request, person)
        launch = read_cookie(request, Cookie.LAUNCH)
        if to == "/" and launch and find_kept_message(session, launch) is not None:
            to = ACCOUNT
    return _redirect_with_cookies(request, cookies, to)


_COOKIES = {SecretKind.SESSION: Cookie.SESSION, SecretKind.BROWSER: Cookie.BROWSER}


def _sign_in(session: Session, request: Request, person: int) -> dict[SecretKind, str]:
    """Start a session, and return the secrets that the browser keeps."""
    before, browser = (read_cookie(request, each) for each in _COOKIES.values())
    return {
        SecretKind.SESSION: authentication.sign_in(session, person, before),
        SecretKind.BROWSER: authentication.known_browser_cookie(session, person, browser),
    }


def _redirect_with_cookies(
    request: Request, secrets: Mapping[SecretKind, str], to: str
) -> Response:
    """Return a redirect to a page that sets these cookies."""
    response = RedirectResponse(to, 303)
    for kind, value in secrets.items():
        set_cookie(request, response, _COOKIES[kind], value, auth_secrets.LIFETIME[kind])
    return response


@router.post("/sign-out", dependencies=[Depends(visitor_of_form)])
def sign_out(request: Request) -> Response:
    """End the session of the browser."""
    server = app_state(request)
    with server.database.writing() as session:
        authentication.sign_out(session, read_cookie(request, Cookie.SESSION))
    response = RedirectResponse("/sign-in", 303)
    delete_cookie(request, response, Cookie.SESSION)
    return response


@router.get("/account")
def account_page(request: Request, who: Signed) -> Response:
    """Serve the page with the visitor's password form and tokens."""
    with app_state(request).database.reading() as session:
        return _account(session, who)


@router.post("/account/password")
async def change_password(
    request: Request, who: Posting, new: Text, old: Text = "", programs: Text = ""
) -> Response:
    """Change the visitor's password.

    All other sessions and unused links end, and with ``programs`` all tokens.
    """
    server = app_state(request)

    async def refuse(said: str, status: int) -> Response:
        return await run_in_threadpool(_own_account, server, who, said, status)

    # Hashes take long on purpose, and nobody else can write during a transaction that writes.
    present = await run_in_threadpool(_own_password, server, who)
    wrong, wait = await check_own_password(request, who, old)
    if wait:
        return with_retry_after(await refuse(wrong, 429), wait)
    if wrong:
        return await refuse(wrong, 403)
    try:
        chosen = await server.hashes.run(lambda: passwords.hash_password(new))
    except ServiceProblem as problem:
        return await refuse(str(problem), 400)
    if not await run_in_threadpool(
        _replace_password_hash, server, who, present, chosen, programs=bool(programs)
    ):
        said = "Your password was changed from elsewhere just now. Load the page again."
        return await refuse(said, 409)
    return await run_in_threadpool(finish_sign_in, request, server, who.id, "/")


async def check_own_password(request: Request, who: Visitor, given: str) -> tuple[str, float]:
    """Return what is wrong with the visitor's password, and the seconds to wait, if any.

    Nothing is, if it is right, or they have none.
    """
    server = app_state(request)
    present = await run_in_threadpool(_own_password, server, who)
    if not present:
        return "", 0.0
    # They are signed in: nobody who guesses elsewhere keeps them from it.
    whose = (who.login, client_address(request), f"person {who.id}")
    if wait := server.guesses.take(*whose):
        return _too_often(wait), wait
    right = await _is_right_password(server, whose, given, present)
    return ("" if right else "The current password is wrong."), 0.0


def _own_password(server: AppState, who: Visitor) -> str:
    with server.database.reading() as session:
        return session.get_one(Person, who.id).password


def _own_account(server: AppState, who: Visitor, said: str, status: int) -> Response:
    with server.database.reading() as session:
        return _account(session, who, said=said, status=status)


def _replace_password_hash(
    server: AppState, who: Visitor, present: str, chosen: str, *, programs: bool
) -> bool:
    """Store a new password hash, unless the ``present`` one was replaced meanwhile."""
    with server.database.writing() as session:
        person = session.get_one(Person, who.id)
        if person.password != present:
            return False
        person.password = chosen
        auth_secrets.revoke_secrets(session, who.id, SecretKind.SESSION, SecretKind.LINK)
        if programs:
            auth_secrets.revoke_secrets(session, who.id, SecretKind.API)
    return True


@router.post("/account/tokens")
def make_token(
    request: Request, who: Posting, note: Text, scopes: Annotated[list[str] | None, Form()] = None
) -> Response:
    """Make a token with the chosen scopes, and show it once."""
    chosen = [scope for scope in SCOPES if scope in (scopes or [])]
    with app_state(request).database.writing() as session:
        if not chosen:
            return _account(session, who, said="Say what the token may do.", status=400)
        if beyond := [scope for scope in chosen if scope not in who.own_scopes]:
            said = f"You may not {beyond[0]} anything yourself, so no token of yours may either."
            return _account(session, who, said=said, status=403)
        token = auth_secrets.issue_secret(
            session, who.id, SecretKind.API, note=note, scopes=" ".join(chosen)
        )
        return _account(session, who, token=token)


@router.post("/account/tokens/{id}/revoke")
def revoke_token(request: Request, who: Posting, id: int) -> Response:
    """Revoke one of the visitor's own tokens."""
    with app_state(request).database.writing() as session:
        session.execute(
            delete(Secret).where(
                Secret.id == id, Secret.person_id == who.id, Secret.kind == SecretKind.API.value
            )
        )
    return RedirectResponse("/account", 303)


def _account(
    session: Session, who: Visitor, *, said: str = "", token: str = "", status: int = 200
) -> Response:
    own = session.scalars(
        select(Secret).where(Secret.person_id == who.id, Secret.kind == SecretKind.API.value)
    ).all()
    return render_page(
        "account.html", who, status, said=said, token=token, tokens=own,
        has_password=bool(session.get_one(Person, who.id).password),
    )  # fmt: skip


def _too_often(wait: float) -> str:
    return f"Too many wrong passwords. Try again {describe_wait(wait)}."


def with_retry_after(response: Response, wait: float) -> Response:
    """Return the response with a header that says in how many seconds to try again."""
    response.headers["Retry-After"] = str(math.ceil(wait))
    return response


def client_address(request: Request) -> str:
    """Return the network address of the client that sent a request."""
    return "" if request.client is None else request.client.host

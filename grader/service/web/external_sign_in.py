"""Signs people in by an account that another server keeps: redirects there and back."""

from __future__ import annotations

import logging
import secrets

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from grader.service import ServiceProblem
from grader.service.auth import external_accounts
from grader.service.auth.access import Forbidden
from grader.service.auth.oidc import BACK, OidcProvider, SignInFailed
from grader.service.auth.rate_limit import describe_wait
from grader.service.web.own_account_pages import client_address, finish_sign_in, with_retry_after
from grader.service.web.request_context import (
    AppState,
    app_state,
    delete_cookie,
    message_page,
    read_cookie,
    run_network_step,
    set_cookie,
)
from grader.service.web.server_settings import Cookie

router = APIRouter(include_in_schema=False)

_log = logging.getLogger(__name__)

_MINUTES = 10
"""For which somebody may take to sign in there."""


@router.get("/sign-in/provider")
async def go_to_provider(request: Request) -> Response:
    """Redirect the browser to the provider."""
    return await run_network_step(request, lambda: _leave(request))


@router.get(BACK)
async def return_from_provider(
    request: Request, state: str = "", code: str = "", error: str = "", iss: str = ""
) -> Response:
    """Sign in the person whom the provider sends back, and redirect to the first page."""
    return await run_network_step(request, lambda: _come_back(request, state, code, error, iss))


def _leave(request: Request) -> Response:
    _, provider = _provider(request)
    cookie = secrets.token_urlsafe(32)
    try:
        response = RedirectResponse(provider.address(cookie), 303)
    except SignInFailed as problem:
        return _refused(request, problem)
    set_cookie(request, response, Cookie.RETURNING, cookie, 60 * _MINUTES)
    return response


def _come_back(request: Request, state: str, code: str, error: str, iss: str) -> Response:
    server, provider = _provider(request)
    if wait := server.returns.take(client_address(request)):
        sentence = f"Too many try to sign in from your address. Try again {describe_wait(wait)}."
        return with_retry_after(_page(request, 429, sentence), wait)
    cookie = read_cookie(request, Cookie.RETURNING)
    try:
        if error:
            raise SignInFailed(f"it says {error[:60]!r}")
        claims = provider.claims(cookie, state, code, iss)
    except SignInFailed as problem:
        return _refused(request, problem)
    try:
        with server.database.writing() as session:
            person = external_accounts.person_of_account(session, provider.accounts, claims)
    except ServiceProblem as problem:
        return _page(request, 403, str(problem))
    response = finish_sign_in(request, server, person, "/")
    delete_cookie(request, response, Cookie.RETURNING)
    return response


def _provider(request: Request) -> tuple[AppState, OidcProvider]:
    server = app_state(request)
    if server.provider is None:
        raise Forbidden
    return server, server.provider


def _refused(request: Request, problem: SignInFailed) -> Response:
    # What was wrong is for who runs the service: it may quote what an attacker sent.
    _log.warning("Nobody was signed in by the provider: %s", problem)
    return _page(request, 403, "Signing in there did not work, or took too long. Try again.")


def _page(request: Request, status: int, sentence: str) -> Response:
    page = message_page(None, "Not signed in", sentence, "/sign-in", status)
    delete_cookie(request, page, Cookie.RETURNING)
    return page

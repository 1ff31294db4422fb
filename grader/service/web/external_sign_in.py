"""Signs people in by an account that another server keeps: redirects there and back."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable

from anyio import to_thread
from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from grader.service import ServiceProblem
from grader.service.auth import external_accounts
from grader.service.auth.access import Forbidden
from grader.service.auth.oidc import BACK, OidcProvider, SignInFailed
from grader.service.auth.rate_limit import describe_wait
from grader.service.web.request_context import AppState, app_state, render_page
from grader.service.web.sign_in_pages import client_address, finish_sign_in, with_retry_after

router = APIRouter(include_in_schema=False)

_log = logging.getLogger(__name__)

_MINUTES = 10
"""For which somebody may take to sign in there."""


@router.get("/sign-in/provider")
async def go_to_provider(request: Request) -> Response:
    """Redirect the browser to the provider."""
    return await _run_in_own_threads(request, lambda: _leave(request))


@router.get(BACK)
async def return_from_provider(
    request: Request, state: str = "", code: str = "", error: str = "", iss: str = ""
) -> Response:
    """Sign in the person whom the provider sends back, and redirect to the first page."""
    return await _run_in_own_threads(request, lambda: _come_back(request, state, code, error, iss))


async def _run_in_own_threads(request: Request, step: Callable[[], Response]) -> Response:
    """Run a step that waits for the provider, in threads of its own.

    All other pages share some threads: if the provider does not answer, they must not wait, too.
    """
    return await to_thread.run_sync(step, limiter=app_state(request).elsewhere)


def _leave(request: Request) -> Response:
    server, provider = _provider(request)
    cookie = secrets.token_urlsafe(32)
    try:
        response: Response = RedirectResponse(provider.address(cookie), 303)
    except SignInFailed as problem:
        return _refused(server, problem)
    response.set_cookie(
        server.settings.cookie_to_return, cookie, max_age=60 * _MINUTES, path="/",
        # Lax: the provider sends the browser back, which is another site.
        secure=server.settings.secure, httponly=True, samesite="lax",
    )  # fmt: skip
    return response


def _come_back(request: Request, state: str, code: str, error: str, iss: str) -> Response:
    server, provider = _provider(request)
    if wait := server.returns.take(client_address(request)):
        sentence = f"Too many try to sign in from your address. Try again {describe_wait(wait)}."
        return with_retry_after(_page(server, 429, sentence), wait)
    cookie = request.cookies.get(server.settings.cookie_to_return, "")
    try:
        if error:
            raise SignInFailed(f"it says {error[:60]!r}")
        claims = provider.claims(cookie, state, code, iss)
    except SignInFailed as problem:
        return _refused(server, problem)
    try:
        with server.database.writing() as session:
            person = external_accounts.person_of_account(session, provider.accounts, claims)
    except ServiceProblem as problem:
        return _page(server, 403, str(problem))
    return _forget_provider_cookie(server, finish_sign_in(request, server, person, "/"))


def _provider(request: Request) -> tuple[AppState, OidcProvider]:
    server = app_state(request)
    if server.provider is None:
        raise Forbidden
    return server, server.provider


def _refused(server: AppState, problem: SignInFailed) -> Response:
    # What was wrong is for who runs the service: it may quote what an attacker sent.
    _log.warning("Nobody was signed in by the provider: %s", problem)
    return _page(server, 403, "Signing in there did not work, or took too long. Try again.")


def _page(server: AppState, status: int, sentence: str) -> Response:
    page = render_page(
        "message.html", None, status, title="Not signed in", sentence=sentence, back="/sign-in"
    )
    return _forget_provider_cookie(server, page)


def _forget_provider_cookie(server: AppState, response: Response) -> Response:
    """Return the response, with the cookie for the provider deleted."""
    response.delete_cookie(
        server.settings.cookie_to_return, path="/", secure=server.settings.secure, httponly=True
    )
    return response

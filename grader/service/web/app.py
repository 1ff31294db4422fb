"""Makes the web application: pages and API together, behind the same guards."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DataError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

import grader
from grader.service import ServiceProblem
from grader.service.accept_submission import LARGEST
from grader.service.api import course_lists as api_lists
from grader.service.api import regrade_requests as api_requests
from grader.service.api import role_bindings as api_bindings
from grader.service.api import submissions as api
from grader.service.api import webhooks as api_hooks
from grader.service.auth.access import Forbidden
from grader.service.auth.passwords import TooManyHashes
from grader.service.auth.rate_limit import describe_wait
from grader.service.data.database import (
    UNREACHABLE,
    Database,
    ReaderDisconnected,
    first_line_of_error,
)
from grader.service.web import (
    all_submissions_page,
    course_pages,
    deadline_pages,
    external_sign_in,
    ladder_pages,
    lti_launch_pages,
    lti_platform_pages,
    mail_pages,
    marking_page,
    operations_pages,
    own_account_pages,
    page_rendering,
    people_pages,
    release_pages,
    review_queue_page,
    scores_pages,
    sign_in_link_pages,
    similarity_pages,
    staff_binding_pages,
    student_pages,
    team_pages,
)
from grader.service.web.prometheus_metrics import RequestMeasurement
from grader.service.web.request_arrival import DisconnectWatch
from grader.service.web.request_context import (
    AppState,
    ChangeWhileViewing,
    ForgedForm,
    FormRefused,
    NotSignedIn,
    app_state,
    maybe_visitor,
    message_page,
    visitor_by_token,
    visitor_or_viewed_student,
)
from grader.service.web.security_middleware import BodyLimit, HostCheck, SecurityHeaders
from grader.service.web.server_settings import ServerSettings

_log = logging.getLogger(__name__)

ROUTERS = (
    own_account_pages.router, external_sign_in.router, student_pages.router, course_pages.router,
    team_pages.router, all_submissions_page.router, deadline_pages.router, similarity_pages.router,
    review_queue_page.router, staff_binding_pages.router, marking_page.router,
    operations_pages.router, mail_pages.router, sign_in_link_pages.router, lti_launch_pages.router,
    lti_platform_pages.router, ladder_pages.router, people_pages.router, release_pages.router,
    scores_pages.router, api.router, api_requests.router, api_lists.router, api_hooks.router,
    api_bindings.router,
)  # fmt: skip
"""Everything that can be asked for."""

_AROUND = 1 << 20
"""Bytes of a form beside its files, and of one that has none."""

_UNKEEPABLE = (OverflowError, UnicodeEncodeError, DataError)
"""What databases raise about values that they can neither look for nor keep."""

_NOT_HERE = "There is no such page, or it is not yours to see."


def make_app(database: Database, settings: ServerSettings) -> FastAPI:
    """Return the application that an ASGI server runs."""
    made = FastAPI(
        title="Grading service",
        version=grader.__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    made.state.kept = AppState(database, settings)
    for router in ROUTERS:
        made.include_router(router)
    for address in page_rendering.assets_by_address():
        made.add_api_route(address, _asset, include_in_schema=False)
    made.add_api_route("/health", _answer_health_check, include_in_schema=False)
    made.add_api_route("/ready", _answer_readiness_check, include_in_schema=False)
    made.add_exception_handler(NotSignedIn, _not_signed_in)
    made.add_exception_handler(Forbidden, _forbidden)
    made.add_exception_handler(ForgedForm, _foreign_form)
    made.add_exception_handler(ChangeWhileViewing, _only_viewed)
    made.add_exception_handler(FormRefused, _form_refused)
    made.add_exception_handler(ServiceProblem, _refused)
    made.add_exception_handler(TooManyHashes, _too_many_sign_in)
    made.add_exception_handler(HTTPException, _http)
    made.add_exception_handler(RequestValidationError, _invalid)
    for problem in _UNKEEPABLE:
        made.add_exception_handler(problem, _unkeepable)
    for unreachable in UNREACHABLE:
        made.add_exception_handler(unreachable, _unreachable)
    made.add_exception_handler(ReaderDisconnected, _reader_left)
    made.add_middleware(DisconnectWatch)
    made.add_middleware(HostCheck, url=settings.url, hosts=settings.hosts)
    made.add_middleware(BodyLimit, usual=_AROUND, files=LARGEST + _AROUND, known=_is_known_visitor)
    made.add_middleware(SecurityHeaders, secure=settings.secure)
    made.add_middleware(RequestMeasurement, figures=made.state.kept.figures)
    return made


_LASTING = {"Cache-Control": "public, max-age=31536000, immutable"}
_KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def _asset(request: Request) -> Response:
    address = request.url.path
    text = page_rendering.assets_by_address()[address]
    kind = _KINDS[address.rpartition(".")[2]]
    return Response(text, media_type=kind, headers=_LASTING)


def _is_known_visitor(request: Request) -> bool:
    """Return whether a visitor is known; ``True`` if the database does not answer."""
    try:
        return maybe_visitor(request) is not None or visitor_by_token(request) is not None
    except UNREACHABLE:
        return True


async def _answer_health_check() -> Response:
    """Return "ok" while the server lives, without waiting for a thread."""
    return PlainTextResponse("ok\n")


def _answer_readiness_check(request: Request) -> Response:
    """Return "ready" if the database answers and has this program's tables."""
    try:
        app_state(request).database.require_present_shape()
    except ServiceProblem as problem:
        _log.error("Not ready: %s", problem)
        return PlainTextResponse("not ready\n", 503)
    return PlainTextResponse("ready\n")


def _not_signed_in(request: Request, _: Exception) -> Response:
    if request.method == "GET":
        return RedirectResponse("/sign-in", 303)
    # A page that only asks people to sign in would not say that their file was not accepted.
    sentence = "You are signed out, so nothing was accepted. Sign in, and send it again."
    return message_page(None, "Not accepted", sentence, "/sign-in", 403)


def _forbidden(request: Request, problem: Exception) -> Response:
    return _said(request, 404, "Not here", str(problem) or _NOT_HERE)


def _foreign_form(request: Request, _: Exception) -> Response:
    sentence = "The form did not come from a page of this service, or you signed in again since."
    return _said(request, 403, "Not accepted", f"{sentence} Go back, load the page, try again.")


def _only_viewed(request: Request, _: Exception) -> Response:
    sentence = "You see this page as a student does, so nothing that you send is saved."
    return _said(request, 403, "Nothing was changed", f"{sentence} End that first.")


def _form_refused(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, FormRefused)
    return problem.page


def _refused(request: Request, problem: Exception) -> Response:
    return _said(request, 409, "Nothing was changed", str(problem))


def _reader_left(request: Request, _: Exception) -> Response:
    _log.info("The reader of %s left", request.url.path)
    return Response(status_code=499)  # that nobody gets


def _unreachable(request: Request, problem: Exception) -> Response:
    _log.error("The database does not answer: %s", first_line_of_error(problem))
    return _unavailable_response(request, "The service cannot reach its database. Try again soon.")


def _too_many_sign_in(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, TooManyHashes)
    sentence = "Very many people sign in at the moment, so your password was not tried."
    return _unavailable_response(
        request, f"{sentence} Try again {describe_wait(problem.after)}.", problem.after
    )


def _unavailable_response(request: Request, sentence: str, after: float = 5.0) -> Response:
    """Return a response with status 503 that says when to try again."""
    answer: Response
    if request.url.path.startswith("/api/"):
        answer = JSONResponse({"detail": sentence}, 503)
    else:  # who asks may not be found out either
        answer = message_page(None, "Not at the moment", sentence, "/", 503)
    answer.headers["Retry-After"] = f"{after:.0f}"
    return answer


def _http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if isinstance(problem.__cause__, OSError):  # no room for a file, which is not their fault
        _log.error("A request cannot be taken: %s", problem.__cause__)
        return _unavailable_response(
            request, "The service has no room. Nothing was accepted. Try again soon."
        )
    if problem.status_code == 404:
        return _said(request, 404, "Not here", _NOT_HERE)
    answer = _said(request, problem.status_code, "Not possible", str(problem.detail))
    answer.headers.update(problem.headers or {})
    return answer


def _invalid(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    where = ", ".join(".".join(map(str, each["loc"])) for each in problem.errors()[:5])
    return _said(request, 422, "Not possible", f"Something is missing or not as expected: {where}.")


def _unkeepable(request: Request, problem: Exception) -> Response:
    _log.warning("%s %s: %s", request.method, request.url.path, problem)
    sentence = "A number is too large, or a text has invalid characters. Change it."
    return _said(request, 422, "Not possible", sentence)


def _said(request: Request, status: int, title: str, sentence: str) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"detail": sentence}, status)
    try:
        who = visitor_or_viewed_student(request)
    except UNREACHABLE as problem:  # which nobody would catch any more
        return _unreachable(request, problem)
    return message_page(who, title, sentence, "/", status)

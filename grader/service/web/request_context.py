"""Gives each page its context: the database, who asks, and a check that a form is really theirs."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from anyio import CapacityLimiter, to_thread
from fastapi import Depends, Form, Request
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from grader.service import ServiceProblem
from grader.service.archived_courses import ARCHIVED, CourseArchived, course_of_request
from grader.service.auth import authentication
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.auth.oidc import BACK, OidcProvider
from grader.service.auth.passwords import HashPool, PasswordGuessLimit
from grader.service.auth.rate_limit import RateLimit
from grader.service.data.database import Database
from grader.service.data.tables import Course
from grader.service.lti.platform_keys import PlatformKeys
from grader.service.mail.sender import MailStatus
from grader.service.view_as_student import student_viewed_as
from grader.service.web.page_rendering import render_template
from grader.service.web.prometheus_metrics import PrometheusFigures
from grader.service.web.security_middleware import WITH_SCRIPT
from grader.service.web.server_sent_events import EventHub
from grader.service.web.server_settings import Cookie, ServerSettings

TIMES = "times.js"
"""The script that shows the reader's own time beside a course's, where it is another."""


class NotSignedIn(Exception):
    """The error of a request that needs a visitor who is signed in."""


class ChangeWhileViewing(Exception):
    """The error of a form that staff send from pages that they see as a student does."""


class ForgedForm(Exception):
    """The error of a form that no page of the service has sent."""


class FormRefused(Exception):
    """The error of a form that is not carried out.

    Attributes:
        page: says why, and leads back to where the form is.
    """

    def __init__(self, page: Response) -> None:
        super().__init__()
        self.page = page


_WAITING_ELSEWHERE = 16
"""Threads that may wait for a provider of accounts at a time."""


class AppState:
    """The state that lives as long as the server: database, settings, limits and figures."""

    def __init__(self, database: Database, settings: ServerSettings) -> None:
        self.database = database
        self.settings = settings
        self.guesses = PasswordGuessLimit()
        self.hashes = HashPool()
        self.live = EventHub(database)
        self.figures = PrometheusFigures(database)
        self.provider = _provider(settings)
        # A whole course may come back at once, from one address.
        self.returns = RateLimit(300, 300.0)
        self.elsewhere = CapacityLimiter(_WAITING_ELSEWHERE)
        self.mail_status = MailStatus()
        self.address_mails = RateLimit(5, 86400.0)
        self.sign_in_mails = RateLimit(3, 900.0)
        self.platform_keys = PlatformKeys()
        # A lecture hall may open its course at once.
        self.launches = RateLimit(1000, 300.0)


def _provider(settings: ServerSettings) -> OidcProvider | None:
    if settings.accounts is None:
        return None
    return OidcProvider(settings.accounts, settings.url + BACK)


Text = Annotated[str, Form()]
"""A field of a form."""


def app_state(request: Request) -> AppState:
    """Return the state of the server."""
    found: AppState = request.app.state.kept
    return found


def require_own_form(request: Request) -> None:
    """Raise ForgedForm unless the browser says that a page of this service sent the form."""
    if request.headers.get("origin") not in app_state(request).settings.origins:
        raise ForgedForm


def signed_in_visitor(request: Request) -> Visitor:
    """Return the visitor who is signed in, or the student as whom they see pages of a course.

    Raises:
        NotSignedIn: if nobody is.
    """
    found = visitor_or_viewed_student(request)
    if found is None:
        raise NotSignedIn
    return found


def visitor_or_viewed_student(request: Request) -> Visitor | None:
    """Return the visitor, or the student as whom they see pages; ``None`` without a session."""
    found = maybe_visitor(request)
    cookie = read_cookie(request, Cookie.VIEW)
    if found is None or not cookie or not request.url.path.startswith(_OF_COURSES):
        return found
    with app_state(request).database.reading() as session:
        return student_viewed_as(session, found, cookie) or found


_OF_COURSES = ("/c/", "/s/")
"""How addresses begin of pages that staff may see as a student does; an account is none of them."""


def maybe_visitor(request: Request) -> Visitor | None:
    """Return the visitor who is signed in; ``None`` if nobody is."""
    cookie = read_cookie(request, Cookie.SESSION)
    if not cookie:
        return None
    with app_state(request).database.reading() as session:
        return authentication.visitor_by_session(session, cookie)


def visitor_by_token(request: Request) -> Visitor | None:
    """Return the visitor whose token a request carries; ``None`` without a valid token."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        return None
    with app_state(request).database.reading() as session:
        return authentication.visitor_by_token(session, token.strip())


def read_cookie(request: Request, cookie: Cookie) -> str:
    """Return the value of a cookie that a request carries; empty without one."""
    return request.cookies.get(app_state(request).settings.cookie_name(cookie), "")


def set_cookie(
    request: Request, response: Response, cookie: Cookie, value: str, seconds: float | None = None,
    *, from_elsewhere: bool = False,
) -> None:  # fmt: skip
    """Have the browser keep a cookie: as long as it is open if no seconds are given.

    Args:
        from_elsewhere: whether forms of other sites, which post to the service, bring it along.
    """
    settings = app_state(request).settings
    response.set_cookie(
        settings.cookie_name(cookie), value, max_age=None if seconds is None else int(seconds),
        path="/", secure=settings.secure, httponly=True,
        # Lax: links of another site, as of a provider that sends the browser back, bring it along.
        samesite="none" if from_elsewhere and settings.secure else "lax",
    )  # fmt: skip


def delete_cookie(request: Request, response: Response, cookie: Cookie) -> None:
    """Have the browser forget a cookie."""
    settings = app_state(request).settings
    response.delete_cookie(settings.cookie_name(cookie), secure=settings.secure, httponly=True)


def visitor_of_form(
    request: Request, visitor: Annotated[Visitor, Depends(signed_in_visitor)], csrf: Text = ""
) -> Visitor:
    """Return the visitor who sends a form; raise ForgedForm if it is of another session."""
    require_own_form(request)
    require_form_of_session(visitor, csrf)
    if visitor.behind:
        raise ChangeWhileViewing
    return visitor


def require_form_of_session(visitor: Visitor, csrf: str) -> None:
    """Raise ForgedForm if a form's token is of another session than the visitor's."""
    if not hmac.compare_digest(csrf.encode("utf-8", "replace"), visitor.csrf.encode()):
        raise ForgedForm


def visitor_if_not_archived(
    request: Request, visitor: Annotated[Visitor, Depends(visitor_of_form)]
) -> Visitor:
    """Return the visitor who sends a form; raise CourseArchived if its course is archived."""
    require_not_archived(request, visitor)
    return visitor


_OF_SUBMISSIONS = ("/s/", "/api/v1/submissions/")


def require_not_archived(request: Request, visitor: Visitor) -> None:
    """Raise CourseArchived if a request would change a course that the visitor sees archived.

    Who may not see the course learns nothing: the page itself refuses.
    """
    of_submission = request.scope["path"].startswith(_OF_SUBMISSIONS)
    with app_state(request).database.reading() as session:
        course = course_of_request(
            session, request.path_params.get("slug", ""),
            str(request.path_params.get("id", "")) if of_submission else "",
        )  # fmt: skip
    if course is not None and course.archived_at and visitor.may(Permission.SUBMIT, course.id):
        raise CourseArchived(ARCHIVED)


def reading_session(request: Request) -> Iterator[Session]:
    """Yield a database session that only reads."""
    with app_state(request).database.reading() as session:
        yield session


Signed = Annotated[Visitor, Depends(signed_in_visitor)]
Posting = Annotated[Visitor, Depends(visitor_if_not_archived)]
PostingInArchive = Annotated[Visitor, Depends(visitor_of_form)]
"""For forms that are taken in archived courses as well."""
Reading = Annotated[Session, Depends(reading_session)]


def find_course(session: Session, slug: str) -> Course:
    """Return the course of that short name; raise Forbidden if there is none."""
    found = session.scalars(select(Course).where(Course.slug == slug)).one_or_none()
    if found is None:
        raise Forbidden
    return found


def find_course_for(session: Session, who: Visitor, slug: str, deed: Permission) -> Course:
    """Return the course of that short name; raise Forbidden if the visitor lacks permission."""
    found = find_course(session, slug)
    who.require(deed, found.id)
    return found


async def run_network_step(request: Request, step: Callable[[], Response]) -> Response:
    """Run a step that waits for another server, in threads of its own.

    All other pages share some threads: if that server does not answer, they must not wait, too.
    """
    return await to_thread.run_sync(step, limiter=app_state(request).elsewhere)


def message_page(
    who: Visitor | None, title: str, sentence: str, back: str = "", status: int = 200
) -> HTMLResponse:
    """Return a page that says something, with a link back if there is an address for it."""
    return render_page("message.html", who, status, title=title, sentence=sentence, back=back)


def csv_file(text: str, name: str) -> Response:
    """Return a table as a file that browsers download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


def refusal_page(
    who: Visitor, problem: Exception, back: str, title: str = "Nothing was changed"
) -> Response:
    """Return a page that says why nothing was done."""
    return message_page(who, title, str(problem), back, 400)


@contextmanager
def form_transaction(
    request: Request, who: Visitor, back: str, title: str = "Nothing was changed"
) -> Iterator[Session]:
    """Yield the session in which a form is carried out.

    Raises:
        FormRefused: if a ServiceProblem says why it cannot be; nothing is changed then.
    """
    try:
        with app_state(request).database.writing() as session:
            yield session
    except ServiceProblem as problem:
        raise FormRefused(refusal_page(who, problem, back, title)) from None


def render_page(
    template: str, who: Visitor | None, status: int = 200, *, script: str = "", **values: Any
) -> HTMLResponse:
    """Return a page for a visitor, with the script of that file name if one is given.

    The page has to work without it as well.
    """
    policy = {"Content-Security-Policy": WITH_SCRIPT} if script else None
    return HTMLResponse(render_template(template, who=who, script=script, **values), status, policy)

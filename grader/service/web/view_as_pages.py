"""Begins and ends that staff see pages as one of their students does."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from grader.service import view_as_student
from grader.service.web.request_context import (
    Posting,
    Text,
    changes,
    delete_cookie,
    find_course,
    set_cookie,
)
from grader.service.web.server_settings import Cookie

router = APIRouter(include_in_schema=False)


@router.post("/c/{slug}/view-as")
def begin_viewing(
    request: Request, who: Posting, slug: str, login: Text = "",
    submission: Annotated[int, Form()] = 0,
) -> Response:  # fmt: skip
    """Let the visitor see the course as a student does, from one of their submissions on."""
    back = f"/s/{submission}" if submission else f"/c/{slug}"
    with changes(request, who, back, "Not possible") as session:
        found = find_course(session, slug)
        cookie = view_as_student.begin_viewing(session, who, found, login)
    response = RedirectResponse(back, 303)
    set_cookie(request, response, Cookie.VIEW, cookie)
    return response


@router.post("/view-as/end")
def end_viewing(request: Request, who: Posting, back: Text = "") -> Response:
    """Let the visitor see pages as themselves again."""
    del who  # whoever is signed in may
    # No other page than one of this service: two slashes would name another host.
    own = back.startswith(("/c/", "/s/")) and "\\" not in back
    response = RedirectResponse(back if own else "/", 303)
    delete_cookie(request, response, Cookie.VIEW)
    return response

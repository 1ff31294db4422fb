"""The page of a course's announcements, on which staff write and remove them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from grader.service import announcements
from grader.service.auth.access import Forbidden, Permission
from grader.service.data.mail_tables import Announcement
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import (
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    changes,
    find_course_for,
    render_page,
)

router = APIRouter(include_in_schema=False)


@router.get("/c/{slug}/announcements")
def announcements_page(
    request: Request, session: Reading, who: Signed, slug: str, page: int = 1
) -> Response:
    """Serve all announcements of a course, and for staff a form for a new one."""
    found = find_course_for(session, who, slug, Permission.SUBMIT)
    every = announcements.list_announcements(session, found.id)
    return render_page(
        "announcements.html", who, course=found, longest=announcements.LONGEST,
        announcements=make_list_page(every, page),
        mails=app_state(request).settings.mail is not None,
    )  # fmt: skip


@router.post("/c/{slug}/announcements")
def announce(
    request: Request, who: Posting, slug: str, title: Text = "", text: Text = "", mailed: Text = ""
) -> Response:
    """Store an announcement, and have it mailed if that was ticked."""
    back = f"/c/{slug}/announcements"
    with changes(request, who, back) as session:
        found = find_course_for(session, who, slug, Permission.ANNOUNCE)
        announcements.write_announcement(session, who.id, found, title, text, mailed=bool(mailed))
    return RedirectResponse(back, 303)


@router.post("/c/{slug}/announcements/{announcement}/remove")
def remove(request: Request, who: Posting, slug: str, announcement: int) -> Response:
    """Remove an announcement from the course's pages."""
    with app_state(request).database.writing() as session:
        found = find_course_for(session, who, slug, Permission.ANNOUNCE)
        known = session.get(Announcement, announcement)
        if known is None or known.course_id != found.id:
            raise Forbidden
        announcements.remove_announcement(session, who.id, known)
    return RedirectResponse(f"/c/{slug}/announcements", 303)

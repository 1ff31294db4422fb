"""The page of a course's webhooks: where they lead, and what became of deliveries."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.service.auth.access import Permission, Visitor
from grader.service.data.tables import Course, Webhook
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
from grader.service.webhooks import outbox

router = APIRouter(include_in_schema=False)


@router.get("/c/{slug}/webhooks")
def hooks_page(session: Reading, who: Signed, slug: str) -> Response:
    """Serve the page with the webhooks of a course."""
    found = find_course_for(session, who, slug, Permission.DECIDE)
    return _page(session, who, found)


@router.post("/c/{slug}/webhooks")
def add_hook(request: Request, who: Posting, slug: str, url: Text, private: Text = "") -> Response:
    """Add a webhook to a course, and show its secret once."""
    with changes(request, who, f"/c/{slug}/webhooks", "Nothing was added") as session:
        found = find_course_for(session, who, slug, Permission.DECIDE)
        if private:
            who.require_admin()
        made = outbox.add_webhook(session, who.id, found, url, private=bool(private))
        return _page(session, who, found, made)


@router.post("/c/{slug}/webhooks/{hook}/remove")
def remove_hook(request: Request, who: Posting, slug: str, hook: int) -> Response:
    """Remove a webhook from a course."""
    with app_state(request).database.writing() as session:
        found = find_course_for(session, who, slug, Permission.DECIDE)
        outbox.remove_webhook(session, who.id, found, hook)
    return RedirectResponse(f"/c/{slug}/webhooks", 303)


def _page(session: Session, who: Visitor, course: Course, made: Webhook | None = None) -> Response:
    return render_page(
        "webhooks.html", who, course=course, made=made,
        hooks=outbox.active_webhooks(session, course.id),
        deliveries=outbox.latest_deliveries(session, course.id), tries=len(outbox.DELAYS) + 1,
    )  # fmt: skip

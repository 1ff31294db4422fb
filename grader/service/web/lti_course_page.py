"""The page of a course's platforms: links to their courses, scores that were sent, and rosters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Form, Request
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload
from starlette.responses import RedirectResponse, Response

from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.data.lti_tables import LtiContext, LtiLineItem, LtiScore
from grader.service.data.tables import Course
from grader.service.lti import contexts, roster_sync, score_outbox
from grader.service.web.request_context import (
    Posting,
    Reading,
    Signed,
    app_state,
    changes,
    find_course_for,
    render_page,
)

router = APIRouter(include_in_schema=False)

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
        _, row = _linked(session, who, slug, context)
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
    with changes(request, who, back) as session:
        _, row = _linked(session, who, slug, context)
        roster_sync.apply_roster(session, who.id, row, member or [])
    return RedirectResponse(back, 303)


@router.post("/c/{slug}/lti/{context}/again")
def send_scores_again(request: Request, who: Posting, slug: str, context: int) -> Response:
    """Have scores that did not arrive sent again at once."""
    with app_state(request).database.writing() as session:
        _, row = _linked(session, who, slug, context)
        score_outbox.try_again(session, row.id)
    return RedirectResponse(f"/c/{slug}/lti", 303)


def _linked(session: Session, who: Visitor, slug: str, context: int) -> tuple[Course, LtiContext]:
    """Return a course and a context that is linked to it; raise Forbidden if there is none."""
    found = find_course_for(session, who, slug, Permission.ENROL)
    row = contexts.context_of_course(session, context, found)
    if row is None:
        raise Forbidden
    return found, row

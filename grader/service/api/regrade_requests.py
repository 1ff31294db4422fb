"""API of regrade requests: ask for another look at a task, and see what was asked."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from grader.service import (
    blind_marking,
    keyset_pagination,
    regrade_requests,
)
from grader.service.api.parameters import DESCRIBED, Bearer, ListPage, Paged
from grader.service.audited_report_views import audit_reading
from grader.service.auth.access import READ, SUBMIT, Permission
from grader.service.data.decision_tables import RegradeRequest
from grader.service.data.decision_tables import RegradeRequestState as Stands
from grader.service.text_input import LONGEST
from grader.service.web.request_context import Reading, app_state
from grader.service.web.student_pages import assignment_for, own_submission, view_for_visitor

router = APIRouter(prefix="/api/v1", dependencies=[DESCRIBED])


class NewRegradeRequest(BaseModel):
    """The request of a student for another look."""

    task: Annotated[str, Field(max_length=100, description="The id of the task, as 1.2.")]
    reason: Annotated[
        str, Field(max_length=2 * LONGEST, description="Why somebody should look again.")
    ]


@router.post("/submissions/{id}/requests", status_code=201)
def create_request(
    request: Request, who: Bearer, id: int, asked: NewRegradeRequest
) -> dict[str, Any]:
    """Ask for another look at a task of a submission of one's own.

    The same once more, before it is answered, is the same request.
    """
    who.require_scope(SUBMIT)
    with app_state(request).database.writing() as session:
        made = regrade_requests.ask_for_regrade(
            session, own_submission(session, who, id), who.id, asked.task, asked.reason
        )
        return _shown(made)


@router.get("/submissions/{id}/requests")
def requests_of_submission(request: Request, who: Bearer, id: int) -> list[dict[str, Any]]:
    """Return the regrade requests about a submission, the oldest first."""
    who.require_scope(READ)
    database = app_state(request).database
    with database.reading() as session:
        seen, _ = view_for_visitor(session, who, id)
        found = [_shown(each) for each in regrade_requests.list_requests(session, id)]
    audit_reading(database, who, seen.submission)
    return found


@router.get("/courses/{slug}/assignments/{assignment}/requests")
def requests_for_assignment(
    session: Reading, who: Bearer, slug: str, assignment: str, piece: Paged,
    state: Stands | None = None,
) -> ListPage[dict[str, Any]]:  # fmt: skip
    """Return the regrade requests of an assignment to staff, the oldest first."""
    who.require_scope(READ)
    found, edition = assignment_for(session, who, slug, assignment, Permission.READ_ALL)
    names = blind_marking.names_for_overview(session, who, edition)
    states = [*Stands] if state is None else [state]
    rows, more = keyset_pagination.requests_of_assignment(
        session, found.id, assignment, states, piece
    )
    items = [{**_shown(each), "student": names.whose(each.submission)} for each in rows]
    return ListPage(items=items, next=rows[-1].id if more else None)


def _shown(asked: RegradeRequest) -> dict[str, Any]:
    return {
        "id": asked.id,
        "submission": asked.submission_id,
        "task": asked.task,
        "reason": asked.reason,
        "asked_at": asked.at,
        "state": asked.state,
        "answer": asked.answer,
        "answered_at": asked.answered_at or None,
    }

"""API of submissions: handing in, status, report, which one counts; and metrics of the service."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, File, Header, HTTPException, Request, UploadFile
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from pydantic import BaseModel
from sqlalchemy.orm import Session
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from grader.intake import IntakeError
from grader.service import (
    assignment_policies,
    blind_marking,
    final_scores,
    submission_queries,
    submission_that_counts,
)
from grader.service.accept_submission import (
    LONGEST_KEY,
    KeyUsedForOtherContent,
    TooManySubmissions,
    accept_submission,
)
from grader.service.api.parameters import DESCRIBED, Bearer
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.assignment_terms import current_terms
from grader.service.audited_report_views import report_as_json
from grader.service.auth.access import MANAGE, READ, SUBMIT, Permission, Visitor
from grader.service.blind_marking import DisplayNames
from grader.service.data.decision_tables import CountingRule
from grader.service.data.tables import Submission
from grader.service.final_scores import CountedTask, SubmissionScores
from grader.service.grading_progress import progress_of_grading
from grader.service.student_visible_results import student_scores
from grader.service.submission_queries import SubmissionView
from grader.service.team_membership import choose_viewing_owner, owners_of_submission
from grader.service.web.request_context import Reading, app_state
from grader.service.web.server_sent_events import ProgressEvents, progress_as_data
from grader.service.web.student_pages import (
    assignment_for,
    own_submission,
    read_report_for,
    receive_upload,
    view_for_visitor,
)

router = APIRouter(prefix="/api/v1", dependencies=[DESCRIBED])


@router.post("/courses/{slug}/assignments/{assignment}/submissions", status_code=201)
def submit(
    request: Request,
    who: Bearer,
    slug: str,
    assignment: str,
    file: Annotated[list[UploadFile], File()],
    idempotency_key: Annotated[str, Header(min_length=1, max_length=LONGEST_KEY - 10)],
) -> dict[str, Any]:
    """Hand in a file, or several. Sent again with the same key, it is the same submission."""
    who.require_scope(SUBMIT)
    key = f"api {idempotency_key}"
    try:
        submission = receive_upload(
            request, who, slug, assignment, (file, ""), key, accept_submission
        )
    except KeyUsedForOtherContent as refusal:
        raise HTTPException(409, str(refusal)) from None
    except TooManySubmissions as refusal:
        raise HTTPException(429, str(refusal)) from None
    except IntakeError as refusal:
        raise HTTPException(422, str(refusal)) from None
    return _status(request, *_read_visible_submission(request, who, submission.id))


@router.get("/submissions/{id}")
def submission_status(request: Request, who: Bearer, id: int) -> dict[str, Any]:
    """Return the state of a submission. The person who handed it in may read it with any token."""
    return _status(request, *_read_visible_submission(request, who, id))


@router.get(
    "/submissions/{id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {ProgressEvents.media_type: {}}}},
)
def progress_events(request: Request, who: Bearer, id: int) -> Response:
    """Send the state of a submission whenever it changes, as server-sent events ``progress``.

    A stream ends after some time in any case; connect again then.
    """
    return ProgressEvents(app_state(request).live, who.id, _grading_for_reader(request, who, id))


@router.get("/submissions/{id}/progress")
def progress(request: Request, who: Bearer, id: int) -> dict[str, object]:
    """Return the grading progress of a submission, for programs that poll: it costs little."""
    grading = _grading_for_reader(request, who, id)
    return progress_as_data(progress_of_grading(app_state(request).database, grading))


def _grading_for_reader(request: Request, who: Visitor, id: int) -> int:
    """Return the id of the grading of a submission that the visitor may read."""
    with app_state(request).database.reading() as session:
        seen, _ = _view_for_reader(session, who, id)
        return seen.grading.id


def _view_for_reader(session: Session, who: Visitor, id: int) -> tuple[SubmissionView, bool]:
    """Return a submission and whether the visitor sees it as staff, who need a scope to read."""
    seen, staff = view_for_visitor(session, who, id)
    if staff and who.id not in owners_of_submission(session, seen.submission):
        who.require_scope(READ)
    return seen, staff


def _read_visible_submission(
    request: Request, who: Visitor, id: int
) -> tuple[SubmissionView, SubmissionScores, DisplayNames, dict[str, Any]]:
    """Return a submission, its scores, its names, and what counts, as the visitor may see them."""
    with app_state(request).database.reading() as session:
        seen, staff = _view_for_reader(session, who, id)
        known = (
            final_scores.scores_of_submissions(session, [seen])
            if staff
            else student_scores(session, [seen], who.id)
        )
        names = blind_marking.names_for_reading(session, who, seen.submission)
        counting = counting_fields(session, seen.submission, staff=staff, visitor=who.id)
        counting["team"] = (
            seen.submission.team.name if seen.submission.team and not names.hidden else None
        )
    return seen, known[id], names, counting


@router.get("/submissions/{id}/report")
def report_json(request: Request, who: Bearer, id: int) -> Response:
    """Return the report as JSON, as much of it as the owner of the token may see."""
    who.require_scope(READ)
    text, _, staff = read_report_for(app_state(request).database, who, id)
    return Response(report_as_json(text, staff=staff), media_type="application/json")


def _status(
    request: Request,
    seen: SubmissionView,
    known: SubmissionScores,
    names: DisplayNames,
    counting: dict[str, Any],
) -> dict[str, Any]:
    over, database = seen.state.over, app_state(request).database
    # Where the grader failed, people's points count, and its verdicts say nothing.
    scored = seen.has_report or known.scored
    seconds = None if over else progress_of_grading(database, seen.grading.id).seconds
    return {
        "id": seen.submission.id,
        "assignment": seen.submission.assignment,
        "filename": names.file(seen.submission),
        "sha256": seen.submission.sha256,
        "created_at": seen.submission.created_at,
        "edition": seen.grading.edition.digest,
        "state": seen.state.value,
        "over": over,
        "place": seen.place,
        "expected_seconds": seconds,
        **counting,
        "reason": names.reason(seen.grading) if seen.state.value == "refused" else "",
        "score": known.points if scored else None,
        "max_score": known.max_points if scored else None,
        "undecided": known.undecided if scored else None,
        "tasks": [
            {
                "id": each.task.id,
                "title": each.task.title,
                "verdict": _verdict(each) if seen.has_report else None,
                "points": each.points,
                "max_points": each.max_points,
            }
            for each in (known.tasks if scored else ())
        ],
        "page": f"{app_state(request).settings.url}/s/{seen.submission.id}",
    }


@router.get("/metrics", response_class=PlainTextResponse)
def metrics(request: Request, who: Bearer) -> Response:
    """Return figures for Prometheus, for whoever administers the service."""
    who.require_measuring()
    return Response(app_state(request).figures.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


def _verdict(counted: CountedTask) -> str | None:
    return None if counted.task.verdict is None else counted.task.verdict.value


# Which submission counts ------------------------------------------------------------------------


class CountingRuleBody(BaseModel):
    """The rule for which of a student's submissions for an assignment counts."""

    rule: CountingRule


@router.get("/courses/{slug}/assignments/{assignment}/counting")
def counting_rule(session: Reading, who: Bearer, slug: str, assignment: str) -> CountingRuleBody:
    """Return the rule by which submissions for an assignment count."""
    who.require_scope(READ)
    found, _ = assignment_for(session, who, slug, assignment, Permission.SUBMIT)
    terms = current_terms(session, found.id)[assignment]
    return CountingRuleBody(rule=terms.counts)


@router.put("/courses/{slug}/assignments/{assignment}/counting")
def set_counting_rule(
    request: Request, who: Bearer, slug: str, assignment: str, wanted: CountingRuleBody
) -> CountingRuleBody:
    """Have submissions count by that rule from now on, also those that there are."""
    who.require_scope(MANAGE)
    with app_state(request).database.writing() as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        terms = current_terms(session, found.id)[assignment]
        if terms.counts is not wanted.rule:
            place = AssignmentDecisions(found.id, assignment, who.id)
            assignment_policies.set_terms(session, place, replace(terms, counts=wanted.rule))
    return wanted


@router.post("/submissions/{id}/choice")
def choose_counting_submission(request: Request, who: Bearer, id: int) -> dict[str, Any]:
    """Have a submission of one's own count, where students choose and still may."""
    who.require_scope(SUBMIT)
    with app_state(request).database.writing() as session:
        seen = own_submission(session, who, id)
        submission_that_counts.choose_submission(session, seen, who.id, time.time())
        return {"id": id, **counting_fields(session, seen.submission, staff=False, visitor=who.id)}


@router.get("/submissions/{id}/history")
def submission_history(session: Reading, who: Bearer, id: int) -> list[dict[str, Any]]:
    """Return all submissions of the same student for the same assignment, the newest first."""
    who.require_scope(READ)
    seen, staff = view_for_visitor(session, who, id)
    place = seen.submission
    decision = submission_that_counts.decide_for_submission(
        session, place, student=not staff, visitor=who.id
    )
    every = submission_queries.submissions_for_assignment(
        session,
        place.course_id,
        place.assignment,
        choose_viewing_owner(session, place, who.id),
        staff=staff,
    )
    return [
        {
            "id": each.submission.id,
            "created_at": each.submission.created_at,
            "state": each.state.value,
            "counts": decision.counts and decision.submission == each.submission.id,
        }
        for each in every
    ]


def counting_fields(
    session: Session, submission: Submission, *, staff: bool, visitor: int = 0
) -> dict[str, Any]:
    """Return the fields of a submission's status that say which submission counts."""
    terms = current_terms(session, submission.course_id)[submission.assignment]
    decision = submission_that_counts.decide_for_submission(
        session, submission, student=not staff, visitor=visitor
    )
    _, newer = submission_queries.previous_and_next_of_owner(session, submission)
    return {
        "superseded": bool(newer),
        "counts": decision.counts and decision.submission == submission.id,
        "counting": {
            "rule": terms.counts,
            "submission": decision.submission if decision.counts else None,
            "why": decision.why,
            "submissions": decision.number,
        },
    }

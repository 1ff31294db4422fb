"""API of which submission counts: the rule, a student's choice, and all submissions."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from sqlalchemy.orm import Session

from grader.service import (
    assignment_policies,
    counting_submissions,
    deadlines,
    submission_queries,
)
from grader.service.api.bearer_token import DESCRIBED, Bearer
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.auth.access import MANAGE, READ, SUBMIT, Permission
from grader.service.data.decision_tables import CountingRule
from grader.service.data.tables import Submission
from grader.service.team_membership import owner_for
from grader.service.web.request_context import app_state
from grader.service.web.student_pages import assignment_for, own_submission, view_for_visitor

router = APIRouter(prefix="/api/v1", dependencies=[DESCRIBED])


class Counting(BaseModel):
    """The rule for which of a student's submissions for an assignment counts."""

    rule: CountingRule


@router.get("/courses/{slug}/assignments/{assignment}/counting")
def rule(request: Request, who: Bearer, slug: str, assignment: str) -> Counting:
    """By which rule submissions for an assignment count."""
    who.require_scope(READ)
    with app_state(request).database.reading() as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.SUBMIT)
        terms = deadlines.current_terms(session, found.id)[assignment]
        return Counting(rule=CountingRule(terms.counts))


@router.put("/courses/{slug}/assignments/{assignment}/counting")
def set_rule(
    request: Request, who: Bearer, slug: str, assignment: str, wanted: Counting
) -> Counting:
    """Have submissions count by that rule from now on, also those that there are."""
    who.require_scope(MANAGE)
    with app_state(request).database.writing() as session:
        found, _ = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        terms = assignment_policies.conditions_of_terms(
            deadlines.current_terms(session, found.id)[assignment]
        )
        if terms.counts is not wanted.rule:
            place = AssignmentDecisions(found.id, assignment, who.id)
            assignment_policies.set_terms(session, place, replace(terms, counts=wanted.rule))
    return wanted


@router.post("/submissions/{id}/choice")
def choose(request: Request, who: Bearer, id: int) -> dict[str, Any]:
    """Have a submission of one's own count, where students choose and still may."""
    who.require_scope(SUBMIT)
    with app_state(request).database.writing() as session:
        seen = own_submission(session, who, id)
        counting_submissions.choose_submission(session, seen, who.id, time.time())
        return {"id": id, **described(session, seen.submission, staff=False, visitor=who.id)}


@router.get("/submissions/{id}/history")
def history(request: Request, who: Bearer, id: int) -> list[dict[str, Any]]:
    """All that the same student handed in for the same assignment, the newest first."""
    who.require_scope(READ)
    with app_state(request).database.reading() as session:
        seen, staff = view_for_visitor(session, who, id)
        place = seen.submission
        decision = counting_submissions.decide_for_submission(
            session, place, student=not staff, visitor=who.id
        )
        every = submission_queries.submissions_for_assignment(
            session,
            place.course_id,
            place.assignment,
            owner_for(session, place, who.id),
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


def described(
    session: Session, submission: Submission, *, staff: bool, visitor: int = 0
) -> dict[str, Any]:
    """Return the fields of a submission's status that say which submission counts."""
    terms = deadlines.current_terms(session, submission.course_id)[submission.assignment]
    decision = counting_submissions.decide_for_submission(
        session, submission, student=not staff, visitor=visitor
    )
    _, newer = submission_queries.neighbouring_ids(session, submission)
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

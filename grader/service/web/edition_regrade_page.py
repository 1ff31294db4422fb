"""Serves the page of a new edition's regrade, with the results that it changes and why."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from grader.jobs.result_statistics import describe_change
from grader.service import edition_regrade
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.auth.access import Permission
from grader.service.data.tables import GradingState
from grader.service.text_input import contains_all_words
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import Posting, Reading, Signed, app_state, render_page
from grader.service.web.student_pages import assignment_for

router = APIRouter(include_in_schema=False)

_AT_ONCE = 40
"""Students on a page; the reports of each are read for it."""


@router.get("/c/{slug}/{assignment}/regrade")
def regrade_page(
    session: Reading, who: Signed, slug: str, assignment: str, name: str = "", page: int = 1
) -> Response:
    """Serve the progress of the regrade by the newest edition, and what differs so far."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
    now = edition_regrade.regrade_progress(session, edition)
    wanted = [
        each for each in now.changes
        if contains_all_words(name, each.submission.person.name, each.submission.person.login)
    ]  # fmt: skip
    some = make_list_page(wanted, page, at_once=_AT_ONCE, name=name)
    return render_page(
        "regrade.html", who, course=found, edition=edition, regrade=now, page=some, name=name,
        rows=[(each, edition_regrade.find_changed_tests(session, each)) for each in some],
        described=describe_change,
        decided=edition_regrade.points_given_by_people(session, some.rows),
        score=edition_regrade.score_of_grading, failed=now.states.get(GradingState.FAILED, 0),
    )  # fmt: skip


@router.post("/c/{slug}/{assignment}/regrade")
def start_regrade_by_form(request: Request, who: Posting, slug: str, assignment: str) -> Response:
    """Queue a regrade by the newest edition, behind all fresh submissions."""
    with app_state(request).database.writing() as session:
        found, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        number = edition_regrade.start_regrade(session, edition)
        about = f"{number} submissions by edition {edition.digest}"
        AssignmentDecisions(found.id, assignment, who.id).note(session, "regrade", about)
    return RedirectResponse(f"/c/{slug}/{assignment}/regrade", 303)

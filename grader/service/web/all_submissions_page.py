"""The page of all submissions of an assignment, where staff retry failed gradings."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from grader.service import (
    blind_marking,
    final_scores,
    people,
    review_queue,
    submission_queries,
)
from grader.service.assignment_terms import current_terms
from grader.service.auth.access import Permission
from grader.service.data import audit
from grader.service.data.tables import Role
from grader.service.queue import queue
from grader.service.sections import filter_by_section
from grader.service.submission_queries import SubmissionResult
from grader.service.submission_that_counts import decisions_by_submission, results_for_staff
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import Posting, Reading, Signed, app_state, render_page
from grader.service.web.student_pages import assignment_for, view_for_visitor

router = APIRouter(include_in_schema=False)


@router.get("/c/{slug}/{assignment}/submissions")
def submissions_that_count_page(
    session: Reading, who: Signed, slug: str, assignment: str, task: str = "", verdict: str = "",
    name: str = "", page: int = 1, section: str = "",
) -> Response:  # fmt: skip
    """Serve the submissions that count, filtered by verdict, name, login or section."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.READ_ALL)
    counting = decisions_by_submission(session, found.id, assignment, tests=True)
    chosen = filter_by_section(session, who, found.id, section)
    names = blind_marking.names_for_overview(session, who, edition)
    here = [number for number, each in counting.items() if chosen.takes(each.by)]
    wanted = review_queue.search_by_name(session, here, names, name)
    if verdict:
        results = results_for_staff(session, [counting[number] for number in wanted])
        wanted = [each.id for each in results if _has(each, task, verdict)]
    ids = make_list_page(wanted, page, task=task, verdict=verdict, name=name, section=chosen.chosen)
    rows = ids.with_rows(submission_queries.submissions_by_ids(session, found.id, ids.rows))
    return render_page(
        "submissions.html", who, course=found, edition=edition,
        tasks=submission_queries.task_ids_of_assignment(session, found.id, assignment),
        scores=final_scores.scores_for_pages(session, rows.rows), names=names, task=task,
        verdict=verdict, chosen=chosen, name=name,
        tests=people.member_ids(session, found.id, Role.TEST), total=len(counting), rows=rows,
        rule=current_terms(session, found.id)[assignment].counts, decisions=counting,
    )  # fmt: skip


def _has(seen: SubmissionResult, task: str, verdict: str) -> bool:
    return any(
        each.verdict is not None and each.verdict.value == verdict
        for each in seen.tasks
        if not task or each.id == task
    )


@router.post("/s/{id}/again")
def retry_grading(request: Request, who: Posting, id: int) -> Response:
    """Queue a failed grading of a submission once more."""
    with app_state(request).database.writing() as session:
        seen, _ = view_for_visitor(session, who, id)
        who.require(Permission.OVERSEE, seen.submission.course_id)
        if queue.retry_failed(session, seen.grading.id):
            audit.add_audit_entry(session, who.id, "graded again", f"submission {id}")
    return RedirectResponse(f"/s/{id}", 303)

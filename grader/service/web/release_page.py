"""Serves the page on which instructors release what people decided, or take a release back."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.service import (
    assignment_policies,
    deadlines,
    final_scores,
    submission_queries,
)
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.auth.access import Forbidden, Permission
from grader.service.counting_submissions import counting_by_id, results_for_staff
from grader.service.data.decision_tables import Release
from grader.service.data.tables import AssignmentEdition, Person
from grader.service.edition_regrade import regrade_progress
from grader.service.result_releases import releases_of_course
from grader.service.web.request_context import (
    Posting,
    Reading,
    Signed,
    Text,
    changes,
    render_page,
)
from grader.service.web.student_pages import assignment_for

router = APIRouter(include_in_schema=False)


@router.get("/c/{slug}/{assignment}/release")
def release_page(session: Reading, who: Signed, slug: str, assignment: str) -> Response:
    """Serve the releases of each task, the marks that are lacking, and earlier decisions."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
    rows = results_for_staff(session, counting_by_id(session, found.id, assignment).values())
    waiting: dict[str, int] = {}
    terms = deadlines.current_terms(session, found.id)
    for each in final_scores.scores_of_results(session, rows, terms).values():
        for task in each.tasks:
            waiting[task.task.id] = waiting.get(task.task.id, 0) + (task.points is None)
    now = releases_of_course(session, found.id)[assignment]
    history = session.execute(
        select(Release, Person.name, AssignmentEdition.digest)
        .join(Person, Person.id == Release.by_id)
        .join(AssignmentEdition, AssignmentEdition.id == Release.edition_id)
        .where(Release.course_id == found.id, Release.assignment == assignment)
        .order_by(Release.id.desc())
    ).all()
    return render_page(
        "release.html", who, course=found, edition=edition, editions=_editions(session, edition),
        released=now, history=history, waiting=waiting, regrade=regrade_progress(session, edition),
    )  # fmt: skip


@router.post("/c/{slug}/{assignment}/release")
def release_decisions(
    request: Request,
    who: Posting,
    slug: str,
    assignment: str,
    task: Text = "",
    edition: Text = "",
    message: Text = "",
    back: Text = "",
) -> Response:
    """Release a task or the whole assignment, or take its release back."""
    page = f"/c/{slug}/{assignment}/release"
    with changes(request, who, page) as session:
        found, newest = assignment_for(session, who, slug, assignment, Permission.DECIDE)
        by_digest = {each.digest: each for each in _editions(session, newest)}
        chosen = by_digest.get(edition) if edition else newest
        if chosen is None or (task and task not in _tasks(session, found.id, assignment)):
            raise Forbidden
        assignment_policies.set_release(
            session,
            AssignmentDecisions(found.id, assignment, who.id),
            chosen,
            task,
            message,
            shown=not back,
        )
    return RedirectResponse(page, 303)


def _tasks(session: Session, course: int, assignment: str) -> list[str]:
    return submission_queries.task_ids_of_assignment(session, course, assignment)


def _editions(session: Session, newest: AssignmentEdition) -> list[AssignmentEdition]:
    """Return all editions of the assignment, the newest first."""
    return list(
        session.scalars(
            select(AssignmentEdition)
            .where(
                AssignmentEdition.course_id == newest.course_id,
                AssignmentEdition.assignment == newest.assignment,
            )
            .order_by(AssignmentEdition.created_at.desc())
        )
    )

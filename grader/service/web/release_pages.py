"""Pages on which instructors release what people decided, and regrade by a new edition."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.jobs.result_statistics import describe_change
from grader.service import (
    assignment_policies,
    edition_regrade,
    final_scores,
    submission_queries,
)
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.auth.access import Forbidden, Permission
from grader.service.data.decision_tables import Release
from grader.service.data.tables import AssignmentEdition, GradingState, Person
from grader.service.edition_regrade import regrade_progress
from grader.service.result_releases import releases_of_course
from grader.service.submission_that_counts import decisions_by_submission, results_for_staff
from grader.service.text_input import contains_all_words
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import (
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    form_transaction,
    render_page,
)
from grader.service.web.student_pages import assignment_for

router = APIRouter(include_in_schema=False)


@router.get("/c/{slug}/{assignment}/release")
def release_page(session: Reading, who: Signed, slug: str, assignment: str) -> Response:
    """Serve the releases of each task, the marks that are lacking, and earlier decisions."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.DECIDE)
    rows = results_for_staff(
        session, decisions_by_submission(session, found.id, assignment).values()
    )
    waiting: dict[str, int] = {}
    for each in final_scores.scores_of_results(session, found.id, rows).values():
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
    with form_transaction(request, who, page) as session:
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


# Regrades ---------------------------------------------------------------------------------------


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

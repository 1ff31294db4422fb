"""Serves the pages of similar submissions: the pairs, and a pair's passages side by side."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.service import blind_marking, similarity_comparisons, submission_queries
from grader.service.audited_report_views import audit_reading, audit_viewing
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.data import audit
from grader.service.data.tables import Course, GradingState, SimilarityComparison
from grader.service.similarity_comparisons import ExistingPair
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import Posting, Reading, Signed, app_state, render_page
from grader.service.web.student_pages import assignment_for

router = APIRouter(include_in_schema=False)


@router.get("/c/{slug}/{assignment}/similar")
def similar_page(
    request: Request, session: Reading, who: Signed, slug: str, assignment: str, name: str = "",
    page: int = 1,
) -> Response:  # fmt: skip
    """Serve the pairs of the latest comparison, the most similar first."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.OVERSEE)
    comparison = similarity_comparisons.latest_comparison(session, found.id, assignment)
    names = blind_marking.names_for_overview(session, who, edition)
    every = _pairs(session, who, comparison)
    pairs = [
        each for each in every
        if any(names.finds(name, seen.submission) for seen in (each.one, each.other))
    ]  # fmt: skip
    if pairs:
        audit_viewing(app_state(request).database, who, f"{assignment}: similar pairs")
    return render_page(
        "similar.html", who, course=found, edition=edition, comparison=comparison,
        pairs=make_list_page(pairs, page, name=name), total=len(every), name=name, names=names,
        caution=similarity_comparisons.CAUTION,
        likeness=similarity_comparisons.read_outcome(comparison) if comparison and comparison.result
        else None,
    )  # fmt: skip


@router.post("/c/{slug}/{assignment}/similar")
def start_comparison(request: Request, who: Posting, slug: str, assignment: str) -> Response:
    """Queue a comparison of all submissions that count, for an idle worker."""
    with app_state(request).database.writing() as session:
        _, edition = assignment_for(session, who, slug, assignment, Permission.OVERSEE)
        made = similarity_comparisons.request_comparison(session, edition, who.id)
        audit.add_audit_entry(session, who.id, "compare", f"{assignment}: comparison {made.id}")
    return RedirectResponse(f"/c/{slug}/{assignment}/similar", 303)


@router.get("/c/{slug}/{assignment}/similar/{one}/{other}")
def pair_page(
    request: Request, session: Reading, who: Signed, slug: str, assignment: str, one: int,
    other: int,
) -> Response:  # fmt: skip
    """Serve the passages that two submissions share, side by side."""
    found, edition = assignment_for(session, who, slug, assignment, Permission.OVERSEE)
    comparison = similarity_comparisons.latest_comparison(session, found.id, assignment)
    pair = next(
        (
            each
            for each in _pairs(session, who, comparison)
            if (each.one.submission.id, each.other.submission.id) == (one, other)
        ),
        None,
    )
    if pair is None:
        raise Forbidden
    for seen in (pair.one, pair.other):
        audit_reading(app_state(request).database, who, seen.submission)
    first, second = (
        submission_queries.code_cells_of_submission(session, pair.one),
        submission_queries.code_cells_of_submission(session, pair.other),
    )
    return render_page(
        "pair.html", who, course=found, edition=edition, alike=pair,
        caution=similarity_comparisons.CAUTION,
        names=blind_marking.names_for_overview(session, who, edition),
        cells=(first, second),
        passages=[
            (
                similarity_comparisons.lines_of_span(first, each.one),
                similarity_comparisons.lines_of_span(second, each.other),
            )
            for each in pair.pair.passages
        ],
    )  # fmt: skip


def _pairs(
    session: Session, who: Visitor, comparison: SimilarityComparison | None
) -> list[ExistingPair]:
    if comparison is None or comparison.state != GradingState.DONE:
        return []
    before = session.get_one(Course, comparison.course_id).copied_from_id
    return similarity_comparisons.existing_pairs(
        session, comparison, similarity_comparisons.read_outcome(comparison),
        earlier=before is not None and who.may(Permission.OVERSEE, before),
    )  # fmt: skip

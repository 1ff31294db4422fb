"""Pages of submissions that look alike: the pairs, and the passages of a pair side by side."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.service import blind_marking, deadlines, similarity, submission_queries
from grader.service.auth.access import Deed, Forbidden
from grader.service.data import audit
from grader.service.data.tables import Comparison, State
from grader.service.report_access import note_look, note_reading
from grader.service.similarity import Alike
from grader.service.web.context import Posting, Reading, Signed, kept, shown
from grader.service.web.pagination import list_page
from grader.service.web.student_pages import assignment_for

router = APIRouter(include_in_schema=False)


@router.get("/c/{slug}/{assignment}/similar")
def similar_page(
    request: Request, session: Reading, who: Signed, slug: str, assignment: str, name: str = "",
    page: int = 1,
) -> Response:  # fmt: skip
    """The pairs of the latest comparison, those that share most code first."""
    found, edition = assignment_for(session, who, slug, assignment, Deed.OVERSEE)
    comparison = similarity.latest(session, found.id, assignment)
    names = blind_marking.for_overview(
        who, found.id, deadlines.terms(session, found.id)[assignment]
    )
    every = _pairs(session, comparison)
    pairs = [
        each for each in every
        if any(names.finds(name, seen.submission) for seen in (each.one, each.other))
    ]  # fmt: skip
    if pairs:
        note_look(kept(request).database, who, f"{assignment}: similar pairs")
    return shown(
        "similar.html", who, course=found, edition=edition, comparison=comparison,
        pairs=list_page(pairs, page, name=name), total=len(every), name=name, names=names,
        caution=similarity.CAUTION,
        likeness=similarity.read(comparison) if comparison and comparison.result else None,
    )  # fmt: skip


@router.post("/c/{slug}/{assignment}/similar")
def compare(request: Request, who: Posting, slug: str, assignment: str) -> Response:
    """Have what counts of everybody compared by a worker that has nothing to grade."""
    with kept(request).database.writing() as session:
        _, edition = assignment_for(session, who, slug, assignment, Deed.OVERSEE)
        made = similarity.ask(session, edition, who.id)
        audit.note(session, who.id, "compare", f"{assignment}: comparison {made.id}")
    return RedirectResponse(f"/c/{slug}/{assignment}/similar", 303)


@router.get("/c/{slug}/{assignment}/similar/{one}/{other}")
def pair_page(
    request: Request, session: Reading, who: Signed, slug: str, assignment: str, one: int,
    other: int,
) -> Response:  # fmt: skip
    """What two submissions have in common, side by side."""
    found, edition = assignment_for(session, who, slug, assignment, Deed.OVERSEE)
    comparison = similarity.latest(session, found.id, assignment)
    pair = next(
        (
            each
            for each in _pairs(session, comparison)
            if (each.one.submission.id, each.other.submission.id) == (one, other)
        ),
        None,
    )
    if pair is None:
        raise Forbidden
    for seen in (pair.one, pair.other):
        note_reading(kept(request).database, who, seen.submission)
    first, second = (
        submission_queries.cells(session, pair.one),
        submission_queries.cells(session, pair.other),
    )
    return shown(
        "pair.html", who, course=found, edition=edition, alike=pair, caution=similarity.CAUTION,
        names=blind_marking.for_overview(
            who, found.id, deadlines.terms(session, found.id)[assignment]
        ),
        cells=(first, second),
        passages=[
            (similarity.lines(first, each.one), similarity.lines(second, each.other))
            for each in pair.pair.passages
        ],
    )  # fmt: skip


def _pairs(session: Session, comparison: Comparison | None) -> list[Alike]:
    if comparison is None or comparison.state != State.DONE:
        return []
    return similarity.still_there(session, comparison, similarity.read(comparison))

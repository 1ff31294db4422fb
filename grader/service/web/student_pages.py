"""What a student sees: handing in, what becomes of it, and what there was before."""

from __future__ import annotations

import secrets
import time
from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.intake import IntakeError
from grader.model.escape import escape_to_one_line
from grader.service import (
    ServiceProblem,
    bindings,
    blind_marking,
    counted_submissions,
    courses,
    deadlines,
    regrade_requests,
    scores,
    student_results,
    submission_queries,
)
from grader.service.accept_submission import NOT_OFFERED, Handed, accept_form, require_code
from grader.service.auth.access import Deed, Forbidden, Visitor
from grader.service.counted_submissions import Decision, decisions, of_submission
from grader.service.data.database import Database
from grader.service.data.decision_tables import CountingRule
from grader.service.data.tables import Course, Edition, State, Submission
from grader.service.deadlines import Deadlines
from grader.service.progress import progress_of
from grader.service.releases import released
from grader.service.report_access import SANDBOXED, as_page, note_reading
from grader.service.submission_queries import Seen
from grader.service.uploads import Parcel, packed
from grader.service.web.context import (
    Posting,
    Reading,
    Signed,
    course,
    course_for,
    kept,
    refused,
    shown,
)
from grader.service.web.events import Events
from grader.service.web.pagination import list_page
from grader.service.web.request_arrival import arrived_at

router = APIRouter(include_in_schema=False)

_SHOWN = 10
"""Submissions for an assignment that the page of a course shows; another page has all of them."""


@router.get("/")
def home(session: Reading, who: Signed) -> Response:
    """The courses of the visitor."""
    every = session.scalars(select(Course).order_by(Course.title)).all()
    own = [each for each in every if who.may(Deed.SUBMIT, each.id)]
    return shown("home.html", who, courses=own)


@router.get("/c/{slug}")
def course_page(session: Reading, who: Signed, slug: str) -> Response:
    """The assignments of a course, each with a form and what was handed in before."""
    found = course_for(session, who, slug, Deed.SUBMIT)
    dates = Deadlines.of(session, found.id, who.id)
    releases = released(session, found.id)
    history = submission_queries.of_person(session, found.id, who.id, releases)
    offered, now = courses.offered(found), time.time()
    held = courses.held_editions(session, found) if who.may(Deed.READ_ALL, found.id) else []
    decided = decisions(session, found.id, person=who.id, student=True)
    counting = {name: each.at for (_, name), each in decided.items() if each.counts}
    cards = []
    for edition in courses.current(session, found):
        due = dates.standing(who.id, edition.assignment, now, counting)
        own = [seen for seen in history if seen.submission.assignment == edition.assignment]
        decision = decided.get((who.id, edition.assignment))
        late = due.refusal(who.roles.get(found.id))
        cards.append({
            "edition": edition,
            "history": _latest(own, decision),
            "handed_in": len(own),
            "decision": decision,
            "rule": dates.terms[edition.assignment].counts,
            "due": due,
            "closed": late if edition.assignment in offered else NOT_OFFERED,
            "messages": releases[edition.assignment].messages,
            # The same form sent twice, by an impatient click, is one submission.
            "key": secrets.token_urlsafe(12),
        })  # fmt: skip
    points = student_results.student_scores(session, history, dates.terms)
    return shown("course.html", who, course=found, cards=cards, held=held, scores=points)


def _latest(every: list[Seen], decision: Decision | None) -> list[Seen]:
    """Return the newest of these, and the one that counts."""
    counts = 0 if decision is None else decision.submission
    return [
        seen for place, seen in enumerate(every)
        if place < _SHOWN or seen.submission.id == counts
    ]  # fmt: skip


@router.post("/c/{slug}/{assignment}/submissions")
def hand_in(
    request: Request,
    who: Posting,
    slug: str,
    assignment: str,
    key: Annotated[str, Form()],
    file: Annotated[list[UploadFile] | None, File()] = None,
    code: Annotated[str, Form()] = "",
) -> Response:
    """Accept files or pasted code. Nothing is acknowledged before it is on the disk."""
    database = kept(request).database
    with database.reading() as session:
        course_for(session, who, slug, Deed.SUBMIT)
    try:
        parcel = checked(database, slug, assignment, packed(uploaded(file or []), code))
        at = arrived_at(request)
        handed = Handed.of(who.id, parcel.filename, parcel.content, f"form {key[:64]}", at)
        with database.writing() as session:
            edition = edition_of(session, course(session, slug), assignment)
            submission = accept_form(session, edition, handed)
    except IntakeError as refusal:
        said = IntakeError(f"{refusal} What you handed in before stays as it is.")
        return refused(who, said, f"/c/{slug}", "Not accepted")
    return RedirectResponse(f"/s/{submission.id}", 303)


def checked(database: Database, slug: str, assignment: str, parcel: Parcel) -> Parcel:
    """Return a file that holds code. Call this before the transaction that keeps it.

    Raises:
        Forbidden: if the course has no such assignment.
        IntakeError: if there is no code, or it is not clear which file counts.
    """
    with database.reading() as session:
        found = course(session, slug)
        edition_of(session, found, assignment)
    require_code(found, assignment, parcel.filename, parcel.content)
    return parcel


def uploaded(files: list[UploadFile]) -> list[Parcel]:
    """The files of a form. Its whole body is bounded already."""
    return [Parcel(each.filename or "", each.file.read()) for each in files]


def edition_of(session: Session, course: Course, assignment: str) -> Edition:
    """The edition of an assignment that counts now, for somebody who may know the course.

    Raises:
        Forbidden: if there is none; it says which assignments there are.
    """
    known = {each.assignment: each for each in courses.current(session, course)}
    if assignment not in known:
        raise Forbidden(
            f"The course {course.slug} has no assignment {escape_to_one_line(assignment, 80)!r}; "
            f"it has {', '.join(known) or 'none at all'}."
        )
    return known[assignment]


def assignment_for(
    session: Session, who: Visitor, slug: str, assignment: str, deed: Deed
) -> tuple[Course, Edition]:
    """A course and an assignment of it, for somebody who may do that there; or Forbidden."""
    found = course_for(session, who, slug, deed)
    return found, edition_of(session, found, assignment)


@router.get("/s/{id}")
def submission_page(request: Request, session: Reading, who: Signed, id: int) -> Response:
    """Where a submission stands."""
    seen, staff = seen_by(session, who, id)
    over, submission = seen.state.over, seen.submission
    dates = Deadlines.of(session, submission.course_id, submission.person_id)
    terms = dates.terms[submission.assignment]
    given = None if staff else student_results.of(session, seen, dates.terms)
    counted = given.scores if given else scores.shown(session, [seen], dates.terms)[id]
    asked = None if staff else regrade_requests.asking(session, seen, terms, time.time())
    progress = None if over else progress_of(kept(request).database, seen.grading.id)
    decided = decisions(
        session, submission.course_id, person=submission.person_id, student=not staff
    )
    decision = decided[submission.person_id, submission.assignment]
    counting = {name: each.at for (_, name), each in decided.items() if each.counts}
    then = dates.standing(
        submission.person_id, submission.assignment, submission.created_at, counting
    )
    counts = decision.counts and decision.submission == id
    return shown(
        "submission.html", who, script="" if over else "live.js", seen=seen, staff=staff,
        names=blind_marking.for_reading(who, submission, terms), feedback=given, counted=counted,
        asked=asked, progress=progress, late=then.late if counts else "", decision=decision,
        beside=submission_queries.beside(session, submission),
        has_roles=staff and bindings.has_roles(seen),
        may_choose=submission.person_id == who.id and _may_choose(seen, dates),
    )  # fmt: skip


def _may_choose(seen: Seen, dates: Deadlines) -> bool:
    """Return whether the student of a submission may have it count now."""
    own = seen.submission
    return (
        dates.terms[own.assignment].counts == CountingRule.CHOSEN
        and dates.rule(own.person_id, own.assignment).takes(time.time())
        and seen.state is not State.REFUSED
    )


@router.get("/s/{id}/history")
def history_page(session: Reading, who: Signed, id: int, page: int = 1) -> Response:
    """All that the student of a submission handed in for its assignment, and what counts."""
    seen, staff = seen_by(session, who, id)
    submission = seen.submission
    dates = Deadlines.of(session, submission.course_id, submission.person_id)
    every = submission_queries.of_assignment(
        session, submission.course_id, submission.assignment, submission.person_id, staff=staff
    )
    rows = list_page(every, page)
    points = (scores.shown if staff else student_results.student_scores)(
        session, rows.rows, dates.terms
    )
    terms = dates.terms[submission.assignment]
    mine = submission.person_id == who.id
    return shown(
        "history.html", who, seen=seen, staff=staff, rows=rows, scores=points, rule=terms.counts,
        names=blind_marking.for_reading(who, submission, terms),
        decision=of_submission(session, submission, student=not staff),
        choosable={each.submission.id for each in rows if mine and _may_choose(each, dates)},
        last_at=dates.rule(submission.person_id, submission.assignment).last_at,
    )  # fmt: skip


@router.post("/s/{id}/choose")
def choose(request: Request, who: Posting, id: int) -> Response:
    """Have a submission of one's own count."""
    try:
        with kept(request).database.writing() as session:
            counted_submissions.choose(session, own(session, who, id), time.time())
    except ServiceProblem as problem:
        return refused(who, problem, f"/s/{id}", "Not chosen")
    return RedirectResponse(f"/s/{id}/history", 303)


@router.get("/s/{id}/events")
def submission_events(request: Request, who: Signed, id: int) -> Response:
    """Where it stands, whenever that changes."""
    server = kept(request)
    with server.database.reading() as session:
        seen, _ = seen_by(session, who, id)
    return Events(server.live, who.id, seen.grading.id)


@router.post("/s/{id}/ask")
def ask(
    request: Request,
    who: Posting,
    id: int,
    task: Annotated[str, Form()],
    reason: Annotated[str, Form()] = "",
) -> Response:
    """Ask for another look at a task of one's own."""
    try:
        with kept(request).database.writing() as session:
            regrade_requests.ask(session, own(session, who, id), task, reason)
    except ServiceProblem as problem:
        return refused(who, problem, f"/s/{id}", "Not asked")
    return RedirectResponse(f"/s/{id}", 303)


@router.get("/s/{id}/report")
def report_page(request: Request, who: Signed, id: int) -> Response:
    """The report, for whoever asks; it can run nothing, and is of no site."""
    text, whose, staff = report_for(kept(request).database, who, id)
    return Response(
        as_page(text, staff=staff, whose=whose),
        media_type="text/html; charset=utf-8",
        headers={"Content-Security-Policy": SANDBOXED},
    )


def report_for(database: Database, who: Visitor, id: int) -> tuple[str, str, bool]:
    """The report of a submission for somebody who reads it, which is noted.

    Returns:
        It without what they must not know, the name of the student if they may know it, and whether
        they read it as staff.

    Raises:
        Forbidden: if they may not read it, or there is none.
    """
    with database.reading() as session:
        seen, staff = seen_by(session, who, id)
        text = submission_queries.report(session, seen.grading.id)
        terms = deadlines.terms(session, seen.submission.course_id)
    if text is None or not (staff or seen.has_report):
        raise Forbidden
    note_reading(database, who, seen.submission)
    names = blind_marking.for_reading(who, seen.submission, terms[seen.submission.assignment])
    whose = "" if names.hidden else names.whose(seen.submission)
    return names.report(text, seen.submission), whose, staff


@router.get("/s/{id}/file")
def file(request: Request, who: Signed, id: int) -> Response:
    """The file as it was handed in, to be saved and never shown."""
    database = kept(request).database
    with database.reading() as session:
        seen, _ = seen_by(session, who, id)
        content = session.scalars(select(Submission.content).where(Submission.id == id)).one()
    note_reading(database, who, seen.submission)
    suffix = seen.submission.filename.rpartition(".")[2].lower()
    return Response(
        content,
        media_type="application/octet-stream",
        headers={
            "Content-Disposition": f'attachment; filename="submission-{id}.{suffix}"',
            "Content-Security-Policy": SANDBOXED,
        },
    )


def seen_by(session: Session, who: Visitor, id: int) -> tuple[Seen, bool]:
    """A submission, and whether the visitor reads it as staff.

    Raises:
        Forbidden: if they may not read it, or there is none.
    """
    submission = session.get(Submission, id)
    if submission is None:
        raise Forbidden
    staff = who.as_staff(submission)
    return _seen(session, id, staff=staff), staff


def own(session: Session, who: Visitor, id: int) -> Seen:
    """A submission of the visitor's own, as students see theirs; raises Forbidden."""
    submission = session.get(Submission, id)
    if submission is None:
        raise Forbidden
    who.require_own(submission)
    return _seen(session, id, staff=False)


def _seen(session: Session, id: int, *, staff: bool) -> Seen:
    found = submission_queries.one(session, id, staff=staff)
    if found is None:
        raise Forbidden
    return found

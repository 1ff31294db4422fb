"""Pages for students: handing in, what becomes of it, and what there was before."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, File, Request, UploadFile
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from grader.intake import IntakeError
from grader.model.escape import escape_to_one_line
from grader.service import (
    announcements,
    blind_marking,
    course_editions,
    final_scores,
    regrade_requests,
    student_visible_results,
    submission_queries,
    submission_that_counts,
    teams,
)
from grader.service.accept_submission import (
    NOT_OFFERED,
    IncomingSubmission,
    accept_form_submission,
    require_code,
)
from grader.service.archived_courses import ARCHIVED
from grader.service.assignment_team_rules import current_team_rules
from grader.service.audited_report_views import SANDBOXED, audit_reading, report_as_page
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.combine_uploaded_files import UploadedFile, pack_uploads
from grader.service.data.database import Database
from grader.service.data.decision_tables import CountingRule
from grader.service.data.tables import AssignmentEdition, Course, GradingState, Role, Submission
from grader.service.deadlines import Deadlines
from grader.service.grading_progress import progress_of_grading
from grader.service.ladder.entries import running_ladders_of_course
from grader.service.result_releases import releases_of_course
from grader.service.submission_queries import SubmissionView
from grader.service.submission_that_counts import (
    CountingDecision,
    decide_for_course,
    decide_for_submission,
)
from grader.service.team_membership import choose_viewing_owner, owners_of_submission
from grader.service.web.navigation import submission_links
from grader.service.web.pagination import make_list_page
from grader.service.web.request_arrival import arrived_at
from grader.service.web.request_context import (
    TIMES,
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    find_course,
    find_course_for,
    form_transaction,
    refusal_page,
    render_page,
)
from grader.service.web.server_sent_events import ProgressEvents, progress_as_data

router = APIRouter(include_in_schema=False)

_SHOWN = 10
"""Submissions for an assignment that the page of a course shows; another page has all of them."""

_ANNOUNCEMENTS = 3
"""Announcements that the page of a course shows; another page has all of them."""


@router.get("/")
def home_page(request: Request, session: Reading, who: Signed, archived: str = "") -> Response:
    """Serve the list of the visitor's courses, or of those of them that are archived."""
    every = session.scalars(select(Course).order_by(Course.title, Course.slug)).all()
    own = [each for each in every if who.may(Permission.SUBMIT, each.id)]
    shown = [each for each in own if bool(each.archived_at) == bool(archived)]
    return render_page(
        "home.html", who, courses=shown, archived=archived,
        others=sum(bool(each.archived_at) for each in own),
        may_make=who.may_anywhere(Permission.DECIDE)
        and app_state(request).settings.courses is not None,
    )  # fmt: skip


@router.get("/c/{slug}")
def course_page(session: Reading, who: Signed, slug: str) -> Response:
    """Serve the assignments of a course, each with a form and the visitor's submissions."""
    found = find_course_for(session, who, slug, Permission.SUBMIT)
    dates = Deadlines.of(session, found.id, who.id)
    releases = releases_of_course(session, found.id)
    history = submission_queries.submissions_for_assignment(
        session, found.id, "", who.id, staff=False
    )
    offered, now = course_editions.assignment_ids_in_folder(found), time.time()
    faulty = (
        course_editions.faulty_editions(session, found)
        if who.may(Permission.READ_ALL, found.id)
        else []
    )
    decided = decide_for_course(session, found.id, person=who.id, student=True)
    counting = {name: each.at for (_, name), each in decided.items() if each.counts}
    rules = current_team_rules(session, found.id)
    ladders = running_ladders_of_course(session, found.id)
    cards = []
    for edition in course_editions.current_editions(session, found):
        due = dates.standing(who.id, edition.assignment, now, counting)
        own = [seen for seen in history if seen.submission.assignment == edition.assignment]
        decision = decided.get((who.id, edition.assignment))
        role = who.roles.get(found.id)
        team = (
            teams.own_team(session, found.id, edition.assignment, who.id)
            if edition.assignment in rules
            else None
        )
        closed = (
            (ARCHIVED if found.archived_at else "")
            or ("" if edition.assignment in offered else NOT_OFFERED)
            or due.refusal(role)
            or (team.too_few if team is not None and role is Role.STUDENT else "")
        )
        cards.append({
            "edition": edition,
            "history": _newest_and_counting(own, decision),
            "handed_in": len(own),
            "decision": decision,
            "rule": dates.terms[edition.assignment].counts,
            "due": due,
            "kit_url": dates.terms[edition.assignment].kit_url,
            "team": team,
            "ladder": edition.assignment in ladders,
            "closed": closed,
            "messages": releases[edition.assignment].messages,
            # The same form sent twice, by an impatient click, is one submission.
            "key": secrets.token_urlsafe(12),
        })  # fmt: skip
    points = student_visible_results.student_scores(session, history, who.id)
    return render_page(
        "course.html", who, script=TIMES, course=found, cards=cards, faulty=faulty, scores=points,
        announcements=announcements.list_announcements(session, found.id, most=_ANNOUNCEMENTS),
    )  # fmt: skip


def _newest_and_counting(
    every: list[SubmissionView], decision: CountingDecision | None
) -> list[SubmissionView]:
    """Return the newest of these submissions, and the one that counts."""
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
    key: Text,
    file: Annotated[list[UploadFile] | None, File()] = None,
    code: Text = "",
) -> Response:
    """Accept files or pasted code, and store the submission before acknowledging it."""
    try:
        submission = receive_upload(
            request, who, slug, assignment, (file or [], code), f"form {key[:64]}",
            accept_form_submission,
        )  # fmt: skip
    except IntakeError as refusal:
        said = IntakeError(f"{refusal} What you handed in before stays as it is.")
        return refusal_page(who, said, f"/c/{slug}", "Not accepted")
    return RedirectResponse(f"/s/{submission.id}", 303)


def receive_upload(
    request: Request, who: Visitor, slug: str, assignment: str,
    given: tuple[Sequence[UploadFile], str], key: str,
    accept: Callable[[Session, AssignmentEdition, IncomingSubmission], Submission],
) -> Submission:  # fmt: skip
    """Store what somebody uploads for an assignment.

    Args:
        given: the files, in a body whose size is limited already, and pasted code.
        key: by which a repetition is told from a new submission.
        accept: stores the submission, in a transaction for which nothing takes long any more.

    Raises:
        Forbidden: if they may not hand in there, or there is no such assignment.
        IntakeError: if it cannot be a submission; the sentence is for the student.
    """
    database = app_state(request).database
    with database.reading() as session:
        found = find_course_for(session, who, slug, Permission.SUBMIT)
        current_edition(session, found, assignment)
    files = [UploadedFile(each.filename or "", each.file.read()) for each in given[0]]
    parcel = pack_uploads(files, given[1])
    require_code(found, assignment, parcel.filename, parcel.content)
    handed = IncomingSubmission.of(
        who.id, parcel.filename, parcel.content, key, arrived_at(request)
    )
    with database.writing() as session:
        edition = current_edition(session, find_course(session, slug), assignment)
        return accept(session, edition, handed)


def current_edition(session: Session, course: Course, assignment: str) -> AssignmentEdition:
    """Return the current edition of an assignment, for a visitor who may see the course.

    Raises:
        Forbidden: if there is none; it says which assignments there are.
    """
    known = {each.assignment: each for each in course_editions.current_editions(session, course)}
    if assignment not in known:
        raise Forbidden(
            f"The course {course.slug} has no assignment {escape_to_one_line(assignment, 80)!r}; "
            f"it has {', '.join(known) or 'none at all'}."
        )
    return known[assignment]


def assignment_for(
    session: Session, who: Visitor, slug: str, assignment: str, deed: Permission
) -> tuple[Course, AssignmentEdition]:
    """Return a course and an assignment's edition; raise Forbidden without permission."""
    found = find_course_for(session, who, slug, deed)
    return found, current_edition(session, found, assignment)


@router.get("/s/{id}")
def submission_page(request: Request, session: Reading, who: Signed, id: int) -> Response:
    """Serve the page of a submission with its state, points and feedback."""
    seen, staff = view_for_visitor(session, who, id)
    over, submission = seen.state.over, seen.submission
    person = choose_viewing_owner(session, submission, who.id)
    dates = Deadlines.of(session, submission.course_id, person)
    given = None if staff else student_visible_results.feedback_of_submission(session, seen, who.id)
    counted = given.scores if given else final_scores.scores_for_pages(session, [seen])[id]
    asked = None if staff else regrade_requests.request_options(session, seen, time.time())
    progress = None if over else progress_of_grading(app_state(request).database, seen.grading.id)
    decided = decide_for_course(session, submission.course_id, person=person, student=not staff)
    decision = decided[person, submission.assignment]
    counting = {name: each.at for (_, name), each in decided.items() if each.counts}
    then = dates.standing(person, submission.assignment, submission.created_at, counting)
    counts = decision.counts and decision.submission == id
    return render_page(
        "submission.html", who, script=TIMES if over else "live.js", seen=seen, staff=staff,
        names=blind_marking.names_for_reading(session, who, submission), feedback=given,
        counted=counted,
        asked=asked, progress=progress, late=then.late if counts else "", decision=decision,
        beside=submission_queries.previous_and_next_of_owner(session, submission),
        mine=person == who.id, may_choose=person == who.id and _may_choose(seen, who, dates),
    )  # fmt: skip


def _may_choose(seen: SubmissionView, who: Visitor, dates: Deadlines) -> bool:
    """Return whether a visitor whose submission it is may have it count now."""
    own = seen.submission
    return (
        dates.terms[own.assignment].counts == CountingRule.CHOSEN
        and dates.rule(who.id, own.assignment).takes(time.time())
        and seen.state is not GradingState.REFUSED
    )


@router.get("/s/{id}/history")
def student_submissions_page(session: Reading, who: Signed, id: int, page: int = 1) -> Response:
    """Serve all submissions that the student of a submission handed in for its assignment."""
    seen, staff = view_for_visitor(session, who, id)
    submission = seen.submission
    person = choose_viewing_owner(session, submission, who.id)
    dates = Deadlines.of(session, submission.course_id, person)
    every = submission_queries.submissions_for_assignment(
        session, submission.course_id, submission.assignment, person, staff=staff
    )
    rows = make_list_page(every, page)
    points = (
        final_scores.scores_for_pages(session, rows.rows)
        if staff
        else student_visible_results.student_scores(session, rows.rows, who.id)
    )
    mine = person == who.id
    return render_page(
        "history.html", who, script=TIMES, seen=seen, staff=staff, mine=mine, rows=rows,
        scores=points, rule=dates.terms[submission.assignment].counts,
        names=blind_marking.names_for_reading(session, who, submission),
        decision=decide_for_submission(session, submission, student=not staff, visitor=who.id),
        choosable={each.submission.id for each in rows if mine and _may_choose(each, who, dates)},
        last_at=dates.rule(person, submission.assignment).last_at,
    )  # fmt: skip


@router.post("/s/{id}/choose")
def choose_counting_submission(request: Request, who: Posting, id: int) -> Response:
    """Have one of the visitor's own submissions count."""
    with form_transaction(request, who, f"/s/{id}", "Not chosen") as session:
        submission_that_counts.choose_submission(
            session, own_submission(session, who, id), who.id, time.time()
        )
    return RedirectResponse(f"/s/{id}/history", 303)


@router.get("/s/{id}/events")
def submission_events(request: Request, who: Signed, id: int) -> Response:
    """Stream the progress of a submission whenever it changes."""
    server = app_state(request)
    with server.database.reading() as session:
        seen, _ = view_for_visitor(session, who, id)
    return ProgressEvents(server.live, who.reader, seen.grading.id)


@router.get("/s/{id}/progress")
def submission_progress(request: Request, who: Signed, id: int) -> dict[str, object]:
    """Serve the progress of a submission to pages that have no stream of events."""
    server = app_state(request)
    with server.database.reading() as session:
        seen, _ = view_for_visitor(session, who, id)
    return progress_as_data(progress_of_grading(server.database, seen.grading.id))


@router.post("/s/{id}/ask")
def ask_for_another_look(
    request: Request, who: Posting, id: int, task: Text, reason: Text = ""
) -> Response:
    """Store the visitor's request for another look at a task of their submission."""
    with form_transaction(request, who, f"/s/{id}", "Not asked") as session:
        regrade_requests.ask_for_regrade(
            session, own_submission(session, who, id), who.id, task, reason
        )
    return RedirectResponse(f"/s/{id}", 303)


@router.get("/s/{id}/report")
def report_page(request: Request, who: Signed, id: int) -> Response:
    """Serve the report in a browser sandbox, where it can run nothing."""
    database = app_state(request).database
    text, whose, staff = read_report_for(database, who, id)
    with database.reading() as session:
        seen, _ = view_for_visitor(session, who, id)
        mine = who.id in owners_of_submission(session, seen.submission)
        links = submission_links(seen, staff=staff, mine=mine)
        decisions = student_visible_results.decisions_about_submission(
            session, seen, 0 if staff else who.id
        )
    return Response(
        report_as_page(
            text,
            staff=staff,
            whose=whose,
            decisions=decisions,
            links=[(each.words, each.address) for each in links if each.name != "report"],
        ),
        media_type="text/html; charset=utf-8",
        headers={"Content-Security-Policy": SANDBOXED},
    )


def read_report_for(database: Database, who: Visitor, id: int) -> tuple[str, str, bool]:
    """Return the report of a submission for a visitor, and note the reading in the audit.

    Returns:
        The report without what the visitor must not know, the name of the student if the visitor
        may know it, and whether the visitor reads it as staff.

    Raises:
        Forbidden: if they may not read it, or there is none.
    """
    with database.reading() as session:
        seen, staff = view_for_visitor(session, who, id)
        text = submission_queries.report_of_grading(session, seen.grading.id)
        names = blind_marking.names_for_reading(session, who, seen.submission)
    if text is None or not (staff or seen.has_report):
        raise Forbidden
    audit_reading(database, who, seen.submission)
    whose = "" if names.hidden else names.whose(seen.submission)
    return names.report(text, seen.submission), whose, staff


@router.get("/s/{id}/file")
def download_file(request: Request, who: Signed, id: int) -> Response:
    """Serve the submitted file as a download that browsers never show."""
    database = app_state(request).database
    with database.reading() as session:
        seen, _ = view_for_visitor(session, who, id)
        content = session.scalars(select(Submission.content).where(Submission.id == id)).one()
    audit_reading(database, who, seen.submission)
    suffix = seen.submission.filename.rpartition(".")[2].lower()
    return Response(
        content,
        media_type="application/octet-stream",
        headers={
            "Content-Disposition": f'attachment; filename="submission-{id}.{suffix}"',
            "Content-Security-Policy": SANDBOXED,
        },
    )


def view_for_visitor(session: Session, who: Visitor, id: int) -> tuple[SubmissionView, bool]:
    """Return a submission, and whether the visitor reads it as staff.

    Raises:
        Forbidden: if they may not read it, or there is none.
    """
    submission = session.get(Submission, id)
    if submission is None:
        raise Forbidden
    staff = who.as_staff(submission, owners_of_submission(session, submission))
    return _seen(session, id, staff=staff), staff


def own_submission(session: Session, who: Visitor, id: int) -> SubmissionView:
    """Return the visitor's own submission as students see it; raise Forbidden otherwise."""
    submission = session.get(Submission, id)
    if submission is None:
        raise Forbidden
    who.require_own(submission, owners_of_submission(session, submission))
    return _seen(session, id, staff=False)


def _seen(session: Session, id: int, *, staff: bool) -> SubmissionView:
    found = submission_queries.find_submission(session, id, staff=staff)
    if found is None:
        raise Forbidden
    return found

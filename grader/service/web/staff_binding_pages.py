"""Serves pages on which staff settle how to call submissions, one by one or many together."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import anyio
from fastapi import APIRouter, Form, Request
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from grader.jobs import try_role_binding
from grader.jobs.bindings_toml import BindingFault, find_binding_fault
from grader.model.role_binding import BindingTrial
from grader.service import (
    ServiceProblem,
    binding_trial_requests,
    blind_marking,
    staff_bindings,
)
from grader.service.audited_report_views import audit_reading, audit_viewing
from grader.service.auth.access import Forbidden, Permission, Visitor
from grader.service.data.database import Database
from grader.service.data.tables import BindingTrialRow, Course, GradingState
from grader.service.grading_progress import progress_of_grading
from grader.service.staff_bindings import OpenRoleRow, RoleRow
from grader.service.submission_queries import SubmissionView
from grader.service.submission_that_counts import submissions_that_count
from grader.service.team_membership import own_submission_ids
from grader.service.web.marking_page import submission_to_mark
from grader.service.web.pagination import make_list_page
from grader.service.web.request_context import (
    Posting,
    Reading,
    Signed,
    Text,
    app_state,
    message_page,
    refusal_page,
    render_page,
)
from grader.service.web.student_pages import assignment_for

router = APIRouter(include_in_schema=False)

_PATIENCE = 25.0
"""Seconds for which a page waits for a trial before it says that none has come back."""
_EVERY = 0.15
"""Seconds between two looks at it."""
_TRY, _USE, _GRADE, _NEXT = "try", "use", "grade", "next"
"""What the buttons of the page say: try a line, take a candidate and try it, grade again, and the
same, and go on to the next submission."""


@dataclass(frozen=True, slots=True)
class RoleOnPage:
    """A role as the page shows it, with its line and the trial of that line.

    Attributes:
        line: what its field holds.
        fault: what is wrong with that.
        trial: that line tried, if somebody has tried it.
        outcome: what came of it, if that is over and did not fail.
    """

    row: RoleRow
    line: str
    fault: BindingFault | None = None
    trial: BindingTrialRow | None = None
    outcome: BindingTrial | None = None

    @property
    def waits(self) -> bool:
        """Return whether the trial is not over."""
        return self.trial is not None and not GradingState(self.trial.state).over


@router.get("/s/{id}/bindings")
def bindings_page(request: Request, session: Reading, who: Signed, id: int) -> Response:
    """Serve the page with a submission's roles, each with its line or why it is open."""
    seen = submission_to_mark(session, who, id)
    audit_reading(app_state(request).database, who, seen.submission)
    return _page(app_state(request).database, session, who, seen, {})


@router.post("/s/{id}/bindings")
async def try_or_store_bindings(
    request: Request, who: Posting, id: int, role: Annotated[list[str] | None, Form()] = None,
    line: Annotated[list[str] | None, Form()] = None, then: Text = "",
) -> Response:  # fmt: skip
    """Try lines for a submission's roles, or store changed lines and queue a new grading."""
    database = app_state(request).database
    lines = dict(zip(role or (), line or (), strict=False))
    if then in {_GRADE, _NEXT}:
        return await run_in_threadpool(_keep, database, who, id, lines, then)
    what, _, wanted = then.partition(" ")
    if what == _USE:
        wanted, _, candidate = wanted.partition(" ")
        lines[wanted] = candidate
    asked = await run_in_threadpool(_request_trials, database, who, id, lines, wanted)
    give_up = time.monotonic() + _PATIENCE
    while asked and time.monotonic() < give_up:
        if await run_in_threadpool(_are_over, database, asked):
            break
        await anyio.sleep(_EVERY)
    return await run_in_threadpool(_tried, database, who, id, lines)


def _keep(
    database: Database, who: Visitor, id: int, lines: Mapping[str, str], then: str
) -> Response:
    try:
        with database.writing() as session:
            seen = submission_to_mark(session, who, id)
            if any(map(find_binding_fault, lines.values())):
                return _page(database, session, who, seen, lines, status=422)
            new = staff_bindings.give_bindings(session, who.id, seen, lines)
    except ServiceProblem as problem:
        return refusal_page(who, problem, f"/s/{id}/bindings")
    if then == _NEXT:
        place = seen.submission
        here = f"/c/{place.course.slug}/{place.assignment}/bindings"
        return RedirectResponse(f"{here}?after={id}", 303)
    return RedirectResponse(f"/s/{id}/bindings{'' if new else '?unchanged=1'}", 303)


def _request_trials(
    database: Database, who: Visitor, id: int, lines: Mapping[str, str], role: str
) -> list[int]:
    """Queue trials of one role's line, or of all changed lines; return the ids of the trials."""
    with database.reading() as session:
        seen = submission_to_mark(session, who, id)
        rows = staff_bindings.list_role_rows(session, seen)
    try:
        wanted = (
            {role: lines.get(role, "").strip()}
            if role
            else staff_bindings.changed_lines(rows, lines)
        )
        staff_bindings.changed_lines(rows, wanted)
    except ServiceProblem:
        raise Forbidden from None  # no form of ours says that
    wanted = {each: text for each, text in wanted.items() if text and not find_binding_fault(text)}
    if not wanted:
        return []
    try:
        with database.writing() as session:
            edition = staff_bindings.newest_edition(session, seen.submission)
            return [
                each.id
                for each in binding_trial_requests.request_trials(
                    session, who.id, seen.submission, edition, wanted
                )
            ]
    except ServiceProblem:
        return []


def _are_over(database: Database, asked: Sequence[int]) -> bool:
    with database.reading() as session:
        return binding_trial_requests.are_trials_over(session, asked)


def _tried(database: Database, who: Visitor, id: int, lines: Mapping[str, str]) -> Response:
    with database.reading() as session:
        return _page(database, session, who, submission_to_mark(session, who, id), lines)


def _page(
    database: Database, session: Session, who: Visitor, seen: SubmissionView,
    lines: Mapping[str, str], status: int = 200,
) -> Response:  # fmt: skip
    """Return the page of a submission's roles, with the lines that the form sent."""
    submission = seen.submission
    over = seen.state.over
    tried = binding_trial_requests.latest_trials(session, submission.id)
    every = [
        _shown(row, lines.get(row.role, row.line), tried.get(row.role))
        for row in staff_bindings.list_role_rows(session, seen)
    ]
    return render_page(
        "bindings.html", who, status, script="bindings.js" if over else "live.js", seen=seen,
        names=blind_marking.names_for_marking(session, submission), over=over,
        progress=None if over else progress_of_grading(database, seen.grading.id),
        open_roles=[each for each in every if each.row.open],
        others=[each for each in every if not each.row.open],
    )  # fmt: skip


def _shown(row: RoleRow, line: str, trial: BindingTrialRow | None) -> RoleOnPage:
    if trial is None or trial.line != line.strip():
        return RoleOnPage(row, line, find_binding_fault(line))
    outcome = try_role_binding.load_trial(trial.result) if trial.result else None
    return RoleOnPage(row, line, find_binding_fault(line), trial, outcome)


# Many submissions ---------------------------------------------------------------------------


@router.get("/c/{slug}/{assignment}/bindings")
def open_roles_page(
    request: Request, session: Reading, who: Signed, slug: str, assignment: str, page: int = 1,
    after: int | None = None,
) -> Response:  # fmt: skip
    """Serve the page with all open roles of the submissions that count for an assignment.

    With ``after``, lead to the next submission with an open role behind that one instead.
    """
    found, edition = assignment_for(session, who, slug, assignment, Permission.MARK)
    every = submissions_that_count(session, found.id, assignment)
    rows = staff_bindings.list_open_roles(every)
    if after is not None:
        mine = own_submission_ids(session, found.id, who.id, assignment)
        return _redirect_to_next(who, found, assignment, rows, after, mine)
    audit_viewing(app_state(request).database, who, f"open roles of {slug}/{assignment}")
    return render_page(
        "open_roles.html", who, course=found, edition=edition,
        names=blind_marking.names_for_marking(session, edition), rows=make_list_page(rows, page),
        going_on=sum(not seen.state.over for seen in every), lines={}, faults={},
    )  # fmt: skip


@router.post("/c/{slug}/{assignment}/bindings")
def settle_roles(
    request: Request, who: Posting, slug: str, assignment: str,
    row: Annotated[list[str] | None, Form()] = None,
    line: Annotated[list[str] | None, Form()] = None, page: Annotated[int, Form()] = 1,
) -> Response:  # fmt: skip
    """Store all lines that were filled in, and queue new gradings of their submissions."""
    lines = dict(zip(row or (), line or (), strict=False))
    faults = {key: wrong for key, text in lines.items() if (wrong := find_binding_fault(text))}
    database = app_state(request).database
    with database.reading() as session:
        found, edition = assignment_for(session, who, slug, assignment, Permission.MARK)
        every = submissions_that_count(session, found.id, assignment)
        names = blind_marking.names_for_marking(session, edition)
        mine = own_submission_ids(session, found.id, who.id, assignment)
    rows = staff_bindings.list_open_roles(every)
    if faults:
        return render_page(
            "open_roles.html", who, 422, course=found, edition=edition,
            names=names, rows=make_list_page(rows, page), going_on=0, lines=lines, faults=faults,
        )  # fmt: skip
    try:
        # Nobody else can write during a transaction that writes: many short ones let others in.
        for seen, own in _group_lines_by_submission(rows, lines, mine):
            with database.writing() as session:
                staff_bindings.give_open_bindings(session, who.id, seen, own)
    except ServiceProblem as problem:
        return refusal_page(who, problem, f"/c/{slug}/{assignment}/bindings")
    return RedirectResponse(f"/c/{slug}/{assignment}/bindings?page={page}", 303)


def _group_lines_by_submission(
    rows: Sequence[OpenRoleRow], lines: Mapping[str, str], mine: Collection[int]
) -> list[tuple[SubmissionView, dict[str, str]]]:
    """Return the lines by role for each open submission, except the visitor's own.

    Args:
        mine: ids of the visitor's own submissions.
    """
    found: dict[int, tuple[SubmissionView, dict[str, str]]] = {}
    for each in rows:
        text = lines.get(each.key, "").strip()
        if text and each.seen.submission.id not in mine:
            own = found.setdefault(each.seen.submission.id, (each.seen, {}))[1]
            own[each.role.role] = text
    return list(found.values())


def _redirect_to_next(
    who: Visitor, course: Course, assignment: str, rows: Sequence[OpenRoleRow], after: int,
    mine: Collection[int],
) -> Response:  # fmt: skip
    """Redirect to the next submission with open roles after the id ``after``, in a circle."""
    ids = {each.seen.submission.id for each in rows} - {*mine}
    if not ids:
        back = f"/c/{course.slug}/{assignment}/marking"
        return message_page(
            who, "Nothing is left", "No submission that counts has an open role.", back
        )
    following = min(ids, key=lambda each: (each <= after, each))
    return RedirectResponse(f"/s/{following}/bindings", 303)

"""Tries bindings in a worker, beside its gradings: each in a fork of a process of its own."""

from __future__ import annotations

import logging
import time
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.intake import IntakeError
from grader.jobs import try_role_binding as work
from grader.jobs.accept_remote_order import WorkerUnfit
from grader.jobs.fork_server import ForkServerLost, carry_out_by_fork_server
from grader.jobs.grading_context import GradingContext
from grader.jobs.grading_key import bindings_as_pairs
from grader.jobs.work_order import BindingTrialOrder
from grader.model.escape import escape_to_one_line
from grader.model.role_binding import Edition
from grader.render.json_conversion import ReportError
from grader.service import staff_bindings, submission_queries
from grader.service.accept_submission import read_upload
from grader.service.binding_trial_requests import TRIALS
from grader.service.data.database import Database
from grader.service.data.tables import BindingTrialRow, Submission
from grader.service.worker.gradable_editions import GradingContextPool

_log = logging.getLogger(__name__)

_LONGEST = 300


class _NotTried(Exception):
    """The error of a trial that could not run; its message is a sentence that says why."""


def try_next_binding(database: Database, contexts: GradingContextPool) -> bool:
    """Try the next binding of an edition whose files are here; return whether there was one."""
    here = BindingTrialRow.edition_id.in_(frozenset(contexts.by_edition))
    with database.reading() as session:
        if TRIALS.find_next(session, time.time(), here) is None:
            return False
    with database.writing() as session:
        taken = TRIALS.take(session, time.time(), here)
    if taken is None:
        return False
    result, reason = "", ""
    try:
        result = _tried(database, contexts.by_edition[taken.edition_id], taken)
    except (_NotTried, WorkerUnfit, ForkServerLost, ReportError, IntakeError, OSError) as problem:
        reason = escape_to_one_line(str(problem), _LONGEST)
        _log.warning("A binding could not be tried: %s", reason)
    with database.writing() as session:
        TRIALS.end(session, taken, result, reason)
    return True


def _tried(database: Database, context: GradingContext, taken: BindingTrialRow) -> str:
    with database.reading() as session:
        found = session.execute(
            select(Submission.filename, Submission.content).where(
                Submission.id == taken.submission_id
            )
        ).one_or_none()
        lines, how = _read_current_bindings(session, taken)
    if found is None:
        raise _NotTried("The submission was deleted meanwhile.")
    submission = read_upload(found.filename, found.content, context.assignment.file_rules)
    setting = replace(context.setting, where=bindings_as_pairs({**lines, taken.role: taken.line}))
    answer = carry_out_by_fork_server(BindingTrialOrder(setting, submission, taken.role, how).text)
    work.load_trial(answer)
    return answer


def _read_current_bindings(
    session: Session, taken: BindingTrialRow
) -> tuple[dict[str, str], Edition]:
    """Return the bindings of all roles, and the edition that the roles before this one have."""
    seen = submission_queries.find_submission(session, taken.submission_id)
    if seen is None:
        return {}, {}
    rows = staff_bindings.list_role_rows(session, seen)
    how: Edition = {}
    for row in rows:
        if row.role == taken.role:
            break
        if row.result is not None and row.result.settled:
            how = row.result.how
    return {row.role: row.current for row in rows if row.current}, how

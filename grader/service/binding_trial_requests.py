"""Stores trials of bindings: a person asks, a worker tries, and the page shows what came back."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service.data import audit
from grader.service.data.tables import AssignmentEdition, BindingTrialRow, GradingState, Submission
from grader.service.queue.requested_work_queue import WorkQueue

TRIALS = WorkQueue(BindingTrialRow, lease=120.0, tries=2, doing="tried it")


def request_trials(
    session: Session,
    who: int,
    submission: Submission,
    edition: AssignmentEdition,
    lines: Mapping[str, str],
) -> list[BindingTrialRow]:
    """Queue trials of lines, by role, in place of earlier trials for these roles."""
    session.execute(
        delete(BindingTrialRow).where(
            BindingTrialRow.submission_id == submission.id, BindingTrialRow.role.in_(lines)
        )
    )
    made = [
        BindingTrialRow(
            submission_id=submission.id, edition_id=edition.id, role=role, line=line, by_id=who,
            at=time.time(),
        )
        for role, line in lines.items()
    ]  # fmt: skip
    session.add_all(made)
    for each in made:
        about = f"submission {submission.id}, {each.role}: {escape_to_one_line(each.line, 300)}"
        audit.add_audit_entry(session, who, "tried a binding", about)
    session.flush()
    return made


def latest_trials(session: Session, submission: int) -> dict[str, BindingTrialRow]:
    """Return the latest trial of each role of a submission."""
    rows = session.scalars(
        select(BindingTrialRow)
        .where(BindingTrialRow.submission_id == submission)
        .order_by(BindingTrialRow.id)
    )
    return {each.role: each for each in rows}


def are_trials_over(session: Session, ids: Collection[int]) -> bool:
    """Return whether none of these trials waits or runs. A deleted trial is over."""
    states = session.scalars(select(BindingTrialRow.state).where(BindingTrialRow.id.in_(ids)))
    return all(GradingState(each).over for each in states)


def editions_with_waiting_trials(session: Session) -> set[int]:
    """Return the ids of the editions by which trials wait."""
    return set(
        session.scalars(
            select(BindingTrialRow.edition_id).where(BindingTrialRow.state == GradingState.QUEUED)
        )
    )

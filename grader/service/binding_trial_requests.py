"""Stores trials of bindings: a person asks, a worker finds out, and the page shows what came back.

The queue of trials is a table. One that a worker has begun and not ended is begun anew after some
time, by another worker.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service.data import audit
from grader.service.data.tables import AssignmentEdition, BindingTrialRow, GradingState, Submission

LEASE = 120.0
"""Seconds after which a worker that has begun a trial is taken for lost."""
TRIES = 2
"""How many workers may be lost over a trial."""


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
        audit.note_in_audit(session, who, "tried a binding", about)
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


def is_trial_waiting(session: Session, now: float, editions: Collection[int]) -> bool:
    """Return whether a trial by one of ``editions`` has not begun, or its worker is lost."""
    return _next(session, now, editions) is not None


def editions_with_waiting_trials(session: Session) -> set[int]:
    """Return the ids of the editions by which trials wait."""
    return set(
        session.scalars(
            select(BindingTrialRow.edition_id).where(BindingTrialRow.state == GradingState.QUEUED)
        )
    )


def take_trial(session: Session, now: float, editions: Collection[int]) -> BindingTrialRow | None:
    """Begin the next trial and return it; ``None`` if there is none."""
    found = _next(session, now, editions)
    while found is not None and found.tries >= TRIES:
        found.state = GradingState.FAILED.value
        found.reason = f"{TRIES} workers in a row ended while they tried it"
        session.flush()
        found = _next(session, now, editions)
    if found is not None:
        found.state, found.taken_at = GradingState.RUNNING.value, now
        found.tries += 1
        session.flush()
    return found


def _next(session: Session, now: float, editions: Collection[int]) -> BindingTrialRow | None:
    lost = (BindingTrialRow.state == GradingState.RUNNING) & (
        BindingTrialRow.taken_at < now - LEASE
    )
    return session.scalars(
        select(BindingTrialRow)
        .where(
            (BindingTrialRow.state == GradingState.QUEUED) | lost,
            BindingTrialRow.edition_id.in_(editions),
        )
        .order_by(BindingTrialRow.id)
        .limit(1)
    ).one_or_none()


def end_trial(session: Session, taken: BindingTrialRow, result: str, reason: str = "") -> None:
    """Record the result of a trial; an empty ``result`` means that it failed.

    It is ignored if another worker has taken the trial since.
    """
    found = session.get(BindingTrialRow, taken.id)
    if found is None or (found.state, found.taken_at) != (GradingState.RUNNING, taken.taken_at):
        return
    found.state = (GradingState.DONE if result else GradingState.FAILED).value
    found.result, found.reason = result, reason

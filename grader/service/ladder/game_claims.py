"""Tells which worker plays a pair of games or a tournament, and counts the workers lost over it."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from grader.service.data.ladder_tables import CourseTournament, LadderPair
from grader.service.data.tables import GradingState, Worker

LOSSES = 3
"""Workers that may be lost, or fail, in a row before a pair or a tournament is given up."""

Played = type[LadderPair] | type[CourseTournament]


def is_abandoned(table: Played) -> ColumnElement[bool]:
    """Return the condition that games were begun and no living worker plays them."""
    return (table.state == GradingState.RUNNING.value) & table.worker.not_in(select(Worker.id))


def is_played_by_worker(table: Played, id: int, worker: str) -> ColumnElement[bool]:
    """Return the condition that a worker still plays games that it has begun."""
    running = table.state == GradingState.RUNNING.value
    return (table.id == id) & running & (table.worker == worker)


def update_if_still_played(
    session: Session, table: Played, id: int, holder: str, **values: object
) -> bool:
    """Change games if the worker ``holder`` still plays them, and return whether it did."""
    changed = session.execute(
        update(table)
        .where(is_played_by_worker(table, id, holder))
        .values(**values)
        .execution_options(synchronize_session=False)
    )
    return bool(changed.rowcount)  # type: ignore[attr-defined]


def count_lost_worker(abandoned: LadderPair | CourseTournament) -> bool:
    """Count the worker that was lost over games, if any; return whether they are given up now."""
    abandoned.losses += bool(abandoned.worker)
    abandoned.worker = ""
    if abandoned.losses >= LOSSES:
        abandoned.state = GradingState.FAILED.value
        abandoned.reason = f"{LOSSES} workers in a row ended while they played it"
    return abandoned.losses >= LOSSES

"""Stores tournaments that instructors ask for, and what workers have played of them.

The queue of tournaments is a table. Their games are kept there as they are played, so that another
worker goes on where one was broken off or lost.
"""

from __future__ import annotations

import time
from collections.abc import Collection

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session, joinedload

from grader.service import ServiceProblem
from grader.service.course_editions import current_editions
from grader.service.data import audit
from grader.service.data.ladder_tables import CourseTournament
from grader.service.data.tables import AssignmentEdition, Course, GradingState
from grader.service.ladder.game_claims import (
    count_lost_worker,
    is_abandoned,
    update_if_still_played,
)

MOST_PAIRS = 20


def request_tournament(
    session: Session, who: int, edition: AssignmentEdition, pairs: int, seconds: float
) -> CourseTournament:
    """Queue a tournament of all agents of an assignment that count.

    Raises:
        ServiceProblem: if the last one is not over.
    """
    for known in list_tournaments(session, edition.course_id, edition.assignment):
        if not GradingState(known.state).over:
            raise ServiceProblem("A tournament is not over yet. Wait for its end, or stop it.")
    made = CourseTournament(
        course_id=edition.course_id, assignment=edition.assignment, pairs=pairs, seconds=seconds,
        by_id=who, at=time.time(),
    )  # fmt: skip
    session.add(made)
    session.flush()
    audit.add_audit_entry(session, who, "tournament", f"{edition.assignment}: number {made.id}")
    return made


def stop_tournament(session: Session, who: int, tournament: CourseTournament) -> None:
    """Stop a tournament that waits or is played."""
    if not GradingState(tournament.state).over:
        tournament.state, tournament.worker = GradingState.FAILED.value, ""
        tournament.reason = "it was stopped"
        about = f"{tournament.assignment}: number {tournament.id}"
        audit.add_audit_entry(session, who, "stopped tournament", about)


def list_tournaments(session: Session, course: int, assignment: str) -> list[CourseTournament]:
    """Return the tournaments of an assignment, the latest first."""
    return list(session.scalars(
        select(CourseTournament)
        .where(CourseTournament.course_id == course, CourseTournament.assignment == assignment)
        .order_by(CourseTournament.id.desc())
    ))  # fmt: skip


def find_tournament(
    session: Session, course: int, assignment: str, id: int
) -> CourseTournament | None:
    """Return a tournament of an assignment by its id; ``None`` if there is none."""
    return session.scalars(
        select(CourseTournament).where(
            CourseTournament.id == id, CourseTournament.course_id == course,
            CourseTournament.assignment == assignment,
        )
    ).one_or_none()  # fmt: skip


def is_tournament_waiting(session: Session) -> bool:
    """Return whether a tournament has not begun, was broken off, or lost its worker."""
    return session.scalars(select(CourseTournament.id).where(_free()).limit(1)).first() is not None


def take_tournament(
    session: Session, worker: str, editions: Collection[int]
) -> tuple[CourseTournament, AssignmentEdition] | None:
    """Begin a tournament, or go on with one; return it with the edition by which it is played."""
    free = session.scalars(
        select(CourseTournament)
        .join(Course)
        .where(_free(), Course.archived_at == 0.0)
        .options(joinedload(CourseTournament.course))
        .order_by(CourseTournament.id)
    ).all()
    for each in free:
        if count_lost_worker(each):
            continue
        for edition in current_editions(session, each.course):
            if edition.assignment == each.assignment and edition.id in editions:
                each.state, each.worker = GradingState.RUNNING.value, worker
                session.flush()
                return each, edition
    session.flush()
    return None


def store_played_games(
    session: Session, taken: CourseTournament, games: bytes, played: int
) -> bool:
    """Keep the games that were played so far; return whether the tournament is still this worker's.

    Args:
        games: the compressed file.
        played: how many games are in it.
    """
    return _update(session, taken, games=games, played=played, losses=0)


def requeue_tournament(session: Session, taken: CourseTournament) -> None:
    """Give a tournament back, as something else is to be done first."""
    _update(session, taken, worker="", state=GradingState.QUEUED.value)


def finish_tournament(session: Session, taken: CourseTournament, files: bytes) -> None:
    """Keep the files of a tournament that is over."""
    _update(session, taken, worker="", state=GradingState.DONE.value, files=files)


def fail_tournament(session: Session, taken: CourseTournament, reason: str) -> None:
    """Note that a tournament could not be played."""
    _update(session, taken, worker="", state=GradingState.FAILED.value, reason=reason)


def _free() -> ColumnElement[bool]:
    waits = CourseTournament.state == GradingState.QUEUED.value
    return waits | is_abandoned(CourseTournament)


def _update(session: Session, taken: CourseTournament, **values: object) -> bool:
    return update_if_still_played(session, CourseTournament, taken.id, taken.worker, **values)

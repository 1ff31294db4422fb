"""Queues gradings in a table, each begun by one worker and finished by whoever has its claim.

Every function is one step within a transaction of :meth:`Database.writing`, which one process at a
time has. A grading is therefore never with two workers. One that is given back while its old
worker still runs has a new claim, without which no outcome is taken.
"""

from __future__ import annotations

import heapq
import secrets
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from grader.jobs.grading_answer import load_summary_line
from grader.machine import logging_config
from grader.service import webhooks
from grader.service.data.extract_failed_tests import extract_failures
from grader.service.data.tables import (
    Grading,
    GradingState,
    Person,
    StoredReport,
    Submission,
    Worker,
)
from grader.service.ladder import entries
from grader.service.mail import notices
from grader.service.queue.live_workers import WorkerLeases
from grader.service.result_releases import CONCLUSIVE

LOSSES = 10
"""After so many lost workers, a person has to look: the submission may be what ends them."""
FAILURES = 2
"""How often the grader itself may fail over a submission."""


@dataclass(frozen=True, slots=True)
class GradingClaim:
    """The claim of a worker on a grading that it has begun.

    Attributes:
        secret: what the worker has to show when it records the outcome.
        trace: of the request because of which the grading waited.
    """

    grading: int
    submission: int
    edition: int
    secret: str
    trace: str = ""


@dataclass(frozen=True, slots=True)
class GradingOutcome:
    """The outcome of a grading: its state, result, report and reason.

    The texts are as in :class:`Grading`; ``report`` is empty if there is none.
    """

    state: GradingState
    result: str = ""
    report: str = ""
    reason: str = ""

    @property
    def reachable(self) -> float | None:
        """Return the points that people may still raise the result to; ``None`` without a score."""
        if self.state is not GradingState.DONE or not self.result:
            return None
        return load_summary_line(self.result).reachable


_WAITING = (
    select(Grading.id, Grading.edition_id, Person.id, Person.served_at, Grading.regrade)
    .join(Submission, Submission.id == Grading.submission_id)
    .join(Person, Person.id == Submission.person_id)
    .where(Grading.state == GradingState.QUEUED)
)
_FRESH, _REGRADES = Grading.regrade.is_(False), Grading.regrade.is_(True)


def list_waiting(session: Session) -> list[WaitingGrading]:
    """Return the gradings that wait, the next one first."""
    return list(order_fairly(WaitingGrading(*row) for row in session.execute(_WAITING)))


def editions_with_waiting(session: Session) -> set[int]:
    """Return the ids of the editions by which any grading waits."""
    return set(session.scalars(
        select(Grading.edition_id).where(Grading.state == GradingState.QUEUED).distinct()
    ))  # fmt: skip


def find_next(session: Session, editions: Collection[int]) -> WaitingGrading | None:
    """Return the first grading by one of ``editions`` in the order of :func:`order_fairly`.

    To put thousands in order would take too long for each claim. So the database looks for the
    newest submission of each person, and of these for the first one in the order. Only if
    all of them are for other editions, everything is put in order.
    """
    turns = (
        select(Submission.person_id, func.min(Grading.id).label("oldest"),
               func.max(Grading.id).label("newest"))
        .join(Submission, Submission.id == Grading.submission_id)
        .where(Grading.state == GradingState.QUEUED, _FRESH)
        .group_by(Submission.person_id)
        .subquery()
    )  # fmt: skip
    first = (
        _WAITING.join(turns, turns.c.newest == Grading.id)
        .where(Grading.edition_id.in_(editions))
        .order_by(Person.served_at, turns.c.oldest)
        .limit(1)
    )
    again = _WAITING.where(_REGRADES, Grading.edition_id.in_(editions)).order_by(Grading.id)
    if row := session.execute(first).first():
        return WaitingGrading(*row)
    fresh = order_fairly(WaitingGrading(*row) for row in session.execute(_WAITING.where(_FRESH)))
    if found := next((each for each in fresh if each.edition in editions), None):
        return found
    row = session.execute(again.limit(1)).first()
    return None if row is None else WaitingGrading(*row)


def claim_next(session: Session, worker: str, editions: Collection[int]) -> GradingClaim | None:
    """Begin the next grading by one of ``editions``, and return its claim if there is one."""
    chosen = find_next(session, editions)
    if chosen is None:
        return None
    secret, now = secrets.token_hex(16), time.time()
    _set(
        session, Grading.id == chosen.id,
        state=GradingState.RUNNING.value, worker=worker, claim=secret, started_at=now,
        turn=chosen.served_at,
    )  # fmt: skip
    if not chosen.regrade:
        session.execute(update(Person).where(Person.id == chosen.person).values(served_at=now))
    submission, trace = session.execute(
        select(Grading.submission_id, Grading.trace).where(Grading.id == chosen.id)
    ).one()
    return GradingClaim(chosen.id, submission, chosen.edition, secret, trace)


def finish_claim(session: Session, claim: GradingClaim, outcome: GradingOutcome) -> bool:
    """Record the outcome of a grading, and return whether the claim still held."""
    held = _set(
        session, _held(claim),
        state=outcome.state.value, finished_at=time.time(), result=outcome.result,
        reachable=outcome.reachable, reason=outcome.reason, worker="", claim="",
    )  # fmt: skip
    if held and outcome.report:
        failures = extract_failures(outcome.report)
        session.add(StoredReport(grading_id=claim.grading, text=outcome.report, failures=failures))
    if held and outcome.state is GradingState.DONE:
        entries.enter_graded_submission(session, claim.grading)
    if held and outcome.state in CONCLUSIVE:
        webhooks.enqueue_graded(session, claim.grading)
    if held and outcome.state is GradingState.FAILED:
        notices.enqueue_failure(session, claim.grading)
    return bool(held)


def retry_or_fail_claim(session: Session, claim: GradingClaim, outcome: GradingOutcome) -> bool:
    """Queue a grading again after the grader failed on it, or record that it failed too often.

    Return whether the claim still held.
    """
    failures = session.scalars(select(Grading.failures).where(_held(claim))).one_or_none()
    if failures is None:
        return False
    _set(session, _held(claim), failures=failures + 1)
    if failures + 1 < FAILURES:
        return_to_queue(session, _held(claim))
        return True
    return finish_claim(session, claim, outcome)


def return_to_queue(session: Session, which: ColumnElement[bool]) -> int:
    """Return running gradings to the queue, with their old turn; return how many there were.

    A person whose newer submission has begun meanwhile has had their turn. A regrade uses up
    nobody's turn.
    """
    running = session.execute(
        select(Submission.person_id, Grading.started_at, Grading.turn)
        .join(Submission, Submission.id == Grading.submission_id)
        .where(which, Grading.state == GradingState.RUNNING, Grading.regrade.is_(False))
        .order_by(Grading.started_at.desc())  # one person's, from the latest turn back
    )
    for person, began, turn in running.all():
        session.execute(
            update(Person)
            .where(Person.id == person, Person.served_at == began)
            .values(served_at=turn)
            .execution_options(synchronize_session=False)
        )
    return _set(
        session, which & (Grading.state == GradingState.RUNNING),
        state=GradingState.QUEUED.value, worker="", claim="",
    )  # fmt: skip


def gradings_of_worker(worker: str) -> ColumnElement[bool]:
    """Return the condition that selects the gradings of a worker."""
    return Grading.worker == worker


def reap_dead_workers(session: Session, seats: WorkerLeases) -> int:
    """Remove dead workers, and return their gradings to the queue; return how many."""
    found = 0
    for worker in sorted(seats.gone(session, session.scalars(select(Worker.id)).all())):
        own = gradings_of_worker(worker) & (Grading.state == GradingState.RUNNING)
        _set(session, own, losses=Grading.losses + 1)
        lost = session.scalars(select(Grading.id).where(own & (Grading.losses >= LOSSES))).all()
        for grading in lost:
            _set(
                session, Grading.id == grading,
                state=GradingState.FAILED.value, worker="", claim="", finished_at=time.time(),
                reason=f"{LOSSES} workers in a row ended while they graded it",
            )  # fmt: skip
            notices.enqueue_failure(session, grading)
        found += return_to_queue(session, own)
        session.execute(delete(Worker).where(Worker.id == worker))
        seats.forget(worker)
    return found


def retry_failed(session: Session, grading: int) -> bool:
    """Queue a failed grading again as of now, and return whether it had failed."""
    failed = (Grading.id == grading) & (Grading.state == GradingState.FAILED)
    if not _set(
        session, failed, state=GradingState.QUEUED.value, losses=0, failures=0, reason="",
        result="", reachable=None,
        queued_at=time.time(), finished_at=0.0, trace=logging_config.current_trace_id(),
    ):  # fmt: skip
        return False
    session.execute(delete(StoredReport).where(StoredReport.grading_id == grading))
    return True


def requeue_behind_fresh(session: Session, grading: int) -> None:
    """Queue a grading again behind all fresh ones, whatever its state.

    The outcome of a worker that has it now is ignored.
    """
    _set(
        session, Grading.id == grading, state=GradingState.QUEUED.value, regrade=True, worker="",
        claim="",
        losses=0, failures=0, reason="", result="", reachable=None,
        queued_at=time.time(), started_at=0.0,
        finished_at=0.0, trace=logging_config.current_trace_id(),
    )  # fmt: skip
    session.execute(delete(StoredReport).where(StoredReport.grading_id == grading))


def _held(claim: GradingClaim) -> ColumnElement[bool]:
    return (
        (Grading.id == claim.grading)
        & (Grading.state == GradingState.RUNNING)
        & (Grading.claim == claim.secret)
    )


def _set(session: Session, which: ColumnElement[bool], **values: object) -> int:
    changed = session.execute(
        update(Grading).where(which).values(**values).execution_options(synchronize_session=False)
    )
    return int(changed.rowcount)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class WaitingGrading:
    """A grading that waits, with what decides its turn.

    Attributes:
        id: larger for what came later.
        served_at: when a grading of the same person began last.
    """

    id: int
    edition: int
    person: int
    served_at: float
    regrade: bool


def order_fairly(waiting: Iterable[WaitingGrading]) -> Iterator[WaitingGrading]:
    """Yield the ``waiting`` gradings in a fair order, the next one first.

    Whoever was served longest ago is next, of those the one who waits longest, with their newest
    submission; then they are behind everybody else. So many submissions of one person delay
    another by one grading at most. Regrades come when nothing fresh waits, oldest first.
    """
    fresh: dict[int, list[WaitingGrading]] = {}
    behind: list[WaitingGrading] = []
    for each in sorted(waiting, key=lambda each: each.id):
        if each.regrade:
            behind.append(each)
        else:
            fresh.setdefault(each.person, []).append(each)
    line = [(stack[0].served_at, stack[0].id, person) for person, stack in fresh.items()]
    heapq.heapify(line)
    latest = max((served for served, _, _ in line), default=0.0)
    while line:
        _, since, person = heapq.heappop(line)
        yield fresh[person].pop()
        if fresh[person]:
            latest += 1.0
            heapq.heappush(line, (latest, since, person))
    yield from behind

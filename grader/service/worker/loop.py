"""Runs a worker: takes a lease, and grades what is next until somebody asks it to end.

Whatever ends it, nothing is lost: a grading that it had begun waits again, at once if it ends in
good order, otherwise as soon as another worker sees that it is gone. While the database does not
answer, it waits, and then sits down anew: its old seat went with the connection.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
import time
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import delete, select

from grader.jobs.accept_remote_order import WorkerUnfit
from grader.machine import logging_config
from grader.model.escape import escape_to_one_line
from grader.model.report_views import remove_folders_from_paths
from grader.sandbox import Sandbox
from grader.service import binding_trial_requests, staff_bindings, webhooks
from grader.service.background_loop import repeat_in_thread
from grader.service.course_editions import move_waiting_to_newest_editions
from grader.service.data.database import UNREACHABLE, Database, first_line_of_error
from grader.service.data.tables import GradingState, Submission, Worker
from grader.service.lti.platform_client import PlatformClient
from grader.service.lti.roster_sync import read_due_roster
from grader.service.lti.score_sender import make_line_item_or_send_score
from grader.service.queue import queue
from grader.service.queue.live_workers import WorkerLease, WorkerLeases, leases_of_database
from grader.service.queue.queue import GradingClaim, GradingOutcome
from grader.service.similarity_comparisons import COMPARISONS
from grader.service.worker import binding_trials, similarity_jobs
from grader.service.worker.gradable_editions import GradingContextPool
from grader.service.worker.grade_claimed_submission import (
    GradingProgressRecorder,
    delete_progress_note,
    grade_claim,
)
from grader.service.worker.ladder_jobs import LadderWorker
from grader.service.worker.tournament_jobs import TournamentWorker

_log = logging.getLogger(__name__)

_EVERY = 0.2
"""Seconds between two looks at an empty queue."""
_LOOK_AROUND = 1.0
"""Seconds between two looks for workers that are gone."""
_LOOK_FOR_FILES = 10.0
"""Seconds between two looks for files of an assignment that are not here."""
_MOST_UNFIT = 3
"""How often in a row this machine may turn out unfit for an edition before others are served."""
_SERVE_PLATFORMS = 5.0
"""Seconds between two looks whether scores or rosters are due."""
_TRY_AGAIN = 2.0
"""Seconds until a database that does not answer is asked again."""


class _LeaseLost(Exception):
    """The error of a worker whose lease no longer holds, so that others take it for dead."""


@dataclass(slots=True)
class _EditionFailureCount:
    """Counts how often this machine could not grade an edition, with the logged causes."""

    times: int = 0
    causes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Worker:
    database: Database
    sandbox: Sandbox
    seats: WorkerLeases
    seat: WorkerLease
    folders: Mapping[str, Path]
    contexts: GradingContextPool = field(init=False)
    _looked: float = 0.0
    _lacked: float = -math.inf
    _unfit: dict[int, _EditionFailureCount] = field(default_factory=dict)

    def enter(self) -> None:
        """Add the worker to the table of workers, and find out which editions it can grade."""
        row = Worker(
            id=self.seat.id, pid=os.getpid(), sandbox=self.sandbox.info.backend,
            started_at=time.time(),
        )  # fmt: skip
        with self.database.writing() as session:
            session.add(row)
        self._reload_contexts()

    def leave(self) -> None:
        """Return the worker's gradings to the queue, and give up its lease."""
        try:
            with self.database.writing() as session:
                queue.return_to_queue(session, queue.gradings_of_worker(self.seat.id))
                session.execute(delete(Worker).where(Worker.id == self.seat.id))
        except UNREACHABLE as problem:  # others will see the empty seat
            _log.warning("Leaving, the database did not answer: %s", first_line_of_error(problem))
        finally:
            self.seat.leave()

    def step(self) -> bool:
        """Grade the next submission in the queue, and return whether there was one."""
        self._look_around()
        claim = self._claim()
        if claim is None:
            return False
        with logging_config.log_with_trace_id(claim.trace):
            _log.info("grading begins", extra=_about(claim))
            self._carry_out(claim)
        return True

    def waits(self) -> bool:
        """Return whether something waits for this worker that comes before games of agents."""
        with self.database.reading() as session:
            waiting = queue.editions_with_waiting(session) & self.contexts.by_edition.keys()
            return bool(waiting) or COMPARISONS.find_next(session, time.time()) is not None

    def present_contexts(self) -> GradingContextPool:
        """Return what this worker can grade by the files as they are now."""
        if not self.contexts.current():
            self._reload_contexts()
        return self.contexts

    def _carry_out(self, claim: GradingClaim) -> None:
        with self.database.reading() as session:
            found = session.execute(
                select(Submission.filename, Submission.content).where(
                    Submission.id == claim.submission
                )
            ).one_or_none()
            where = staff_bindings.binding_lines(session, claim.submission)
        if found is None:  # it was deleted meanwhile
            return
        try:
            outcome = self._graded(claim, found.filename, found.content, where)
        except WorkerUnfit as problem:
            self._give_back()
            self._note_unfit(claim.edition, str(problem))
            return
        self._unfit.pop(claim.edition, None)
        try:
            self._record(claim, outcome)
        except UNREACHABLE:
            raise
        except Exception as bug:  # noqa: BLE001 - it must not end one worker after another
            _log.exception("What became of a grading cannot be kept")
            self._record(claim, _failed(bug))

    def _record(self, claim: GradingClaim, outcome: GradingOutcome) -> None:
        end = (
            queue.retry_or_fail_claim
            if outcome.state is GradingState.FAILED
            else queue.finish_claim
        )
        with self.database.writing() as session:
            held = end(session, claim, outcome)
            delete_progress_note(session, claim.grading)
        _log.info("grading ended", extra={**_about(claim), "state": outcome.state, "held": held})

    def _graded(
        self, claim: GradingClaim, filename: str, content: bytes, where: Mapping[str, str]
    ) -> GradingOutcome:
        context = self.contexts.by_edition[claim.edition]
        tasks = tuple(each.id for each in context.assignment.tasks if not each.written)
        notes = GradingProgressRecorder(self.database, claim, tasks)
        try:
            return grade_claim(context, filename, content, where, notes)
        except WorkerUnfit:
            raise
        except Exception as bug:  # noqa: BLE001 - it must not end one worker after another
            _log.exception("Grading failed")
            return _failed(bug)

    def _claim(self) -> GradingClaim | None:
        with self.database.reading() as session:
            waiting = queue.editions_with_waiting(
                session
            ) | binding_trial_requests.editions_with_waiting_trials(session)
        if not waiting:
            return None
        if not waiting <= self.present_contexts().by_edition.keys() and self._may_look_again():
            with self.database.writing() as session:
                move_waiting_to_newest_editions(session)
            self._reload_contexts()
            self._say_what_is_lacking(waiting)
        with self.database.writing() as session:
            # Only what has a row is looked after by the others, should this one end.
            if session.get(Worker, self.seat.id) is None or not self.seat.held():
                raise _LeaseLost
            return queue.claim_next(session, self.seat.id, self.contexts.by_edition.keys())

    def _reload_contexts(self) -> None:
        self.contexts = GradingContextPool.of(self.database, self.sandbox, self.folders)

    def _note_unfit(self, edition: int, why: str) -> None:
        """Count that an edition could not be graded; after several times, set it aside.

        All files are read anew first, as one may have changed. An edition that is set aside is
        tried again whenever the worker looks for files that were not here.
        """
        self._reload_contexts()
        unfit = self._unfit.setdefault(edition, _EditionFailureCount())
        unfit.times += 1
        if why not in unfit.causes:
            unfit.causes.append(why)
            name, cause = self.contexts.names[edition], escape_to_one_line(why, 300)
            _log.warning("This worker could not grade %s: this machine %s", name, cause)
        for each, found in self._unfit.items():
            if found.times >= _MOST_UNFIT:
                self.contexts.set_aside(each)
                self._lacked = time.monotonic()

    def _may_look_again(self) -> bool:
        """Return whether it is time to look again for files that were not here.

        Other workers may go on without them.
        """
        if time.monotonic() - self._lacked < _LOOK_FOR_FILES:
            return False
        self._lacked = time.monotonic()
        return True

    def _say_what_is_lacking(self, waiting: Set[int]) -> None:
        for edition in sorted(waiting & self.contexts.lacking.keys()):
            _log.warning("This worker takes no gradings of %s", self.contexts.lacking[edition])

    def _give_back(self) -> None:
        with self.database.writing() as session:
            queue.return_to_queue(session, queue.gradings_of_worker(self.seat.id))

    def _look_around(self) -> None:
        if time.monotonic() - self._looked < _LOOK_AROUND:
            return
        self._looked = time.monotonic()
        with self.database.reading() as session:
            gone = self.seats.gone(session, session.scalars(select(Worker.id)).all())
        if gone:
            with self.database.writing() as session:
                queue.reap_dead_workers(session, self.seats)


def _failed(bug: Exception) -> GradingOutcome:
    said = escape_to_one_line(remove_folders_from_paths(str(bug)))
    return GradingOutcome(GradingState.FAILED, reason=f"{type(bug).__name__}: {said}")


def _about(claim: GradingClaim) -> dict[str, int]:
    return {"grading": claim.grading, "submission": claim.submission, "edition": claim.edition}


def run_worker(
    database: Database,
    sandbox: Sandbox,
    *,
    folders: Mapping[str, Path] = MappingProxyType({}),
    until_empty: bool = False,
) -> None:
    """Grade submissions until a signal asks this process to end, or until nothing waits.

    Args:
        folders: where courses are on this machine, by their short names, if not where they are at
            the server.

    Raises:
        KeyboardInterrupt: after everything has been given back.
        ServiceProblem: if the database has other tables than this program expects.
    """
    while True:
        try:
            _run_until_asked_to_end(database, sandbox, folders, until_empty=until_empty)
            return
        except _LeaseLost:
            _log.warning("The database has let go of this worker's seat; it takes a new one")
        except UNREACHABLE as problem:
            _log.warning(
                "The database does not answer; trying again: %s", first_line_of_error(problem)
            )
            time.sleep(_TRY_AGAIN)


def _run_until_asked_to_end(
    database: Database, sandbox: Sandbox, folders: Mapping[str, Path], *, until_empty: bool
) -> None:
    database.require_present_shape()
    seats = leases_of_database(database)
    worker = _Worker(database, sandbox, seats, seats.take(), folders)
    try:
        worker.enter()
        games = (database, sandbox.info.backend, worker.waits, worker.present_contexts)
        cups, ladders = TournamentWorker(*games), LadderWorker(*games)
        with _run_webhooks_and_trials(worker, until_empty=until_empty):
            while True:
                if until_empty and binding_trials.try_next_binding(database, worker.contexts):
                    continue
                if (
                    worker.step()
                    or similarity_jobs.carry_out_next_comparison(database, folders, worker.step)
                    or cups.work(worker.seat.id, at_once=until_empty)
                    or ladders.work(worker.seat.id, at_once=until_empty)
                ):
                    continue
                if until_empty:
                    break
                time.sleep(_EVERY)
    finally:
        worker.leave()


@contextlib.contextmanager
def _run_webhooks_and_trials(worker: _Worker, *, until_empty: bool) -> Iterator[None]:
    """Send webhooks and scores and try bindings in threads, unless the worker ends with the queue.

    A person waits for a trial, which takes a second or two: it does not wait for a grading.
    """
    if until_empty:
        yield
        return
    platforms = PlatformClient(worker.database)
    with (
        webhooks.send_in_background(worker.database),
        repeat_in_thread(
            lambda: make_line_item_or_send_score(platforms) or read_due_roster(platforms),
            "LTI",
            _SERVE_PLATFORMS,
        ),
        repeat_in_thread(
            lambda: binding_trials.try_next_binding(worker.database, worker.contexts),
            "trials",
            _EVERY,
        ),
    ):
        yield

"""Works for ladders in a worker that has nothing to grade, in a process beside it.

As soon as a submission waits that no idle worker takes, the process is ended and its pair of games
given back: a grading never waits for a game, and no game runs beside a grading of the same worker.
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.jobs.grading_context import GradingContext
from grader.model.escape import escape_to_one_line
from grader.model.report_views import remove_folders_from_paths
from grader.service import staff_bindings
from grader.service.data.ladder_tables import Ladder, LadderEntry, LadderPair
from grader.service.data.tables import AssignmentEdition, Submission
from grader.service.ladder import work_queue
from grader.service.ladder.entries import enter_agents
from grader.service.ladder.ladder_process import (
    AgentsRequest,
    AssignmentPlace,
    LadderAnswer,
    PairRequest,
    RateRequest,
    Request,
    RequestedPlayer,
)
from grader.service.ladder.work_queue import LadderJob, LadderJobKind
from grader.service.worker.idle_work import (
    GradingWaits,
    IdleWork,
    ProcessFailed,
    raise_if_grading_waits,
    run_module_while_idle,
)

_log = logging.getLogger(__name__)

_PAUSE = 60.0
"""Seconds for which a worker leaves ladders alone after a failure."""
_SECONDS = 7200.0
"""By the clock, within which a pair of games has to end."""
_MODULE = "grader.service.ladder.ladder_process"


class LadderWorker(IdleWork):
    """The part of a worker that works for ladders."""

    look_every = 5.0

    def is_any_due(self, session: Session) -> bool:
        """Return whether a ladder runs."""
        return bool(work_queue.running_ladders(session))

    def carry_out_next(self, worker: str, here: Mapping[int, GradingContext]) -> bool:
        """Carry out the next job, and return whether there was one."""
        began = time.monotonic()
        with self.database.writing() as session:
            job = work_queue.take_job(session, worker, here.keys())
        if job is None:
            return False
        course = here[job.edition].assignment.course
        try:
            self._carry_out(job, course)
            self._not_before = 0.0
        except GradingWaits:
            _log.info("a ladder's work is broken off for a grading", extra={"ladder": job.ladder})
            with self.database.writing() as session:
                work_queue.break_off_pair(session, job)
        except (ProcessFailed, msgspec.MsgspecError, OSError) as problem:
            reason = escape_to_one_line(remove_folders_from_paths(str(problem)[-1000:]), 300)
            _log.warning("A ladder's work failed: %s", reason)
            with self.database.writing() as session:
                work_queue.fail_pair(session, job, reason)
            self._not_before = began + _PAUSE
        return True

    def _carry_out(self, job: LadderJob, course: Path) -> None:
        match job.task:
            case LadderJobKind.LIST_AGENTS:
                answer = self._answer(AgentsRequest(self._place(job, course)))
                with self.database.writing() as session:
                    if (ladder := session.get(Ladder, job.ladder)) is not None:
                        enter_agents(session, ladder, job.edition, answer.agents)
            case LadderJobKind.RATE:
                with self.database.reading() as session:
                    pairs = work_queue.points_of_pairs(session, job.ladder, job.edition)
                answer = self._answer(RateRequest(pairs))
                with self.database.writing() as session:
                    work_queue.store_ratings(session, job, len(pairs), answer.strengths)
            case LadderJobKind.PLAY:
                self._play(job, course)

    def _play(self, job: LadderJob, course: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="grader-") as folder:
            request, entries = self._request(job, course, Path(folder))
            if request is None:  # one of both was deleted meanwhile
                return
            answer = self._answer(request)
        with self.database.writing() as session:
            work_queue.store_entry_problems(
                session, job, dict(zip(entries, answer.problems, strict=True))
            )
            if answer.games:
                work_queue.finish_pair(session, job, answer.points, answer.games, answer.replays)

    def _request(
        self, job: LadderJob, course: Path, folder: Path
    ) -> tuple[PairRequest | None, tuple[int, ...]]:
        """Return the request to play a pair, with files in ``folder``, and both entries."""
        with self.database.reading() as session:
            pair = session.get(LadderPair, job.pair)
            if pair is None:
                return None, ()
            ids = (pair.first_id, pair.second_id)
            players = []
            for entry in ids:
                own = session.get_one(LadderEntry, entry)
                path = folder / str(entry)
                if own.submission_id is not None:
                    path.mkdir()
                    path /= self._write(own.submission_id, path)
                players.append(RequestedPlayer(
                    str(entry),
                    str(path) if own.submission_id is not None else "",
                    own.player.agent,
                    {} if own.submission_id is None
                    else staff_bindings.binding_lines(session, own.submission_id),
                    own.problem is not None,
                ))  # fmt: skip
            seconds = session.get_one(Ladder, job.ladder).seconds
        return PairRequest(
            self._place(job, course), (players[0], players[1]), self.sandbox, pair.seed, seconds
        ), ids

    def _write(self, submission: int, folder: Path) -> str:
        """Write a submission's file into a folder, and return its name."""
        with self.database.reading() as session:
            name, content = session.execute(
                select(Submission.filename, Submission.content).where(Submission.id == submission)
            ).one()
        (folder / name).write_bytes(content)
        return str(name)

    def _place(self, job: LadderJob, course: Path) -> AssignmentPlace:
        with self.database.reading() as session:
            edition = session.get_one(AssignmentEdition, job.edition)
        return AssignmentPlace(str(course), edition.assignment, edition.digest)

    def _answer(self, request: Request) -> LadderAnswer:
        found = run_module_while_idle([_MODULE], self._look, _SECONDS, msgspec.json.encode(request))
        return msgspec.json.decode(found, type=LadderAnswer)

    def _look(self) -> bool:
        raise_if_grading_waits(self.waits)
        return False

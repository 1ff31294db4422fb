"""Plays tournaments in a worker that has nothing to grade, with ``grade tournament`` in a process.

What it has played is kept in the database every few seconds, and goes into a folder again when a
worker goes on: the command itself finds there what it need not play.
"""

from __future__ import annotations

import io
import logging
import tempfile
import time
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.jobs.bindings_toml import bindings_path, quote_for_toml
from grader.jobs.grading_context import GradingContext
from grader.model.escape import escape_to_one_line
from grader.model.report_views import remove_folders_from_paths
from grader.service import staff_bindings
from grader.service.data.ladder_tables import CourseTournament
from grader.service.data.tables import AssignmentEdition, Person, Submission
from grader.service.ladder import tournament_store
from grader.service.submission_that_counts import decide_for_course
from grader.service.worker.idle_work import (
    GradingWaits,
    IdleWork,
    ProcessFailed,
    raise_if_grading_waits,
    run_module_while_idle,
)
from grader.tournament.game_store import NAME

_log = logging.getLogger(__name__)

_KEEP = 30.0
"""Seconds between two times that games are kept."""
_SECONDS = 7 * 86400.0
"""By the clock, within which a tournament has to end without being broken off."""
_MOST_PAGES = 2000
"""Games up to which each has a page of its own in the archive."""


class _Stopped(Exception):
    """The error of a tournament that somebody has stopped."""


class TournamentWorker(IdleWork):
    """The part of a worker that plays tournaments."""

    look_every = 1.0

    def is_any_due(self, session: Session) -> bool:
        """Return whether a tournament waits."""
        return tournament_store.is_tournament_waiting(session)

    def carry_out_next(self, worker: str, here: Mapping[int, GradingContext]) -> bool:
        """Play the next tournament, or go on with it; return whether there was one."""
        with self.database.writing() as session:
            found = tournament_store.take_tournament(session, worker, here.keys())
        if found is None:
            return False
        taken, edition = found
        try:
            self._play(taken, edition, here[edition.id].assignment.course)
        except GradingWaits:
            _log.info("a tournament is broken off for a grading", extra={"tournament": taken.id})
            with self.database.writing() as session:
                tournament_store.requeue_tournament(session, taken)
        except _Stopped:
            _log.info("a tournament was stopped", extra={"tournament": taken.id})
        except (ProcessFailed, OSError) as problem:
            last = remove_folders_from_paths(str(problem)).rpartition("grade: ")[2]
            reason = escape_to_one_line(last, 300)
            _log.warning("A tournament failed: %s", reason)
            with self.database.writing() as session:
                tournament_store.fail_tournament(session, taken, reason)
        return True

    def _play(self, taken: CourseTournament, edition: AssignmentEdition, course: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="grader-") as folder:
            players, out = Path(folder, "players"), Path(folder, "played")
            self._write_players(edition, players)
            out.mkdir()
            file = out / NAME
            with self.database.reading() as session:
                games = session.scalars(
                    select(CourseTournament.games).where(CourseTournament.id == taken.id)
                ).one()
            file.write_bytes(zlib.decompress(games) if games else b"")
            kept_at = time.monotonic()

            def look() -> bool:
                nonlocal kept_at
                if time.monotonic() - kept_at > _KEEP:
                    kept_at = time.monotonic()
                    self._keep(taken, file)
                raise_if_grading_waits(self.waits)
                return False

            command = [
                "grader", "tournament", str(players), "--with", "all", "--out", str(out),
                "--assignment", edition.assignment, "--course", str(course), "--jobs", "1",
                "--sandbox", self.sandbox, "--pairs", str(taken.pairs),
                *(["--time", f"{taken.seconds:g}"] if taken.seconds else []),
            ]  # fmt: skip
            try:
                run_module_while_idle(command, look, _SECONDS)
            finally:
                self._keep(taken, file)
            with self.database.writing() as session:
                tournament_store.finish_tournament(session, taken, _archive(out))

    def _keep(self, taken: CourseTournament, file: Path) -> None:
        """Keep what has been played; raise _Stopped if nobody wants it any more."""
        whole, end, _ = file.read_bytes().rpartition(b"\n")
        # Before the transaction, which nobody else may write beside.
        games = zlib.compress(whole + end)
        with self.database.writing() as session:
            if not tournament_store.store_played_games(
                session, taken, games, whole.count(b"\n") + len(end)
            ):
                raise _Stopped

    def _write_players(self, edition: AssignmentEdition, folder: Path) -> None:
        """Write each submission that counts under the login of who handed it in.

        Raises:
            ProcessFailed: if none counts.
        """
        folder.mkdir()
        with self.database.reading() as session:
            found = decide_for_course(session, edition.course_id, assignment=edition.assignment)
            for number in sorted({each.submission for each in found.values() if each.counts}):
                login, filename, content = session.execute(
                    select(Person.login, Submission.filename, Submission.content)
                    .join(Person, Person.id == Submission.person_id)
                    .where(Submission.id == number)
                ).one()
                suffix = filename.rpartition(".")[2].lower()
                file = folder / f"{login}.{suffix}"
                file.write_bytes(content)
                # How people say that it is called stands beside it, where the command looks.
                lines = [
                    f"{role} = {quote_for_toml(line)}\n"
                    for role, line in staff_bindings.binding_lines(session, number).items()
                ]
                if lines:
                    bindings_path(file).write_text("".join(lines), "utf-8")
        if not any(folder.iterdir()):
            raise ProcessFailed("no submission counts yet")


def _archive(folder: Path) -> bytes:
    """Return the files of a folder as a ZIP archive; without pages of games if these are many."""
    paths = sorted(each for each in folder.rglob("*") if each.is_file())
    pages = folder / "games"
    if sum(pages in each.parents for each in paths) > _MOST_PAGES:
        paths = [each for each in paths if pages not in each.parents]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in paths:
            archive.write(each, each.relative_to(folder))
    return made.getvalue()

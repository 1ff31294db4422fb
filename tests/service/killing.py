"""Kills the server and its workers at random while a course hands in, and looks for what is amiss.

    python -m tests.service.killing --submissions 800 --kills 100
    python -m tests.service.killing --database postgresql

With PostgreSQL, processes of the database are killed as well, upon which all of it starts anew.
Everything that was acknowledged has to be graded once, with the report of an undisturbed run.

Then it kills half as often while receipts and scores are on their way. Each has to arrive once.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import httpx2
import psycopg
from sqlalchemy import Select, select
from sqlalchemy.orm import joinedload

from grader.model.report import Report
from grader.render.report_json import loads
from grader.service.auth import auth_secrets
from grader.service.data.database import UNREACHABLE
from grader.service.data.tables import Grading, GradingState, SecretKind, StoredReport, Worker
from grader.service.queue.live_workers import leases_of_database
from grader.service.server_process import DATABASE
from tests.service import postgresql
from tests.service.deliveries import Deliveries, DeliveryFindings, followed
from tests.service.empty import Empty, EmptyFile, EmptyInCluster
from tests.service.ports import free_port
from tests.service.scene import RIGHT, WRONG, Scene

_STUDENTS = 20
_PATIENCE = 1800.0
"""Seconds for all of it. Only a machine that hangs takes so long."""
_Seen = TypeVar("_Seen")
_ASSIGNMENT = "/api/v1/courses/demo/assignments/demo/submissions"


@dataclass
class Findings:
    """What was seen. Nothing may be lost, twice or other.

    Attributes:
        lost: keys that were acknowledged and have no report.
        twice: keys with more than one submission, grading or report.
        other: keys whose report is not the one of an undisturbed run.
        losses: how often a grading began anew because its worker was gone.
    """

    accepted: int = 0
    kills: int = 0
    losses: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    deliveries: DeliveryFindings = field(default_factory=DeliveryFindings)


def content(number: int) -> bytes:
    """What is handed in as that number: right and wrong in turn, no two alike, none quick."""
    busy = f"for NUMBER in range({3_000_000 + number}):\n    pass\n"
    return (RIGHT, WRONG)[number % 2] + busy.encode()


def trial(folder: Path, empty: Empty, submissions: int, kills: int, seed: int) -> Findings:
    """Hand in so many, and kill so often meanwhile."""
    scene = Scene.made(folder, empty)
    people = [scene.person(f"student{number}") for number in range(_STUDENTS)]
    with scene.database.writing() as session:
        keys = [
            auth_secrets.issue_secret(session, each.id, SecretKind.API, scopes="submit")
            for each in people
        ]
    cluster = empty.cluster if isinstance(empty, EmptyInCluster) else None
    acknowledged: dict[int, str] = {}
    with followed(scene, people) as deliveries:
        site = _Site(scene, random.Random(seed), cluster, deliveries)

        def hand_in() -> None:
            for number in range(submissions):
                acknowledged[number] = site.submit(number, keys[number % _STUDENTS])

        students = threading.Thread(target=hand_in)
        with site.running():
            students.start()
            killed = 0
            while killed < kills and (worker := site.busy_worker(students)):
                time.sleep(site.chance.uniform(0.0, 0.1))
                killed += site.kill(worker)
            students.join()
            site.wait()
            killed += site.kill_senders(kills // 2)
        findings = _findings(scene, acknowledged, _undisturbed(folder, empty))
        findings.deliveries = deliveries.findings()
    findings.kills = killed
    scene.database.close()
    return findings


@dataclass
class _Site:
    scene: Scene
    chance: random.Random
    cluster: postgresql.Cluster | None
    deliveries: Deliveries
    port: int = field(default_factory=free_port)
    _server: subprocess.Popen[bytes] | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        self._start()
        try:
            yield
        finally:
            self._end()

    def _end(self) -> None:
        assert self._server is not None
        self._server.terminate()
        self._server.wait()

    def _start(self) -> None:
        command = [sys.executable, "-P", "-m", "grader", "serve", "--as", "demo", "--workers", "2"]
        self._server = subprocess.Popen(
            [
                *command,
                *("--course", str(self.scene.folder / "course"), "--port", str(self.port)),
                *("--mail", str(self.deliveries.settings)),
            ],
            env={**os.environ, DATABASE: self.scene.database.url},
            stderr=subprocess.DEVNULL,
        )

    def _supervise(self) -> None:
        """Start the server anew if it ended by itself, as whatever watches over it would.

        It cannot begin while the database starts anew after one of its processes was killed.
        """
        if self._server is not None and self._server.poll() is not None:
            self._start()

    def busy_worker(self, students: threading.Thread) -> int:
        """Wait until one is grading; its process, or 0 if everything has been graded."""
        while True:
            self._supervise()
            ended = not students.is_alive()
            alive = _patiently(self._busy)
            if alive:
                return self.chance.choice(alive)
            if ended and _patiently(self.is_over):
                return 0
            time.sleep(0.02)

    def _busy(self) -> list[int]:
        return self._alive(
            select(Worker.id, Worker.pid)
            .join(Grading, Grading.worker == Worker.id)
            .where(Grading.state == GradingState.RUNNING)
        )

    def _alive(self, workers: Select[tuple[str, int]]) -> list[int]:
        with self.scene.database.reading() as session:
            found = session.execute(workers).all()
            gone = leases_of_database(self.scene.database).gone(
                session, [seat for seat, _ in found]
            )
        return [pid for seat, pid in found if seat not in gone]

    def is_over(self) -> bool:
        """Whether nothing waits any more."""
        with self.scene.database.reading() as session:
            return all(GradingState(state).over for state in session.scalars(select(Grading.state)))

    def kill(self, worker: int) -> bool:
        """Kill it, the server or a process of the database; whether it was alive."""
        assert self._server is not None
        victim = self.chance.choice([self._server.pid, worker, worker, *self._backend()])
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:  # it was one that others have not yet noticed to be gone
            return False
        if victim == self._server.pid:
            self._server.wait()
            self._start()
        return True

    def kill_senders(self, kills: int) -> int:
        """Kill so often while mails and scores arrive, until all have; how often it was.

        What waits for the end of a lease is due as soon as nobody is left who could be sending.
        """
        killed = seen = 0
        self._begin_later()
        for _ in self._moments():
            before, seen = seen, self.deliveries.arrived
            if killed < kills and seen > before:
                time.sleep(self.chance.uniform(0.0, 0.02))
                alive = _patiently(lambda: self._alive(select(Worker.id, Worker.pid)))
                if alive and self.kill(self.chance.choice(alive)):
                    killed += 1
                    self._begin_later()
            if _patiently(self.deliveries.is_over):
                break
        return killed

    def _begin_later(self) -> None:
        """End the server, and start it anew an hour later."""
        self._end()
        _patiently(self.deliveries.let_time_pass)
        self._start()

    def _backend(self) -> list[int]:
        """One process of the database, if one can be killed."""
        try:
            backends = [] if self.cluster is None else self.cluster.backends()
        except psycopg.OperationalError:  # it is starting anew
            return []
        return [self.chance.choice(backends)] if backends else []

    def submit(self, number: int, token: str) -> str:
        """Hand in until it is acknowledged, as a client does; the submission's key."""
        key = f"number {number}"
        headers = {"authorization": f"Bearer {token}", "idempotency-key": key}
        began = time.monotonic()
        while time.monotonic() - began < _PATIENCE:
            try:
                answer = httpx2.post(
                    f"http://127.0.0.1:{self.port}{_ASSIGNMENT}",
                    files={"file": ("mine.py", content(number))}, headers=headers, timeout=60,
                )  # fmt: skip
            except httpx2.TransportError:
                time.sleep(0.2)
                continue
            if answer.status_code == 201:
                return key
            if answer.status_code not in {429, 503}:
                raise AssertionError(answer.text)
            time.sleep(1)
        raise AssertionError("The service does not come back.")

    def wait(self) -> None:
        """Until nothing waits any more."""
        for _ in self._moments():
            if _patiently(self.is_over):
                return

    def _moments(self) -> Iterator[None]:
        """Moments at which to look, while the server is kept running.

        Raises:
            AssertionError: if there are too many of them.
        """
        began = time.monotonic()
        while time.monotonic() - began < _PATIENCE:
            self._supervise()
            yield
            time.sleep(0.01)
        raise AssertionError("Something waits for ever.")


def _patiently(look: Callable[[], _Seen]) -> _Seen:
    """What somebody sees who waits until the database answers."""
    began = time.monotonic()
    while time.monotonic() - began < _PATIENCE:
        try:
            return look()
        except UNREACHABLE:
            time.sleep(0.1)
    raise AssertionError("The database does not come back.")


def _undisturbed(folder: Path, empty: Empty) -> list[object]:
    """What reports of right and wrong submissions say in peace."""
    scene = Scene.made(folder / "peace", empty)
    person = scene.person("ada")
    ids = [scene.hand_in(person, text, "mine.py") for text in (RIGHT, WRONG)]
    scene.work()
    found = []
    for each in ids:
        with scene.database.reading() as session:
            found.append(_said(session.get_one(StoredReport, scene.grading(each).id).text))
    scene.database.close()
    return found


def _said(text: str) -> object:
    """What a report says of a submission: all of it but digest and times."""
    report: Report = loads(text)
    return (
        report.path, report.assignment, report.complete, report.errors, report.load_notes,
        [
            (task.id, task.score, task.verdict, [
                (test.id, test.score, test.verdict, [
                    (case.id, case.verdict, case.message, case.expected, case.actual)
                    for case in test.cases
                ])
                for test in task.tests
            ])
            for task in report.tasks
        ],
    )  # fmt: skip


def _findings(scene: Scene, acknowledged: dict[int, str], right: list[object]) -> Findings:
    findings = Findings(accepted=len(acknowledged))
    with scene.database.reading() as session:
        gradings = session.scalars(select(Grading).options(joinedload(Grading.submission))).all()
        reports = {each.grading_id: each.text for each in session.scalars(select(StoredReport))}
    findings.losses = sum(grading.losses for grading in gradings)
    by_key: dict[str, list[Grading]] = {}
    for grading in gradings:
        by_key.setdefault(grading.submission.key, []).append(grading)
    for number, key in acknowledged.items():
        own = by_key.pop(f"api {key}", [])
        if not own or own[0].state != GradingState.DONE or own[0].id not in reports:
            findings.lost.append(key)
        elif len(own) > 1:
            findings.twice.append(key)
        elif _said(reports[own[0].id]) != right[number % 2]:
            findings.other.append(key)
    findings.twice += by_key
    return findings


def main() -> None:
    """Do it, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.service.killing", description=__doc__)
    for name, number in (("--submissions", 800), ("--kills", 100), ("--seed", 0)):
        parser.add_argument(name, type=int, default=number)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    options = parser.parse_args()
    with ExitStack() as until_the_end:
        folder = Path(until_the_end.enter_context(tempfile.TemporaryDirectory()))
        empty: Empty
        if options.database == "sqlite":
            empty = EmptyFile(folder / "empty")
        else:
            empty = EmptyInCluster(until_the_end.enter_context(postgresql.running(safe=True)))
        began = time.monotonic()
        found = trial(folder / "trial", empty, options.submissions, options.kills, options.seed)
    print(  # noqa: T201 - this is a program
        f"{options.database}: {found.accepted} accepted, {found.kills} kills, "
        f"{found.losses} begun anew: "
        f"{len(found.lost)} lost, {len(found.twice)} twice, {len(found.other)} with another "
        f"report. {found.deliveries.mails} mails, {found.deliveries.scores} scores: "
        f"{len(found.deliveries.lost)} lost, {len(found.deliveries.twice)} twice, "
        f"{found.deliveries.repeated} mails again with the same number; "
        f"{time.monotonic() - began:.0f} s"
    )


if __name__ == "__main__":
    main()

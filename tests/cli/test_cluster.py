"""``grade batch --cluster`` with schedulers and workers of Dask as processes of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.batch.scene import written
from tests.cli.process import ROOT, adopting, command, environment, sentence
from tests.cli.test_batch import summary, without_times

pytestmark = pytest.mark.slow

QUICK = ("--assignment", "ps2", "--task", "5.1", "--sandbox", "none")
"""What needs no sandbox, because something else is tested."""


@contextmanager
def part(folder: Path, *arguments: str, **changes: str) -> Iterator[subprocess.Popen[bytes]]:
    """A scheduler or worker in a folder of its own, which ends with the context."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
            cwd=folder,
            env=environment({"DASK_TEMPORARY_DIRECTORY": str(folder), **changes}),
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(60)


class Dask:
    """A scheduler and its workers."""

    def __init__(self, folder: Path, parts: ExitStack, *options: str, **changes: str) -> None:
        self._folder = folder
        self._parts = parts
        self._workers = 0
        contacts = folder / "scheduler.json"
        self.scheduler = parts.enter_context(
            part(
                folder / "scheduler", "scheduler", "--host", "127.0.0.1", "--port", "0",
                "--scheduler-file", str(contacts), *options, **changes,
            )
        )  # fmt: skip
        while not contacts.exists() or not contacts.read_text().endswith("}"):
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address: str = json.loads(contacts.read_text())["address"]

    def work(self, *options: str, **changes: str) -> subprocess.Popen[bytes]:
        """One more worker of one thread; without the process that would replace it."""
        self._workers += 1
        folder = self._folder / f"worker-{self._workers}"
        return self._parts.enter_context(
            part(
                folder, "worker", self.address, "--nthreads", "1", "--no-nanny", *options, **changes
            )
        )


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    # Dask's processes have children of their own, which may end a little later than they do.
    with adopting(), ExitStack() as parts:
        yield Dask(tmp_path / "dask", parts)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def course(folder: Path, size: int = 8, seconds: float = 0.0) -> Path:
    """Programs that take so long to load, no two the same."""
    text = (
        f"import time\ntime.sleep({seconds})\n"
        "def improved_evaluate(board):\n    raise NotImplementedError\n"
    )
    return written(folder, {f"s{number}.py": f"# {number}\n{text}" for number in range(size)})


def batch(*arguments: str | Path, **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command("batch", *arguments),
        env=environment(changes),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def reports(out: Path) -> dict[str, Any]:
    return {
        path.stem: without_times(json.loads(path.read_text()))
        for path in (out / "json").glob("*.json")
    }


@pytest.mark.bubblewrap
def test_reports_are_those_of_this_machine(dask: Dask, tmp_path: Path, out: Path) -> None:
    for _ in range(2):
        dask.work()
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for name in ("alice.py", "classic_mistakes.py", "notebook.ipynb", "syntax_error.py"):
        shutil.copy(ROOT / "submissions" / name, inbox)
    arguments = (inbox, "-a", "ps2", "--task", "1.3", "--task", "5.1", "--no-cache")
    assert batch(*arguments, "--out", tmp_path / "here").returncode == 0
    result = batch(*arguments, "--out", out, "--cluster", dask.address)
    assert result.returncode == 0, result.stderr
    assert len(reports(out)) == 4
    assert reports(out) == reports(tmp_path / "here")


def test_a_second_run_needs_no_cluster(dask: Dask, tmp_path: Path, out: Path) -> None:
    dask.work()
    arguments = (course(tmp_path / "inbox", 3), "--out", out, *QUICK, "--cluster")
    assert batch(*arguments, dask.address).returncode == 0
    assert batch(*arguments, "tcp://127.0.0.1:9").returncode == 0
    assert summary(out)["graded"] == 0


def other_files(folder: Path) -> Path:
    """The grader with another hidden test."""
    for name in ("grader", "hidden_tests", "reference"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "hidden_tests" / "ps2" / "more.json").write_text("{}")
    return folder


OTHER = "is left out: it has other hidden tests of ps2; bring the same files there\n"


def test_who_has_other_tests_is_left_out(dask: Dask, tmp_path: Path, out: Path) -> None:
    """It refuses at once, but gets nothing even if there is nobody else."""
    other = other_files(tmp_path / "other")
    inbox = course(tmp_path / "inbox", seconds=0.5)
    dask.work(PYTHONPATH=str(other))
    doomed = dask.work()
    running = started(inbox, out, dask)
    said = read_until(running, OTHER)
    doomed.kill()
    said += read_until(running, "no fit worker of ")
    dask.work()
    said += rest_of(running)
    assert running.returncode == 0, said
    assert said.count("is left out") == 1
    assert (len(reports(out)), summary(out)["internal_errors"]) == (8, 0)


def test_a_worker_that_is_given_the_right_files_is_fit(
    dask: Dask, tmp_path: Path, out: Path
) -> None:
    """Although it has read the others before."""
    other = other_files(tmp_path / "other")
    dask.work(PYTHONPATH=str(other))
    arguments = (course(tmp_path / "inbox", 2), "--out", out, *QUICK, "--cluster", dask.address)
    assert batch(*arguments).returncode == 3
    (other / "hidden_tests" / "ps2" / "more.json").unlink()
    result = batch(*arguments)
    assert result.returncode == 0, result.stderr
    assert len(reports(out)) == 2


def test_when_nobody_is_fit_nothing_is_graded(dask: Dask, tmp_path: Path, out: Path) -> None:
    nowhere = written(tmp_path / "nowhere", {"grader/__init__.py": ""})
    dask.work(PYTHONPATH=str(nowhere))
    result = batch(course(tmp_path / "inbox"), "--out", out, *QUICK, "--cluster", dask.address)
    assert result.returncode == 3
    assert "cannot import grader.jobs; install the grader there" in result.stderr
    assert f"grade: No worker of {dask.address} is fit for this work.\n" in result.stderr
    assert not reports(out)


def test_a_worker_that_is_killed_costs_nothing(dask: Dask, tmp_path: Path, out: Path) -> None:
    doomed = dask.work()
    running = started(course(tmp_path / "inbox", seconds=0.5), out, dask)
    doomed.kill()  # with something in hand, because there is nobody else
    dask.work()
    _, said = running.communicate(timeout=300)
    assert running.returncode == 0, said
    assert (len(reports(out)), summary(out)["internal_errors"]) == (8, 0)


def test_without_its_scheduler_it_ends_and_goes_on_later(tmp_path: Path, out: Path) -> None:
    inbox = course(tmp_path / "inbox", seconds=0.5)
    with adopting(), ExitStack() as parts:
        first = Dask(tmp_path / "first", parts)
        first.work()
        running = started(inbox, out, first)
        first.scheduler.kill()
        _, said = running.communicate(timeout=300)
        assert running.returncode == 3
        gone = f"grade: The Dask scheduler at {first.address} is gone, and its workers end with it"
        assert f"{gone}. Start both again, then run the same command" in said
        second = Dask(tmp_path / "second", parts)
        second.work()
        before = len(reports(out))
        assert batch(inbox, "--out", out, *QUICK, "--cluster", second.address).returncode == 0
    assert 0 < before < 8
    assert (len(reports(out)), summary(out)["graded"]) == (8, 8 - before)


def read_until(running: subprocess.Popen[str], sentence: str) -> str:
    """What a batch says, up to the line with ``sentence``."""
    assert running.stderr is not None
    said = ""
    while sentence not in said:
        line = running.stderr.readline()
        assert line, said
        said += line
    return said


def rest_of(running: subprocess.Popen[str]) -> str:
    """What a batch says after that, until it has ended.

    ``communicate`` would miss the lines that were read from the pipe together with the last one.
    """
    assert running.stderr is not None
    with running.stderr:
        said = running.stderr.read()
    running.wait(timeout=300)
    return said


def started(inbox: Path, out: Path, dask: Dask) -> subprocess.Popen[str]:
    """A batch of which one hand-in is done."""
    running = subprocess.Popen(
        command("batch", inbox, "--out", out, *QUICK, "--cluster", dask.address),
        env=environment({}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    while running.poll() is None and not reports(out):
        time.sleep(0.05)
    assert running.poll() is None
    return running


def test_one_that_is_started_here(tmp_path: Path, out: Path) -> None:
    inbox = course(tmp_path / "inbox", 4)
    with adopting():
        result = batch(inbox, "--out", out, *QUICK, "--cluster", "local", "--jobs", "2")
    assert result.returncode == 0, result.stderr
    assert len(reports(out)) == 4
    # What Dask's own parts say to each other is not among it.
    warning, *progress, said = result.stderr.splitlines()
    assert warning.startswith("WARNING: no sandbox.")
    assert all(re.match(r"grade: \d of 4  ", line) for line in progress), result.stderr
    assert said.startswith("grade: the results are in")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_one_that_was_started_here(
    tmp_path: Path, out: Path, number: signal.Signals
) -> None:
    inbox = course(tmp_path / "inbox", seconds=0.5)
    with adopting():
        running = subprocess.Popen(
            command("batch", inbox, "--out", out, *QUICK, "--cluster", "local", "--jobs", "1"),
            env=environment({}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )
        while running.poll() is None and not reports(out):
            time.sleep(0.05)
        os.killpg(running.pid, number)  # as a terminal does
        _, said = running.communicate(timeout=300)
    assert running.returncode == 3
    assert said.rstrip().endswith("hand-ins; the same command goes on from here.")
    assert "Traceback" not in said


@pytest.mark.parametrize("address", ["head", "tcp://head", "ftp://head:8786", "", "tcp://a b:1"])
def test_what_is_no_address(tmp_path: Path, out: Path, address: str) -> None:
    result = batch(course(tmp_path / "inbox"), "--out", out, "--cluster", address)
    assert result.returncode == 2
    assert "is not the address of a scheduler" in " ".join(result.stderr.split())


@pytest.mark.bubblewrap
def test_no_scheduler_there(tmp_path: Path, out: Path) -> None:
    arguments = ("--out", out, "-a", "ps2", "--task", "5.1", "--cluster", "tcp://127.0.0.1:9")
    inbox = course(tmp_path / "inbox", 1)
    said = sentence(batch(inbox, *arguments, "--sandbox", "bubblewrap"), 3)
    assert said.startswith("No Dask scheduler answers at tcp://127.0.0.1:9: ")
    assert said.endswith("Start one with: dask scheduler")


def test_a_cluster_with_certificates_of_its_own(tmp_path: Path, out: Path) -> None:
    made = subprocess.run(
        command("admin", "certificates", tmp_path / "tls"),
        env=environment({}), capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert f"export DASK_CONFIG={tmp_path}/tls/dask.yaml" in made.stdout
    inbox = course(tmp_path / "inbox", 2)
    with adopting(), ExitStack() as parts:
        configured = {"DASK_CONFIG": str(tmp_path / "tls" / "dask.yaml")}
        dask = Dask(tmp_path / "dask", parts, "--protocol", "tls", **configured)
        assert dask.address.startswith("tls://")
        dask.work(**configured)
        asked = (inbox, "--out", out, *QUICK, "--cluster")
        plain = dask.address.replace("tls://", "tcp://")
        for address, said in (
            (dask.address, "needs certificates, and the Dask configuration here names none"),
            (plain, f"at {plain} speaks TLS: name {dask.address}"),
        ):
            refused = batch(*asked, address)
            assert refused.returncode == 3
            assert said in refused.stderr
            assert "Traceback" not in refused.stderr
        done = batch(*asked, dask.address, **configured)
        assert done.returncode == 0, done.stderr
    assert len(reports(out)) == 2

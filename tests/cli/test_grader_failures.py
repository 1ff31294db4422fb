"""What ends or hinders the grader itself: one sentence, status 3, and nothing left behind."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.jobs.forked_worker import ASKED
from tests.cli.process import (
    LOOPING,
    OLD,
    ONLY,
    ROOT,
    SLEEPING,
    TWO_PARTS,
    Running,
    adopting,
    control_groups_of,
    run,
    untouched,
    verdicts,
    wait_for_the_end_of,
)

pytestmark = pytest.mark.bubblewrap

ALICE = ROOT / "submissions" / "alice.py"
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    path = tmp_path / "endless.py"
    path.write_text(SLEEPING)
    return path


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder for everything that a run may write, with the report of an earlier one in it."""
    path = tmp_path / "place"
    path.mkdir()
    (path / "report").write_text(OLD)
    return path


def grading(submission: Path, place: Path) -> Running:
    """A run of two parts, one of which would go on for long, that writes to ``place`` only.

    But for its cache, which is its own business.
    """
    folder = str(place)
    return Running(
        submission, *TWO_PARTS, "-o", place / "report", "-f", "json",
        HOME=folder, TMPDIR=folder, XDG_CACHE_HOME=str(place.parent),
    )  # fmt: skip


# Signals -------------------------------------------------------------------------------------

WORDS = {
    signal.SIGINT: "interrupted",
    signal.SIGTERM: "ended by SIGTERM",
    signal.SIGHUP: "ended by SIGHUP",
}


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("number", ENDING)
def test_a_signal_is_an_orderly_end(
    endless: Path, place: Path, number: signal.Signals, times: int
) -> None:
    """Also when the same signal, or a different one, comes again while everything is cleaned up."""
    with adopting():
        grading_ = grading(endless, place)
        for again in range(times):
            os.kill(grading_.process.pid, ENDING[(ENDING.index(number) + again) % 3])
        status, output, shown = grading_.end()
    assert len(grading_.below) >= 3
    assert (status, output) == (3, "")
    assert untouched(place)
    assert not control_groups_of(grading_.below)
    found = re.search(r"\r\x1b\[2Kgrade: (.*); no report was written\.\r\n$", shown)
    assert found
    # Of signals that wait at the same time, the system delivers the lowest number first.
    assert found[1] == WORDS[number] if times == 1 else found[1] in WORDS.values()


@pytest.mark.slow
def test_control_c_reaches_everybody_in_the_foreground(endless: Path, place: Path) -> None:
    with adopting():
        grading_ = grading(endless, place)
        os.killpg(grading_.process.pid, signal.SIGINT)
        status, output, shown = grading_.end()
    assert (status, output) == (3, "")
    assert shown.endswith("\r\x1b[2Kgrade: interrupted; no report was written.\r\n")
    assert untouched(place)
    assert not control_groups_of(grading_.below)


@pytest.mark.slow
def test_after_sigkill_nothing_survives_and_the_next_run_works(endless: Path, place: Path) -> None:
    with adopting() as ended:
        grading_ = grading(endless, place)
        worker, _ = grading_.the_one_at_work()
        grading_.process.kill()
        status, output, _ = grading_.end()
    assert (status, output) == (-signal.SIGKILL, "")
    assert ended[worker] == ASKED  # so that it had time for its sandbox
    assert untouched(place)
    assert not control_groups_of(grading_.below)
    assert run(ALICE, *ONLY, "-o", place / "report").returncode == 0
    assert "Score" in (place / "report").read_text()


@pytest.mark.slow
def test_what_is_ignored_stays_ignored(endless: Path, place: Path) -> None:
    """As with ``nohup``: a terminal that goes does not end the grading."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # which a new process inherits
    try:
        grading_ = grading(endless, place)
    finally:
        signal.signal(signal.SIGHUP, before)
    for number in (signal.SIGHUP, signal.SIGTERM):
        os.kill(grading_.process.pid, number)
    status, _, shown = grading_.end()
    assert status == 3
    assert shown.endswith("grade: ended by SIGTERM; no report was written.\r\n")


@pytest.mark.slow
def test_a_terminal_that_is_gone_ends_the_grading(endless: Path, place: Path) -> None:
    with adopting():
        before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup has everybody ignore it
        try:
            grading_ = grading(endless, place)
        finally:
            signal.signal(signal.SIGHUP, before)
        grading_.hang_up()
        os.kill(grading_.process.pid, signal.SIGHUP)
        assert grading_.process.wait(60) == 3
        grading_.process.communicate()
    assert untouched(place)


# Workers -------------------------------------------------------------------------------------


def first_worker(grading_: Running) -> int:
    while not (workers := grading_.workers):
        os.sched_yield()
    return workers[0]


@pytest.mark.slow
def test_a_worker_that_is_killed_is_replaced(place: Path) -> None:
    with adopting():
        grading_ = Running(ALICE, *TWO_PARTS, "-f", "json", until="grading")
        os.kill(first_worker(grading_), signal.SIGKILL)
        status, output, shown = grading_.end()
    assert status == 0
    assert verdicts(output) == {"1.3": "accepted", "3.1": "accepted"}
    assert json.loads(output)["errors"] == []
    assert shown.endswith("\r\x1b[2K")


def test_when_every_worker_is_killed_one_sentence_says_so(place: Path) -> None:
    """As on a machine that has run out of memory."""
    with adopting():
        grading_ = Running(ALICE, *TWO_PARTS, "-o", place / "report", until="grading")
        while grading_.process.poll() is None:
            for worker in grading_.workers:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
        status, output, shown = grading_.end()
    assert (status, output) == (3, "")
    assert shown.endswith(
        "\x1b[2Kgrade: nothing could be graded: two grading processes in a row were lost over it; "
        "the second was killed (SIGKILL); perhaps the machine ran out of memory.\r\n"
    )
    assert untouched(place)


@pytest.mark.slow
def test_a_worker_may_be_stopped_for_a_while() -> None:
    grading_ = Running(ALICE, *TWO_PARTS, "-f", "json", until="grading")
    worker = first_worker(grading_)
    os.kill(worker, signal.SIGSTOP)
    while b" T " not in (stat := Path(f"/proc/{worker}/stat").read_bytes()) and b" Z " not in stat:
        os.sched_yield()
    os.kill(worker, signal.SIGCONT)
    status, output, _ = grading_.end()
    assert status == 0
    assert verdicts(output) == {"1.3": "accepted", "3.1": "accepted"}


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_worker_that_was_stopped_ends_with_the_grader(
    endless: Path, place: Path, number: signal.Signals
) -> None:
    with adopting():
        grading_ = grading(endless, place)
        for worker in (workers := grading_.workers):
            os.kill(worker, signal.SIGSTOP)
        os.kill(grading_.process.pid, number)
        grading_.process.wait(60)
        if number is signal.SIGKILL:  # nobody is left who could wake them
            for worker in workers:
                os.kill(worker, signal.SIGCONT)
        status, _, _ = grading_.end()
    assert status == (3 if number is signal.SIGTERM else -number)
    assert untouched(place)
    assert not control_groups_of(grading_.below)


# Sandboxes -----------------------------------------------------------------------------------


@pytest.fixture
def breakable() -> Iterator[Path]:
    """A folder with a bwrap that works until somebody creates a file beside it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # root's sandboxes are started by other users
        (folder / "bwrap").write_text(
            f'#!/bin/sh\nif [ -e {folder}/broken ]; then echo "it broke" >&2; exit 1; fi\n'
            f'exec {shutil.which("bwrap")} "$@"\n'
        )
        (folder / "bwrap").chmod(0o755)
        yield folder


@pytest.mark.slow
def test_a_sandbox_that_is_killed_is_replaced(endless: Path) -> None:
    endless.write_text(LOOPING)
    with adopting():
        grading_ = Running(endless, *TWO_PARTS, "-f", "json")
        _, sandbox = grading_.the_one_at_work()
        os.kill(sandbox, signal.SIGKILL)
        status, output, _ = grading_.end()
    assert status == 0
    assert verdicts(output) == {"1.3": "accepted", "3.1": "time_limit_exceeded"}


@pytest.mark.slow
def test_a_sandbox_that_cannot_be_replaced_costs_only_what_needs_it(
    endless: Path, breakable: Path
) -> None:
    path = f"{breakable}:{os.environ['PATH']}"
    with adopting():
        grading_ = Running(endless, *TWO_PARTS, "-f", "json", PATH=path)
        _, sandbox = grading_.the_one_at_work()
        (breakable / "broken").touch()
        os.kill(sandbox, signal.SIGKILL)
        status, output, shown = grading_.end()
    assert status == 3
    found = verdicts(output)
    assert found["3.1"] == "internal_error"
    if len(os.sched_getaffinity(0)) > 1:  # with one core, one process does both, in some order
        assert found["1.3"] == "accepted"
    report = json.loads(output)
    assert not report["complete"]
    assert any("it broke" in error for error in report["errors"])
    assert "Traceback" not in shown


@pytest.mark.slow
def test_a_worker_that_is_killed_twice_costs_its_own_task_only(endless: Path) -> None:
    with adopting():
        grading_ = Running(endless, *TWO_PARTS, "-f", "json")
        for _ in range(2):
            worker, _ = grading_.the_one_at_work()
            ended = {worker: os.pidfd_open(worker)}
            os.kill(worker, signal.SIGKILL)
            wait_for_the_end_of(ended)
        status, output, _ = grading_.end()
    assert status == 3
    found = verdicts(output)
    assert found["3.1"] == "internal_error"
    assert found["1.3"] == "accepted"
    (error,) = json.loads(output)["errors"]
    assert error.startswith("3.1: two grading processes in a row were lost over it; ")

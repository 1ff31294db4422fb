"""``grade`` as a process of its own: terminals, pipes, signals, what is left behind."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

import grader

ROOT = Path(grader.__file__).parents[1]
ONLY = ("--task", "5.1")
SKELETON = "def improved_evaluate(board):\n    raise NotImplementedError\n"
ENDLESS = """
def transition(route):
    return [route[::-1], route[1:] + route[:1]]
def generate_valid_moves(board, player):
    while True:
        pass
"""


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "grader", *map(str, arguments)]


def environment(changes: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", **changes}


def run(*arguments: str | Path, **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        env=environment(changes),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    path = tmp_path / "student.py"
    path.write_text(SKELETON)
    return path


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """Both ends of a terminal; ours first."""
    ours, theirs = pty.openpty()
    try:
        yield ours, theirs
    finally:
        os.close(ours)


def shown_on(ours: int) -> str:
    """Everything that is written to a terminal until nobody has it open any more."""
    text = b""
    while True:
        try:
            data = os.read(ours, 1 << 16)
        except OSError:  # how Linux tells the end
            return text.decode()
        if not data:
            return text.decode()
        text += data


# Terminals -----------------------------------------------------------------------------------


@pytest.mark.bubblewrap
def test_progress_is_shown_on_a_terminal_and_wiped_in_the_end(submission: Path) -> None:
    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            command(submission, *ONLY, "-f", "json"),
            env=environment({}),
            stdout=subprocess.PIPE,
            stderr=theirs,
        )
        os.close(theirs)
        shown = shown_on(ours)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "grading student.py" in shown
    assert shown.endswith("\r\x1b[2K")
    assert "\n" not in shown
    assert json.loads(out)["tasks"][0]["id"] == "5.1"


@pytest.mark.bubblewrap
def test_no_progress_without_a_terminal(submission: Path) -> None:
    result = run(submission, *ONLY, "-f", "json")
    assert result.returncode == 0
    assert result.stderr == ""
    assert json.loads(result.stdout)


@pytest.mark.bubblewrap
def test_colours_are_for_terminals(submission: Path) -> None:
    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            command(submission, *ONLY),
            env=environment({"TERM": "xterm-256color"}),
            stdout=theirs,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        shown = shown_on(ours)
        process.wait(60)
    assert "\x1b[" in shown
    assert "\x1b[" not in run(submission, *ONLY).stdout


# Pipes ---------------------------------------------------------------------------------------


@pytest.mark.bubblewrap
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_reader_may_leave_early(submission: Path, form: str) -> None:
    """As in ``grade … | head -1``."""
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        command(submission, *ONLY, "-f", form),
        env=environment({}),
        stdout=writing,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    os.close(writing)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.bubblewrap
def test_a_full_disk_is_one_sentence(submission: Path) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            command(submission, *ONLY),
            env=environment({}),
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
    assert result.returncode == 3
    assert result.stderr.startswith("grade: the report cannot be written to standard output: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.bubblewrap
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_may_be_closed(submission: Path, closed: str) -> None:
    result = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *command(submission, *ONLY)],
        env=environment({}),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.bubblewrap
def test_any_encoding_will_do(submission: Path) -> None:
    result = run(submission, *ONLY, PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert "not implemented" in result.stdout


# Sandboxes -----------------------------------------------------------------------------------


def test_without_bubblewrap_it_says_what_to_install(submission: Path, tmp_path: Path) -> None:
    result = run(submission, PATH=str(tmp_path))
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("grade: bubblewrap (bwrap) was not found. Install bubblewrap")
    assert "apt-get install bubblewrap" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_bubblewrap_that_does_not_work_is_told(submission: Path, tmp_path: Path) -> None:
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'no namespaces here' >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    result = run(submission, PATH=str(tmp_path))
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("grade: bubblewrap could not start a sandbox: ")
    assert "Traceback" not in result.stderr


def test_no_sandbox_is_loud(submission: Path, tmp_path: Path) -> None:
    result = run(submission, *ONLY, "--sandbox", "none", "-f", "json", PATH=str(tmp_path))
    assert result.returncode == 0
    assert result.stderr.startswith("WARNING: no sandbox.")
    report = json.loads(result.stdout)
    assert report["sandbox"]["backend"] == "none"
    assert "NO SANDBOX" in report["sandbox"]["warning"]
    assert not any(report["sandbox"]["enforced"].values())
    assert report["tasks"][0]["verdict"] == "not_implemented"


# Signals -------------------------------------------------------------------------------------


@pytest.mark.bubblewrap
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whoever_ends_it_no_sandbox_is_left(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "endless.py"
    path.write_text(ENDLESS)
    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            command(path, "-t", "1.3", "-t", "2.1"),
            env=environment({}),
            stdout=subprocess.PIPE,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        shown = ""
        while "task 1.3" not in shown:  # from here on a sandbox is at work
            shown += os.read(ours, 1 << 16).decode()
        sandboxed = descendants(process.pid)
        # As a terminal does it, where Ctrl-C reaches every process in the foreground.
        (os.killpg if number is signal.SIGINT else os.kill)(process.pid, number)
        shown += shown_on(ours)
        out, _ = process.communicate(timeout=60)
    assert len(sandboxed) >= 3
    assert out == b""
    wait_for_the_end_of(sandboxed)
    if number is signal.SIGINT:
        assert process.returncode == 130
        assert shown.endswith("grade: interrupted.\r\n")
    else:
        assert process.returncode == -number


def descendants(pid: int) -> dict[int, int]:
    """Every process below ``pid``, with a descriptor that stays its own when it has ended."""
    found: dict[int, int] = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found[child] = os.pidfd_open(child)
            found |= descendants(child)
    return found


def wait_for_the_end_of(processes: Mapping[int, int]) -> None:
    """Fails with the test's own patience if one of them never ends."""
    for descriptor in processes.values():
        ended, _, _ = select.select([descriptor], [], [], 30)
        os.close(descriptor)
        assert ended

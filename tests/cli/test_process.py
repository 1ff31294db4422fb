"""``grade`` as a process of its own: terminals, pipes, sandboxes."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.process import (
    ONLY,
    SKELETON,
    command,
    environment,
    run,
    shown_on,
    terminal,
)


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    path = tmp_path / "student.py"
    path.write_text(SKELETON)
    return path


# Terminals -----------------------------------------------------------------------------------


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_no_progress_without_a_terminal(submission: Path) -> None:
    result = run(submission, *ONLY, "-f", "json")
    assert result.returncode == 0
    assert result.stderr == ""
    assert json.loads(result.stdout)


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_any_encoding_will_do(submission: Path) -> None:
    result = run(submission, *ONLY, PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert "not implemented" in result.stdout


# Sandboxes -----------------------------------------------------------------------------------


NO_ENGINE = {"DOCKER_HOST": "unix:///nonexistent/docker.sock"}


def test_without_bubblewrap_it_says_what_to_install(submission: Path, tmp_path: Path) -> None:
    result = run(submission, *ONLY, "--sandbox", "bubblewrap", PATH=str(tmp_path))
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("grade: bubblewrap (bwrap) was not found. Install bubblewrap")
    assert "apt-get install bubblewrap" in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_any_sandbox_both_ways_to_one_are_named(submission: Path, tmp_path: Path) -> None:
    result = run(submission, *ONLY, PATH=str(tmp_path), **NO_ENGINE)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("grade: No sandbox can be had. ")
    assert "bubblewrap (bwrap) was not found. Install bubblewrap" in result.stderr
    assert "Docker" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_bubblewrap_that_does_not_work_is_told(submission: Path, tmp_path: Path) -> None:
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'no namespaces here' >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    result = run(submission, *ONLY, "--sandbox", "bubblewrap", PATH=str(tmp_path))
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("grade: bubblewrap is installed, but ")
    assert "no namespaces here" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.slow
def test_no_sandbox_is_loud(submission: Path, tmp_path: Path) -> None:
    result = run(submission, *ONLY, "--sandbox", "none", "-f", "json", PATH=str(tmp_path))
    assert result.returncode == 0
    assert result.stderr.startswith("WARNING: no sandbox.")
    report = json.loads(result.stdout)
    assert report["sandbox"]["backend"] == "none"
    assert "NO SANDBOX" in report["sandbox"]["warning"]
    assert not any(report["sandbox"]["enforced"].values())
    assert report["tasks"][0]["verdict"] == "not_implemented"

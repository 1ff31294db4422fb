"""Machines in trouble and odd surroundings: full disks, no memory, closed streams."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.process import (
    OLD,
    ONLY,
    ROOT,
    SKELETON,
    TWO_PARTS,
    command,
    environment,
    run,
    sentence,
    untouched,
    verdicts,
)

pytestmark = pytest.mark.bubblewrap

ALICE = ROOT / "submissions" / "alice.py"


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    path = tmp_path / "student.py"
    path.write_text(SKELETON)
    return path


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder for everything that a run may write, with the report of an earlier one in it."""
    path = tmp_path / "place"
    path.mkdir()
    (path / "report").write_text(OLD)
    return path


# Disks ---------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 32 KiB."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a file system")
    path = tmp_path / "disk"
    path.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32k,mode=1777", "tmpfs", path], check=True)
    try:
        yield path
    finally:
        subprocess.run(["umount", "--lazy", path], check=True)


def fill(disk: Path) -> None:
    with contextlib.suppress(OSError), (disk / "rubbish").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1024))


def test_a_disk_that_is_full_is_noticed_before_the_grading(
    submission: Path, small_disk: Path
) -> None:
    fill(small_disk)
    result = run(submission, "-o", small_disk / "report", PATH="/nonexistent")
    said = sentence(result, 3)
    assert said.startswith(f"Cannot write {small_disk}/report: No space left on device; ")
    assert [file.name for file in small_disk.iterdir()] == ["rubbish"]


@pytest.mark.slow
@pytest.mark.parametrize("earlier", [True, False])
def test_a_disk_that_is_full_in_the_end(small_disk: Path, earlier: bool) -> None:
    if earlier:
        (small_disk / "report").write_text(OLD)
    result = run(ALICE, *TWO_PARTS, "-f", "json", "-o", small_disk / "report")
    assert sentence(result, 3).startswith(f"Cannot write {small_disk}/report: No space left")
    left = {file.name: file.read_text() for file in small_disk.iterdir()}
    assert left == ({"report": OLD} if earlier else {})


@pytest.mark.slow
def test_no_place_for_temporary_files_is_needed(submission: Path, small_disk: Path) -> None:
    fill(small_disk)
    result = run(submission, *ONLY, TMPDIR=str(small_disk), HOME=str(small_disk))
    assert (result.returncode, result.stderr) == (0, "")
    result = run(submission, *ONLY, TMPDIR="/nonexistent", HOME="/nonexistent")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.slow
def test_a_read_only_installation_will_do(submission: Path, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may mount a file system")
    copy = tmp_path / "installation"
    copy.mkdir()
    subprocess.run(["mount", "--bind", ROOT, copy], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", copy], check=True)
        # Without modules that were compiled earlier, which Python would like to write now.
        result = run(submission, *ONLY, PYTHONPATH=str(copy), PYTHONPYCACHEPREFIX=f"{copy}/cache")
    finally:
        subprocess.run(["umount", "--lazy", copy], check=True)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("missing/report", "the folder {}/missing does not exist; create it first."),
        ("student.py/report", "Not a directory; try another place."),
        ("student.py", "it is the submission; name another file."),
        ("long" * 100, "File name too long; try another place."),
    ],
)
def test_a_place_that_will_not_do_is_noticed_before_the_grading(
    submission: Path, output: str, reason: str
) -> None:
    path = submission.with_name("x").parent / output
    said = sentence(run(submission, "-f", "text", "-o", path, PATH="/nonexistent"), 2)
    assert said == f"Cannot write {path}: {reason.format(submission.parent)}"
    assert submission.read_text() == SKELETON


# Memory --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("spare", [-6, 0, 6, 12, 18])
def test_hardly_any_memory(submission: Path, place: Path, spare: int) -> None:
    """With a few megabytes more or less than loading the command line takes."""
    probe = "import grader.cli.run, pathlib; print(pathlib.Path('/proc/self/status').read_text())"
    status = subprocess.run(
        [sys.executable, "-c", probe], env=environment({}), capture_output=True, check=True
    )
    peak = re.search(rb"VmPeak:\s+(\d+) kB", status.stdout)
    assert peak
    limit = str(int(peak[1]) + 1024 * spare)
    result = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -v "$0"; exec "$@"', limit,
         *command(submission, *ONLY, "-o", place / "report")],
        env=environment({}), capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    # How much is needed differs from system to system.
    assert "Traceback" not in result.stderr
    if not untouched(place):
        assert result.returncode == 0 or _interpreter_broke(result)
        assert "Score" in (place / "report").read_text()
    elif not _interpreter_broke(result):
        assert sentence(_without_python_itself(result), 3)


def test_what_the_command_line_cannot_handle_is_no_verdict() -> None:
    """Python's own status for it, 1, would say that a submission has too few points."""
    broken = (
        "import grader.cli, grader.__main__\n"
        "def main(): raise SystemError('main returned NULL without setting an exception')\n"
        "grader.cli.main = main\n"
        "grader.__main__.main()"
    )
    result = subprocess.run(
        [sys.executable, "-c", broken], env=environment({}), capture_output=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    assert sentence(result, 3) == (
        "could not go on: SystemError('main returned NULL without setting an exception')"
    )


def _interpreter_broke(result: subprocess.CompletedProcess[str]) -> bool:
    """Whether Python itself came to grief, as 3.11 may in any of its own allocations."""
    crashed = result.returncode == -signal.SIGSEGV
    speechless = result.returncode == 1 and result.stderr.endswith("lost sys.stderr\n")
    return crashed or speechless


def _without_python_itself(
    result: subprocess.CompletedProcess[str],
) -> subprocess.CompletedProcess[str]:
    """Without the bare lines that Python prints where it has no memory for a traceback."""
    lines = result.stderr.splitlines(keepends=True)
    result.stderr = "".join(line for line in lines if line != "MemoryError: \n")
    return result


# Surroundings --------------------------------------------------------------------------------


def in_shell(script: str, *arguments: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """``grade`` as ``"$@"`` of a script, without anything that the environment could give."""
    return subprocess.run(
        ["/bin/sh", "-c", script, "sh", *command(*arguments)],
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]},
        capture_output=True, encoding="utf-8", timeout=60, check=False, **more,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "script",
    [
        'unset HOME; exec "$@"',
        "trap '' CHLD; exec \"$@\"",
        'exec "$@" <&-',
        'mkdir gone; cd gone; rmdir ../gone; exec "$@"',
        'umask 777; exec "$@"',
    ],
)
def test_odd_surroundings(submission: Path, tmp_path: Path, script: str) -> None:
    result = in_shell(script, submission, *TWO_PARTS, "-f", "json", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert verdicts(result.stdout) == {"1.3": "not_attempted", "3.1": "not_attempted"}


@pytest.mark.slow
def test_no_report_is_for_more_eyes_than_the_umask_allows(submission: Path, place: Path) -> None:
    report = place / "another"
    result = in_shell('umask 077; exec "$@"', submission, *ONLY, "-o", report)
    assert result.returncode == 0
    assert report.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_closed_streams_and_several_parts(submission: Path, closed: str) -> None:
    """The pipes to workers take the lowest numbers that are free."""
    result = in_shell(f'exec "$@" {closed}', submission, *TWO_PARTS)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("where", ["2>/dev/full", "2>&-", "3>&1 1>/dev/null 2>&3 | head -c 0"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["nobody.py"], 2), (["--no-such-option"], 2), (["--sandbox", "bubblewrap", str(ALICE)], 3)],
)
def test_the_status_is_right_even_if_nobody_can_be_told(
    tmp_path: Path, where: str, arguments: list[str], status: int
) -> None:
    script = f'PATH=/usr/bin:/bin; {{ PATH=/nonexistent "$@"; echo $? >status; }} {where}'
    in_shell(script, *arguments, cwd=tmp_path)
    assert (tmp_path / "status").read_text() == f"{status}\n"

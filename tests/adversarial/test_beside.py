"""Gradings that disturb each other: what one submission does changes no verdict of another."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.model.report import Report
from grader.render.report_json import loads
from tests.adversarial import attacks
from tests.adversarial.attacks import ASSIGNMENT, HONEST, Attack
from tests.adversarial.conftest import BACKENDS
from tests.cli.process import ROOT, adopting, control_groups_of, descendants

pytestmark = pytest.mark.adversarial

NEIGHBOURS = ("eating/fork_bomb", "eating/memory_bomb", "eating/endless_stdout")
ALICE = ROOT / "submissions" / "alice.py"
MOST = 20
"""Gradings until every neighbour must have had its turn."""
BUSY = """
import time

def attack(number):
    while True:
        time.sleep(0.01)

before = attack
"""


def grading(path: Path, *options: str) -> subprocess.Popen[str]:
    """The real command line, grading as the made-up assignment."""
    return subprocess.Popen(
        [
            sys.executable,
            "-P",
            "-m",
            "grader",
            str(path),
            "--course",
            str(ASSIGNMENT),
            "-a",
            "attack",
            "-f",
            "json",
            *options,
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def report(process: subprocess.Popen[str]) -> Report:
    out, err = process.communicate(timeout=200)
    assert process.returncode == 0, err
    return loads(out)


def verdicts(report: Report) -> dict[str, object]:
    return {task.id: task.verdict for task in report.tasks}


def written(folder: Path, id: str) -> Path:
    return next(a for a in attacks.ATTACKS if a.id == id).written(folder, {})


@contextlib.contextmanager
def rounds_of(attack: Attack, folder: Path, backend: str) -> Iterator[Path]:
    """Grade ``attack`` again and again in the background; yields a file with a report per round."""
    path, written_to = attack.written(folder, {}), folder / f"{attack.id.replace('/', '-')}.reports"
    place = attacks.copied(folder / path.stem, attack.cpu)
    script = 'out=$1; shift; while "$@" >>"$out" 2>&1; do :; done; echo ended >>"$out"'
    command = [
        sys.executable, "-P", "-m", "grader", str(path), "--course", str(place),
        "-a", "attack", "-f", "json", "--sandbox", backend,
    ]  # fmt: skip
    written_to.touch()
    process = subprocess.Popen(
        ["/bin/sh", "-c", script, "sh", str(written_to), *command],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    try:
        yield written_to
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def rounds(written_to: Path) -> list[Report]:
    """Those that are whole."""
    *whole, _ = written_to.read_text().split("\n}\n")
    return [loads(f"{text}\n}}\n") for text in whole]


@pytest.mark.slow
@pytest.mark.parametrize("name", BACKENDS)
def test_neighbours_change_no_verdict(tmp_path: Path, name: str) -> None:
    neighbours = [attack for attack in attacks.ATTACKS if attack.id in NEIGHBOURS]
    with adopting(), contextlib.ExitStack() as beside:
        written_to = [beside.enter_context(rounds_of(each, tmp_path, name)) for each in neighbours]
        for _ in range(MOST):
            graded = subprocess.run(
                [sys.executable, "-m", "grader", ALICE, "-f", "json", "--sandbox", name],
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            assert graded.returncode == 0, graded.stderr
            alice = loads(graded.stdout)
            assert (alice.score, alice.errors) == (alice.max_score, ()), verdicts(alice)
            if all(rounds(each) for each in written_to):
                break
        for attack, each in zip(neighbours, written_to, strict=True):
            reports = rounds(each)
            assert reports, each.read_text()[-1000:]
            assert [attacks.mistakes(attack, report) for report in reports] == [[] for _ in reports]


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_killed_in_the_middle(tmp_path: Path) -> None:
    """Nothing survives the grader, nothing is half written, and the next run is right."""
    submission, result = tmp_path / "student.py", tmp_path / "report.json"
    submission.write_text(HONEST + BUSY)
    with adopting():
        process = grading(submission, "-o", str(result))
        below = waited_for(process, 3)
        process.kill()
        process.communicate()
    assert control_groups_of({process.pid: 0, **below}) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["student.py"]
    submission.write_text(f"{HONEST}\ndef attack(number):\n    return 'no idea'\n")
    again = grading(submission, "-o", str(result))
    assert again.communicate(timeout=100)[0] == ""
    assert again.returncode == 0
    assert json.loads(result.read_text())["complete"] is True


def waited_for(process: subprocess.Popen[str], number: int) -> dict[int, int]:
    """Descendants of ``process``, as soon as there are so many that a sandbox must be at work."""
    give_up = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < give_up:
        found = descendants(process.pid)
        if len(found) >= number:
            return found
        for descriptor in found.values():
            os.close(descriptor)
    raise AssertionError("no sandbox was started")


@pytest.mark.slow
@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    "id", ["cheating/print_score", "dying/os_exit", "wire/forge_loading", "reporting/load_notes"]
)
def test_by_the_command_line(id: str, tmp_path: Path) -> None:
    """The whole program, not only its middle."""
    process = grading(written(tmp_path, id))
    out, err = process.communicate(timeout=100)
    assert process.returncode == 0, err
    attacked = next(task for task in loads(out).tasks if task.id == attacks.ATTACKED)
    assert attacked.score == 0.0

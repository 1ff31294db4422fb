"""Lays out, times and compares."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.environment import python_with
from benchmarks.measure import Figure, surroundings
from grader import assignment as assignments
from grader.examine.test_collection import find_hidden_tests

_HERE = Path(__file__).parent
_BUILD = Path("build/peers")
_TASK = "3.1"
_BATCH = 200
"""Hand-ins of the batch that this grader's throughput is measured with."""

_OTTER = """
from otter.test_files import test_case
OK_FORMAT = False
name = {group!r}
points = 1

@test_case(points=1)
def test(minimax, generate_valid_moves):
    import checks
    checks.check({group!r}, minimax, generate_valid_moves)
"""


@dataclass(slots=True)
class _Peer:
    """One way to grade the submission.

    Attributes:
        command: grades it once.
        where: the folder in which.
        passed: whether what it has written says that everything is right.
        hand_ins: how many are graded by one command.
    """

    name: str
    isolation: str
    command: Sequence[str | Path]
    where: Path
    passed: Callable[[], bool]
    hand_ins: int = 1
    seconds: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Grade once more."""
        began = time.perf_counter()
        printed = _done(self.command, self.where)
        self.seconds.append((time.perf_counter() - began) / self.hand_ins)
        if not self.passed():
            raise SystemExit(f"{self.name} does not give full marks:\n{printed}")


def _done(command: Sequence[str | Path], where: Path) -> str:
    """What a command said, which has to be successful."""
    path = f"{(_BUILD / 'bin').absolute()}:{os.environ['PATH']}"  # some start others of them
    done = subprocess.run(
        list(map(str, command)), cwd=where, env=surroundings(PATH=path),
        capture_output=True, check=False, encoding="utf-8",
    )  # fmt: skip
    if done.returncode != 0:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def table(submission: Path, runs: int) -> Iterator[str]:
    """The lines of a Markdown table."""
    python = python_with("peers")
    with tempfile.TemporaryDirectory() as folder:
        peers = [
            layout(Path(folder), submission, python)
            for layout in (_pytest, _gradescope, _check50, _otter, _nbgrader, _grade, _batch)
        ]
        for peer in peers:
            peer.run()
            peer.seconds.clear()  # that one filled caches
        for _ in range(runs):
            for peer in peers:
                peer.run()
        asked = sum(map(len, _positions().values()))
        yield f"{asked} positions each, those that a submission is asked about.\n"
        yield "| graded by | seconds per submission, median | from | to | isolation |"
        yield "| --- | ---: | ---: | ---: | --- |"
        for peer in peers:
            row = Figure(peer.name, "s", peer.seconds).row().removesuffix("|  |")
            yield f"{row}| {peer.isolation} |"
        otter, gradescope, batch = (
            statistics.median(next(peer for peer in peers if peer.name.startswith(name)).seconds)
            for name in ("otter", "gradescope", "`grade batch`")
        )
        yield ""
        yield f"`grade batch` has {otter / batch:.1f} times the throughput of otter-grader, and "
        yield f"takes {batch / gradescope:.2f} times as long as unittest with gradescope-utils."


@cache
def _positions() -> dict[str, list[Any]]:
    """What the hidden tests of the task ask about a submission, by test."""
    return {
        test.name.removeprefix("test_"): [
            [list(case.rows), case.player.value, case.depth, case.score, sorted(case.moves)]
            for case in test.drawn("peers").cases
        ]
        for test in find_hidden_tests(assignments.load_assignment("ps2")).of([_TASK])
    }


def _laid_out(folder: Path, submission: Path) -> Path:
    """A folder with the submission, the provided module and the questions."""
    folder.mkdir(parents=True)
    shutil.copy(submission, folder / "student.py")
    shutil.copy("reference/ps2/provided/breakthrough.py", folder)
    shutil.copy(_HERE / "checks.py", folder)
    (folder / "positions.json").write_text(json.dumps(_positions()))
    return folder


# Peers --------------------------------------------------------------------------------------


def _pytest(place: Path, submission: Path, python: Path) -> _Peer:
    folder = _laid_out(place / "pytest", submission)
    shutil.copy(_HERE / "with_pytest.py", folder / "test_student.py")
    command = (python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_student.py")
    return _Peer("plain pytest", "none", command, folder, lambda: True)


def _gradescope(place: Path, submission: Path, python: Path) -> _Peer:
    folder = _laid_out(place / "gradescope", submission)
    shutil.copy(_HERE / "with_gradescope_utils.py", folder / "run_tests.py")

    def passed() -> bool:
        results = json.loads((folder / "results.json").read_text())
        return bool(results["tests"]) and all(test["score"] == 1 for test in results["tests"])

    return _Peer(
        "gradescope-utils, unittest", "none; Gradescope adds a container per submission",
        (python, "run_tests.py"), folder, passed,
    )  # fmt: skip


def _check50(place: Path, submission: Path, python: Path) -> _Peer:
    problem = _laid_out(place / "check50" / "problem", submission)
    shutil.copy(_HERE / "with_check50.py", problem / "__init__.py")
    (problem / ".cs50.yml").write_text("check50: true\n")
    folder = place / "check50" / "student"
    folder.mkdir()
    for name in ("student.py", "breakthrough.py"):
        shutil.copy(problem / name, folder)
    results = folder.parent / "results.json"

    def passed() -> bool:
        checks = json.loads(results.read_text())["results"]
        return len(checks) == len(_positions()) and all(each["passed"] for each in checks)

    command = (python.with_name("check50"), "--dev", "-o", "json", "--output-file", results,
               problem)  # fmt: skip
    return _Peer("check50", "a process per test; same account", command, folder, passed)


def _otter(place: Path, submission: Path, python: Path) -> _Peer:
    folder = _laid_out(place / "otter", submission)
    (folder / "tests").mkdir()
    for group in _positions():
        (folder / "tests" / f"{group}.py").write_text(_OTTER.format(group=group))
    (folder / "config.json").write_text("{}")
    (folder / "requirements.txt").write_text("")
    otter = python.with_name("otter")
    _done(
        (otter, "generate", "-t", "tests", "-c", "config.json", "-r", "requirements.txt",
         "--no-environment", "-o", "autograder.zip", "checks.py", "positions.json",
         "breakthrough.py"),
        folder,
    )  # fmt: skip
    # Scripts may not come with modules of ours, notebooks may.
    _notebook(folder / "student.ipynb", [(submission.read_text("utf-8"), {})])
    (folder / "out").mkdir()

    def passed() -> bool:
        results = json.loads((folder / "out" / "results.json").read_text())["tests"]
        return sum(test.get("score") or 0 for test in results) == len(_positions())

    command = (otter, "run", "-a", "autograder.zip", "--no-logo", "-o", "out", "student.ipynb")
    return _Peer("otter-grader, `otter run`", "a kernel; same account", command, folder, passed)


def _nbgrader(place: Path, submission: Path, python: Path) -> _Peer:
    course = place / "nbgrader"
    source = course / "source" / "ps"
    _laid_out(source, submission)
    asked = "\n".join(
        f"checks.check({group!r}, minimax, generate_valid_moves)" for group in _positions()
    )
    cells = [
        ("", _cell("solution", grade=False, solution=True)),
        (f"import checks\n{asked}", _cell("tests", grade=True, solution=False)),
    ]
    _notebook(source / "ps.ipynb", cells)
    (course / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.course_id = 'course'\n"
    )
    nbgrader = python.with_name("nbgrader")
    _done((nbgrader, "generate_assignment", "ps"), course)
    handed_in = course / "submitted" / "alice" / "ps"
    shutil.copytree(course / "release" / "ps", handed_in)
    notebook = json.loads((handed_in / "ps.ipynb").read_text())
    notebook["cells"][0]["source"] = submission.read_text("utf-8")
    (handed_in / "ps.ipynb").write_text(json.dumps(notebook))

    def passed() -> bool:
        results = json.loads((course / "autograded" / "alice" / "ps" / "ps.ipynb").read_text())
        outputs = results["cells"][1]["outputs"]
        return not any(output["output_type"] == "error" for output in outputs)

    command = (nbgrader, "autograde", "ps", "--force")
    return _Peer("nbgrader", "a kernel; same account", command, course, passed)


def _notebook(path: Path, cells: Sequence[tuple[str, dict[str, Any]]]) -> None:
    made: list[dict[str, Any]] = [
        {
            "cell_type": "code", "id": f"cell-{number}", "execution_count": None, "outputs": [],
            "metadata": metadata, "source": source,
        }
        for number, (source, metadata) in enumerate(cells)
    ]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    document = {
        "nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": made,
    }  # fmt: skip
    path.write_text(json.dumps(document))


def _cell(name: str, *, grade: bool, solution: bool) -> dict[str, Any]:
    results = {
        "grade": grade, "grade_id": name, "locked": grade, "schema_version": 3,
        "solution": solution, "task": False,
    }  # fmt: skip
    return {"nbgrader": {**results, "points": len(_positions())} if grade else results}


# This grader --------------------------------------------------------------------------------


def _grade(place: Path, submission: Path, _: Path) -> _Peer:
    folder = place / "grade"
    folder.mkdir()
    shutil.copy(submission, folder / "student.py")
    report = folder / "report.json"
    command = (sys.executable, "-m", "grader", "student.py", "-t", _TASK, "--report",
               f"json={report}")  # fmt: skip
    return _Peer("`grade`", _SANDBOX, command, folder, lambda: _full(report))


def _batch(place: Path, submission: Path, _: Path) -> _Peer:
    folder = place / "batch"
    inbox = folder / "in"
    inbox.mkdir(parents=True)
    text = submission.read_text("utf-8")
    for number in range(_BATCH):
        (inbox / f"s{number}.py").write_text(f"{text}\n# {number}\n", "utf-8")
    command = (sys.executable, "-m", "grader", "batch", "in", "--out", "out", "-a", "ps2",
               "-t", _TASK, "--no-cache", "--jobs", "1")  # fmt: skip

    def passed() -> bool:
        results = json.loads((folder / "out" / "summary.json").read_text())
        return bool(results["full_marks"] == _BATCH)

    name = f"`grade batch` of {_BATCH}, one worker"
    return _Peer(name, _SANDBOX, command, folder, passed, _BATCH)


_SANDBOX = "a sandbox per submission, a process per test"


def _full(report: Path) -> bool:
    results = json.loads(report.read_text())
    return all(task["score"] == task["max_score"] for task in results["tasks"])

"""The kit's verdicts on public tests are the grader's, for all solutions of ps2 that are known."""

from __future__ import annotations

import ast
import json
import zlib
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader import intake, sandbox
from grader.assignment import Assignment
from grader.assignment.course_assignments import load_assignment
from grader.author import solution_variants
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import find_hidden_tests
from grader.export.kit import check
from grader.export.student_kit import make_kit
from grader.jobs.grading import grade
from grader.model.report import Visibility
from grader.model.submission import Submission
from grader.model.verdict import Verdict

pytestmark = [pytest.mark.bubblewrap]

FUTURE = "from __future__ import annotations\n"
SAMPLES = Path(__file__).parents[2] / "submissions"
PIECES = 64
BY_CHANCE = {"tsp/climb_recursion_starts_over"}
"""How deep it calls itself depends on random routes, which are others in the kit."""


@cache
def assignment() -> Assignment:
    return load_assignment("ps2")


@cache
def public_tests() -> HiddenTests:
    found = find_hidden_tests(assignment())
    kept = [test for test in found.tests if test.mark.visibility is Visibility.PUBLIC]
    return replace(found, tests=tuple(kept))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What is in the kit of ps2, which lies in a folder."""
    folder = tmp_path_factory.mktemp("kit")
    for name, file in make_kit(assignment())[0].items():
        (folder / name).write_bytes(file.content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(check, "HERE", str(folder))
        yield json.loads((folder / "kit.json").read_text("utf-8"))


def as_one_file(submission: Submission) -> str:
    """The program as a student would have it: in one file, or as their notebook."""
    cells = [cell.source for cell in submission.cells]
    if any(cell.notebook for cell in submission.cells):
        return check.join_cells(cells)
    if len(cells) == 1:
        return cells[0]
    return FUTURE + "\n".join(cell.replace(FUTURE, "") for cell in cells)


def bound(source: str) -> set[str]:
    """Names of the functions that a program defines."""
    nodes = ast.parse(source).body
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    stored = {
        name.id
        for node in nodes
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    return defined | stored


def differences(
    data: Any, submission: Submission, tasks: Collection[str], own: Collection[str] = ()
) -> list[str]:
    """Tests of ``tasks`` on which kit and grader do not agree, with both verdicts.

    Left out are tests of tasks that are lent functions which the program has of its ``own``: the
    kit lends nothing, and lets the student's own be used.
    """
    chosen = [
        task.id
        for task in assignment().tasks
        if task.id in tasks and {*own}.isdisjoint({*task.inject, *task.globals})
    ]
    if not chosen:
        return []
    report = grade(
        submission, assignment(), sandbox.choose_backend("bubblewrap"), seed=0,
        tests=public_tests(), tasks=chosen, explain=False,
    )  # fmt: skip
    tests = [test for task in report.tasks for test in task.tests]
    theirs = {test.id: test.verdict for test in tests}
    # A task's total of time may have kept the grader from running all cases of a test that failed.
    run = {case.id for test in tests for case in test.cases}
    ours: dict[str, set[Verdict]] = {}
    for result in check.run_tests(as_one_file(submission), "program.py", data, list(theirs)):
        if result["test"] not in run | theirs.keys():
            continue
        known = result["verdict"] if result["verdict"] != "left_out" else "internal_error"
        ours.setdefault(result["test"].partition("[")[0], set()).add(Verdict(known))
    assert theirs
    # The grader counts CPU time, and the kit looks at the clock and has more patience.
    late = {test for test, found in ours.items() if Verdict.TIME_LIMIT_EXCEEDED in found}
    late |= {test for test, found in theirs.items() if found is Verdict.TIME_LIMIT_EXCEEDED}
    return [
        f"{test}: {verdict.value} there, {Verdict.worst(ours[test]).value} in the kit"
        for test, verdict in theirs.items()
        if Verdict.worst(ours[test]) is not verdict and test not in late
    ]


@pytest.mark.parametrize(
    "name", ["alice.py", "classic_mistakes.py", "mutates.py", "skeleton.py", "unfinished.py"]
)
def test_samples(name: str, data: Any) -> None:
    assert differences(data, intake.read_submission(SAMPLES / name), {"1.3", "2.1", "5.1"}) == []


@pytest.mark.deep
@pytest.mark.parametrize("piece", range(PIECES))
def test_all_known_solutions(piece: int, data: Any) -> None:
    found = {}
    for variant in (
        *solution_variants.read_right_solutions(assignment()),
        *solution_variants.read_mutants(assignment()),
    ):
        if variant.name in BY_CHANCE or zlib.crc32(variant.name.encode()) % PIECES != piece:
            continue
        different = differences(
            data,
            solution_variants.variant_submission(assignment(), variant),
            solution_variants.tasks_touched_by(assignment(), variant),
            () if variant.whole else bound(variant.source),
        )
        if different:
            found[variant.name] = different
    assert found == {}

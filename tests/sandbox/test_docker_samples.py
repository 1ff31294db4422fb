"""The sample submissions get the same verdicts in containers as anywhere else."""

from __future__ import annotations

import pytest

from grader import assignment, intake, sandbox
from grader.jobs.grading import grade
from grader.jobs.grading_context import GradingContext
from grader.jobs.parallel_grading import grade_in_parallel
from grader.sandbox import Sandbox
from tests.test_samples import EXPECTED, SAMPLES, slow_unless_telling

pytestmark = pytest.mark.docker

PS2 = assignment.load_assignment("ps2")


@pytest.fixture(scope="module")
def docker() -> Sandbox:
    return sandbox.choose_backend("docker")


@pytest.mark.parametrize("name", [slow_unless_telling(name) for name in sorted(EXPECTED)])
def test_each_sample_gets_the_verdicts_it_was_written_for(docker: Sandbox, name: str) -> None:
    (path,) = (path for path in SAMPLES.iterdir() if path.stem == name)
    report = grade(intake.read_submission(path), PS2, docker)
    verdicts = {task.id: task.verdict.value for task in report.tasks if task.verdict}
    assert verdicts == EXPECTED[name]
    assert report.complete
    assert not report.errors
    assert report.sandbox.backend == "docker"


def test_alice_gets_full_marks_from_several_processes(docker: Sandbox) -> None:
    report = grade_in_parallel(
        GradingContext(PS2, docker), intake.read_submission(SAMPLES / "alice.py"), processes=2
    )
    assert report.score == report.max_score == 34
    assert report.complete

from __future__ import annotations

from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.jobs.grading_key import GradingSetting
from grader.sandbox.in_process import InProcess
from tests.batch.scene import Scene, context
from tests.made_up import made_up


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    return Scene(inbox, tmp_path / "results", context(made_up(tmp_path / "assignment")))


@pytest.fixture(scope="session")
def setting() -> GradingSetting:
    """That of this process, for gradings that need no sandbox."""
    return GradingSetting.of(assignments.load_assignment("ps2"), InProcess(), tasks=("5.1",))

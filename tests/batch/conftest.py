from __future__ import annotations

from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.jobs.job import Bench
from grader.jobs.key import setting
from grader.jobs.remote import Terms
from grader.sandbox.in_process import InProcess
from tests.batch.scene import Scene, bench
from tests.made_up import made_up


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    return Scene(inbox, tmp_path / "results", bench(made_up(tmp_path / "assignment")))


@pytest.fixture(scope="session")
def terms() -> Terms:
    """Those that this process meets, for gradings that need no sandbox."""
    assignment, backend, tasks = assignments.load("ps2"), InProcess(), ("5.1",)
    here = setting(assignment, backend, 0, tasks)
    return Terms.of(Bench(assignment, backend, here, 0, tasks))

"""``grade export coursemology`` and back."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tests.cli.process import run

pytestmark = pytest.mark.bubblewrap


@pytest.fixture
def course(tmp_path: Path) -> Path:
    assert run("author", "new", f"{tmp_path}/course/week1").returncode == 0
    return tmp_path / "course"


def test_cases_of_a_new_assignment_are_told(course: Path, tmp_path: Path) -> None:
    done = run("export", "coursemology", "week1", f"--course={course}", f"-o{tmp_path / 'out'}")
    assert done.returncode == 0, done.stderr
    assert "2 public, 4 private, 0 evaluation" in done.stdout
    with zipfile.ZipFile(tmp_path / "out" / "week1-1-misplaced.zip") as package:
        cases = json.loads(package.read(".meta"))["test_cases"]
    assert cases["public"][1]["expression"] == "misplaced([[1, 2, 3], [4, 5, 6], [8, 7, 0]])"
    assert cases["public"][1]["expected"] == "2"


def test_names_that_students_choose_cannot_be_exported(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("export", "coursemology", "connect4", f"-o{out}")
    assert done.returncode == 2
    assert "lets students choose names" in done.stderr
    assert not out.exists()

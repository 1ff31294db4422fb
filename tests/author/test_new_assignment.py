"""``grade author new``: what it makes works as it is."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.process import run

pytestmark = pytest.mark.bubblewrap


@pytest.mark.parametrize("options", [(), ("--free-names",)])
def test_what_is_made_is_in_order(options: tuple[str, ...], tmp_path: Path) -> None:
    course = tmp_path / "course"
    assert run("author", "new", f"{course}/week1", *options).returncode == 0
    done = run("author", "validate", "week1", "--course", str(course), "--seeds", "1")
    assert done.returncode == 0, done.stdout


def test_students_can_run_its_public_test(tmp_path: Path) -> None:
    course = tmp_path / "course"
    run("author", "new", f"{course}/week1")
    done = run("export", "kit", "week1", "--course", str(course), "-o", f"{tmp_path}/kit.zip")
    assert done.returncode == 0, done.stderr
    shutil.unpack_archive(tmp_path / "kit.zip", tmp_path / "kit")
    program = course / "reference" / "week1" / "misplaced.py"
    checked = subprocess.run(
        [sys.executable, "check.py", program], cwd=tmp_path / "kit", capture_output=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "2 of 2 public cases that were run are accepted." in checked.stdout


def test_a_class_of_any_name_is_graded_where_names_are_free(tmp_path: Path) -> None:
    course = tmp_path / "course"
    run("author", "new", f"{course}/week1", "--free-names")
    sliding = tmp_path / "sliding.py"
    sliding.write_text(
        "class Sliding:\n"
        "    def __init__(self, grid):\n"
        "        self.flat = [tile for row in grid for tile in row]\n"
        "    def far_from_home(self):\n"
        "        return sum(t not in (0, p) for p, t in enumerate(self.flat, 1))\n"
    )
    done = run(str(sliding), "--course", str(course), "--format", "json")
    report = json.loads(done.stdout)
    assert report["score"] == report["max_score"]
    (role,) = report["roles"]
    assert role["binding"] == "Sliding(board).far_from_home() -> count"

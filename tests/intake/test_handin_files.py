"""Which file of an archive or a folder counts."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader import intake
from grader.intake import IntakeError
from grader.model.submission import MainFileRules

WINDOWS = {
    "ps2\\": "",
    "ps2\\breakthrough.py": "x = 1",
    "ps2\\Utils.py": "x = 1",
    "ps2\\__pycache__\\a.py": "x = 1",
    "ps2\\.ipynb_checkpoints\\ps2-checkpoint.py": "x = 1",
    "ps2\\.py": "x = 1",
    "__MACOSX\\ps2\\._ps2.py": "\0\5",
    "folder.py\\": "",
    "folder.py\\.": "",
}


GIVEN = MainFileRules(given=frozenset({"breakthrough.py", "utils.py"}))


def zipped(path: Path, members: Mapping[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def test_folders_of_an_archive_may_end_in_backslashes(tmp_path: Path) -> None:
    read = intake.read_submission(
        zipped(tmp_path / "a.zip", {**WINDOWS, "ps2\\ps2.py": "own = 1\n"}), GIVEN
    )
    assert [(cell.name, cell.source) for cell in read.cells] == [("ps2.py", "own = 1\n")]


def test_several_candidates_behind_backslashes_are_several(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {**WINDOWS, "ps2\\a.py": "x = 1", "ps2\\b.py": "x = 1"})
    with pytest.raises(
        IntakeError, match=r"2 files that could be graded: ps2.*a\.py, ps2.*b\.py\."
    ):
        intake.read_submission(path, GIVEN)

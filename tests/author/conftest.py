"""A made-up assignment with solutions that are known to be right or wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.assignment import Assignment
from tests.made_up import DOUBLE, ESSAY, made_up

Author = Callable[..., Assignment]

RIGHT = "def double(number):\n    return 2 * number\n"
SKELETON = "def double(number):\n    raise NotImplementedError\n"
BY_ADDING = (
    '"""Adds the number to itself."""\n\n\ndef double(number):\n    return number + number\n'
)
SQUARES = '"""Squares."""\n#: fails = 1\n\n\ndef double(number):\n    return number * number\n'


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Author:
    """Makes the assignment ``demo``, with files under ``reference/demo`` by name and text."""

    def write(*tests: str, files: dict[str, str] | None = None, tasks: str = DOUBLE + ESSAY,
              ) -> Assignment:  # fmt: skip
        chosen = made_up(tmp_path, *tests, tasks=tasks)
        usual = {
            "double.py": RIGHT,
            "skeleton.py": SKELETON,
            "rights/doubling/by_adding.py": BY_ADDING,
            "mutants/doubling/squares.py": SQUARES,
        }
        for name, text in (usual | (files or {})).items():
            path = chosen.reference / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        monkeypatch.setattr(assignments, "load_assignment", lambda *_: chosen)
        return chosen

    return write

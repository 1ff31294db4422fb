"""Notebooks in the shapes of real ones are bound without a person, and rightly."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from grader import assignment as assignments
from grader.examine.role_binding import Bindings
from grader.examine.run_hidden_tests import find_bindings, sandbox_program
from grader.intake import read_submission
from grader.sandbox.bubblewrap import Bubblewrap

pytestmark = [pytest.mark.bubblewrap, pytest.mark.slow]

FOLDER = Path("tests/connect4_shapes")
CONNECT4 = assignments.load_assignment("connect4")
MADE_BY_A_CLASS = {"game_object": {"empty_board"}}
"""Roles that no call fills, as the class itself makes an empty board."""


def notebooks(folder: Path = FOLDER) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in {".ipynb", ".py"})


def expected(notebook: Path) -> dict[str, Any]:
    return tomllib.loads(notebook.with_suffix(".toml").read_text("utf-8"))


def bound(notebook: Path) -> Bindings:
    submission = read_submission(notebook)
    session = Bubblewrap.locate().start(sandbox_program(submission, CONNECT4))
    try:
        found = find_bindings(session, submission, CONNECT4, 0, 1.0)
    finally:
        session.close()
    assert not found.errors
    return found


@pytest.mark.parametrize("notebook", notebooks(FOLDER / "wrong"), ids=lambda path: path.stem)
def test_what_is_wrong_is_bound_or_open_and_nothing_else_passes_for_it(notebook: Path) -> None:
    wanted = expected(notebook)
    found = bound(notebook)
    roles = {role for role in wanted["bindings"] if role not in found.fits}
    assert roles == {*wanted.get("open", ())}
    assert found.open.keys() >= roles


@pytest.mark.parametrize("notebook", notebooks(), ids=lambda path: path.stem)
def test_every_role_is_bound_and_confirmed(notebook: Path) -> None:
    wanted = expected(notebook)
    found = bound(notebook)
    roles = {*wanted["bindings"]} - MADE_BY_A_CLASS.get(notebook.stem, set())
    assert {role for role in roles if role not in found.fits} == {*wanted.get("open", ())}
    assert not ({*found.fits} & found.wrong) - {*wanted.get("slow", ())}
    edition = found.fits["result"].how
    shown = wanted["edition"]
    assert [edition[kind] for kind in ("empty", "x", "o")] == [
        repr(cell) for cell in shown["cells"]
    ]
    assert [edition[f"player_{who}"] for who in "xo"] == [repr(one) for one in shown["players"]]
    assert edition["across"] is shown["columns_first"]


def test_nearly_all_is_bound_without_a_person() -> None:
    roles = [role for notebook in notebooks() for role in expected(notebook)["bindings"]]
    asked = [role for notebook in notebooks() for role in expected(notebook).get("open", ())]
    assert len(asked) <= len(roles) / 10

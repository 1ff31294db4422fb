"""What hidden tests of a course may import, wherever the course is."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.assignment import Assignment, course_imports
from grader.assignment.course_imports import CoursesMixed
from tests.made_up import made_up


@pytest.fixture(autouse=True)
def unchanged() -> Iterator[None]:
    """Afterwards this process has the modules that it had before, and finds no others."""
    before = dict(sys.modules)
    yield
    for name in set(sys.modules) - set(before):
        del sys.modules[name]
    sys.modules.update(before)
    with course_imports.make_course_importable(assignments.load_assignment("ps2")):
        pass


def with_modules(folder: Path, text: str) -> Assignment:
    """A course with the modules ``reference.demo.provided.game`` and ``hidden_tests.demo.data``."""
    made = made_up(folder)
    (made.reference / "provided").mkdir()
    (made.reference / "provided" / "game.py").write_text(f"FROM = {text!r}\n")
    (made.tests / "data.py").write_text("from reference.demo.provided.game import FROM\n")
    return made


def test_siblings_and_the_reference(tmp_path: Path) -> None:
    made = with_modules(tmp_path, "here")
    assert course_imports.import_course_module(made, "provided.game").FROM == "here"
    assert importlib.import_module("hidden_tests.demo.data").FROM == "here"


def test_neither_the_working_directory_nor_the_path_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    student = with_modules(tmp_path / "student", "a student's")
    for package in (student.reference, student.reference.parent):
        (package / "__init__.py").touch()
    made = with_modules(tmp_path / "course", "ours")
    monkeypatch.chdir(tmp_path / "student")
    monkeypatch.syspath_prepend(tmp_path / "student")
    for name in [name for name in sys.modules if name.partition(".")[0] == "reference"]:
        del sys.modules[name]
    assert course_imports.import_course_module(made, "provided.game").FROM == "ours"


def test_courses_that_do_not_stand_in_each_other_s_way(tmp_path: Path) -> None:
    ps2 = assignments.load_assignment("ps2")
    player = course_imports.import_course_module(ps2, "provided.breakthrough").Player
    assert (
        course_imports.import_course_module(with_modules(tmp_path, "here"), "provided.game").FROM
        == "here"
    )
    assert course_imports.import_course_module(ps2, "provided.breakthrough").Player is player


def test_courses_that_would_be_mixed(tmp_path: Path) -> None:
    one = with_modules(tmp_path / "one", "one")
    other = with_modules(tmp_path / "other", "other")
    course_imports.import_course_module(one, "provided.game")
    with pytest.raises(CoursesMixed) as caught:
        course_imports.import_course_module(other, "provided.game")
    assert str(caught.value) == (
        f"{one.reference}/provided/game.py is loaded as reference.demo.provided.game in this "
        f"process, so that the course {tmp_path}/other needs a process of its own."
    )
    assert course_imports.import_course_module(one, "provided.game").FROM == "one"


def test_a_course_through_a_link_is_the_same_one(tmp_path: Path) -> None:
    made = with_modules(tmp_path / "course", "here")
    (tmp_path / "link").symlink_to("course")
    linked = assignments.load_assignment("demo", tmp_path / "link")
    game = course_imports.import_course_module(linked, "provided.game")
    assert course_imports.import_course_module(made, "provided.game") is game

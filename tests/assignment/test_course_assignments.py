"""Which course is meant, and what it has."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.assignment import Assignment, AssignmentError, UnknownAssignment, course_assignments
from grader.assignment.course_assignments import CoursesMixed
from tests.made_up import made_up


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration, which says nothing."""
    monkeypatch.delenv("GRADE_COURSE", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    file = tmp_path / "config" / "grade" / "config.toml"
    file.parent.mkdir(parents=True)
    return file


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A course of somebody's own."""
    made_up(tmp_path / "other")
    return tmp_path / "other"


def test_the_built_in_course_is_the_repository() -> None:
    assert (
        course_assignments.choose_course()
        == course_assignments.BUILT_IN
        == Path(__file__).parents[2]
    )
    assert course_assignments.list_assignment_ids(course_assignments.BUILT_IN) == [
        "breakthrough_agent",
        "connect4",
        "ps2",
    ]
    assert assignments.load_assignment("ps2").course == course_assignments.BUILT_IN


def test_named_then_in_the_environment_then_configured(
    tmp_path: Path, other: Path, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("named", "configured"):
        made_up(tmp_path / name)
    settings.write_text(f'course = "{tmp_path}/configured"\n')
    assert course_assignments.choose_course() == tmp_path / "configured"
    monkeypatch.setenv("GRADE_COURSE", str(other))
    assert course_assignments.choose_course() == other
    assert course_assignments.choose_course(tmp_path / "named") == tmp_path / "named"
    monkeypatch.setenv("GRADE_COURSE", "")
    assert course_assignments.choose_course() == tmp_path / "configured"


def test_the_working_directory_is_never_taken_for_one(
    other: Path, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(other)
    assert course_assignments.choose_course() == course_assignments.BUILT_IN
    for relative in (".", "other"):
        monkeypatch.setenv("GRADE_COURSE", relative)
        with pytest.raises(UnknownAssignment, match=r"GRADE_COURSE\) is a relative path"):
            course_assignments.choose_course()
    monkeypatch.delenv("GRADE_COURSE")
    settings.write_text('course = "."\n')
    with pytest.raises(UnknownAssignment, match=r"config.toml\) is a relative path"):
        course_assignments.choose_course()
    (other / "grade").mkdir()
    (other / "grade" / "config.toml").write_text(f'course = "{other}"\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", ".")
    monkeypatch.setenv("HOME", str(other / "nobody"))
    assert course_assignments.choose_course() == course_assignments.BUILT_IN


def test_a_tilde_is_the_home_folder(
    tmp_path: Path, other: Path, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    settings.write_text('course = "~/other"\n')
    assert course_assignments.choose_course() == other


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("\ncourse = x", "line 2"),
        ("course = 3", "course is 3; expected a string."),
        ('curse = "/x"', "curse is not a known key; did you mean course?"),
    ],
)
def test_a_configuration_that_cannot_be_used(settings: Path, text: str, problem: str) -> None:
    settings.write_text(text)
    with pytest.raises(AssignmentError) as caught:
        course_assignments.choose_course()
    assert str(caught.value).startswith(f"{settings}: ")
    assert problem in str(caught.value)


def test_a_folder_that_is_no_course(tmp_path: Path) -> None:
    with pytest.raises(UnknownAssignment) as caught:
        course_assignments.choose_course(tmp_path / "nowhere")
    assert str(caught.value) == (
        f"{tmp_path}/nowhere is not a course (--course); expected a folder that holds "
        "hidden_tests/<id>/assignment.toml and reference/<id>."
    )


def test_an_assignment_that_a_course_has_not(other: Path) -> None:
    with pytest.raises(UnknownAssignment) as caught:
        assignments.load_assignment("ps2", other)
    assert str(caught.value) == f"There is no assignment 'ps2' in the course {other}; it has demo."


@pytest.fixture(autouse=True)
def unchanged() -> Iterator[None]:
    """Afterwards this process has the modules that it had before, and finds no others."""
    before = dict(sys.modules)
    yield
    for name in set(sys.modules) - set(before):
        del sys.modules[name]
    sys.modules.update(before)
    with course_assignments.make_course_importable(assignments.load_assignment("ps2")):
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
    assert course_assignments.import_course_module(made, "provided.game").FROM == "here"
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
    assert course_assignments.import_course_module(made, "provided.game").FROM == "ours"


def test_courses_that_do_not_stand_in_each_other_s_way(tmp_path: Path) -> None:
    ps2 = assignments.load_assignment("ps2")
    player = course_assignments.import_course_module(ps2, "provided.breakthrough").Player
    assert (
        course_assignments.import_course_module(
            with_modules(tmp_path, "here"), "provided.game"
        ).FROM
        == "here"
    )
    assert course_assignments.import_course_module(ps2, "provided.breakthrough").Player is player


def test_courses_that_would_be_mixed(tmp_path: Path) -> None:
    one = with_modules(tmp_path / "one", "one")
    other = with_modules(tmp_path / "other", "other")
    course_assignments.import_course_module(one, "provided.game")
    with pytest.raises(CoursesMixed) as caught:
        course_assignments.import_course_module(other, "provided.game")
    assert str(caught.value) == (
        f"{one.reference}/provided/game.py is loaded as reference.demo.provided.game in this "
        f"process, so that the course {tmp_path}/other needs a process of its own."
    )
    assert course_assignments.import_course_module(one, "provided.game").FROM == "one"


def test_a_course_through_a_link_is_the_same_one(tmp_path: Path) -> None:
    made = with_modules(tmp_path / "course", "here")
    (tmp_path / "link").symlink_to("course")
    linked = assignments.load_assignment("demo", tmp_path / "link")
    game = course_assignments.import_course_module(linked, "provided.game")
    assert course_assignments.import_course_module(made, "provided.game") is game

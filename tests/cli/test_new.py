"""``grade author new``: what it makes works at once, and it destroys nothing."""

from __future__ import annotations

import itertools
import json
import shlex
import subprocess
from pathlib import Path

import pytest

from grader.assignment import course_assignments as courses
from tests.cli.process import run, sentence

MADE = """\
Made the assignment week1 in a course:
  a course/hidden_tests/week1/assignment.toml
  a course/hidden_tests/week1/test_misplaced.py
  a course/reference/week1/misplaced.py
  a course/reference/week1/mutants/counting/counts_the_gap.py
  a course/reference/week1/rights/styles/with_loops.py
  a course/reference/week1/skeleton.py

Try its tests, then grade a submission, which has a mistake:
  grade author validate week1 --course 'a course'
  grade 'a course/reference/week1/mutants/counting/counts_the_gap.py' --course 'a course'
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """What a usage error says."""
    assert (done.returncode, done.stdout) == (2, "")
    return " ".join(done.stderr.split())


def written(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_what_it_makes_passes_at_once_by_the_commands_that_it_names() -> None:
    done = run("author", "new", "a course/week1")
    assert (done.returncode, done.stdout, done.stderr) == (0, MADE, "")
    validate, grade = (shlex.split(line) for line in MADE.splitlines()[-2:])
    validated = run(*validate[1:], "-f", "json")
    assert validated.returncode == 0, validated.stdout
    checks = {check["name"]: check for check in json.loads(validated.stdout)["checks"]}
    assert {name for name, check in checks.items() if check["state"] == "skipped"} == {
        "data", "costs", "limits",
    }  # fmt: skip
    assert checks["mutants"]["figures"]["mutants"] == 1
    assert checks["rights"]["figures"]["rights"] == 1
    graded = run(*grade[1:])
    assert graded.returncode == 0
    assert "1 of 3 points" in graded.stdout
    assert "The count is wrong." in graded.stdout


def test_comments_are_of_one_line_each() -> None:
    run("author", "new", "course/week1")
    for text in written(Path("course")).values():
        comments = [line.lstrip().startswith(b"# ") for line in text.splitlines()]
        assert any(comments)
        assert not any(map(all, itertools.pairwise(comments)))
        assert b"{{" not in text


def test_a_course_that_is_there_gets_another_one() -> None:
    run("author", "new", "course/week1")
    before = written(Path("course"))
    assert run("author", "new", "./course/week2/").returncode == 0
    assert courses.list_assignment_ids(Path("course")) == ["week1", "week2"]
    assert before.items() <= written(Path("course")).items()


@pytest.mark.parametrize("there", ["hidden_tests/week1", "reference/week1"])
def test_nothing_is_overwritten(there: str) -> None:
    file = Path("course", there, "mine.py")
    file.parent.mkdir(parents=True)
    file.write_text("mine\n")
    said = sentence(run("author", "new", "course/week1"), 2)
    assert said == f"course/{there} is there already, and stays as it is; choose another name."
    assert written(Path("course")) == {str(file): b"mine\n"}


@pytest.mark.parametrize("name", ["week-1", "1st", "week 1", "class", "_week", "wéek", "a.b", ".."])
def test_names_that_python_cannot_import(name: str) -> None:
    said = sentence(run("author", "new", f"course/{name}"), 2)
    assert said.startswith(f"{name!r} cannot be the name of an assignment, because Python imports ")
    assert not Path("course").exists()


@pytest.mark.parametrize("name", ["week1", "week1/", ""])
def test_a_name_without_a_course(name: str) -> None:
    said = complaint(run("author", "new", name))
    assert f"{name!r} names no course; write the course's folder in front" in said
    assert list(Path().iterdir()) == []


def test_here_is_a_course_if_that_is_what_is_meant() -> None:
    assert run("author", "new", "./week1").returncode == 0
    assert courses.list_assignment_ids(Path()) == ["week1"]


def test_a_course_that_is_a_file() -> None:
    Path("course").write_text("mine\n")
    said = sentence(run("author", "new", "course/week1"), 2)
    assert said.startswith("course/hidden_tests/week1 cannot be made: Not a directory. Choose a ")
    assert Path("course").read_text() == "mine\n"


def test_without_a_name() -> None:
    assert "Missing argument 'COURSE/ASSIGNMENT'" in complaint(run("author", "new"))

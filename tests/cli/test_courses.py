"""Courses in folders of their own, from the command line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.assignment.course_assignments import BUILT_IN
from tests.cli.process import run, sentence

NONE = ("--sandbox", "none")

FILES = {
    "mycourse/hidden_tests/week1/assignment.toml": """\
id = "week1"
title = "A first assignment"

[[tasks]]
function = "double"
points = 2
""",
    "mycourse/hidden_tests/week1/test_double.py": """\
from grader.testing import WrongAnswer, cases, task


@task("1", points=2, hint="Twice the number is asked for, also of negative ones.")
@cases([0, 1, 2, -3])
def test_doubles(student, case):
    answer = student.double(case).value
    if answer != 2 * case:
        raise WrongAnswer("Not twice the number.", expected=str(2 * case), actual=repr(answer))
""",
    "mycourse/reference/week1/double.py": "def double(number):\n    return 2 * number\n",
    "mycourse/reference/week1/mutants/numbers/squares.py": """\
\"\"\"The number is squared instead of doubled.\"\"\"
#: fails = 1


def double(number):
    return number**2
""",
    "alice.py": "def double(number):\n    return number + number\n",
}


@pytest.fixture
def walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A course with one assignment in the folder where one stands, and a submission beside it."""
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def second(walk: None, tmp_path: Path) -> None:
    """Another assignment in the course, which provides what the first asks for."""
    tests, reference = (tmp_path / "mycourse" / name for name in ("hidden_tests", "reference"))
    (tests / "week2").mkdir()
    (reference / "week2" / "provided").mkdir(parents=True)
    (tests / "week2" / "assignment.toml").write_text(
        'id = "week2"\ntitle = "Second"\nprovided = ["colours"]\nenums = ["colours.Colour"]\n'
        '[[tasks]]\nid = "2"\nfunction = "other"\npoints = 1\n'
    )
    (reference / "week2" / "provided" / "colours.py").write_text(
        "from enum import Enum\n\nclass Colour(Enum):\n    BLACK = 1\n    WHITE = 2\n"
    )
    (reference / "week2" / "other.py").write_text(
        "from colours import Colour\n\ndef other(colour):\n"
        "    return Colour.WHITE if colour is Colour.BLACK else Colour.BLACK\n"
    )
    (tests / "week2" / "data.py").write_text(
        "from reference.week2.provided.colours import Colour\n\nCASES = list(Colour)\n"
    )
    # The same name as in the first assignment.
    (tests / "week2" / "test_double.py").write_text(
        "from grader.testing import WrongAnswer, cases, task\n"
        "from hidden_tests.week2.data import CASES\n\n"
        "@task('2', points=1)\n@cases(CASES)\ndef test_other(student, case):\n"
        "    if student.other(case).value not in set(CASES) - {case}:\n"
        "        raise WrongAnswer('The same.')\n"
    )


def graded(result: subprocess.CompletedProcess[str]) -> tuple[str, float]:
    """As what, and with how many points."""
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    return report["assignment"], report["score"]


@pytest.mark.slow
def test_one_of_several_assignments(second: None, tmp_path: Path) -> None:
    course = ("--course", "mycourse", *NONE, "-f", "json")
    assert graded(run("alice.py", *course)) == ("week1", 2)
    (tmp_path / "bob.py").write_text(
        "from colours import *\ndef other(colour):\n    return Colour(3 - colour.value)\n"
    )
    done = run("bob.py", *course)
    assert graded(done) == ("week2", 1)
    assert "grade: assignment week2, by what the submission defines\n" in done.stderr
    assert graded(run("bob.py", *course, "-a", "week1")) == ("week1", 0)


@pytest.mark.slow
def test_a_folder_with_files_that_the_assignment_gives(second: None, tmp_path: Path) -> None:
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob" / "colours.py").write_text("def double(n): ...\n")
    (tmp_path / "bob" / "mine.py").write_text("def other(colour): ...\n")
    course = ("--course", "mycourse", *NONE, "-f", "json")
    # What the second gives is a file of the student's for the first, which it gives nothing.
    assert "bob may be week1 or week2" in sentence(run("bob", *course), 2)
    assert graded(run("bob", *course, "-a", "week1")) == ("week1", 0)
    assert graded(run("bob", *course, "-a", "week2")) == ("week2", 0)
    (tmp_path / "bob" / "mine.py").unlink()
    assert graded(run("bob", *course)) == ("week1", 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def minimax(board): ...\n", "No function was found that an assignment of the course "),
        ("def double(n): ...\ndef other(c): ...\n",
         "More than one assignment fits: x.py may be week1 or week2. "),
        ("", "x.py is empty"),
    ],
)  # fmt: skip
def test_none_or_several(second: None, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "x.py").write_text(text)
    answer = sentence(run("x.py", "--course", "mycourse"), 2)
    assert answer.startswith(said)


@pytest.mark.parametrize("command", ["validate", "costs", "diagnoses"])
def test_authors_name_one_that_is_there(second: None, command: str) -> None:
    answer = sentence(run("author", command, "week3", "--course", "mycourse"), 2)
    assert answer.endswith("it has week1, week2.")


@pytest.mark.bubblewrap
def test_authors_mean_all_of_several(second: None) -> None:
    validated = run("author", "validate", "--course", "mycourse", "--only", "skeleton")
    assert (validated.returncode, validated.stdout.count("✔ assignment")) == (0, 2)
    assert validated.stderr == "grade: assignment week1\ngrade: assignment week2\n"


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_costs_and_diagnoses_are_written_into_the_course(walk: None, tmp_path: Path) -> None:
    folder = tmp_path / "mycourse" / "hidden_tests" / "week1"
    for command in ("costs", "diagnoses"):
        done = run("author", command, GRADE_COURSE=str(tmp_path / "mycourse"))
        assert done.returncode == 0, done.stderr
        assert done.stderr.startswith(f"grade: {folder / command}.json written: ")
        assert json.loads((folder / f"{command}.json").read_text())


@pytest.mark.slow
@pytest.mark.parametrize("elsewhere", [".", "mycourse", "mycourse/hidden_tests"])
def test_where_one_stands_never_counts(
    walk: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: str
) -> None:
    monkeypatch.chdir(tmp_path / elsewhere)
    answer = sentence(run(tmp_path / "alice.py", XDG_CONFIG_HOME=str(tmp_path)), 2)
    assert f"of the course {BUILT_IN} asks for (" in answer
    assert "; ps2 asks for " in answer
    # Modules of that name beside a student's file are not the course's.
    (tmp_path / elsewhere / "reference").mkdir(exist_ok=True)
    (tmp_path / elsewhere / "reference" / "__init__.py").write_text("raise SystemExit(9)\n")
    done = run(tmp_path / "alice.py", *NONE, "-f", "json", GRADE_COURSE=str(tmp_path / "mycourse"))
    assert graded(done) == ("week1", 2)


@pytest.mark.slow
def test_a_folder_that_is_no_course(walk: None, tmp_path: Path) -> None:
    batch, validate = ("batch", "alice.py", "--out", "out"), ("author", "validate")
    for command in (("alice.py",), batch, validate):
        answer = sentence(run(*command, "--course", "reference"), 2)
        assert answer.startswith("reference is not a course (--course); expected a folder that ")


@pytest.mark.slow
def test_a_stored_report_knows_its_assignment(second: None, tmp_path: Path) -> None:
    course = ("--course", "mycourse")
    (tmp_path / "carol.py").write_text("def double(n):\n    return n * n\n")
    assert run("carol.py", *course, *NONE, "-f", "json", "-o", "carol.json").returncode == 0
    case = "1/doubles[1]"
    done = run("replay", "carol.json", case, *course, *NONE)
    assert done.returncode == 0, done.stderr
    assert "Not twice the number." in done.stdout
    assert run("show", "carol.json", "--case", case).returncode == 0
    answer = sentence(run("replay", "carol.json", case, *NONE), 2)
    assert answer.startswith(f"There is no assignment 'week1' in the course {BUILT_IN}; it has ")


Lot = Callable[..., None]


@pytest.fixture
def lot(tmp_path: Path) -> Lot:
    """Writes hand-ins into the folder ``lot``."""

    def write(**texts: str) -> None:
        (tmp_path / "lot").mkdir(exist_ok=True)
        for name, text in texts.items():
            (tmp_path / "lot" / f"{name}.py").write_text(text)

    return write


@pytest.mark.slow
def test_a_batch_is_one_assignment(second: None, lot: Lot, tmp_path: Path) -> None:
    lot(alice="def double(n):\n    return 2 * n\n", stuck="print('help')\n", empty="")
    arguments = ("batch", "lot", "--out", "out", "--course", "mycourse", *NONE)
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    assert "grade: assignment week1, by what the hand-ins define\n" in done.stderr
    assert "0 graded now" in run(*arguments).stdout
    assert "0 graded now" in run(*arguments, "-a", "week1").stdout
    lot(bob="def other(colour): ...\n")
    refused = run(*arguments)
    assert refused.returncode == 2
    assert (
        "grade: More than one assignment fits: lot/alice.py may be week1; lot/bob.py may be week2."
        in refused.stderr
    )
    assert run(*arguments, "-a", "week2").returncode == 0


def test_a_batch_that_fits_nothing(walk: None, lot: Lot, tmp_path: Path) -> None:
    lot(alice="x = 1\n")
    answer = sentence(run("batch", "lot", "--out", "out", "--course", "mycourse"), 2)
    assert answer.startswith("No function was found that an assignment of the course ")
    assert not (tmp_path / "out").exists()

"""Mistakes that authors make: each is said with file, line and remedy, and all at once."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader import sandbox
from grader.author import CHECKS, validate_assignment
from grader.author.plan_checks import CheckRequest
from tests.cli.process import run

TOML = """\
id = "week1"
title = "A first assignment"

[[tasks]]
function = "double"
points = 2

[[tasks]]
function = "half"
points = 1
"""
TEST = """\
from grader.testing import WrongAnswer, asks, cases, task


def question(ask, case):
    return ask.double(case)


@task("1", points=2)
@cases([1, 2])
@asks(question)
def test_doubles(answer, case):
    if answer.value != 2 * case:
        raise WrongAnswer("Not twice the number.")


@task("2", points=1)
def test_halves(student):
    if student.half(4).value != 2:
        raise WrongAnswer("Not half of it.")
"""
FILES = {
    "hidden_tests/week1/assignment.toml": TOML,
    "hidden_tests/week1/test_numbers.py": TEST,
    "reference/week1/double.py": "def double(number):\n    return 2 * number\n",
    "reference/week1/half.py": "def half(number):\n    return number // 2\n",
    "reference/week1/mutants/numbers/squares.py": (
        '"""The number is squared."""\n#: fails = 1/doubles\n\n\n'
        "def double(number):\n    return number**2\n"
    ),
}
ASSIGNMENT = "hidden_tests/week1/assignment.toml"
TESTS = "hidden_tests/week1/test_numbers.py"
MUTANT = "reference/week1/mutants/numbers/squares.py"

PACKAGES = r"(hidden_tests|reference)\.week1\b"

Said = Callable[[Mapping[str, str | None]], list[str]]


@pytest.fixture
def said(tmp_path: Path) -> Said:
    """What `grade author validate` says of a course with these files instead of those in order."""

    def validate(changes: Mapping[str, str | None]) -> list[str]:
        for name, text in {**FILES, **changes}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is not None:
                path.write_text(text)
        for name in [name for name in sys.modules if re.match(PACKAGES, name)]:
            del sys.modules[name]  # what an earlier course has left in this process
        validation = validate_assignment.validate_assignment(
            "week1", sandbox.choose_backend("none"), CheckRequest(CHECKS, seeds=1), course=tmp_path,
            finished=lambda _: None, progress=lambda *_: None, jobs=1,
        )  # fmt: skip
        tables = [table for result in validation.results for table in result.tables]
        return [finding.name for table in tables for finding in table.findings]

    return validate


@pytest.mark.slow
def test_nothing_is_said_of_what_is_in_order(said: Said) -> None:
    assert said({}) == []


UNTIL_THEN = "until then, none of the tests in this file are known"
NO_TESTS = [
    f"{ASSIGNMENT}:{line}: task {number} has no hidden tests; write one, with "
    f'@task("{number}", points={points}), or mend what keeps it from being read'
    for line, number, points in ((4, 1, 2), (8, 2, 1))
]
"""What follows where the only file of tests cannot be read."""


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        pytest.param(
            {TESTS: TEST.replace("student.half", "student.hafl")},
            [(f"{TESTS}:18: student.hafl: assignment.toml names no function 'hafl' that tests of "
             "this task may call; did you mean half? Known are double, half.")],
            id="a call of a function that there is not",
        ),
        pytest.param(
            {TESTS: TEST.replace("ask.double", "ask.treble")},
            [(f"{TESTS}:5: ask.treble: assignment.toml names no function 'treble' that tests of "
             "this task may call; mend its name. Known are double, half.")],
            id="a question about a function that there is not",
        ),
        pytest.param(
            {TESTS: TEST.replace("half(4)", "half(inject.add)").replace("(student)",
                                                                        "(student, inject)")},
            [(f"{TESTS}:18: inject.add: assignment.toml lends this task nothing; add 'add' to "
             "inject there, or mend the name")],
            id="a function that is not lent",
        ),
        pytest.param(
            {TESTS: TEST.replace('@task("2", points=1)\n', "")},
            [f"{TESTS}:16: test_halves belongs to no task; decorate it with @task", NO_TESTS[1]],
            id="a test without a task",
        ),
        pytest.param(
            {TESTS: TEST.replace('@task("2"', '@task("3"')},
            [(f"{TESTS}:16: test_halves: there is no task '3'; the tasks in assignment.toml are "
             "1, 2"), NO_TESTS[1]],
            id="a test of a task that there is not",
        ),
        pytest.param(
            {TESTS: TEST.partition('@task("2"')[0]}, [NO_TESTS[1]], id="a task without tests"
        ),
        pytest.param(
            {TESTS: TEST.replace("points=2", "points=1.5")},
            [(f"{ASSIGNMENT}:4: the tests of task 1 are worth 1.5 points together, but "
             "assignment.toml gives it 2; change points of the task, or of a test: "
             f"1.5 ({TESTS}:8)")],
            id="points that do not add up",
        ),
        pytest.param(
            {TESTS: TEST.replace("points=1)", 'points=1, beside="test_thirds")')},
            [(f"{TESTS}:16: test_halves counts beside test_thirds, which does not exist; the tests "
             "of task 2 are test_halves")],
            id="points beside a test that there is not",
        ),
        pytest.param(
            {MUTANT: FILES[MUTANT].replace("1/doubles", "1/double")},
            [(f"{MUTANT}:2: there is no test 1/double that is worth points; those of task 1 are "
             "1/doubles")],
            id="a mutant that names a test that there is not",
        ),
        pytest.param(
            {MUTANT: FILES[MUTANT].replace("fails", "fail")},
            [(f"{MUTANT}:1: the file does not say which tasks it fails; write a line as "
             "`#: fails = 1`")],
            id="a mutant with a misspelt header",
        ),
        pytest.param(
            {"reference/week1/half.py": None},
            [(f"{ASSIGNMENT}:9: task 2: reference/week1/half.py, its solution, is missing; write "
             "it there, as half")],
            id="a missing solution",
        ),
        pytest.param(
            {"reference/week1/half.py": "def hafl(number):\n    return number // 2\n"},
            [("reference/week1/half.py:1: task 2: its solution defines no half; write it, or mend "
             "its name")],
            id="a solution of another name",
        ),
        pytest.param(
            {"reference/week1/half.py": "def half(number):\n    return number //\n"},
            ["reference/week1/half.py:2: SyntaxError: invalid syntax; mend the syntax"],
            id="a syntax error in a solution",
        ),
        pytest.param(
            {ASSIGNMENT: TOML.replace("title", "titel")},
            [f"{ASSIGNMENT}:1: title is missing; expected a string.",
             f"{ASSIGNMENT}:2: titel is not a known key; did you mean title?"],
            id="a misspelt key",
        ),
        pytest.param(
            {ASSIGNMENT: TOML + 'injcet = ["double"]\n'},
            [(f"{ASSIGNMENT}:11: tasks[1].injcet is not a known key; did you mean "
             "inject?")],
            id="a misspelt key of a task",
        ),
        pytest.param(
            {ASSIGNMENT: TOML.replace("points = 2", "points =")},
            [(f"{ASSIGNMENT}: Invalid value (at line 6, column 9). This is not TOML; mend that "
             "line.")],
            id="no TOML",
        ),
        pytest.param(
            {TESTS: TEST.replace("== 2:", "== 2").replace("!= 2:", "!= 2")},
            [f"{TESTS}:18: SyntaxError: expected ':'; mend the syntax: {UNTIL_THEN}", *NO_TESTS],
            id="a syntax error in a test",
        ),
        pytest.param(
            {TESTS: TEST.replace("points=2", "points=-2")},
            [(f"{TESTS}:8: ValueError: a test cannot be worth -2 points; mend this line: "
             f"{UNTIL_THEN}"), *NO_TESTS],
            id="a decorator that is used wrongly",
        ),
        pytest.param(
            {TESTS: TEST.replace("task\n", "tsak\n", 1)},
            [f"{TESTS}:1: ImportError: cannot import name 'tsak' from 'grader.testing'", *NO_TESTS],
            id="an import of what there is not",
        ),
        pytest.param(
            {TESTS: 'from pathlib import Path\nDATA = Path(__file__).with_name("data.json")\n'
                    "NUMBERS = DATA.read_text()\n" + TEST},
            [f"{TESTS}:3: FileNotFoundError: [Errno 2] No such file or directory: ", *NO_TESTS],
            id="frozen data that is missing",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_said_with_its_line_and_what_to_do(
    said: Said, changes: dict[str, str | None], sentences: list[str]
) -> None:
    for found, sentence in zip(said(changes), sentences, strict=True):
        assert found.startswith(sentence)


@pytest.mark.parametrize(
    ("module", "advice"),
    [
        ("reference.week1.trebel",
         "mend the import, or write reference/week1/trebel.py in the course's folder"),
        ("hidden_tests.week1.data",
         "mend the import, or write hidden_tests/week1/data.py in the course's folder"),
        ("nunpy", ("mend the import, or install the module; the course's own are "
                  "hidden_tests.week1.… and reference.week1.…")),
    ],
)  # fmt: skip
def test_how_to_get_a_missing_module(said: Said, module: str, advice: str) -> None:
    first = said({TESTS: f"import {module}\n" + TEST})[0]
    assert first.startswith(f"{TESTS}:1: ModuleNotFoundError: No module named ")
    assert first.endswith(f"; {advice}")


@pytest.mark.parametrize(
    ("generator", "advice"),
    [
        ({}, "put the file there, or mend its name"),
        ({"reference/week1/generate/__init__.py": ""},
         "write the file with `python -m reference.week1.generate`, in the course's folder"),
    ],
)  # fmt: skip
def test_how_to_get_missing_data(said: Said, generator: dict[str, str], advice: str) -> None:
    first = said({TESTS: 'NUMBERS = open("numbers.json")\n' + TEST, **generator})[0]
    assert first.startswith(f"{TESTS}:1: FileNotFoundError: ")
    assert first.endswith(f"; {advice}")


def test_all_mistakes_are_said_in_one_run(said: Said) -> None:
    found = said({
        ASSIGNMENT: TOML.replace("title", "titel"),
        TESTS: TEST.replace("student.half", "student.hafl"),
        "hidden_tests/week1/test_more.py": "def test_stray(student):\n    pass\n",
        "hidden_tests/week1/test_odd.py": "def\n",
        MUTANT: "x = 1\n",
    })  # fmt: skip
    assert [sentence.partition(": ")[0] for sentence in found] == [
        f"{ASSIGNMENT}:1",
        f"{ASSIGNMENT}:2",
        "hidden_tests/week1/test_odd.py:1",
        "hidden_tests/week1/test_more.py:1",
        f"{TESTS}:18",
        f"{MUTANT}:1",
    ]


def test_an_enumeration_that_there_is_not(said: Said) -> None:
    (sentence,) = said({
        ASSIGNMENT: 'provided = ["sides"]\nenums = ["sides.Side"]\n' + TOML,
        "reference/week1/provided/sides.py": "class Sides: ...\n",
    })  # fmt: skip
    assert sentence.startswith(
        f"{ASSIGNMENT}:2: enums names sides.Side, which cannot be imported: AttributeError: "
    )
    assert sentence.endswith("; mend the name, or reference/week1/provided/sides.py")


@pytest.mark.slow
def test_a_misspelt_function_is_the_authors_mistake_when_students_are_graded(
    said: Said, tmp_path: Path
) -> None:
    said({TESTS: TEST.replace("student.half", "student.hafl")})
    alice = tmp_path / "alice.py"
    alice.write_text("def double(n):\n    return 2 * n\n\n\ndef half(n):\n    return n // 2\n")
    done = run(alice, "--course", tmp_path, "--sandbox", "none", "-f", "json")
    assert done.returncode == 3
    report = json.loads(done.stdout)
    verdicts = {task["id"]: task["verdict"] for task in report["tasks"]}
    assert verdicts == {"1": "accepted", "2": "internal_error"}
    (error,) = report["errors"]
    assert error.startswith("hidden_tests/week1/test_numbers.py:18: your test raised ")
    assert "AttributeError: assignment.toml names no function 'hafl' that tests" in error
    assert "did you mean half? Known are double, half." in error

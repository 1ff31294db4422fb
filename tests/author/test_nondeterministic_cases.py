"""Cases that are drawn anew at every import are found, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.author.nondeterministic_cases import find_nondeterministic_tests
from grader.examine.test_collection import find_hidden_tests
from tests.made_up import TEST_DOUBLE, made_up

DRAWN = {
    "values": "import random\nCASES = [random.random() for _ in range(3)]",
    "numbers of them": "import random\nCASES = list(range(random.randint(2, 9999)))",
    "order of a set": "CASES = list({f'{n}' for n in range(50)})",
    "numpy": "import numpy\nCASES = [int(n) for n in numpy.random.randint(0, 10 ** 9, 3)]",
    "time": "import time\nCASES = [1, time.time_ns()]",
}
THE_SAME = {
    "a seed": "import random\nR = random.Random(1)\nCASES = [R.random() for _ in range(3)]",
    "sets": "CASES = [{f'{n}' for n in range(50)}, frozenset('abcdef')]",
    "functions": "CASES = [len, lambda: 1, object(), Exception('x')]",
    "objects": (
        "import dataclasses\n@dataclasses.dataclass\nclass Case:\n    names: set\n"
        "CASES = [Case({'a', 'b', 'c', 'd'})]"
    ),
    "a loop": "CASES = [[]]\nCASES[0].append(CASES)",
}


def found(folder: Path, cases: str) -> list[str]:
    test = TEST_DOUBLE.replace("@cases([1, 2, 3])", "@cases(CASES)")
    assignment = made_up(folder, f"{cases}\n{test}")
    tests = find_hidden_tests(assignment)
    assert tests.problems == ()
    return find_nondeterministic_tests(assignment, tests.tests)


@pytest.mark.parametrize("name", DRAWN)
def test_cases_that_are_drawn_at_every_import(tmp_path: Path, name: str) -> None:
    (problem,) = found(tmp_path, DRAWN[name])
    assert ": test_doubles: " in problem
    assert "every import has to give the same: draw them with random.Random(1)" in problem


@pytest.mark.parametrize("name", THE_SAME)
def test_cases_that_are_the_same_at_every_import(tmp_path: Path, name: str) -> None:
    assert found(tmp_path, THE_SAME[name]) == []


def test_an_import_that_fails_the_second_time(tmp_path: Path) -> None:
    once = f"import pathlib\npathlib.Path({str(tmp_path / 'mark')!r}).touch(exist_ok=False)"
    (problem,) = found(tmp_path, f"{once}\nCASES = [1]")
    assert "the test is not there each time its file is imported" in problem

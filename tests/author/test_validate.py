"""Validations of a made-up assignment, from its files to what is said about them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grader import sandbox
from grader.assignment import Assignment, AssignmentError
from grader.assignment.reference_costs import MaxCallCost, ReferenceCosts
from grader.author import CHECKS, validate_assignment
from grader.author.plan_checks import CheckRequest, NoVariantChosen
from grader.author.validation_check import (
    AssignmentValidation,
    CheckFinding,
    CheckResult,
    CheckState,
)
from grader.examine import hidden_test_limits
from grader.model.report import SandboxInfo
from grader.model.verdict import Verdict
from grader.sandbox import Sandbox, SandboxUnavailable
from grader.sandbox.backend_interface import SandboxProgram, Session
from tests.author.conftest import BY_ADDING, RIGHT, SQUARES, Author
from tests.made_up import APPLY, DOUBLE, TEST_APPLY, TEST_DOUBLE

pytestmark = pytest.mark.bubblewrap


def validated(
    *names: str, backend: Sandbox | None = None, all_done: bool = True, **request: Any
) -> AssignmentValidation:
    heard: list[CheckResult] = []
    progress: list[tuple[str, int, int]] = []
    validation = validate_assignment.validate_assignment(
        "demo",
        backend or sandbox.choose_backend("bubblewrap"),
        CheckRequest(names, **request),
        finished=heard.append,
        progress=lambda *at: progress.append(at),
        jobs=2,
    )
    assert sorted(heard, key=by_name) == sorted(validation.results, key=by_name)
    done = [(done, total) for _, done, total in progress]
    total = len(done) - 1 if all_done else done[0][1]
    assert done == [(place, total) for place in range(len(done))]
    return validation


def by_name(result: CheckResult) -> str:
    return result.name


def result(validation: AssignmentValidation, name: str) -> CheckResult:
    (found,) = (result for result in validation.results if result.name == name)
    return found


def findings(validation: AssignmentValidation, name: str) -> list[CheckFinding]:
    return [finding for table in result(validation, name).tables for finding in table.findings]


# Everything ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_assignment_without_a_flaw(author: Author) -> None:
    author()
    validation = validated(*CHECKS, seeds=3)
    assert [result.name for result in validation.results] == list(CHECKS)
    assert {result.name: result.summary for result in validation.results if result.skipped} == {
        "data": "no generator in reference/demo/generate",
        "costs": "no hidden_tests/demo/costs.json: every call has the least budget",
        "limits": "no families in reference/demo/families",
    }
    assert not any(findings(validation, name) for name in CHECKS)
    assert validation.state is CheckState.PASSED
    assert result(validation, "assignment").summary == (
        "2 points in 1 coded task, 1 point to be graded by hand"
    )
    assert result(validation, "reference").figures["seeds"] == 3


def test_a_new_assignment_has_little_to_check(author: Author) -> None:
    chosen = author()
    for name in ("rights/doubling/by_adding.py", "mutants/doubling/squares.py", "skeleton.py"):
        (chosen.reference / name).unlink()
    validation = validated("data", "skeleton", "rights", "mutants")
    assert {result.name: result.summary for result in validation.results[1:]} == {
        "data": "no generator in reference/demo/generate",
        "skeleton": "no reference/demo/skeleton.py, which is what students are handed",
        "rights": "no solutions in reference/demo/rights",
        "mutants": "no solutions in reference/demo/mutants",
    }
    assert validation.state is CheckState.PASSED


# The assignment's own files ------------------------------------------------------------------


def test_nothing_is_graded_until_the_assignment_is_in_order(author: Author) -> None:
    author(TEST_DOUBLE, tasks=DOUBLE + APPLY)
    validation = validated("reference", "mutants", backend=Unavailable())
    one, two = [finding.name for finding in findings(validation, "assignment")]
    assert one.endswith(
        "assignment.toml:27: task 3: reference/demo/apply.py, its solution, is missing; write it "
        "there, as apply"
    )
    assert two.endswith(
        'assignment.toml:24: task 3 has no hidden tests; write one, with @task("3", points=1), '
        "or mend what keeps it from being read"
    )
    assert [result.state for result in validation.results] == [
        CheckState.FAILED, CheckState.SKIPPED, CheckState.SKIPPED,
    ]  # fmt: skip
    assert validation.state is CheckState.FAILED


def test_points_that_do_not_add_up_and_tests_without_a_task(author: Author) -> None:
    author(TEST_DOUBLE.replace("points=2", "points=1"), TEST_APPLY, "def test_stray(): pass\n")
    one, two, three = (finding.name for finding in findings(validated(), "assignment"))
    assert one.endswith("there is no task '3'; the tasks in assignment.toml are 1, 2")
    assert two.endswith("test_stray belongs to no task; decorate it with @task")
    assert "assignment.toml:18: the tests of task 1 are worth 1 points together" in three


def test_an_assignment_that_cannot_be_read(author: Author, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object) -> Assignment:
        raise AssignmentError("assignment.toml: id is missing.\nassignment.toml: x is 3.")

    monkeypatch.setattr("grader.assignment.load_assignment", load)
    named = [finding.name for finding in findings(validated("mutants"), "assignment")]
    assert named == ["assignment.toml: id is missing.", "assignment.toml: x is 3."]


@pytest.fixture
def generate(author: Author) -> Callable[[str], None]:
    """Gives the made-up assignment a generator of frozen data."""
    chosen = author()

    def write(text: str) -> None:
        package = chosen.reference / "generate"
        package.mkdir()
        (chosen.reference / "__init__.py").touch()
        (package / "__init__.py").write_text(text)

    return write


def test_data_that_is_reproducible(generate: Callable[[str], None]) -> None:
    generate("def stale():\n    return []\n")
    assert result(validated("data"), "data").state is CheckState.PASSED


def test_data_that_is_out_of_date(generate: Callable[[str], None]) -> None:
    generate("def stale():\n    return ['demo/cases.json']\n")
    validation = validated("data")
    assert findings(validation, "data") == [CheckFinding("demo/cases.json")]
    assert "`python -m reference.demo.generate`" in result(validation, "data").tables[0].title
    assert result(validation, "data").summary == "1 out of date"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("def stale():\n    raise ValueError('too few')\n", "ValueError: too few"),
        ("", "AttributeError: module 'reference.demo.generate' has no attribute 'stale'"),
        ("def\n", "SyntaxError: "),
    ],
)
def test_a_generator_that_fails(generate: Callable[[str], None], text: str, problem: str) -> None:
    generate(text)
    (finding,) = findings(validated("data"), "data")
    assert finding.name.startswith(problem)
    assert "reference.demo.generate" not in sys.modules  # a worker has imported it


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "state"), [("1/doubles", CheckState.PASSED), ("1/x", CheckState.FAILED)]
)
def test_costs(
    author: Author, monkeypatch: pytest.MonkeyPatch, case: str, state: CheckState
) -> None:
    known = ReferenceCosts(0.04, {f"{case}[{number}]": MaxCallCost(None) for number in (1, 2, 3)})
    chosen = replace(author(), costs=known)
    monkeypatch.setattr("grader.assignment.load_assignment", lambda *_: chosen)
    validation = validated("costs")
    assert result(validation, "costs").state is state
    if state is CheckState.FAILED:
        assert findings(validation, "costs")[0] == CheckFinding("1/x[1]: there is no such case")


def test_costs_that_cannot_be_measured(author: Author, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = replace(author(files={"double.py": SQUARES}), costs=ReferenceCosts(0.04))
    monkeypatch.setattr("grader.assignment.load_assignment", lambda *_: chosen)
    (finding,) = findings(validated("costs"), "costs")
    assert finding.name.startswith("CostsError: The reference solution cannot be measured")


# Solutions -----------------------------------------------------------------------------------

FLAKY = "import random\n\ndef double(n):\n    return 2 * n if random.random() < 0.8 else 7\n"


@pytest.mark.slow
def test_a_reference_that_fails_with_some_seeds(author: Author) -> None:
    author(files={"double.py": FLAKY})
    validation = validated("reference", seeds=10, seed=5)
    (finding,) = findings(validation, "reference")
    assert (finding.name, finding.what, finding.verdict) == (
        "1/doubles", "Doubles.", Verdict.WRONG_ANSWER,
    )  # fmt: skip
    assert 0 < len(finding.does) < 10
    assert set(finding.does) < {str(seed) for seed in range(5, 15)}
    assert finding.message == "Not doubled.\nexpected 2\ngot 7"
    figures = result(validation, "reference").figures
    assert (figures["tests"], figures["failures"]) == (10, len(finding.does))
    assert len(finding.does) / 10 < figures["rate_below"] < 1
    assert findings(validated("reference", seeds=10, seed=5), "reference") == [finding]


def test_a_skeleton_that_earns_points(author: Author) -> None:
    author(files={"skeleton.py": RIGHT})
    (finding,) = findings(validated("skeleton"), "skeleton")
    assert (finding.name, finding.what) == ("1", "Doubling: 2 of 2 points")


def test_a_skeleton_that_looks_like_an_attempt(author: Author) -> None:
    author(files={"skeleton.py": "def double(number):\n    return 0\n"})
    (finding,) = findings(validated("skeleton"), "skeleton")
    assert (finding.what, finding.verdict) == ("Doubling: 0 of 2 points", Verdict.WRONG_ANSWER)


def test_a_skeleton_may_leave_functions_out(author: Author) -> None:
    author(files={"skeleton.py": "import random\n"})
    assert findings(validated("skeleton"), "skeleton") == []


def test_a_skeleton_that_cannot_be_read(author: Author) -> None:
    author(files={"skeleton.py": "\0"})
    (finding,) = findings(validated("skeleton"), "skeleton")
    assert "binary" in finding.name


def test_a_right_solution_that_loses_points(author: Author) -> None:
    odd = '"""Only for odd numbers."""\n\ndef double(n):\n    return 2 * n if n % 2 else None\n'
    author(files={"rights/doubling/odd.py": odd})
    validation = validated("rights")
    (finding,) = findings(validation, "rights")
    assert finding.name == "doubling/odd"
    assert finding.what == "Only for odd numbers."
    assert finding.does == ["1"]
    assert finding.verdict is Verdict.WRONG_ANSWER
    assert finding.message == "Not doubled.\nexpected 4\ngot None"
    assert result(validation, "rights").summary == "1 of 2 right solutions lost points"


TWICE = '"""Applies twice."""\n#: fails = 1\n\ndef apply(f, n):\n    return f(f(n))\n'


def test_mutants_that_survive_and_that_fail_more(author: Author) -> None:
    files = {
        "apply.py": "def apply(f, n):\n    return f(n)\n",
        "mutants/doubling/right.py": BY_ADDING.replace('"""\n', '"""\n#: fails = 1\n', 1),
        "mutants/doubling/other.py": TWICE,
    }
    author(TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + APPLY, files=files)
    validation = validated("mutants")
    surviving, failing_more, _ = result(validation, "mutants").tables
    assert [(finding.name, finding.should, finding.does) for finding in surviving.findings] == [
        ("doubling/other", ("1",), ["3"]),
        ("doubling/right", ("1",), []),
    ]
    (more,) = failing_more.findings
    assert (more.name, more.does, more.message) == ("doubling/other", ["3"], "Not applied.")
    assert result(validation, "mutants").summary == (
        "2 of 3 mutants survived, 1 failed more than they should"
    )


def test_mutants_that_fail_other_tests_than_they_should(author: Author) -> None:
    named = SQUARES.replace("fails = 1", "fails = 1/doubles")
    half = TEST_DOUBLE.replace("points=2", "points=1")
    author(
        half,
        half.replace("test_doubles", "test_trebles").replace("!= 2 * case:", "< 0:"),
        files={
            "mutants/doubling/squares.py": named,
            "mutants/doubling/wrongly_named.py": named.replace("1/doubles", "1/trebles"),
        },
    )
    surviving, failing_more, _ = result(validated("mutants"), "mutants").tables
    (finding,) = surviving.findings
    assert (finding.name, finding.should) == ("doubling/wrongly_named", ("1/trebles",))
    assert finding.message == "1/trebles keeps its points."
    (more,) = failing_more.findings
    assert (more.name, more.does) == ("doubling/wrongly_named", ["1/doubles"])
    assert more.message.startswith("Not doubled.")


def test_mutants_that_name_tests_that_there_are_not(author: Author) -> None:
    named = SQUARES.replace("fails = 1", "fails = 1/doubles")
    author(files={
        "mutants/doubling/squares.py": named,
        "mutants/doubling/wrongly_named.py": named.replace("1/doubles", "1/doubles, 1/trebles"),
        "mutants/doubling/odd.py": "x = 1\n",
    })  # fmt: skip
    validation = validated("rights", "mutants")
    one, two = [finding.name for finding in findings(validation, "mutants")]
    assert one.startswith("reference/demo/mutants/doubling/odd.py:1: the file does not begin with")
    assert two == (
        "reference/demo/mutants/doubling/wrongly_named.py:2: there is no test 1/trebles that is "
        "worth points; those of task 1 are 1/doubles"
    )
    assert result(validation, "mutants").state is CheckState.FAILED
    assert result(validation, "rights").state is CheckState.PASSED


def test_a_file_that_is_no_variant(author: Author) -> None:
    author(files={"mutants/doubling/odd.py": "x = 1\n"})
    validation = validated("mutants", "rights")
    (finding,) = findings(validation, "mutants")
    assert finding.name.startswith("reference/demo/mutants/doubling/odd.py:1: the file does not ")
    assert result(validation, "rights").state is CheckState.PASSED


def test_only_some_variants(author: Author) -> None:
    author(files={"mutants/doubling/also.py": SQUARES})
    validation = validated("rights", "mutants", variants=("*/squ*", "nothing/*"))
    assert {result.name: dict(result.figures) for result in validation.results[1:]} == {
        "mutants": {"mutants": 1, "surviving": 0, "failing_more": 0, "unknown": 0},
    }


def test_no_such_variant(author: Author) -> None:
    author()
    with pytest.raises(
        NoVariantChosen, match=r"^No variant of demo .* called 'a' or '\\x1bb'; names"
    ):
        validated("rights", "mutants", variants=("a", "\x1bb"))


def test_a_reference_that_is_no_python_is_not_tried(author: Author) -> None:
    author(files={"double.py": "def double(:\n"})
    validation = validated("mutants")
    assert result(validation, "mutants").state is CheckState.SKIPPED
    (finding,) = findings(validation, "assignment")
    assert finding.name == (
        "reference/demo/double.py:1: SyntaxError: invalid syntax; mend the syntax"
    )


# Trouble -------------------------------------------------------------------------------------


class Unavailable:
    info = SandboxInfo("none", {})

    def start(self, program: SandboxProgram) -> Session:
        raise SandboxUnavailable("there is no such sandbox")


class Deadly(Unavailable):
    """Takes the worker with it if ``fatal`` is in the submission."""

    def start(self, program: SandboxProgram) -> Session:
        if any("fatal" in cell.source for cell in program.cells):
            os.kill(os.getpid(), signal.SIGKILL)
        return sandbox.choose_backend("bubblewrap").start(program)


def test_without_a_sandbox(author: Author) -> None:
    author()
    with pytest.raises(SandboxUnavailable, match=r"^there is no such sandbox$"):
        validated("mutants", backend=Unavailable())


def test_a_grading_that_is_lost_makes_its_check_incomplete(author: Author) -> None:
    author(files={"mutants/doubling/fatal.py": SQUARES + "# fatal\n"})
    validation = validated("rights", "mutants", backend=Deadly())
    (error,) = result(validation, "mutants").errors
    assert error.startswith("doubling/fatal: two grading processes in a row were lost over it")
    assert result(validation, "mutants").state is CheckState.INCOMPLETE
    assert result(validation, "rights").state is CheckState.PASSED
    assert validation.state is CheckState.INCOMPLETE


def test_a_hidden_test_that_fails_by_itself_decides_nothing(author: Author) -> None:
    author(TEST_DOUBLE.replace("2 * case:", "[][case]:"))
    found = result(validated("mutants"), "mutants")
    assert "your test raised IndexError: " in found.errors[0]
    assert found.state is CheckState.INCOMPLETE
    assert not any(table.findings for table in found.tables)


def test_nobody_waits_again_for_a_hidden_test_that_does_not_end(
    author: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hidden_test_limits, "SECONDS", 0.3)
    author(TEST_DOUBLE.replace("    answer = ", "    while True: pass\n    answer = "))
    validation = validated("reference", "rights", "mutants", seeds=40, all_done=False)
    reference = result(validation, "reference")
    assert 1 <= len(reference.errors) <= 4
    assert all("your test did not end" in error for error in reference.errors)
    others = [result(validation, name) for name in ("rights", "mutants")]
    assert [each.summary for each in others] == ["not tried: a hidden test did not end"] * 2

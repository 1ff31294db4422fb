"""Tests that a variant names beside tasks: all of them lose points, and no others of the task."""

from __future__ import annotations

import pytest

from grader.author.known_wrong_check import find_undetected_mutant, find_unexpected_failure
from grader.author.solution_variants import Variant
from grader.model.report import Report, TestResult
from grader.model.verdict import Verdict
from tests.render.samples import a_test, case, report, task


def a_test_of(task: str, name: str, *, lost: bool, points: float = 1.0) -> TestResult:
    verdict = Verdict.WRONG_ANSWER if lost else Verdict.ACCEPTED
    cases = [case(verdict=verdict, message=f"Wrong in {name}.", expected=None, actual=None)]
    return a_test(*cases, id=f"{task}/{name}", points=points, score=0.0 if lost else points)


def graded(*lost: str) -> Report:
    """Two tasks with the tests ``one``, ``two`` and ``other``; those in ``lost`` are not accepted.

    The test ``free`` is worth no points.
    """
    tasks = [
        task(
            *(
                a_test_of(number, name, lost=f"{number}/{name}" in lost)
                for name in ("one", "two", "other")
            ),
            a_test_of(number, "free", lost=f"{number}/free" in lost, points=0.0),
            id=number,
        )
        for number in ("1", "2")
    ]
    return report(*tasks)


def variant(*tests: str, fails: tuple[str, ...] = ("1",)) -> Variant:
    return Variant("doubling/odd", "It is odd.", fails, "", tests)


@pytest.mark.parametrize(
    ("tests", "lost"),
    [
        (["1/one"], ["1/one"]),
        (["1/one"], ["1/one", "1/free"]),
        (["1/one", "1/other"], ["1/other", "1/one"]),
        (["1/o*"], ["1/one", "1/other"]),
        (["1/*"], ["1/one", "1/two", "1/other"]),
        (["1/one", "1/two?"], ["1/one"]),
        (["1/one", "1/two?"], ["1/one", "1/two"]),
        (["1/one", "1/*?"], ["1/one", "1/other"]),
        ([], ["1/two"]),
    ],
)
def test_what_is_as_the_author_says(tests: list[str], lost: list[str]) -> None:
    assert find_undetected_mutant(variant(*tests), graded(*lost)) is None
    assert find_unexpected_failure(variant(*tests), graded(*lost)) is None


@pytest.mark.parametrize(
    ("tests", "lost", "does", "message"),
    [
        (["1/one"], [], [], "1/one keeps its points."),
        (["1/o*"], ["1/one"], ["1/one"], "1/other keeps its points."),
        (["1/one", "1/two?"], ["1/two"], ["1/two"], "1/one keeps its points."),
        (["1/one", "1/ten"], ["1/one"], ["1/one"], "There is no test 1/ten that is worth points."),
        (["1/one", "1/t?n?"], ["1/one"], ["1/one"],
         "There is no test 1/t?n? that is worth points."),
        (["1/free"], ["1/free"], [], "There is no test 1/free that is worth points."),
        ([], [], [], ""),
    ],
)  # fmt: skip
def test_what_survives(tests: list[str], lost: list[str], does: list[str], message: str) -> None:
    finding = find_undetected_mutant(variant(*tests), graded(*lost))
    assert finding is not None
    assert finding.should == (tuple(tests) or ("1",))
    assert (finding.does, finding.message) == (does, message)


@pytest.mark.parametrize(
    ("tests", "lost", "does", "message"),
    [
        (["1/one"], ["1/one", "1/two"], ["1/one", "1/two"], "Wrong in two."),
        (["1/one", "1/two?"], ["1/one", "1/other"], ["1/one", "1/other"], "Wrong in other."),
        (["1/one"], ["1/one", "2/two"], ["1/one", "2"], "Wrong in two."),
        ([], ["1/one", "2/one"], ["1", "2"], "Wrong in one."),
    ],
)
def test_what_fails_more(tests: list[str], lost: list[str], does: list[str], message: str) -> None:
    finding = find_unexpected_failure(variant(*tests), graded(*lost))
    assert finding is not None
    assert (finding.does, finding.message) == (does, message)
    assert finding.verdict is Verdict.WRONG_ANSWER


def test_points_that_are_withheld_are_lost() -> None:
    withheld = a_test(case(verdict=Verdict.ACCEPTED), id="1/one", points=1.0, score=0.0)
    result = report(task(withheld, id="1"))
    assert find_undetected_mutant(variant("1/one"), result) is None
    assert find_unexpected_failure(variant("1/two", "1/one?"), result) is None


def test_what_only_a_person_can_decide_has_to_be_undecided() -> None:
    right = Variant("doubling/odd", "It is odd.", (), "", open=("1",))
    undecided = a_test(case(verdict=Verdict.UNDECIDED), id="1/one", points=1.0, score=0.0)
    assert find_unexpected_failure(right, report(task(undecided, id="1"))) is None
    wrong = find_unexpected_failure(right, graded("1/one"))
    assert wrong is not None
    assert wrong.verdict is Verdict.WRONG_ANSWER
    decided = find_unexpected_failure(right, graded())
    assert decided is not None
    assert decided.message == "The grader decides 1 by now: delete that from `#: open =`."


def test_a_task_and_tests_of_another() -> None:
    both = variant("1/one", fails=("2", "1"))
    assert find_undetected_mutant(both, graded("1/one", "2/two")) is None
    assert find_unexpected_failure(both, graded("1/one", "2/two")) is None
    finding = find_undetected_mutant(both, graded("1/one"))
    assert finding is not None
    assert (finding.should, finding.does) == (("2", "1/one"), ["1/one"])

"""Cases of hidden tests are told by conditions that agree with their checks, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from types import SimpleNamespace
from typing import Any

import pytest

from grader.examine.hidden_test import HiddenTest
from grader.export import coursemology_cases as telling
from grader.export.coursemology_cases import (
    CaseNotExportable,
    CoursemologyOverrides,
    express_call,
    express_value,
)
from grader.model.report import Visibility
from grader.sandbox.backend_interface import CallEnding
from grader.testing import Question, WrongAnswer
from grader.testing.test_decorators import TaskMark
from grader.wire import InjectedFunction, OwnFunction

NOTHING = CoursemologyOverrides({}, {})


def told(
    value: Any,
    accepted: Callable[[Any], bool],
    *,
    keeps: bool = False,
    own: CoursemologyOverrides = NOTHING,
) -> list[tuple[str, str]]:
    """What is told of f([3]), of which the reference's answer is ``value``."""

    def run(given: Any) -> None:
        for answer in given["answers"]:
            if not accepted(answer.value) or (keeps and answer.changed):
                raise WrongAnswer("wrong")

    mark = TaskMark("1", 1.0, Visibility.PRIVATE, "", (), False, False, None)
    test = HiddenTest(mark, "test_it", "It.", [None], run)
    question = Question("f", ([3],))
    outcome = SimpleNamespace(ending=CallEnding.ANSWER, value=value)
    check = telling._CaseCheck(test, None, [question], [outcome])  # type: ignore[list-item]
    return telling._export_answer_checks([express_call(question)], check, own)


@pytest.mark.parametrize(
    ("value", "accepted", "expected"),
    [
        (7, lambda answer: answer == 7, "7"),
        ([1, 2], lambda answer: answer == [1, 2], "[1, 2]"),
        (
            [(1, 2), (3, 4)],
            lambda answer: (
                isinstance(answer, list | tuple)
                and [tuple(each) if isinstance(each, list) else each for each in answer]
                == [(1, 2), (3, 4)]
            ),
            "ExpectSame([(1, 2), (3, 4)])",
        ),
        (
            [1, 2, 3],
            lambda answer: (
                isinstance(answer, list | tuple | set) and sorted(answer, key=repr) == [1, 2, 3]
            ),
            "ExpectAnyOrder([1, 2, 3])",
        ),
    ],
)
def test_the_first_condition_that_agrees_is_told(
    value: Any, accepted: Callable[[Any], bool], expected: str
) -> None:
    assert told(value, accepted) == [("f([3])", expected)]


@pytest.mark.parametrize(
    ("value", "accepted"),
    [
        (7, lambda answer: isinstance(answer, int)),
        (8, lambda answer: answer in (7, 8)),
        ([1, 2, 3], lambda answer: isinstance(answer, list) and answer[:1] == [1]),
        ("abc", lambda answer: isinstance(answer, str) and answer.lower() == "abc"),
        ((5, (0, 1)), lambda answer: isinstance(answer, tuple) and answer[:1] == (5,)),
    ],
)
def test_a_check_that_accepts_more_is_not_told(value: Any, accepted: Callable[[Any], bool]) -> None:
    with pytest.raises(CaseNotExportable, match="cannot all be listed"):
        told(value, accepted)


def test_of_proposed_answers_those_are_told_that_the_check_accepts() -> None:
    own = CoursemologyOverrides({"f": lambda _: [(5, move) for move in "abcd"]}, {})
    right = {(5, "a"), (5, "c")}
    assert told(
        (5, "a"), lambda answer: type(answer) in (list, tuple) and tuple(answer) in right, own=own
    ) == [("f([3])", "ExpectOneOf((5, 'a'), (5, 'c'))")]


def test_arguments_that_have_to_stay_are_a_case_of_their_own() -> None:
    unchanged = ("arguments_changed_by(f, [3])", "[]")
    assert told(7, lambda answer: answer == 7, keeps=True) == [("f([3])", "7"), unchanged]
    assert told(7, lambda _: True, keeps=True) == [unchanged]
    with pytest.raises(CaseNotExportable, match="accepts every answer"):
        told(7, lambda _: True)


class Side(Enum):
    LEFT = "left"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([["a", "b"], ["_", "c"]], "[list(row) for row in ['ab', '_c']]"),
        ((1,), "(1,)"),
        (float("-inf"), "float('-inf')"),
        (Side.LEFT, "test_coursemology_cases.Side.LEFT"),
        (InjectedFunction("moves"), "moves"),
        (
            InjectedFunction("noted", {"moves": InjectedFunction("moves"), "n": 2}),
            "lent_noted(moves=moves, n=2)",
        ),
        ({"a": {2, 1}}, "{'a': set([1, 2])}"),
    ],
)
def test_values_are_written_as_expressions(value: Any, text: str) -> None:
    assert express_value(value) == text


def test_what_belongs_to_one_student_cannot_be_written() -> None:
    with pytest.raises(CaseNotExportable, match="student's own function"):
        express_call(Question("f", (OwnFunction("g"),)))
    with pytest.raises(CaseNotExportable, match="remembers its calls"):
        express_call(Question("move", (), on=Question("Player", ())))

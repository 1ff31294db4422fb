"""What tests ask, worked out once for all submissions."""

from __future__ import annotations

import builtins
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from grader import wire
from grader.assignment import Assignment
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs import grading
from grader.model.report import Report
from grader.model.time_limits import CallLimits
from grader.model.verdict import Verdict
from grader.sandbox.call_request import Call, EncodedCall
from tests.examine.fakes import FakeSandbox, FakeSession
from tests.made_up import TEST_DOUBLE, made_up, submitted

CASES = [1, 2, 3]


def right(_: object, number: int) -> int:
    return 2 * number


@pytest.fixture
def entered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The cases with which the hidden test was entered, in order."""
    cases: list[int] = []
    monkeypatch.setattr(builtins, "entered", cases, raising=False)
    return cases


ASKED = """
import builtins

def double(ask, case):
    builtins.entered.append(case)
    return ask.double(case)

""" + TEST_DOUBLE.replace("def test", "@asks(double)\ndef test").replace(
    "student, case", "answer, case"
).replace("    answer = student.double(case)\n", "")


def asking(folder: Path, question: str = "ask.double(case)") -> Assignment:
    """An assignment whose test asks for ``double``, and notes that it was asked what it asks."""
    return made_up(folder, ASKED.replace("ask.double(case)", question))


def graded(
    folder: Path, demo: Assignment, text: str = "stand-in", tests: HiddenTests | None = None
) -> tuple[Report, FakeSession]:
    session = FakeSession(right)
    report = grading.grade(submitted(folder, text), demo, FakeSandbox(session), tests=tests)
    return report, session


@pytest.mark.slow
def test_it_is_worked_out_once_for_all_submissions(tmp_path: Path, entered: list[int]) -> None:
    demo = asking(tmp_path)
    report, _ = graded(tmp_path, demo)
    assert (report.errors, report.score, entered) == ((), 2, CASES)
    entered.clear()
    tests = prepare_hidden_tests(demo)
    assert tests.wrong(demo) == []
    assert entered == CASES
    for text in ("one", "another"):
        report, _ = graded(tmp_path, demo, text, tests)
        assert (report.score, entered) == (2, CASES)


def test_the_calls_are_those_that_would_have_been_made_later(
    tmp_path: Path, entered: list[int]
) -> None:
    demo = asking(tmp_path)
    _, cold = graded(tmp_path, demo)
    tests = prepare_hidden_tests(demo)
    _, warm = graded(tmp_path, demo, tests=tests)
    assert warm.calls == cold.calls
    assert all(call.known is not None for call in warm.calls)
    _, other = graded(tmp_path, demo, "another submission has other seeds", tests)
    assert [call.args for call in other.calls] == [call.args for call in warm.calls]
    assert not {call.seed for call in other.calls} & {call.seed for call in warm.calls}
    assert entered


def test_the_calls_are_those_of_a_test_that_makes_them_itself(
    tmp_path: Path, entered: list[int]
) -> None:
    """Both forms draw the same random numbers."""
    _, asked = graded(tmp_path, asking(tmp_path / "asking"))
    _, called = graded(tmp_path, made_up(tmp_path / "calling"))
    assert asked.calls == called.calls
    assert entered


def test_what_is_asked_of_other_tasks_is_not_worked_out(tmp_path: Path, entered: list[int]) -> None:
    demo = asking(tmp_path)
    tests = prepare_hidden_tests(demo, ["another"])
    assert tests.wrong(demo) == []
    assert entered == []
    report, session = graded(tmp_path, demo, tests=tests)
    assert (report.score, len(session.calls)) == (2, len(CASES))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("1 / 0", "division by zero"),
        ("__import__('pytest').fail('no')", "no"),
        ("ask.double(object())", "object"),
        ("[]", "asked 0 questions"),
        ("[ask.double(1), ask.double(2)]", "asked 2 questions"),
        ("7", "not iterable"),
    ],
)
def test_a_mistake_in_what_is_asked_is_not_the_students(
    tmp_path: Path, entered: list[int], question: str, reason: str
) -> None:
    demo = asking(tmp_path, question)
    tests = prepare_hidden_tests(demo)
    assert tests.wrong(demo) == []
    for found in (tests, None):
        report, _ = graded(tmp_path, demo, tests=found)
        assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
        assert reason in report.errors[0]
    assert entered


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (
            "def double(ask, case)",
            "def double(ask, seed, case)",
            "double, for @asks: 'seed' not found",
        ),
        ("(answer, case)", "(answer, student, case)", "'student' not found"),
        ("(answer, case)", "(answer, kase)", "'kase' not found; a case is called 'case'. The"),
        ("double(ask, case)", "double(ask, kase)", "'kase' not found; a case is called 'case'."),
        (
            "@asks(double)\n",
            "",
            "'answer' not found. A test that takes answers needs @asks(question)",
        ),
    ],
)
def test_what_nobody_supplies_is_refused_in_words(
    tmp_path: Path, entered: list[int], before: str, after: str, reason: str
) -> None:
    demo = made_up(tmp_path, ASKED.replace(before, after))
    report, session = graded(tmp_path, demo)
    assert len(report.errors) == 1
    assert reason in report.errors[0]
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert (session.calls, entered) == ([], [])


def test_a_wrong_question_of_several_tests_is_one_error(tmp_path: Path) -> None:
    question, marked, test = ASKED.partition("\n@task")
    tests = "".join(marked + test.replace("test_doubles", f"test_{n}") for n in range(6))
    demo = made_up(tmp_path, question.replace("(ask, case)", "(ask, kase)") + tests)
    report, _ = graded(tmp_path, demo)
    (error,) = report.errors
    assert re.search(r"\.py:\d+: double, for @asks: 'kase' not found", error)


def test_several_questions_about_a_case_are_answered_in_order(
    tmp_path: Path, entered: list[int]
) -> None:
    several = ASKED.replace("ask.double(case)", "[ask.double(case + n) for n in range(3)]")
    several = several.replace("(answer, case)", "(answers, case)").replace(
        "    if answer", "    answer = [*answers][0]\n    if answer"
    )
    report, session = graded(tmp_path, made_up(tmp_path, several))
    assert (report.errors, report.score) == ((), 2)
    assert [call.args for call in session.calls] == [(n,) for n in (1, 2, 3, 2, 3, 4, 3, 4, 5)]
    assert session.series == [9]
    assert entered == CASES


def test_the_encoding_of_other_arguments_is_not_used() -> None:
    codec = wire.Codec()
    args, kwargs = ([1, 2],), {"depth": 3}
    known = EncodedCall.of(codec, "f", args, kwargs)
    call = Call("f", args, kwargs, 0, CallLimits(1, 1, 1), known)
    assert call.encoded(codec) is known
    assert json.loads(f"{{{known.text}}}") == {
        "function": "f",
        "args": codec.tree(list(args)),
        "kwargs": codec.tree(kwargs),
    }
    other = replace(call, args=([1, 3],))
    assert other.encoded(codec).text == EncodedCall.of(codec, "f", ([1, 3],), kwargs).text
    assert replace(call, kwargs={}).encoded(codec).text == EncodedCall.of(codec, "f", args, {}).text
    assert (
        replace(call, function="g").encoded(codec).text
        == EncodedCall.of(codec, "g", args, kwargs).text
    )
    assert call == replace(call, known=None)

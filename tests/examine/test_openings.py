"""First calls that are found once for all submissions: what that saves, and decides not."""

from __future__ import annotations

import builtins
import json
from dataclasses import replace
from pathlib import Path

import pytest

from grader import wire
from grader.assignment import Assignment
from grader.examine.finding import warm_up
from grader.examine.hidden_tests import HiddenTests
from grader.jobs import grading
from grader.model.limits import Limits
from grader.model.report import Report
from grader.model.verdict import Verdict
from grader.sandbox.protocol import Call, Encoded
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


def noting(folder: Path, before: str = "", arguments: str = "student, case") -> Assignment:
    """An assignment whose test notes that it was entered, and does ``before`` its call."""
    body = f"    import builtins; builtins.entered.append(case)\n{before}    answer"
    test = TEST_DOUBLE.replace("    answer", body, 1).replace("student, case", arguments)
    return made_up(folder, test)


def graded(
    folder: Path, demo: Assignment, text: str = "stand-in", tests: HiddenTests | None = None
) -> tuple[Report, FakeSession]:
    session = FakeSession(right)
    report = grading.grade(submitted(folder, text), demo, FakeSandbox(session), tests=tests)
    return report, session


def test_they_are_found_once_for_all_submissions(tmp_path: Path, entered: list[int]) -> None:
    demo = noting(tmp_path)
    graded(tmp_path, demo)
    assert entered == CASES + CASES  # once more to find them
    entered.clear()
    tests = warm_up(demo)
    assert tests.wrong(demo) == []
    assert entered == CASES
    for text in ("one", "another"):
        entered.clear()
        report, _ = graded(tmp_path, demo, text, tests)
        assert (report.score, entered) == (2, CASES)


def test_they_are_the_calls_that_would_have_been_found_later(
    tmp_path: Path, entered: list[int]
) -> None:
    demo = noting(tmp_path)
    _, cold = graded(tmp_path, demo)
    tests = warm_up(demo)
    _, warm = graded(tmp_path, demo, tests=tests)
    assert warm.calls == cold.calls
    assert all(call.known is not None for call in warm.calls)
    _, other = graded(tmp_path, demo, "another submission has other seeds", tests)
    assert [call.args for call in other.calls] == [call.args for call in warm.calls]
    assert not {call.seed for call in other.calls} & {call.seed for call in warm.calls}
    assert entered


@pytest.mark.parametrize("chance", ["seed", "trial"])
def test_where_chance_has_a_part_each_submission_has_its_own(
    tmp_path: Path, entered: list[int], chance: str
) -> None:
    demo = noting(tmp_path, arguments=f"student, case, {chance}")
    tests = warm_up(demo)
    assert entered == CASES[:1]  # for what it may keep on its way
    entered.clear()
    report, session = graded(tmp_path, demo, tests=tests)
    assert (report.score, entered) == (2, CASES + CASES)
    assert {call.known for call in session.calls} == {None}


def test_who_asks_something_else_when_it_counts_is_answered_then(
    tmp_path: Path, entered: list[int]
) -> None:
    demo = noting(tmp_path, before="    case += len(builtins.entered)\n")
    tests = warm_up(demo)
    report, session = graded(tmp_path, demo, tests=tests)
    assert report.score == 2
    found, asked = session.calls[:3], session.calls[3:]
    assert [call.args for call in found] == [(2,), (4,), (6,)]
    assert [call.args for call in asked] == [(5,), (7,), (9,)]
    assert entered


def test_those_of_other_tasks_are_not_looked_for(tmp_path: Path, entered: list[int]) -> None:
    demo = noting(tmp_path)
    tests = warm_up(demo, ["another"])
    assert tests.wrong(demo) == []
    assert entered == []
    report, session = graded(tmp_path, demo, tests=tests)
    assert (report.score, len(session.calls)) == (2, len(CASES))


@pytest.mark.parametrize("odd", ["1 / 0", "import pytest; pytest.fail('no')"])
def test_a_test_that_does_not_get_so_far_fails_when_it_is_run(
    tmp_path: Path, entered: list[int], odd: str
) -> None:
    demo = noting(tmp_path, before=f"    {odd}\n")
    tests = warm_up(demo)
    assert tests.wrong(demo) == []
    report, session = graded(tmp_path, demo, tests=tests)
    assert (report.tasks[0].verdict, session.calls) == (Verdict.INTERNAL_ERROR, [])
    assert entered


def test_what_cannot_be_sent_is_not_found(tmp_path: Path, entered: list[int]) -> None:
    demo = noting(tmp_path, before="    student.double(object())\n")
    tests = warm_up(demo)
    assert tests.wrong(demo) == []
    (test,) = tests.tests
    assert test.openings == ()
    assert entered == CASES[:1]


def test_the_encoding_of_other_arguments_is_not_used() -> None:
    codec = wire.Codec()
    args, kwargs = ([1, 2],), {"depth": 3}
    known = Encoded.of(codec, "f", args, kwargs)
    call = Call("f", args, kwargs, 0, Limits(1, 1, 1), known)
    assert call.encoded(codec) is known.text
    assert json.loads(f"{{{known.text}}}") == {
        "function": "f",
        "args": codec.tree(list(args)),
        "kwargs": codec.tree(kwargs),
    }
    other = replace(call, args=([1, 3],))
    assert other.encoded(codec) == Encoded.of(codec, "f", ([1, 3],), kwargs).text
    assert replace(call, kwargs={}).encoded(codec) == Encoded.of(codec, "f", args, {}).text
    assert replace(call, function="g").encoded(codec) == Encoded.of(codec, "g", args, kwargs).text
    assert call == replace(call, known=None)

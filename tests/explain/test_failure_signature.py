from __future__ import annotations

from dataclasses import replace

import pytest

from grader import wire
from grader.explain.failure_signature import ACCEPTED, LIMIT, CaseSignature, case_signatures
from grader.model.limits import Limits
from grader.model.report import Visibility
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import Ending, Outcome
from grader.testing.case_failures import failure_of_call
from tests.render.samples import a_test, call, case, task

LIMITS = [
    Verdict.TIME_LIMIT_EXCEEDED,
    Verdict.MEMORY_LIMIT_EXCEEDED,
    Verdict.OUTPUT_LIMIT_EXCEEDED,
]


def symptom(**changes: object) -> CaseSignature:
    (found,) = case_signatures(task(a_test(case(**changes)))).values()
    return found


def digest(**changes: object) -> str:
    return symptom(**changes).digest


def test_an_accepted_case_has_nothing_to_tell() -> None:
    assert symptom(verdict=Verdict.ACCEPTED, message="") == ACCEPTED
    assert not ACCEPTED.failed


def test_verdict_code_and_answer_make_a_symptom() -> None:
    known = digest()
    assert symptom().failed
    assert known == digest(cpu_seconds=7.0, seed=99, visibility=Visibility.PRIVATE)
    assert known != digest(actual="4")
    assert known != digest(code="wrong_move")
    assert known != digest(verdict=Verdict.INVALID_RETURN)


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_sentence_can_be_improved(verdict: Verdict) -> None:
    before, after = (
        case_signatures(task(a_test(case(verdict=verdict, message=message))))
        for message in ("Route 3 is wrong.", "This route leaves out a city: look at its end.")
    )
    assert before == after


def test_names_that_a_student_chose_do_not_matter() -> None:
    best, top = (
        digest(verdict=Verdict.RUNTIME_ERROR, actual=f"NameError: name '{name}' is not defined")
        for name in ("best", "top_2")
    )
    assert best == top
    assert best != digest(verdict=Verdict.RUNTIME_ERROR, actual="TypeError: not callable")


@pytest.mark.parametrize("verdict", LIMITS)
def test_all_limits_are_alike(verdict: Verdict) -> None:
    one = symptom(verdict=verdict, message="It used more than 2 s.", actual=None)
    assert one == symptom(verdict=verdict, message="It used more than 3 s; that is far too much.")
    assert one == LIMIT
    assert one.vague


def test_an_answer_too_large_to_be_passed_on_is_one_of_them() -> None:
    with pytest.raises(wire.Untransferable) as refused:
        wire.Codec({}).encode([0] * (wire.MAX_NODES + 1))
    actual = f"list holding {refused.value}"
    failure = failure_of_call("f", Outcome(Ending.OPAQUE, detail=actual), Limits(1.0, 8.0))
    assert symptom(verdict=failure.verdict, code=failure.code, actual=actual) == LIMIT
    assert symptom(verdict=Verdict.WRONG_ANSWER, actual=actual) != LIMIT
    failure = failure_of_call("f", Outcome(Ending.OPAQUE, detail="generator"), Limits(1.0, 8.0))
    assert symptom(verdict=failure.verdict, code=failure.code, actual="generator") != LIMIT


@pytest.mark.parametrize("actual", ["a changed board", "distances changed", "it is gone, too"])
def test_words_of_the_tests_own_tell_little(actual: str) -> None:
    assert symptom(actual=actual) == replace(symptom(actual=""), vague=True)
    assert not symptom(actual=actual, verdict=Verdict.RUNTIME_ERROR).vague


@pytest.mark.parametrize(
    "actual", ["3", "none", "MOVE_NONE", "[0, 1]", "'a b'", "(2, None)", "4 calls", "inf", None]
)
def test_values_tell_more(actual: str | None) -> None:
    assert not symptom(actual=actual).vague


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict.INTERNAL_ERROR,
        Verdict.LOAD_ERROR,
        Verdict.NOT_ATTEMPTED,
        Verdict.NOT_IMPLEMENTED,
    ],
)
def test_what_never_ran_tells_nothing(verdict: Verdict) -> None:
    assert case_signatures(task(a_test(case(verdict=verdict)))) == {}


@pytest.mark.parametrize("verdict", LIMITS)
def test_what_was_left_out_tells_nothing(verdict: Verdict) -> None:
    cases = case(id="run", verdict=verdict), case(id="left out", verdict=verdict, call=None)
    assert list(case_signatures(task(a_test(*cases)))) == ["run"]


def test_any_text_whatever_has_a_symptom() -> None:
    assert digest(actual="\ud800\0", call=call()) != digest(actual="\ud801\0")

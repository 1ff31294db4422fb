from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from grader.assignment import Task
from grader.examine.hidden_test import HiddenTest
from grader.model.formatting import GIVEN_BACK, LEFT_OVER
from grader.model.report import Visibility
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import ENDED_ALL, NOT_MADE, CallEnding, Outcome
from grader.testing import Answer, InvalidReturn, Student, WrongAnswer
from grader.testing.case_failures import CallFailure
from tests.examine.fakes import (
    LIMITS,
    FakeSession,
    State,
    a_test,
    a_test_that_asks,
    always,
    an_assignment,
    an_examiner,
    examined,
)
from tests.made_up import APPLY, DOUBLE, made_up


def doubled(student: Student, case: int) -> None:
    answer = student.double(case)
    if answer.value != 2 * case:
        raise WrongAnswer("Not doubled.", expected=str(2 * case), actual=str(answer.value))


def doubled_twice(student: Student, case: int) -> None:
    doubled(student, case)
    doubled(student, case)


def doubled_as_asked(cases: Sequence[int], **mark: Any) -> HiddenTest:
    """The same, but what it asks is known beforehand."""

    def check(answers: Iterator[Answer], case: int) -> None:
        (answer,) = answers
        if answer.value != 2 * case:
            raise WrongAnswer("Not doubled.", expected=str(2 * case), actual=str(answer.value))

    return a_test_that_asks(lambda ask, case: ask.double(case), check, cases, **mark)


def doubled_by_calling(cases: Sequence[int], **mark: Any) -> HiddenTest:
    return a_test(doubled, cases, **mark)


def doubled_twice_by_calling(cases: Sequence[int], **mark: Any) -> HiddenTest:
    return a_test(doubled_twice, cases, **mark)


def right(state: State, number: int) -> int:
    return 2 * number


def verdicts(session: FakeSession, **mark: Any) -> list[Verdict]:
    cases = mark.pop("cases", (1, 2, 3))
    made = mark.pop("made", doubled_as_asked)
    result = examined(session, made(cases, **mark))
    return [case.verdict for case in result.cases]


A, W = Verdict.ACCEPTED, Verdict.WRONG_ANSWER


def test_a_test_is_worth_its_points_if_every_case_is_accepted() -> None:
    result = examined(FakeSession(right), a_test(doubled, points=2))
    assert (result.id, result.title) == ("1/it", "It")
    assert (result.verdict, result.score, result.note) == (A, 2, "")
    assert [case.id for case in result.cases] == ["1/it[1]", "1/it[2]", "1/it[3]"]
    assert sum(case.points for case in result.cases) == pytest.approx(2)


def test_one_wrong_case_costs_all_points_and_the_others_are_still_run() -> None:
    session = FakeSession(lambda _, number: 4 if number <= 2 else 6)
    result = examined(session, a_test(doubled))
    assert [case.verdict for case in result.cases] == [W, A, A]
    assert (result.verdict, result.score) == (W, 0)
    assert result.cases[0].message == "Not doubled."
    assert (result.cases[0].expected, result.cases[0].actual) == ("2", "4")


def test_what_is_wrong_has_a_code() -> None:
    def named(student: Student, case: int) -> None:
        assert student.double(case).value != 6
        if student.double(case).value > 2 * case:
            raise WrongAnswer("Too much.", code="too_much" if case == 1 else "")

    def triples(_: State, number: int) -> int | Outcome:
        return 3 * number if number < 4 else Outcome(CallEnding.RAISED, detail="KeyError: 4")

    result = an_examiner(FakeSession(triples)).examine(a_test(named, [1, 3, 4, 2]))
    assert [case.code for case in result.cases] == [
        "too_much", "wrong_answer", "raised", "internal_error",
    ]  # fmt: skip
    assert {case.code for case in examined(FakeSession(right), a_test(doubled)).cases} == {""}


def test_what_a_test_says_of_an_accepted_case_is_its_message() -> None:
    def doubled_by_the_look(student: Student, case: int) -> str:
        doubled(student, case)
        return "It looks right: a person should confirm it."

    result = examined(FakeSession(right), a_test(doubled_by_the_look, cases=(1,)))
    (case,) = result.cases
    assert (case.verdict, case.message) == (A, "It looks right: a person should confirm it.")


def test_the_worst_verdict_of_the_cases_is_the_tests() -> None:
    def check(student: Student, case: int) -> None:
        raise InvalidReturn("Odd.") if student.f().value and case == 2 else WrongAnswer("No.")

    assert examined(FakeSession(always(1)), a_test(check)).verdict is Verdict.INVALID_RETURN


def test_a_test_without_cases_of_its_own_has_one() -> None:
    result = examined(
        FakeSession(always(4)), a_test(lambda student, _: doubled(student, 2), [None])
    )
    assert [case.id for case in result.cases] == ["1/it"]


# Sharing a process ---------------------------------------------------------------------------


def test_accepted_cases_share_one_process() -> None:
    session = FakeSession(right)
    assert verdicts(session, made=doubled_twice_by_calling) == [A, A, A]
    assert session.fresh == [True] + [False] * 5


def test_what_is_asked_about_all_cases_travels_together() -> None:
    session = FakeSession(right)
    assert verdicts(session) == [A, A, A]
    assert (session.series, session.fresh) == ([3], [True, False, False])


def test_what_an_earlier_test_left_behind_does_no_harm() -> None:
    def first_call_only(state: State, number: int) -> int:
        state["calls"] = state.get("calls", 0) + 1
        return 2 * number if state["calls"] == 1 else 0

    session = FakeSession(first_call_only)
    examiner = an_examiner(session)
    for name in ("test_a", "test_b"):
        assert examiner.examine(a_test(doubled, [5], name)).verdict is A


def test_isolated_cases_never_share_but_their_own_calls_may() -> None:
    session = FakeSession(right)
    assert verdicts(session, made=doubled_twice_by_calling, isolated=True) == [A, A, A]
    assert session.fresh == [True, False] * 3


def test_who_is_right_alone_is_accepted() -> None:
    """A cache that is not cleared spoils every call but the first in its process."""

    def stateful(state: State, number: int) -> int:
        return state.setdefault("answer", 2 * number)  # type: ignore[no-any-return]

    session = FakeSession(stateful)
    assert verdicts(session, cases=(1, 2, 3, 4)) == [A, A, A, A]
    assert verdicts(session, cases=(1, 2), made=doubled_twice_by_calling) == [A, A]


def left_over(state: State, number: int) -> int:
    """Answers as it did before, in its process."""
    return state.setdefault("answer", 2 * number)  # type: ignore[no-any-return]


@pytest.mark.parametrize("made", [doubled_as_asked, doubled_by_calling, doubled_twice_by_calling])
def test_who_is_right_alone_also_has_to_be_right_in_turn_where_that_is_asked(
    made: Callable[..., HiddenTest],
) -> None:
    session = FakeSession(left_over)
    result = examined(session, made((1, 2, 3, 4), in_turn=True))
    # After two that are wrong in turn, the rest runs alone.
    assert [case.verdict for case in result.cases] == [A, W, W, A]
    heard = result.cases[1]
    assert heard.message.startswith("Not doubled. Right on its own, wrong after ")
    assert (heard.expected, heard.actual) == ("4", "2")


@pytest.mark.parametrize(("detail", "cause"), [("", LEFT_OVER), ("given back", GIVEN_BACK)])
def test_state_is_blamed_where_the_list_that_was_given_is_not(detail: str, cause: str) -> None:
    def spoils(state: State, number: int) -> object:
        state["calls"] = state.get("calls", 0) + 1
        return 2 * number if state["calls"] == 1 else Outcome(CallEnding.SPOILED, detail=detail)

    heard = examined(FakeSession(spoils), a_test(doubled, (1, 2), in_turn=True)).cases[1]
    assert heard.verdict is W
    assert [said for said in (LEFT_OVER, GIVEN_BACK) if said in heard.message] == [cause]


@pytest.mark.parametrize(
    ("detail", "blamed"),
    [(ENDED_ALL, False), (f"{NOT_MADE}: why", False), ("crashed (SIGSEGV)", True)],
)
def test_state_is_not_blamed_for_the_end_of_all_processes(detail: str, blamed: bool) -> None:
    def ends(state: State, number: int) -> object:
        state["calls"] = state.get("calls", 0) + 1
        return 2 * number if state["calls"] == 1 else Outcome(CallEnding.DIED, detail=detail)

    heard = examined(FakeSession(ends), a_test(doubled, (1, 2), in_turn=True)).cases[1]
    assert heard.verdict is Verdict.RUNTIME_ERROR
    assert detail in heard.message
    assert (LEFT_OVER in heard.message) is blamed


def test_in_turn_means_after_the_cases_of_the_same_test_only() -> None:
    examiner = an_examiner(FakeSession(left_over))
    assert examiner.examine(a_test(doubled, (1,), name="test_before")).verdict is A
    assert examiner.examine(a_test(doubled, (2,), in_turn=True)).verdict is A


def test_what_fails_once_and_not_again_in_turn_is_accepted() -> None:
    calls = []

    def once(_: State, number: int) -> int:
        calls.append(number)
        return 0 if calls == [1, 2] else 2 * number

    assert verdicts(FakeSession(once), cases=(1, 2, 3), in_turn=True) == [A, A, A]


def test_who_is_only_slow_in_turn_is_accepted_and_not_waited_for_long() -> None:
    def slower(state: State, number: int) -> object:
        state["calls"] = state.get("calls", 0) + 1
        return 2 * number if state["calls"] == 1 else Outcome(CallEnding.CPU)

    session = FakeSession(slower)
    assert verdicts(session, cases=range(20), in_turn=True) == [A] * 20
    assert len(session.calls) < 60


def test_cases_are_run_in_turn_for_two_of_them_at_most() -> None:
    def wrong_beside_others(state: State, number: int) -> int:
        state["calls"] = state.get("calls", 0) + 1
        return 2 * number if state["calls"] != 2 or len(session.calls) > 20 else 0

    session = FakeSession(wrong_beside_others)
    assert verdicts(session, cases=range(20), in_turn=True) == [A] * 20
    assert len(session.calls) < 20 + 20 + 2 * 20


def test_again_a_case_has_to_be_right_in_turn_as_well() -> None:
    test = a_test(doubled, (1, 2), in_turn=True)
    examiner = an_examiner(FakeSession(left_over))
    result, caller = examiner.again(test, 2)
    assert (result.verdict, result.actual) == (W, "2")
    assert [call.args for call in caller.made] == [(2,)]
    assert examiner.again(test, 1)[0].verdict is A
    assert examiner.again(test, 7)[0].verdict is A


def test_who_is_wrong_alone_is_not_accepted_because_others_went_before() -> None:
    """Right only from the second call in a process on: what is wrong first is wrong."""

    def warming_up(state: State, number: int) -> int:
        state["calls"] = state.get("calls", 0) + 1
        return 2 * number if state["calls"] > 1 else 0

    result = examined(FakeSession(warming_up), a_test(doubled))
    assert result.verdict is W
    assert result.score == 0
    result = examined(FakeSession(warming_up), a_test(doubled_twice))
    assert result.verdict is W


def test_only_the_verdict_of_the_run_alone_counts() -> None:
    """Wrong with others, and late alone: late it is."""

    def behaviour(state: State, number: int) -> object:
        if state.setdefault("first", number) == number:
            return right(state, number) if number == 1 else Outcome(CallEnding.CPU)
        return 0

    assert verdicts(FakeSession(behaviour)) == [A, Verdict.TIME_LIMIT_EXCEEDED]


def test_after_two_cases_that_are_wrong_alone_the_rest_runs_alone() -> None:
    session = FakeSession(lambda _, number: 2 * number if number > 2 else 0)
    assert verdicts(session, cases=range(1, 8), made=doubled_twice_by_calling)[2:] == [A] * 5
    assert session.fresh[-10:] == [True] * 10


def test_cases_that_are_right_alone_do_not_make_the_rest_run_alone() -> None:
    """Otherwise one slip per process would cost a process per case."""

    def stateful(state: State, number: int) -> int:
        state["calls"] = state.get("calls", 0) + 1
        return 2 * number if state["calls"] != 3 else 0

    session = FakeSession(stateful)
    assert verdicts(session, cases=range(12)) == [A] * 12
    assert sum(session.fresh) == 2


def test_a_case_gets_the_same_seeds_alone() -> None:
    session = FakeSession(always(0))
    verdicts(session, cases=(1, 2))
    by_argument: dict[int, set[int]] = {}
    for call in session.calls:
        by_argument.setdefault(call.args[0], set()).add(call.seed)
    assert all(len(seeds) == 1 for seeds in by_argument.values())
    assert len(set.union(*by_argument.values())) == 2


# Ending early --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "verdict"),
    [
        (CallEnding.CPU, Verdict.TIME_LIMIT_EXCEEDED),
        (CallEnding.WALL, Verdict.TIME_LIMIT_EXCEEDED),
        (CallEnding.MEMORY, Verdict.MEMORY_LIMIT_EXCEEDED),
        (CallEnding.OUTPUT, Verdict.OUTPUT_LIMIT_EXCEEDED),
        (CallEnding.UNFINISHED, Verdict.NOT_IMPLEMENTED),
        (CallEnding.ABSENT, Verdict.NOT_ATTEMPTED),
    ],
)
def test_a_test_ends_when_more_cases_would_tell_nothing(
    ending: CallEnding, verdict: Verdict
) -> None:
    session = FakeSession(lambda _, number: Outcome(ending) if number >= 2 else right({}, number))
    result = examined(session, a_test(doubled, (1, 2, 3, 4)))
    assert [case.verdict for case in result.cases] == [A, verdict]
    assert result.note == "2 more cases were not run after this one"


@pytest.mark.parametrize(("more", "note"), [(0, ""), (1, "1 more case was not run after this one")])
def test_the_note_counts_properly(more: int, note: str) -> None:
    session = FakeSession(always(Outcome(CallEnding.UNFINISHED)))
    assert examined(session, a_test(doubled, range(1 + more))).note == note


@pytest.mark.parametrize("ending", [CallEnding.RAISED, CallEnding.DIED])
def test_other_failures_do_not_end_a_test(ending: CallEnding) -> None:
    session = FakeSession(lambda _, n: Outcome(ending) if n == 1 else right({}, n))
    assert verdicts(session)[1:] == [A, A]


def test_a_late_call_among_others_does_not_end_a_test_if_it_is_in_time_alone() -> None:
    """As when an ever growing cache slows the tenth call down."""

    def slowing_down(state: State, number: int) -> object:
        state["calls"] = state.get("calls", 0) + 1
        return right(state, number) if state["calls"] < 3 else Outcome(CallEnding.CPU)

    assert verdicts(FakeSession(slowing_down), cases=range(5)) == [A] * 5


@pytest.mark.parametrize("cases", [[1], [1, 2, 3]])
def test_overtime_is_limited_per_task(cases: list[int]) -> None:
    tasks = (Task("1", "Doubling", 2.0, "double"), Task("3", "Tripling", 1.0, "triple"))
    session = FakeSession(always(Outcome(CallEnding.CPU)))
    examiner = an_examiner(session, an_assignment(*tasks, overtime_seconds=3 * LIMITS.cpu_seconds))
    results = [examiner.examine(a_test(doubled, cases, f"test_{n}")) for n in range(20)]
    assert {result.verdict for result in results} == {Verdict.TIME_LIMIT_EXCEEDED}
    made = len(session.calls)
    assert 3 <= made <= 6
    assert not results[0].note.startswith("left out")
    assert results[-1].note.startswith("left out: ")
    assert results[-1].cases[0].id == "1/19[1]"
    assert results[-1].cases[0].call is None
    examiner.examine(a_test(doubled, cases, "test_other", task="3"))
    assert len(session.calls) > made


def test_sleepers_use_overtime_up_at_once() -> None:
    session = FakeSession(always(Outcome(CallEnding.WALL)))
    examiner = an_examiner(session, an_assignment(overtime_seconds=LIMITS.wall_seconds))
    for number in range(5):
        examiner.examine(a_test(doubled, [1], f"test_{number}"))
    assert len(session.calls) <= 2


def test_overtime_can_end_a_test_midway() -> None:
    """The cases that were decided keep their verdicts."""

    def behaviour(state: State, number: int) -> object:
        state["calls"] = state.get("calls", 0) + 1
        return right(state, number) if state["calls"] == 1 else Outcome(CallEnding.CPU)

    examiner = an_examiner(FakeSession(behaviour), an_assignment(overtime_seconds=3.0))
    result = examiner.examine(a_test(doubled, range(9)))
    assert result.verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert result.cases[0].verdict is A
    assert result.cases[-1].message == result.note
    assert result.score == 0


def test_only_the_first_cases_tell_everything_that_was_printed() -> None:
    said = "x" * 10_000
    session = FakeSession(
        always(Outcome(CallEnding.RAISED, stdout=said, traceback=said, stderr="y"))
    )
    result = examined(session, a_test(doubled, range(40)))
    lengths = [(len(c.call.stdout), len(c.call.traceback)) for c in result.cases if c.call]
    assert lengths[:5] == [(10_000, 10_000)] * 5
    assert all(0 < length < 600 for pair in lengths[5:] for length in pair)
    assert len(lengths) == 40
    assert result.cases[-1].call is not None
    assert result.cases[-1].call.stderr == "y"


def test_what_is_left_out_has_the_verdict_of_what_took_so_long() -> None:
    session = FakeSession(always(Outcome(CallEnding.MEMORY, cpu_seconds=1.0)))
    examiner = an_examiner(session, an_assignment(overtime_seconds=1.0))
    results = [examiner.examine(a_test(doubled, [1], f"test_{number}")) for number in range(3)]
    assert results[-1].note.startswith("left out: ")
    assert {result.verdict for result in results} == {Verdict.MEMORY_LIMIT_EXCEEDED}


def test_what_is_left_out_is_never_accepted() -> None:
    def forgiving(student: Student, case: int) -> None:
        with contextlib.suppress(CallFailure):
            student.double(case)

    examiner = an_examiner(
        FakeSession(always(Outcome(CallEnding.CPU))), an_assignment(overtime_seconds=1.0)
    )
    assert examiner.examine(a_test(forgiving, [1], "test_one")).verdict is A
    left_out = examiner.examine(a_test(forgiving, [1], "test_two"))
    assert (left_out.verdict, left_out.score) == (Verdict.TIME_LIMIT_EXCEEDED, 0)


# Whose fault it is ---------------------------------------------------------------------------


def test_a_function_lost_while_loading_is_a_load_error() -> None:
    session = FakeSession(
        always(Outcome(CallEnding.ABSENT)), lost={"double": "student.py, line 3: SyntaxError"}
    )
    result = examined(session, a_test(doubled))
    assert result.verdict is Verdict.LOAD_ERROR
    assert result.cases[0].message == "student.py, line 3: SyntaxError"
    assert result.cases[0].code == "load_error"


def test_a_function_nobody_wrote_is_not_attempted_whatever_else_was_lost() -> None:
    session = FakeSession(
        always(Outcome(CallEnding.ABSENT)), lost={"triple": "line 3: SyntaxError"}
    )
    assert examined(session, a_test(doubled)).verdict is Verdict.NOT_ATTEMPTED


def test_a_helper_called_by_name_is_looked_up_by_its_own_name() -> None:
    session = FakeSession(
        always(Outcome(CallEnding.ABSENT)), lost={"helper": "line 9: SyntaxError"}
    )
    result = examined(session, a_test(lambda student, _: student.helper()))
    assert result.cases[0].message == "line 9: SyntaxError"


def test_a_bug_in_a_hidden_test_is_never_the_students() -> None:
    def buggy(student: Student, case: int) -> None:
        _ = {}[student.double(case).value]

    session = FakeSession(right)
    examiner = an_examiner(session)
    result = examiner.examine(a_test(buggy))
    assert result.verdict is Verdict.INTERNAL_ERROR
    assert result.score == 0
    assert "not the submission's fault" in result.cases[-1].message
    line = buggy.__code__.co_firstlineno + 1
    said = f"test_case_runner.py:{line}: your test raised KeyError: 2 (1/it[1])"
    assert examiner.errors[0].endswith(said)


def test_a_bug_before_the_first_call_is_reported_too() -> None:
    examiner = an_examiner(FakeSession(right))
    result = examiner.examine(a_test(lambda student, case: student.double(case // 0)))
    assert result.verdict is Verdict.INTERNAL_ERROR
    assert "ZeroDivisionError" in examiner.errors[0]


def test_what_the_task_does_not_inject_is_a_bug_of_the_test() -> None:
    test = a_test(doubled, [1])
    examiner = an_examiner(FakeSession(right))
    result = examiner.examine(
        type(test)(test.mark, "test_it", "It", [1], lambda given: given["inject"].transition)
    )
    assert result.verdict is Verdict.INTERNAL_ERROR
    assert "injects no 'transition'" in examiner.errors[0]


def test_a_test_that_calls_nothing_accepts_nothing() -> None:
    examiner = an_examiner(FakeSession(right))
    result = examiner.examine(a_test(always(None)))
    assert result.verdict is Verdict.INTERNAL_ERROR
    assert "without calling" in examiner.errors[0]


def test_a_coroutine_accepts_nothing() -> None:
    class Forgotten:
        """As an ``async def`` test returns it: nothing has run."""

    examiner = an_examiner(FakeSession(right))
    result = examiner.examine(a_test(always(Forgotten())))
    assert result.verdict is Verdict.INTERNAL_ERROR


def test_a_broken_sandbox_is_never_the_students() -> None:
    session = FakeSession(right, broken=1)
    examiner = an_examiner(session)
    result = examiner.examine(a_test(doubled))
    assert (result.verdict, result.score) == (Verdict.INTERNAL_ERROR, 0)
    assert examiner.errors == ["1/it: the sandbox has burnt down"]


def test_the_next_test_gets_another_chance_after_a_broken_sandbox() -> None:
    session = FakeSession(right, broken=1)
    examiner = an_examiner(session)
    examiner.examine(a_test(doubled, name="test_a"))
    assert examiner.examine(a_test(doubled, name="test_b")).verdict is A
    assert len(session.loads) == 1


# What tests are given ------------------------------------------------------------------------


def test_the_seed_for_a_tests_own_use_is_the_same_in_every_run() -> None:
    seen: list[dict[int, int]] = []
    for _ in range(2):
        given_seeds: dict[int, int] = {}

        def note(given: Any, into: dict[int, int] = given_seeds) -> None:
            into[given["case"]] = given["seed"]
            given["student"].double(1)

        test = a_test(doubled)
        an_examiner(FakeSession(right)).examine(
            type(test)(test.mark, "test_it", "It", [1, 2], note)
        )
        seen.append(given_seeds)
    assert seen[0] == seen[1]
    assert len(set(seen[0].values())) == 2


def test_every_case_has_a_trial_of_its_own() -> None:
    def tries(given: Any) -> None:
        for attempt in given["trial"].attempts():
            value = given["student"].double(given["case"]).value
            attempt.record(attempt.number >= given["case"], value=value)
        given["trial"].verify("No luck.")

    test = a_test(doubled)
    session = FakeSession(right)
    result = an_examiner(session).examine(type(test)(test.mark, "test_it", "It", [1, 3, 9], tries))
    assert [len(case.attempts) for case in result.cases] == [3, 6, 6]
    assert [case.verdict for case in result.cases] == [A, A, W]
    *_, attempt = result.cases[0].attempts
    assert attempt == {"seed": result.cases[0].seed, "success": True, "value": 2}
    assert [case.decision and case.decision.passed for case in result.cases] == [True, True, False]


def test_a_trial_that_nobody_verifies_is_the_tests_mistake() -> None:
    def tries(given: Any) -> None:
        for attempt in given["trial"].attempts():
            given["student"].double(1)
            attempt.record(False)

    test = a_test(doubled)
    examiner = an_examiner(FakeSession(right))
    result = examiner.examine(type(test)(test.mark, "test_it", "It", [1], tries))
    assert result.verdict is Verdict.INTERNAL_ERROR
    assert "never called trial.verify" in examiner.errors[0]


def test_a_budget_of_its_own() -> None:
    session = FakeSession(right)
    examined(session, a_test(doubled, cpu_seconds=7.0))
    assert {call.limits.cpu_seconds for call in session.calls} == {7.0}
    assert {call.limits.wall_seconds for call in session.calls} == {35.0}


@pytest.mark.parametrize(
    ("visibility", "value", "shown"),
    [
        (Visibility.PUBLIC, 2, True),
        (Visibility.PRIVATE, 2, False),
        (Visibility.PUBLIC, 0, True),
        (Visibility.PRIVATE, 0, True),
    ],
)
def test_calls_are_kept_where_somebody_will_look(
    visibility: Visibility, value: int, shown: bool
) -> None:
    result = examined(FakeSession(always(value)), a_test(doubled, [1], visibility=visibility))
    assert (result.cases[0].call is not None) is shown


def test_the_submission_is_loaded_again_only_for_what_is_lent_differently(tmp_path: Any) -> None:
    lending = APPLY + DOUBLE.replace('"1"', '"4"') + DOUBLE.replace('"1"', '"5"')
    demo = made_up(tmp_path, tasks=DOUBLE + lending)
    session = FakeSession(right)
    examiner = an_examiner(session, demo)
    for task in ("1", "4", "5", "3", "3"):
        examiner.examine(a_test(doubled, task=task))
    assert [sorted(injection.functions) for injection in session.loads] == [[], ["add_one"]]
    assert session.loads[1].stubs.keys() == {"noting"}


@pytest.mark.parametrize("cases", [[5], [5, 6, 7]])
def test_what_a_failing_call_printed_is_kept(cases: list[int]) -> None:
    session = FakeSession(always(Outcome(CallEnding.ANSWER, 0, stdout="debugging")))
    for case in examined(session, a_test(doubled, cases)).cases:
        assert case.call is not None
        assert case.call.stdout == "debugging"


def test_each_case_is_told_of_once() -> None:
    heard: list[str] = []
    session = FakeSession(lambda _, number: 2 if number == 1 else 0)
    examiner = an_examiner(session, on_case=heard.append)
    examiner.examine(a_test(doubled))
    assert heard == ["1", "1", "1"]

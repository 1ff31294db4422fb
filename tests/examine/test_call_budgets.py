from __future__ import annotations

from dataclasses import replace

import pytest

from grader.assignment.reference_costs import CallCost, ReferenceCosts
from grader.examine.call_budgets import Budgets
from grader.examine.examiner import Examiner
from grader.model.limits import Limits
from grader.model.report import Budget
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import Ending, Outcome
from tests.examine.fakes import FakeSession, a_test, always, an_assignment

COSTS = ReferenceCosts(
    0.04,
    {"1/it[1]": CallCost(0.5, {"moves": 12}), "1/it[2]": CallCost(0.01), "1/it[3]": CallCost()},
)
ASSIGNMENT = replace(an_assignment(overtime_seconds=6.0), reference_factor=20.0, costs=COSTS)


@pytest.mark.parametrize(
    ("case", "least", "speed", "seconds"),
    [
        ("1/it[1]", None, 1.0, 10.0),
        ("1/it[1]", None, 1.5, 15.0),
        ("1/it[1]", 20.0, 1.0, 20.0),
        ("1/it[2]", None, 1.0, 2.0),
        ("1/it[2]", None, 3.0, 6.0),
        ("1/it[3]", None, 1.0, 2.0),
        ("1/other", None, 1.0, 2.0),
    ],
)
def test_a_budget_is_a_multiple_of_what_the_reference_takes(
    case: str, least: float | None, speed: float, seconds: float
) -> None:
    limits = Budgets(ASSIGNMENT, speed).limits(case, least)
    assert limits == Limits(seconds, 5.0 * seconds, speed=speed)


@pytest.mark.parametrize(("factor", "seconds"), [(20.0, 0.5), (1.0, None), (0.0, None)])
def test_what_a_budget_does_not_follow_from_is_not_told(
    factor: float, seconds: float | None
) -> None:
    budgets = Budgets(replace(ASSIGNMENT, reference_factor=factor), speed=2.0)
    assert budgets.reference_seconds("1/it[1]") == seconds


def test_without_a_factor_the_least_budget_applies() -> None:
    budgets = Budgets(replace(ASSIGNMENT, reference_factor=0.0))
    assert budgets.limits("1/it[1]", None).cpu_seconds == 2.0


def test_the_allowance_grows_on_a_slow_machine_and_holds_one_call_at_least() -> None:
    assert Budgets(ASSIGNMENT).overtime_seconds(Limits(2.0, 10.0)) == 6.0
    assert Budgets(ASSIGNMENT, 1.5).overtime_seconds(Limits(2.0, 10.0)) == 9.0
    assert Budgets(ASSIGNMENT).overtime_seconds(Limits(20.0, 100.0)) == 20.0


def examined(outcome: Outcome, case: int, speed: float = 1.0) -> Budget | None:
    session = FakeSession(always(outcome))
    examiner = Examiner(session, ASSIGNMENT, "digest|0", lambda _: None, speed)
    test = a_test(lambda student, case: student.double(case), [case])
    (result,) = examiner.examine(test).cases
    return result.budget


@pytest.mark.parametrize("ending", [Ending.CPU, Ending.WALL])
def test_a_time_limit_is_told_with_what_the_reference_needs(ending: Ending) -> None:
    outcome = Outcome(ending, calls={"moves": 3000})
    assert examined(outcome, 1) == Budget(10.0, 0.5, {"moves": 3000}, {"moves": 12})
    assert examined(outcome, 1, speed=2.0) == Budget(10.0, 0.5, {"moves": 3000}, {"moves": 12})
    assert examined(outcome, 3) == Budget(2.0, None, {"moves": 3000}, {})


@pytest.mark.parametrize("ending", [Ending.ANSWER, Ending.RAISED, Ending.MEMORY])
def test_whoever_ends_otherwise_was_not_stopped_for_his_time(ending: Ending) -> None:
    assert examined(Outcome(ending), 1) is None


def test_the_message_names_what_was_promised_and_how_much_more_there_is_here() -> None:
    session = FakeSession(always(Outcome(Ending.CPU)))
    examiner = Examiner(session, ASSIGNMENT, "digest|0", lambda _: None, 2.0)
    result = examiner.examine(a_test(lambda student, case: student.double(case), [1]))
    assert result.verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert result.cases[0].message == (
        "double used more than 10 s of CPU time (× 2 on this machine now) and was stopped; "
        "the reference solution needs 0.50 s."
    )

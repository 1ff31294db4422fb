"""A contract in everything around a grading: questions sent together, workers, replays, agents."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import Assignment, AssignmentError
from grader.examine.run_hidden_tests import find_bindings, sandbox_program
from grader.examine.test_collection import prepare_hidden_tests
from grader.explain.case_replay import rerun_case
from grader.jobs import parallel_grading
from grader.jobs.grading import grade
from grader.jobs.grading_context import GradingContext
from grader.model.role_binding import BindingSource
from grader.model.time_limits import CallLimits
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import Injection
from grader.sandbox.bubblewrap import Bubblewrap
from grader.sandbox.call_request import Call
from tests.contracts import CONTRACT, FREE, heaps
from tests.made_up import submitted

ACCEPTED = Verdict.ACCEPTED

ASKING = """
def question(ask, case):
    return ask.take(*case)


@task("1", points=1)
@cases([(5, 2), (7, 3), (1, 1), (8, 2)])
@asks(question)
def test_asks(answer, case):
    if answer.value != case[0] - case[1] or answer.changed:
        raise WrongAnswer("Not taken.")


@task("1", points=1)
@cases([(3, 1), (4, 2)])
@asks(lambda ask, case: [ask.take(*case), ask.moves(case[0])])
def test_asks_for_both(answers, case):
    taken, moves = answers
    if taken.value != case[0] - case[1] or list(moves.value) != [1, 2, 3][: case[0]]:
        raise WrongAnswer("Not both.")


@task("2", points=1)
def test_own(student, own, inject):
    if student.driver(own.take, 9).value != [8, 6, 3]:
        raise WrongAnswer("Not the student's own take.")


@task("2", points=1)
def test_inject(student, inject):
    if student.driver(inject.take, 9).value != [8, 6, 3]:
        raise WrongAnswer("Not the reference's take.")
"""

TASKS = """
[[tasks]]
id = "1"
title = "Taking"
function = "take"
points = 2

[[tasks]]
id = "2"
title = "Driving"
function = "driver"
points = 2
inject = ["take"]
"""

DRIVER = """
def driver(take, heap):
    left = []
    for number in (1, 2, 3):
        heap = take(heap, number)
        left.append(heap)
    return left
"""


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return heaps(tmp_path_factory.mktemp("course"), ASKING, tasks=TASKS, id="asking")


@pytest.mark.slow
def test_questions_are_encoded_once_and_reach_what_fills_the_role(
    asking: Assignment, tmp_path: Path
) -> None:
    tests = prepare_hidden_tests(asking)
    assert tests.unprepared == ()
    assert any(test.known for test in tests.tests)
    for text in (FREE + DRIVER, FREE.replace("fewer", "less") + DRIVER):
        report = grade(
            submitted(tmp_path, text), asking, Bubblewrap.locate(), tests=tests, speed=1.0
        )
        assert [task.verdict for task in report.tasks] == [ACCEPTED] * 2
        assert report.errors == ()


def test_questions_about_what_is_not_there_are_not_asked(
    asking: Assignment, tmp_path: Path
) -> None:
    report = grade(submitted(tmp_path, DRIVER), asking, Bubblewrap.locate(), speed=1.0)
    first, second = report.tasks[0].tests
    assert (first.verdict, second.verdict) == (Verdict.NOT_ATTEMPTED, Verdict.NOT_ATTEMPTED)
    assert [len(test.cases) for test in (first, second)] == [1, 1]
    own, injected = report.tasks[1].tests
    assert (own.verdict, injected.verdict) == (Verdict.RUNTIME_ERROR, ACCEPTED)
    assert report.errors == ()


@pytest.mark.slow
def test_several_processes_find_the_same(tmp_path: Path) -> None:
    assignment = heaps(tmp_path / "course", id="several")
    two = FREE + "\ndef another(heap):\n    return solve(heap)\n"
    context = GradingContext(assignment, Bubblewrap.locate())
    report = parallel_grading.grade_in_parallel(context, submitted(tmp_path, two), processes=2)
    assert [role.found for role in report.roles][:3] == [BindingSource.BEHAVIOUR] * 3
    assert report.roles[2].function == "solve"
    assert (report.complete, report.score) == (True, 4)
    answered = GradingContext(assignment, context.sandbox, where={"search": "another"})
    report = parallel_grading.grade_in_parallel(answered, submitted(tmp_path, two), processes=2)
    assert (report.roles[2].function, report.complete, report.score) == ("another", True, 4)


@pytest.mark.slow
def test_a_case_is_replayed_through_what_filled_the_role(
    asking: Assignment, tmp_path: Path
) -> None:
    wrong = submitted(tmp_path, FREE.replace("heap[number:]", "heap[min(number, 2):]") + DRIVER)
    report = grade(wrong, asking, Bubblewrap.locate(), speed=1.0, where={"take": "fewer"})
    (failing,) = [case for case in report.tasks[0].cases if not case.verdict.passed]
    again = rerun_case(
        wrong, asking, Bubblewrap.locate(), failing.id,
        seed=0, speed=1.0, as_snippet=True, roles=report.roles,
    )  # fmt: skip
    assert (again.result.verdict, again.result.message) == (failing.verdict, failing.message)
    ((call, outcome),) = again.calls
    assert (call.function, outcome.value) == ("take", 5)
    assert again.snippet is not None
    assert "parameters and results of these functions" in str(again.snippet)


def test_a_role_can_be_called_without_a_hidden_test(asking: Assignment, tmp_path: Path) -> None:
    submission = submitted(tmp_path, FREE)
    session = Bubblewrap.locate().start(sandbox_program(submission, asking))
    try:
        fit = find_bindings(session, submission, asking, 0, 1.0).fits["search"]
        session.load(Injection(adapter=asking.adapter_sources()))
        outcome = session.fork().call(Call("search", (7,), {}, 1, CallLimits(1.0, 30.0), fit=fit))
        assert (fit.name, outcome.value) == ("solve", 3)
    finally:
        session.close()


def test_a_contract_that_is_not_in_order_is_not_used(tmp_path: Path) -> None:
    broken = heaps(tmp_path, contract=f"{CONTRACT}\n1 / 0", id="broken")
    submission = submitted(tmp_path, FREE)
    session = Bubblewrap.locate().start(sandbox_program(submission, broken))
    try:
        with pytest.raises(AssignmentError, match="cannot be imported: ZeroDivisionError"):
            find_bindings(session, submission, broken, 0, 1.0)
    finally:
        session.close()
    report = grade(submission, broken, Bubblewrap.locate(), speed=1.0)
    assert not report.complete
    assert "cannot be imported: ZeroDivisionError" in " ".join(report.errors)

"""Tests that build on functions of other tasks: the student's own first, then lent ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.jobs.grading import grade
from grader.model.report import Report, TestResult
from grader.model.verdict import Verdict
from grader.sandbox.bubblewrap import Bubblewrap
from tests.contracts import ADAPTER, FREE, TEMPLATE, TESTS, heaps
from tests.made_up import submitted


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return heaps(tmp_path_factory.mktemp("course"))


def graded(assignment: Assignment, folder: Path, text: str) -> Report:
    return grade(submitted(folder, text), assignment, Bubblewrap.locate(), speed=1.0, explain=False)


def searching(report: Report) -> TestResult:
    (test,) = report.tasks[1].tests
    return test


def test_a_right_submission_is_lent_nothing(assignment: Assignment, tmp_path: Path) -> None:
    test = searching(graded(assignment, tmp_path, TEMPLATE))
    assert (test.verdict, test.helpers) == (Verdict.ACCEPTED, ())


def test_a_mistake_in_a_helper_costs_its_own_task_only(
    assignment: Assignment, tmp_path: Path
) -> None:
    wrong = TEMPLATE.replace("return heap - number", "return heap - min(number, 2)")
    report = graded(assignment, tmp_path, wrong)
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    test = searching(report)
    assert (test.verdict, test.score) == (Verdict.ACCEPTED, 2)
    assert test.helpers == ("take", "moves")
    assert report.errors == ()


def test_a_helper_is_lent_where_it_was_taken_before(assignment: Assignment, tmp_path: Path) -> None:
    wrong = TEMPLATE.replace("return heap - number", "return heap - min(number, 2)")
    wrong = wrong.replace("def wins(heap", "def wins(heap, take=take")
    test = searching(graded(assignment, tmp_path, wrong))
    assert (test.verdict, test.helpers) == (Verdict.ACCEPTED, ("take", "moves"))


def test_a_helper_is_lent_under_the_students_name_and_in_their_form(
    assignment: Assignment, tmp_path: Path
) -> None:
    wrong = FREE.replace("return heap[number:]", "return heap[min(number, 2):]")
    wrong += "\n# grade: take = fewer\n# grade: search = solve\n"
    report = graded(assignment, tmp_path, wrong)
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    test = searching(report)
    # options takes heaps as texts, which the adapter cannot imitate: the student's own stays.
    assert (test.verdict, test.helpers) == (Verdict.ACCEPTED, ("take",))


def test_an_adapter_knows_the_students_own_function(tmp_path: Path) -> None:
    knows = (
        "def lent(function, scope, how):\n"
        "    own = vars(scope.module)[scope.parsed(how['call'])[0][1][1]]\n"
        "    if own.__name__ not in {'remove', 'moves'}:\n"
        "        raise LookupError('this is not the function that was lent')\n"
    )
    adapter = ADAPTER.replace("def lent(function, scope, how):\n", knows)
    wrong = TEMPLATE.replace("return heap - number", "return heap - min(number, 2)")
    report = graded(
        heaps(tmp_path, adapter=adapter, id="knows"), tmp_path, wrong.replace("take(", "remove(")
    )
    assert (searching(report).verdict, searching(report).helpers) == (
        Verdict.ACCEPTED, ("take", "moves"),
    )  # fmt: skip


def test_what_a_wrong_helper_leaves_undecided_is_tried_with_another(tmp_path: Path) -> None:
    tests = TESTS.replace("raise WrongAnswer(", "raise Undecided(").replace(
        "import Student", "import Student, Undecided"
    )
    unsure = heaps(tmp_path / "course", tests, id="unsure")
    broken = TEMPLATE.replace("heap - number", "heap - min(number, 2)")
    test = searching(graded(unsure, tmp_path, broken))
    assert (test.verdict, test.helpers) == (Verdict.ACCEPTED, ("take", "moves"))
    wrong = TEMPLATE.replace("if not wins(", "if wins(")
    assert searching(graded(unsure, tmp_path, wrong)).verdict is Verdict.UNDECIDED


def test_what_is_wrong_by_itself_stays_wrong(assignment: Assignment, tmp_path: Path) -> None:
    wrong = TEMPLATE.replace("if not wins(", "if wins(")
    report = graded(assignment, tmp_path, wrong)
    test = searching(report)
    assert (test.verdict, test.score, test.helpers) == (Verdict.WRONG_ANSWER, 0, ())


SHARED = """
def left(heap, number):
    return heap - min(number, 2)

def take(heap, number):
    return left(heap, number)

def moves(heap):
    return [n for n in (1, 2, 3) if n <= heap]

def search(heap):
    for number in moves(heap):
        if left(heap, number) % 4 == 0:
            return 1, number
    return -1, 1
"""


@pytest.mark.slow
def test_a_mistake_in_code_that_two_functions_share_is_for_a_person(
    assignment: Assignment, tmp_path: Path
) -> None:
    report = graded(assignment, tmp_path, SHARED)
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    test = searching(report)
    assert test.verdict is Verdict.UNDECIDED
    message = next(case.message for case in test.cases if case.message)
    assert message.startswith("take got some known answers wrong, and this function")
    right = SHARED.replace("min(number, 2)", "number").replace("return 1, number", "return 1, 1")
    assert searching(graded(assignment, tmp_path, right)).verdict is Verdict.WRONG_ANSWER


@pytest.mark.slow
@pytest.mark.parametrize(
    ("beside", "expected"),
    [("test_searches", Verdict.UNDECIDED), ((), Verdict.WRONG_ANSWER)],
    ids=["beside what fails", "by itself"],
)
def test_a_mistake_in_shared_code_is_for_a_person_unless_points_are_earned(
    tmp_path: Path, beside: str | tuple[()], expected: Verdict
) -> None:
    more = f"""

@task("2", points=1, beside={beside!r})
def test_answers(student):
    student.search(7)
"""
    tests = TESTS.replace('@task("2", points=2)', '@task("2", points=1)') + more
    report = graded(heaps(tmp_path, tests, id="answers"), tmp_path, SHARED)
    verdicts = {test.id: test.verdict for test in report.tasks[1].tests}
    answers = Verdict.UNDECIDED if beside else Verdict.ACCEPTED  # its points wait for a person
    assert verdicts == {"2/searches": expected, "2/answers": answers}


def test_a_form_that_a_broken_helper_hides_is_for_a_person(
    assignment: Assignment, tmp_path: Path
) -> None:
    crashes = TEMPLATE.replace("return heap - number", "return [].clear()").replace(
        "            return number\n    return 1", "            return -1, number\n    return -1, 1"
    )
    report = graded(assignment, tmp_path, crashes)
    assert [task.verdict for task in report.tasks] == [Verdict.UNDECIDED] * 2
    search = next(role for role in report.roles if role.role == "search")
    assert search.note.startswith("search answers with nothing that can be read")


def test_what_cannot_be_imitated_is_said(assignment: Assignment, tmp_path: Path) -> None:
    wrong = FREE.replace("if not good(", "if good(") + "\n# grade: search = solve\n"
    test = searching(graded(assignment, tmp_path, wrong))
    assert (test.verdict, test.unlent) == (Verdict.WRONG_ANSWER, ("moves",))


def test_no_test_passes_by_asking_what_is_lent(tmp_path: Path) -> None:
    tests = """
@task("2", points=1)
@cases([3, 5])
def test_first(student, case):
    if student.search(case).value != case % 4:
        raise WrongAnswer("Not won.")


@task("2", points=1)
@cases([1])
def test_second(student, case):
    if student.take(7, 3).value != 4:
        raise WrongAnswer("Not the student's.")


@task("1", points=2)
def test_takes(student):
    if student.take(7, 3).value != 4:
        raise WrongAnswer("Not taken.")
"""
    assignment = heaps(tmp_path / "course", tests, id="two")
    wrong = TEMPLATE.replace("return heap - number", "return heap - min(number, 2)")
    report = graded(assignment, tmp_path, wrong)
    first, second = report.tasks[1].tests
    assert (first.verdict, first.helpers) == (Verdict.ACCEPTED, ("take", "moves"))
    # What asks a role that is lent would be answered by the reference.
    assert (second.verdict, second.helpers) == (Verdict.WRONG_ANSWER, ())
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    assert report.errors == ()


def test_a_test_may_ask_for_the_students_own_only(tmp_path: Path) -> None:
    tests = """
@task("2", points=1)
def test_first(student):
    if student.search(5).value != 1:
        raise WrongAnswer("Not won.")


@task("2", points=1, lend=False)
def test_second(student):
    if student.search(5).value != 1:
        raise WrongAnswer("Not won.")


@task("1", points=2)
def test_takes(student):
    if student.take(7, 3).value != 4:
        raise WrongAnswer("Not taken.")
"""
    assignment = heaps(tmp_path / "course", tests, id="two")
    wrong = TEMPLATE.replace("return heap - number", "return heap - min(number, 2)")
    first, second = graded(assignment, tmp_path, wrong).tasks[1].tests
    assert (first.verdict, first.helpers) == (Verdict.ACCEPTED, ("take", "moves"))
    assert (second.verdict, second.helpers) == (Verdict.WRONG_ANSWER, ())

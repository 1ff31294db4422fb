"""Whole gradings of small submissions, each in a real sandbox."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from grader import sandbox
from grader.assignment import UnknownTask
from grader.assignment.reference_costs import ReferenceCosts
from grader.examine import run_hidden_tests
from grader.jobs import grading
from grader.machine import speed
from grader.model.report import CaseResult, Report, TaskResult
from grader.model.verdict import Verdict
from tests.examine.fakes import FakeSandbox, FakeSession
from tests.made_up import APPLY, DOUBLE, ESSAY, HEAD, TEST_APPLY, TEST_DOUBLE, made_up, submitted

pytestmark = pytest.mark.bubblewrap

A = Verdict.ACCEPTED
IMPATIENT = HEAD.replace("cpu_seconds = 1.0\nwall", "cpu_seconds = 0.1\nwall").replace(
    "overtime_seconds = 2", "overtime_seconds = 0.3"
)

Grade = Callable[..., Report]


@pytest.fixture(scope="module")
def bubblewrap() -> sandbox.Sandbox:
    return sandbox.choose_backend("bubblewrap")


@pytest.fixture
def grade(tmp_path: Path, bubblewrap: sandbox.Sandbox) -> Grade:
    """Grades a submission, given as text, by tests of the made-up assignment."""

    def graded(
        text: str, *tests: str, tasks: str = DOUBLE, head: str = HEAD, only: Sequence[str] = ()
    ) -> Report:
        demo = made_up(tmp_path, *tests, tasks=tasks, head=head)
        return grading.grade(submitted(tmp_path, text), demo, bubblewrap, tasks=only)

    return graded


@pytest.fixture
def graded_twice(tmp_path: Path, bubblewrap: sandbox.Sandbox) -> Callable[..., list[Report]]:
    """Grades one submission by one assignment with several seeds."""

    def graded(text: str, test: str, *seeds: int) -> list[Report]:
        demo, submission = made_up(tmp_path, test), submitted(tmp_path, text)
        return [grading.grade(submission, demo, bubblewrap, seed=seed) for seed in seeds]

    return graded


def only_task(report: Report) -> TaskResult:
    assert report.errors == ()
    (task,) = report.tasks
    return task


def verdicts(report: Report) -> list[Verdict]:
    return [case.verdict for case in only_task(report).cases]


RIGHT = "def double(n):\n    return 2 * n\n"


SAYS_SO = f'{TEST_DOUBLE}    return "It looks right: confirm it."\n'


@pytest.mark.parametrize(
    ("text", "note"),
    [(RIGHT, "It looks right: confirm it."), ("def double(n):\n    return n\n", "")],
    ids=["right", "wrong"],
)
def test_a_sentence_about_what_passes_stands_once_beside_the_task(
    grade: Grade, text: str, note: str
) -> None:
    assert only_task(grade(text, SAYS_SO)).note == note


def test_a_right_submission(grade: Grade) -> None:
    report = grade(RIGHT)
    task = only_task(report)
    assert (task.verdict, task.score, report.complete) == (A, 2, True)
    assert report.sandbox.backend == "bubblewrap"
    assert report.path.endswith("student.py")
    assert len(report.digest) == 64


def test_a_wrong_submission(grade: Grade) -> None:
    task = only_task(grade("def double(n):\n    print('n is', n)\n    return n * n\n"))
    assert (task.verdict, task.score) == (Verdict.WRONG_ANSWER, 0)
    assert [case.verdict for case in task.cases] == [Verdict.WRONG_ANSWER, A, Verdict.WRONG_ANSWER]
    first = task.cases[0]
    assert (first.expected, first.actual) == ("2", "1")
    assert first.call is not None
    assert first.call.arguments == ("1",)
    assert first.call.stdout == "n is 1\n"


def test_an_exception_shows_the_students_own_line(grade: Grade) -> None:
    task = only_task(grade("\n\ndef double(n):\n    return n + missing\n"))
    assert task.verdict is Verdict.RUNTIME_ERROR
    call = task.cases[0].call
    assert call is not None
    assert 'student.py", line 4' in call.traceback
    assert task.cases[0].actual == "NameError: name 'missing' is not defined"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("def double(n):\n    raise NotImplementedError\n", Verdict.NOT_IMPLEMENTED),
        ("def triple(n):\n    return 3 * n\n", Verdict.NOT_ATTEMPTED),
        ("double = 3\n", Verdict.NOT_ATTEMPTED),
        ("def double(n):\n    return 2 *\n", Verdict.LOAD_ERROR),
        ("def double(n):\n    return 2 *\n" + RIGHT, A),
        ("raise OSError\n" + RIGHT, A),
        ("def double(n):\n    return object()\n", Verdict.INVALID_RETURN),
        ("def double(n):\n    raise SystemExit\n", Verdict.RUNTIME_ERROR),
        ("import os\ndef double(n):\n    os._exit(0)\n", Verdict.RUNTIME_ERROR),
        ("def double(n):\n    return bytes(1 << 40)\n", Verdict.MEMORY_LIMIT_EXCEEDED),
    ],
)
def test_whatever_goes_wrong_has_its_verdict(grade: Grade, text: str, verdict: Verdict) -> None:
    assert only_task(grade(text)).verdict is verdict


def test_a_lost_function_says_where_it_was_lost(grade: Grade) -> None:
    report = grade("x = 1\n\ndef double(n):\n    return 2 *\n")
    message = only_task(report).cases[0].message
    assert message.startswith("student.py, line 4: ")
    assert any((note.line, note.column) == (4, 15) for note in report.load_notes)


@pytest.mark.slow
def test_the_report_holds_what_was_submitted_unless_that_is_too_long(grade: Grade) -> None:
    assert [(cell.name, cell.source) for cell in grade(RIGHT).cells] == [("student.py", RIGHT)]
    assert grade(f"{RIGHT}# {'x' * 200_000}\n").cells == ()


def test_what_is_noticed_while_loading_is_told_once(grade: Grade) -> None:
    report = grade(
        "raise OSError('on loading')\n" + RIGHT, TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + APPLY
    )
    assert len([note for note in report.load_notes if "on loading" in note.message]) == 1


# Seeds ---------------------------------------------------------------------------------------

RANDOM = "import random\ndef double(n):\n    return random.random() if n else 0\n"
RANDOM_WHEN_LOADED = (
    "import random\nx = random.random()\ndef double(n):\n    return x if n else 0\n"
)


def timeless(report: Report) -> Report:
    """``report`` without what a clock said."""

    def case(result: CaseResult) -> CaseResult:
        return replace(result, cpu_seconds=0.0, wall_seconds=0.0)

    tasks = [
        replace(
            task,
            tests=tuple(
                replace(test, cases=tuple(case(result) for result in test.cases))
                for test in task.tests
            ),
        )
        for task in report.tasks
    ]
    return replace(report, duration=0.0, graded_at="", cpu_seconds=0.0, tasks=tuple(tasks))


@pytest.mark.slow
@pytest.mark.parametrize("source", [RANDOM, RANDOM_WHEN_LOADED])
def test_equal_seeds_make_equal_reports(
    source: str, graded_twice: Callable[..., list[Report]]
) -> None:
    one, other = graded_twice(source, TEST_DOUBLE, 7, 7)
    assert timeless(one) == timeless(other)


@pytest.mark.slow
@pytest.mark.parametrize("source", [RANDOM, RANDOM_WHEN_LOADED])
def test_other_seeds_are_other_attempts(
    source: str, graded_twice: Callable[..., list[Report]]
) -> None:
    one, other = graded_twice(source, TEST_DOUBLE, 1, 2)
    answers = [[case.actual for case in only_task(report).cases] for report in (one, other)]
    assert not set(answers[0]) & set(answers[1])
    assert (one.seed, other.seed) == (1, 2)


def test_each_call_of_a_case_is_seeded_anew(grade: Grade) -> None:
    test = """
@task("1", points=2)
def test_differs(student):
    values = {student.double(1).value for _ in range(5)}
    if len(values) < 5:
        raise WrongAnswer("Equal.")
"""
    assert only_task(grade(RANDOM, test)).verdict is A


# Sharing a process ---------------------------------------------------------------------------

STATEFUL = """
calls = 0
def double(n):
    global calls
    calls += 1
    return 2 * n if {} else 0
"""


def test_who_is_right_alone_is_accepted(grade: Grade) -> None:
    assert verdicts(grade(STATEFUL.format("calls == 1"))) == [A, A, A]


def test_who_is_right_only_after_an_earlier_call_is_not(grade: Grade) -> None:
    assert only_task(grade(STATEFUL.format("calls > 1"))).verdict is Verdict.WRONG_ANSWER


def test_what_a_call_stole_is_gone_in_the_next_task(grade: Grade) -> None:
    thief = """
stolen = []
def apply(function, n):
    stolen.append(function)
    return function(n)
def double(n):
    return 2 * n if not stolen else 0
"""
    report = grade(thief, TEST_APPLY, TEST_DOUBLE, tasks=APPLY + DOUBLE)
    assert [task.verdict for task in report.tasks] == [A, A]


# Time ----------------------------------------------------------------------------------------

ENDLESS = "def double(n):\n    while n > 1:\n        pass\n    return 2 * n\n"


def test_a_call_that_never_ends_ends_its_test(grade: Grade) -> None:
    task = only_task(grade(ENDLESS, head=IMPATIENT))
    assert [case.verdict for case in task.cases] == [A, Verdict.TIME_LIMIT_EXCEEDED]
    assert task.tests[0].note == "1 more case was not run after this one"
    assert "0.1 s of CPU time" in task.cases[1].message
    call = task.cases[1].call
    assert call is not None
    assert "student.py" in call.traceback


@pytest.mark.slow
def test_overtime_is_allowed_per_task(grade: Grade) -> None:
    tests = [
        TEST_DOUBLE.replace("points=2", "points=0.2").replace("doubles", f"d{n}") for n in range(10)
    ]
    other = TEST_APPLY.replace("applies", "applies_too")
    text = ENDLESS + "def apply(f, n):\n    return f(n)\n"
    report = grade(text, *tests, other, tasks=DOUBLE + APPLY, head=IMPATIENT)
    endless, applied = report.tasks
    assert endless.verdict is Verdict.TIME_LIMIT_EXCEEDED
    left_out = [test for test in endless.tests if test.note.startswith("left out")]
    assert 6 <= len(left_out) < 10
    assert applied.verdict is A


def test_a_budget_of_a_tests_own(grade: Grade) -> None:
    slow = (
        "import time\ndef double(n):\n    while time.process_time() < 0.3: pass\n    return 2 * n\n"
    )
    test = TEST_DOUBLE.replace("points=2", "points=2, cpu_seconds=5")
    assert only_task(grade(slow, test, head=IMPATIENT)).verdict is A


# What is lent --------------------------------------------------------------------------------


def test_limits_are_wider_on_a_slow_machine(tmp_path: Path) -> None:
    session = FakeSession(lambda _, number: 2 * number)
    demo, submission = made_up(tmp_path), submitted(tmp_path, RIGHT)
    report = grading.grade(submission, demo, FakeSandbox(session), speed=1.5)
    assert report.speed == 1.5
    cpu = {call.limits.cpu_seconds for call in session.calls}
    assert cpu == {demo.call.times(1.5).cpu_seconds}
    assert run_hidden_tests.sandbox_program(submission, demo, 1.5).load == demo.load.times(1.5)


def test_a_machine_is_compared_with_the_one_where_costs_were_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speed, "benchmark_seconds", lambda: 0.06)
    demo = replace(made_up(tmp_path), costs=ReferenceCosts(0.04))
    fake = FakeSandbox(FakeSession(lambda _, number: 2 * number))
    assert grading.grade(submitted(tmp_path, RIGHT), demo, fake).speed == 1.5


def test_reference_functions_stubs_and_own_functions(grade: Grade) -> None:
    test = """
@task("3", points=1)
def test_lends(student, inject, own):
    answer = student.apply(inject.add_one, 1)
    if (answer.value, dict(answer.calls)) != (2, {"add_one": 1}):
        raise WrongAnswer("reference", actual=repr(answer))
    answer = student.apply(inject.stub("noting", by=5), 1)
    if (answer.value, dict(answer.calls), answer.log) != (6, {"noting": 1}, [1]):
        raise WrongAnswer("stub", actual=repr(answer))
    answer = student.apply(own.add_one, 4)
    if answer.value != 12:
        raise WrongAnswer("own", actual=repr(answer))
"""
    text = "def apply(f, n):\n    return f(n)\ndef add_one(n):\n    return 3 * n\n"
    assert only_task(grade(text, test, tasks=APPLY)).verdict is A


def test_changed_arguments_are_noticed(grade: Grade) -> None:
    test = """
@task("1", points=2)
def test_changes(student):
    answer = student.double([1], [2], [3])
    if answer.changed != (1,):
        raise WrongAnswer("changed", actual=repr(answer.changed))
"""
    text = "def double(a, b, c):\n    b.append(9)\n"
    assert only_task(grade(text, test)).verdict is A


# Choosing tasks, and troubles of the grader's own --------------------------------------------


def test_one_task_alone(grade: Grade) -> None:
    report = grade(RIGHT, TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + ESSAY + APPLY, only=["1"])
    assert only_task(report).verdict is A
    assert not report.complete


@pytest.mark.parametrize("number", ["9", "2", ""])
def test_a_task_that_cannot_be_tested_is_refused(grade: Grade, number: str) -> None:
    with pytest.raises(UnknownTask):
        grade(RIGHT, tasks=DOUBLE + ESSAY, only=["1", number])


def test_a_hidden_test_with_a_bug_never_blames_the_student(grade: Grade) -> None:
    buggy = TEST_DOUBLE.replace("answer.value != 2 * case", "answer.value.missing")
    report = grade(RIGHT, buggy)
    (task,) = report.tasks
    assert (task.verdict, task.score) == (Verdict.INTERNAL_ERROR, 0)
    assert not report.complete
    assert "AttributeError" in report.errors[0]


def test_no_sandbox_is_left(grade: Grade) -> None:
    grade(RIGHT)
    children = Path("/proc/thread-self/children").read_text().split()
    names = [Path(f"/proc/{child}/comm").read_text().strip() for child in children]
    assert "bwrap" not in names


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "class Work:\n    def double(self, n):\n        return 2 * n\n",
            ": it is a method of the class Work (student.py, line 2).",
        ),
        (
            "def Double(n):\n    return 2 * n\n",
            ", but Double has a similar name: rename it to double.",
        ),
        ("def other(n):\n    return 2 * n\n", "."),
    ],
)
def test_where_a_function_is_that_was_not_found(grade: Grade, text: str, said: str) -> None:
    task = only_task(grade(text, TEST_DOUBLE))
    assert task.verdict is Verdict.NOT_ATTEMPTED
    (message,) = {case.message for case in task.cases}
    assert message.startswith(f"No function named double was found{said}")

"""What becomes of folders of hidden tests. No sandbox: the student is a stand-in."""

from __future__ import annotations

import builtins
import gc
import os
import re
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import Assignment
from grader.examine import hidden_test_limits, test_collection
from grader.examine.test_collection import find_hidden_tests, prepare_hidden_tests
from grader.jobs import grading
from grader.machine.termination_signals import Interrupted
from grader.model.report import Report
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from tests.examine.fakes import Behaviour, FakeSandbox, FakeSession, State, always
from tests.made_up import APPLY, DOUBLE, ESSAY, TEST_APPLY, TEST_DOUBLE, made_up, submitted

A = Verdict.ACCEPTED


@pytest.fixture(params=["cold", pytest.param("warm", marks=pytest.mark.slow)], autouse=True)
def _warm(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything holds for a process that has warmed up for many submissions, too."""
    cold = grading.grade

    def warm(submission: Submission, assignment: Assignment, *args: Any, **kwargs: Any) -> Report:
        tests = kwargs.pop("tests", None) or prepare_hidden_tests(assignment)
        return cold(submission, assignment, *args, tests=tests, **kwargs)

    if request.param == "warm":
        monkeypatch.setattr(grading, "grade", warm)


def right(state: object, *args: int) -> int:
    return 2 * args[-1]


def graded(
    folder: Path,
    *tests: str,
    tasks: str = DOUBLE,
    only: tuple[str, ...] = (),
    by: Behaviour = right,
) -> Report:
    demo = made_up(folder, *tests, tasks=tasks)
    submission = submitted(folder, "the stand-in answers instead")
    return grading.grade(submission, demo, FakeSandbox(FakeSession(by)), tasks=only)


def test_a_test_is_found_run_and_described(tmp_path: Path) -> None:
    report = graded(tmp_path)
    assert report.errors == ()
    assert report.complete
    (task,) = report.tasks
    (test,) = task.tests
    assert (task.verdict, task.score) == (A, 2)
    assert (test.id, test.title, test.hint) == ("1/doubles", "Doubles.", "Twice the number.")
    assert [case.id for case in test.cases] == [f"1/doubles[{n}]" for n in (1, 2, 3)]


def test_without_a_docstring_the_name_is_the_title(tmp_path: Path) -> None:
    report = graded(tmp_path, TEST_DOUBLE.replace('"""Doubles."""', ""))
    assert report.tasks[0].tests[0].title == "test_doubles"


def test_tasks_come_in_the_assignments_order_and_written_ones_are_for_a_person(
    tmp_path: Path,
) -> None:
    report = graded(tmp_path, TEST_APPLY, TEST_DOUBLE, tasks=DOUBLE + ESSAY + APPLY)
    assert [task.id for task in report.tasks] == ["1", "2", "3"]
    assert [task.by_hand for task in report.tasks] == [False, True, False]
    assert (report.max_score, report.undecided) == (3, 1)


def test_tasks_that_lend_the_same_run_side_by_side(tmp_path: Path) -> None:
    """Each change of what is lent means loading the submission anew."""
    twin = DOUBLE.replace('"1"', '"4"')
    session = FakeSession(right)
    demo = made_up(
        tmp_path,
        TEST_DOUBLE,
        TEST_APPLY,
        TEST_DOUBLE.replace('"1"', '"4"'),
        tasks=DOUBLE + APPLY + twin,
    )
    report = grading.grade(submitted(tmp_path, "stand-in"), demo, FakeSandbox(session))
    assert len(session.loads) == 2
    assert report.cpu_seconds == session.cpu_seconds == 0.5
    assert [task.id for task in report.tasks] == ["1", "3", "4"]


@pytest.mark.parametrize("only", [("3", "1"), ("1", "3", "1"), ("1", "3")])
def test_some_tasks_come_in_the_assignments_order_too(
    tmp_path: Path, only: tuple[str, ...]
) -> None:
    report = graded(tmp_path, TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + ESSAY + APPLY, only=only)
    assert [task.id for task in report.tasks] == ["1", "3"]


def test_some_tasks_are_not_a_complete_grading(tmp_path: Path) -> None:
    report = graded(tmp_path, TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + APPLY, only=("3",))
    assert [task.id for task in report.tasks] == ["3"]
    assert report.errors == ()
    assert not report.complete


def test_a_tests_own_fixtures_are_refused_in_words(tmp_path: Path) -> None:
    fixture = "\nimport pytest\n@pytest.fixture\ndef factor():\n    return 2\n"
    test = TEST_DOUBLE.replace("(student, case)", "(factor, student, case)")
    report = graded(tmp_path, fixture + test.replace("2 * case:", "factor * case:"))
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert "'factor' not found. The arguments here are student, " in report.errors[0]


def test_a_conftest_beside_the_hidden_tests_is_refused_in_words(tmp_path: Path) -> None:
    demo = made_up(tmp_path, TEST_DOUBLE)
    (demo.tests / "conftest.py").write_text("def pytest_runtest_setup(item):\n    pass\n")
    report = grading.grade(submitted(tmp_path, "stand-in"), demo, FakeSandbox(FakeSession(right)))
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert report.errors[0].endswith("conftest.py: hidden tests cannot have a conftest.py")


def test_a_setup_is_refused_in_words(tmp_path: Path) -> None:
    report = graded(tmp_path, TEST_DOUBLE + "\ndef setup_function():\n    pass\n")
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert "setup_function" in report.errors[0]


# Points that count beside others -------------------------------------------------------------

BESIDE = """
@task("1", points=1.5)
def test_hard(student):
    \"\"\"The hard one.\"\"\"
    if student.double(21).value != 42:
        raise WrongAnswer("No.")

@task("1", points=0.5, beside="test_hard")
def test_easy(student):
    \"\"\"The easy one.\"\"\"
    student.double(0)
"""


def test_points_beside_an_accepted_test_count(tmp_path: Path) -> None:
    assert graded(tmp_path, BESIDE).score == 2


def test_points_beside_a_test_that_is_not_accepted_are_withheld(tmp_path: Path) -> None:
    report = graded(tmp_path, BESIDE, by=always(0))
    hard, easy = report.tasks[0].tests
    assert (hard.score, easy.score, report.score) == (0, 0, 0)
    assert easy.verdict is A
    assert easy.note == "its points count only if “The hard one.” is accepted, too"
    assert report.errors == ()


UNDECIDED = "from grader.testing import Undecided\n" + BESIDE.replace(
    "    student.double(0)\n", '    raise Undecided("Somebody has to look at it.")\n'
)


def test_what_only_a_person_can_say_is_a_question(tmp_path: Path) -> None:
    report = graded(tmp_path, UNDECIDED)
    _, easy = report.tasks[0].tests
    assert (easy.verdict, easy.score, easy.note) == (Verdict.UNDECIDED, 0, "")
    assert easy.cases[0].message == "Somebody has to look at it."
    assert report.questions
    assert not report.complete


def test_nobody_is_asked_about_points_that_are_withheld(tmp_path: Path) -> None:
    report = graded(tmp_path, UNDECIDED, by=always(0))
    _, easy = report.tasks[0].tests
    assert easy.verdict is easy.cases[0].verdict is Verdict.WRONG_ANSWER
    assert easy.note == (
        "its points count only if “The hard one.” is accepted, too: nobody has to look"
    )
    assert not report.questions
    assert report.complete


def test_beside_a_test_that_does_not_exist(tmp_path: Path) -> None:
    report = graded(tmp_path, BESIDE.replace('beside="test_hard"', 'beside="test_herd"'))
    (error,) = report.errors
    assert re.fullmatch(
        r"hidden_tests/demo/test_made_up_\d+\.py:11: test_easy counts beside test_herd, which does "
        r"not exist; the tests of task 1 are test_easy, test_hard",
        error,
    )
    assert not report.complete


# Hidden tests with mistakes in them ----------------------------------------------------------


def test_points_that_do_not_add_up_decide_nothing(tmp_path: Path) -> None:
    report = graded(tmp_path, TEST_DOUBLE.replace("points=2", "points=1.5"))
    (error,) = report.errors
    assert re.fullmatch(
        r"hidden_tests/demo/assignment\.toml:18: the tests of task 1 are worth 1\.5 points "
        r"together, but assignment\.toml gives it 2; change points of the task, or of a test: "
        r"1\.5 \(hidden_tests/demo/test_made_up_\d+\.py:5\)",
        error,
    )
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert not report.complete


ASKING = """
def question(ask, case):
    return ask.doubel(case)

@task("1", points=2)
@cases([1])
@asks(question)
def test_asks(answer, case):
    raise WrongAnswer("Never checked.")
"""


@pytest.mark.parametrize(
    ("test", "line"),
    [
        (TEST_DOUBLE.replace("student.double", "student.doubel"), 9),
        (ASKING, 6),
        (TEST_DOUBLE.replace("student, case", "student, own, case").replace(
            "student.double(case)", "student.double(own.doubel)"), 9),
    ],
)  # fmt: skip
def test_a_function_that_no_task_asks_for_is_never_the_students_fault(
    tmp_path: Path, test: str, line: int
) -> None:
    report = graded(tmp_path, test)
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert not report.complete
    assert all(
        "AttributeError: assignment.toml names no function 'doubel' that tests of this task may "
        "call; did you mean double? Known are double."
        in error
        and re.match(rf"hidden_tests/demo/test_made_up_\d+\.py:{line}: your test raised ", error)
        for error in report.errors
    )
    assert report.errors


@pytest.mark.slow
def test_what_takes_part_in_a_task_may_be_called_there_and_nowhere_else(tmp_path: Path) -> None:
    by_hand = TEST_APPLY.replace("student.apply(inject.add_one, 1)", "student.add_one(1)")
    there = graded(tmp_path / "there", by_hand, tasks=APPLY)
    assert (there.errors, there.tasks[0].verdict) == ((), A)
    elsewhere = by_hand.replace('"3"', '"1"').replace("points=1", "points=2")
    assert graded(tmp_path / "elsewhere", elsewhere).tasks[0].verdict is Verdict.INTERNAL_ERROR


def test_tenths_add_up(tmp_path: Path) -> None:
    tenths = (
        TEST_DOUBLE.replace("points=2", "points=0.1").replace("doubles", f"d{n}") for n in range(3)
    )
    report = graded(tmp_path, *tenths, tasks=DOUBLE.replace("points = 2", "points = 0.3"))
    assert (report.errors, report.tasks[0].verdict) == ((), A)
    assert report.score == report.max_score == 0.3


def test_a_task_without_tests_is_not_accepted(tmp_path: Path) -> None:
    report = graded(tmp_path, TEST_DOUBLE, tasks=DOUBLE + APPLY)
    assert [task.verdict for task in report.tasks] == [A, Verdict.INTERNAL_ERROR]
    (error,) = report.errors
    assert error == (
        "hidden_tests/demo/assignment.toml:24: task 3 has no hidden tests; write one, "
        'with @task("3", points=1), or mend '
        "what keeps it from being read"
    )


def test_a_test_of_no_task(tmp_path: Path) -> None:
    report = graded(tmp_path, TEST_DOUBLE + "\ndef test_stray(student):\n    student.double(1)\n")
    (error,) = report.errors
    assert error.endswith(".py:13: test_stray belongs to no task; decorate it with @task")


def test_a_test_of_an_unknown_task(tmp_path: Path) -> None:
    report = graded(tmp_path, TEST_DOUBLE + TEST_APPLY)
    (error,) = report.errors
    assert error.endswith(
        ".py:13: test_applies: there is no task '3'; the tasks in assignment.toml are 1"
    )


def test_two_tests_of_one_name(tmp_path: Path) -> None:
    half = TEST_DOUBLE.replace("points=2", "points=1")
    report = graded(tmp_path, half, half)
    (error,) = report.errors
    assert re.fullmatch(
        r"(hidden_tests/demo/test_made_up_\d+\.py:5)( and (?!\1).*\.py:5): "
        "task 1 has more than one test called test_doubles; rename one",
        error,
    )
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR


@pytest.mark.slow
@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("def test_x(:\n", "SyntaxError"),
        ("import missing_module\n", "missing_module"),
        ("@cases([])\ndef test_x(student): ...\n", "at least one case"),
        ("@cases([1, 1])\ndef test_x(student): ...\n", "two cases are called"),
    ],
)
def test_a_file_that_cannot_be_read_costs_only_its_own_task(
    tmp_path: Path, broken: str, reason: str
) -> None:
    report = graded(tmp_path, TEST_DOUBLE, broken + TEST_APPLY, tasks=DOUBLE + APPLY)
    assert [task.verdict for task in report.tasks] == [A, Verdict.INTERNAL_ERROR]
    assert reason in " ".join(report.errors)
    assert not report.complete


def test_a_file_that_ends_the_program_decides_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = graded(tmp_path, TEST_DOUBLE, "raise SystemExit(0)\n")
    assert (report.tasks[0].verdict, report.complete) == (A, False)
    assert "SystemExit" in report.errors[0]
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("mistake", "reason"),
    [
        ("answer = {}['x']", "KeyError"),
        ("return", "without calling"),
        ("import pytest; pytest.skip('later')", "later"),
        ("import pytest; pytest.fail('no')", "no"),
        ("raise SystemExit(0)", "SystemExit"),
        ("answer = student.double(case).value.real.missing", "missing"),
    ],
)
def test_a_bug_in_a_hidden_test_decides_nothing(tmp_path: Path, mistake: str, reason: str) -> None:
    test = TEST_DOUBLE.replace("answer = student.double(case)", f"{mistake}\n    answer = None")
    other = TEST_APPLY.replace("student.apply(inject.add_one, 1)", "student.apply(1)")
    report = graded(tmp_path, test, other, tasks=DOUBLE + APPLY)
    assert [task.verdict for task in report.tasks] == [Verdict.INTERNAL_ERROR, A]
    assert reason in " ".join(report.errors)
    assert report.tasks[0].score == 0
    assert not report.complete


@pytest.mark.parametrize(
    "decorator",
    [
        "@pytest.mark.skip('later')",
        "@pytest.mark.skipif(True, reason='later')",
        "@pytest.mark.xfail",
    ],
)
def test_a_test_set_aside_decides_nothing(tmp_path: Path, decorator: str) -> None:
    report = graded(tmp_path, f"import pytest\n{decorator}\n{TEST_DOUBLE.lstrip()}", by=always(0))
    assert not report.score
    assert report.tasks[0].verdict is not A


def test_an_async_test_decides_nothing(tmp_path: Path) -> None:
    with pytest.warns(RuntimeWarning, match="never awaited"):
        report = graded(tmp_path, TEST_DOUBLE.replace("def test", "async def test"))
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert report.errors


def test_a_generator_decides_nothing(tmp_path: Path) -> None:
    report = graded(tmp_path, TEST_DOUBLE + "    yield\n")
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert report.errors


def test_an_argument_nobody_supplies(tmp_path: Path) -> None:
    report = graded(tmp_path, TEST_DOUBLE.replace("(student", "(pupil, student"))
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert "'pupil' not found" in report.errors[0]


def test_a_conftest_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    demo = made_up(tmp_path)
    (demo.tests / "conftest.py").write_text("raise OSError('no conftest')\n")
    report = grading.grade(submitted(tmp_path, "stand-in"), demo, FakeSandbox(FakeSession(right)))
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert report.errors
    assert capsys.readouterr().out == ""


def test_the_same_trouble_is_told_once(tmp_path: Path) -> None:
    test = TEST_DOUBLE.replace("answer.value != 2 * case", "1 // (case - 2) and answer.missing")
    report = graded(tmp_path, test)
    assert len(report.errors) == len(set(report.errors))


# Pytest's surroundings -----------------------------------------------------------------------


def test_options_and_plugins_in_the_environment_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {
        "PYTEST_ADDOPTS": "--collect-only -k nothing --no-such-option",
        "PYTEST_PLUGINS": "no_such_plugin",
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    report = graded(tmp_path)
    assert (report.errors, report.score) == ((), 2)
    assert {name: os.environ[name] for name in environment} == environment


@pytest.mark.parametrize("name", ["pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"])
@pytest.mark.parametrize("place", [".", "hidden_tests", "hidden_tests/demo"])
def test_configuration_files_are_ignored(tmp_path: Path, name: str, place: str) -> None:
    demo = made_up(tmp_path)
    section = {"pyproject.toml": "tool.pytest.ini_options", "setup.cfg": "tool:pytest"}
    value = '"--no-such-option"' if name == "pyproject.toml" else "--no-such-option"
    (tmp_path / place / name).write_text(f"[{section.get(name, 'pytest')}]\naddopts = {value}\n")
    report = grading.grade(submitted(tmp_path, "stand-in"), demo, FakeSandbox(FakeSession(right)))
    assert (report.errors, report.score) == ((), 2)


def test_a_conftest_above_the_hidden_tests_is_ignored(tmp_path: Path) -> None:
    demo = made_up(tmp_path)
    for folder in (tmp_path, tmp_path / "hidden_tests"):
        (folder / "conftest.py").write_text("raise OSError('this is not for the grader')\n")
    report = grading.grade(submitted(tmp_path, "stand-in"), demo, FakeSandbox(FakeSession(right)))
    assert (report.errors, report.score) == ((), 2)


def test_nothing_beside_the_course_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[Path] = []
    scandir = os.scandir

    def listing(path: str) -> Iterator[os.DirEntry[str]]:
        listed.append(Path(path))
        return scandir(path)

    demo = made_up(tmp_path / "course")
    monkeypatch.setattr(os, "scandir", listing)
    assert [test.id for test in find_hidden_tests(demo).tests] == ["1/doubles"]
    assert demo.tests in listed
    assert all(path.is_relative_to(demo.course) for path in listed)


def test_the_current_folder_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    (here / "conftest.py").write_text("raise OSError('this is not for the grader')\n")
    (here / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (here / "test_here.py").write_text("def test_here(): ...\n")
    monkeypatch.chdir(here)
    report = graded(tmp_path)
    assert (report.errors, report.score) == ((), 2)
    assert Path.cwd() == here


def test_installed_plugins_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "site-packages"
    metadata = installed / "intruder-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: intruder\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[pytest11]\nintruder = intruder\n")
    (installed / "intruder.py").write_text(
        "def pytest_collection_modifyitems(items):\n    items.clear()\n"
    )
    monkeypatch.syspath_prepend(installed)
    report = graded(tmp_path)
    assert (report.errors, report.score) == ((), 2)
    assert "intruder" not in sys.modules


def test_integers_of_any_length_can_be_told(tmp_path: Path) -> None:
    """The wire lets 65536 bits through, which is more digits than Python prints by itself."""
    report = graded(tmp_path, by=always(-(1 << 65_536) + 1))
    assert report.errors == ()
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    heard = str(report.tasks[0].cases[0].actual)
    assert heard.startswith("-2003529930406846")
    assert " … " in heard


def test_nothing_is_printed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    noisy = TEST_DOUBLE.replace("    answer", "    print('a test prints')\n    answer", 1)
    graded(tmp_path, "print('a module prints')\n" + noisy, "def test_x(:\n")
    assert capfd.readouterr().out == ""


def test_pytest_leaves_no_files_behind(tmp_path: Path) -> None:
    graded(tmp_path)
    assert not list(tmp_path.rglob(".pytest_cache"))


def test_the_run_around_this_one_is_undisturbed(tmp_path: Path) -> None:
    """Pytest inside pytest: marks, assertion rewriting and the environment are as before."""
    before, digits = dict(os.environ), sys.get_int_max_str_digits()
    graded(tmp_path)
    assert sys.get_int_max_str_digits() == digits
    before.pop("PYTEST_CURRENT_TEST")  # which each run sets for itself
    after = dict(os.environ)
    after.pop("PYTEST_CURRENT_TEST", None)
    assert after == before
    assert pytest.mark.slow.name == "slow"
    number = 2
    with pytest.raises(AssertionError, match=r"assert 2 == 3"):
        assert number == 3


# Progress ------------------------------------------------------------------------------------


def test_progress_counts_the_cases(tmp_path: Path) -> None:
    demo = made_up(tmp_path, TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + APPLY)
    heard: list[tuple[str, int, int]] = []
    grading.grade(
        submitted(tmp_path, "stand-in"),
        demo,
        FakeSandbox(FakeSession(right)),
        progress=lambda *step: heard.append(step),
    )
    assert heard == [("1", 1, 4), ("1", 2, 4), ("1", 3, 4), ("3", 4, 4)]


def test_an_interrupt_is_passed_on_and_the_session_closed(tmp_path: Path) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    session = FakeSession(interrupted)
    with pytest.raises(KeyboardInterrupt):
        grading.grade(submitted(tmp_path, "x = 1"), made_up(tmp_path), FakeSandbox(session))
    assert session.broken  # closed


def test_warming_up_runs_nothing_and_prints_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    prepare_hidden_tests(made_up(tmp_path, "print('imported')\n" + TEST_DOUBLE))
    assert capfd.readouterr().out == ""


def test_what_has_been_found_is_run_without_pytest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = made_up(tmp_path, TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + APPLY)
    tests = find_hidden_tests(demo)
    assert tests.wrong(demo) == []

    def main(*_: object, **__: object) -> int:
        raise AssertionError("pytest is not needed any more")

    monkeypatch.setattr(pytest, "main", main)
    sandbox = FakeSandbox(FakeSession(right))
    report = grading.grade(submitted(tmp_path, "stand-in"), demo, sandbox, tasks=["3"], tests=tests)
    assert ([task.id for task in report.tasks], report.score) == (["3"], 1)


def test_what_cases_need_is_prepared_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = "import builtins\nNOTED = builtins.noted\n"
    prepared: list[int] = []
    monkeypatch.setattr(builtins, "noted", prepared, raising=False)
    demo = made_up(tmp_path, noted + TEST_DOUBLE.replace("])", "], prepare=NOTED.append)", 1))
    tests = prepare_hidden_tests(demo)
    assert tests.wrong(demo) == []
    assert prepared == [1, 2, 3]
    sandbox = FakeSandbox(FakeSession(right))
    report = grading.grade(submitted(tmp_path, "stand-in"), demo, sandbox, tests=tests)
    assert report.score == 2
    assert prepared == [1, 2, 3]


@pytest.mark.parametrize("line", ["while True: pass", "import sys; sys.exit(0)", "exit(0)"])
def test_a_file_that_does_not_come_to_its_end_costs_its_own_tasks_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr(hidden_test_limits, "SECONDS", 0.5)
    demo = made_up(tmp_path, f"{line}\n", TEST_DOUBLE)
    for _ in range(2):  # nor is it known the second time
        (problem,) = find_hidden_tests(demo).problems
        assert re.match(r"hidden_tests/demo/test_made_up_\d+\.py:4: ", problem)
        assert ("your test did not end" in problem) == ("while" in line)
    report = grading.grade(submitted(tmp_path, "-"), demo, FakeSandbox(FakeSession(right)))
    assert (report.tasks[0].verdict, report.complete) == (A, False)


@pytest.mark.parametrize(
    "endless",
    [
        TEST_DOUBLE.replace("])", "], prepare=lambda case: [0 for _ in iter(int, 1)])", 1),
        TEST_DOUBLE.replace("    answer = ", "    while True: pass\n    answer = "),
        ASKING.replace("    return", "    while True: pass\n    return", 1),
    ],
)
def test_a_test_that_does_not_end_costs_its_own_task_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endless: str
) -> None:
    monkeypatch.setattr(hidden_test_limits, "SECONDS", 0.5)
    again = TEST_DOUBLE.replace("test_doubles", "test_doubles_again")
    one = DOUBLE.replace("points = 2", "points = 4")
    demo = made_up(tmp_path, endless, again, TEST_APPLY, tasks=one + APPLY)
    tests = prepare_hidden_tests(demo)
    report = grading.grade(
        submitted(tmp_path, "-"), demo, FakeSandbox(FakeSession(right)), tests=tests
    )
    first, second = report.tasks
    assert (first.verdict, second.verdict) == (Verdict.INTERNAL_ERROR, A)
    said, *_ = (*tests.wrong(demo), *report.errors)
    assert re.match(
        r"hidden_tests/demo/test_made_up_\d+\.py:\d+: your test did not end: it computed", said
    )
    assert said in report.errors


def test_a_preparation_that_fails_is_told_to_the_author(tmp_path: Path) -> None:
    demo = made_up(tmp_path, TEST_DOUBLE.replace("])", "], prepare=lambda case: 1 / 0)", 1))
    tests = prepare_hidden_tests(demo)
    assert tests.wrong(demo) == [
        "1/doubles cannot be prepared: ZeroDivisionError: division by zero"
    ]
    sandbox = FakeSandbox(FakeSession(right))
    report = grading.grade(submitted(tmp_path, "stand-in"), demo, sandbox, tests=tests)
    assert (report.errors, report.score) == ((), 2)


# Several gradings at once --------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("found", [True, False])
def test_gradings_in_threads_of_one_process_do_not_mix(tmp_path: Path, *, found: bool) -> None:
    """Each half of them answers otherwise, and waits in each first call until all are as far."""
    demo = made_up(tmp_path, TEST_DOUBLE)
    tests = find_hidden_tests(demo) if found else None
    threads = 4
    together = threading.Barrier(threads)

    def grade(number: int) -> Report:
        def behaviour(state: State, argument: int) -> int:
            if not session.calls[1:]:
                together.wait(timeout=60)
            return 2 * argument if number % 2 else number

        session = FakeSession(behaviour)
        (tmp_path / str(number)).mkdir()
        submission = submitted(tmp_path / str(number), f"the stand-in {number} answers instead")
        return grading.grade(submission, demo, FakeSandbox(session), tests=tests)

    before, out = dict(os.environ), sys.stdout
    digits = sys.get_int_max_str_digits()
    with ThreadPoolExecutor(threads) as pool:
        reports = list(pool.map(grade, range(threads)))
    assert (dict(os.environ), sys.stdout) == (before, out)
    assert sys.get_int_max_str_digits() == digits
    assert [report.errors for report in reports] == [()] * threads
    assert [report.score for report in reports] == [0, 2, 0, 2]
    for number in (0, 2):
        wrong = [case for case in reports[number].tasks[0].cases if not case.verdict.passed]
        assert {case.actual for case in wrong} == {str(number)}


@pytest.mark.parametrize(
    "odd", ["import pytest; pytest.skip('no')", "raise SystemExit(3)", "1 / 0"]
)
def test_a_test_that_breaks_off_decides_nothing(tmp_path: Path, odd: str) -> None:
    report = graded(tmp_path, TEST_DOUBLE.replace("    answer", f"    {odd}\n    answer", 1))
    assert report.tasks[0].verdict is Verdict.INTERNAL_ERROR
    assert len(report.errors) == 1 or "division by zero" in report.errors[0]


def test_an_interrupt_within_a_test_is_passed_on(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        graded(
            tmp_path,
            TEST_DOUBLE.replace("    answer", "    raise KeyboardInterrupt\n    answer", 1),
        )


def test_a_signal_while_tests_are_looked_for_is_passed_on(tmp_path: Path) -> None:
    """Or else nothing is found, and a report says so."""
    arrives = "from grader.machine.termination_signals import Interrupted\nraise Interrupted\n"
    with pytest.raises(Interrupted):
        find_hidden_tests(made_up(tmp_path, arrives + TEST_DOUBLE))


@pytest.mark.slow
def test_a_test_of_another_course_is_not_taken_for_one_of_the_same_name(tmp_path: Path) -> None:
    """Modules in a package are named by that, wherever it is, and each name is loaded once."""
    for name in ("demo", "demo.test_same"):
        sys.modules.pop(name, None)
    one, other = made_up(tmp_path / "one"), made_up(tmp_path / "other")
    for made in (one, other):
        (made.tests / "__init__.py").touch()
        next(made.tests.glob("test_*.py")).rename(made.tests / "test_same.py")
    assert [test.id for test in find_hidden_tests(one).tests] == ["1/doubles"]
    found = find_hidden_tests(other)
    assert found.tests == ()
    assert found.problems == (
        f"{other.tests}/test_same.py: {one.tests}/test_same.py was loaded instead",
    )


AGENT = """
@task("1", points=2)
@cases([1, 2])
def test_plays(agent, case):
    assert agent.move(case).value == 2 * case
"""


def test_a_test_that_takes_an_agent_asks_an_object(tmp_path: Path) -> None:
    def answering(state: State, *args: int) -> int | None:
        state["calls"] = state.get("calls", 0) + 1
        return 2 * args[-1] if args else None

    (test,) = graded(tmp_path, AGENT, by=answering).tasks[0].tests
    assert (test.verdict, len(test.cases)) == (A, 2)


def test_cases_about_an_agent_are_not_in_turn(tmp_path: Path) -> None:
    wrong = AGENT.replace("points=2", "points=2, in_turn=True")
    report = graded(tmp_path, wrong)
    assert "each case about an agent has its own process: leave out in_turn" in report.errors[0]


def test_garbage_is_collected_again_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = "import gc\nlooking = gc.isenabled()\n"
    demo = made_up(tmp_path, looked + TEST_DOUBLE)
    assert gc.isenabled()
    found = prepare_hidden_tests(demo)
    assert gc.isenabled()
    [name] = [name for name in sys.modules if re.search(r"\bdemo\.test_made_up_", name)]
    assert (len(found.tests), sys.modules[name].looking) == (1, False)
    demo = made_up(tmp_path / "broken", TEST_DOUBLE)
    monkeypatch.setattr(test_collection, "find_hidden_tests", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        test_collection.prepare_hidden_tests(demo)
    assert gc.isenabled()


def test_the_working_directory_may_be_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    demo = made_up(tmp_path / "course")
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert len(find_hidden_tests(demo).tests) == 1
    with pytest.raises(FileNotFoundError):
        Path.cwd()

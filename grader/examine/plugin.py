"""The pytest plugin: collects hidden tests, hands them to the examiner, keeps the results.

pytest does what it is good at: finding tests, rewriting assertions, resolving an author's own
fixtures. What a test means for a submission is decided in :mod:`grader.examine.examiner`.
Tests that use no such fixtures are kept once pytest has found them, and run without it.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import pytest

from grader.assignment import Assignment
from grader.examine.examiner import HiddenTest, test_id
from grader.model.report import TestResult
from grader.testing.marks import TaskMark

_SUPPLIED = ("student", "inject", "own", "trial", "seed", "case")
"""Arguments of a hidden test that the examiner supplies, anew for each case."""

_BY_CHANCE = {"trial", "seed"}
"""Those that differ from one submission to the next."""

_MARKS = {"task", "cases", "parametrize"}
"""Those that hidden tests cannot do without; ``parametrize`` supplies the arguments."""


@dataclass(frozen=True, slots=True)
class Found:
    """What looking for hidden tests has come to.

    Attributes:
        tests: those of all tasks, those that load alike side by side.
        plain: whether they can be run without pytest, because they use no fixtures of the author's,
            who has no ``conftest.py`` either.
        problems: what kept tests from being found, as sentences.
    """

    tests: tuple[HiddenTest, ...]
    plain: bool
    problems: tuple[str, ...]


class Examines(Protocol):
    """What :class:`~grader.examine.examiner.Examiner` does."""

    def examine(self, test: HiddenTest) -> TestResult:
        """Run ``test`` and decide it."""


class GradingPlugin:
    """One run of an assignment's hidden tests.

    Args:
        assignment: whose tests are collected.
        tasks: numbers of the tasks to be run.
        examiner: makes the examiner once it is known how many cases there will be; without it
            tests can be collected, but not run.
    """

    def __init__(
        self,
        assignment: Assignment,
        tasks: Collection[str],
        examiner: Callable[[int], Examines] | None = None,
    ) -> None:
        self._assignment = assignment
        self.tasks = tasks
        self._make_examiner = examiner
        self._examiner: Examines | None = None
        self._results: dict[str, tuple[TaskMark, TestResult]] = {}
        self.tests: dict[str, HiddenTest] = {}
        """The tests that were run, by id."""
        self.found: Found | None = None
        """What pytest has found, if it came to an end with looking."""
        self.problems: list[str] = []
        """What is wrong with the hidden tests themselves, as sentences."""

    def pytest_configure(self, config: pytest.Config) -> None:
        """Make the two marks known."""
        config.addinivalue_line("markers", "task(mark): which task a hidden test belongs to")
        config.addinivalue_line("markers", "cases(items): the cases of a hidden test")

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        """Keep what broke pytest itself, which would print it."""
        self.problems.append(f"pytest failed: {excinfo.exconly()}")
        return True

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep what went wrong while hidden tests were read."""
        if report.failed:
            self.problems.append(f"{report.nodeid}: {report.longreprtext[-2000:]}")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that are asked for, those that load alike side by side."""
        order = {task.id: place for place, task in enumerate(self._assignment.tasks)}
        marked: list[tuple[TaskMark, pytest.Item]] = []
        for item in items:
            mark = item.get_closest_marker("task")
            if isinstance(item, pytest.Function) and not item.path.samefile(item.module.__file__):
                self.problems.append(f"{item.path}: {item.module.__file__} was loaded instead")
            elif mark is None:
                self.problems.append(f"{item.nodeid} belongs to no task; decorate it with @task")
            elif mark.args[0].task not in order:
                self.problems.append(f"{item.nodeid}: there is no task {mark.args[0].task!r}")
            elif mark.args[0].task in self.tasks:
                marked.append((mark.args[0], item))
        first_with: dict[object, int] = {}

        def place(entry: tuple[TaskMark, pytest.Item]) -> tuple[int, int]:
            task = self._assignment.task(entry[0].task)
            lent = (task.inject, task.stubs, task.globals)
            return first_with.setdefault(lent, order[task.id]), order[task.id]

        marked.sort(key=place)
        items[:] = [item for _, item in marked]
        functions = [item for item in items if isinstance(item, pytest.Function)]
        tests = tuple(_hidden_test(function, {}) for function in functions)
        hooked = any(self._assignment.tests.rglob("conftest.py"))
        plain = functions == items and all(map(_is_plain, functions)) and not hooked
        self.found = Found(tests, plain, tuple(self.problems))
        self._begin(tests)

    def run(self, found: Found) -> None:
        """Run those of the plain tests ``found`` that are asked for, without pytest."""
        self.problems += found.problems
        tests = [test for test in found.tests if test.mark.task in self.tasks]
        self._begin(tests)
        for test in tests:
            try:
                self._decide(test)
            except KeyboardInterrupt:
                raise
            except BaseException:  # noqa: BLE001 - whatever it is, pytest would go on, too
                self.problems.append(f"{test.id}: {traceback.format_exc()[-2000:]}")

    def _begin(self, tests: Sequence[HiddenTest]) -> None:
        self._check(tests)
        if self._make_examiner is not None:
            self._examiner = self._make_examiner(sum(len(test.cases) for test in tests))

    def _decide(self, test: HiddenTest) -> None:
        assert self._examiner is not None
        self.tests[test.id] = test
        self._results[test.id] = test.mark, self._examiner.examine(test)

    def _check(self, found: Sequence[HiddenTest]) -> None:
        """Points that do not add up, and references to tests that do not exist."""
        for number in self.tasks:
            names = [test.name for test in found if test.mark.task == number]
            tests = {test.name: test.mark for test in found if test.mark.task == number}
            if len(names) > len(tests):
                twice = max(names, key=names.count)
                self.problems.append(f"task {number} has more than one test called {twice}")
            total = sum(mark.points for mark in tests.values())
            points = self._assignment.task(number).points
            if not tests:
                self.problems.append(f"task {number} has no hidden tests")
            elif abs(total - points) > 1e-9:
                self.problems.append(
                    f"the tests of task {number} are worth {total:g} points together, "
                    f"but assignment.toml gives it {points:g}"
                )
            for name, mark in tests.items():
                for other in set(mark.beside) - set(tests):
                    self.problems.append(f"{name} counts beside {other}, which does not exist")

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Let pytest accept the arguments that are not fixtures but come from the examiner."""
        for name in set(_SUPPLIED) & set(metafunc.fixturenames):
            metafunc.parametrize(name, [None], ids=[pytest.HIDDEN_PARAM])

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool:
        """Run a hidden test: once per case, by the examiner."""
        # A copy: the test may be run once more, for an explanation, when pytest is done with it.
        self._decide(_hidden_test(pyfuncitem, dict(pyfuncitem.funcargs)))
        return True

    def decided(self) -> list[TestResult]:
        """The results, without the points that count only beside tests that were not passed."""
        return [self._withheld(mark, result) for mark, result in self._results.values()]

    def _withheld(self, mark: TaskMark, result: TestResult) -> TestResult:
        for name in mark.beside:
            _, other = self._results.get(test_id(mark, name), (None, None))
            if result.score and other is not None and not other.verdict.passed:
                note = f"counts only beside “{other.title}”, which is not accepted"
                return replace(result, score=0.0, note=note)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A hidden test that fails in pytest's eyes, or was skipped, is the grader's trouble."""
        if not report.passed:
            self.problems.append(f"{report.nodeid}: {report.longreprtext[-2000:]}")

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Let Ctrl-C end the grading: pytest would make an exit status of it."""
        if excinfo.type is KeyboardInterrupt:
            raise excinfo.value


def _hidden_test(item: pytest.Function, fixtures: Mapping[str, Any]) -> HiddenTest:
    """What ``item`` is to the examiner; ``fixtures`` are the author's own."""
    function = item.obj
    wanted = inspect.signature(function).parameters

    def run(supplied: Mapping[str, Any]) -> object:
        available = {**fixtures, **supplied}
        return function(**{name: available[name] for name in wanted})

    mark = item.get_closest_marker("task")
    assert mark is not None
    title = (function.__doc__ or item.name).strip().partition("\n")[0]
    given = item.get_closest_marker("cases")
    cases, prepare = ((None,), None) if given is None else (given.args[0], given.kwargs["prepare"])
    chance = not _BY_CHANCE.isdisjoint(wanted)
    return HiddenTest(mark.args[0], item.name, title, cases, run, prepare, chance)


def _is_plain(item: pytest.Function) -> bool:
    """Whether a test is a function with nothing around it that pytest would see to."""
    around = set(item.fixturenames) - set(_SUPPLIED)
    return item.cls is None and not around and {mark.name for mark in item.iter_markers()} <= _MARKS

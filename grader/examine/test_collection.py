"""Collects the hidden tests of an assignment with pytest, which nothing else here needs.

pytest does what it is good at: finding tests, and rewriting assertions. What it finds is a value,
and what that means for a submission is decided without pytest. So hidden tests have no fixtures of
their own, no ``conftest.py`` and no marks but those of :mod:`grader.testing`. A test that uses such
a thing is not run, and a sentence says why.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import inspect
import os
import sys
import threading
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from grader.assignment import Assignment, Task, course_assignments
from grader.assignment.course_assignments import TESTS
from grader.examine import argument_figures, hidden_test_limits, load_contract
from grader.examine.hidden_test import HiddenTest
from grader.examine.hidden_test_limits import (
    HiddenTestTimeout,
    describe_import_fault,
    describe_test_fault,
)
from grader.examine.run_hidden_tests import HiddenTests, provided_enums
from grader.machine import speed as machine
from grader.sandbox import zygote_client
from grader.testing.roles import Contract
from grader.testing.test_decorators import TaskMark
from grader.wire import Codec

_ARGUMENTS = ("student", "agent", "inject", "own", "trial", "seed", "case")
"""Arguments of a test that makes its calls itself, supplied anew for each case,"""
_CHECKED = ("answer", "answers", "case")
"""of one that says beforehand what it asks,"""
_ASKING = ("ask", "inject", "own", "case")
"""and of what says so."""

_OPTIONS = (
    "--collect-only",
    "--import-mode=importlib",
    "--noconftest",
    "--disable-plugin-autoload",
    "--strict-markers",
    # A file that cannot be read costs its own tasks only.
    "--continue-on-collection-errors",
    # Whatever is not needed takes a few milliseconds.
    *(f"-pno:{plugin}" for plugin in (
        "terminal", "cacheprovider", "junitxml", "pastebin", "doctest", "debugging", "logging",
        "faulthandler", "stepwise", "setuponly", "setupplan", "warnings", "unittest", "nose",
        "legacypath", "recwarn", "monkeypatch", "tmpdir", "unraisableexception", "threadexception",
        "capture", "subtests", "pytester_assertions",
    )),
)  # fmt: skip

_one_at_a_time = threading.Lock()
"""pytest reads the environment, and imports what may print: both belong to the whole process."""


def find_hidden_tests(assignment: Assignment) -> HiddenTests:
    """Find the hidden tests of ``assignment``, once for any number of submissions.

    Of the surroundings nothing counts: no configuration, no option from the environment. What
    hidden tests print goes to standard error, because a report may be on standard output.

    Raises:
        CoursesMixed: if hidden tests of another course are loaded that would be taken for these.
    """
    if hooks := sorted(assignment.tests.rglob("conftest.py")):
        return HiddenTests((), (f"{hooks[0]}: hidden tests cannot have a conftest.py",))
    folder = str(assignment.tests)
    with (
        _one_at_a_time,
        hidden_test_limits.share_watchdog(),
        _ensure_working_directory(),
        course_assignments.make_course_importable(assignment),
        pytest.MonkeyPatch.context() as environment,
        contextlib.redirect_stdout(sys.stderr),
    ):
        for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
            environment.delenv(name, raising=False)
        contract = Contract(())
        wrong: list[str] = []
        with _report_endless_import(assignment, wrong, "the contract"):
            contract, wrong = load_contract.load_contract(assignment)
        collector = _CollectionPlugin(assignment, frozenset(role.name for role in contract.roles))
        # By their names relative to the root directory, pytest tells modules of assignments apart.
        # Above the other one it looks for nothing; else it would list every folder up to "/".
        ends = (f"--rootdir={assignment.course}", f"--confcutdir={assignment.course}")
        options = [*_OPTIONS, *ends, f"-c{os.devnull}", folder]
        status = int(pytest.main(options, plugins=[collector]))
        with _report_endless_import(assignment, collector.problems, argument_figures.NAME):
            collector.problems += argument_figures.check_figures_file(assignment.tests)
        collector.problems += wrong
        _redirect_print_to_stderr(assignment.tests)
    if collector.tests is None:
        collector.problems.append(
            f"pytest ended with status {status} while it looked for hidden tests"
        )
    return HiddenTests(
        collector.tests or (),
        tuple(collector.problems),
        contract=contract,
        refused=frozenset(collector.refused),
    )


@contextlib.contextmanager
def _report_endless_import(
    assignment: Assignment, problems: list[str], file: str
) -> Iterator[None]:
    """Append a sentence to ``problems`` if the author's code in ``file`` does not end, or exits."""
    try:
        with hidden_test_limits.limit_cpu_time(hidden_test_limits.SECONDS):
            yield
    except (HiddenTestTimeout, SystemExit) as bug:
        problems.append(describe_import_fault(file, assignment, bug))


@contextlib.contextmanager
def _ensure_working_directory() -> Iterator[None]:
    """Give pytest another working directory if the present one was deleted."""
    with contextlib.ExitStack() as stack:
        try:
            Path.cwd()
        except FileNotFoundError:
            gone = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
            stack.callback(os.close, gone)
            stack.callback(os.fchdir, gone)
            os.chdir("/")
        yield


def prepare_hidden_tests(assignment: Assignment, tasks: Collection[str] = ()) -> HiddenTests:
    """Find the hidden tests and prepare their cases, before this process forks workers.

    Also compile what runs inside sandboxes, and find out how fast this machine is.

    Args:
        tasks: whose cases to prepare; all if empty.
    """
    machine.machine_slowness(assignment.costs.calibration)  # remembered from now on
    zygote_client.runner_frame()
    unprepared: list[str] = []
    with _collect_garbage_only_at_end(), hidden_test_limits.share_watchdog():
        found = find_hidden_tests(assignment)
        codec = Codec(provided_enums(assignment), packages=assignment.packages)
        tests: list[HiddenTest] = []
        for test in found.tests:
            if tasks and test.mark.task not in tasks:
                tests.append(test)
                continue
            try:
                if test.prepare is not None:
                    with hidden_test_limits.limit_cpu_time(hidden_test_limits.SECONDS):
                        for case in test.cases:
                            test.prepare(case)
                asked = _with_prepared_questions(test, assignment.task(test.mark.task), codec)
            except HiddenTestTimeout as end:
                unprepared.append(describe_test_fault(test.id, end, assignment.course))
                asked = _without_preparation(test, end)
            except Exception as bug:  # noqa: BLE001 - the author's; grading does without
                unprepared.append(f"{test.id} cannot be prepared: {type(bug).__name__}: {bug}")
                asked = _with_prepared_questions(test, assignment.task(test.mark.task), codec)
            tests.append(asked)
    return replace(found, tests=tuple(tests), unprepared=tuple(unprepared))


@contextlib.contextmanager
def _collect_garbage_only_at_end() -> Iterator[None]:
    """Turn garbage collection off within the context; collect once and freeze objects at its end.

    Nearly all objects made meanwhile stay: to look through them again and again takes a fifth of
    the time to make them. Forks that looked for garbage in them would have to copy them, too.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect()
        gc.freeze()
        if collects:
            gc.enable()


def _with_prepared_questions(test: HiddenTest, task: Task, codec: Codec) -> HiddenTest:
    """Return ``test`` with its questions prepared, or unchanged if preparing them fails.

    Raises:
        HiddenTestTimeout: if it does not end.
    """
    try:
        with hidden_test_limits.limit_cpu_time(hidden_test_limits.SECONDS):
            return test.asked(task, codec)
    except (KeyboardInterrupt, HiddenTestTimeout):
        raise
    except BaseException:  # noqa: BLE001 - pytest.fail() and sys.exit(), too
        return test


def _without_preparation(test: HiddenTest, end: HiddenTestTimeout) -> HiddenTest:
    """Return ``test`` so that it fails at once, because its preparation did not end."""
    traceback.clear_frames(end.__traceback__)

    def run(_: Mapping[str, Any]) -> NoReturn:
        raise HiddenTestTimeout(str(end)).with_traceback(end.__traceback__)

    return replace(test, run=run, ask=None, prepare=None, known=())


def _redirect_print_to_stderr(folder: Path) -> None:
    """Redirect ``print`` in modules under ``folder`` to standard error."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) if name.startswith(f"{TESTS}.") else None
        if file is not None and Path(file).is_relative_to(folder):
            vars(module).setdefault("print", _printed)


def _printed(*values: Any, **options: Any) -> None:
    options.setdefault("file", sys.stderr)
    print(*values, **options)  # noqa: T201 - in the tests' stead


class _CollectionPlugin:
    """A pytest plugin that keeps the tests and problems that pytest finds.

    Args:
        roles: names of the roles of the assignment's contract, which tests may call.

    Attributes:
        tests: those of all tasks that are not for a person, those that load alike side by side;
            ``None`` until pytest has come to an end with looking.
        problems: what is wrong with hidden tests, as sentences.
        refused: tasks of tests that are left out for that.
    """

    def __init__(self, assignment: Assignment, roles: frozenset[str]) -> None:
        self._assignment = assignment
        self._roles = roles
        self.tests: tuple[HiddenTest, ...] | None = None
        self.problems: list[str] = []
        self.refused: set[str] = set()

    def pytest_configure(self, config: pytest.Config) -> None:
        """Register the marks of hidden tests."""
        config.addinivalue_line("markers", "task(mark): which task a hidden test belongs to")
        config.addinivalue_line("markers", "cases(items): the cases of a hidden test")
        config.addinivalue_line("markers", "asks(question): what a hidden test asks about a case")

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        """Keep an internal error of pytest as a problem, instead of printing it."""
        self.problems.append(f"pytest failed: {excinfo.exconly()}")
        return True

    def pytest_exception_interact(
        self, call: pytest.CallInfo[Any], report: pytest.CollectReport
    ) -> None:
        """Keep an error in reading hidden tests as a problem."""
        if call.excinfo is not None:
            self.problems.append(
                describe_import_fault(report.nodeid, self._assignment, call.excinfo.value)
            )

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Raise a signal's exception again, as pytest would turn it into an exit status.

        What pytest raises itself after errors in reading tests is of that kind, too.
        """
        if not isinstance(excinfo.value, pytest.Session.Interrupted):
            raise excinfo.value

    @pytest.hookimpl(tryfirst=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> None:
        """Limit the time of a file's import, and keep an exit in the file from ending pytest."""
        if isinstance(collector, pytest.Module):
            within = functools.partial(self._collected, collector.path, collector.collect)
            collector.collect = within  # type: ignore[method-assign]

    def _collected(
        self, file: Path, collect: Callable[[], Iterable[pytest.Item | pytest.Collector]]
    ) -> list[pytest.Item | pytest.Collector]:
        collected: list[pytest.Item | pytest.Collector] | None = None
        try:
            with hidden_test_limits.limit_cpu_time(hidden_test_limits.SECONDS):
                collected = list(collect())
        except SystemExit as bug:
            raise pytest.Collector.CollectError("it ends the process") from bug
        finally:
            if collected is None:  # or else the next time half of it is taken for the whole
                for name, module in list(sys.modules.items()):
                    if getattr(module, "__file__", None) == str(file):
                        del sys.modules[name]
        return collected

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Let pytest accept arguments that are not fixtures, as they are supplied later."""
        for name in {*_ARGUMENTS, *_CHECKED} & set(metafunc.fixturenames):
            metafunc.parametrize(name, [None], ids=[pytest.HIDDEN_PARAM])

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests, with tests that lend the same functions side by side."""
        order = {task.id: number for number, task in enumerate(self._assignment.tasks)}
        tests = [test for item in items if (test := self._test(item))]
        first_with: dict[object, int] = {}

        def rank(test: HiddenTest) -> tuple[int, int]:
            task = self._assignment.task(test.mark.task)
            lent = (task.inject, task.stubs, task.globals)
            return first_with.setdefault(lent, order[task.id]), order[task.id]

        self.tests = tuple(sorted(tests, key=rank))

    def _test(self, item: pytest.Item) -> HiddenTest | None:
        """Return ``item`` as a hidden test; ``None`` if it is wrong or of a written task."""
        if isinstance(item, pytest.Function) and not item.path.samefile(item.module.__file__):
            self.problems.append(f"{item.path}: {item.module.__file__} was loaded instead")
            return None
        mark, where = item.get_closest_marker("task"), _location_of(item)
        if mark is None:
            self.problems.append(f"{where}: {item.name} belongs to no task; decorate it with @task")
            return None
        ids = [task.id for task in self._assignment.tasks]
        if mark.args[0].task not in ids:
            self.problems.append(
                f"{where}: {item.name}: there is no task {mark.args[0].task!r}; "
                f"the tasks in assignment.toml are {', '.join(ids)}"
            )
        elif trouble := _unsupported_feature(item):
            self.problems.append(f"{where}: {item.name}: {trouble}")
            self.refused.add(mark.args[0].task)
        elif trouble := _question_problem(item, self._assignment.course):
            if trouble not in self.problems:
                self.problems.append(trouble)
            self.refused.add(mark.args[0].task)
        elif isinstance(item, pytest.Function):
            task = self._assignment.task(mark.args[0].task)
            if not task.written:
                test = _hidden_test(item, mark.args[0], self._assignment)
                names = self._assignment.callable_in(task) | self._roles
                return replace(test, where=where, callable=names, function=item.obj)
        return None


def _location_of(item: pytest.Item) -> str:
    """Return file and line of a test, as in ``hidden_tests/ps2/test_games.py:12``."""
    file, line, _ = item.location
    return f"{file}:{(line or 0) + 1}"


def _unsupported_feature(item: pytest.Item) -> str:
    """Return what a test uses that is not supported, as a sentence; empty if nothing."""
    if not isinstance(item, pytest.Function):
        return "hidden tests are functions"
    ask = _question(item)
    if ask is None and (early := {"answer", "answers"} & set(item.fixturenames)):
        return f"{min(early)!r} not found. A test that takes answers needs @asks(question)"
    has_cases = item.get_closest_marker("cases") is not None
    names = item.fixturenames
    if unknown := _unknown_argument_problem(
        _ARGUMENTS if ask is None else _CHECKED, names, has_cases=has_cases
    ):
        return unknown
    if "agent" in item.fixturenames and _mark(item).in_turn:
        return "each case about an agent has its own process: leave out in_turn"
    known = ("task", "cases", "asks")
    marks = [mark.name for mark in item.iter_markers() if mark.name not in known]
    return f"the mark {marks[0]} is not for hidden tests: {', '.join(known)}" if marks else ""


def _mark(item: pytest.Function) -> TaskMark:
    given = item.get_closest_marker("task")
    assert given is not None, "what belongs to no task is refused before"
    mark: TaskMark = given.args[0]
    return mark


def _unknown_argument_problem(
    known: Collection[str], names: Collection[str], *, has_cases: bool
) -> str:
    """Return a sentence about an unknown argument's name; empty if all names are known."""
    unknown = next((name for name in names if name not in known), None)
    if unknown is None:
        return ""
    meant = "; a case is called 'case'" if has_cases and "case" not in names else ""
    return (
        f"{unknown!r} not found{meant}. The arguments here are {', '.join(known)}; "
        "hidden tests have no fixtures of their own, but can call functions, also cached ones."
    )


def _question_problem(item: pytest.Item, course: Path) -> str:
    """Return a problem with the question of a test, with file and line; empty if there is none.

    Args:
        course: folder that files are named from.
    """
    ask = _question(item) if isinstance(item, pytest.Function) else None
    if ask is None:
        return ""
    has_cases = item.get_closest_marker("cases") is not None
    unknown = _unknown_argument_problem(
        _ASKING, inspect.signature(ask).parameters.keys(), has_cases=has_cases
    )
    if not unknown:
        return ""
    code = inspect.unwrap(ask).__code__
    file = Path(code.co_filename)
    if file.is_relative_to(course):
        file = file.relative_to(course)
    return f"{file}:{code.co_firstlineno}: {ask.__name__}, for @asks: {unknown}"


def _question(item: pytest.Function) -> Callable[..., Any] | None:
    given = item.get_closest_marker("asks")
    return None if given is None else given.kwargs["question"]


def _hidden_test(item: pytest.Function, mark: TaskMark, assignment: Assignment) -> HiddenTest:
    function, ask = item.obj, _question(item)
    title = (function.__doc__ or item.name).strip().partition("\n")[0]
    given = item.get_closest_marker("cases")
    cases, how = ((None,), {}) if given is None else (given.args[0], given.kwargs)
    if ask is None:
        with_object = "agent" in item.fixturenames
        if with_object:
            mark = _with_move_time(mark, assignment)
        run = _pass_declared_arguments(function)
        return HiddenTest(mark, item.name, title, cases, run, with_object=with_object, **how)
    run = functools.partial(
        _check_answers, _pass_declared_arguments(function), "answer" in item.fixturenames
    )
    return HiddenTest(mark, item.name, title, cases, run, _pass_declared_arguments(ask), **how)


def _with_move_time(mark: TaskMark, assignment: Assignment) -> TaskMark:
    """Return ``mark`` of a test that takes ``agent``, with the move time of a match."""
    seconds = mark.cpu_seconds
    if seconds is None and assignment.match is not None:
        seconds = assignment.match.limits().cpu_seconds
    return replace(mark, isolated=True, cpu_seconds=seconds)


def _pass_declared_arguments(function: Callable[..., Any]) -> Callable[[Mapping[str, Any]], Any]:
    """Return ``function`` wrapped to take from a mapping the arguments that it declares."""
    return functools.partial(_run, function, frozenset(inspect.signature(function).parameters))


def _check_answers(check: Callable[[Mapping[str, Any]], object], one: bool, given: Any) -> object:
    """Call ``check`` with the only answer if the test takes ``one``, or with all answers."""
    if not one:
        return check(given)
    if (number := len(given["questions"])) != 1:
        raise LookupError(f"it asked {number} questions: name the argument answers, not answer")
    return check({**given, "answer": next(given["answers"])})


def _run(function: Any, wanted: frozenset[str], supplied: Mapping[str, Any]) -> object:
    return function(**{name: supplied[name] for name in wanted})

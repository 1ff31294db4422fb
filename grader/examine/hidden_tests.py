"""The hidden tests of an assignment: found once, and run on submissions.

pytest collects and runs them; their calls go into the sandbox. Processes that grade many
submissions warm up first: they find the tests once, and run them without pytest where they can.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import Assignment, Task, modules
from grader.examine import own_time
from grader.examine.examiner import Examiner, HiddenTest
from grader.examine.own_time import OutOfOwnTime
from grader.examine.plugin import Found, GradingPlugin
from grader.machine import speed as machine
from grader.machine.digits import printable_integers
from grader.model.progress import Progress
from grader.model.report import TestResult
from grader.model.submission import Submission
from grader.sandbox import peer
from grader.sandbox.protocol import Program, Sandbox, SandboxFailure, Session
from grader.testing.student import seed_of
from grader.wire import Codec

_PYTEST_OPTIONS = (
    "--import-mode=importlib",
    "--disable-plugin-autoload",
    "--strict-markers",
    # A file that cannot be read costs its own tasks only.
    "--continue-on-collection-errors",
    # Whatever a hidden test does not need costs each submission a few milliseconds.
    *(f"-pno:{plugin}" for plugin in (
        "terminal", "cacheprovider", "junitxml", "pastebin", "doctest", "debugging", "logging",
        "faulthandler", "stepwise", "setuponly", "setupplan", "warnings", "unittest", "nose",
        "legacypath", "recwarn", "monkeypatch", "tmpdir", "unraisableexception", "threadexception",
        "capture", "subtests", "pytester_assertions",
    )),
)  # fmt: skip


@printable_integers()
def visit(
    submission: Submission,
    assignment: Assignment,
    sandbox: Sandbox,
    visitor: Callable[[Examiner, HiddenTest], None],
    *,
    seed: int = 0,
    tasks: Collection[str] = (),
    speed: float | None = None,
) -> list[str]:
    """Show ``visitor`` every hidden test of ``tasks``, with the submission at hand to be asked.

    For what comes after a grading: its cases can be run again as they were.

    Returns:
        what was wrong with the hidden tests themselves, as sentences.

    Raises:
        SandboxUnavailable: if no sandbox can be started.
        SandboxFailure, OutOfOwnTime: what the visitor raises of these.
    """
    if speed is None:
        speed = machine.factor(assignment.costs.calibration)
    chosen = [task.id for task in assignment.tasks if not task.written and task.id in tasks]
    session = sandbox.start(program(submission, assignment, speed, seed))
    examiner = Examiner(session, assignment, _origin(submission, seed), lambda _: None, speed)
    visit = _Visit(examiner, visitor)
    plugin = GradingPlugin(assignment, chosen, lambda _: visit)
    try:
        run_hidden_tests(assignment, plugin)
    finally:
        session.close()
    if visit.failure is not None:
        raise visit.failure
    return plugin.problems


@dataclass(slots=True)
class _Visit:
    """Stands in for the examiner; instead of deciding a test it shows it to somebody.

    Attributes:
        failure: what kept the visitor from going on. pytest would make a failed test of it.
    """

    examiner: Examiner
    visitor: Callable[[Examiner, HiddenTest], None]
    failure: SandboxFailure | OutOfOwnTime | None = None

    def examine(self, test: HiddenTest) -> TestResult:
        if self.failure is None:
            try:
                self.visitor(self.examiner, test)
            except (SandboxFailure, OutOfOwnTime) as failure:
                self.failure = failure
        return test.result([])


def program(
    submission: Submission, assignment: Assignment, speed: float = 1.0, seed: int = 0
) -> Program:
    """What the sandbox is started with for ``submission``, on a machine of this ``speed``.

    Args:
        seed: that of the grading.
    """
    return Program(
        cells=submission.cells,
        preamble=assignment.preamble_source(),
        provided={name: assignment.provided_source(name) for name in assignment.provided},
        packages=assignment.packages,
        enums=_enums(assignment),
        memory_bytes=assignment.memory_bytes,
        load=assignment.load.times(speed),
        seed=seed_of(_origin(submission, seed), 0),
    )


def _origin(submission: Submission, seed: int) -> str:
    """What all seeds of a grading are derived from."""
    return f"{submission.digest}|{seed}"


def _enums(assignment: Assignment) -> dict[str, type[Any]]:
    """Enumerations of provided modules that may travel, by name."""
    return {name: _provided_class(assignment, name) for name in assignment.enums}


def _provided_class(assignment: Assignment, name: str) -> type[Any]:
    module, _, attribute = name.rpartition(".")
    provided: type[Any] = getattr(modules.imported(assignment, f"provided.{module}"), attribute)
    return provided


def examined(
    submission: Submission,
    assignment: Assignment,
    session: Session,
    seed: int,
    chosen: Sequence[Task],
    progress: Progress | None,
    speed: float,
) -> tuple[GradingPlugin, Examiner | None]:
    """Run the hidden tests of ``chosen`` on ``submission``, whose sandbox is ``session``."""
    made: list[Examiner] = []

    def examiner(total: int) -> Examiner:
        done = 0

        def on_case(task: str) -> None:
            nonlocal done
            done += 1
            if progress is not None:
                progress(task, done, total)

        slowdown = functools.partial(machine.slowdown, assignment.costs.calibration, speed)
        origin = _origin(submission, seed)
        made.append(Examiner(session, assignment, origin, on_case, speed, slowdown))
        return made[0]

    plugin = GradingPlugin(assignment, [task.id for task in chosen if not task.written], examiner)
    status = run_hidden_tests(assignment, plugin)
    if status not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED} and not plugin.problems:
        plugin.problems.append(f"pytest ended with status {status}")
    return plugin, made[0] if made else None


_FOUND: dict[Path, Found] = {}
"""What :func:`warm_up` has found, by folder of hidden tests.

To look for tests and to run them takes pytest a third of what grading takes beside the student's
code, and would come to the same for each submission.
"""


def run_hidden_tests(assignment: Assignment, plugin: GradingPlugin, *options: str) -> int:
    """Run pytest as if it were not there: the same everywhere, and silent; its exit status.

    Of the surroundings nothing counts: no configuration, no conftest.py above the hidden tests,
    no option from the environment. What hidden tests print must not end up in a report.

    After :func:`warm_up`, tests without fixtures of the author's are run as they were found then.

    Raises:
        CoursesMeet: if hidden tests of another course are loaded that would be taken for these.
    """
    modules.lead_to(assignment)
    folder = str(assignment.tests)
    # By their names relative to the root directory, pytest tells modules of assignments apart.
    root = f"--rootdir={assignment.course}"
    places = (root, f"--confcutdir={folder}", f"-c{os.devnull}", folder)
    with (
        _unset("PYTEST_ADDOPTS", "PYTEST_PLUGINS"),
        contextlib.redirect_stdout(sys.stderr),
    ):
        found = _FOUND.get(assignment.tests)
        if found is not None and found.plain:
            plugin.run(found)
            return pytest.ExitCode.OK
        status = int(pytest.main([*options, *_PYTEST_OPTIONS, *places], plugins=[plugin]))
        if found is not None:
            # What has been imported once, even in vain, is not read again.
            plugin.problems += [one for one in found.problems if one not in plugin.problems]
        return status


@contextlib.contextmanager
def _unset(*names: str) -> Iterator[None]:
    """Do without these environment variables for a while."""
    found = {name: os.environ.pop(name) for name in names if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(found)


def warm_up(assignment: Assignment, tasks: Collection[str] = ()) -> list[str]:
    """Find the hidden tests and prepare their cases, so that forks of this process need not.

    Also compile what runs inside sandboxes, and find out how fast this machine is.

    For workers that grade one submission per fork.

    Args:
        tasks: whose cases to prepare; all if empty.

    Returns:
        what is wrong with the hidden tests themselves, as sentences.
    """
    speed = machine.factor(assignment.costs.calibration)
    peer.runner()
    plugin = GradingPlugin(assignment, [task.id for task in assignment.tasks if not task.written])
    _FOUND.pop(assignment.tests, None)
    status = run_hidden_tests(assignment, plugin, "--collect-only")
    if plugin.found is None:
        plugin.problems.append(
            f"pytest ended with status {status} while it looked for hidden tests"
        )
    found = plugin.found or Found((), plain=True, problems=tuple(plugin.problems))
    wanted = tasks or [task.id for task in assignment.tasks]
    with contextlib.redirect_stdout(sys.stderr):
        for test in found.tests:
            try:
                if test.mark.task in wanted:
                    test.prepare_cases()
            except Exception as bug:  # noqa: BLE001 - the author's; grading does without
                plugin.problems.append(f"{test.id} cannot be prepared: {type(bug).__name__}: {bug}")
        if found.plain:
            codec, bound = Codec(_enums(assignment)), own_time.SECONDS * speed
            tests = (
                _opened(test, assignment, codec, bound) if test.mark.task in wanted else test
                for test in found.tests
            )
            found = replace(found, tests=tuple(tests))
    _FOUND[assignment.tests] = found
    # All this stays. Forks that looked for garbage in it would have to copy it, too.
    gc.collect()
    gc.freeze()
    return plugin.problems


def _opened(test: HiddenTest, assignment: Assignment, codec: Codec, seconds: float) -> HiddenTest:
    """``test`` with the first calls of its cases, if it gets so far; if not, its run will tell."""
    try:
        with own_time.bounded(seconds):
            return test.opened(assignment.task(test.mark.task), codec)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - pytest.fail() and the end of its time are no less
        return test

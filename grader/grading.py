"""Grade one submission: the main path of everything.

1. Start a sandbox with the submission's source, the provided modules and the preamble.
2. Let pytest collect the hidden tests and run them; their calls go into the sandbox.
3. Close the sandbox, withhold points that count only beside others, and add up.

Nothing here knows how a sandbox isolates or how a report looks.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import math
import os
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import grader
from grader import speed as machine
from grader.assignment import Assignment, Task
from grader.digits import printable_integers
from grader.explain import Explainer
from grader.explain.diagnosis import with_diagnoses
from grader.intake import Submission
from grader.progress import Progress
from grader.report.model import LoadNote, Report, TaskResult, TestResult
from grader.sandbox import peer
from grader.sandbox.protocol import Loaded, Program, Sandbox, SandboxFailure, Session
from grader.testing import own_time
from grader.testing.own_time import OutOfOwnTime
from grader.testing.plugin import Found, GradingPlugin
from grader.testing.running import Examiner, HiddenTest
from grader.testing.student import seed_of
from grader.verdict import Verdict
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
def grade(
    submission: Submission,
    assignment: Assignment,
    sandbox: Sandbox,
    *,
    seed: int = 0,
    tasks: Collection[str] = (),
    progress: Progress | None = None,
    speed: float | None = None,
    explain: bool = True,
) -> Report:
    """Grade ``submission``.

    Args:
        seed: together with the submission's digest it determines every random choice.
        tasks: numbers of the tasks to grade; all if empty.
        speed: how many times as long as where budgets were made things take here; by default it
            is found out.
        explain: whether to work out why what is not accepted is wrong, which takes a few seconds.

    Raises:
        UnknownTask: if a task is not one that the grader tests.
        SandboxUnavailable: if no sandbox can be started.
    """
    began = time.monotonic()
    wanted = [assignment.coded_task(task) for task in tasks]
    chosen = [task for task in assignment.tasks if task in wanted or not wanted]
    if speed is None:
        speed = machine.factor(assignment.costs.calibration)
    session = sandbox.start(program(submission, assignment, speed, seed))
    graded_at = datetime.now(UTC)  # to be given a sandbox may take a while
    try:
        plugin, examiner = _examine(submission, assignment, session, seed, chosen, progress, speed)
        errors = [*plugin.problems, *(examiner.errors if examiner else ())]
        loads = list(examiner.loads) if examiner else []
        results = plugin.decided()
        # From here on nothing can change a verdict.
        if explain and examiner is not None:
            results = Explainer(examiner, plugin.tests, submission.cells).explained(results)
    finally:
        session.close()
    graded = tuple(_task_result(task, results) for task in chosen)
    if explain:
        graded = with_diagnoses(graded, assignment)
    return Report(
        grader_version=grader.__version__,
        path=submission.path,
        digest=submission.digest,
        assignment=assignment.id,
        seed=seed,
        complete=not errors and not tasks,
        sandbox=sandbox.info,
        duration=time.monotonic() - began,
        tasks=graded,
        load_notes=_notes(submission, loads),
        load_stdout=loads[0].stdout if loads else "",
        errors=tuple(dict.fromkeys(errors)),
        speed=speed,
        graded_at=f"{graded_at:%Y-%m-%dT%H:%M:%SZ}",
        cpu_seconds=session.cpu_seconds,
    )


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
        preamble=assignment.source(assignment.preamble),
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
    found = importlib.import_module(f"reference.{assignment.id}.provided.{module}")
    provided: type[Any] = getattr(found, attribute)
    return provided


def _examine(
    submission: Submission,
    assignment: Assignment,
    session: Session,
    seed: int,
    chosen: Sequence[Task],
    progress: Progress | None,
    speed: float,
) -> tuple[GradingPlugin, Examiner | None]:
    """Run pytest over the hidden tests of ``chosen``."""
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
    """Run pytest as if it were not there: the same in every place, and silent; its exit status.

    Of the surroundings nothing counts: no configuration, no conftest.py above the hidden tests,
    no option from the environment. What hidden tests print must not end up in a report.

    After :func:`warm_up`, tests without fixtures of the author's are run as they were found then.
    """
    folder = str(assignment.tests)
    places = (f"--rootdir={folder}", f"--confcutdir={folder}", f"-c{os.devnull}", folder)
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


def _task_result(task: Task, results: Iterable[TestResult]) -> TaskResult:
    if task.written:
        return TaskResult(task.id, task.title, None, task.points, None, None)
    tests = tuple(test for test in results if test.id.startswith(f"{task.id}/"))
    # Tests without points inform; they do not decide.
    verdict = Verdict.worst(test.verdict for test in tests if test.points)
    if not math.isclose(sum(test.points for test in tests), task.points):
        # Tests are missing, which may be those that the submission would have failed.
        verdict = Verdict.INTERNAL_ERROR
    return TaskResult(
        id=task.id,
        title=task.title,
        function=task.function,
        max_score=task.points,
        score=round(sum(test.score for test in tests), 9),
        verdict=verdict,
        tests=tests,
    )


def _notes(submission: Submission, loads: Sequence[Loaded]) -> tuple[LoadNote, ...]:
    """What was noticed on the way in, each thing once although every load may repeat it."""
    notes = (*submission.notes, *(note for loaded in loads for note in loaded.notes))
    return tuple(dict.fromkeys(notes))


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

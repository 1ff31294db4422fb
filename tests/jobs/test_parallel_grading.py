"""Several processes for one submission: the same report, sooner, and nothing left behind."""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import signal
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from grader import assignment, intake, sandbox
from grader.assignment import Task
from grader.assignment.reference_costs import MaxCallCost, ReferenceCosts
from grader.examine.run_hidden_tests import HiddenTests
from grader.jobs.forked_worker import ForkedWorker, end_workers
from grader.jobs.grading import grade
from grader.jobs.grading_context import GradingContext
from grader.jobs.parallel_grading import (
    AllWorkersLost,
    grade_in_parallel,
    group_by_lent_functions,
    longest_grading_seconds,
)
from grader.model.match_rules import MatchRules
from grader.model.report import Progress, Report, SandboxInfo, View
from grader.model.verdict import Verdict
from grader.render.report_json import dumps, loads
from grader.sandbox import Sandbox, SandboxUnavailable
from grader.sandbox.backend_interface import Injection, Loaded, SandboxProgram, Session
from tests.examine.fakes import FakeSandbox, FakeSession, a_test, always, an_assignment
from tests.made_up import APPLY, DOUBLE, ESSAY, TEST_APPLY, TEST_DOUBLE, made_up, submitted

PS2 = assignment.load_assignment("ps2")
SAMPLES = Path(__file__).parents[2] / "submissions"


def coded() -> list[assignment.Task]:
    return [task for task in PS2.tasks if not task.written]


def test_every_task_is_in_one_group_with_those_that_are_lent_the_same() -> None:
    groups = group_by_lent_functions(coded(), PS2)
    assert sorted(task.id for group in groups for task in group) == [task.id for task in coded()]
    assert all(groups)
    for one in groups:
        for other in groups:
            if one is not other:
                assert not {task.globals for task in one if task.globals} & {
                    task.globals for task in other
                }


def test_what_takes_longest_comes_first() -> None:
    costs = ReferenceCosts(
        cases={"1.6/climbs[any]": MaxCallCost(2.0), "3.1/searches[any]": MaxCallCost(1.0)}
    )
    assert [
        group[0].id for group in group_by_lent_functions(coded(), replace(PS2, costs=costs))[:2]
    ] == [
        "1.6",
        "2.1",
    ]
    without_costs = replace(PS2, costs=ReferenceCosts())
    assert [task.id for task in group_by_lent_functions(coded(), without_costs)[0]] == [
        "2.1",
        "3.1",
        "3.2",
        "4.1",
        "4.2",
    ]


def test_no_tasks_no_groups() -> None:
    assert group_by_lent_functions([], PS2) == []


def without_times(report: Report) -> dict[str, Any]:
    timeless = replace(
        report,
        duration=0.0,
        graded_at="",
        cpu_seconds=0.0,
        tasks=tuple(
            replace(
                task,
                tests=tuple(
                    replace(
                        test,
                        cases=tuple(
                            replace(case, cpu_seconds=0.0, wall_seconds=0.0) for case in test.cases
                        ),
                    )
                    for test in task.tests
                ),
            )
            for task in report.tasks
        ),
    )
    document: dict[str, Any] = json.loads(dumps(timeless, View.STAFF))
    return document


@pytest.mark.slow
@pytest.mark.bubblewrap
@pytest.mark.parametrize("name", ["unfinished.py", "syntax_error.py"])
def test_the_report_is_that_of_one_process(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # What a busy machine has no time to explain, or to show for no points, is left out: here one
    # thing and there another.
    monkeypatch.setattr("grader.machine.speed.machine_slowness", lambda _: 20.0)
    monkeypatch.setattr("grader.explain.add_explanations.SECONDS", 600.0)
    monkeypatch.setattr("grader.explain.add_explanations._SHRINKING", 600.0)
    monkeypatch.setattr("grader.explain.own_function_reruns.SECONDS", 600.0)
    submission = intake.read_submission(SAMPLES / name)
    backend = sandbox.choose_backend("bubblewrap")
    alone = grade(submission, PS2, backend, seed=3)
    together = grade_in_parallel(GradingContext(PS2, backend, seed=3), submission, processes=3)
    assert without_times(together) == without_times(alone)


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_progress_is_that_of_all_parts() -> None:
    seen: list[tuple[str, int, int]] = []
    submission = intake.read_submission(SAMPLES / "unfinished.py")
    context = GradingContext(PS2, sandbox.choose_backend("bubblewrap"), tasks=("1.3", "1.6"))
    grade_in_parallel(context, submission, lambda *at: seen.append(at), 2)
    assert {task for task, _, _ in seen} == {"1.3", "1.6"}
    assert seen[-1][1] <= seen[-1][2]


class Unavailable:
    """A backend that cannot be had; pickled nowhere, because workers are forked."""

    info = SandboxInfo("none", {})

    def start(self, program: SandboxProgram) -> Session:
        raise SandboxUnavailable("there is no such sandbox")


class Failing(Unavailable):
    """A backend with a mistake in it, or on a machine in trouble."""

    def __init__(self, failure: Exception) -> None:
        self.failure = failure

    def start(self, program: SandboxProgram) -> Session:
        raise self.failure


class Deadly(Unavailable):
    """A backend that takes the worker with it."""

    def start(self, program: SandboxProgram) -> Session:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("unreachable")


class Exceeding(Unavailable):
    """A backend in a shell with limits of its own (``ulimit -t``)."""

    def start(self, program: SandboxProgram) -> Session:
        os.kill(os.getpid(), signal.SIGXCPU)
        raise AssertionError("unreachable")


class Asked(Unavailable):
    """A backend during whose start somebody ends the worker."""

    def start(self, program: SandboxProgram) -> Session:
        os.kill(os.getpid(), signal.SIGTERM)
        raise AssertionError("unreachable")


KILLED = "was killed (SIGKILL); perhaps the machine ran out of memory"


def no_child_is_left() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


@pytest.mark.parametrize("jobs", [1, 2, None])
def test_without_a_sandbox_there_is_nothing_to_try_again(jobs: int | None) -> None:
    submission = intake.read_submission(SAMPLES / "unfinished.py")
    with pytest.raises(SandboxUnavailable, match=r"^there is no such sandbox$"):
        grade_in_parallel(GradingContext(PS2, Unavailable()), submission, processes=jobs)
    assert no_child_is_left()


@pytest.mark.parametrize(
    ("backend", "reason"),
    [
        (Deadly(), KILLED),
        (Exceeding(), "was ended by signal 24 (cpu time limit exceeded)"),
        (Asked(), "was asked to end"),
        (Failing(MemoryError()), "ran out of memory"),
        (Failing(ZeroDivisionError("by mistake")), "failed: ZeroDivisionError: by mistake"),
    ],
)
def test_when_every_worker_is_lost_there_is_no_report(backend: Sandbox, reason: str) -> None:
    submission = intake.read_submission(SAMPLES / "unfinished.py")
    sentence = (
        "nothing could be graded: two grading processes in a row were lost over it; "
        f"the second {reason}."
    )
    with pytest.raises(AllWorkersLost, match=f"^{re.escape(sentence)}$"):
        grade_in_parallel(GradingContext(PS2, backend), submission, processes=2)
    assert no_child_is_left()


def test_a_single_job_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"))
    submission = intake.read_submission(SAMPLES / "unfinished.py")
    with pytest.raises(SandboxUnavailable):
        grade_in_parallel(GradingContext(PS2, Unavailable()), submission, processes=1)


# Workers that are lost -----------------------------------------------------------------------

ANSWERS = """
def double(number):
    return 2 * number

def apply(function, number):
    return function(number)
"""


@pytest.fixture
def two_parts(tmp_path: Path) -> assignment.Assignment:
    """Of the tasks 1 and 3; only the latter is lent something."""
    return made_up(tmp_path, TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + ESSAY + APPLY)


@dataclass
class Fragile:
    """A real backend, but something happens to a worker before it loads what task 3 is lent."""

    happens: Callable[[], object]
    starts: Path
    """A folder with a file for every sandbox that was started."""
    most: int = 99
    """How many sandboxes can be started."""
    real: Sandbox = field(default_factory=lambda: sandbox.choose_backend("bubblewrap"))

    @property
    def info(self) -> SandboxInfo:
        return self.real.info

    def start(self, program: SandboxProgram) -> Session:
        if len(list(self.starts.iterdir())) >= self.most:
            raise SandboxUnavailable("there is no such sandbox")
        session = self.real.start(program)
        load = session.load

        def fragile(injection: Injection) -> Loaded:
            if injection.functions:
                while len(list(self.starts.iterdir())) < 2:
                    os.sched_yield()  # the other one is to be at work as well
                self.happens()
            return load(injection)

        session.load = fragile  # type: ignore[method-assign]
        (self.starts / secrets.token_hex(4)).touch()
        return session


@pytest.fixture
def starts(tmp_path: Path) -> Path:
    path = tmp_path / "starts"
    path.mkdir()
    return path


def kill_worker() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_worker_that_is_lost_once_changes_nothing(
    two_parts: assignment.Assignment, tmp_path: Path, starts: Path
) -> None:
    first = tmp_path / "first"
    first.touch()

    def kill_the_first() -> None:
        if first.exists():
            first.unlink()
            kill_worker()

    submission = submitted(tmp_path, ANSWERS)
    report = grade_in_parallel(
        GradingContext(two_parts, Fragile(kill_the_first, starts)), submission, processes=2
    )
    assert (report.score, report.complete, report.errors) == (3, True, ())
    assert [task.verdict for task in report.tasks] == [Verdict.ACCEPTED, None, Verdict.ACCEPTED]
    assert len(list(starts.iterdir())) == 3
    assert no_child_is_left()


def the_third_is_undecided(report: Report) -> str:
    """Everything else is as it should be; the sentence on what went wrong."""
    one, essay, three = report.tasks
    assert (one.verdict, one.score) == (Verdict.ACCEPTED, 2)
    assert essay.by_hand
    assert (three.verdict, three.score, three.tests) == (Verdict.INTERNAL_ERROR, 0, ())
    assert three.function == "apply"
    assert "not the submission's fault" in three.note
    assert not report.complete
    assert loads(dumps(report, View.STAFF)) == report
    (sentence,) = report.errors
    assert sentence.startswith("3: two grading processes in a row were lost over it; the second ")
    assert no_child_is_left()
    return sentence


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_task_over_which_workers_are_lost_costs_itself_only(
    two_parts: assignment.Assignment, tmp_path: Path, starts: Path
) -> None:
    backend = Fragile(kill_worker, starts)
    report = grade_in_parallel(
        GradingContext(two_parts, backend), submitted(tmp_path, ANSWERS), processes=2
    )
    assert the_third_is_undecided(report).endswith(KILLED)


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_the_other_tasks_of_a_lost_worker_are_tried_again(
    two_parts: assignment.Assignment,
    tmp_path: Path,
    starts: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a machine with a single core, one worker has them all at first."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    (starts / "as if there were another").touch()
    backend = Fragile(kill_worker, starts)
    report = grade_in_parallel(GradingContext(two_parts, backend), submitted(tmp_path, ANSWERS))
    assert the_third_is_undecided(report).endswith(KILLED)
    assert len(list(starts.iterdir())) == 4


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_the_second_attempt_may_find_no_sandbox(
    two_parts: assignment.Assignment, tmp_path: Path, starts: Path
) -> None:
    backend = Fragile(kill_worker, starts, most=2)
    report = grade_in_parallel(
        GradingContext(two_parts, backend), submitted(tmp_path, ANSWERS), processes=2
    )
    sentence = the_third_is_undecided(report)
    assert sentence.endswith("found no sandbox any more: there is no such sandbox")


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_what_is_decided_outlives_a_backend_that_goes_away(
    two_parts: assignment.Assignment, tmp_path: Path
) -> None:
    """As when an engine is stopped while one of two workers has yet to get its sandbox."""
    heard = tmp_path / "heard"

    class Leaving(Unavailable):
        def start(self, program: SandboxProgram) -> Session:
            try:
                (tmp_path / "taken").touch(exist_ok=False)
            except FileExistsError:
                while not heard.exists():
                    os.sched_yield()
                raise SandboxUnavailable("the engine is gone") from None
            return sandbox.choose_backend("bubblewrap").start(program)

    report = grade_in_parallel(
        GradingContext(two_parts, Leaving()),
        submitted(tmp_path, ANSWERS),
        lambda _, done, __: heard.touch() if done else None,
        processes=2,
    )
    verdicts = {task.verdict for task in report.tasks if not task.by_hand}
    assert verdicts == {Verdict.ACCEPTED, Verdict.INTERNAL_ERROR}
    (sentence,) = report.errors
    assert sentence.endswith("the second found no sandbox any more: the engine is gone")
    assert no_child_is_left()


# A system that has nothing left --------------------------------------------------------------


def refused() -> int:
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def test_no_process_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", refused)
    submission = intake.read_submission(SAMPLES / "unfinished.py")
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - one descriptor less is open
    with pytest.raises(AllWorkersLost, match=r"could not be started \(Resource temporarily"):
        grade_in_parallel(GradingContext(PS2, Unavailable()), submission, processes=2)
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_one_process_at_a_time_will_do(
    two_parts: assignment.Assignment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fork = os.fork
    monkeypatch.setattr(os, "fork", lambda: fork() if no_child_is_left() else refused())
    backend = sandbox.choose_backend("bubblewrap")
    report = grade_in_parallel(
        GradingContext(two_parts, backend), submitted(tmp_path, ANSWERS), processes=2
    )
    assert (report.score, report.complete) == (3, True)


# Threads -------------------------------------------------------------------------------------


@pytest.mark.bubblewrap
def test_a_worker_outlives_the_thread_that_started_it(
    two_parts: assignment.Assignment, tmp_path: Path
) -> None:
    """As in a service, whose pool ends threads that have nothing to do."""
    submission, backend = submitted(tmp_path, ANSWERS), sandbox.choose_backend("bubblewrap")
    started: list[ForkedWorker] = []
    going, gone = os.pipe()

    def work(progress: Progress) -> str:
        os.read(going, 1)  # until the thread has ended
        return dumps(grade(submission, two_parts, backend, progress=progress), View.STAFF)

    thread = threading.Thread(target=lambda: started.append(ForkedWorker.start(work)))
    thread.start()
    thread.join()
    os.write(gone, b"!")
    (worker,) = started
    while (answer := worker.listen()) is None:
        pass
    end_workers([worker])
    os.close(going)
    os.close(gone)
    assert loads(answer).score == 3


def context(tasks: Mapping[str, int], *chosen: str, agents: bool = True) -> GradingContext:
    """Of an assignment that asks for so many moves in each of three cases of each task."""
    assignment = an_assignment(*(Task(name, name, 1.0, "Mover") for name in tasks))
    if agents:
        assignment = replace(assignment, match=MatchRules("Mover", "move", seconds=2.0))
    tests = tuple(
        a_test(lambda *_: None, (1, 2, 3), f"test_{name}", task=name, moves=moves)
        for name, moves in tasks.items()
    )
    sandbox = FakeSandbox(FakeSession(always(None)))
    return GradingContext(assignment, sandbox, tasks=tuple(chosen), tests=HiddenTests(tests))


def test_of_a_pool_only_what_is_drawn_takes_time() -> None:
    usual = context({"1": 5})
    assert usual.tests is not None
    (test,) = usual.tests.tests
    drawing = HiddenTests((replace(test, pool=(4, 5, 6, 7), draw=2),))
    assert longest_grading_seconds(replace(usual, tests=drawing), drawing, 1) == 50.0


@pytest.mark.parametrize(
    ("tasks", "processes", "seconds"),
    [
        ({"1": 5}, 1, 30.0),
        ({"1": 5}, 4, 30.0),
        ({"1": 5, "2": 3, "3": 2}, 1, 60.0),
        ({"1": 5, "2": 3, "3": 2}, 2, 30.0),
        ({"1": 0}, 1, 0.0),
    ],
)
def test_every_move_takes_all_of_its_time(
    tasks: Mapping[str, int], processes: int, seconds: float
) -> None:
    asked = context(tasks)
    assert asked.tests is not None
    assert longest_grading_seconds(asked, asked.tests, processes) == pytest.approx(
        seconds * asked.speed
    )


def test_only_what_is_graded_counts() -> None:
    asked = context({"1": 5, "2": 3}, "2")
    assert asked.tests is not None
    assert longest_grading_seconds(asked, asked.tests, 1) == pytest.approx(18.0 * asked.speed)


def test_without_agents_nothing_is_said() -> None:
    asked = context({"1": 5}, agents=False)
    assert asked.tests is not None
    assert longest_grading_seconds(asked, asked.tests, 1) == 0.0

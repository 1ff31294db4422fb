"""Stand-ins for a sandbox session, so that decisions can be tested without one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.assignment import Assignment, Task
from grader.examine.case_caller import CaseCaller
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.submission_processes import SubmissionProcess, SubmissionProcesses
from grader.model.report import SandboxInfo, TestResult, Visibility
from grader.model.time_limits import CallLimits, LoadLimits
from grader.sandbox.backend_interface import (
    CallEnding,
    Injection,
    Loaded,
    Outcome,
    SandboxFailure,
    SandboxProgram,
)
from grader.sandbox.call_request import Call
from grader.testing import Answer, Ask, Question
from grader.testing.test_decorators import TaskMark

_ENDS_THE_PROCESS = {
    CallEnding.CPU,
    CallEnding.WALL,
    CallEnding.OUTPUT,
    CallEnding.DIED,
    CallEnding.BREACH,
}

State = dict[str, Any]
"""Globals of a student's module: a fresh process starts with an empty one."""

Behaviour = Callable[..., Any]
"""Takes the state and a call's arguments; returns a value, or the outcome itself."""


def always(value: Any) -> Behaviour:
    """Whatever it is called with, ``value`` comes back."""
    return lambda *_: value


@dataclass(slots=True)
class FakeSession:
    """A session in which one function stands for every one the student wrote.

    Attributes:
        fresh: for each call so far, whether it was the first of its process.
        series: how many calls were to be carried out together, each time.
        broken: how many of the next requests fail.
        frozen: whether everything stands still until the next call.
        allowances: how often reloads were allowed anew.
        loading: what a load takes, in CPU seconds.
    """

    behaviour: Behaviour
    lost: Mapping[str, str] = field(default_factory=dict)
    broken: int = 0
    calls: list[Call] = field(default_factory=list)
    fresh: list[bool] = field(default_factory=list)
    series: list[int] = field(default_factory=list)
    loads: list[Injection] = field(default_factory=list)
    cpu_seconds: float = 0.0
    idle_seconds: float = 0.0
    frozen: bool = False
    allowances: int = 0
    loading: float = 0.0
    _process: FakeProcess | None = None

    def load(self, injection: Injection) -> Loaded:
        self.fail()
        self.loads.append(injection)
        self.cpu_seconds += 0.25
        if self._process is not None:
            self._process.close()
        return Loaded((), self.lost, "", self.loading)

    def allow_reloads(self) -> None:
        self.allowances += 1

    def freeze(self) -> None:
        self.frozen = True

    def fork(self) -> FakeProcess:
        if self._process is not None:
            self._process.close()
        self._process = FakeProcess(self)
        return self._process

    def close(self) -> None:
        self.broken = 1 << 30

    def fail(self) -> None:
        if self.broken:
            self.broken -= 1
            raise SandboxFailure("the sandbox has burnt down")


@dataclass(slots=True)
class FakeProcess:
    """A process of a fake session, which starts with an empty state."""

    session: FakeSession
    ended: bool = False
    _begun: bool = False
    _state: State = field(default_factory=dict)

    def call(self, call: Call) -> Outcome:
        assert not self.ended
        self.session.fail()
        self.session.frozen = False
        self.session.calls.append(call)
        self.session.fresh.append(not self._begun)
        self._begun = True
        value = self.session.behaviour(self._state, *call.args)
        outcome = value if isinstance(value, Outcome) else Outcome(CallEnding.ANSWER, value)
        self.ended = outcome.ending in _ENDS_THE_PROCESS
        self.session.cpu_seconds += outcome.cpu_seconds
        self.session.idle_seconds += max(0.0, outcome.wall_seconds - outcome.cpu_seconds)
        return outcome

    def call_each(self, calls: Sequence[Call]) -> list[Outcome]:
        if len(calls) > 1:
            self.session.series.append(len(calls))
        outcomes = []
        for call in calls:
            outcomes.append(self.call(call))
            if self.ended:
                outcomes = outcomes[:-1] or outcomes
                break
        if len(outcomes) == 1:
            return outcomes
        return [replace(outcome, stdout="", stderr="") for outcome in outcomes]

    def close(self) -> None:
        self.ended = True


LIMITS = CallLimits(cpu_seconds=2.0, wall_seconds=10.0)


def an_assignment(*tasks: Task, overtime_seconds: float = 100.0) -> Assignment:
    """An assignment without files: the tasks given lend nothing."""
    return Assignment(
        id="demo",
        title="Demonstration",
        tasks=tasks or (Task("1", "Doubling", 2.0, "double"),),
        tests=Path("nowhere/hidden_tests/demo"),
        reference=Path("nowhere/reference/demo"),
        preamble="",
        provided=(),
        packages=(),
        enums=(),
        call=LIMITS,
        wall_factor=5.0,
        load=LoadLimits(LIMITS, LIMITS),
        memory_bytes=1 << 28,
        overtime_seconds=overtime_seconds,
    )


def a_mark(**changes: Any) -> TaskMark:
    """A mark of task 1, worth two points, private."""
    values: dict[str, Any] = {
        "task": "1",
        "points": 2.0,
        "visibility": Visibility.PRIVATE,
        "hint": "",
        "beside": (),
        "isolated": False,
        "in_turn": False,
        "cpu_seconds": None,
    }
    return TaskMark(**(values | changes))


def a_test(
    body: Callable[..., object],
    cases: Sequence[Any] = (1, 2, 3),
    name: str = "test_it",
    **mark: Any,
) -> HiddenTest:
    """A hidden test whose ``body`` takes ``student`` and ``case``."""
    return HiddenTest(
        a_mark(**mark), name, "It", cases, lambda given: body(given["student"], given["case"])
    )


def a_test_that_asks(
    ask: Callable[[Ask, Any], Question | Iterable[Question]],
    check: Callable[[Iterator[Answer], Any], object],
    cases: Sequence[Any] = (1, 2, 3),
    name: str = "test_it",
    **mark: Any,
) -> HiddenTest:
    """A hidden test that says beforehand what it asks."""
    return HiddenTest(
        a_mark(**mark), name, "It", cases,
        lambda given: check(given["answers"], given["case"]),
        lambda given: ask(given["ask"], given["case"]),
    )  # fmt: skip


def an_examiner(
    session: FakeSession, assignment: Assignment | None = None, **settings: Any
) -> Examiner:
    return Examiner(session, assignment or an_assignment(), "digest|0", **settings)


def a_caller(behaviour: Behaviour, *, anew: bool = True, alone: bool = False) -> CaseCaller:
    """What makes calls of a case; unless ``anew``, in a process that has been called in before."""
    session = FakeSession(behaviour)
    processes = SubmissionProcesses(session)
    process = None
    if not anew:
        used = session.fork()
        used._begun = True
        process = SubmissionProcess(session, used)
    return CaseCaller(processes, LIMITS, "digest|0|1/it|7", process, alone)


def session_of(caller: CaseCaller) -> FakeSession:
    session = caller.processes.session
    assert isinstance(session, FakeSession)
    return session


def examined(session: FakeSession, test: HiddenTest) -> TestResult:
    """The result of one test, on an examiner that must not report trouble of its own."""
    examiner = an_examiner(session)
    result = examiner.examine(test)
    assert examiner.errors == []
    return result


@dataclass(frozen=True, slots=True)
class FakeSandbox:
    """A sandbox that has its one session ready."""

    session: FakeSession

    @property
    def info(self) -> SandboxInfo:
        return SandboxInfo("fake", {"files": False})

    def start(self, program: SandboxProgram) -> FakeSession:
        return self.session

"""When everybody counts as stopped. Signals are sent to nobody here."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence

import pytest

from grader.runner import sandbox_processes
from grader.runner.cgroup_usage import CgroupFile
from grader.runner.process_freezer import MOST, SLACK, Freezer
from grader.runner.sandbox_processes import ActivityStamp, SandboxMeter


class Sandbox:
    """What a freezer sees at each of its looks; the last goes on for good.

    Attributes:
        sent: the signals that it has sent, and to whom.
    """

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *traces: ActivityStamp, stopped: bool = True
    ):
        self.sent: list[tuple[int, int]] = []
        self._traces = list(traces)
        self._stopped = stopped
        monkeypatch.setattr(os, "kill", lambda pid, number: self.sent.append((pid, number)))
        monkeypatch.setattr(sandbox_processes.ActivityStamp, "of_all", self._look)
        monkeypatch.setattr(sandbox_processes, "are_all_stopped", lambda: self._stopped)

    def _look(self) -> ActivityStamp:
        return self._traces.pop(0) if len(self._traces) > 1 else self._traces[0]


class Growing(SandboxMeter):
    """Says each time that more CPU time was used."""

    def __init__(self, *seconds: float) -> None:
        self._left = [0.0, *seconds]
        super().__init__(CgroupFile([]), CgroupFile([]))

    def exact(self) -> float:
        return self._left.pop(0) if len(self._left) > 1 else self._left[0]


STOP, CONTINUE = (-1, signal.SIGSTOP), (-1, signal.SIGCONT)
STILL = ActivityStamp(7, {2: 100, 7: 5})
MOVED = ActivityStamp(7, {2: 101, 7: 5})
BORN = ActivityStamp(8, {2: 100, 7: 5})


def test_who_stands_still_is_stopped_once_more_and_later_continued(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sandbox, freezer = Sandbox(monkeypatch, STILL), Freezer()
    assert freezer.freeze(Growing())
    assert sandbox.sent == [STOP, STOP]
    assert freezer.thaw()
    assert sandbox.sent == [STOP, STOP, CONTINUE]
    assert freezer.frozen[0] > 0
    total = freezer.frozen[0]
    assert freezer.thaw()
    assert (len(sandbox.sent), freezer.frozen[0]) == (3, total)


def test_only_one_can_be_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox, freezer = Sandbox(monkeypatch, STILL), Freezer()
    freezer.freeze(Growing())
    assert freezer.thaw(2)
    assert sandbox.sent[-1] == (2, signal.SIGCONT)


@pytest.mark.parametrize("first", [MOVED, BORN])
def test_a_look_during_which_somebody_ran_proves_nothing(
    monkeypatch: pytest.MonkeyPatch, first: ActivityStamp
) -> None:
    sandbox = Sandbox(monkeypatch, first, STILL)
    assert Freezer().freeze(Growing())
    assert sandbox.sent == [STOP, STOP, STOP]


@pytest.mark.parametrize("used", [(MOST / 2, MOST * 2), (MOST * 2,)])
def test_who_runs_on_is_given_up(monkeypatch: pytest.MonkeyPatch, used: Sequence[float]) -> None:
    sandbox, freezer = Sandbox(monkeypatch, STILL, stopped=False), Freezer()
    assert not freezer.freeze(Growing(0.0, *used))
    assert sandbox.sent == [STOP] * len(used)


def test_who_does_not_run_is_waited_for_and_then_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    passing = iter(range(100))
    Sandbox(monkeypatch, STILL, stopped=False)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(passing)))
    assert not Freezer().freeze(Growing(0.0))
    assert next(passing) > 5


@pytest.mark.parametrize(
    ("later", "same"),
    [
        (ActivityStamp(7, {2: 100 + SLACK, 7: 5}), True),
        (ActivityStamp(7, {2: 101 + SLACK, 7: 5}), False),
        (ActivityStamp(7, {2: 100}), False),
        (ActivityStamp(8, {2: 100, 7: 5, 8: 0}), False),
        (ActivityStamp(9, {2: 100, 7: 5}), False),
    ],
)
def test_who_has_run_meanwhile_is_not_continued(
    monkeypatch: pytest.MonkeyPatch, later: ActivityStamp, *, same: bool
) -> None:
    sandbox, freezer = Sandbox(monkeypatch, STILL, STILL, later), Freezer()
    assert freezer.freeze(Growing())
    assert freezer.thaw() is same
    assert (CONTINUE in sandbox.sent) is same
    assert (freezer.frozen[0] > 0) is same


def test_nobody_to_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(pid: int, number: int) -> None:
        raise ProcessLookupError

    freezer = Freezer()
    Sandbox(monkeypatch, ActivityStamp(1, {}))
    monkeypatch.setattr(os, "kill", nobody)
    assert freezer.freeze(Growing())
    assert freezer.thaw()
    freezer.close()

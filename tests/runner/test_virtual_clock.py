"""What the clocks of a student's code count, and what they leave out."""

from __future__ import annotations

import copy
import os
import pickle
import time
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from errno import EMFILE, ENOENT, ESRCH
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from grader.runner import virtual_clock
from grader.runner.virtual_clock import VirtualClock

SECOND = 10**9
NAMES = ["time", "monotonic", "perf_counter", "process_time", "thread_time"]


@dataclass
class Machine:
    """What the system says, in seconds, about a process."""

    wall: float = 100.0
    cpu: float = 0.0
    waited: dict[str, float] = field(default_factory=lambda: {"7": 0.0})
    """By thread."""

    def compute(self, seconds: float, *, held_up: float = 0.0, thread: str = "7") -> None:
        """Let a thread compute, and wait for a processor meanwhile."""
        self.wall += seconds + held_up
        self.cpu += seconds
        self.waited[thread] = self.waited.get(thread, 0.0) + held_up

    def sleep(self, seconds: float) -> None:
        self.wall += seconds

    def account(self, path: str) -> BytesIO:
        waited = self.waited[path.split("/")[-2]]
        return BytesIO(f"{self.cpu * SECOND:.0f} {waited * SECOND:.0f} 12\n".encode())


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A process that was born just now and has installed no clocks yet."""
    made = Machine()
    monkeypatch.setattr(virtual_clock, "perf_counter_ns", lambda: int(made.wall * SECOND))
    monkeypatch.setattr(virtual_clock, "process_time_ns", lambda: int(made.cpu * SECOND))
    monkeypatch.setattr(virtual_clock, "thread_time_ns", lambda: int(made.cpu * SECOND))
    monkeypatch.setattr(virtual_clock, "listdir", lambda _: list(made.waited))
    monkeypatch.setattr(virtual_clock, "FileIO", made.account)
    return made


@pytest.fixture(autouse=True)
def usual_clocks() -> Iterator[None]:
    """Put back what is replaced."""
    kept = {name: getattr(time, name) for base in NAMES for name in (base, f"{base}_ns")}
    yield
    for name, function in kept.items():
        setattr(time, name, function)


def install(speed: float = 1.0) -> VirtualClock:
    made = VirtualClock(speed)
    made.install()
    return made


def now() -> dict[str, float]:
    return {name: getattr(time, name)() for name in NAMES}


def passed(before: dict[str, float]) -> dict[str, float]:
    return {name: round(value - before[name], 6) for name, value in now().items()}


def test_computing_and_sleeping_count(machine: Machine) -> None:
    install()
    before = now()
    machine.compute(2.0)
    assert passed(before) == dict.fromkeys(NAMES, 2.0)
    machine.sleep(3.0)
    assert passed(before)["monotonic"] == 5.0
    assert passed(before)["process_time"] == 2.0


def test_being_kept_from_computing_does_not(machine: Machine) -> None:
    install()
    before = now()
    machine.compute(2.0, held_up=6.0)
    assert passed(before) == dict.fromkeys(NAMES, 2.0)


def test_a_second_on_a_slow_machine_is_worth_less_unless_it_is_slept(machine: Machine) -> None:
    install(2.0)
    before = now()
    machine.compute(3.0, held_up=1.0)
    assert passed(before) == dict.fromkeys(NAMES, 1.5)
    machine.sleep(3.0)
    assert passed(before)["time"] == 4.5


def test_how_slow_the_machine_is_can_change(machine: Machine) -> None:
    used = install(2.0)
    before = now()
    machine.compute(3.0)
    assert passed(before)["monotonic"] == 1.5
    used.speed = 3.0
    machine.compute(3.0)
    assert passed(before)["monotonic"] == 2.5


def test_being_frozen_does_not_count(machine: Machine) -> None:
    frozen = [0]
    VirtualClock(1.0, frozen).install()
    before = now()
    machine.compute(2.0)
    machine.sleep(60.0)
    frozen[0] = 60 * SECOND
    assert passed(before) == dict.fromkeys(NAMES, 2.0)
    machine.compute(1.0, held_up=3.0)
    assert passed(before) == dict.fromkeys(NAMES, 3.0)


def test_frozen_in_the_middle_of_a_look_a_clock_neither_goes_back_nor_runs_ahead(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen = [0]

    def interrupted() -> int:
        seen = int(machine.wall * SECOND)
        if interruptions:
            frozen[0] += interruptions.pop() * SECOND
            machine.wall = 100.0 + frozen[0] / SECOND
        return seen

    VirtualClock(1.0, frozen).install()
    before = now()
    interruptions = [60]
    monkeypatch.setattr(virtual_clock, "perf_counter_ns", interrupted)
    assert time.monotonic() == before["monotonic"]
    machine.compute(1.0)
    assert passed(before)["monotonic"] == 1.0


def test_the_accounts_are_not_looked_at_each_time(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(2.0)
    before = now()
    monkeypatch.setattr(virtual_clock, "FileIO", lambda _: pytest.fail("looked at"))
    machine.compute(0.0008)
    assert passed(before)["perf_counter"] == 0.0004


def test_a_forked_process_has_accounts_of_its_own(machine: Machine) -> None:
    used = install()
    machine.compute(1.0, held_up=4.0)
    before = now()
    machine.cpu, machine.waited = 0.0, {"8": 0.0}
    used._begin_anew()
    machine.compute(1.0, held_up=2.0, thread="8")
    assert passed(before)["perf_counter"] == 1.0


def test_waiting_for_a_thread_of_ones_own_is_no_time_lost(machine: Machine) -> None:
    install()
    before = now()
    machine.wall, machine.cpu, machine.waited = 105.0, 4.0, {"7": 3.0}
    # Of five seconds in which somebody waited for three, somebody else was at work for four.
    assert passed(before)["monotonic"] == 4.0


def test_it_does_not_matter_who_waited_and_who_asks(machine: Machine) -> None:
    install()
    before = now()
    machine.compute(1.0, held_up=3.0, thread="7")
    machine.compute(1.0, held_up=2.0, thread="8")
    assert passed(before)["monotonic"] == 2.0


def test_waiting_side_by_side_is_not_counted_twice(machine: Machine) -> None:
    install()
    before = now()
    machine.compute(1.0, held_up=4.0, thread="7")
    machine.waited["8"] = 4.0
    assert passed(before)["monotonic"] == 1.0


def test_a_wait_between_two_looks_at_the_system_is_not_taken_for_time(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> int:
        # The accounts have just been read, and now something else runs for three seconds.
        if interruptions:
            machine.compute(0.0, held_up=interruptions.pop())
        return int(machine.wall * SECOND)

    install()
    before = now()
    interruptions = [3.0]
    monkeypatch.setattr(virtual_clock, "perf_counter_ns", interrupted)
    machine.compute(1.0)
    time.monotonic()
    assert passed(before)["monotonic"] == 1.0


def test_the_end_of_a_thread_changes_nothing(machine: Machine) -> None:
    install()
    before = now()
    machine.compute(1.0, held_up=3.0, thread="8")
    assert passed(before)["monotonic"] == 1.0
    del machine.waited["8"]
    machine.compute(1.0, held_up=1.0)
    assert passed(before)["monotonic"] == 2.0
    machine.compute(1.0, held_up=1.0, thread="8")  # a new one that has got its number
    assert passed(before)["monotonic"] == 3.0


@pytest.mark.parametrize("number", [ENOENT, ESRCH, EMFILE])
def test_without_an_account_all_the_time_counts(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(_: str) -> BytesIO:
        raise OSError(number, os.strerror(number))

    install()
    before = now()
    monkeypatch.setattr(virtual_clock, "FileIO", refuse)
    machine.compute(1.0, held_up=4.0)
    assert passed(before)["time"] == 5.0


def test_what_the_handler_of_a_signal_raises_goes_through(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: str) -> BytesIO:
        raise TimeoutError

    install()
    machine.compute(1.0)
    monkeypatch.setattr(virtual_clock, "FileIO", interrupt)
    with pytest.raises(TimeoutError):
        time.time()


def test_it_begins_with_the_time_of_day_and_its_units_agree() -> None:
    real = {name: getattr(time, name) for name in NAMES}
    install()
    for name in NAMES:
        assert abs(getattr(time, name)() - real[name]()) < 60
        assert abs(getattr(time, f"{name}_ns")() / SECOND - getattr(time, name)()) < 60
        assert type(getattr(time, name)()) is float
        assert type(getattr(time, f"{name}_ns")()) is int


def test_it_looks_like_the_function_that_it_replaces() -> None:
    usual = time.perf_counter
    install()
    replaced = time.perf_counter
    assert replaced is not usual
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        assert getattr(replaced, name) == getattr(usual, name)
    assert repr(replaced) == repr(usual)
    assert pickle.loads(pickle.dumps(replaced)) is replaced  # noqa: S301
    assert copy.deepcopy(replaced) is replaced
    assert weakref.ref(replaced)() is replaced
    stopwatch: Any = type("Stopwatch", (), {"now": replaced})
    assert stopwatch().now() > 0  # not handed the instance


def test_the_kernels_account_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual_clock, "_MOMENT", 0)
    made = VirtualClock(1.0)
    before = len(list(Path("/proc/self/fd").iterdir()))
    seen = [made.passed() for _ in range(1000)]
    assert seen == sorted(seen)
    assert 0 < seen[0] < seen[-1]
    assert len(list(Path("/proc/self/fd").iterdir())) == before

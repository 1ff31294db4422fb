"""What the clocks of a student's code count, and what they leave out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from grader.runner import clock

SECOND = 10**9
NAMES = ["time", "monotonic", "perf_counter", "process_time", "thread_time"]


@dataclass
class Machine:
    """What the system says, in seconds, about the thread that asks."""

    wall: float = 100.0
    cpu: float = 1.0
    waited: float = 2.0
    thread: int = 7
    has_descriptors: bool = True

    def compute(self, seconds: float, *, held_up: float = 0.0) -> None:
        """Let the thread compute, and wait for a processor meanwhile."""
        self.wall += seconds + held_up
        self.cpu += seconds
        self.waited += held_up

    def waited_ns(self) -> int:
        if not self.has_descriptors:
            raise OSError(24, "Too many open files")
        return int(self.waited * SECOND)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A process that was born just now and has installed no clocks yet."""
    made = Machine(cpu=0.0, waited=0.0)
    monkeypatch.setattr(clock, "perf_counter_ns", lambda: int(made.wall * SECOND))
    monkeypatch.setattr(clock, "process_time_ns", lambda: int(made.cpu * SECOND))
    monkeypatch.setattr(clock, "thread_time_ns", lambda: int(made.cpu * SECOND))
    monkeypatch.setattr(clock, "get_native_id", lambda: made.thread)
    monkeypatch.setattr(clock, "_waited_ns", made.waited_ns)
    return made


@pytest.fixture(autouse=True)
def usual_clocks() -> Iterator[None]:
    """Put back what is replaced."""
    kept = {name: getattr(time, name) for base in NAMES for name in (base, f"{base}_ns")}
    yield
    for name, function in kept.items():
        setattr(time, name, function)


def now() -> dict[str, float]:
    return {name: getattr(time, name)() for name in NAMES}


def passed(before: dict[str, float]) -> dict[str, float]:
    return {name: round(value - before[name], 6) for name, value in now().items()}


def test_computing_and_sleeping_count(machine: Machine) -> None:
    clock.install(1.0)
    before = now()
    machine.compute(2.0)
    assert passed(before) == dict.fromkeys(NAMES, 2.0)
    machine.wall += 3.0
    assert passed(before)["monotonic"] == 5.0
    assert passed(before)["process_time"] == 2.0


def test_being_kept_from_computing_does_not(machine: Machine) -> None:
    clock.install(1.0)
    before = now()
    machine.compute(2.0, held_up=6.0)
    assert passed(before) == dict.fromkeys(NAMES, 2.0)


def test_a_second_on_a_slow_machine_is_worth_less_unless_it_is_slept(machine: Machine) -> None:
    clock.install(2.0)
    before = now()
    machine.compute(3.0, held_up=1.0)
    assert passed(before) == dict.fromkeys(NAMES, 1.5)
    machine.wall += 3.0
    assert passed(before)["time"] == 4.5


def test_what_was_lost_before_a_fork_stays_lost(machine: Machine) -> None:
    clock.install(1.0)
    machine.compute(1.0, held_up=4.0)
    before = now()
    machine.thread, machine.cpu, machine.waited = 8, 0.0, 0.0
    machine.compute(1.0, held_up=2.0)
    assert passed(before)["perf_counter"] == 1.0


def test_the_clock_never_goes_back(machine: Machine) -> None:
    clock.install(1.0)
    before = now()
    machine.wall += 5.0
    assert passed(before)["monotonic"] == 5.0
    # Another thread that was kept waiting meanwhile looks at the clock for the first time.
    machine.thread, machine.waited = 8, 4.0
    assert passed(before)["monotonic"] == 5.0


def test_without_a_descriptor_it_goes_on(machine: Machine) -> None:
    clock.install(1.0)
    machine.compute(1.0, held_up=4.0)
    before = now()
    machine.has_descriptors = False
    machine.compute(1.0)
    assert passed(before)["time"] == 1.0


def test_it_begins_with_the_time_of_day_and_its_units_agree() -> None:
    real = {name: getattr(time, name) for name in NAMES}
    clock.install(1.0)
    for name in NAMES:
        assert abs(getattr(time, name)() - real[name]()) < 60
        assert abs(getattr(time, f"{name}_ns")() / SECOND - getattr(time, name)()) < 60
        assert type(getattr(time, name)()) is float
        assert type(getattr(time, f"{name}_ns")()) is int


def test_an_attribute_of_a_class_is_not_handed_the_instance() -> None:
    clock.install(1.0)
    stopwatch: Any = type("Stopwatch", (), {"now": time.monotonic})
    assert stopwatch().now() > 0


def test_a_kernel_that_keeps_no_accounts_is_taken_by_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "_ACCOUNT", "/proc/thread-self/no_such_account")
    assert clock._waited_ns() == 0


def test_the_kernels_account_is_read() -> None:
    first = clock._waited_ns()
    assert 0 <= first <= clock._waited_ns() < 3600 * SECOND

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

import pytest

from grader.assignment import Task
from grader.examine import hidden_test_limits
from grader.examine.hidden_test_limits import (
    HiddenTestTimeout,
    limit_cpu_time,
    pause_cpu_limit,
    share_watchdog,
)
from grader.model.verdict import Verdict
from grader.testing import Student
from tests.examine.fakes import FakeSession, State, a_test, an_assignment, an_examiner


def work() -> None:
    while True:
        pass


def test_work_without_end_is_ended() -> None:
    with pytest.raises(HiddenTestTimeout, match=r"more than 0\.02 s"), limit_cpu_time(0.02):
        work()


def test_who_swallows_the_end_meets_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_test_limits, "_AGAIN", 0.02)
    ends = 0
    with limit_cpu_time(0.02):
        while ends < 3:
            with contextlib.suppress(HiddenTestTimeout):
                try:
                    work()
                finally:
                    ends += 1


def test_no_thread_is_left_afterwards() -> None:
    before = threading.active_count()
    with limit_cpu_time(100.0):
        assert threading.active_count() == before + 1
    assert threading.active_count() == before


def test_what_is_traced_afterwards_goes_on() -> None:
    """Python would look for an exception that was taken back, and trace one step for ever."""
    source = (
        "import sys\n"
        "from grader.examine.hidden_test_limits import limit_cpu_time\n"
        "with limit_cpu_time(1.0):\n"
        "    pass\n"
        "sys.settrace(lambda *_: None)\n"
        "print((lambda: 'went on')())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "went on\n"


def test_one_thread_watches_all_that_is_bounded_inside() -> None:
    before = threading.active_count()
    with share_watchdog():
        others = set(threading.enumerate())
        for _ in range(3):
            with limit_cpu_time(0.05), pause_cpu_limit():
                assert set(threading.enumerate()) == others
            spend(0.1)  # between two bounds nothing is bounded
        with pytest.raises(HiddenTestTimeout), limit_cpu_time(0.02):
            work()
        with limit_cpu_time(100.0):
            spend(0.1)  # the bound before is over
        with share_watchdog():
            assert set(threading.enumerate()) == others
    assert threading.active_count() == before


def test_the_watch_stands_still_while_a_sandbox_is_at_work() -> None:
    with limit_cpu_time(0.05):
        with pause_cpu_limit():
            spend(0.2)
        spend(0.001)
    with pause_cpu_limit():
        pass


ASLEEP: dict[str, Callable[[], object]] = {
    "sleep": lambda: time.sleep(1000.0),
    "a_lock": lambda: [lock.acquire() for lock in [threading.Lock()] * 2],
    "a_pipe": lambda: os.read(os.pipe()[0], 1),
}


@pytest.mark.parametrize("what", ASLEEP)
def test_who_sleeps_or_waits_is_ended(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_test_limits, "_ASLEEP", 0.05)
    monkeypatch.setattr(hidden_test_limits, "_LOOKS", (0.01, 0.02))
    with pytest.raises(HiddenTestTimeout, match="it slept or waited"), limit_cpu_time(100.0):
        ASLEEP[what]()


def test_who_is_ready_and_not_let_run_does_not_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a second on the clock it ran for 0.3 s, and was kept waiting for the rest."""
    readings = iter([(5.0, 1.0, 2.0), (6.0, 1.7, 2.3), (7.0, 1.7, 2.4)])
    monkeypatch.setattr(hidden_test_limits._ThreadClocks, "_read", lambda _: next(readings))
    clocks = hidden_test_limits._ThreadClocks(
        time.CLOCK_THREAD_CPUTIME_ID, threading.get_native_id()
    )
    assert clocks.slept() == pytest.approx(0.0)
    assert clocks.slept() == pytest.approx(0.9)


def test_time_in_the_run_queue_that_shows_only_later_is_taken_off_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is kept waiting for 0.8 s when it is looked at first, and has run since at the second."""
    readings = iter([(5.0, 1.0, 2.0), (6.0, 1.0, 2.2), (7.0, 2.5, 2.5), (9999.0, 2.5, 2.5)])
    monkeypatch.setattr(hidden_test_limits._ThreadClocks, "_read", lambda _: next(readings))
    clocks = hidden_test_limits._ThreadClocks(
        time.CLOCK_THREAD_CPUTIME_ID, threading.get_native_id()
    )
    assert clocks.slept() + clocks.slept() == pytest.approx(0.0)
    assert clocks.slept() == 2.0  # of a machine that was stopped for hours, no look says more


def test_memory_is_bounded_but_not_for_sandboxes() -> None:
    usual = resource.getrlimit(resource.RLIMIT_AS)
    taken: list[bytearray] = []

    def hoard() -> None:
        with pause_cpu_limit():
            assert resource.getrlimit(resource.RLIMIT_AS) == usual
        while True:
            taken.append(bytearray(1 << 26))

    with pytest.raises(MemoryError), limit_cpu_time(100.0):
        hoard()
    assert len(taken) < 20
    assert resource.getrlimit(resource.RLIMIT_AS) == usual


def test_the_process_is_not_ended_from_within() -> None:
    with pytest.raises(SystemExit, match=r"os\._exit\(3\)"), limit_cpu_time(100.0):
        os._exit(3)


def elsewhere(body: Callable[[], object]) -> None:
    """Do it in another thread."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(body).result()


def test_in_other_threads_it_is_ended_as_well() -> None:
    def endless() -> None:
        with limit_cpu_time(0.02):
            work()

    with pytest.raises(HiddenTestTimeout, match=r"more than 0\.02 s"):
        elsewhere(endless)


def test_in_other_threads_who_swallows_the_end_meets_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hidden_test_limits, "_AGAIN", 0.02)

    def stubborn() -> int:
        ends = 0
        with limit_cpu_time(0.02):
            while ends < 3:
                try:
                    work()
                except HiddenTestTimeout:
                    ends += 1
        return ends

    elsewhere(stubborn)


def test_in_other_threads_the_watch_stands_still_while_a_sandbox_is_at_work() -> None:
    def patient() -> None:
        with limit_cpu_time(0.05):
            with pause_cpu_limit():
                spend(0.2)
            spend(0.001)

    elsewhere(patient)


def test_threads_are_bounded_each_for_itself() -> None:
    """What one spends is not missing from what the other has, in the main thread neither."""

    def busy() -> None:
        with limit_cpu_time(100.0):
            spend(0.3)

    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(busy)
        with limit_cpu_time(0.2):
            while not other.done():
                time.sleep(0.01)
        other.result()


def spend(seconds: float) -> None:
    """Use CPU time of this thread."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def right(state: State, number: int) -> int:
    return 2 * number


def test_a_test_that_is_never_done_is_the_graders_failure_and_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hidden_test_limits, "SECONDS", 0.05)

    def endless(student: Student, case: int) -> None:
        if student.double(case).value == 4:
            work()

    tasks = (Task(number, "Doubling", 2.0, "double") for number in "12")
    examiner = an_examiner(FakeSession(right), an_assignment(*tasks))
    result = examiner.examine(a_test(endless, name="test_endless"))
    assert result.verdict is Verdict.INTERNAL_ERROR
    assert [case.verdict for case in result.cases] == [
        Verdict.ACCEPTED,
        Verdict.INTERNAL_ERROR,
    ]
    (error,) = examiner.errors
    assert error.endswith("your test did not end: it computed for more than 0.05 s (1/endless)")
    # Another test of the task may use the same.
    right_one = a_test(lambda student, case: student.double(case))
    assert examiner.examine(right_one).cases[0].message == "1/it: not run, as 1/endless did not end"
    other = replace(right_one, mark=replace(right_one.mark, task="2"))
    assert examiner.examine(other).verdict.passed


def test_a_slow_machine_has_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def noted(seconds: float) -> AbstractContextManager[None]:
        asked.append(seconds)
        return limit_cpu_time(seconds)

    monkeypatch.setattr(hidden_test_limits, "limit_cpu_time", noted)
    result = an_examiner(FakeSession(right), speed=2.5).examine(
        a_test(lambda student, case: student.double(case))
    )
    assert result.verdict.passed
    assert asked == [2.5 * hidden_test_limits.SECONDS]


def test_the_time_of_the_sandbox_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_test_limits, "SECONDS", 0.05)

    def slow(state: State, number: int) -> Any:
        return sum(n % 3 for n in range(2_000_000))

    examiner = an_examiner(FakeSession(slow))
    result = examiner.examine(a_test(lambda student, case: student.double(case)))
    assert result.verdict.passed
    assert examiner.errors == []

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from grader.examine import own_time
from grader.examine.own_time import OutOfOwnTime, bounded, unbounded, watched
from grader.model.verdict import Verdict
from grader.testing import Student
from tests.examine.fakes import FakeSession, State, a_test, an_examiner


def work() -> None:
    while True:
        pass


def test_work_without_end_is_ended() -> None:
    with pytest.raises(OutOfOwnTime, match=r"more than 0\.02 s"), bounded(0.02):
        work()


def test_who_swallows_the_end_meets_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_time, "_AGAIN", 0.02)
    ends = 0
    with bounded(0.02):
        while ends < 3:
            with contextlib.suppress(OutOfOwnTime):
                try:
                    work()
                finally:
                    ends += 1


def test_no_thread_is_left_afterwards() -> None:
    before = threading.active_count()
    with bounded(100.0):
        assert threading.active_count() == before + 1
    assert threading.active_count() == before


def test_one_thread_watches_all_that_is_bounded_inside() -> None:
    before = threading.active_count()
    with watched():
        others = set(threading.enumerate())
        for _ in range(3):
            with bounded(0.05), unbounded():
                assert set(threading.enumerate()) == others
            spend(0.1)  # between two bounds nothing is bounded
        with pytest.raises(OutOfOwnTime), bounded(0.02):
            work()
        with bounded(100.0):
            spend(0.1)  # the bound before is over
        with watched():
            assert set(threading.enumerate()) == others
    assert threading.active_count() == before


def test_the_watch_stands_still_while_a_sandbox_is_at_work() -> None:
    with bounded(0.05):
        with unbounded():
            spend(0.2)
        spend(0.001)
    with unbounded():
        pass


def elsewhere(body: Callable[[], object]) -> None:
    """Do it in another thread."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(body).result()


def test_in_other_threads_it_is_ended_as_well() -> None:
    def endless() -> None:
        with bounded(0.02):
            work()

    with pytest.raises(OutOfOwnTime, match=r"more than 0\.02 s"):
        elsewhere(endless)


def test_in_other_threads_who_swallows_the_end_meets_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_time, "_AGAIN", 0.02)

    def stubborn() -> int:
        ends = 0
        with bounded(0.02):
            while ends < 3:
                try:
                    work()
                except OutOfOwnTime:
                    ends += 1
        return ends

    elsewhere(stubborn)


def test_in_other_threads_the_watch_stands_still_while_a_sandbox_is_at_work() -> None:
    def patient() -> None:
        with bounded(0.05):
            with unbounded():
                spend(0.2)
            spend(0.001)

    elsewhere(patient)


def test_threads_are_bounded_each_for_itself() -> None:
    """What one spends is not missing from what the other has, in the main thread neither."""

    def busy() -> None:
        with bounded(100.0):
            spend(0.3)

    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(busy)
        with bounded(0.2):
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
    monkeypatch.setattr(own_time, "SECONDS", 0.05)

    def endless(student: Student, case: int) -> None:
        if student.double(case).value == 4:
            work()

    session = FakeSession(right)
    examiner = an_examiner(session)
    result = examiner.examine(a_test(endless, name="test_endless"))
    assert result.verdict is Verdict.INTERNAL_ERROR
    assert [case.verdict for case in result.cases] == [
        Verdict.ACCEPTED,
        Verdict.INTERNAL_ERROR,
    ]
    assert examiner.errors == [
        "1/endless: its checks took more than 0.05 s of the grader's own CPU time"
    ]
    assert examiner.examine(a_test(lambda student, case: student.double(case))).verdict.passed


def test_the_time_of_the_sandbox_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_time, "SECONDS", 0.05)

    def slow(state: State, number: int) -> Any:
        return sum(n % 3 for n in range(2_000_000))

    examiner = an_examiner(FakeSession(slow))
    result = examiner.examine(a_test(lambda student, case: student.double(case)))
    assert result.verdict.passed
    assert examiner.errors == []

"""What goes on beside the main work of a process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import pytest
from sqlalchemy.exc import OperationalError

from grader.service import background_loop
from grader.service.background_loop import repeat_in_thread


def _steps(*steps: Callable[[], bool]) -> tuple[Callable[[], bool], threading.Event]:
    """These steps one after the other, and what is set at the last one."""
    left, over = list(steps), threading.Event()

    def step() -> bool:
        if not left:
            over.set()
            return False
        return left.pop(0)()

    return step, over


def _broken(problem: Exception) -> Callable[[], bool]:
    def step() -> bool:
        raise problem

    return step


def test_whatever_a_step_raises_the_next_one_follows(caplog: pytest.LogCaptureFixture) -> None:
    away = OperationalError("SELECT 1", {}, Exception("it is away\nfor a while"))
    step, over = _steps(_broken(away), _broken(RuntimeError("odd")))
    with repeat_in_thread(step, "trials", 0.001):
        assert over.wait(30)
    first, second = caplog.records
    assert (first.levelno, second.levelno) == (logging.WARNING, logging.ERROR)
    assert first.getMessage() == "The database does not answer (trials): it is away"
    assert "trials" in second.getMessage()
    assert second.exc_info is not None
    assert str(second.exc_info[1]) == "odd"


def test_where_there_is_more_the_next_step_follows_at_once() -> None:
    waits: list[float] = []
    over = threading.Event()
    more = iter([True, True, False])

    class Ending(threading.Event):
        """Notes for how long it is waited for, and waits not at all."""

        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout or 0.0)
            return over.is_set()

    def step() -> bool:
        found = next(more)
        if not found:
            over.set()
        return found

    background_loop._run(step, "trials", 5.0, Ending())
    assert waits == [5.0, 0.0, 0.0, 5.0]


def test_after_the_context_there_is_no_further_step() -> None:
    taken: list[None] = []
    first = threading.Event()

    def step() -> bool:
        taken.append(None)
        first.set()
        return True

    with repeat_in_thread(step, "trials", 0.0):
        assert first.wait(30)
    assert taken
    assert all(thread.name != "trials" for thread in threading.enumerate())

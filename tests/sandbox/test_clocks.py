"""Code that computes until some time has passed does as much on a busy machine as on any."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from grader.sandbox.protocol import Ending
from tests.sandbox.scene import playing, program

UNTIL = """
import os, threading, time
from time import perf_counter

def used():
    times = os.times()
    return times.user + times.system

def computing(seconds):
    before, start = used(), time.time()
    while time.time() - start < seconds:
        pass
    return used() - before

def in_a_thread(seconds):
    told = []
    worker = threading.Thread(target=lambda: told.append(computing(seconds)))
    worker.start()
    worker.join()
    return told[0]

def sleeping(seconds):
    start = perf_counter()
    time.sleep(seconds)
    return perf_counter() - start

def waiting(seconds):
    start = time.monotonic()
    changed = threading.Condition()
    with changed:
        changed.wait_for(lambda: False, seconds)
    return time.monotonic() - start
"""
TURN = 0.05
"""Seconds that the system may give to somebody else, or take for a while, without saying so."""


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """More than it has processors for: eight processes that compute, one more for each further."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(8)]
    yield
    for process in busy:
        process.kill()
        process.wait()


@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize("function", ["computing", "in_a_thread"])
def test_a_busy_machine_leaves_as_much_time(function: str) -> None:
    with playing(program(UNTIL)) as scene:
        assert scene.value(function, 0.5) > 0.5 - 2 * TURN


@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize("function", ["sleeping", "waiting"])
def test_waiting_takes_as_long_as_ever(function: str) -> None:
    with playing(program(UNTIL)) as scene:
        assert scene.value(function, 0.5) > 0.5 - TURN


def test_a_slow_machine_takes_longer_for_a_second() -> None:
    with playing(replace(program(UNTIL), speed=3.0)) as scene:
        assert scene.value("computing", 0.3) > 3 * 0.3 - 2 * TURN


@pytest.mark.usefixtures("busy_machine")
def test_who_computes_until_the_budget_is_spent_is_stopped_for_that() -> None:
    with playing(program(UNTIL)) as scene:
        assert scene.call("computing", 2.0, cpu=0.5, wall=60.0).ending is Ending.CPU

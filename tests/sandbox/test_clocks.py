"""Code that computes until some time has passed does as much on a busy machine as on any."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.sandbox.call_request import Call
from tests.sandbox.scene import Scene, playing, program

UNTIL = """
import os, signal, threading, time
from time import perf_counter

def used():
    times = os.times()
    return times.user + times.system

def computing(seconds):
    before, start = used(), time.time()
    while time.time() - start < seconds:
        pass
    return used() - before

def in_threads(seconds, number):
    before = used()
    workers = [threading.Thread(target=computing, args=(seconds,)) for _ in range(number)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return used() - before

def in_processes(seconds):
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.write(writing, repr(computing(seconds)).encode())
        os._exit(0)
    return float(os.read(reading, 100))

def until_the_alarm(seconds):
    def late(*_):
        raise TimeoutError
    signal.signal(signal.SIGALRM, late)
    for _ in range(20):
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            while True:
                time.time()
        except TimeoutError:
            pass
    return len(os.listdir("/proc/self/fd"))

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
RIVAL = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    pass
"""
"""Ends with the process that started it, however that ends."""
UNTOLD = 0.2
"""Seconds that a host may take from its virtual machines in the course of a call without telling
them. A clock that left nothing out would fall short by more."""


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """One on which four processes compute for each processor."""
    rivals = range(4 * (os.cpu_count() or 1))
    command = [sys.executable, "-c", RIVAL, str(os.getpid())]
    # In sessions of their own, because the kernel may share processors out by session.
    busy = [subprocess.Popen(command, start_new_session=True) for _ in rivals]
    yield
    for process in busy:
        process.kill()
        process.wait()


@pytest.mark.alone
@pytest.mark.slow
@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize("function", ["computing", "in_processes"])
def test_a_busy_machine_leaves_as_much_time(function: str) -> None:
    with playing(program(UNTIL)) as scene:
        assert scene.value(function, 0.5) > 0.5 - UNTOLD


@pytest.mark.alone
@pytest.mark.slow
@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize("number", [1, 2, 4])
def test_threads_have_that_time_together(number: int) -> None:
    with playing(program(UNTIL)) as scene:
        used = scene.value("in_threads", 0.5, number, cpu=2.0)
        assert 0.5 - UNTOLD < used < 1.5


def test_a_students_alarm_goes_through_and_leaves_nothing_behind() -> None:
    with playing(program(UNTIL)) as scene:
        assert scene.value("until_the_alarm", 0.01) == scene.value("until_the_alarm", 0.01)


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize("function", ["sleeping", "waiting"])
def test_waiting_takes_as_long_as_ever(function: str) -> None:
    with playing(program(UNTIL)) as scene:
        assert scene.value(function, 0.5) > 0.5 - UNTOLD


def test_a_slow_machine_takes_longer_for_a_second() -> None:
    limits = CallLimits(10.0, 60.0).times(3.0)
    with playing(program(UNTIL)) as scene:
        outcome = scene.session.fork().call(Call("computing", (0.3,), {}, 1, limits))
        assert outcome.value > 3 * 0.3 - UNTOLD


@pytest.mark.slow
def test_that_goes_for_loading_too() -> None:
    slow = CallLimits(10.0, 60.0).times(3.0)
    loading = program(
        f"{UNTIL}\nUSED = computing(0.3)\nfound = lambda: USED", total=slow, statement=slow
    )
    with playing(loading) as scene:
        assert scene.value("found") > 3 * 0.3 - UNTOLD


@pytest.mark.alone
@pytest.mark.slow
@pytest.mark.usefixtures("busy_machine")
def test_who_computes_until_the_budget_is_spent_is_stopped_for_that() -> None:
    with playing(program(UNTIL)) as scene:
        assert scene.call("computing", 2.0, cpu=0.5, wall=60.0).ending is CallEnding.CPU


def real(scene: Scene, function: str, seconds: float) -> Outcome:
    limits = CallLimits(10.0, 60.0, real_seconds=0.8).patient()
    return scene.session.fork().call(Call(function, (seconds,), {}, 1, limits))


@pytest.mark.alone
@pytest.mark.slow
@pytest.mark.usefixtures("busy_machine")
def test_a_busy_machine_takes_none_of_the_real_time() -> None:
    with playing(program(UNTIL)) as scene:
        assert real(scene, "computing", 0.7).ending is CallEnding.ANSWER
        computed = real(scene, "computing", 1.5)
        assert computed.ending is CallEnding.WALL
        assert computed.cpu_seconds == pytest.approx(0.8, abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("function", ["sleeping", "waiting"])
def test_waiting_is_real_time(function: str) -> None:
    with playing(program(UNTIL)) as scene:
        assert real(scene, function, 0.6).ending is CallEnding.ANSWER
        waited = real(scene, function, 1.5)
        assert waited.ending is CallEnding.WALL
        assert waited.waiting_seconds == pytest.approx(0.8, abs=0.1)


@pytest.mark.alone
@pytest.mark.slow
@pytest.mark.usefixtures("busy_machine")
def test_waiting_is_real_time_on_a_busy_machine_too() -> None:
    with playing(program(UNTIL)) as scene:
        assert real(scene, "sleeping", 1.5).ending is CallEnding.WALL

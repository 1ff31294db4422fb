"""Processes that stand still from one call to the next, and their clocks with them."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.model.time_limits import CallLimits
from grader.sandbox import zygote_client
from grader.sandbox.backend_interface import CallEnding, Injection, Outcome, Process
from grader.sandbox.call_request import Call
from tests.sandbox.scene import Scene, playing, program
from tests.sandbox.test_hostile import alive, descendants
from tests.sandbox.test_processes import call, value

pytestmark = pytest.mark.bubblewrap

SUBMISSION = """
import mmap
import os
import signal
import sys
import threading
import time

page = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("Q")
noted = []
rung = threading.Event()

def reset():
    page[0] = page[1] = 0

def count():
    return page[0]

def longest_gap():
    seen = page[0]
    while page[0] == seen:
        time.sleep(0.001)
    return page[1] / 1e9

def counting():
    # By a clock that does not stand still.
    last = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    while True:
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        page[1] = max(page[1], now - last)
        last = now
        page[0] += 1

def in_thread():
    threading.Thread(target=counting, daemon=True).start()

def in_child():
    if os.fork() == 0:
        counting()

def in_session():
    pid = os.fork()
    if pid == 0:
        os.setsid()
        if os.fork() == 0:
            counting()
        os._exit(0)
    os.waitpid(pid, 0)

def in_stopped_child():
    pid = os.fork()
    if pid == 0:
        os.kill(os.getpid(), signal.SIGSTOP)
        counting()
    os.waitpid(pid, os.WUNTRACED)

def answer_late(question, answer):
    # What a child says of the time that has passed for it between two questions.
    if os.fork() == 0:
        while True:
            os.read(question, 1)
            os.write(answer, b"%d " % time.monotonic_ns())

def open_pipes():
    return [*os.pipe(), *os.pipe()]

def ask(question, answer):
    os.write(question, b"?")
    return int(os.read(answer, 100))

def clocks():
    return [time.time(), time.monotonic(), time.perf_counter(), time.process_time()]

def set_alarm(seconds):
    signal.signal(signal.SIGALRM, lambda *_: noted.append("rung"))
    signal.setitimer(signal.ITIMER_REAL, seconds)

def set_raising_alarm(seconds):
    def rings(*_):
        raise TimeoutError("rung")
    signal.signal(signal.SIGALRM, rings)
    signal.setitimer(signal.ITIMER_REAL, seconds)

def rings():
    return noted

def set_timer(seconds):
    threading.Timer(seconds, rung.set).start()

def rang():
    return rung.is_set()

def ring():
    return rung.wait(10)

def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

def sleep(seconds):
    time.sleep(seconds)

def say(text):
    print(text)

def fail():
    raise KeyError

def leave():
    os._exit(3)
"""
AWAY = 0.3
"""Seconds for which the other side thinks."""
UNTOLD = 0.2
"""Seconds that a clock may show too much or too little on a busy machine."""
TRIES = 20
"""How often a busy machine may keep somebody from running, or from being stopped at once."""


@pytest.fixture(scope="module")
def opened() -> Iterator[Scene]:
    with playing(program(SUBMISSION)) as scene:
        yield scene


@pytest.fixture
def scene(opened: Scene) -> Iterator[Scene]:
    """The scene; whatever a test does in it, a call of the next process is right."""
    yield opened
    assert value(opened.session.fork(), "rings") == []


@pytest.fixture
def process(scene: Scene) -> Process:
    made = scene.session.fork()
    value(made, "reset")  # the page is the template's
    return made


def frozen(process: Process, function: str, *args: Any) -> Any:
    """What a call returns after which everything stands still."""
    outcome = process.call(Call(function, args, {}, 1, CallLimits(1.0, 30.0), freeze=True))
    assert outcome.ending is CallEnding.ANSWER, outcome
    return outcome.value


def away(seconds: float = AWAY) -> None:
    """Let the time pass in which the other side thinks."""
    time.sleep(seconds)


def stood_still(process: Process, ask: Callable[[], object]) -> bool:
    """Whether somebody who counts stood still while the other side thought, after ``ask``."""
    value(process, "reset")
    ask()
    away()
    return bool(value(process, "longest_gap") > AWAY / 2)


@pytest.mark.parametrize(
    "who",
    [
        "in_child",
        *(pytest.param(who, marks=pytest.mark.slow) for who in ("in_thread", "in_session")),
    ],
)
def test_nobody_counts_on_the_opponents_time(process: Process, who: str) -> None:
    frozen(process, who)
    assert any(stood_still(process, lambda: frozen(process, "count")) for _ in range(TRIES))
    assert not all(stood_still(process, lambda: value(process, "count")) for _ in range(TRIES))


def test_loading_that_stands_still_is_called_and_loaded_as_ever(scene: Scene) -> None:
    for _ in range(2):
        scene.session.load(Injection())
        scene.session.freeze()
        scene.session.freeze()
        assert [value(scene.session.fork(), "count") for _ in range(2)] == [0, 0]


def test_what_stopped_itself_goes_on_with_the_others(process: Process) -> None:
    frozen(process, "in_stopped_child")
    assert any(value(process, "count") for _ in range(10_000))


@pytest.mark.slow
def test_clocks_stand_still(process: Process) -> None:
    before = frozen(process, "clocks")
    away(1.0)
    after = frozen(process, "clocks")
    away(1.0)
    again = value(process, "clocks")
    for name, one, other, third in zip(
        ("time", "monotonic", "perf_counter", "process_time"), before, after, again, strict=True
    ):
        assert 0 <= other - one < UNTOLD, name
        assert 0 <= third - other < UNTOLD, name


def test_they_go_on_where_they_stood(process: Process) -> None:
    before = frozen(process, "clocks")[0]
    away()
    value(process, "sleep", 0.5)
    assert 0.5 <= value(process, "clocks")[0] - before < 0.5 + UNTOLD


@pytest.mark.slow
def test_so_do_those_of_a_child(process: Process) -> None:
    waiting, question, answer, telling = value(process, "open_pipes")
    value(process, "answer_late", waiting, telling)
    before = frozen(process, "ask", question, answer)
    away(1.0)
    assert 0 <= value(process, "ask", question, answer) - before < UNTOLD * 1e9


def test_those_of_the_next_process_count_from_the_template_on(scene: Scene) -> None:
    before = frozen(scene.session.fork(), "clocks")[0]
    away(1.0)
    assert 0 <= value(scene.session.fork(), "clocks")[0] - before < UNTOLD


def test_an_alarm_rings_when_its_process_runs_again(process: Process) -> None:
    frozen(process, "set_alarm", AWAY / 3)
    away()
    assert value(process, "rings") == ["rung"]


def test_an_alarm_that_raises_spoils_the_call_that_it_interrupts(process: Process) -> None:
    frozen(process, "set_raising_alarm", AWAY / 3)
    away()
    outcome = process.call(call("rings"))
    assert (outcome.ending, outcome.detail) == (CallEnding.RAISED, "TimeoutError: rung")
    assert not process.ended
    assert value(process, "rings") == []


def test_a_timer_of_a_thread_rings_when_it_runs_again(process: Process) -> None:
    frozen(process, "set_timer", AWAY / 3)
    away()
    assert value(process, "ring") is True


@pytest.mark.slow
def test_limits_do_not_count_what_was_frozen(process: Process) -> None:
    short = CallLimits(0.5, 0.5)
    for _ in range(2):
        outcome = process.call(Call("count", (), {}, 1, short, freeze=True))
        assert (outcome.ending, outcome.value) == (CallEnding.ANSWER, 0)
        away(1.0)
    assert process.call(Call("work", (0.1,), {}, 1, short)).ending is CallEnding.ANSWER


@pytest.mark.parametrize(
    ("function", "cpu", "wall", "ending"),
    [("work", 0.2, 30.0, CallEnding.CPU), ("sleep", 60.0, 0.5, CallEnding.WALL)],
)
def test_limits_hold_after_it(
    process: Process, function: str, cpu: float, wall: float, ending: CallEnding
) -> None:
    frozen(process, "in_child")
    outcome = process.call(call(function, 1000, cpu=cpu, wall=wall))
    assert outcome.ending is ending
    assert process.ended


def test_what_a_frozen_process_has_left_running_is_on_its_account(scene: Scene) -> None:
    process = scene.session.fork()
    frozen(process, "in_child")
    away()
    before = scene.session.cpu_seconds
    value(process, "sleep", 0.5)
    assert scene.session.cpu_seconds - before > 0.05


def test_what_it_printed_is_kept(process: Process) -> None:
    outcomes = [
        process.call(Call("say", (text,), {}, 1, CallLimits(1.0, 30.0), freeze=True))
        for text in "ab"
    ]
    assert [outcome.stdout for outcome in outcomes] == ["a\n", "b\n"]


def test_a_call_that_fails_freezes_as_well(process: Process) -> None:
    frozen(process, "in_thread")
    outcome = process.call(Call("fail", (), {}, 1, CallLimits(1.0, 30.0), freeze=True))
    assert outcome.ending is CallEnding.RAISED
    away()
    assert value(process, "count") > 0


def test_a_call_that_ends_its_process(process: Process) -> None:
    outcome = process.call(Call("leave", (), {}, 1, CallLimits(1.0, 30.0), freeze=True))
    assert (outcome.ending, outcome.detail) == (CallEnding.DIED, "ended its process with status 3")


def test_of_a_series_the_last_call_says_it(process: Process) -> None:
    def series(*, freeze: bool) -> list[Outcome]:
        limits = CallLimits(1.0, 30.0)
        first = Call("count", (), {}, 1, limits, freeze=not freeze)
        return process.call_each([first, Call("count", (), {}, 1, limits, freeze=freeze)])

    value(process, "in_child")
    assert any(stood_still(process, lambda: series(freeze=True)) for _ in range(TRIES))
    assert not all(stood_still(process, lambda: series(freeze=False)) for _ in range(TRIES))


def test_a_frozen_process_can_be_replaced_and_loaded_anew(scene: Scene) -> None:
    for _ in range(2):
        frozen(scene.session.fork(), "in_session")
        process = scene.session.fork()
        before = value(process, "count")
        away()
        assert value(process, "count") == before
    frozen(scene.session.fork(), "in_session")
    scene.session.load(Injection())
    assert value(scene.session.fork(), "count") == 0


def test_closing_ends_those_who_are_frozen(scene: Scene) -> None:
    scene.session.fork().close()
    process = scene.session.fork()
    frozen(process, "in_session")
    before = descendants(os.getpid())
    process.close()
    # That of the call, and the one that counts.
    assert len(before) - len(descendants(os.getpid())) == 2


def test_nobody_frozen_survives_the_session() -> None:
    before = descendants(os.getpid())
    with playing(program(SUBMISSION)) as scene:
        frozen(scene.session.fork(), "in_session")
        inside = descendants(os.getpid()) - before
    assert len(inside) >= 4
    assert alive(inside) == set()


def test_nobody_frozen_survives_the_grader(tmp_path: Path) -> None:
    source = tmp_path / "submission.py"
    source.write_text(SUBMISSION)
    grader = subprocess.Popen(
        [sys.executable, "-c", GRADER, source], stdout=subprocess.PIPE, text=True
    )
    assert grader.stdout is not None
    with grader.stdout:
        assert grader.stdout.readline() == "frozen\n"
        inside = {pid: os.pidfd_open(pid) for pid in descendants(grader.pid)}
        grader.kill()
    grader.wait()
    assert len(inside) >= 4
    for descriptor in inside.values():
        assert select.select([descriptor], [], [], 60.0)[0]
        os.close(descriptor)


GRADER = """
import sys
import time
from pathlib import Path
from tests.sandbox.scene import playing, program
from tests.sandbox.test_freezing import frozen
with playing(program(Path(sys.argv[1]).read_text())) as scene:
    frozen(scene.session.fork(), "in_session")
    print("frozen", flush=True)
    time.sleep(1000)
"""


def test_whoever_was_continued_by_somebody_else_has_died(scene: Scene) -> None:
    scene.session.fork().close()
    idle = descendants(os.getpid())
    process = scene.session.fork()
    frozen(process, "in_child")
    woken = descendants(os.getpid()) - idle
    before = used(woken)
    for pid in woken:
        os.kill(pid, signal.SIGCONT)
    while used(woken) - before < 0.05:
        away(0.01)
    outcome = process.call(call("count"))
    assert (outcome.ending, "kept running" in outcome.detail) == (CallEnding.DIED, True)
    assert process.ended


def used(pids: set[int]) -> float:
    """CPU seconds of living processes."""
    return sum(time.clock_gettime((~pid << 3) | 2) for pid in pids)


@pytest.fixture
def nobody_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    sources = zygote_client._runner_sources()
    text = sources["grader.runner.process_freezer"]
    changed = text.replace("\nPATIENCE = 5.0", "\nPATIENCE = 0.1")
    changed = changed.replace("sandbox_processes.are_all_stopped()", "False")
    assert text.count("are_all_stopped") == changed.count("PATIENCE = 0.1") == 1
    monkeypatch.setattr(
        zygote_client,
        "_runner_sources",
        lambda: {**sources, "grader.runner.process_freezer": changed},
    )
    zygote_client.runner_frame.cache_clear()
    yield
    zygote_client.runner_frame.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("nobody_can_be_stopped")
def test_who_cannot_be_stopped_has_died_by_the_next_call() -> None:
    with playing(program(SUBMISSION)) as scene:
        process = scene.session.fork()
        assert frozen(process, "count") == 0
        outcome = process.call(call("count"))
        assert (outcome.ending, "kept running" in outcome.detail) == (CallEnding.DIED, True)
        assert process.ended
        assert value(scene.session.fork(), "rings") == []

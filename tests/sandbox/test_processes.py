"""Processes of a session in a real sandbox: objects in them, what lasts, and how they end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import (
    CallAfterClose,
    CallEnding,
    Injection,
    Process,
    ProcessLost,
)
from grader.sandbox.call_request import Call
from tests.sandbox.scene import Scene, playing, program
from tests.sandbox.test_hostile import descendants, kill

pytestmark = pytest.mark.bubblewrap

SUBMISSION = """
import os
import random
import signal
import sys
import threading
import time
from functools import cache
from math import sqrt

count = 0

def counting():
    global count
    count += 1
    return count

class Walker:
    steps = 3
    def __init__(self, at=0, *, by=1):
        self.at, self.by = at, by
    def walk(self):
        self.at += self.by
        print("walked")
        return self.at
    def recurse(self):
        return self.recurse()
    def fail(self):
        raise KeyError("lost")
    def use(self, function):
        return function(self.at)
    def change(self, board):
        board.append(self.at)
    def roll(self):
        return random.random()

class Refuses:
    def __init__(self):
        raise ValueError("not today")

class Unfinished:
    def __init__(self):
        raise NotImplementedError
    def walk(self):
        raise NotImplementedError

class ReliesOnUnfinished:
    def __init__(self):
        Unfinished().walk()

class Shifty:
    def __getattribute__(self, name):
        raise RuntimeError(f"no {name} for you")

class Endless:
    def __getattr__(self, name):
        while True:
            pass

class Liar:
    __class__ = property(lambda self: 1 / 0)
    def __eq__(self, other):
        raise SystemExit
    def __del__(self):
        os._exit(7)
    def walk(self):
        return self

def make_walker(at):
    return Walker(at)

@cache
def cached():
    return 1

turned = lambda: 1

def exit_later():
    threading.Timer(0.05, os._exit, [9]).start()
    return "soon"

def speak_later():
    def speak():
        time.sleep(0.05)
        for fd in range(3, 64):
            try:
                os.write(fd, b"\\0\\0\\0\\2{}")
            except OSError:
                pass
    threading.Thread(target=speak).start()
    return "soon"

kept = []

def hoard():
    while True:
        kept.append(bytearray(1 << 26))

def sleep(seconds):
    time.sleep(seconds)

def kill_the_parent():
    os.kill(os.getppid(), signal.SIGKILL)

def leave_a_daemon():
    if os.fork() == 0:
        os.setsid()
        time.sleep(1000)

undefined = no_such_name
def lost(value=no_such_name):
    pass
"""


@pytest.fixture(scope="module")
def opened() -> Iterator[Scene]:
    with playing(program(SUBMISSION)) as scene:
        yield scene


@pytest.fixture
def scene(opened: Scene) -> Iterator[Scene]:
    """The scene; whatever a test does in it, a call of the next process is right."""
    yield opened
    assert value(opened.session.fork(), "counting") == 1


def call(
    function: str,
    *args: Any,
    on: str = "",
    keep: str = "",
    cpu: float = 1.0,
    wall: float = 30.0,
    seed: int = 1,
    **kwargs: Any,
) -> Call:
    return Call(function, args, kwargs, seed, CallLimits(cpu, wall), on=on, keep=keep)


def value(process: Process, function: str, *args: Any, **options: Any) -> Any:
    """What a call returns, which it must."""
    outcome = process.call(call(function, *args, **options))
    assert outcome.ending is CallEnding.ANSWER, outcome
    return outcome.value


def test_an_object_stays_in_its_process(scene: Scene) -> None:
    process = scene.session.fork()
    assert value(process, "Walker", 10, by=5, keep="walker") is None
    assert [value(process, "walk", on="walker") for _ in range(3)] == [15, 20, 25]


def test_an_object_does_not_outlast_its_process(scene: Scene) -> None:
    value(scene.session.fork(), "Walker", keep="walker")
    outcome = scene.session.fork().call(call("walk", on="walker"))
    assert (outcome.ending, outcome.detail) == (CallEnding.ABSENT, "")


def test_several_objects_and_functions_share_a_process(scene: Scene) -> None:
    process = scene.session.fork()
    value(process, "Walker", keep="one")
    value(process, "make_walker", 100, keep="other")
    assert [value(process, "walk", on=name) for name in ("one", "other", "one")] == [1, 101, 2]
    assert [value(process, "counting") for _ in range(2)] == [1, 2]
    value(process, "Walker", 7, keep="one")
    assert value(process, "walk", on="one") == 8


def test_calls_of_an_object_travel_together(scene: Scene) -> None:
    made = call("Walker", keep="walker")
    outcomes = scene.session.fork().call_each([made, *[call("walk", on="walker")] * 3])
    assert [outcome.value for outcome in outcomes] == [None, 1, 2, 3]


def test_methods_are_called_as_functions_are(scene: Scene) -> None:
    process = scene.session.fork()
    value(process, "Walker", 1, keep="walker")
    outcome = process.call(call("walk", on="walker"))
    assert (outcome.value, outcome.stdout) == (2, "walked\n")
    outcome = process.call(call("fail", on="walker"))
    assert (outcome.ending, outcome.detail) == (CallEnding.RAISED, "KeyError: 'lost'")
    assert 'raise KeyError("lost")' in outcome.traceback
    assert "runner" not in outcome.traceback
    assert process.call(call("recurse", on="walker")).detail.startswith("RecursionError")
    assert process.call(call("change", [0], on="walker")).changed == (0,)
    rolled = value(process, "roll", on="walker", seed=5)
    assert value(process, "roll", on="walker", seed=5) == rolled


def test_a_constructor_that_raises(scene: Scene) -> None:
    process = scene.session.fork()
    outcome = process.call(call("Refuses", keep="it"))
    assert (outcome.ending, outcome.detail) == (CallEnding.RAISED, "ValueError: not today")
    assert process.call(call("walk", on="it")).ending is CallEnding.ABSENT
    assert value(process, "Walker", keep="it") is None
    assert value(process, "walk", on="it") == 1


@pytest.mark.parametrize(
    ("name", "ending"),
    [("Unfinished", CallEnding.UNFINISHED), ("ReliesOnUnfinished", CallEnding.RAISED)],
)
def test_an_unfinished_constructor(scene: Scene, name: str, ending: CallEnding) -> None:
    assert scene.session.fork().call(call(name, keep="it")).ending is ending


def test_what_is_missing_is_absent(scene: Scene) -> None:
    process = scene.session.fork()
    assert process.call(call("Runner", keep="it")).ending is CallEnding.ABSENT
    value(process, "Walker", keep="walker")
    outcome = process.call(call("run", on="walker"))
    assert (outcome.ending, outcome.detail) == (CallEnding.ABSENT, "")
    outcome = process.call(call("steps", on="walker"))
    assert (outcome.ending, outcome.detail) == (CallEnding.ABSENT, "int")
    assert process.call(call("walk", on="nobody")).ending is CallEnding.ABSENT


def test_an_object_without_a_handle_is_no_answer(scene: Scene) -> None:
    outcome = scene.session.fork().call(call("Walker"))
    assert (outcome.ending, outcome.detail) == (CallEnding.OPAQUE, "submission.Walker")


def test_an_object_that_answers_for_none_of_its_names(scene: Scene) -> None:
    process = scene.session.fork()
    value(process, "Shifty", keep="it")
    outcome = process.call(call("walk", on="it"))
    assert (outcome.ending, outcome.detail) == (CallEnding.RAISED, "RuntimeError: no walk for you")


def test_an_object_that_never_says_what_it_has(scene: Scene) -> None:
    process = scene.session.fork()
    value(process, "Endless", keep="it")
    assert process.call(call("walk", on="it", cpu=0.1)).ending is CallEnding.CPU
    assert process.ended


def test_an_object_that_lies(scene: Scene) -> None:
    process = scene.session.fork()
    value(process, "Liar", keep="it")
    assert process.call(call("walk", on="it")).ending is CallEnding.OPAQUE
    outcome = process.call(call("Walker", keep="it"))
    assert (outcome.ending, outcome.detail) == (CallEnding.DIED, "ended its process with status 7")


def test_forks_share_no_state(scene: Scene) -> None:
    for _ in range(2):
        process = scene.session.fork()
        assert [value(process, "counting") for _ in range(2)] == [1, 2]


def test_one_process_is_open_at_a_time(scene: Scene) -> None:
    first = scene.session.fork()
    assert not first.ended
    value(first, "counting")
    second = scene.session.fork()
    assert (first.ended, second.ended) == (True, False)
    with pytest.raises(CallAfterClose, match="forked or loaded since"):
        first.call(call("counting"))
    assert value(second, "counting") == 1
    scene.session.load(Injection())
    assert second.ended


def test_a_closed_process_refuses_calls(scene: Scene) -> None:
    process = scene.session.fork()
    value(process, "counting")
    process.close()
    assert process.ended
    for refused in (lambda: process.call(call("counting")), lambda: process.call_each([])):
        with pytest.raises(CallAfterClose):
            refused()
    process.close()


def test_closing_ends_whoever_is_left(scene: Scene) -> None:
    process = scene.session.fork()
    value(process, "leave_a_daemon")
    before = descendants(os.getpid())
    process.close()
    # That of the call, and its daemon.
    assert len(before) - len(descendants(os.getpid())) == 2


def test_closing_what_never_began_costs_nothing(scene: Scene) -> None:
    before = descendants(os.getpid())
    scene.session.fork().close()
    assert descendants(os.getpid()) == before


def test_a_limit_ends_a_process_and_what_is_in_it(scene: Scene) -> None:
    process = scene.session.fork()
    value(process, "Walker", keep="walker")
    assert process.call(call("sleep", 1000, wall=0.2)).ending is CallEnding.WALL
    assert process.ended
    outcome = process.call(call("walk", on="walker"))
    assert (outcome.ending, "had ended before" in outcome.detail) == (CallEnding.DIED, True)


def test_memory_that_has_run_out_ends_a_process_that_still_holds_it(scene: Scene) -> None:
    process = scene.session.fork()
    assert process.call(call("hoard")).ending is CallEnding.MEMORY
    assert process.ended


def test_a_process_that_ends_during_a_later_call_is_not_replaced(scene: Scene) -> None:
    process = scene.session.fork()
    value(process, "exit_later")
    outcome = process.call(call("sleep", 10))
    assert (outcome.ending, outcome.detail) == (CallEnding.DIED, "ended its process with status 9")
    assert process.ended


def test_a_process_that_ends_between_calls_is_not_replaced(scene: Scene) -> None:
    scene.session.fork().close()
    before = descendants(os.getpid())
    process = scene.session.fork()
    value(process, "exit_later")
    while descendants(os.getpid()) - before:
        os.sched_yield()
    outcome = process.call(call("counting"))
    assert (outcome.ending, outcome.detail) == (CallEnding.DIED, "ended its process with status 9")
    assert process.ended


def test_what_speaks_between_calls_is_the_processs_own_breach(scene: Scene) -> None:
    process = scene.session.fork()
    value(process, "speak_later")
    assert process.call(call("sleep", 10)).ending is CallEnding.BREACH
    assert process.ended


def test_a_process_that_ends_its_template(scene: Scene) -> None:
    process = scene.session.fork()
    assert value(process, "counting") == 1
    assert process.call(call("kill_the_parent")).ending in {CallEnding.DIED, CallEnding.ANSWER}
    # Until the end of its template is noticed, the process itself may answer.
    while (outcome := process.call(call("counting"))).ending is CallEnding.ANSWER:
        assert outcome.value > 1
    assert outcome.ending is CallEnding.DIED
    assert process.ended


def test_a_sandbox_that_fails_takes_its_process_along() -> None:
    before = descendants(os.getpid())
    with playing(program(SUBMISSION)) as scene:
        process = scene.session.fork()
        value(process, "Walker", keep="walker")
        kill(descendants(os.getpid()) - before)
        with pytest.raises(ProcessLost):
            process.call(call("walk", on="walker"))
        assert process.ended
        process = scene.session.fork()
        value(process, "Walker", keep="walker")
        assert value(process, "walk", on="walker") == 1


def test_a_sandbox_that_fails_when_its_process_is_closed() -> None:
    before = descendants(os.getpid())
    with playing(program(SUBMISSION)) as scene:
        process = scene.session.fork()
        value(process, "counting")
        kill(descendants(os.getpid()) - before)
        process.close()
        assert value(scene.session.fork(), "counting") == 1


def test_a_fork_before_anything_is_loaded() -> None:
    with playing(program(SUBMISSION)) as scene:
        scene.session.close()
        assert value(scene.session.fork(), "counting") == 1


def test_names_that_the_module_defines(scene: Scene) -> None:
    names = scene.loaded.names
    assert {"counting", "Walker", "Refuses", "make_walker", "cached", "turned"} <= set(names)
    assert not {"sqrt", "cache", "os", "count", "lost", "undefined", "evaluate"} & set(names)


def test_names_of_the_preamble_are_not_the_submissions_own() -> None:
    source = program("def own():\n    pass\n", preamble="def given():\n    pass\n")
    with playing(source, Injection()) as scene:
        assert scene.loaded.names == ("own",)


def test_a_template_may_claim_any_names() -> None:
    source = (
        "import sys\n"
        "frame = sys._getframe()\n"
        "while frame.f_globals['__name__'] != 'grader.runner.loader':\n"
        "    frame = frame.f_back\n"
        "claimed = ['own', 'x' * 300, 7, None, 'no name', '\\x1b[31m', 'Ölaf']\n"
        "frame.f_globals['list_callables'] = lambda *_: claimed\n"
    )
    with playing(program(source)) as scene:
        assert scene.loaded.names == ("own", "Ölaf")

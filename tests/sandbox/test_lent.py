"""What is lent is nowhere in the memory of a process that runs student code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.sandbox import cgroups
from grader.sandbox.backend_interface import CallEnding, Injection
from grader.sandbox.zygote_client import LENT_FACTOR
from grader.wire import InjectedFunction
from tests.sandbox.scene import Scene, playing, program

pytestmark = pytest.mark.bubblewrap

SUBMISSION = """
import ctypes
import os
import select

PAGE = 4096
libc = ctypes.CDLL(None, use_errno=True)
libc.write.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t]
libc.malloc.restype = ctypes.c_void_p
libc.sbrk.restype = ctypes.c_void_p

def pages(around, reach):
    start = (around - reach) & -PAGE
    return range(max(start, PAGE), start + 2 * reach, PAGE)

def search(backwards, lent=None):
    '''How often bytes stand anywhere near what Python and the C library have allocated.

    They are given backwards, and so compared, or the argument itself would be found.
    '''
    if lent is not None:
        lent(*[1] * lent.__code__.co_argcount)
    reading, writing = os.pipe2(os.O_NONBLOCK)
    places = {id(object()), id(os.__dict__), libc.malloc(64), libc.malloc(1 << 20), libc.sbrk(0)}
    found, seen = 0, set()
    for place in places:
        for page in pages(place, 24 << 20):
            if page in seen:
                continue
            seen.add(page)
            # The kernel says politely where there is no memory.
            libc.write(writing, page, PAGE)
            try:
                found += os.read(reading, PAGE)[::-1].count(backwards)
            except BlockingIOError:
                pass  # but an older one leaves an empty place in the pipe, which reading has freed
    return found
"""

WORD = "unmistakable_words_of_the_reference"
SOURCE = f"def helper():\n    return len('{WORD}')\n"
LENT = Injection(functions={"helper": SOURCE})
BACKWARDS = WORD.encode()[::-1]


REPLACED = Injection(globals={"helper": SOURCE})


def occurrences(scene: Scene, *lent: InjectedFunction) -> int:
    found: int = scene.value("search", BACKWARDS, *lent, cpu=20.0, wall=120.0)
    return found


def test_it_is_never_there() -> None:
    with playing(program(SUBMISSION), LENT) as scene:
        assert occurrences(scene, InjectedFunction("helper")) == 0
        scene.session.load(Injection())
        assert occurrences(scene) == 0
        scene.session.load(LENT)
        scene.session.load(Injection())
        assert occurrences(scene) == 0


def test_what_is_there_is_found_and_gone_when_a_different_task_is_graded() -> None:
    with playing(program(SUBMISSION), REPLACED) as scene:
        assert occurrences(scene) > 0  # or the search finds nothing at all
        scene.session.load(Injection())
        assert occurrences(scene) == 0


def test_what_a_stub_is_configured_with_is_never_there() -> None:
    stub = "def make(log, *, word):\n    def helper(length):\n        return len(word) - length\n"
    injection = Injection(stubs={"helper": f"{stub}    return helper\n"})
    with playing(program(SUBMISSION), injection) as scene:
        # Each call is a process of its own, forked from the same template.
        for _ in range(2):
            assert occurrences(scene, InjectedFunction("helper", {"word": WORD})) == 0
        scene.session.load(Injection())
        assert occurrences(scene) == 0


BUSY = Injection(
    functions={
        "busy": (
            "import time\n"
            "def busy(seconds):\n"
            "    began = time.process_time()\n"
            "    while time.process_time() - began < seconds:\n"
            "        pass\n"
            "    return seconds\n"
        )
    }
)
ASKING = """
import time

def ask(busy, seconds, times):
    for _ in range(times):
        busy(seconds)
    return time.process_time()

def compute(busy, seconds):
    busy(0.1)
    while True:
        pass
"""


@pytest.fixture(params=["a control group", "no control group"])
def asking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """A program that asks, with and without an account of the kernel's for all processes."""
    if request.param == "no control group":

        def refused() -> None:
            raise cgroups.NoControlGroups("as for an ordinary account")

        monkeypatch.setattr(cgroups, "find_control_groups", refused)
    with playing(program(ASKING), BUSY) as scene:
        yield scene


def test_cpu_time_of_what_is_lent_is_not_the_student_s(asking: Scene) -> None:
    before = asking.session.cpu_seconds
    for _ in range(2):
        outcome = asking.call("ask", InjectedFunction("busy"), 0.3, 2, cpu=0.4, wall=20.0)
        assert outcome.ending is CallEnding.ANSWER, outcome
        assert outcome.calls == {"busy": 2}
        assert outcome.cpu_seconds < 0.3
    asking.session.load(BUSY)
    assert asking.value("ask", InjectedFunction("busy"), 0.0, 1) < 1.0
    assert asking.session.cpu_seconds - before < 0.6


def test_what_computes_itself_is_stopped_all_the_same(asking: Scene) -> None:
    outcome = asking.call("compute", InjectedFunction("busy"), 0.1, cpu=0.4)
    assert (outcome.ending, outcome.calls) == (CallEnding.CPU, {"busy": 1})
    assert outcome.cpu_seconds < 10


def test_who_keeps_what_is_lent_busy_for_too_long_is_stopped(asking: Scene) -> None:
    outcome = asking.call("ask", InjectedFunction("busy"), 0.2, 1000, cpu=0.2)
    assert outcome.ending is CallEnding.LENT, outcome
    assert LENT_FACTOR - 1 <= outcome.calls["busy"] < 100
    assert outcome.cpu_seconds < 0.2
    assert asking.value("ask", InjectedFunction("busy"), 0.0, 1) < 1.0


def test_what_is_lent_is_as_new_for_each_process() -> None:
    counting = Injection(
        functions={
            "number": "calls = []\ndef number():\n    calls.append(1)\n    return len(calls)\n"
        }
    )
    with playing(program("def twice(number):\n    return number(), number()\n"), counting) as scene:
        assert scene.value("twice", InjectedFunction("number")) == (1, 2)
        assert scene.value("twice", InjectedFunction("number"), fresh=False) == (3, 4)
        assert scene.value("twice", InjectedFunction("number")) == (1, 2)
        scene.session.freeze()
        assert scene.value("twice", InjectedFunction("number")) == (1, 2)

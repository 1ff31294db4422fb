"""What is lent is nowhere in the memory of a process that runs student code."""

from __future__ import annotations

import pytest

from grader.sandbox.protocol import Injection
from grader.wire import Injected
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


def occurrences(scene: Scene, *lent: Injected) -> int:
    found: int = scene.value("search", BACKWARDS, *lent, cpu=20.0, wall=120.0)
    return found


def test_it_is_never_there() -> None:
    with playing(program(SUBMISSION), LENT) as scene:
        assert occurrences(scene, Injected("helper")) == 0
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
            assert occurrences(scene, Injected("helper", {"word": WORD})) == 0
        scene.session.load(Injection())
        assert occurrences(scene) == 0

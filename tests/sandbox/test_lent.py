"""What is lent for one task is nowhere in memory when a different one is graded."""

from __future__ import annotations

import pytest

from grader.sandbox.protocol import Injection
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

def search(backwards):
    '''How often bytes stand anywhere near what Python and the C library have allocated.

    They are given backwards, and so compared, or the argument itself would be found.
    '''
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
LENT = Injection(functions={"helper": f"def helper():\n    return '{WORD}'\n"})
BACKWARDS = WORD.encode()[::-1]


def occurrences(scene: Scene) -> int:
    found: int = scene.value("search", BACKWARDS, cpu=20.0, wall=120.0)
    return found


def test_it_is_there_while_it_is_lent_and_gone_afterwards() -> None:
    with playing(program(SUBMISSION), LENT) as scene:
        assert occurrences(scene) > 0  # or the search finds nothing at all
        scene.session.load(Injection())
        assert occurrences(scene) == 0
        scene.session.load(LENT)
        scene.session.load(Injection())
        assert occurrences(scene) == 0

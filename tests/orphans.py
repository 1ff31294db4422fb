"""Processes whose parents have ended, which a test wants to see instead of losing them to init."""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_PR_GET_CHILD_SUBREAPER = 37


@contextlib.contextmanager
def adopted() -> Iterator[None]:
    """Be the parent of every descendant whose own parent ends, so that nobody can hide.

    Who has ended by the end of the context is buried with it: tests that come later ask whether
    they leave children. So whatever is started inside, and is to be waited for, has been by then.
    """
    prctl = ctypes.CDLL(None).prctl
    adopting = ctypes.c_int()
    prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(adopting), 0, 0, 0)
    before = children(os.getpid())
    prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        prctl(_PR_SET_CHILD_SUBREAPER, adopting.value, 0, 0, 0)
        for child in set(children(os.getpid())).difference(before):
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, os.WNOHANG)


def children(pid: int) -> list[int]:
    """Living or not yet waited for; none, if the process itself has ended."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []

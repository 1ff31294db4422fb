"""Counts how often an agent's search calls itself during a move. Runs in the sandbox.

A search calls itself, directly or in a circle of functions. Which functions do is seen during the
first move; during the others it is counted how often they are entered, at each level.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Sequence
from inspect import CO_GENERATOR
from types import CodeType, FrameType
from typing import Any

MOST = 60_000
"""Calls in a move that are looked at. Larger searches are not counted."""


def move_counts(boards: Sequence[list[list[str]]]) -> list[list[list[int]]]:
    """What the agent's search looks into on each of ``boards`` but the first.

    Returns:
        for each of these boards, and for each depth that the search came to, how often its
        functions were entered at each level: at the first one from outside, at the next by
        themselves. Nothing if there is no such function, or if a move ends in an exception.
    """
    first, *others = boards
    circle = _Circle()
    if not _moved(first, circle):
        return []
    found = []
    for board in others:
        levels = _Levels(circle.functions)
        if not _moved(board, levels) or levels.too_many:
            return []
        found.append(levels.by_depth())
    return found


def _moved(board: list[list[str]], watch: _Circle | _Levels) -> bool:
    """Whether a new agent has made a move on ``board`` under the eyes of ``watch``."""
    try:
        agent = vars(sys.modules["submission"])["PlayerAI"]()
        sys.setprofile(watch.event)
        agent.make_move(copy.deepcopy(board))
    except (Exception, SystemExit):  # noqa: BLE001 - other tests say what is wrong with it
        return False
    finally:
        sys.setprofile(None)
    return True


class _Circle:
    """Finds the submission's functions that are called again before they have returned."""

    def __init__(self) -> None:
        self.functions: dict[int, CodeType] = {}
        """By where they are in memory: to compare them takes longer than to call them."""
        self._namespace = vars(sys.modules["submission"])
        self._active: list[CodeType] = []
        self._left = MOST

    def event(self, frame: FrameType, event: str, _: Any) -> None:
        """A function is called or returns, as :func:`sys.setprofile` says it."""
        code = frame.f_code
        if frame.f_globals is not self._namespace or not _may_search(code):
            return
        if event == "call":
            self._left -= 1
            if not self._left:
                sys.setprofile(None)
            before = [number for number, each in enumerate(self._active) if each is code]
            self._active.append(code)
            if before:
                between = self._active[before[-1] :]
                self.functions |= {id(each): each for each in between}
        elif event == "return" and self._active:
            self._active.pop()


class _Levels:
    """Counts at each level how often functions of a search are entered."""

    def __init__(self, functions: dict[int, CodeType]) -> None:
        self.too_many = False
        self._functions = functions
        self._now: list[int] = []
        self._depth = 0
        self._calls = 0
        self._found: dict[int, list[int]] = {}

    def event(self, frame: FrameType, event: str, _: Any) -> None:
        """A function is called or returns, as :func:`sys.setprofile` says it."""
        if id(frame.f_code) not in self._functions:
            return
        if event == "call":
            if self._depth == len(self._now):
                self._now.append(0)
            self._now[self._depth] += 1
            self._depth += 1
            self._calls += 1
            if self._calls > MOST:
                self.too_many = True
                sys.setprofile(None)
        elif event == "return" and self._depth:
            self._depth -= 1
            if not self._depth:
                known = self._found.setdefault(len(self._now), [0] * len(self._now))
                known[:] = [one + other for one, other in zip(known, self._now, strict=True)]
                self._now = []

    def by_depth(self) -> list[list[int]]:
        """The numbers of each level, for each depth that calls from outside came to."""
        return [self._found[depth] for depth in sorted(self._found)]


def _may_search(code: CodeType) -> bool:
    """Whether it is a function; comprehensions and generators are entered again and again."""
    inner = code.co_name.startswith("<") and code.co_name != "<lambda>"
    return not inner and not code.co_flags & CO_GENERATOR

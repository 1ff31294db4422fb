"""Programs that are slow on purpose, as sources: a sample that is right, with a change to it.

Each wraps every function that the assignment asks for. Only the outermost call of a function is
changed, so that a search that calls itself loses time once. Seconds are those of the machine where
budgets were measured, so that a program is as slow for its limits everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_WRAPPING = """

import functools as _functools
import time as _time

_PACE = {pace}

def _spend(seconds):
    begun = _time.process_time()
    while _time.process_time() - begun < seconds * _PACE:
        pass

def _changed(function):
    inside = []
    @_functools.wraps(function)
    def outermost(*args, **kwargs):
        if inside:
            return function(*args, **kwargs)
        inside.append(None)
        try:
            {body}
        finally:
            inside.clear()
    return outermost

for _name in {names}:
    globals()[_name] = _changed(globals()[_name])
"""

_LOADING = """

def _spend_at_load(seconds):
    _spend(seconds)
    return 0

{statements}
def _needs_them():
    return {names}
"""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to be slow.

    Attributes:
        body: what is done in place of a call, as Python.
        only: the functions that do so; all of the assignment's if empty.
        loading: seconds that each of some statements takes at top level which a function needs.
    """

    body: str
    only: tuple[str, ...] = ()
    loading: tuple[float, ...] = ()


_RIGHT = "return function(*args, **kwargs)"


def _slow(seconds: float, then: str = _RIGHT) -> str:
    return f"_spend({seconds})\n            {then}"


WAYS: Mapping[str, Way] = {
    "never ends": Way("\n            while True: pass"),
    "sleeps forever": Way("_time.sleep(1e6)"),
    "sleeps, then is right": Way("_time.sleep(14 * _PACE); return function(*args, **kwargs)"),
    "1.8 s, then right": Way(_slow(1.8)),
    "1.8 s, then wrong": Way(_slow(1.8, "return []")),
    "1.8 s, then an exception": Way(_slow(1.8, "raise ValueError('no')")),
    "0.9 s, then right": Way(_slow(0.9)),
    "0.2 s, then right": Way(_slow(0.2)),
    "0.3 s, then right": Way(_slow(0.3)),
    "0.3 s, then wrong": Way(_slow(0.3, "return []")),
    "a slow evaluation_func": Way(_slow(0.002), ("evaluation_func",)),
    "slow loading, 1.8 s, then right": Way(_slow(1.8), loading=(1.4, 1.4)),
    "loading cut twice, 1.8 s, then right": Way(_slow(1.8), loading=(1.9, 1.9, 1.9, 1.9, 1.9)),
}
"""What is graded, by name."""


def sources(right: str, functions: frozenset[str], pace: float) -> Iterator[tuple[str, str]]:
    """Name and source of each program.

    Args:
        right: the source of a right solution.
        functions: names of what it defines.
        pace: how many times longer limits are here than where budgets were measured.
    """
    for name, way in WAYS.items():
        names = sorted(set(way.only) or functions)
        # `body` begins with statements of its own, and may go on in lines that are indented alike.
        changed = right + _WRAPPING.format(body=way.body, names=names, pace=pace)
        yield name, changed + (_loading(way.loading) if way.loading else "")


def _loading(statements: Sequence[float]) -> str:
    names = [f"_LOADED_{number}" for number in range(len(statements))]
    spent = "\n".join(
        f"{name} = _spend_at_load({seconds})"
        for name, seconds in zip(names, statements, strict=True)
    )
    return _LOADING.format(statements=spent, names=" + ".join(names))

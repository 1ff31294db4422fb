"""How fast this machine runs Python, so that budgets mean the same everywhere.

A fixed piece of work, of the kind that search and game playing are made of, is timed once for each
machine and remembered. It is timed in CPU seconds, and the best of several tries counts, so that
other work on the machine disturbs it little, and if so, makes it look slower: never stricter.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import math
import os
import platform
import stat
import sys
import tempfile
import time
from pathlib import Path
from statistics import fmean

from grader.machine import cache

_TRIES = 5
_CREDIBLE = (0.001, 10.0)
"""Seconds between which the work may take on any machine; whatever else is remembered is wrong."""
_NO_DIFFERENCE = 1.25
"""Ratio below which two machines, or two moments of one, cannot be told apart."""
_MOST = 3.0
"""Whatever is slower than this is not to be made up for by waiting longer."""
_MOST_REMEMBERED = 4096
_TELLING = frozenset({
    "vendor_id", "cpu family", "model", "model name", "stepping", "cache size",
    "CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision",
})  # fmt: skip
"""Lines of ``/proc/cpuinfo`` that are the same at each look, and not on another kind of machine."""


def factor(calibration: float | None) -> float:
    """How many times as long as where ``calibration`` was measured things take here; 1 at least.

    Args:
        calibration: seconds that :func:`seconds` gave there; ``None`` if nobody knows.
    """
    if calibration is None:
        return 1.0
    ratio = seconds() / calibration
    return 1.0 if ratio < _NO_DIFFERENCE else round(ratio, 1)


@functools.cache
def seconds() -> float:
    """CPU seconds that the fixed work takes on this machine, remembered from an earlier run."""
    machine = _machine()
    folder = cache.folder()
    if folder is None:
        return measure()
    file = folder / f"speed-{hashlib.sha256(machine.encode()).hexdigest()[:16]}.json"
    known = _remembered(file, machine)
    if known is None:
        known = measure()
        _remember(file, machine, known)
    return known


def slowdown(calibration: float | None, factor: float) -> float:
    """How many times as long as ``factor`` says things take at this moment; from 1 to 3.

    CPU seconds are not the same all day: cores share caches, and machines their cores. The mean
    of several tries counts, because a long call does not have the best of all moments either.
    """
    if calibration is None:
        return 1.0
    ratio = fmean(_timed() for _ in range(_TRIES)) / calibration / factor
    return 1.0 if ratio < _NO_DIFFERENCE else min(ratio, _MOST)


def measure() -> float:
    """CPU seconds that the fixed work takes, best of several tries."""
    return min(_timed() for _ in range(_TRIES))


def _timed() -> float:
    began = time.process_time()
    _work()
    return time.process_time() - began


def _work() -> tuple[int, float]:
    """Both halves of what assignments ask for: a small game tree, and a tour that is improved."""
    board = [[(2 * row + column) % 3 for column in range(6)] for row in range(6)]
    cities = [(math.cos(7.0 * city), math.sin(11.0 * city)) for city in range(80)]
    return _searched(board, 5, {}), _improved(cities)


def _searched(board: list[list[int]], depth: int, seen: dict[tuple[int, ...], int]) -> int:
    """A full-width search in a game of moving pieces downwards."""
    key = tuple(piece for row in board for piece in row)
    if depth == 0:
        return sum(row * piece for row, line in enumerate(board) for piece in line)
    if key in seen:
        return seen[key]
    best = -1000
    for row in range(5):
        for column in range(6):
            if board[row][column] != 1 or board[row + 1][column]:
                continue
            after = [list(line) for line in board]
            after[row][column], after[row + 1][column] = 0, 1
            best = max(best, -_searched(after, depth - 1, seen))
    seen[key] = best
    return best


def _improved(cities: list[tuple[float, float]]) -> float:
    """The length of a tour after one round of turning its segments round."""
    table = [[math.dist(one, other) for other in cities] for one in cities]
    tour = list(range(len(cities)))
    shortest = _length(tour, table)
    for begin in range(1, len(tour) - 1):
        for end in range(begin + 2, len(tour)):
            turned = tour[:begin] + tour[begin:end][::-1] + tour[end:]
            length = _length(turned, table)
            if length < shortest:
                tour, shortest = turned, length
    return shortest


def _length(tour: list[int], table: list[list[float]]) -> float:
    return sum(table[tour[number - 1]][city] for number, city in enumerate(tour))


def _machine() -> str:
    """What tells this machine, and the Python on it, from others that may be slower or faster."""
    python = f"{sys.implementation.name} {platform.python_version()} {platform.machine()}"
    return "\n".join((python, *_processor()))


def _processor() -> list[str]:
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        return []
    first = text.partition("\n\n")[0].splitlines()
    return [line for line in first if line.partition(":")[0].strip() in _TELLING]


def _remembered(file: Path, machine: str) -> float | None:
    """What the file says of this machine, if that can be believed."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as opened:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return None
            found = json.loads(opened.read(_MOST_REMEMBERED))
    except (OSError, ValueError, RecursionError):
        return None
    match found:
        case {"machine": str(of), "seconds": float(known)} if of == machine:
            return known if _CREDIBLE[0] <= known <= _CREDIBLE[1] else None
    return None


def _remember(file: Path, machine: str, known: float) -> None:
    """Write the file, whole or not at all; where that cannot be, the next run measures again."""
    text = json.dumps({"machine": machine, "seconds": known})
    with contextlib.suppress(OSError):
        descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix=".speed-")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
                opened.write(text)
            Path(draft).replace(file)
        except BaseException:
            Path(draft).unlink()
            raise

"""Measures how fast this machine runs Python, so that budgets mean the same everywhere.

A fixed piece of work, typical of search and game playing, is timed once for each machine and
remembered. It is timed in CPU seconds, and the best of several tries counts. So other work on the
machine disturbs it little, and can only make budgets wider.
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

from grader.machine import cache_folder

_TRIES = 5
_CREDIBLE = (0.001, 10.0)
"""The least and the most seconds of the work on any machine; other values are not believed."""
_NO_DIFFERENCE = 1.25
"""Ratio below which two machines count as equally fast."""
_MARGIN = 1.15
"""What two moments of a machine at rest may differ by."""
_MOST = 4.0
"""The greatest slowdown that longer budgets make up for."""
_MOST_REMEMBERED = 4096
_TELLING = frozenset({
    "vendor_id", "cpu family", "model", "model name", "stepping", "cache size",
    "CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision",
})  # fmt: skip
"""Lines of ``/proc/cpuinfo`` that never change, and differ between kinds of machines."""


def machine_slowness(calibration: float | None) -> float:
    """Return how many times slower this machine is than the one with ``calibration``; 1 at least.

    Args:
        calibration: seconds that :func:`measure_shortest_benchmark` gave there, if known.
    """
    if calibration is None:
        return 1.0
    ratio = benchmark_seconds() / calibration
    return 1.0 if ratio < _NO_DIFFERENCE else round(ratio, 1)


@functools.cache
def benchmark_seconds() -> float:
    """Return the CPU seconds of the benchmark on this machine, from the cache if possible."""
    machine = _machine_kind()
    folder = cache_folder.cache_folder()
    if folder is None:
        return measure_shortest_benchmark()
    file = folder / f"speed-{hashlib.sha256(machine.encode()).hexdigest()[:16]}.json"
    known = _read_cached_benchmark(file, machine)
    if known is None:
        known = measure_shortest_benchmark()
        _cache_benchmark(file, machine, known)
    return known


def slowdown_beyond_factor(calibration: float | None, factor: float) -> float:
    """Return how many times slower this machine is now than ``factor`` says, by one run.

    Less than 1 at a better moment than when ``factor`` was found out; but no machine counts as
    faster than the one with this ``calibration``.
    """
    if calibration is None:
        return 1.0
    return min(max(_timed() / calibration, 1.0) / factor, _MOST)


def limit_factor_now(calibration: float | None, factor: float) -> float:
    """Return by what a limit must be multiplied now, beyond ``factor``; from 1 to 4.

    Where things take longer, it is a little more than they do: how much longer differs by as much
    from one moment to the next, and between pieces of work.
    """
    if calibration is None:
        return 1.0
    ratio = measure_benchmark_now() / calibration / factor
    return 1.0 if ratio < _MARGIN else min(_MARGIN * ratio, _MOST)


def measure_benchmark_now() -> float:
    """Return the CPU seconds that the benchmark takes now: the mean of several runs.

    The value of a CPU second varies: cores share caches, and virtual machines their cores. The mean
    of several tries counts, because a long call is not always in the best moment either.
    """
    return fmean(_timed() for _ in range(_TRIES))


def measure_shortest_benchmark() -> float:
    """Return the CPU seconds that the benchmark takes: the shortest of several runs."""
    return min(_timed() for _ in range(_TRIES))


def _timed() -> float:
    began = time.process_time()
    _run_benchmark()
    return time.process_time() - began


def _run_benchmark() -> tuple[int, float]:
    """Run the benchmark: search a small game tree, and improve a tour."""
    board = [[(2 * row + column) % 3 for column in range(6)] for row in range(6)]
    cities = [(math.cos(7.0 * city), math.sin(11.0 * city)) for city in range(80)]
    return _search_game_tree(board, 5, {}), _improve_tour(cities)


def _search_game_tree(board: list[list[int]], depth: int, seen: dict[tuple[int, ...], int]) -> int:
    """Return the value of a game of moving pieces downwards, by a full-width search."""
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
            best = max(best, -_search_game_tree(after, depth - 1, seen))
    seen[key] = best
    return best


def _improve_tour(cities: list[tuple[float, float]]) -> float:
    """Return the length of a tour after one round of reversing its segments."""
    table = [[math.dist(one, other) for other in cities] for one in cities]
    tour = list(range(len(cities)))
    shortest = _tour_length(tour, table)
    for begin in range(1, len(tour) - 1):
        for end in range(begin + 2, len(tour)):
            turned = tour[:begin] + tour[begin:end][::-1] + tour[end:]
            length = _tour_length(turned, table)
            if length < shortest:
                tour, shortest = turned, length
    return shortest


def _tour_length(tour: list[int], table: list[list[float]]) -> float:
    return sum(table[tour[number - 1]][city] for number, city in enumerate(tour))


def _machine_kind() -> str:
    """Return a description of this machine's processor and Python, which decide the speed."""
    python = f"{sys.implementation.name} {platform.python_version()} {platform.machine()}"
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        text = ""
    first = text.partition("\n\n")[0].splitlines()
    processor = (line for line in first if line.partition(":")[0].strip() in _TELLING)
    return "\n".join((python, *processor))


def _read_cached_benchmark(file: Path, machine: str) -> float | None:
    """Return the seconds in the file, if it is about this machine and its number is plausible."""
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


def _cache_benchmark(file: Path, machine: str, known: float) -> None:
    """Write the file in one step, replacing any earlier one; ignore failures."""
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

"""How fast the machine was while something ran.

A virtual machine's processors are shared with others, so that the same work can take twice as long
a second later. A second process does the fixed work again and again, on another core.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from statistics import fmean

from grader.machine import speed

_EVERY = 0.5
"""Seconds between two measurements; each takes five times the fixed work."""


@dataclass(slots=True)
class Pace:
    """What :func:`sampled` found; empty until its block has ended."""

    seconds: list[float] = field(default_factory=list)

    def against(self, calibration: float) -> float:
        """How many times slower than ``calibration`` the machine was on average."""
        return fmean(self.seconds) / calibration


@contextmanager
def sampled() -> Iterator[Pace]:
    """Measure the machine's pace in another process while the block runs."""
    # A fresh interpreter: a fork would copy whatever sandboxes and threads this process has.
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_sample, args=(there,))
    process.start()
    there.close()
    pace = Pace()
    try:
        assert here.recv() == "ready"
        yield pace
        here.send("enough")
        pace.seconds = here.recv()
    finally:
        here.close()
        process.terminate()
        process.join()


def _sample(there: Connection) -> None:
    there.send("ready")
    seconds = [speed.measure_benchmark_now()]
    while not there.poll(_EVERY):
        seconds.append(speed.measure_benchmark_now())
    there.send(seconds)

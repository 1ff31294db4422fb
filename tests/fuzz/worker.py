"""A process that runs cases until it is asked to stop, or until one of them ends it."""

from __future__ import annotations

import contextlib
import faulthandler
import json
import mmap
import os
import resource
import signal
import struct
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO

from tests.fuzz.case import Draw, Target

AT = struct.Struct("<q")
"""The number of the case that is being run, in memory shared with the parent; -1 before any."""
DONE = -2
"""Stands there when all cases have been run."""
REPORT_EVERY = 0.5
"""Seconds between two reports."""
STACK_SIGNAL = signal.SIGUSR1
"""Makes a worker write where it is, whatever it is doing."""


@dataclass(slots=True)
class Report:
    """What happened since the last report; sent as one line of JSON."""

    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, int] = (0.0, -1)
    """CPU seconds, and the case."""
    peak_bytes: int = 0
    findings: list[tuple[int, str, str]] = field(default_factory=list)
    """The case, where it happened (the same for the same defect), and a traceback."""

    def line(self) -> bytes:
        """As JSON, with a newline."""
        tallied = (self.outcomes, self.slowest, self.peak_bytes, self.findings)
        return json.dumps(tallied).encode("ascii") + b"\n"

    @classmethod
    def read(cls, line: bytes) -> Report:
        """Inverse of :meth:`line`."""
        outcomes, slowest, peak, findings = json.loads(line)
        return cls(
            Counter(outcomes), (slowest[0], slowest[1]), peak, [(n, w, t) for n, w, t in findings]
        )


def work(
    target: Target,
    seed: int,
    numbers: Iterable[int],
    *,
    place: Path,
    at: mmap.mmap,
    pipe: int,
    stacks: IO[str],
) -> None:
    """Run the cases with these ``numbers`` and report through ``pipe``. Never returns normally."""
    parent = os.getppid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted, and ends this
    faulthandler.enable(stacks)
    faulthandler.register(STACK_SIGNAL, stacks, all_threads=False)
    target.prepare(place)
    _limit_memory(target.bounds.memory_bytes)
    draw = Draw()
    report = Report()
    known: set[str] = set()
    reported = time.monotonic()
    for number in numbers:
        AT.pack_into(at, 0, number)
        draw.begin(seed, number)
        case = target.case(draw)
        began = time.process_time()
        try:
            outcome = target.run(case)
        except BaseException as error:  # noqa: BLE001 - whatever gets out is a finding
            outcome = "finding"
            where = _where(error)
            if where not in known:
                known.add(where)
                report.findings.append((number, where, _told(error)))
        report.slowest = max(report.slowest, (time.process_time() - began, number))
        report.outcomes[outcome] += 1
        if time.monotonic() - reported > REPORT_EVERY:
            if os.getppid() != parent:
                return
            _send(report, pipe)
            report = Report()
            reported = time.monotonic()
    _send(report, pipe)
    AT.pack_into(at, 0, DONE)


def _send(report: Report, pipe: int) -> None:
    report.peak_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    data = memoryview(report.line())
    while data:
        data = data[os.write(pipe, data) :]


def _limit_memory(allowance: int) -> None:
    """Let this process have no more address space than it has and ``allowance``."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + allowance
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _where(error: BaseException) -> str:
    """The kind of the error and the line it came from."""
    frame: TracebackType | None = error.__traceback__
    place = "nowhere"
    while frame is not None:
        place = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}"
        frame = frame.tb_next
    return f"{type(error).__name__} at {place}"


def _told(error: BaseException) -> str:
    text = f"{type(error).__name__}, which cannot be shown"
    with contextlib.suppress(Exception):
        text = "".join(traceback.format_exception(error, limit=-12, chain=False))
    return text[-6000:]

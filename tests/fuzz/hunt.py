"""Runs many cases in forked workers and tells what was found.

A worker that crashes, hangs or is killed is a finding like an exception is: the parent knows
which case it was at, and starts another worker behind it.
"""

from __future__ import annotations

import mmap
import os
import select
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from tests.fuzz.case import Case, Draw, Target
from tests.fuzz.worker import AT, DONE, STACK_SIGNAL, Report, work

MOST_FINDINGS = 20
"""Different findings after which a run ends."""
IDLE = 20
"""How many times its CPU bound a case may do nothing, although it could: in case it only waits."""
_WRITING = 60.0
"""Seconds until a worker has written where it is, at most. It does so at once where it may run."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A case that did what no case may do."""

    number: int
    what: str
    """In a line; the same for the same defect."""
    traces: str
    """A traceback, if there is any."""
    case: Case


@dataclass(slots=True)
class Tally:
    """What came out of a run."""

    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    slowest: tuple[float, int] = (0.0, -1)
    """CPU seconds, and the case."""
    first_peak: int = 0
    """Bytes of memory that a worker held at most in the first half second."""
    peak: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def cases(self) -> int:
        """How many were run to their end."""
        return self.outcomes.total()

    def add(self, report: Report) -> None:
        """Take in what a worker reports, its findings excepted."""
        self.outcomes += report.outcomes
        self.slowest = max(self.slowest, report.slowest)
        self.first_peak = self.first_peak or report.peak_bytes
        self.peak = max(self.peak, report.peak_bytes)


def hunt(
    target: Target,
    *,
    seed: int,
    first: int = 0,
    cases: int | None = None,
    seconds: float | None = None,
    jobs: int = 1,
    progress: Callable[[Tally], None] | None = None,
) -> Tally:
    """Run cases until there were ``cases`` or ``seconds`` have passed.

    Args:
        seed: with it and its number, a case is the same in every run.
        first: number of the first case.
        progress: called every now and then.
    """
    return _Hunt(target, seed, first, cases, seconds, jobs, progress).run()


def case_of(target: Target, seed: int, number: int) -> Case:
    """Case ``number`` of a run with ``seed``."""
    draw = Draw()
    draw.begin(seed, number)
    return target.case(draw)


@dataclass(slots=True)
class _Worker:
    pid: int
    pipe: int
    at: mmap.mmap
    stacks: IO[str]
    buffer: bytes = b""
    seen: int = -1
    """The case it was at when it was looked at last,"""
    busy_then: float = 0.0
    """and how long it had run, or had to wait for a processor, when it was first seen there,"""
    cpu_then: float = 0.0
    """and the CPU time of that,"""
    since: float = 0.0
    """and when that was."""

    @property
    def number(self) -> int:
        """The case it is at."""
        at: int = AT.unpack_from(self.at, 0)[0]
        return at

    def busy(self) -> float:
        """Seconds in which it has run, or waited for a processor, as the kernel counts them."""
        try:
            ran, waited, _ = Path(f"/proc/{self.pid}/schedstat").read_text().split()
        except (OSError, ValueError):
            return 0.0
        return (int(ran) + int(waited)) / 1e9

    def cpu(self) -> float:
        """CPU seconds it has used; Linux gives each process a clock, numbered like this."""
        try:
            return time.clock_gettime(~self.pid << 3 | 2)
        except OSError:
            return 0.0


class _Hunt:
    def __init__(
        self,
        target: Target,
        seed: int,
        first: int,
        cases: int | None,
        seconds: float | None,
        jobs: int,
        progress: Callable[[Tally], None] | None,
    ) -> None:
        self._target = target
        self._seed = seed
        self._first = first
        self._last = None if cases is None else first + cases
        self._give_up = None if seconds is None else time.monotonic() + seconds
        self._jobs = jobs
        self._progress = progress
        self._tally = Tally()
        self._known: set[str] = set()
        self._workers: list[_Worker] = []

    def run(self) -> Tally:
        """See :func:`hunt`."""
        began = time.monotonic()
        fast = Path("/dev/shm")
        parent = fast if os.access(fast, os.W_OK) else None
        with tempfile.TemporaryDirectory(prefix="fuzz-", dir=parent) as place:
            try:
                for job in range(self._jobs):
                    self._workers.append(self._start(Path(place), self._first + job))
                while self._workers and len(self._known) < MOST_FINDINGS:
                    self._listen(Path(place))
                    self._tally.seconds = time.monotonic() - began
                    if self._progress is not None:
                        self._progress(self._tally)
            finally:
                for worker in self._workers:
                    _end(worker, running=True)
        self._tally.seconds = time.monotonic() - began
        return self._tally

    def _numbers(self, first: int) -> Iterator[int]:
        number = first
        while (self._last is None or number < self._last) and (
            self._give_up is None or time.monotonic() < self._give_up
        ):
            yield number
            number += self._jobs

    def _start(self, place: Path, first: int) -> _Worker:
        at = mmap.mmap(-1, AT.size)
        AT.pack_into(at, 0, -1)
        reading, writing = os.pipe()
        stacks = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed with the worker
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                folder = place / str(os.getpid())
                folder.mkdir()
                numbers = self._numbers(first)
                work(
                    self._target, self._seed, numbers, place=folder, at=at, pipe=writing,
                    stacks=stacks,
                )  # fmt: skip
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        os.set_blocking(reading, False)
        return _Worker(pid, reading, at, stacks, since=time.monotonic())

    def _listen(self, place: Path) -> None:
        """Take in reports for a moment, then look after everyone."""
        select.select([worker.pipe for worker in self._workers], [], [], 0.1)
        for worker in list(self._workers):
            ended = self._take(worker)
            trouble = "" if ended else self._stuck(worker)
            if not ended and not trouble:
                continue
            self._workers.remove(worker)
            number = worker.number
            status, traces = _end(worker, running=not ended)
            if ended and (status or number != DONE):
                trouble = f"crash: the worker {_ending(status)}"
            if trouble:
                self._find(number, f"{trouble}{_innermost(traces)}", traces)
                self._workers.append(self._start(place, number + self._jobs))

    def _take(self, worker: _Worker) -> bool:
        """Take in what ``worker`` reports; whether that was all for good."""
        ended = False
        while not ended:
            try:
                data = os.read(worker.pipe, 1 << 16)
            except BlockingIOError:
                break
            ended = not data
            worker.buffer += data
        *lines, worker.buffer = worker.buffer.split(b"\n")
        for line in lines:
            report = Report.read(line)
            self._tally.add(report)
            for number, where, traces in report.findings:
                self._find(number, where, traces)
        return ended

    def _stuck(self, worker: _Worker) -> str:
        """What is wrong with ``worker`` if it has been at the same case for too long."""
        number, cpu, busy, now = worker.number, worker.cpu(), worker.busy(), time.monotonic()
        if number != worker.seen:
            worker.seen, worker.cpu_then, worker.busy_then, worker.since = number, cpu, busy, now
            return ""
        bound = self._target.bounds.cpu_seconds
        if cpu - worker.cpu_then > bound:
            return f"hang: one case used more than {bound:g} s of CPU time"
        if now - worker.since - (busy - worker.busy_then) > IDLE * bound:
            return f"hang: one case did nothing for more than {IDLE * bound:g} s"
        return ""

    def _find(self, number: int, what: str, traces: str) -> None:
        if what in self._known:
            return
        self._known.add(what)
        case = case_of(self._target, self._seed, max(number, self._first))
        self._tally.findings.append(Finding(number, what, traces, case))


def _end(worker: _Worker, *, running: bool) -> tuple[int, str]:
    """Collect ``worker``; its wait status, and where it was if that is known."""
    if running:
        os.kill(worker.pid, STACK_SIGNAL)
        patience = time.monotonic() + _WRITING
        while not _has_said(worker) and time.monotonic() < patience:
            time.sleep(0.01)
        os.kill(worker.pid, signal.SIGKILL)
    _, status = os.waitpid(worker.pid, 0)
    os.close(worker.pipe)
    worker.at.close()
    worker.stacks.seek(0)
    traces = worker.stacks.read(6000)
    worker.stacks.close()
    return status, traces


def _has_said(worker: _Worker) -> bool:
    """Whether it has written where it is, the innermost call first, or will not: it has ended."""
    written = os.pread(worker.stacks.fileno(), 6000, 0)
    if b"  File " in written and written.endswith(b"\n"):
        return True
    return os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _innermost(stack: str) -> str:
    """Where it was: file and function in a stack whose most recent call comes first."""
    for line in stack.splitlines():
        if line.startswith("  File "):
            file, _, function = line.strip().partition(", line ")
            return f" at {file} in {function.partition(' in ')[2]}"
    return ""


def _ending(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return "ended early"
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"

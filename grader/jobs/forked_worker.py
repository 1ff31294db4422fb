"""Runs a forked worker process: it answers with a text, and reports its progress on a pipe.

It may be started before its turn: it prepares what it can, and waits. And it may end its turn
before it has finished, if the rest disturbs no other worker.

Parent and worker end together. The parent asks its workers to end, and kills those that do not. A
worker ends itself when its parent has gone, even by SIGKILL. Either way it has time to end its
sandbox in good order.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import NoReturn

from grader.machine.termination_signals import ENDING, raise_on_signal
from grader.sandbox import SandboxUnavailable

Work = Callable[["ParentLink"], str]
"""Done by a worker: reports progress and returns an answer, most often a report as JSON."""

GRACE = 10.0
"""Seconds that a worker has for ending its sandbox."""

_EVERY = 0.1
"""Seconds between two messages about progress."""
ASKED = 64
"""Exit status of a worker that was asked to end, and did."""
_FAILED, _NO_MEMORY = 1, 65
"""Exit statuses of workers that end without a message."""
_STATUSES = {ASKED: "was asked to end", _NO_MEMORY: "ran out of memory"}


class WorkerLost(Exception):
    """A worker ended without an answer; ``str()`` says how, as the end of a sentence."""


@dataclass(slots=True, eq=False)
class ForkedWorker:
    """A running worker, as its parent sees it; created with :meth:`start`.

    Attributes:
        pipe: descriptor to be polled before :meth:`listen`.
        progress: the task at hand, the number of cases done, and of all.
        turn_ended: whether it has said that its turn is over.
    """

    pid: int
    pipe: int
    _turn: int
    progress: tuple[str, int, int] = ("", 0, 0)
    turn_ended: bool = False
    _text: bytearray = field(default_factory=bytearray)
    _reaped: bool = False

    @classmethod
    def start(cls, work: Work) -> ForkedWorker:
        """Fork a process that does ``work``; call this while signals are postponed.

        Raises:
            OSError: if the system has no process, no pipe or no event to give.
        """
        with contextlib.ExitStack() as kept, contextlib.ExitStack() as given:
            reading, writing = os.pipe()
            kept.callback(os.close, reading)
            given.callback(os.close, writing)
            turn = os.eventfd(0)
            kept.callback(os.close, turn)
            parent = os.getpid()
            pid = os.fork()
            if pid == 0:
                _run_worker(work, ParentLink(parent, writing, turn))
            kept.pop_all()
        return cls(pid, reading, turn)

    def give_turn(self) -> None:
        """Make every call of :meth:`WorkerParent.wait_for_turn` in the worker return."""
        os.eventfd_write(self._turn, 1)

    def listen(self) -> str | None:
        """Read the messages that have arrived, and return the answer once it is there.

        Raises:
            SandboxUnavailable: if the worker found no sandbox.
            WorkerLost: if there will be no answer.
        """
        data = os.read(self.pipe, 1 << 20)
        if not data:
            raise WorkerLost(_describe_exit(self._reap()))
        self._text += data
        *lines, rest = self._text.split(b"\n")
        self._text = bytearray(rest)
        for line in lines:
            match json.loads(line):
                case {"at": [task, done, total]}:
                    self.progress = task, done, total
                case {"turn": "over"}:
                    self.turn_ended = True
                case {"answer": str(text)}:
                    return text
                case {"unavailable": str(sentence)}:
                    raise SandboxUnavailable(sentence)
                case {"failed": str(what)}:
                    raise WorkerLost(f"failed: {what}")
        return None

    def ask_to_end(self) -> None:
        """Ask the worker by SIGTERM to end its sandbox and itself."""
        if not self._reaped:  # otherwise the number may be another process's
            os.kill(self.pid, signal.SIGTERM)
            os.kill(self.pid, signal.SIGCONT)  # it may have been stopped

    def end(self, patience: float) -> None:
        """Wait until the worker has ended, and kill it after ``patience`` seconds."""
        give_up = time.monotonic() + patience
        heard = select.poll()
        heard.register(self.pipe, select.POLLIN)
        while heard.poll(max(0.0, give_up - time.monotonic()) * 1000):
            if not os.read(self.pipe, 1 << 20):
                break
        else:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.pipe)
        os.close(self._turn)
        if not self._reaped:
            self._reap()

    def _reap(self) -> int:
        self._reaped = True
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def end_workers(workers: Collection[ForkedWorker]) -> None:
    """End all workers at the same time, and with each its sandbox."""
    for worker in workers:
        worker.ask_to_end()
    give_up = time.monotonic() + GRACE
    for worker in workers:
        worker.end(give_up - time.monotonic())


def _describe_exit(code: int) -> str:
    """Return the end of a worker in words, by its exit code as in ``subprocess``."""
    if code == -signal.SIGKILL:
        return "was killed (SIGKILL); perhaps the machine ran out of memory"
    if code < 0:
        name = signal.strsignal(-code) or "unknown"
        return f"was ended by signal {-code} ({name.lower()})"
    return _STATUSES.get(code, f"ended with status {code}")


@dataclass(slots=True)
class ParentLink:
    """The parent of a worker, as the worker sees it; call it to report progress."""

    pid: int
    _pipe: int
    _turn: int
    _reported_at: float = 0.0

    def __call__(self, task: str, done: int, total: int) -> None:
        """Send progress to the parent, but not every step of it."""
        if done in {1, total} or time.monotonic() - self._reported_at > _EVERY:
            self._reported_at = time.monotonic()
            self.send(at=[task, done, total])

    def wait_for_turn(self) -> None:
        """Wait until it is this worker's turn; return at once if it had its turn before."""
        os.eventfd_read(self._turn)
        os.eventfd_write(self._turn, 1)

    def end_turn(self) -> None:
        """Tell the parent that the rest of this worker's work disturbs no other."""
        self.send(turn="over")

    def send(self, **message: object) -> None:
        """Send a message for :meth:`ForkedWorker.listen`."""
        data = memoryview(json.dumps(message).encode("ascii") + b"\n")
        while data:
            data = data[os.write(self._pipe, data) :]


def _run_worker(work: Work, parent: ParentLink) -> NoReturn:
    """Run a worker to its end, and never return into the code that forked it."""
    try:
        os._exit(_work_and_send(work, parent))
    finally:
        os._exit(_FAILED)


def _work_and_send(work: Work, parent: ParentLink) -> int:
    """Do ``work``, send its outcome, and return the exit status."""
    try:
        with raise_on_signal(KeyboardInterrupt):  # pytest lets an exception of this name through
            # Started while signals are still blocked, so that all of them go to the main thread
            # and end what it waits for.
            threading.Thread(target=_end_after_parent, args=(parent.pid,), daemon=True).start()
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
            os.chdir("/")  # the working directory may be gone by now
            parent.send(answer=work(parent))
    except SandboxUnavailable as problem:
        parent.send(unavailable=str(problem))
    except KeyboardInterrupt:
        return ASKED
    except MemoryError:
        return _NO_MEMORY
    except BaseException as bug:  # noqa: BLE001 - nothing above could report it
        parent.send(failed=f"{type(bug).__name__}: {bug}")
    return 0


def _end_after_parent(parent: int) -> None:
    """End this process in good order once its parent has gone.

    PR_SET_PDEATHSIG would do so as soon as the parent's *thread* ends, although others go on.
    """
    gone = select.poll()
    with contextlib.suppress(OSError):  # before Linux 5.3 a look every second has to do
        gone.register(os.pidfd_open(parent), select.POLLIN)
    while os.getppid() == parent:
        gone.poll(1000)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os.kill(os.getpid(), signal.SIGKILL)

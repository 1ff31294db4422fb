"""A process that carries out orders for a thread of another program, each in a fork of its own.

A program with threads, as Dask's workers are, must not fork, and gradings are a fork each: what is
imported once serves all of them, and what happens to one stays there. So every thread that is given
orders has a process beside it, which imports the hidden tests and forks:

    thread ── order, a line of JSON ──▸ host ── fork ──▸ grading ──▸ sandbox
           ◂── answer, a line of JSON ──

If the thread ends, however that comes, the host and its grading end in good order.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
from typing import BinaryIO

from grader.jobs.pool import Outcome
from grader.jobs.remote import Unfit, accepted, without_sandbox
from grader.jobs.ways import forked
from grader.machine.interrupts import heeded
from grader.sandbox import SandboxUnavailable

_PR_SET_PDEATHSIG = 1


class HostLost(Exception):
    """A host, or its grading twice, has ended without an answer; ``str()`` says how."""


_hosts = threading.local()


def carry_out_apart(order: str) -> str:
    """As :func:`grader.jobs.remote.carry_out`, in a process beside this thread.

    Raises:
        Unfit: if what is needed is not to be had here.
        HostLost: if there will be no answer.
    """
    host: Host | None = getattr(_hosts, "host", None)
    if host is not None:
        try:
            return _carried_out(host, order)
        except Unfit:  # perhaps it is not up to date: somebody brought the right files
            _hosts.host = None
            host.close()
    _hosts.host = Host()
    return _carried_out(_hosts.host, order)


def inquired(inquiry: str, _: object) -> str:
    """As :func:`carry_out_apart`, once something else has been done, whatever that came to."""
    return carry_out_apart(inquiry)


def _carried_out(host: Host, order: str) -> str:
    try:
        return host.carry_out(order)
    except HostLost:
        _hosts.host = None
        host.close()
        raise


class Host:
    """The process, as its thread sees it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "grader.jobs.host", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def carry_out(self, order: str) -> str:
        """See :func:`carry_out_apart`."""
        orders, answers = self._process.stdin, self._process.stdout
        assert orders is not None
        assert answers is not None
        try:
            orders.write(order.encode("ascii") + b"\n")
            orders.flush()
            line = answers.readline()
        except OSError as problem:
            raise HostLost(f"its grading process is gone: {problem}") from None
        if not line.endswith(b"\n"):
            raise HostLost(f"its grading process ended with status {self._process.wait()}")
        match json.loads(line):
            case {"answer": str(answer)}:
                return answer
            case {"unfit": str(sentence)}:
                raise Unfit(sentence)
            case other:
                raise HostLost(str(other["lost"]))

    def close(self) -> None:
        """End it."""
        with contextlib.suppress(OSError):
            self._process.communicate()


# In the process -----------------------------------------------------------------------------


def main() -> None:
    """Carry out orders until there are no more."""
    # The thread that has made this process is the one that talks to it, so its end is the end.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != int(sys.argv[1]):
        return
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed is no answer
    # By this name pytest lets it through.
    with heeded(KeyboardInterrupt), contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        _serve(sys.stdin.buffer, answers)


def _serve(orders: BinaryIO, answers: BinaryIO) -> None:
    for order in orders:
        answers.write(json.dumps(_answer(order.decode("ascii"))).encode("ascii") + b"\n")
        answers.flush()


def _answer(order: str) -> dict[str, str]:
    try:
        bench, submission = accepted(order)
        if submission is None:
            return {"answer": ""}
        with forked(bench, 1)([(0, submission)]) as found:
            return _told(next(found))
    except Unfit as problem:
        return {"unfit": str(problem)}
    except SandboxUnavailable as problem:
        return {"unfit": str(without_sandbox(problem))}


def _told(outcome: Outcome[int]) -> dict[str, str]:
    return {"lost": outcome.lost} if outcome.answer is None else {"answer": outcome.answer}


if __name__ == "__main__":
    main()

"""Runs a fork server: a process that carries out orders for a thread, each in a fork of its own.

A program with threads, as Dask's workers and servers are, must not fork. But each grading is a
fork: it has what was imported once for all of them, and what happens to it happens there. So every
thread that is given orders has a process beside it, which imports the hidden tests and forks:

    thread ── trace, order in JSON ──▸ host ── fork ──▸ grading ──▸ sandbox
           ◂── progress and answer, in JSON, a line each ──

If the thread ends, for whatever reason, the host and its grading end in good order.
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
from collections.abc import Mapping
from typing import IO, BinaryIO

from grader.jobs.accept_remote_order import WorkerUnfit, accept_order, refuse_without_sandbox
from grader.jobs.executors import make_fork_executor
from grader.machine import logging_config
from grader.machine.termination_signals import ENDING
from grader.model.report import Progress
from grader.sandbox import SandboxUnavailable

_PR_SET_PDEATHSIG = 1


class ForkServerLost(Exception):
    """A fork server, or its grading twice, ended without an answer; ``str()`` says how."""


_hosts = threading.local()


def carry_out_by_fork_server(order: str, progress: Progress | None = None) -> str:
    """Return the answer to ``order`` by this thread's fork server; empty to an inquiry.

    Args:
        progress: called in this thread as the grading goes on.

    Raises:
        WorkerUnfit: if this machine lacks what the order needs.
        ForkServerLost: if there will be no answer.
    """
    host: ForkServerClient | None = getattr(_hosts, "host", None)
    if host is not None:
        try:
            return _carried_out(host, order, progress)
        except WorkerUnfit:  # perhaps the right files have arrived since it read them
            _hosts.host = None
            host.close()
    _hosts.host = ForkServerClient()
    return _carried_out(_hosts.host, order, progress)


def inquire_fork_server(inquiry: str, _: object) -> str:
    """Return the fork server's answer to an inquiry, once the other argument is computed."""
    return carry_out_by_fork_server(inquiry)


def _carried_out(host: ForkServerClient, order: str, progress: Progress | None) -> str:
    try:
        return host.carry_out(order, progress)
    except WorkerUnfit:
        raise
    except Exception:  # also one of ``progress``: the rest of its answer would be the next one's
        _hosts.host = None
        host.close()
        raise


class ForkServerClient:
    """A fork server process, as seen by the thread that uses it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "grader.jobs.fork_server", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def carry_out(self, order: str, progress: Progress | None = None) -> str:
        """Send an order to the process and return its answer."""
        orders, answers = self._process.stdin, self._process.stdout
        assert orders is not None
        assert answers is not None
        try:
            orders.write(f"{logging_config.current_trace_id()}\t{order}\n".encode("ascii"))
            orders.flush()
        except OSError as problem:
            raise ForkServerLost(f"its grading process is gone: {problem}") from None
        while True:
            match json.loads(self._read_line(answers)):
                case {"at": [str(task), int(done), int(total)]}:
                    if progress is not None:
                        progress(task, done, total)
                case {"answer": str(answer)}:
                    return answer
                case {"unfit": str(sentence)}:
                    raise WorkerUnfit(sentence)
                case other:
                    raise ForkServerLost(str(other["lost"]))

    def _read_line(self, answers: IO[bytes]) -> bytes:
        try:
            line = answers.readline()
        except OSError as problem:
            raise ForkServerLost(f"its grading process is gone: {problem}") from None
        if not line.endswith(b"\n"):
            raise ForkServerLost(f"its grading process ended with status {self._process.wait()}")
        return line

    def close(self) -> None:
        """Close the input of the process, and wait until it has ended."""
        with contextlib.suppress(OSError):
            self._process.communicate()


# In the process -----------------------------------------------------------------------------


def main() -> None:
    """Carry out orders from standard input until it is closed.

    A signal that asks this process to end does so at once, but for a grading, which is ended in
    good order before: signals are postponed meanwhile. An exception might come anywhere, also
    where it is printed and forgotten.
    """
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    # Only the thread that started this process talks to it, so they end together.
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != int(sys.argv[1]):
        return
    logging_config.configure_logging(os.environ.get(logging_config.VARIABLE, "plain"))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing else that is printed passes for an answer
    with contextlib.suppress(BrokenPipeError):
        _serve(sys.stdin.buffer, answers)


def _serve(orders: BinaryIO, answers: BinaryIO) -> None:
    def send(message: Mapping[str, object]) -> None:
        answers.write(json.dumps(message).encode("ascii") + b"\n")
        answers.flush()

    def tell(task: str, done: int, total: int) -> None:
        send({"at": [task, done, total]})

    for line in orders:
        trace, _, order = line.decode("ascii").partition("\t")
        with logging_config.log_with_trace_id(trace):
            answer = _answer(order, tell)
        send(answer)


def _answer(order: str, progress: Progress) -> dict[str, str]:
    try:
        context, wanted = accept_order(order)
        if wanted is None:
            return {"answer": ""}
        with make_fork_executor(context, 1, progress)([(0, wanted)]) as outcomes:
            outcome = next(outcomes)
        return {"lost": outcome.lost} if outcome.answer is None else {"answer": outcome.answer}
    except WorkerUnfit as problem:
        return {"unfit": str(problem)}
    except SandboxUnavailable as problem:
        return {"unfit": str(refuse_without_sandbox(problem))}


if __name__ == "__main__":
    main()

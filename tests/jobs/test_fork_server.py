"""Processes beside threads: what they answer, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from grader.jobs import fork_server as hosts
from grader.jobs.accept_remote_order import WorkerUnfit
from grader.jobs.fork_server import ForkServerClient, ForkServerLost, carry_out_by_fork_server
from grader.jobs.grading_answer import GradingAnswer
from grader.jobs.grading_key import GradingSetting
from grader.jobs.work_order import GradingOrder, make_inquiry
from grader.model.submission import Cell, Submission
from tests.cli.process import adopting
from tests.orphans import children

SOURCE = "def improved_evaluate(board):\n    return 0\n"
SUBMISSION = Submission("a.py", "a" * 64, (Cell(SOURCE, "a.py", notebook=False),), notes=())


@pytest.fixture
def host() -> Iterator[ForkServerClient]:
    host = ForkServerClient()
    yield host
    host.close()


@pytest.mark.slow
def test_orders_are_carried_out_by_one_process(
    setting: GradingSetting, host: ForkServerClient
) -> None:
    before = children(os.getpid())
    answers = [
        GradingAnswer.read(host.carry_out(GradingOrder(setting, SUBMISSION).text)).result
        for _ in range(2)
    ]
    assert answers[0].score == answers[1].score
    assert [task.id for task in answers[0].tasks] == ["5.1"]
    assert host.carry_out(make_inquiry(setting)) == ""
    assert children(os.getpid()) == before


def test_what_cannot_be_done_is_said(setting: GradingSetting, host: ForkServerClient) -> None:
    other = replace(setting, tests="others")
    with pytest.raises(WorkerUnfit, match=r"^has other hidden tests of ps2"):
        host.carry_out(GradingOrder(other, SUBMISSION).text)
    assert host.carry_out(make_inquiry(setting)) == ""


def test_a_process_that_is_killed_is_replaced(setting: GradingSetting) -> None:
    """In a thread of its own, because each has its own process."""
    heard: list[str] = []

    def work() -> None:
        heard.append(carry_out_by_fork_server(make_inquiry(setting)))
        before = set(children(os.getpid()))
        (pid,) = before - others
        os.kill(pid, signal.SIGKILL)
        try:
            carry_out_by_fork_server(GradingOrder(setting, SUBMISSION).text)
        except ForkServerLost as problem:
            heard.append(str(problem))
        heard.append(carry_out_by_fork_server(make_inquiry(setting)))
        hosts._hosts.host.close()

    others = set(children(os.getpid()))
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert heard[0] == heard[2] == ""
    assert "ended with status -9" in heard[1] or "is gone" in heard[1]
    assert set(children(os.getpid())) <= others


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_one_that_waits_without_a_word(
    setting: GradingSetting, number: signal.Signals
) -> None:
    # It would inherit that a signal is ignored, as nohup has it, and rightly go on.
    before = signal.signal(number, signal.SIG_DFL)
    try:
        server = subprocess.Popen(
            [sys.executable, "-P", "-m", "grader.jobs.fork_server", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    finally:
        signal.signal(number, before)
    with server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(f"\t{make_inquiry(setting)}\n".encode())
        server.stdin.flush()
        assert server.stdout.readline()  # so it has begun
        server.send_signal(number)
        assert server.wait() == -number
        assert server.stderr is not None
        assert server.stderr.read() == b""


PROGRAM = """
import os, sys, threading
from grader.jobs.fork_server import ForkServerClient
host = ForkServerClient()
host.carry_out(sys.argv[1])
print(host._process.pid, flush=True)
host.carry_out(sys.stdin.readline().rstrip())
"""


@pytest.mark.slow
def test_it_ends_with_a_program_that_is_killed_and_its_grading_too(setting: GradingSetting) -> None:
    sleeping = "import time\ntime.sleep(600)\n" + SOURCE
    submission = replace(SUBMISSION, cells=(Cell(sleeping, "a.py", notebook=False),))
    order = GradingOrder(setting, submission).text
    with (
        adopting(),
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, make_inquiry(setting)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="ascii",
        ) as program,
    ):
        assert program.stdin is not None
        assert program.stdout is not None
        host = int(program.stdout.readline())
        program.stdin.write(f"{order}\n")
        program.stdin.flush()
        while not children(host):  # until it grades
            os.sched_yield()
        program.kill()

"""The server's workers: started, replaced, and tried again where they cannot be started."""

from __future__ import annotations

import logging
import os
import subprocess
import threading

import pytest

from grader.service import server_process


def test_a_worker_that_cannot_be_started_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ending, tries = threading.Event(), [False, False, True]
    started: list[subprocess.Popen[bytes]] = []

    def start(*_: str) -> subprocess.Popen[bytes]:
        if not tries.pop(0):
            raise BlockingIOError(11, "Resource temporarily unavailable")
        started.append(subprocess.Popen(["sleep", "60"]))
        ending.set()
        return started[0]

    monkeypatch.setattr(server_process, "_started", start)
    monkeypatch.setattr(server_process, "_EVERY", 0.0)
    monkeypatch.setattr(server_process, "_TRY_AGAIN", 0.0)
    with caplog.at_level(logging.ERROR):
        server_process._keep("sqlite://", 1, "bubblewrap", ending)
    assert tries == []
    assert [each.getMessage() for each in caplog.records] == [
        "A worker cannot be started: Resource temporarily unavailable"
    ] * 2
    assert started[0].returncode is not None


class _Ending(threading.Event):
    """Says how long it was waited for, and is set after some replacements."""

    def __init__(self) -> None:
        super().__init__()
        self.waited: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waited.append(timeout or 0.0)
        return self.is_set()


@pytest.mark.parametrize(("script", "rests"), [("exit 2", 2), ("kill -9 $$", 0)])
def test_a_worker_that_gives_up_is_replaced_later_than_one_that_was_killed(
    monkeypatch: pytest.MonkeyPatch, script: str, rests: int
) -> None:
    ending, started = _Ending(), 0

    def start(*_: str) -> subprocess.Popen[bytes]:
        nonlocal started
        started += 1
        if started == 3:
            ending.set()
            return subprocess.Popen(["sleep", "60"])
        worker = subprocess.Popen(["sh", "-c", script])
        worker.wait()
        return worker

    monkeypatch.setattr(server_process, "_started", start)
    server_process._keep("sqlite://", 1, "bubblewrap", ending)
    assert ending.waited.count(server_process._TRY_AGAIN) == rests


def test_workers_give_way_to_the_server() -> None:
    worker = server_process._started("sqlite:///nothing/there.db", "bubblewrap")
    try:
        own, its = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (0, worker.pid))
        assert its > own
    finally:
        worker.kill()
        worker.wait()

"""The server's workers: started, replaced, and tried again where they cannot be started."""

from __future__ import annotations

import logging
import subprocess
import threading

import pytest

from grader.service import serving


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

    monkeypatch.setattr(serving, "_started", start)
    monkeypatch.setattr(serving, "_EVERY", 0.0)
    monkeypatch.setattr(serving, "_TRY_AGAIN", 0.0)
    with caplog.at_level(logging.ERROR):
        serving._keep("sqlite://", 1, "bubblewrap", ending)
    assert tries == []
    assert [each.getMessage() for each in caplog.records] == [
        "A worker cannot be started: Resource temporarily unavailable"
    ] * 2
    assert started[0].returncode is not None

"""How the zygote finds its way back to a template whose child has spoken in its place."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator

import pytest

from grader import wire
from grader.runner.accounts import Account
from grader.runner.processes import Meter
from grader.runner.tally import Tally
from grader.runner.watch import Capture, Template
from grader.runner.zygote import Zygote


@pytest.fixture
def ends() -> Iterator[tuple[Template, socket.socket]]:
    """What the zygote knows of a template, and the template's own end of the socket."""
    ours, theirs = socket.socketpair()
    pipes = [os.pipe() for _ in range(4)]
    (trusted, _), *captured = pipes
    for reading, _ in captured:
        os.set_blocking(reading, False)
    captures = [Capture(reading) for reading, _ in captured]
    template = Template(os.getpid(), ours, captures, Tally(), trusted)
    yield template, theirs
    template.close()
    theirs.close()
    for end in (trusted, *(writing for _, writing in pipes)):
        os.close(end)


def test_answers_to_a_ping_cannot_be_given_in_advance(ends: tuple[Template, socket.socket]) -> None:
    template, theirs = ends
    theirs.sendall(b"".join(wire.frame(json.dumps({"pong": number})) for number in range(300)))
    answered = threading.Event()

    def answer() -> None:
        length = int.from_bytes(theirs.recv(4, socket.MSG_WAITALL), "big")
        asked = json.loads(theirs.recv(length, socket.MSG_WAITALL))
        theirs.sendall(wire.frame(json.dumps({"ended": 9})))
        answered.set()
        theirs.sendall(wire.frame(json.dumps({"pong": asked["ping"]})))

    zygote = Zygote({}, 0, Meter(Account([]), Account([])), "")
    speaker = threading.Timer(0.1, answer)
    speaker.start()
    zygote._ping(template)
    heard = answered.is_set()
    speaker.join()
    assert heard
    template.wait(0)
    assert template.frames == []

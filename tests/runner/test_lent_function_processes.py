"""What happens to a frame that the zygote only passes on."""

from __future__ import annotations

import os
import socket

import pytest

from grader import wire
from grader.runner.lent_function_processes import FrameInTransit
from grader.runner.sandbox_messaging import Gone


def taken(body: bytes) -> FrameInTransit:
    """``body`` as a frame that has come from the trusted side."""
    theirs, ours = os.pipe()
    try:
        os.write(ours, wire.frame_bytes(body))
        return FrameInTransit(theirs)
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_frame_arrives_as_it_came() -> None:
    near, far = socket.socketpair()
    with near, far:
        taken(b'{"series":[]}').send(near)
        assert far.recv(100) == wire.frame_bytes(b'{"series":[]}')


def test_who_has_ended_takes_no_frame() -> None:
    """The zygote must go on: that its neighbour was killed is what a student's call did."""
    near, far = socket.socketpair()
    far.close()
    frame = taken(b'{"series":[]}')
    with near, pytest.raises(Gone):
        frame.send(near)
    frame.close()

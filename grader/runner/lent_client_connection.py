"""Connects the process of lent functions with a process of student code that asks them.

What arrives is hostile: it is cut into messages here, and read by nobody before.
"""

from __future__ import annotations

from _socket import socket
from typing import Any

from grader.runner.build_lent_functions import Function
from grader.runner.lent_answer_prefetch import RowAccessHistory
from grader.runner.lent_call_codec import MAX_BYTES, MalformedValue
from grader.runner.lent_client import KEPT


class StudentConnection:
    """A process of student code that asks questions: its socket, and arguments that both know."""

    def __init__(self, end: socket) -> None:
        self.socket = end
        self.buffer = bytearray()
        self.kept: list[Any] = [None] * KEPT
        self.own: dict[int, tuple[Function, int]] = {}
        """Functions that stand for its own, by identity, with their numbers there,"""
        self.made: list[Function] = []
        """and in the order in which they were made."""
        self.asking: list[int] = []
        """Its questions that are being answered, the innermost last."""
        self.prefetch = RowAccessHistory()
        self.replies: dict[int, Any] = {}
        """Answers that it sent, by serial, while another message was waited for."""

    def name_of(self, value: Any) -> int | None:
        """Return the number by which both sides know a large argument."""
        return next((number for number, each in enumerate(self.kept) if each is value), None)

    def message(self) -> str | None:
        """Return the next message; ``None`` if it has not arrived completely.

        Raises:
            MalformedValue: if it is too long.
        """
        buffer = self.buffer
        if len(buffer) < 4:
            return None
        end = 4 + int.from_bytes(buffer[:4], "big")
        if end > MAX_BYTES + 4:
            raise MalformedValue("too long")
        if len(buffer) < end:
            return None
        try:
            text = buffer[4:end].decode("ascii")
        except UnicodeDecodeError:
            raise MalformedValue("no text") from None
        del buffer[:end]
        return text

    def send(self, reply: bytes) -> None:
        """Send a message.

        Raises:
            ConnectionEnded: if that is not possible.
        """
        try:
            self.socket.sendall(len(reply).to_bytes(4, "big") + reply)
        except OSError:
            raise ConnectionEnded(self) from None


class ConnectionEnded(BaseException):
    """The end of a connection to a process that is gone or broke the protocol.

    Not an ``Exception``, which a lent function might take for one of what it has called.
    """

    def __init__(self, peer: StudentConnection) -> None:
        super().__init__()
        self.peer = peer

"""Connects the zygote with a running template: by its socket, its output and its process.

Nothing here reads what a template sends; frames are cut out of the stream and handed on.
"""

from __future__ import annotations

import os
import select
from _socket import (  # without what only Python programs need of the module
    socket,
)
from collections.abc import Sequence

from grader import wire
from grader.runner.lent_function_processes import LentProcesses
from grader.runner.process_freezer import Freezer
from grader.runner.sandbox_messaging import Breach, Gone, send
from grader.runner.student_call import strip_folders

KEPT_OUTPUT = 64 * 1024
"""Bytes of output that are kept; the rest is counted only."""
CHUNK = 1 << 16


class CapturedOutput:
    """The output that processes wrote to one pipe: its beginning, and its total length."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.kept = bytearray()
        self.total = 0

    def drain(self) -> bool:
        """Read what has arrived without waiting; return whether more may come.

        Takes as much as the largest pipe holds and no more: many writers together could
        otherwise keep this busy for good.
        """
        for _ in range((1 << 20) // CHUNK):
            try:
                data = os.read(self.fd, CHUNK)
            except BlockingIOError:
                return True
            if not data:
                return False
            self.total += len(data)
            self.kept += data[: KEPT_OUTPUT - len(self.kept)]
        return True

    def take(self) -> str:
        """Return the text so far, with a marker if it was cut, and clear it."""
        self.drain()
        if not self.total:
            return ""
        text = self.kept.decode("utf-8", "backslashreplace")
        if self.total > len(self.kept):
            text += f"\n[… {self.total - len(self.kept)} more bytes were not kept]\n"
        self.kept.clear()
        self.total = 0
        return text


class TemplateConnection:
    """The zygote's connection to a running template."""

    def __init__(
        self,
        pid: int,
        control: socket,
        captures: list[CapturedOutput],
        lent: LentProcesses | None,
        freezer: Freezer,
        trusted: int,
    ) -> None:
        """Connect to a template; ``trusted`` is watched for the end of the trusted side."""
        self.pid = pid
        self.lent = lent
        self.freezer = freezer
        control.setblocking(False)
        self.control = control
        self.stdout, self.stderr, self.stack = self.captures = captures
        self.frames: list[bytes] = []
        """Frames that have arrived and were not looked at yet."""
        self.forked = False
        """Whether a child may be serving calls."""
        self._reader = wire.FrameReader()
        self._trusted = trusted
        self._by_descriptor = {capture.fd: capture for capture in captures}
        self._heard = select.epoll()
        for descriptor in (control.fileno(), trusted, *self._by_descriptor):
            self._heard.register(descriptor, select.EPOLLIN)

    @property
    def written(self) -> int:
        """Return the bytes of output since it was last taken."""
        return self.stdout.total + self.stderr.total

    def wait(self, timeout: float) -> None:
        """Wait for output or frames, and read what arrives first.

        Raises:
            Breach, Gone: as their names say.
        """
        if not self.frames:
            self._feed(b"")
        for descriptor, _ in self._heard.poll(timeout):
            capture = self._by_descriptor.get(descriptor)
            if capture is not None:
                if not capture.drain():
                    self._heard.unregister(descriptor)
            elif descriptor == self._trusted:
                # It waits for an answer and has nothing to say, so this is its end.
                os._exit(0)
            else:
                self._receive()

    def _receive(self) -> None:
        try:
            data = self.control.recv(CHUNK)
        except BlockingIOError:
            return  # it looked readable and is not, which must not keep anybody from the limits
        except OSError:
            data = b""
        if not data:
            raise Gone
        self._feed(data)

    def _feed(self, data: bytes) -> None:
        try:
            self.frames += self._reader.feed(data)
        except wire.WireError as problem:
            raise Breach(str(problem)) from None

    def ask(self, body: bytes) -> None:
        """Send calls; with a process's first calls, send the sockets for lent functions.

        Where its process has ended since, or has spoken unasked, that is the answer.

        Raises:
            Gone: if nobody is there to read it.
        """
        if self.frames:
            return
        self.send(body, () if self.lent is None else self.lent.asking)
        if self.lent is not None:
            self.lent.sent()

    def send(self, body: bytes, passed: Sequence[socket] = ()) -> None:
        """Send one frame, together with sockets.

        Raises:
            Gone: if nobody is there to read it.
        """
        send(self.control, wire.frame_bytes(body), passed)

    def close(self) -> None:
        """Close the zygote's ends."""
        self._heard.close()
        self.control.close()
        if self.lent is not None:
            self.lent.close()
        self.freezer.close()
        for capture in self.captures:
            os.close(capture.fd)


def keep_student_frames(stack: str) -> str:
    """Return ``stack`` without frames of the runner and lent functions, as in a traceback."""
    lines = [line for line in stack.splitlines(keepends=True) if not line.startswith('  File "<')]
    return strip_folders("".join(lines)) if len(lines) > 1 else ""

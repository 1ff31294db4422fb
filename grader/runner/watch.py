"""How the zygote follows a template: what arrives from it, and what it may use.

Nothing here reads what a template sends; frames are cut out of the stream and handed on.
"""

from __future__ import annotations

import os
import select
import socket
import time
from typing import NamedTuple

from grader import wire
from grader.runner import processes
from grader.runner.tally import Tally

KEPT_OUTPUT = 64 * 1024
"""Bytes of output that are kept; the rest is counted only."""
SEND_PATIENCE = 10.0
"""Seconds after which a template that takes no message counts as gone."""
UNLOOKED = 0.005
"""Seconds for which nobody need look: a budget may be overrun by as much."""
CHUNK = 1 << 16
_EVERY = 0.1
"""Seconds between two looks at whether memory ran out, which nothing else would tell; and until the
first one at whether something else runs instead, so that short calls do not pay for it."""
_CORES = os.cpu_count() or 1
"""How many seconds of CPU time a second by the clock can bring; to ask costs as much as a call."""
_NOTICEABLE = 0.1
"""Share of the time for which something was held up on a machine that counts as pressed."""


class Limits(NamedTuple):
    """What one call, or one top-level statement, may use."""

    cpu: float
    """CPU seconds of all processes together."""
    wall: float
    """Seconds by the clock, but for those in which it was held up; catches sleepers only."""
    patience: float
    """Seconds by the clock after which to give up, whatever it was held up by."""
    output: int
    """Bytes written to stdout and stderr."""


class Overrun(Exception):
    """A limit was reached. The argument says which.

    ``cpu``, ``wall``, ``memory`` and ``output``; and ``starved`` says that the clock ran out while
    the machine had other things to do, which is nobody's fault here.
    """


class Breach(Exception):
    """The untrusted side did not keep to the protocol."""


class Gone(Exception):
    """The template's end of the socket was closed: the template has ended."""


class Capture:
    """What processes wrote to one pipe: its beginning, and how much it was in all."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.kept = bytearray()
        self.total = 0

    def drain(self) -> bool:
        """Read what is there, without waiting; whether there may ever be more.

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
        """The text so far, with a marker if it was cut; starts anew."""
        self.drain()
        if not self.total:
            return ""
        text = self.kept.decode("utf-8", "backslashreplace")
        if self.total > len(self.kept):
            text += f"\n[… {self.total - len(self.kept)} more bytes were not kept]\n"
        self.kept.clear()
        self.total = 0
        return text


class Template:
    """A running template and the zygote's ends of everything that leads to it."""

    def __init__(
        self,
        pid: int,
        control: socket.socket,
        captures: list[Capture],
        tally: Tally,
        trusted: int,
    ) -> None:
        """``trusted`` is where the trusted side would be heard, were it not its turn to listen."""
        self.pid = pid
        self.tally = tally
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
        """Bytes of output since it was last taken."""
        return self.stdout.total + self.stderr.total

    def wait(self, timeout: float) -> None:
        """Take in whatever arrives first.

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

    def send(self, body: bytes) -> None:
        """Send one frame.

        Raises:
            Gone: if nobody is there to read it.
        """
        give_up = time.monotonic() + SEND_PATIENCE
        data = memoryview(wire.framed(body))
        while data:
            try:
                data = data[self.control.send(data) :]
            except BlockingIOError:
                left = give_up - time.monotonic()
                if left < 0:
                    raise Gone from None
                select.select([], [self.control], [], left)
            except OSError:
                raise Gone from None

    def close(self) -> None:
        """Close the zygote's ends."""
        self._heard.close()
        self.control.close()
        self.tally.close()
        for capture in self.captures:
            os.close(capture.fd)


class Watch:
    """Reads frames of one template while holding its processes to their limits."""

    def __init__(
        self, running: Template, limits: Limits, meter: processes.Meter, *, exact: bool
    ) -> None:
        self._template = running
        self._limits = limits
        self._meter = meter
        self._longest = _EVERY if meter.counts_memory else float("inf")
        self.restart(exact=exact)

    def restart(self, *, exact: bool = False) -> None:
        """Begin counting anew; unless ``exact``, from a figure that may be 20 ms old."""
        self._cpu_before = self._meter.exact() if exact else self._meter.recent()
        self._killed_before = self._meter.killed()
        self._unseen = 0.0
        self._queue: processes.Queue | None = None
        self._began = time.monotonic()

    @property
    def out_of_memory(self) -> bool:
        """Whether the kernel has killed a process since counting began, because memory ran out."""
        return self._meter.killed() > self._killed_before

    @property
    def wall(self) -> float:
        """Seconds since counting began."""
        return time.monotonic() - self._began

    @property
    def held_up(self) -> float:
        """Seconds that passed because something else ran; rather too few than too many.

        Either a thread was kept from running, or this process from looking. Threads also wait
        for each other, but only while one of them runs: so much CPU time is no excuse.
        """
        waited = 0.0 if self._queue is None else self._queue.longest() - self.cpu
        return max(waited, self._unseen)

    @property
    def pressed(self) -> bool:
        """Whether the machine had more to do than it could."""
        return self.held_up > _NOTICEABLE * self.wall or processes.overloaded()

    @property
    def cpu(self) -> float:
        """CPU seconds since counting began."""
        return self._meter.exact() - self._cpu_before

    def exceeds(self, cpu: float) -> bool:
        """Whether more than ``cpu`` seconds were used; measures only where that is possible."""
        return self.wall * _CORES > cpu and self.cpu > cpu

    def frame(self) -> bytes:
        """The next frame from the template.

        Raises:
            Overrun, Breach, Gone: as their names say.
        """
        running = self._template
        while not running.frames:
            try:
                self._wait(self._patience())
            except Overrun:
                running.wait(0)  # it may have spoken while this process was kept from looking
                if not running.frames:
                    raise
            if running.written > self._limits.output:
                raise Overrun("output")
            if not running.frames and self.out_of_memory:
                raise Overrun("memory")
        return running.frames.pop(0)

    def check(self) -> None:
        """Look at the limits once more, so that no answer slips through between two looks.

        Raises:
            Overrun: as its name says.
        """
        for capture in self._template.captures:
            capture.drain()
        if self._template.written > self._limits.output:
            raise Overrun("output")
        if self.out_of_memory:
            raise Overrun("memory")
        if self.exceeds(self._limits.cpu):
            raise Overrun("cpu")

    def look_away(self, seconds: float) -> None:
        """Do nothing for a while, whatever arrives."""
        before = time.monotonic()
        time.sleep(seconds)
        self._looked_again(before + seconds)

    def _wait(self, longest: float) -> None:
        before = time.monotonic()
        self._template.wait(longest)
        self._looked_again(before + longest)

    def _looked_again(self, due: float) -> None:
        self._unseen += max(0.0, time.monotonic() - due)

    def _patience(self) -> float:
        """How long nothing can go wrong: no faster than all cores can spend what is left."""
        wall, cpu = self.wall, self._limits.cpu
        if wall * _CORES < cpu:
            left = cpu - wall * _CORES
        else:
            left = cpu - self.cpu
            if left < 0:
                raise Overrun("cpu")
        longest = self._longest
        if self._queue is None:
            longest = _EVERY
            if wall > _EVERY:
                self._queue = processes.Queue()
        return min(max(left / _CORES, UNLOOKED), self._left_to_wait(wall) + 0.001, longest)

    def _left_to_wait(self, wall: float) -> float:
        limits = self._limits
        if wall < limits.wall:
            return limits.wall - wall
        left = limits.wall - (wall - self.held_up)
        if left < 0:
            raise Overrun("wall")
        if wall > limits.patience:
            raise Overrun("starved")
        return min(left, limits.patience - wall)

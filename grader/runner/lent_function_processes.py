"""Manages, for the zygote, the processes that answer for lent functions."""

from __future__ import annotations

import contextlib
import mmap
import os
import signal
from _socket import AF_UNIX, MSG_PEEK, SOCK_SEQPACKET, socket, socketpair

from grader import wire
from grader.runner import sandbox_processes
from grader.runner.build_lent_functions import NOTES
from grader.runner.lent_call_counts import SharedCallCounters
from grader.runner.lent_server import READY
from grader.runner.sandbox_messaging import Gone, LentServerLost, receive, send

_NEXT, _NOTES = (wire.frame_bytes(b'{"%s":true}' % word) for word in (b"next", b"notes"))


class FrameInTransit:
    """A frame from the trusted side, in memory that is freed once it has been passed on.

    What a process has read is in its memory, and in that of all that it forks, long after nothing
    refers to it. This memory is given back as soon as it has been passed on.

    Args:
        trusted: where the trusted side speaks: a frame is taken from there.
    """

    def __init__(self, trusted: int) -> None:
        header = _read(trusted, memoryview(bytearray(4)))
        size = int.from_bytes(header, "big")
        self._memory = mmap.mmap(-1, 4 + size)
        with memoryview(self._memory) as view:
            view[:4] = header
            _read(trusted, view[4:])

    def send(self, to: socket) -> None:
        """Send the frame to ``to``, and free its memory.

        Raises:
            Gone: if nobody takes it in time.
        """
        try:
            with memoryview(self._memory) as view:
                send(to, view)
        finally:
            self.close()

    def close(self) -> None:
        """Free the memory of the frame."""
        self._memory.close()


def _read(descriptor: int, view: memoryview) -> memoryview:
    read = 0
    while read < len(view):
        with view[read:] as rest:
            count = os.readv(descriptor, [rest])
        if not count:
            os._exit(0)
        read += count
    return view


class LentProcesses:
    """The process that holds a task's lent functions, and its child for the process of calls.

    Attributes:
        pid: of the process.
        counts: how often each lent function was called, in each call of a series.
        notes: what stubs wrote down in each of them, as JSON; empty if nothing.
        asking: sockets for the process of calls, until they have been sent there: where it says
            at which one a process that it forks will ask, and where it asks itself.
    """

    def __init__(self, pid: int, control: socket, tally: SharedCallCounters) -> None:
        self.pid = pid
        self.counts: list[list[int]] = []
        self.notes: list[bytes] = []
        self.asking: list[socket] = []
        self._control = control
        self._tally = tally
        self._child = 0
        self._ours: socket | None = None
        self._ended = 0.0
        """CPU seconds of children that have ended."""

    @property
    def pids(self) -> frozenset[int]:
        """Return the ids of the processes that live."""
        return frozenset({self.pid, self._child} - {0})

    def was_killed(self) -> bool:
        """Return whether the process has ended, even if a program killed it a moment ago.

        To be too busy to answer is something else.
        """
        try:
            send(self._control, READY)
            return receive(self._control, len(READY)) != READY
        except Gone:
            return sandbox_processes.wait_for_child(self.pid) is not None

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of all of these processes, ended ones included."""
        return self._ended + sum(map(_cpu_seconds_of, self.pids))

    def open(self) -> None:
        """Start a child that answers for the next process of calls.

        Raises:
            Gone: if that is not possible.
        """
        self.end_child()
        ours, theirs = socketpair()
        door, knocker = socketpair(AF_UNIX, SOCK_SEQPACKET)
        asked, asking = socketpair()
        self.asking = [knocker, asking]
        given = (door, asked, theirs)
        try:
            send(self._control, READY, given)
        finally:
            for end in given:
                end.close()
        self._child = int.from_bytes(receive(self._control, 4), "big")
        ours.setblocking(False)
        self._ours = ours

    def begin_series(self, lent: FrameInTransit) -> None:
        """Send the child what the next calls are lent."""
        self.counts, self.notes = [], []
        lent.send(self._connected())

    def begin_call(self) -> None:
        """Set the counters to zero, and tell the child that the next call begins."""
        self._tally.clear()
        send(self._connected(), _NEXT)

    def end_call(self, *, lent: bool) -> None:
        """Store counts and notes of the call that was answered last.

        Args:
            lent: whether the call was lent anything, so that it matters.

        Raises:
            LentServerLost: if it can no longer be told.
        """
        counts = self._tally.numbers()
        notes = b""
        if counts[NOTES : NOTES + 1] not in ([], [0]):
            try:
                send(self._connected(), _NOTES)
                size = int.from_bytes(receive(self._connected(), 4), "big")
                notes = receive(self._connected(), size)
            except Gone:
                raise LentServerLost from None
        elif lent and self._has_hung_up():
            raise LentServerLost
        self.counts.append(counts[NOTES + 1 :])
        self.notes.append(notes)

    def counted(self) -> list[int]:
        """Return how often each function was called in the present call."""
        return self._tally.numbers()[NOTES + 1 :]

    def _has_hung_up(self) -> bool:
        """Return whether the child has ended, and so its end of the socket is closed."""
        try:
            return not self._connected().recv(1, MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def _connected(self) -> socket:
        if self._ours is None:
            raise Gone
        return self._ours

    def leave(self) -> None:
        """Close the sockets and counters in a forked process that must not have them."""
        self._control.close()
        self._tally.close()

    def end_child(self) -> None:
        """Kill the child, if there is one."""
        self._hang_up()
        if self._child:
            self._ended += _cpu_seconds_of(self._child)
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGKILL)
            self._child = 0

    def _hang_up(self) -> None:
        if self._ours is not None:
            self._ours.close()
            self._ours = None
        self.sent()

    def sent(self) -> None:
        """Close the sockets that were sent to the process of calls."""
        for end in self.asking:
            end.close()
        self.asking = []

    def close(self) -> None:
        """Close the zygote's ends."""
        self._hang_up()
        self._control.close()
        self._tally.close()


def _cpu_seconds_of(pid: int) -> float:
    """Return the CPU seconds of a process; 0 if it has ended."""
    try:
        return sandbox_processes.cpu_nanoseconds(pid) / 1e9
    except OSError:
        return 0.0

"""Connects the trusted side with a zygote; a sandbox that fails is replaced by a new one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from grader.model.limits import Limits
from grader.sandbox.backend_interface import Program, SandboxFailure
from grader.sandbox.frame_stream import Channel, Peer

LENT_FACTOR = 5
"""How many times as much CPU time as a call may use, what it is lent may use for it."""
MAX_UNREACHABLE = 3
"""Attempts in a row to start a sandbox after which nothing is tried any more."""


class Connection:
    """The trusted side's connection to the one sandbox of a session.

    Attributes:
        program: what the next sandbox is given, should this one fail.
        sandboxes: how many have been started; it grows when one is replaced.
    """

    def __init__(self, start: Callable[[], Channel], program: Program) -> None:
        self.program = program
        self.sandboxes = 0
        self._start = start
        self._unreachable = 0
        self._used_before = 0.0
        """CPU seconds that were used in sandboxes which had to be replaced,"""
        self._used_here = 0.0
        """and in this one."""
        self.idle_seconds = 0.0
        """What calls have slept so far."""
        self._peer: Peer | None = self._connected()

    @property
    def cpu_seconds(self) -> float:
        """Return the CPU seconds that the student's code has used, as of the last reply."""
        return self._used_before + self._used_here

    def request(
        self, message: Mapping[str, Any], patience: float, *bodies: bytes, again: bool = True
    ) -> dict[str, Any]:
        """Send ``message`` and ``bodies`` as frames, and return the zygote's reply.

        Args:
            patience: seconds after which a sandbox that says nothing has failed.
            again: whether to ask a new sandbox, once, where this one fails.

        Raises:
            SandboxFailure: if no sandbox replies. The one that failed has been ended.
        """
        head = json.dumps(message).encode("ascii")
        while True:
            try:
                if self._peer is None:
                    self._peer = self._connected()
                self._peer.send(head, *bodies)
                reply = self._peer.receive(patience)
                self._used_here = float(reply["used"])
                self.idle_seconds += float(reply.get("idle", 0.0))
                return reply
            except SandboxFailure:
                self.close()
                if not again:
                    raise
                again = False

    def close(self) -> None:
        """End the sandbox and everything in it; the next request starts another."""
        if self._peer is not None:
            self._peer.channel.close()
            self._peer = None
            self._used_before, self._used_here = self.cpu_seconds, 0.0

    def _connected(self) -> Peer:
        if self._unreachable >= MAX_UNREACHABLE:
            raise SandboxFailure("no sandbox could be started any more")
        self._unreachable += 1
        try:
            channel = self._start()
        except OSError as problem:
            raise SandboxFailure(str(problem)) from None
        try:
            peer = Peer.greet(channel, self.program)
        except SandboxFailure as failure:
            said = channel.close().strip()
            raise SandboxFailure(f"{failure} ({said})" if said else str(failure)) from None
        except BaseException:
            channel.close()
            raise
        self._unreachable = 0
        self.sandboxes += 1
        return peer


def as_sent(limits: Limits, program: Program) -> dict[str, float]:
    """Return ``limits`` of a statement or a call of ``program`` in the form that a zygote reads."""
    return {
        "cpu": limits.cpu_seconds,
        "wall": limits.wall_seconds,
        "patience": limits.patience,
        "altogether": limits.altogether,
        "real": limits.real_seconds,
        "speed": limits.speed,
        "output": program.output_bytes,
        "lent": LENT_FACTOR * limits.cpu_seconds,
    }

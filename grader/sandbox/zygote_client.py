"""Connects the trusted side with a zygote, over whatever the backend connected it with.

Frames are exchanged with it; a sandbox that fails is replaced by a new one.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import importlib.util
import json
import logging
import marshal
import os
import select
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Protocol

from grader import wire
from grader.model.time_limits import CallLimits
from grader.runner import boot
from grader.sandbox import python_runtime, seccomp
from grader.sandbox.backend_interface import SandboxFailure, SandboxProgram

_log = logging.getLogger(__name__)

MAX_REPLY = 4 << 20
"""Bytes of one frame from the zygote: an answer, or its own words with a call's kept output."""
GRACE = 20.0
"""Seconds that the zygote may take for itself before it counts as lost."""

_PROCESS_LIMITS = {
    "CORE": 0, "FSIZE": 0, "MEMLOCK": 0, "MSGQUEUE": 0, "NOFILE": 64, "NPROC": 64,
    "SIGPENDING": 256, "STACK": 64 << 20,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class BackendLimits:
    """The limits that a backend enforces by itself, as PID 1 has to know them.

    Attributes:
        limits_processes: whether the runner is to leave alone how many processes there are. It
            can only tell the kernel to count those of a user id, which has to be the sandbox's own.
        memory_events: where to read how often the kernel killed for memory.
        cpu_usage: where to read the CPU time of everything in the sandbox.

    The last two are descriptors or paths inside the sandbox, of files of a control group; the
    first that can be read counts.
    """

    limits_processes: bool = False
    memory_events: Sequence[int | str] = ()
    cpu_usage: Sequence[int | str] = ()


class Channel(Protocol):
    """A started interpreter as a stream of bytes in both directions, which can be ended."""

    @property
    def confinement(self) -> BackendLimits:
        """Return the limits that the backend enforces by itself."""

    def fileno(self) -> int:
        """Return the descriptor to be polled before :meth:`read`."""

    def read(self) -> bytes:
        """Return the bytes that have arrived, maybe none.

        Raises:
            EOFError: if nothing will arrive any more.
            OSError: if the connection failed.
        """

    def write(self, data: memoryview) -> int:
        """Send some of ``data``, and return how many bytes were sent.

        Raises:
            OSError: if the connection failed.
        """

    def confine(self) -> None:
        """Put limits on PID 1 that need its pid; called before it gets student code.

        Raises:
            OSError: if that fails.
        """

    def close(self) -> str:
        """End the sandbox, and return the backend's last messages, for diagnosis."""


@dataclass(frozen=True, slots=True)
class ProcessPipes:
    """A child process as a stream of bytes in both directions: a part of a :class:`Channel`."""

    process: subprocess.Popen[bytes]

    def fileno(self) -> int:
        """See :class:`Channel`."""
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    def read(self) -> bytes:
        """See :class:`Channel`."""
        data = os.read(self.fileno(), 1 << 18)
        if not data:
            raise EOFError
        return data

    def write(self, data: memoryview) -> int:
        """See :class:`Channel`."""
        assert self.process.stdin is not None
        return os.write(self.process.stdin.fileno(), data)

    def close_pipes(self) -> None:
        """Close both pipes, so that the process notices that nobody is there."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def boot_program() -> str:
    """Return the program that starts the interpreter in the sandbox (``python -c``)."""
    return _source("grader.runner", "boot.py") + "\nboot()\n"


@dataclass(slots=True)
class ZygoteStream:
    """A stream of frames to and from one running zygote."""

    channel: Channel
    _reader: wire.FrameReader = field(default_factory=lambda: wire.FrameReader(MAX_REPLY))
    _frames: list[bytes] = field(default_factory=list)

    @classmethod
    def greet(cls, channel: Channel, program: SandboxProgram) -> ZygoteStream:
        """Send the runner and the submission's program, and check that the filter loads.

        Raises:
            SandboxFailure: if the interpreter does not start or the filter does not load.
        """
        peer = cls(channel)
        confinement = channel.confinement
        limits = {**_PROCESS_LIMITS, "AS": program.memory_bytes}
        if confinement.limits_processes:
            del limits["NPROC"]
        described = {
            "cells": [[cell.source, cell.name, cell.notebook] for cell in program.cells],
            "main": program.main,
            "modules": {module.name: module.source for module in program.modules},
            "preamble": program.preamble,
            "provided": dict(program.provided),
            "packages": python_runtime.PACKAGES if program.packages else None,
            "stand_ins": list(program.stand_ins),
            "enums": list(program.enums),
            "seed": program.seed,
            "limits": limits,
        }
        filters = (
            [_base64(seccomp.build_filter()), _base64(seccomp.undumpable_filter())]
            if seccomp.is_available()
            else []
        )
        greeting = {
            "filters": filters,
            "memory_events": list(confinement.memory_events),
            "cpu_usage": list(confinement.cpu_usage),
        }
        peer.send(runner_frame(), _encoded(greeting))
        hello = peer.receive(GRACE).get("hello", {})
        if filters and hello.get("filtered") is not True:
            raise SandboxFailure("the system-call filter could not be loaded in the sandbox")
        try:
            channel.confine()
        except OSError as problem:
            raise SandboxFailure(
                f"the sandbox could not be put under its limits: {problem}"
            ) from None
        peer.send(_encoded(described))
        return peer

    def send(self, *bodies: bytes) -> None:
        """Send frames.

        Raises:
            SandboxFailure: if nobody takes them.
        """
        data = memoryview(b"".join(map(wire.frame_bytes, bodies)))
        try:
            while data:
                data = data[self.channel.write(data) :]
        except OSError:
            raise SandboxFailure("the sandbox has ended unexpectedly") from None

    def receive(self, patience: float) -> dict[str, Any]:
        """Return the next reply, with its further frames as ``answers`` and ``notes``.

        Raises:
            SandboxFailure: if it does not come within ``patience`` seconds, or is none.
        """
        give_up = time.monotonic() + patience
        reply: dict[str, Any] = json.loads(self._frame(give_up))
        for key in ("answers", "notes"):
            reply[key] = [self._frame(give_up) for _ in range(reply.get(key, 0))]
        return reply

    def _frame(self, give_up: float) -> bytes:
        if not self._frames:
            self._hear(give_up)
        return self._frames.pop(0)

    def _hear(self, give_up: float) -> None:
        """Read from the channel until at least one frame is complete."""
        incoming = select.poll()  # select() knows only the first 1024 descriptors
        incoming.register(self.channel.fileno(), select.POLLIN)
        data = b""  # a header that is too large may be waiting behind the last frame
        while True:
            try:
                self._frames += self._reader.feed(data)
            except wire.WireError as problem:
                raise SandboxFailure(str(problem)) from None
            if self._frames:
                return
            left = max(0.0, give_up - time.monotonic())
            if not incoming.poll(left * 1000):
                raise SandboxFailure("the sandbox did not answer in time")
            try:
                data = self.channel.read()
            except (EOFError, OSError) as problem:
                why = f": {problem}" if str(problem) else ""
                raise SandboxFailure(f"the sandbox has ended unexpectedly{why}") from None


def _base64(code: bytes) -> str:
    return base64.b64encode(code).decode("ascii")


def _encoded(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message).encode("ascii")


@functools.cache
def runner_frame() -> bytes:
    """Return the frame that :func:`grader.runner.boot.boot` reads.

    Compiling takes a quarter of a sandbox's start. So it is done here, once, for an interpreter of
    the same version; any other has the sources.
    """
    sources = _runner_sources()
    code = {name: boot.compile_module(name, source) for name, source in sources.items()}
    return _encoded(
        {
            "sources": sources,
            "bytecode": importlib.util.MAGIC_NUMBER.hex(),
            "code": marshal.dumps(code).hex(),
        }
    )


def _runner_sources() -> dict[str, str]:
    """Return the sources of all modules that run inside the sandbox, by name."""
    sources = {"grader": ""}
    for package in ("grader.runner", "grader.wire"):
        for file in resources.files(package).iterdir():
            if file.name.endswith(".py"):
                name = f"{package}.{file.name[:-3]}".removesuffix(".__init__")
                sources[name] = file.read_text("utf-8")
    return sources


def _source(package: str, file: str) -> str:
    return (resources.files(package) / file).read_text("utf-8")


LENT_FACTOR = 5
"""How many times as much CPU time as a call may use, what it is lent may use for it."""
MAX_UNREACHABLE = 3
"""Attempts in a row to start a sandbox after which nothing is tried any more."""


class ZygoteConnection:
    """The trusted side's connection to the one sandbox of a session.

    Attributes:
        program: what the next sandbox is given, should this one fail.
        sandboxes: how many have been started; it grows when one is replaced.
    """

    def __init__(self, start: Callable[[], Channel], program: SandboxProgram) -> None:
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
        self._peer: ZygoteStream | None = self._connected()

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
            except SandboxFailure as failure:
                said = self.close().strip()
                _log.info("a sandbox failed", extra={"failure": str(failure), "said": said})
                if not again:
                    raise
                again = False

    def close(self) -> str:
        """End the sandbox and everything in it; the next request starts another.

        Returns:
            The backend's last messages, for diagnosis.
        """
        if self._peer is None:
            return ""
        said = self._peer.channel.close()
        self._peer = None
        self._used_before, self._used_here = self.cpu_seconds, 0.0
        return said

    def _connected(self) -> ZygoteStream:
        if self._unreachable >= MAX_UNREACHABLE:
            raise SandboxFailure("no sandbox could be started any more")
        self._unreachable += 1
        try:
            channel = self._start()
        except OSError as problem:
            raise SandboxFailure(str(problem)) from None
        try:
            peer = ZygoteStream.greet(channel, self.program)
        except SandboxFailure as failure:
            said = channel.close().strip()
            raise SandboxFailure(f"{failure} ({said})" if said else str(failure)) from None
        except BaseException:
            channel.close()
            raise
        self._unreachable = 0
        self.sandboxes += 1
        return peer


def encode_limits(limits: CallLimits, program: SandboxProgram) -> dict[str, float]:
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

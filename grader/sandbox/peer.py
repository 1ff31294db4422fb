"""Frames to and from a running zygote, over whatever the backend connected it with."""

from __future__ import annotations

import base64
import json
import os
import select
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Protocol

from grader import wire
from grader.sandbox import runtime, seccomp
from grader.sandbox.protocol import Program, SandboxFailure

MAX_REPLY = 4 << 20
"""Bytes of one frame from the zygote: an answer, or its own words with a call's kept output."""
GRACE = 20.0
"""Seconds that the zygote may take for itself before it counts as lost."""

_PROCESS_LIMITS = {"CORE": 0, "FSIZE": 0, "NOFILE": 64, "NPROC": 64, "STACK": 64 << 20}


class Channel(Protocol):
    """A started interpreter: two descriptors, and a way to end everything behind them."""

    @property
    def reading(self) -> int:
        """Descriptor that the zygote's frames arrive on."""

    @property
    def writing(self) -> int:
        """Descriptor that takes frames for the zygote."""

    def close(self) -> str:
        """End the sandbox; returns what the backend said on its way out, for diagnosis."""


def boot_program() -> str:
    """What the interpreter in the sandbox is started with (``python -c``)."""
    return _source("grader.runner", "boot.py") + "\nboot()\n"


@dataclass(slots=True)
class Peer:
    """Frames to and from one running zygote."""

    channel: Channel
    _reader: wire.FrameReader = field(default_factory=lambda: wire.FrameReader(MAX_REPLY))
    _frames: list[bytes] = field(default_factory=list)

    @classmethod
    def greet(cls, channel: Channel, program: Program) -> Peer:
        """Send the runner and what stays the same for all tasks; check that it is protected.

        Raises:
            SandboxFailure: if the interpreter does not start or the filter does not load.
        """
        peer = cls(channel)
        peer.send(_encoded(_runner_sources()))
        filter_code = seccomp.program() if seccomp.available() else None
        described = {
            "cells": [[cell.source, cell.name, cell.notebook] for cell in program.cells],
            "preamble": program.preamble,
            "provided": dict(program.provided),
            "packages": runtime.PACKAGES if program.packages else None,
            "enums": list(program.enums),
            "limits": {**_PROCESS_LIMITS, "AS": program.memory_bytes},
        }
        encoded = filter_code and base64.b64encode(filter_code).decode()
        peer.send(_encoded({"seccomp": encoded, "program": described}))
        hello = peer.receive(GRACE).get("hello", {})
        if filter_code is not None and hello.get("seccomp") is not True:
            raise SandboxFailure("the system-call filter could not be loaded in the sandbox")
        return peer

    def send(self, *bodies: bytes) -> None:
        """Send frames.

        Raises:
            SandboxFailure: if nobody takes them.
        """
        data = memoryview(b"".join(map(wire.framed, bodies)))
        try:
            while data:
                data = data[os.write(self.channel.writing, data) :]
        except OSError:
            raise SandboxFailure("the sandbox has ended unexpectedly") from None

    def receive(self, patience: float) -> dict[str, Any]:
        """The next reply, with the frames that belong to it as ``told``.

        Raises:
            SandboxFailure: if it does not come within ``patience`` seconds, or is none.
        """
        give_up = time.monotonic() + patience
        reply: dict[str, Any] = json.loads(self._frame(give_up))
        reply["told"] = [self._frame(give_up) for _ in range(reply.get("told", 0))]
        return reply

    def _frame(self, give_up: float) -> bytes:
        incoming = select.poll()  # select() knows only the first 1024 descriptors
        incoming.register(self.channel.reading, select.POLLIN)
        if self._frames:
            return self._frames.pop(0)
        data = b""  # a header that is too large may be waiting behind the last frame
        while True:
            try:
                self._frames += self._reader.feed(data)
            except wire.WireError as problem:
                raise SandboxFailure(str(problem)) from None
            if self._frames:
                return self._frames.pop(0)
            left = max(0.0, give_up - time.monotonic())
            if not incoming.poll(left * 1000):
                raise SandboxFailure("the sandbox did not answer in time")
            data = os.read(self.channel.reading, 1 << 18)
            if not data:
                raise SandboxFailure("the sandbox has ended unexpectedly")


def _encoded(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message).encode("ascii")


def _runner_sources() -> dict[str, str]:
    """Every module that lives inside the sandbox, by name; packages carry no code there."""
    sources = {"grader": "", "grader.runner": "", "grader.wire": _source("grader", "wire.py")}
    for file in resources.files("grader.runner").iterdir():
        if file.name.endswith(".py") and file.name != "__init__.py":
            sources[f"grader.runner.{file.name[:-3]}"] = file.read_text("utf-8")
    return sources


def _source(package: str, file: str) -> str:
    return (resources.files(package) / file).read_text("utf-8")

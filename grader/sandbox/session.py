"""The trusted end of the wire to a zygote, whichever backend started it."""

from __future__ import annotations

import base64
import json
import os
import secrets
import select
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any, Protocol

from grader import wire
from grader.assignment import Limits
from grader.report.model import LoadNote
from grader.sandbox import runtime, seccomp
from grader.sandbox.protocol import (
    Call,
    Ending,
    Injection,
    Loaded,
    Outcome,
    Program,
    SandboxFailure,
)

MAX_REPLY = 32 << 20
"""Bytes of one frame from the zygote: twice ``MAX_FRAME`` of answers at most, and some output, of
which each byte may be escaped to six."""
GRACE = 20.0
"""Seconds that the zygote may take for itself before it counts as lost."""
OVERLOAD = 4
"""How many times its wall limit a call may take on a machine that keeps it from running."""
MAX_CUTS = 8
"""Top-level statements that are cut before only definitions are executed."""

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
class _Peer:
    """Frames to and from one running zygote."""

    channel: Channel
    reader: wire.FrameReader

    @classmethod
    def greet(cls, channel: Channel, program: Program) -> _Peer:
        """Send the runner and what stays the same for all tasks; check that it is protected.

        Raises:
            SandboxFailure: if the interpreter does not start or the filter does not load.
        """
        peer = cls(channel, wire.FrameReader(MAX_REPLY))
        peer.send(_runner_sources())
        filter_code = seccomp.program() if seccomp.available() else None
        peer.send(
            {
                "seccomp": filter_code and base64.b64encode(filter_code).decode(),
                "program": {
                    "cells": [[cell.source, cell.name, cell.notebook] for cell in program.cells],
                    "preamble": program.preamble,
                    "provided": dict(program.provided),
                    "packages": runtime.PACKAGES if program.packages else None,
                    "enums": list(program.enums),
                    "limits": {**_PROCESS_LIMITS, "AS": program.memory_bytes},
                },
            }
        )
        hello = peer.receive(GRACE).get("hello", {})
        if filter_code is not None and hello.get("seccomp") is not True:
            raise SandboxFailure("the system-call filter could not be loaded in the sandbox")
        return peer

    def send(self, message: Mapping[str, Any]) -> None:
        """Send one frame."""
        data = memoryview(wire.frame(json.dumps(message)))
        try:
            while data:
                data = data[os.write(self.channel.writing, data) :]
        except OSError:
            raise SandboxFailure("the sandbox has ended unexpectedly") from None

    def receive(self, patience: float) -> dict[str, Any]:
        """The next frame.

        Raises:
            SandboxFailure: if none comes within ``patience`` seconds, or it is none.
        """
        end = time.monotonic() + patience
        bodies: list[bytes] = []
        incoming = select.poll()  # select() knows only the first 1024 descriptors
        incoming.register(self.channel.reading, select.POLLIN)
        while not bodies:
            left = max(0.0, end - time.monotonic())
            if not incoming.poll(left * 1000):
                raise SandboxFailure(f"the sandbox did not answer within {patience:.0f} seconds")
            data = os.read(self.channel.reading, 1 << 18)
            if not data:
                raise SandboxFailure("the sandbox has ended unexpectedly")
            try:
                bodies = self.reader.feed(data)
            except wire.WireError as problem:
                raise SandboxFailure(str(problem)) from None
        message: dict[str, Any] = json.loads(bodies[0])
        return message


_ENDINGS = {
    "cpu": Ending.CPU,
    "wall": Ending.WALL,
    "output": Ending.OUTPUT,
    "template_died": Ending.DIED,
}


class ZygoteSession:
    """A :class:`~grader.sandbox.protocol.Session` over any channel.

    A sandbox that fails is replaced by a fresh one, once per request; then it is reported.
    """

    def __init__(self, start: Callable[[], Channel], program: Program) -> None:
        self._start = start
        self._program = program
        self._codec = wire.Codec(program.enums)
        self._injection = Injection()
        self._skipped: dict[int, str] = {}
        self._actions = True
        self._cuts = 0
        self._suspect = False
        self._unreadable: LoadNote | None = None
        self._peer: _Peer | None = self._connect()

    def load(self, injection: Injection) -> Loaded:
        """See :meth:`grader.sandbox.protocol.Session.load`."""
        self._injection = injection
        return self._load()

    def call(self, call: Call, *, fresh: bool) -> Outcome:
        """See :meth:`grader.sandbox.protocol.Session.call`."""
        return self._carry_out([call], fresh=fresh)[0]

    def call_together(self, calls: Sequence[Call], *, fresh: bool) -> list[Outcome]:
        """See :meth:`grader.sandbox.protocol.Session.call_together`."""
        return self._carry_out(calls, fresh=fresh)

    def _carry_out(self, calls: Sequence[Call], *, fresh: bool) -> list[Outcome]:
        nonce = secrets.token_hex(8)
        limits = calls[0].limits
        message = {
            "op": "call",
            "fresh": fresh or self._suspect,
            "limits": self._limits(limits),
            "count": len(calls),
            "calls": json.dumps({"calls": [self._described(call, nonce) for call in calls]}),
        }
        patience = _patience(limits.wall_seconds)
        reply = self._request(message, patience)
        if reply["outcome"] == "no_template":
            self._load()
            peer = self._peer
            reply = self._request(message, patience)
            if reply["outcome"] == "no_template" and self._peer is not peer:
                raise SandboxFailure("the sandbox failed at the same call again")
        outcomes = Reading(self._codec, nonce).outcomes(reply)
        # Whoever spoke in the runner's place may have left the real answer on its way.
        self._suspect = outcomes[-1].ending in {Ending.BREACH, Ending.DIED}
        return outcomes

    def _described(self, call: Call, nonce: str) -> dict[str, Any]:
        return {
            "nonce": nonce,
            "function": call.function,
            "args": self._codec.tree(list(call.args)),
            "kwargs": self._codec.tree(dict(call.kwargs)),
            "seed": call.seed,
        }

    def close(self) -> None:
        """See :meth:`grader.sandbox.protocol.Session.close`."""
        if self._peer is not None:
            self._peer.channel.close()
            self._peer = None

    def _connect(self) -> _Peer:
        try:
            channel = self._start()
        except OSError as problem:
            raise SandboxFailure(str(problem)) from None
        try:
            return _Peer.greet(channel, self._program)
        except SandboxFailure as failure:
            said = channel.close().strip()
            raise SandboxFailure(f"{failure} ({said})" if said else str(failure)) from None

    def _request(self, message: Mapping[str, Any], patience: float) -> dict[str, Any]:
        for last in (False, True):
            try:
                if self._peer is None:
                    self._peer = self._connect()
                self._peer.send(message)
                return self._peer.receive(patience)
            except SandboxFailure:
                self.close()
                if last:
                    raise
        raise AssertionError("unreachable")

    def _load(self) -> Loaded:
        limits = self._program.load
        while True:
            reply = self._request(
                {
                    "op": "load",
                    "limits": self._limits(limits.statement),
                    "total": {
                        "cpu": limits.total.cpu_seconds,
                        "wall": limits.total.wall_seconds,
                    },
                    "program": {
                        "functions": dict(self._injection.functions),
                        "stubs": dict(self._injection.stubs),
                        "globals": dict(self._injection.globals),
                        "skip": self._skipped,
                        "actions": self._actions,
                    },
                },
                _patience(limits.total.wall_seconds + limits.statement.wall_seconds),
            )
            if "loaded" in reply:
                return self._loaded(reply)
            self._cut(reply)

    def _cut(self, reply: Mapping[str, Any]) -> None:
        """Learn from a load that had to be ended: what to leave out next time.

        Raises:
            SandboxFailure: if nothing is left that could be left out.
        """
        why = reply["why"]
        index = _index(reply["cut"])
        reason = self._reason(why, reply.get("status"))
        if not self._program.cells:
            raise SandboxFailure(f"loading {reason}, even without the submission")
        if index is None:
            self._give_up(f"Python itself {reason} when it read the submission")
            return
        self._cuts += 1
        self._skipped[index] = reason
        if why == "total" or self._cuts > MAX_CUTS:
            self._actions = False
        if self._cuts > 2 * MAX_CUTS:
            self._give_up("too many of its statements had to be cut, so nothing of it was loaded")

    def _give_up(self, reason: str) -> None:
        """Go on without the submission, of which nothing can be kept."""
        self._unreadable = LoadNote(reason)
        self._program = replace(self._program, cells=())
        self._skipped.clear()
        self._actions = True
        self.close()

    def _reason(self, why: str, status: int | None) -> str:
        limits = self._program.load.statement
        match why:
            case "cpu":
                return f"used more than {limits.cpu_seconds:g} s of CPU time"
            case "wall":
                return f"waited for more than {limits.wall_seconds:g} s"
            case "output":
                return f"printed more than {self._program.output_bytes >> 20} MiB"
            case "total":
                return "used up what was left of the time for loading"
            case "died":
                return died(status)
        return "disturbed the grader's connection"

    def _loaded(self, reply: Mapping[str, Any]) -> Loaded:
        notes = [] if self._unreadable is None else [self._unreadable]
        if not self._actions:
            notes.append(LoadNote("loading took too long; only definitions were executed"))
        lost: dict[str, str] = {}
        for message, cell, line, names in _problems(reply["loaded"]):
            notes.append(LoadNote(message, cell, line))
            lost |= dict.fromkeys(names, f"{cell}, line {line}: {message}")
        output = str(reply["stdout"]) + str(reply["stderr"])
        return Loaded(tuple(notes), lost, output, float(reply["cpu"]))

    def _limits(self, limits: Limits) -> dict[str, float]:
        return {
            "cpu": limits.cpu_seconds,
            "wall": limits.wall_seconds,
            "output": self._program.output_bytes,
        }


def _patience(wall: float) -> float:
    return OVERLOAD * wall + GRACE


def _index(at: object) -> int | None:
    """Index of the statement a template said it was at; ``None`` for nonsense."""
    match at:
        case [int(index), *_] if 0 <= index < 1 << 20:
            return index
    return None


def _problems(told: object) -> Iterator[tuple[str, str, int | None, list[str]]]:
    """What a template told of its loading, as far as it has the right shape."""
    if not isinstance(told, list):
        return
    for entry in told[:200]:
        match entry:
            case [str(message), str(cell), int(line) | (None as line), [*names]]:
                yield message[:2000], cell[:200], line, [n for n in names if isinstance(n, str)]


def died(status: object) -> str:
    """What a wait status means, as the rest of a sentence."""
    if not isinstance(status, int) or isinstance(status, bool) or not 0 <= status < 1 << 16:
        return "ended unexpectedly"
    try:
        code = os.waitstatus_to_exitcode(status)
    except ValueError:  # a number that no system gives
        return "ended unexpectedly"
    if code >= 0:
        return f"ended its process with status {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"was killed by the system ({name})" if name == "SIGKILL" else f"crashed ({name})"


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads the reply to one call. Everything under ``told`` is hostile."""

    codec: wire.Codec
    nonce: str

    def outcomes(self, reply: Mapping[str, Any]) -> list[Outcome]:
        """What became of a series of calls: at least of the first, at most of all.

        A series that ran out of something says nothing of the call it ended at, unless that
        was the first: only then was everything used by that call.
        """
        told = [self._answered(body) for body in reply["told"]]
        if not told:
            ending = _ENDINGS.get(reply["outcome"], Ending.BREACH)
            detail = str(reply.get("detail", ""))
            if reply["outcome"] == "template_died":
                detail = "ended all of its processes"
            told = [Outcome(ending, detail=detail, traceback=str(reply.get("stack", "")))]
        if len(told) > 1 or (reply["told"] and reply["outcome"] != "told"):
            return told
        measured = reply.get("cpu")
        return [
            replace(
                told[0],
                stdout=str(reply.get("stdout", "")),
                stderr=str(reply.get("stderr", "")),
                cpu_seconds=told[0].cpu_seconds if measured is None else float(measured),
                wall_seconds=float(reply.get("wall", 0.0)),
            )
        ]

    def _answered(self, body: str) -> Outcome:
        try:
            ending, told, value, detail = self._told(body)
        except wire.WireError as problem:
            return Outcome(Ending.BREACH, detail=str(problem))
        seconds = _count(told.get("cpu_us")) / 1e6
        return Outcome(
            ending,
            value,
            detail,
            tuple(_count(place) for place in _list(told.get("changed"))),
            {name: _count(number) for name, number in _dict(told.get("calls")).items()},
            self._log(told.get("log")),
            traceback=_text(told.get("traceback")),
            cpu_seconds=seconds,
            wall_seconds=seconds,
        )

    def _told(self, body: str) -> tuple[Ending, dict[str, Any], Any, str]:
        told = wire.parse(body)
        if not isinstance(told, dict):
            raise wire.WireError("an answer is an object")
        if "ended" in told:
            status = told["ended"]
            return Ending.DIED, {}, None, died(status)
        if told.get("nonce") != self.nonce:
            raise wire.WireError("an answer to another call")
        match told.get("kind"):
            case "answer":
                return Ending.ANSWER, told, self.codec.revive(told.get("value")), ""
            case "opaque":
                return Ending.OPAQUE, told, None, _text(told.get("found"))
            case "absent":
                return Ending.ABSENT, told, None, _text(told.get("found"))
            case "raised":
                detail = ": ".join(
                    filter(None, (_text(told.get("type")), _text(told.get("message"))))
                )
                if told.get("unfinished") is True:
                    return Ending.UNFINISHED, told, None, detail
                memory = told.get("memory") is True
                return Ending.MEMORY if memory else Ending.RAISED, told, None, detail
        raise wire.WireError("an answer of unknown kind")

    def _log(self, tree: object) -> list[Any]:
        try:
            log = self.codec.revive(tree)
        except wire.WireError:
            return []
        return log if isinstance(log, list) else []


def _text(value: object) -> str:
    return value[:20_000] if isinstance(value, str) else ""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _runner_sources() -> dict[str, str]:
    """Every module that lives inside the sandbox, by name; packages carry no code there."""
    sources = {"grader": "", "grader.runner": "", "grader.wire": _source("grader", "wire.py")}
    for file in resources.files("grader.runner").iterdir():
        if file.name.endswith(".py") and file.name != "__init__.py":
            sources[f"grader.runner.{file.name[:-3]}"] = file.read_text("utf-8")
    return sources


def _source(package: str, file: str) -> str:
    return (resources.files(package) / file).read_text("utf-8")

"""What the trusted side makes of what a student's process tells: answers, and how loading went.

PID 1 of the sandbox passes it on without looking into it, so only its own words are honest here.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grader import wire
from grader.model.submission import Cell
from grader.model.time_limits import CallLimits, LoadLimits
from grader.sandbox.backend_interface import (
    CallEnding,
    Injection,
    Loaded,
    Outcome,
    SandboxProgram,
)
from grader.sandbox.call_request import Call
from grader.sandbox.reply_parsing import ReplyParser
from grader.sandbox.session import ChannelSession
from grader.sandbox.zygote_client import BackendLimits, Channel, ZygoteStream
from tests.fuzz import wire_values
from tests.fuzz.case import Bounds, Case, Draw
from tests.fuzz.noise import damaged
from tests.fuzz.wire_target import CODEC, check_types

READING = ReplyParser(CODEC, "n", ("moves", "stub"))
_PROGRAM = SandboxProgram(
    cells=[Cell("x = 1\n", "a.py", notebook=False)],
    preamble="",
    provided={},
    packages=(),
    enums={},
    memory_bytes=1 << 28,
    load=LoadLimits(CallLimits(1.0, 1.0), CallLimits(1.0, 1.0)),
)
_CALL = Call("f", ([], []), {}, 0, CallLimits(1.0, 1.0))
_STOPPED = ("cpu", "wall", "starved", "memory", "output")
_OUTCOMES = ("answered",) * 12 + (*_STOPPED, "breach", "template_died")
_REASONS = ("cpu", "wall", "output", "total", "memory", "died", "an array begins with its kind")
_TEXTS = ('""', '"x"', '"ValueError"', '"\\u001b[2J\\u202e\\ud800"', '"f"', '"no such\\nthing"')
_LONG_TEXT = '"' + "y" * 30_000 + '"'
_LISTS = ("[]", "[0]", "[1,2]", "[true,-1,null]", "[[]]", "[99999999999999999]")
_COUNTS = ("{}", '{"evaluate":3}', '{"":-1}', '{"f":null,"g":[1]}', '{"\\ud800":1}')
_TALLIES: tuple[list[int], ...] = ([], [3], [0, 7], [2**64 - 1] * 512)
_STATUSES = ("0", "9", "139", "256", "65535", "65536", "-1", "true", "null", '"9"', "[]")
_WORDS = ("", "x", "\x1b[31m", "\ud800", "7 bottles\n" * 50)


class ReplyTarget:
    """Reads replies to ``call`` and to ``load``."""

    name = "reply"
    bounds = Bounds(cpu_seconds=5.0, memory_bytes=384 << 20)

    def prepare(self, place: Path) -> None:
        """See :class:`tests.fuzz.case.Target`. Greeting takes longer than all the rest."""
        ZygoteStream.greet = classmethod(_ungreeted)  # type: ignore[assignment]

    def case(self, draw: Draw) -> Case:
        """See :class:`tests.fuzz.case.Target`."""
        kind = "load" if draw.chance(0.3) else "call"
        make = _loading if kind == "load" else _answer
        bodies = []
        for _ in range(draw.few(4)):
            body = make(draw).encode("utf-8", "surrogatepass")
            bodies.append(damaged(body, draw) if draw.chance(0.15) else body)
        head = {
            "outcome": draw.pick(_OUTCOMES),
            "why": draw.pick(_REASONS),
            "status": draw.below(1 << 16),
            "times": draw.few(30) if draw.chance(0.1) else 1,
            "stdout": draw.pick(_WORDS),
            "cpu": draw.pick((None, draw.random())),
            "calls": draw.pick(_TALLIES),
        }
        return Case(kind, b"".join(map(wire.frame_bytes, (json.dumps(head).encode(), *bodies))))

    def run(self, case: Case) -> str:
        """See :class:`tests.fuzz.case.Target`."""
        head, *bodies = wire.FrameReader(1 << 30).feed(case.data)
        return (
            _run_load(json.loads(head), bodies)
            if case.kind == "load"
            else _run_call(json.loads(head), bodies)
        )


def _ungreeted(
    kind: type[ZygoteStream], channel: Channel, _program: SandboxProgram
) -> ZygoteStream:
    return kind(channel)


def _answer(draw: Draw) -> str:
    """One answer to a call, each part of which may be wrong."""
    faulty = draw.pick((0.0, 0.0, 0.1, 0.5))
    if draw.chance(0.05):
        return f'{{"ended":{draw.pick(_STATUSES)}}}'
    kind = draw.pick(("answer", "answer", "answer", "opaque", "absent", "raised", "other"))
    parts = {"nonce": '"n"', "kind": f'"{kind}"'}
    if kind == "answer":
        parts["value"] = wire_values.value(draw, draw.few(6), faulty)
    for name, options in (
        ("found", _TEXTS), ("type", _TEXTS), ("message", _TEXTS), ("traceback", _TEXTS),
        ("changed", _LISTS), ("calls", _COUNTS), ("cpu_us", _STATUSES),
        ("memory", ("true", "1")), ("unfinished", ("true", "1")),
    ):  # fmt: skip
        if draw.chance(0.3):
            parts[name] = draw.pick(options) if draw.chance(0.98) else _LONG_TEXT
    if draw.chance(0.3):
        parts["log"] = wire_values.value(draw, 3, faulty)
    for name in parts:
        if faulty and draw.chance(faulty):
            parts[name] = wire_values.value(draw, 3, faulty)
    return "{" + ",".join(f'"{name}":{part}' for name, part in parts.items()) + "}"


def _loading(draw: Draw) -> str:
    """What a template says while it loads, or what somebody says in its place."""
    if draw.chance(0.5):
        index = draw.pick(("0", "1", "-1", "1048576", "null", '"0"', "true", "[]", "{}"))
        return f'{{"at":[{index},"a.py",1]}}' if draw.chance(0.7) else f'{{"at":{index}}}'
    problems = []
    for _ in range(draw.few(draw.pick((4, 300))) - 1):
        parts = [draw.pick(_TEXTS), '"a.py"', draw.pick(("1", "null")), '["f","g"]']
        if draw.chance(0.2):
            at = draw.below(4)
            parts[at] = draw.pick((*_TEXTS, _LONG_TEXT, *_LISTS, *_COUNTS, *_STATUSES))
        problems.append(f"[{','.join(parts)}]")
    if draw.chance(0.02):
        levels = wire.MAX_LEVELS - 3 + draw.below(5) if draw.chance(0.5) else draw.few(2000)
        problems = ["[" * levels + "]" * levels]
    names = draw.pick((*_LISTS, *_TEXTS, '["f","G"]', '["f",1,null,"\\u001b"]'))
    return f'{{"loaded":[{",".join(problems)}],"names":{names}}}'


def _run_call(head: dict[str, Any], bodies: list[bytes]) -> str:
    reply = head | {"answers": bodies if head["outcome"] == "answered" else bodies[:-1]}
    reply |= {"stderr": "", "wall": 0.5, "detail": "a message is an object", "stack": "somewhere"}
    outcomes = READING.outcomes(reply, [_CALL] * len(bodies))
    assert 1 <= len(outcomes) <= max(1, len(bodies))
    for outcome in outcomes:
        _check(outcome)
    return outcomes[0].ending.value


def _check(outcome: Outcome) -> None:
    assert isinstance(outcome.ending, CallEnding)
    assert outcome.value is None or outcome.ending is CallEnding.ANSWER
    check_types(outcome.value)
    check_types(outcome.log)
    assert type(outcome.log) in {list, tuple}
    for text in (outcome.detail, outcome.stdout, outcome.stderr, outcome.traceback):
        assert type(text) is str
        assert len(text) < 50_000
    assert all(type(place) is int and place >= 0 for place in outcome.changed)
    for name, count in outcome.calls.items():
        assert type(name) is str
        assert type(count) is int
        assert count >= 0
    assert math.isfinite(outcome.cpu_seconds)
    assert outcome.cpu_seconds >= 0
    assert math.isfinite(outcome.wall_seconds)
    assert outcome.wall_seconds >= 0


class _Script:
    """A channel on which PID 1 says what the script says, then that all was loaded well."""

    confinement = BackendLimits()
    _readable = -1

    def __init__(self, replies: list[dict[str, Any]]) -> None:
        self._replies = iter(replies)
        if _Script._readable < 0:
            _Script._readable = os.open("/dev/zero", os.O_RDONLY)

    def fileno(self) -> int:
        return self._readable

    def read(self) -> bytes:
        well = {"loaded": [], "stdout": "", "stderr": "", "cpu": 0.0, "used": 0.0}
        return wire.frame_bytes(json.dumps(next(self._replies, well)).encode())

    def write(self, data: memoryview) -> int:
        return len(data)

    def confine(self) -> None:
        pass

    def close(self) -> str:
        return ""


def _run_load(head: dict[str, Any], bodies: list[bytes]) -> str:
    reply = _passed_on(head, bodies)
    scripts: Iterator[list[dict[str, Any]]] = iter([[reply] * head["times"]])
    # The first sandbox says what the script says; one that takes its place is well.
    session = ChannelSession(lambda: _Script(next(scripts, [])), _PROGRAM)
    loaded = session.load(Injection())
    _check_loaded(loaded)
    return "loaded" if "loaded" in reply else "cut"


def _passed_on(head: dict[str, Any], bodies: list[bytes]) -> dict[str, Any]:
    """What PID 1 tells of a template that said this while it was loading."""
    at: Any = None
    costly: list[Any] = []
    why = head["why"]
    rest = {
        "stdout": head["stdout"], "stderr": "", "cpu": 0.1, "used": 0.1, "status": head["status"],
    }  # fmt: skip
    for body in bodies:
        try:
            message = wire.parse(body)
        except wire.WireError as problem:
            why = str(problem)
            break
        if not isinstance(message, dict):
            why = "a message is an object"
            break
        if "loaded" in message:
            return {"loaded": message["loaded"], "names": message.get("names"), **rest}
        at = message.get("at")
        costly.append(at)
    return {"cut": at, "why": why, "costly": costly, **rest}


def _check_loaded(loaded: Loaded) -> None:
    for note in loaded.notes:
        assert type(note.message) is str
        assert len(note.message) <= 2000
        assert type(note.file) is str
        assert len(note.file) <= 200
        assert note.line is None or type(note.line) is int
    for name, reason in loaded.lost.items():
        assert type(name) is str
        assert type(reason) is str

"""Parses replies to calls. Everything that a student's process said is hostile here."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader import wire
from grader.sandbox.backend_interface import ENDED_ALL, CallEnding, Outcome
from grader.sandbox.call_request import Call

_ENDINGS = {
    "cpu": CallEnding.CPU,
    "wall": CallEnding.WALL,
    "starved": CallEnding.STARVED,
    "memory": CallEnding.MEMORY,
    "output": CallEnding.OUTPUT,
    "lent": CallEnding.LENT,
    "lent_gone": CallEnding.LENT_GONE,
    "template_died": CallEnding.DIED,
    "not_tried": CallEnding.DIED,
}

_MOST_CALLS = 1 << 53
"""What nobody reaches by calling."""


def describe_exit_status(status: object) -> str:
    """Return what a process's wait status means, as the rest of a sentence."""
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
class ReplyParser:
    """A parser of replies to calls. Everything under ``answers`` and ``notes`` is hostile.

    Attributes:
        lent: names of the functions that a sandbox counts, in order; empty if none are lent.
    """

    codec: wire.Codec
    nonce: str
    lent: Sequence[str] = ()

    def outcomes(self, reply: Mapping[str, Any], calls: Sequence[Call]) -> list[Outcome]:
        """Return the outcomes of a series of ``calls``: at least of the first, at most of all.

        A series that ran out of something says nothing of the call it ended at, unless that
        was the first: only then was everything used by that call.
        """
        outcomes = [
            self._with_lent(self._answered(body, call), call, reply, number)
            for number, (body, call) in enumerate(zip(reply["answers"], calls, strict=False))
        ]
        if not outcomes:
            ending = _ENDINGS.get(reply["outcome"], CallEnding.BREACH)
            detail = str(reply.get("detail", ""))
            if reply["outcome"] == "template_died":
                detail = detail or ENDED_ALL
            outcomes = [
                Outcome(
                    ending,
                    detail=detail,
                    calls=self._counted(reply.get("calls")),
                    traceback=str(reply.get("stack", "")),
                    pressed=ending is CallEnding.WALL and reply.get("pressed") is True,
                )
            ]
        if len(outcomes) > 1 or (reply["answers"] and reply["outcome"] != "answered"):
            return outcomes
        measured = reply.get("cpu")
        return [
            replace(
                outcomes[0],
                stdout=str(reply.get("stdout", "")),
                stderr=str(reply.get("stderr", "")),
                cpu_seconds=outcomes[0].cpu_seconds if measured is None else float(measured),
                wall_seconds=float(reply.get("wall", 0.0)),
                waiting_seconds=float(reply.get("waiting", 0.0)),
            )
        ]

    def _with_lent(
        self, outcome: Outcome, call: Call, reply: Mapping[str, Any], number: int
    ) -> Outcome:
        """Return ``outcome`` with the counts and logs that the process of lent functions has kept.

        Of the student's own functions among the arguments their process says how often it called
        them.
        """
        own, lent = call.functions()
        calls = {name: count for name, count in outcome.calls.items() if name in own}
        log: Sequence[Any] = ()
        if number < len(reply.get("counts", ())):
            counted = self._counted(reply["counts"][number])
            calls = {
                **{n: counted.get(n, 0) for n in self.lent if n in counted or n in lent},
                **{name: count for name, count in calls.items() if name not in lent},
            }
            notes = reply["notes"][number]
            log = self._log(notes) if notes else ()
        return replace(outcome, calls=calls, log=log)

    def _counted(self, numbers: object) -> dict[str, int]:
        counted = zip(self.lent, map(_count, _list(numbers)), strict=False)
        return {name: min(number, _MOST_CALLS) for name, number in counted if number}

    def _answered(self, body: str, call: Call) -> Outcome:
        try:
            ending, answer, value, detail = self._read(body)
        except wire.WireError as problem:
            return Outcome(CallEnding.BREACH, detail=str(problem))
        seconds = _count(answer.get("cpu_us")) / 1e6
        return Outcome(
            ending,
            value,
            detail,
            _changed_positions(answer["changed"], len(call.args)) if "changed" in answer else (),
            _counts(answer["calls"]) if "calls" in answer else {},
            traceback=_text(answer.get("traceback")),
            cpu_seconds=seconds,
            wall_seconds=seconds,
        )

    def _read(self, body: str) -> tuple[CallEnding, dict[str, Any], Any, str]:
        answer = wire.parse(body)
        if not isinstance(answer, dict):
            raise wire.WireError("an answer is an object")
        if "ended" in answer:
            status = answer["ended"]
            return CallEnding.DIED, {}, None, describe_exit_status(status)
        if answer.get("nonce") != self.nonce:
            raise wire.WireError("an answer to another call")
        match answer.get("kind"):
            case "answer":
                return CallEnding.ANSWER, answer, self.codec.revive(answer.get("value")), ""
            case "opaque":
                return CallEnding.OPAQUE, answer, None, _text(answer.get("found"))
            case "unreadable":
                return CallEnding.UNREADABLE, answer, None, _text(answer.get("found"))
            case "spoiled":
                given_back = answer.get("given_back") is True
                return CallEnding.SPOILED, answer, None, "given back" if given_back else ""
            case "absent":
                return CallEnding.ABSENT, answer, None, _text(answer.get("found"))
            case "raised":
                detail = ": ".join(
                    filter(None, (_text(answer.get("type")), _text(answer.get("message"))))
                )
                if answer.get("unfinished") is True:
                    return CallEnding.UNFINISHED, answer, None, detail
                memory = answer.get("memory") is True
                return CallEnding.MEMORY if memory else CallEnding.RAISED, answer, None, detail
        raise wire.WireError("an answer of unknown kind")

    def _log(self, notes: bytes) -> list[Any]:
        try:
            log = self.codec.decode(notes)
        except wire.WireError:
            return []
        return log if isinstance(log, list) else []


def _text(value: object) -> str:
    return value[:20_000] if isinstance(value, str) else ""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _counts(value: object) -> dict[str, int]:
    numbers = value.items() if isinstance(value, dict) else ()
    return {name: _count(number) for name, number in numbers}


def _changed_positions(said: object, arguments: int) -> tuple[int, ...]:
    """Return the positions that a call says to have changed, if they exist, each once."""
    # True and 1.0 are equal to a position, but name none.
    positions = {position for position in _list(said) if type(position) is int}
    return tuple(position for position in range(arguments) if position in positions)


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0

"""The trusted end of the wire to a zygote, whichever backend started it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader import wire
from grader.machine.alone import alone
from grader.model.limits import Limits, LoadLimits
from grader.model.submission import LoadNote
from grader.sandbox.peer import GRACE, Channel, Peer
from grader.sandbox.protocol import (
    Call,
    Ending,
    Injection,
    Loaded,
    Outcome,
    Program,
    SandboxFailure,
)
from grader.sandbox.reading import Reading, died

MAX_UNREACHABLE = 3
"""Attempts in a row to start a sandbox after which a session gives up for good."""
MAX_UNUSABLE = 2
"""Calls in a row for which not even a fresh load could be used; the next ones are not tried."""
MAX_REPEATED_LOADS = 3
"""Loads that are repeated because the machine was too busy for them; no more for one submission."""
MAX_CUTS = 8
"""Top-level statements that are cut before only definitions are executed."""


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
        self._rushed = False
        self._repeated_loads = 0
        self._unreachable = 0
        self._used = False
        self._unusable = 0
        self._suspect = False
        self._unreadable: LoadNote | None = None
        self._used_before = 0.0
        """CPU seconds that were used in sandboxes which had to be replaced,"""
        self._used_here = 0.0
        """and in this one."""
        self._peer: Peer | None = self._connect()

    @property
    def cpu_seconds(self) -> float:
        """See :attr:`grader.sandbox.protocol.Session.cpu_seconds`."""
        return self._used_before + self._used_here

    def load(self, injection: Injection) -> Loaded:
        """See :meth:`grader.sandbox.protocol.Session.load`."""
        self._injection = injection
        self._unusable = 0
        return self._load()

    def call(self, call: Call, *, fresh: bool) -> Outcome:
        """See :meth:`grader.sandbox.protocol.Session.call`."""
        return self._carry_out([call], fresh=fresh)[0]

    def call_together(self, calls: Sequence[Call], *, fresh: bool) -> list[Outcome]:
        """See :meth:`grader.sandbox.protocol.Session.call_together`."""
        return self._carry_out(calls, fresh=fresh)

    def _carry_out(self, calls: Sequence[Call], *, fresh: bool) -> list[Outcome]:
        if self._unusable >= MAX_UNUSABLE:
            return [Outcome(Ending.DIED, detail="disturbed the sandbox each time before")]
        nonce = secrets.token_hex(8)
        limits = calls[0].limits
        message = {
            "op": "call",
            "fresh": fresh or self._suspect,
            "limits": self._limits(limits),
            "count": len(calls),
        }
        described = ",".join(call.described(self._codec, nonce) for call in calls)
        body = f'{{"calls":[{described}]}}'.encode("ascii")
        patience = limits.patience + GRACE
        reply = self._request(message, patience, body)
        # What an earlier call did to the template may show only now.
        if reply["outcome"] == "no_template" or (
            reply["outcome"] == "template_died" and self._used
        ):
            self._load()
            peer = self._peer
            reply = self._request(message, patience, body)
            if reply["outcome"] == "no_template" and self._peer is not peer:
                raise SandboxFailure("the sandbox failed at the same call again")
        self._used = True
        self._unusable = self._unusable + 1 if reply["outcome"] == "no_template" else 0
        lent = (*self._injection.functions, *self._injection.stubs)
        outcomes = Reading(self._codec, nonce, lent).outcomes(reply, calls)
        if outcomes[0].ending is Ending.BREACH and not fresh:
            # Most likely what earlier calls left behind has spoken; these are not to blame for it.
            return self._carry_out(calls, fresh=True)
        # Whoever spoke in the runner's place may have left the real answer on its way.
        self._suspect = outcomes[-1].ending in {Ending.BREACH, Ending.DIED}
        return outcomes

    def close(self) -> None:
        """See :meth:`grader.sandbox.protocol.Session.close`."""
        if self._peer is not None:
            self._peer.channel.close()
            self._peer = None
            self._used_before, self._used_here = self.cpu_seconds, 0.0

    def _connect(self) -> Peer:
        if self._unreachable >= MAX_UNREACHABLE:
            raise SandboxFailure("no sandbox could be started any more")
        self._unreachable += 1
        try:
            channel = self._start()
        except OSError as problem:
            raise SandboxFailure(str(problem)) from None
        try:
            peer = Peer.greet(channel, self._program)
        except SandboxFailure as failure:
            said = channel.close().strip()
            raise SandboxFailure(f"{failure} ({said})" if said else str(failure)) from None
        except BaseException:
            channel.close()
            raise
        self._unreachable = 0
        return peer

    def _request(
        self, message: Mapping[str, Any], patience: float, *bodies: bytes
    ) -> dict[str, Any]:
        head = json.dumps(message).encode("ascii")
        for last in (False, True):
            try:
                if self._peer is None:
                    self._peer = self._connect()
                self._peer.send(head, *bodies)
                reply = self._peer.receive(patience)
                self._used_here = float(reply["used"])
                return reply
            except SandboxFailure:
                self.close()
                if last:
                    raise
        raise AssertionError("unreachable")

    def _load(self) -> Loaded:
        limits = self._program.load
        while True:
            reply = self._load_once(limits)
            if _is_doubtful(reply) and self._repeated_loads < MAX_REPEATED_LOADS:
                self._repeated_loads += 1
                with alone():
                    reply = self._load_once(limits.patient())
            if "loaded" in reply:
                self._used = False
                return self._loaded(reply)
            if reply["why"] == "starved":
                raise SandboxFailure("this machine is too busy to load the submission")
            self._cut(reply)

    def _load_once(self, limits: LoadLimits) -> dict[str, Any]:
        """Let the zygote load; its reply, which may be that it had to cut something."""
        message = {
            "op": "load",
            "limits": self._limits(limits.statement),
            "total": self._limits(limits.total),
        }
        lent = {
            "functions": dict(self._injection.functions),
            "stubs": dict(self._injection.stubs),
            "globals": dict(self._injection.globals),
            "skip": self._skipped,
            "actions": self._actions,
            "speed": limits.statement.speed,
        }
        patience = limits.total.patience + limits.statement.patience + GRACE
        return self._request(message, patience, json.dumps(lent).encode("ascii"))

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
        if why == "total" and self._cut_dear(reply["dear"]):
            return
        self._skipped[index] = reason
        if why == "total" or self._cuts > MAX_CUTS:
            self._actions = False
        if self._cuts > 2 * MAX_CUTS:
            self._give_up("too many of its statements had to be cut, so nothing of it was loaded")

    def _cut_dear(self, dear: Sequence[object]) -> bool:
        """Leave out, once, what took most of the time; whether there is such a statement.

        What takes little may be what functions need: a loop that fills a table.
        """
        indices = [index for at in dear if (index := _index(at)) is not None]
        if self._rushed or not indices:
            return False
        self._rushed = True
        self._skipped |= dict.fromkeys(indices, "took much of the time there is")
        return True

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
            case "memory":
                return "took more memory than is allowed"
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
            "patience": limits.patience,
            "output": self._program.output_bytes,
        }


def _is_doubtful(reply: Mapping[str, Any]) -> bool:
    """Whether the machine may be to blame for what was cut."""
    why = reply.get("why")
    return why == "starved" or (why in {"wall", "total"} and reply.get("pressed") is True)


def _index(at: object) -> int | None:
    """Index of the statement a template said it was at; ``None`` for nonsense."""
    match at:
        case [int(index), *_] if _is_number(index):
            return index
    return None


def _is_number(value: object) -> bool:
    """Whether it is an integer of sensible size; ``True`` is none."""
    return type(value) is int and 0 <= value < 1 << 20


def _problems(told: object) -> Iterator[tuple[str, str, int | None, list[str]]]:
    """What a template told of its loading, as far as it has the right shape."""
    if not isinstance(told, list):
        return
    for entry in told[:200]:
        match entry:
            case [str(message), str(cell), int(line) | (None as line), [*names]] if (
                line is None or _is_number(line)
            ):
                yield message[:2000], cell[:200], line, [n for n in names if isinstance(n, str)]

"""Runs an agent that chooses moves, in a sandbox of its own or in this process.

A sandboxed agent is made anew for each game, in a module that is loaded anew: it may remember what
it likes from move to move, and nothing from game to game. All of its processes are frozen between
its moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from grader.model.formatting import format_some_names
from grader.model.game_record import MoveFault
from grader.model.role_binding import Fit
from grader.model.seeds import derive_seed
from grader.model.submission import Cell, innermost_student_line
from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import (
    CallEnding,
    Injection,
    Loaded,
    Outcome,
    Process,
    Session,
    Starved,
)
from grader.sandbox.call_request import Call

_HANDLE = "agent"
_MOST_PRINTED = 2000
"""Characters of what a move prints that are kept."""

_FAULTS = {
    CallEnding.OPAQUE: MoveFault.MALFORMED,
    CallEnding.UNREADABLE: MoveFault.MALFORMED,
    CallEnding.CPU: MoveFault.LATE,
    CallEnding.WALL: MoveFault.LATE,
    CallEnding.DIED: MoveFault.GONE,
    CallEnding.ABSENT: MoveFault.ABSENT,
}
"""Every other ending counts as a crash."""
_MOST_NAMES = 8
"""Names of what a file defines instead of an agent that are listed."""


@dataclass(frozen=True, slots=True)
class AgentReply:
    """The reply of an agent: its answer, or the fault that it committed.

    Attributes:
        value: plain data, if there is no fault.
        detail: what happened instead, as a sentence. It may quote the student's program.
        file: of the submission, where the agent raised or was stopped; empty if nobody knows.
        line: in that file, from 1.
    """

    value: Any = None
    fault: MoveFault | None = None
    detail: str = ""
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    printed: str = ""
    file: str = ""
    line: int | None = None
    used_seconds: float = 0.0
    waited_seconds: float = 0.0


class Agent(Protocol):
    """One side of a game, which chooses moves."""

    def begin(self, seed: int) -> None:
        """Prepare for a new game, with nothing left of the one before.

        Raises:
            SandboxFailure: if the sandbox does not work.
        """

    def choose(self, arguments: tuple[Any, ...]) -> AgentReply:
        """Return the agent's move in a position.

        Raises:
            SandboxFailure: if the sandbox does not work. The game says nothing then.
        """


@dataclass(frozen=True, slots=True)
class TrustedAgent:
    """A trusted function as an agent, in this process and without a time limit."""

    function: Callable[..., object]

    def begin(self, seed: int) -> None:
        """Do nothing, as nothing is remembered."""

    def choose(self, arguments: tuple[Any, ...]) -> AgentReply:
        """Return the agent's move in a position."""
        return AgentReply(self.function(*arguments))


@dataclass(slots=True)
class SandboxedAgent:
    """An object of a submission's class, or a function of a submission, in its sandbox.

    Attributes:
        name: the class or function, or the role of the assignment's contract.
        method: what is called for each move; empty for a function.
        limits: of each move, and of making the object.
        fit: what fills the role, and how it is called.
        absent: why the submission has no agent, as a sentence; empty if it may have one.
        cells: the student's own source, to name the line at which it raised.
        share: of the time that students are promised, how much this game gives: 0.1 where a move
            has 0.3 s instead of 3 s, and clocks inside go ten times as fast.
        sought: names by which an agent would have been found; by default ``name`` alone.
    """

    session: Session
    name: str
    method: str
    limits: CallLimits
    injection: Injection = field(default_factory=Injection)
    fit: Fit | None = None
    absent: str = ""
    cells: Sequence[Cell] = ()
    share: float = 1.0
    sought: tuple[str, ...] = ()
    _seed: int = 0
    _asked: int = 0
    _process: Process | None = None
    _loaded: Loaded | None = None
    _gone: AgentReply | None = None
    """What every move comes to when there is no agent, or none any more."""

    def begin(self, seed: int) -> None:
        """Load the submission anew; its object is created at the first move."""
        self._loaded = self.session.load(self.injection)
        self.session.freeze()
        self._seed, self._asked = seed, 0
        self._process = None
        self._gone = AgentReply(fault=MoveFault.ABSENT, detail=self.absent) if self.absent else None

    def choose(self, arguments: tuple[Any, ...]) -> AgentReply:
        """Return the agent's move; an agent that was stopped starts anew at its next move."""
        if self._process is None and self._gone is None:
            self._make()
        if self._process is None:
            assert self._gone is not None
            return self._gone
        if self.method:
            outcome = self._process.call(self._call(self.method, arguments, on=_HANDLE))
            reply = self._reply(self.method, outcome)
        else:
            outcome = self._process.call(self._call(self.name, arguments))
            reply = self._reply(self.fit.name if self.fit else self.name, outcome)
        if reply.fault is not None and reply.fault.lasts:
            self._gone = _repeat_final_reply(reply, reply.fault)
        if self._process.ended:
            self._process = None
        return reply

    def prepare(self) -> AgentReply | None:
        """Create the object after :meth:`begin`, before the first move.

        Returns:
            Why there is no agent, with file and line where that is known; ``None`` if there is one.
        """
        assert self._loaded is not None, "begin comes first"
        if self._gone is None and self._process is None:
            self._make()
        if self._gone is None or self._gone.fault is not MoveFault.ABSENT:
            return self._gone
        sought = self.sought or (self.name,)
        return replace(self._gone, detail=_explain_absence(self._gone.detail, self._loaded, sought))

    def _make(self) -> None:
        process = self.session.fork()
        if not self.method:
            self._process = process
            return
        outcome = process.call(self._call(self.name, (), keep=_HANDLE))
        if outcome.ending is CallEnding.ANSWER:
            self._process = process
        else:
            reply = self._reply(f"{self.name}()", outcome)
            absent = reply.fault is MoveFault.ABSENT
            self._gone = _repeat_final_reply(reply, MoveFault.ABSENT if absent else MoveFault.GONE)

    def _reply(self, function: str, outcome: Outcome) -> AgentReply:
        reply = _reply(function, outcome, self.limits)
        # By the clocks inside, until here.
        reply = replace(
            reply,
            used_seconds=self.share * reply.used_seconds,
            waited_seconds=self.share * reply.waited_seconds,
        )
        found = innermost_student_line(outcome.traceback, self.cells)
        if reply.fault is None or found is None:
            return reply
        file, line = found
        return replace(reply, file=file, line=line)

    def _call(
        self, function: str, arguments: tuple[Any, ...], on: str = "", keep: str = ""
    ) -> Call:
        self._asked += 1
        seed = derive_seed(self._seed, self._asked)
        # A game cannot be repeated from its middle: better to wait long for a busy machine.
        limits = self.limits.patient()
        return Call(
            function, arguments, {}, seed, limits, on=on, keep=keep, freeze=True, fit=self.fit
        )


def _repeat_final_reply(reply: AgentReply, fault: MoveFault) -> AgentReply:
    """Return the reply to every later move once an agent cannot play any more."""
    return AgentReply(fault=fault, detail=reply.detail, file=reply.file, line=reply.line)


def _explain_absence(absence: str, loaded: Loaded, sought: Sequence[str]) -> str:
    """Return why there is no agent: a load error, else what the file defines instead."""
    lost = [loaded.lost[name] for name in sought if name in loaded.lost]
    reasons = lost[:1] or [absence.rstrip(".")]
    for note in loaded.notes[:1]:
        place = ", line ".join(map(str, filter(None, (note.file, note.line))))
        said = f"{place}: {note.message}" if place else note.message
        if said not in reasons:
            reasons.append(said)
    if not lost:
        names = format_some_names(loaded.names, _MOST_NAMES) or "no function and no class"
        reasons.append(f"The file defines {names}")
    return "".join(f"{reason}. " for reason in reasons).rstrip()


def _reply(function: str, outcome: Outcome, limits: CallLimits) -> AgentReply:
    if outcome.ending is CallEnding.STARVED:
        raise Starved(f"this machine was too busy: {function} did not get to run in time")
    used = AgentReply(
        cpu_seconds=outcome.cpu_seconds,
        wall_seconds=outcome.wall_seconds,
        printed=outcome.stdout[:_MOST_PRINTED],
        used_seconds=outcome.cpu_seconds / limits.speed + outcome.waiting_seconds,
        waited_seconds=outcome.waiting_seconds,
    )
    if outcome.ending is CallEnding.ANSWER:
        return replace(used, value=outcome.value)
    fault = _FAULTS.get(outcome.ending, MoveFault.CRASHED)
    return replace(used, fault=fault, detail=_sentence(function, outcome, limits))


def _sentence(function: str, outcome: Outcome, limits: CallLimits) -> str:
    match outcome.ending:
        case CallEnding.OPAQUE | CallEnding.UNREADABLE:
            return f"{function} returned {outcome.detail or 'something'}, which is not a move."
        case CallEnding.RAISED:
            return f"{function} raised {outcome.detail}."
        case CallEnding.UNFINISHED:
            return f"{function} is not implemented yet."
        case CallEnding.ABSENT:
            return f"There is no {function}."
        case CallEnding.MEMORY:
            return f"{function} needed more memory than allowed."
        case CallEnding.OUTPUT:
            return f"{function} printed far too much."
        case CallEnding.CPU | CallEnding.LENT:
            return f"{function} was stopped after {limits.cpu_words}."
        case CallEnding.WALL:
            words = limits.stopped_words(outcome.cpu_seconds, outcome.waited)
            return f"{function} was stopped after {words}."
        case CallEnding.DIED:
            return f"The process of {function} {outcome.detail}."
    return f"{function} wrote to the grader's own connection instead of returning a move."

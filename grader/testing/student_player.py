"""Makes the student's agent a player for the referee, so that a whole game can be a hidden test."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from grader.model.game_record import MoveFault
from grader.model.submission import innermost_student_line
from grader.model.verdict import MISSING_FUNCTION_VERDICTS, NOT_CALLED, Verdict
from grader.play.agent import AgentReply
from grader.sandbox.backend_interface import CallEnding
from grader.testing.case_failures import CallFailure
from grader.testing.student import Agent

_FAULTS = {
    Verdict.INVALID_RETURN: MoveFault.MALFORMED,
    Verdict.TIME_LIMIT_EXCEEDED: MoveFault.LATE,
}
"""Every other failure counts as a crash."""

_GONE = {CallEnding.DIED.value, NOT_CALLED}
"""Codes of failures after which there is no agent any more."""

_NOTHING_TO_PLAY = MISSING_FUNCTION_VERDICTS | {Verdict.UNDECIDED}


@dataclass(slots=True)
class Player:
    """One side of one game, for :func:`grader.play.match.play`.

    What becomes of an agent is the same as in matches: one that was stopped is made anew for its
    next move, and one whose process has ended, or that cannot be made, is gone.

    Attributes:
        method: what is called for each move.
    """

    agent: Agent
    method: str
    _gone: AgentReply | None = field(default=None, init=False)
    """What every move comes to when there is no agent any more."""

    def begin(self, seed: int) -> None:
        """Prepare for a new game; the case's seed decides the agent's random numbers."""
        self._gone = None

    def choose(self, arguments: tuple[Any, ...]) -> AgentReply:
        """Return the agent's move, or why it has none.

        Raises:
            CallFailure: if there is no agent, or it is not implemented: no game is needed then.
        """
        if self._gone is not None:
            return self._gone
        try:
            return AgentReply(getattr(self.agent, self.method)(*arguments).value)
        except CallFailure as failure:
            if failure.verdict in _NOTHING_TO_PLAY:
                raise
            fault = _FAULTS.get(failure.verdict, MoveFault.CRASHED)
            said = failure.message
            if failure.actual and failure.actual not in said:
                said = f"{said.removesuffix('.')}: {failure.actual}."
            file, line = innermost_student_line(failure.traceback) or ("", None)
            reply = AgentReply(fault=fault, detail=said, file=file, line=line)
            if failure.code in _GONE or failure.function != self.method:
                reply = self._gone = replace(reply, fault=MoveFault.GONE)
            return reply

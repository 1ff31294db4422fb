"""The student's agent as the referee knows agents, so that a whole game can be a hidden test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.model.game_record import Fault
from grader.model.verdict import ABSENT, Verdict
from grader.play.agent import Reply
from grader.testing.failures import CallFailure
from grader.testing.student import Agent

_FAULTS = {
    Verdict.INVALID_RETURN: Fault.MALFORMED,
    Verdict.TIME_LIMIT_EXCEEDED: Fault.LATE,
}
"""Every other failure counts as a crash."""

_NOTHING_TO_PLAY = ABSENT | {Verdict.UNDECIDED}


@dataclass(frozen=True, slots=True)
class Player:
    """One side of a game, for :func:`grader.play.match.play`.

    Attributes:
        method: what is called for each move.
    """

    agent: Agent
    method: str

    def begin(self, seed: int) -> None:
        """Nothing: a case has one agent, whose random numbers the case's seed decides."""

    def choose(self, arguments: tuple[Any, ...]) -> Reply:
        """Its move, or why there is none.

        Raises:
            CallFailure: if there is no agent, or it is not implemented: no game is needed then.
        """
        try:
            return Reply(getattr(self.agent, self.method)(*arguments).value)
        except CallFailure as failure:
            if failure.verdict in _NOTHING_TO_PLAY:
                raise
            fault = _FAULTS.get(failure.verdict, Fault.CRASHED)
            said = failure.message
            if failure.actual:
                said = f"{said.removesuffix('.')}: {failure.actual}."
            return Reply(fault=fault, detail=said)

"""Defines the rules by which agents of an assignment play each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from grader.model.time_limits import CallLimits

MARGIN_SECONDS = 0.1
MOST_PLIES = 1000


class AfterProcessEnd(Enum):
    """The rule for a game in which an agent's process has ended."""

    SUBSTITUTION = "substitution"
    """It goes on, with the referee's moves in its stead."""
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The rules of matches: which agent plays, its time for a move, and when a game ends.

    Attributes:
        agent: name of the class or function that plays, or of the role that it fills.
        method: what is called for each move; empty for a function.
        seconds: that an agent has for each move, as it is promised: real time, less what a busy
            machine keeps it from running.
        margin_seconds: by how much it may overrun before it is stopped.
        wall_factor: how many times its CPU seconds the clock may show where the kernel does not
            tell for how long it was kept from running.
        most_late: after more late moves than these, a game is lost; ``None`` if it never is.
        most_plies: after so many, a game that the rules have not ended is a draw.
    """

    agent: str
    method: str
    seconds: float
    margin_seconds: float = MARGIN_SECONDS
    wall_factor: float = 8.0
    most_late: int | None = None
    after_end: AfterProcessEnd = AfterProcessEnd.SUBSTITUTION
    most_plies: int = MOST_PLIES

    def limits(self, speed: float = 1.0) -> CallLimits:
        """Return the limits of a move on a machine of this speed."""
        most = self.seconds + self.margin_seconds
        return CallLimits(most, most * self.wall_factor, real_seconds=most).times(speed)

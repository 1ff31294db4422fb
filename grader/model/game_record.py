"""Represents the record of a game: its players, its moves with their times, and its ending."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from grader.model.submission import prefix_location


class MoveFault(Enum):
    """The reason why the referee chose a move in an agent's stead."""

    ILLEGAL = "illegal"
    """The agent's move is against the rules."""
    MALFORMED = "malformed"
    """What the agent answered is no move at all."""
    LATE = "late"
    """The agent was stopped when its time was over."""
    CRASHED = "crashed"
    """The agent raised an exception."""
    GONE = "gone"
    """There is no agent any more: its process has ended, or it could not be made."""
    ABSENT = "absent"
    """The submission has no agent."""

    @property
    def lasts(self) -> bool:
        """Return whether the agent makes no further move in this game."""
        return self in {MoveFault.GONE, MoveFault.ABSENT}


class Result(Enum):
    """The result of a game: a win for either side, or a draw."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"

    @classmethod
    def win_of(cls, side: int) -> Result:
        """Return the win of a side: 0 is the one that moves first."""
        return cls.SECOND if side else cls.FIRST

    def points(self, side: int) -> float:
        """Return the points of a side for this result: 1, 0.5 or 0."""
        if self is Result.DRAW:
            return 0.5
        return float(self is Result.win_of(side))


class GameEnding(Enum):
    """The reason why a game ended."""

    RULES = "rules"
    """It was played to its end."""
    LATENESS = "lateness"
    """The loser was late more often than is allowed."""
    GONE = "gone"
    """The loser's process had ended."""
    LENGTH = "length"
    """It had more plies than a game may have."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move by one side.

    Attributes:
        move: as the game writes it.
        fault: why the referee chose it; ``None`` if the agent did.
        detail: what the agent did instead. It may quote the student's program: escape it.
        cpu_seconds: what the agent took for it, all of its processes together.
        wall_seconds: the same by the clock.
        used_seconds: what counts against the time for a move, in the same seconds: CPU time at the
            pace of the reference machine, and waiting; 0 in records that do not hold it.
        waited_seconds: the waiting alone.
        printed: what the agent printed, the first part of it. Written by the student: escape it.
        file: of the submission, where the agent raised or was stopped; empty if nobody knows. It is
            named by the student: escape it.
        line: in that file, from 1.
    """

    move: str
    fault: MoveFault | None = None
    detail: str = ""
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    printed: str = ""
    file: str = ""
    line: int | None = None
    used_seconds: float = 0.0
    waited_seconds: float = 0.0

    @property
    def seconds(self) -> float:
        """Return the part of the agent's time for a move that this move used."""
        return self.used_seconds or self.cpu_seconds

    @property
    def reason(self) -> str:
        """Return what the agent did instead of moving, with its file and line; not escaped."""
        return prefix_location(self.detail, self.file, self.line)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game from its first move to its last.

    Attributes:
        assignment: whose game it is, by id.
        players: names, the side that moves first before the other.
        seed: all random numbers of the game are drawn from it.
        seconds: that an agent had for each move, as promised: see :attr:`Ply.used_seconds`.
        opening: the first moves, which were given.
        plies: all further moves.
        digests: of the players' programs, in the order of their names; empty for people.
        setting: digest of what else decided the moves: the editions of assignment, grader, Python
            and sandbox; empty if that was not noted.
        board: the game's word for what it was played on; empty for its usual board.
        taken_back: how often a person took moves back, which are in the record no more.
    """

    assignment: str
    players: tuple[str, str]
    seed: int
    seconds: float
    opening: tuple[str, ...]
    plies: tuple[Ply, ...]
    result: Result
    ending: GameEnding
    digests: tuple[str, str] = ("", "")
    setting: str = ""
    board: str = ""
    taken_back: int = 0

    def side(self, number: int) -> int:
        """Return the side that made ``plies[number]``."""
        return (len(self.opening) + number) % 2

    def substituted(self, side: int) -> int:
        """Return how many of a side's moves the referee chose."""
        return sum(ply.fault is not None for ply in self.of(side))

    def of(self, side: int) -> list[Ply]:
        """Return the moves of one side, without the opening."""
        return [ply for number, ply in enumerate(self.plies) if self.side(number) == side]

"""What there is to see of a game that was played: positions, moves, and what they were worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from grader.model.figures import GridFigure
from grader.model.game_record import GameRecord, Ply


class Word(Enum):
    """What a move was worth, by proofs of who wins before and after it."""

    BEST = "best"
    """The mover could win, or get a draw at most, and still can."""
    FINE = "fine"
    """The mover was lost already: every move loses."""
    MISTAKE = "mistake"
    """It turned a win into a draw, or a draw into a loss."""
    BLUNDER = "blunder"
    """It turned a win into a loss."""
    UNPROVED = "unproved"
    """Nobody knows: one of the two proofs took too long."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Who stands better.

    Attributes:
        value: from -1 to 1, for the side that moves first; 1 is its win.
        proved: whether this is what perfect play leads to, and no estimate. It is -1, 0 or 1 then.
    """

    value: float
    proved: bool


@dataclass(frozen=True, slots=True)
class Move:
    """A move, and the position that it leads to.

    Attributes:
        side: 0 or 1; 0 moves first.
        ply: what is recorded of it.
        given: whether it belongs to the opening, which nobody chose.
        figure: the position after it, with the move drawn on it.
        word: ``None`` if the assignment has nothing to judge with.
        standing: after it; ``None`` likewise.
    """

    side: int
    ply: Ply
    given: bool
    figure: GridFigure
    word: Word | None = None
    standing: Standing | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A game to look at.

    Attributes:
        title: of the assignment whose game it is.
        sides: what the two sides are called, the one that moves first before the other.
        start: the position before the first move.
        standing: in that position; ``None`` if the assignment has nothing to judge with.
        moves: all moves, those of the opening too.
    """

    record: GameRecord
    title: str
    sides: tuple[str, str]
    start: GridFigure
    standing: Standing | None
    moves: tuple[Move, ...]

    @property
    def players(self) -> tuple[str, str]:
        """Both players with their sides: ``alice (Black)``."""
        first, second = (
            f"{name} ({side})" for name, side in zip(self.record.players, self.sides, strict=True)
        )
        return first, second

    @property
    def decided(self) -> int | None:
        """After how many plies it was proved, and stayed so, who wins; ``None`` if it never was."""
        standings = (self.standing, *(move.standing for move in self.moves))
        last = standings[-1]
        if last is None or not last.proved:
            return None
        number = len(standings) - 1
        while number and standings[number - 1] == last:
            number -= 1
        return number

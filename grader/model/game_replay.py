"""Represents the replay of a played game: positions, moves, and what they were worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from msgspec.structs import replace

from grader.model.figures import Arrow, GridFigure, Mark, Spot
from grader.model.game_record import GameEnding, GameRecord, Ply, Result


class MoveQuality(Enum):
    """The quality of a move, by proofs of who wins before and after it."""

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

    @property
    def wrong(self) -> bool:
        """Return whether the move gave away a win or a draw that perfect play keeps."""
        return self in {MoveQuality.MISTAKE, MoveQuality.BLUNDER}


@dataclass(frozen=True, slots=True)
class PositionEvaluation:
    """The value of a position, and whether it is proved.

    Attributes:
        value: from -1 to 1, for the side that moves first; 1 is its win.
        proved: whether this is what perfect play leads to, and no estimate. It is -1, 0 or 1 then.
    """

    value: float
    proved: bool


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A move that is proved to be better than the one that was made.

    Attributes:
        move: as the game writes it.
        wins: whether it keeps a win; a draw otherwise.
        figure: the position after it, with the move drawn on it.
    """

    move: str
    wins: bool
    figure: GridFigure

    @property
    def words(self) -> str:
        """Return what the better move does: ``4 would have kept the win``; not escaped."""
        return f"{self.move} would have kept the {'win' if self.wins else 'draw'}"


@dataclass(frozen=True, slots=True)
class ReplayMove:
    """A move of a replay, and the position that it leads to.

    Attributes:
        side: 0 or 1; 0 moves first.
        ply: what is recorded of it.
        given: whether it belongs to the opening, which nobody chose.
        figure: the position after it, with the move drawn on it.
        word: ``None`` if the assignment has nothing to judge with.
        standing: after it; ``None`` likewise.
        result: how the game ended, if this move ended it by the rules.
        better: a better move, where ``word`` says that this one was wrong and one was found.
    """

    side: int
    ply: Ply
    given: bool
    figure: GridFigure
    word: MoveQuality | None = None
    standing: PositionEvaluation | None = None
    result: Result | None = None
    better: BetterMove | None = None

    @property
    def marked(self) -> GridFigure:
        """Return the position after the move, with a better move drawn into it if there is one."""
        if self.better is None:
            return self.figure
        better = self.better.figure
        return replace(
            self.figure,
            arrows=(
                *(Arrow(each.start, each.end, Mark.YOURS) for each in self.figure.arrows),
                *(Arrow(each.start, each.end, Mark.RIGHT) for each in better.arrows),
            ),
            spots=(
                *(Spot(each.cell, Mark.YOURS) for each in self.figure.spots),
                *(Spot(each.cell, Mark.RIGHT) for each in better.spots),
            ),
        )


@dataclass(frozen=True, slots=True)
class Replay:
    """A game to step through: its positions, moves and evaluations.

    Attributes:
        title: of the assignment whose game it is.
        sides: what the two sides are called, the one that moves first before the other.
        start: the position before the first move.
        standing: in that position; ``None`` if the assignment has nothing to judge with.
        moves: all moves, those of the opening too.
        estimate: what standings that are not proved go by, as part of a sentence; may be empty.
    """

    record: GameRecord
    title: str
    sides: tuple[str, str]
    start: GridFigure
    standing: PositionEvaluation | None
    moves: tuple[ReplayMove, ...]
    estimate: str = ""

    @property
    def players(self) -> tuple[str, str]:
        """Return both players' names with their sides: ``alice (Black)``."""
        first, second = (
            f"{name} ({side})" for name, side in zip(self.record.players, self.sides, strict=True)
        )
        return first, second

    @property
    def standings(self) -> tuple[PositionEvaluation | None, ...]:
        """Return the evaluation of each position, from the one before the first move on."""
        return (self.standing, *(move.standing for move in self.moves))

    @property
    def proved(self) -> list[tuple[int, int]]:
        """Return the stretches of plies with a proved winner, as first and last ply of each."""
        found: list[tuple[int, int]] = []
        for number, standing in enumerate(self.standings):
            if standing is None or not standing.proved:
                continue
            if found and found[-1][1] == number - 1:
                found[-1] = found[-1][0], number
            else:
                found.append((number, number))
        return found

    @property
    def losing(self) -> int | None:
        """Return the ply, from 1, that provably lost a finished game; ``None`` if unproved."""
        number = self.decided
        if not number or self.record.ending is not GameEnding.RULES:
            return None
        made = self.moves[number - 1]
        lost = self.record.result is Result.win_of(1 - made.side)
        return number if lost and made.word is not None and made.word.wrong else None

    @property
    def lost_before(self) -> int | None:
        """Return the ply before which an unproved losing move must lie; else ``None``."""
        number = self.decided
        if not number or self.record.ending is not GameEnding.RULES:
            return None
        before = self.standings[number - 1]
        drawn = self.record.result is Result.DRAW
        return None if drawn or before is None or before.proved else number

    @property
    def decided(self) -> int | None:
        """Return the ply from which the result stayed proved; ``None`` if it never was."""
        standings = self.standings
        last = standings[-1]
        if last is None or not last.proved:
            return None
        number = len(standings) - 1
        while number and standings[number - 1] == last:
            number -= 1
        return number

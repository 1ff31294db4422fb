"""Replays of a game that no part of the grader knows."""

from __future__ import annotations

from dataclasses import replace

from grader.model.figures import Arrow, GridFigure, Look, Mark, Spot, Symbol
from grader.model.game_record import GameEnding, GameRecord, MoveFault, Ply, Result
from grader.model.game_replay import BetterMove, MoveQuality, PositionEvaluation, Replay, ReplayMove

LEGEND = (
    Symbol("x", "Cross", Look.FILLED),
    Symbol("o", "Nought", Look.HOLLOW),
    Symbol(".", "empty", Look.EMPTY),
)


def position(number: int) -> GridFigure:
    """A board that differs from ply to ply, with the move that led to it."""
    cells = [["x" if (row + number) % 3 else "." for _ in range(4)] for row in range(4)]
    cells[3][number % 4] = "o"
    arrow = Arrow((0, number % 4), (1, number % 4), Mark.PLAYED)
    return GridFigure(tuple(map(tuple, cells)), LEGEND, (arrow,) if number else ())


BETTER = GridFigure(
    position(5).cells, LEGEND, (Arrow((2, 0), (2, 1), Mark.PLAYED),), (Spot((3, 3), Mark.PLAYED),)
)
"""The position after a move that would have been better."""
PLIES = (
    (Ply("a1-a2"), None, PositionEvaluation(0.1, False)),
    (Ply("b1-b2"), None, PositionEvaluation(-0.4, False)),
    (
        Ply("c1", cpu_seconds=1.5, wall_seconds=2.0),
        MoveQuality.UNPROVED, PositionEvaluation(1.0, True),
    ),
    (
        Ply(
            "d1", MoveFault.LATE, "think was stopped after 3.1 s of CPU time.",
            3.1, 3.2, "so close\n",
        ),
        MoveQuality.FINE, PositionEvaluation(1.0, True),
    ),
    (Ply("c2", cpu_seconds=0.004), MoveQuality.BLUNDER, PositionEvaluation(-1.0, True)),
    (Ply("d2", printed="won!\n"), MoveQuality.BEST, PositionEvaluation(-1.0, True)),
    (
        Ply("c3", MoveFault.ILLEGAL, "c9 is against the rules."),
        MoveQuality.FINE, PositionEvaluation(-1.0, True),
    ),
    (Ply("d3", cpu_seconds=0.9), MoveQuality.BEST, PositionEvaluation(-1.0, True)),
)  # fmt: skip

GAME = Replay(
    record=GameRecord(
        "crosses", ("ann", "bob"), 42, 3.0, ("a1-a2", "b1-b2"), tuple(ply for ply, *_ in PLIES[2:]),
        Result.SECOND, GameEnding.RULES,
    ),
    title="Crosses against noughts",
    sides=("Cross", "Nought"),
    start=position(0),
    standing=PositionEvaluation(0.0, False),
    moves=tuple(
        ReplayMove(
            number % 2, ply, number < 2, position(number + 1), word, standing,
            Result.SECOND if number == 7 else None,
            BetterMove("c4", True, BETTER) if word is MoveQuality.BLUNDER else None,
        )
        for number, (ply, word, standing) in enumerate(PLIES)
    ),
    estimate="pieces",
)  # fmt: skip

UNJUDGED = replace(
    GAME,
    standing=None,
    moves=tuple(replace(move, word=None, standing=None, better=None) for move in GAME.moves),
)


def hostile(evil: str) -> Replay:
    """A replay that says ``evil`` wherever there is a text."""
    cells = ((evil, "x", *evil[:4]),) * 4
    figure = GridFigure(cells, (Symbol(evil, evil), Symbol("x", evil, Look.FILLED)), caption=evil)
    ply = Ply(evil, MoveFault.CRASHED, evil, 1.0, 1.0, evil, evil, 3)
    moves = tuple(
        replace(
            move,
            ply=ply if number > 1 else Ply(evil),
            figure=figure,
            better=move.better and BetterMove(evil, True, figure),
        )
        for number, move in enumerate(GAME.moves)
    )
    record = replace(
        GAME.record, assignment=evil, players=(evil, evil), opening=(evil, evil),
        plies=tuple(move.ply for move in moves[2:]),
    )  # fmt: skip
    return replace(
        GAME, record=record, title=evil, sides=(evil, evil), start=figure, moves=moves,
        estimate=evil,
    )  # fmt: skip


def long(plies: int) -> Replay:
    """A game of so many plies on a board of 6 × 6."""
    cells = (tuple("xxxxxx"),) * 2 + (tuple("......"),) * 2 + (tuple("oooooo"),) * 2
    figure = GridFigure(cells, LEGEND, (Arrow((0, 0), (1, 1), Mark.PLAYED),))
    ply = Ply("1.2-2.3", cpu_seconds=1.0, printed="depth 7\n" * 3)
    moves = tuple(
        ReplayMove(n % 2, ply, False, figure, MoveQuality.BEST, PositionEvaluation(1.0, True))
        for n in range(plies)
    )
    record = replace(GAME.record, opening=(), plies=(ply,) * plies)
    return replace(GAME, record=record, start=figure, moves=moves)

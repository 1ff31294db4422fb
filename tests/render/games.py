"""Positions of games that no part of the grader knows."""

from __future__ import annotations

from grader.model.figures import Arrow, GridFigure, Look, Mark, Spot, Symbol

CONNECT_FOUR = GridFigure(
    cells=tuple(map(tuple, (".......", ".......", "...Y...", "...R...", "..YRY..", ".RYRYR."))),
    legend=(
        Symbol("R", "Red", Look.FILLED),
        Symbol("Y", "Yellow", Look.HOLLOW),
        Symbol(".", "empty", Look.EMPTY),
    ),
    spots=(Spot((1, 3), Mark.RIGHT), Spot((5, 0), Mark.YOURS)),
    caption="Red to move",
    row_labels=tuple("654321"),
    column_labels=tuple("1234567"),
)
CHESS = GridFigure(
    cells=tuple(map(tuple, ("rnbqkbnr", "pppppppp", *["." * 8] * 4, "PPPPPPPP", "RNBQKBNR"))),
    legend=(Symbol(".", "empty", Look.EMPTY), Symbol("K", "white king")),
    arrows=(Arrow((6, 4), (4, 4), Mark.RIGHT),),
    row_labels=tuple("87654321"),
    column_labels=tuple("abcdefgh"),
)
NOUGHTS = GridFigure(
    (("X", "O", " "), (" ", "X", " "), (" ", " ", "O")),
    (Symbol("X", "X"), Symbol("O", "O"), Symbol(" ", "free")),
)
PUZZLE = GridFigure((("1", "2", "3"), ("4", "", "5"), ("10", "11", "12")))
PICTURES = {"connect four": CONNECT_FOUR, "chess": CHESS, "noughts": NOUGHTS, "puzzle": PUZZLE}

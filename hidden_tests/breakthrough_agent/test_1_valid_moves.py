"""Task 1: legal moves, each within the time, in one life of an agent after the other."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from grader.testing import Agent, cases, task
from hidden_tests.breakthrough_agent.moves import PACE, move_of

_POSITIONS = json.loads(Path(__file__).with_name("positions.json").read_text("utf-8"))


@dataclass(frozen=True)
class Life:
    """Boards that one agent is asked about, one after the other."""

    name: str
    boards: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return self.name


def lives(section: str, called: str) -> list[Life]:
    """The lives in a section of the frozen positions."""
    return [
        Life(f"{called} {number}", tuple(map(tuple, boards)))
        for number, boards in enumerate(_POSITIONS[section], start=1)
    ]


EDGES = Life(
    "edges of the rules",
    (
        # Nothing but captures on the diagonals: all pawns are blocked straight ahead.
        ("______", "B_B_B_", "W_W_W_", "______", "______", "______"),
        # All moves but two are blocked, at the edge of the board.
        ("______", "______", "B_____", "WB____", "_W____", "______"),
        # Only one move is left.
        ("______", "__W___", "______", "_W___B", "_____W", "______"),
        # A pawn one step from the last row, and one that could be captured.
        ("______", "______", "__B___", "_W____", "_____B", "____W_"),
        # A pawn one step from the last row, with another pawn straight ahead.
        ("B____B", "___WB_", "_WW__B", "___W__", "B_W___", "W_W_W_"),
        # White's last pawn can be captured, after which White has no move: the game is over.
        ("______", "B____B", "_W____", "______", "______", "______"),
        # The last pawn of each side.
        ("______", "_____B", "______", "______", "W_____", "______"),
    ),
)
_LOPSIDED = (
    ("____B_", "__BWB_", "WB_B__", "______", "_WWWWW", "______"),
    ("BB_BBB", "B_B___", "_B___B", "_W_W__", "W___WW", "WWWW_W"),
)
MIRRORED = Life(
    "mirror images",
    tuple(each for rows in _LOPSIDED for each in (rows, tuple(row[::-1] for row in rows))),
)
"""A move that is kept for a board is none of its mirror image."""
START = Life("start", (("BBBBBB", "BBBBBB", "______", "______", "WWWWWW", "WWWWWW"),))


@task(
    "1",
    points=1,
    visibility="public",
    moves=1,
    hint="Return a legal move as two cells: from where, and to where.",
)
@cases([START])
def test_first_move(agent: Agent, case: Life) -> None:
    """Makes a legal move at the start."""
    for board in case.boards:
        move_of(agent, board)


@task(
    "1",
    points=2,
    moves=4,
    pace=PACE,
    hint="Return a legal move on every board of a game, on either side.",
)
@cases([*lives("games", "game"), MIRRORED], pool=lives("ends_pool", "end of a game, drawn"), draw=2)
def test_moves_of_games(agent: Agent, case: Life) -> None:
    """Makes legal moves throughout a game, on either side."""
    for board in case.boards:
        move_of(agent, board)


@task(
    "1",
    points=2,
    moves=4,
    pace=PACE,
    hint="Mind blocked pawns, captures and the edges of the board.",
)
@cases([EDGES])
def test_moves_at_the_edges(agent: Agent, case: Life) -> None:
    """Makes legal moves where there are few."""
    for board in case.boards:
        move_of(agent, board)

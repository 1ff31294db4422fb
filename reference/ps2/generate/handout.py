"""The handout's own Breakthrough boards, with the answers that it states."""

from __future__ import annotations

from dataclasses import dataclass

from reference.ps2.provided.breakthrough import WIN, Player

BLACK, WHITE = Player.BLACK, Player.WHITE


@dataclass(frozen=True, slots=True)
class Stated:
    """A search position and what the handout says of it."""

    id: str
    rows: tuple[str, ...]
    player: Player
    depth: int
    score: int | None
    moves: str | None
    """Right moves as ``from-to`` cells, each a row and a column digit. Like the score, ``None``
    where the handout is silent."""


SEARCHES = (
    Stated(
        "board_preservation",
        ("___B__", "______", "_B__B_", "W____W", "___W__", "_W____"),
        BLACK, 2, None, None,
    ),
    Stated(
        "board_game_over_1",
        ("______", "_W____", "______", "______", "______", "______"),
        BLACK, 1, -WIN, "",
    ),
    Stated(
        "board_game_over_2",
        ("______", "______", "______", "______", "_B____", "______"),
        BLACK, 1, WIN, "",
    ),
    Stated(
        "board_max_depth_1",
        ("______", "W_____", "______", "_____B", "______", "______"),
        BLACK, 1, 0, "35-44 35-45",
    ),
    Stated(
        "board_max_depth_2",
        ("______", "______", "W_____", "______", "_____B", "______"),
        WHITE, 1, 0, "20-10 20-11",
    ),
    Stated(
        "board_switching_black",
        ("___B__", "______", "_B__B_", "W____W", "______", "___W__"),
        BLACK, 2, 0, None,
    ),
    Stated(
        "board_switching_white",
        ("___B__", "______", "_B__B_", "W____W", "______", "___W__"),
        WHITE, 2, 0, None,
    ),
    Stated(
        "board_31",
        ("______", "___B__", "____BB", "___WB_", "_B__WW", "_WW___"),
        BLACK, 1, WIN, "41-50 41-52",
    ),
    Stated(
        "board_32",
        ("______", "_____B", "_W____", "______", "______", "______"),
        BLACK, 4, -WIN, "15-25 15-24",
    ),
    Stated(
        "board_33",
        ("______", "__B___", "W_____", "___B_B", "__W___", "______"),
        WHITE, 3, -WIN, "20-10 20-11",
    ),
    Stated(
        "board_34",
        ("______", "____BB", "__B___", "_W_B_B", "__W_W_", "___WW_"),
        WHITE, 3, -1, "31-22 42-33 44-33 44-35",
    ),
    Stated(
        "board_41",
        ("______", "__BB__", "____BB", "WBW_B_", "____WW", "_WW___"),
        BLACK, 3, WIN, "34-45",
    ),
    Stated(
        "board_42",
        ("____B_", "__BB__", "______", "_WWW__", "____W_", "______"),
        BLACK, 6, -WIN, "04-14 04-15 12-22 12-21 12-23 13-23 13-22 13-24",
    ),
)  # fmt: skip
"""Searches of tasks 3.1 to 4.2. Of three boards the handout states only the score, and of the
preservation board nothing but that it must not change; the rest is the oracle's."""

MOVES = (
    ("board_21", ("__B___", "______", "______", "______", "______", "_W____")),
    ("board_22", ("____B_", "_____B", "_W____", "__W___", "______", "______")),
    ("board_23", ("______", "__B___", "_WWW__", "______", "______", "______")),
)
"""Boards of task 2.1, each asked for both sides."""

EVALUATIONS = (
    ("board_51", ("___B__", "___W__", "______", "__B___", "______", "______"), 0),
    ("board_52", ("___BW_", "___W__", "______", "______", "______", "______"), -WIN),
    ("board_53", ("______", "______", "______", "__B___", "______", "______"), WIN),
)
"""Boards of task 5.1 and their values."""

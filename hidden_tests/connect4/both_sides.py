"""Ends of games in which one program is asked on either side, move by move.

A program may keep values from one search for the next. Then it has to note which player they are
for: what is good for x, who searches first, is bad for o, who searches next. It also has to note
whether they are exact: where alpha-beta cut off the search, a value is only a bound, and the move
that came with it need not be the best two moves later. And what it keeps for a board and for its
mirror image has different columns. A single position shows none of this.
"""

from __future__ import annotations

from hidden_tests.connect4.data import Position
from reference.connect4.rules import Board

_GAMES: tuple[tuple[str, tuple[tuple[Board, tuple[int, ...]], ...]], ...] = (
    (
        "4x4",
        (
            (("    ", "x  x", "o  o", "o xx"), (2, 3)),
            (("   o", "x  x", "o  o", "o xx"), (0, 1, 2)),
            (("   o", "x  x", "o xo", "o xx"), (2,)),
        ),
    ),
    (
        "4x4 again",
        (
            (("    ", "oo  ", "xx  ", "xoxo"), (0, 1, 2, 3)),
            (("    ", "oo  ", "xx x", "xoxo"), (2,)),
        ),
    ),
    (
        "4x5",
        (
            (("  o  ", "  oo ", "x xxx", "ooxox"), (1, 4)),
            (("  o  ", "  oox", "x xxx", "ooxox"), (0, 1, 3, 4)),
            (("  oo ", "  oox", "x xxx", "ooxox"), (1, 4)),
        ),
    ),
    ("4x5 in a mirror", (((" oo  ", "xoo  ", "xxx x", "xoxoo"), (0, 3)),)),
    (
        "6x7",
        (
            (("xo    x", "ooo  ox", "oxox oo", "oxxo xx", "xxxoxxo", "oooxoxx"), (4,)),
            (("xo    x", "ooox ox", "oxox oo", "oxxo xx", "xxxoxxo", "oooxoxx"), (4,)),
        ),
    ),
    (
        "6x7, x before and after",
        (
            (("xx o   ", "xo x o ", "xx o o ", "oooxxxo", "ooxxoox", "xoxoxxo"), (4,)),
            (("xx o   ", "xo x o ", "xxxo o ", "oooxxxo", "ooxxoox", "xoxoxxo"), (4,)),
            (("xx o   ", "xo x o ", "xxxo oo", "oooxxxo", "ooxxoox", "xoxoxxo"), (4,)),
        ),
    ),
    (
        "6x7, o before and after",
        (
            ((" x     ", "xo    x", "xooo oo", "oxxxoxo", "xoxoxxo", "xxxooox"), (4,)),
            ((" x    o", "xo    x", "xooo oo", "oxxxoxo", "xoxoxxo", "xxxooox"), (4,)),
            (("xx    o", "xo    x", "xooo oo", "oxxxoxo", "xoxoxxo", "xxxooox"), (4,)),
        ),
    ),
)
"""Boards that follow each other, each with the columns that are right."""

POSITIONS = [
    Position(f"game on {name}, board {number}", board, right)
    for name, boards in _GAMES
    for number, (board, right) in enumerate(boards, start=1)
]

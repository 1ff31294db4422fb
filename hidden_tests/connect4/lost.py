"""Positions in which nothing can be won: a move has to be made all the same, and any will do.

A search that begins with the value of a loss finds no column that is better. One that keeps what is
above the average keeps nothing where all moves are worth the same. One that counts wins, and begins
with none, finds nothing where there are none. Real games come to such positions near their end.
"""

from __future__ import annotations

from dataclasses import replace

from hidden_tests.connect4.data import numbered, positions
from reference.connect4 import rules
from reference.connect4.rules import Board

_AT_ONCE: tuple[Board, ...] = (
    ("      o", "  x   o", "  o   o", " xx   x", " xo o o", " xx xxo"),
    ("x    x ", "x    o ", "o   ox ", "x  oxo ", "xo oxox", "xoxooxo"),
    (*[" " * 7] * 3, "   o x ", "   o x ", "o  xxxo"),
    ("x     ", "x  ox ", "o  ox ", "xo oox"),
)
"""Whatever is played, the opponent completes a line with the next move."""
_NEVER_WON: tuple[Board, ...] = (
    ("ox xo o", "oxoooxx", "xoooxoo", "oxxxoxx", "xxoxxxo", "oxooxxo"),
    ("ox x ox", "xx o xo", "oooxoox", "xxoxoox", "oxoxxox", "xoxooxo"),
    ("o x ooo", "oxo xxx", "oxo xoo", "xox oxx", "oxxxoxo", "oxoxoxx"),
    ("xx o ", "ooxo ", "xxoo ", "xxox "),
    ("oo o ", "xx ox", "xo xo", "oxxxo"),
)
"""However the game goes on, the side to move does not win: it draws all games, or loses them."""
_EACH = 3


LOST_AT_ONCE = numbered("lost", [(board, rules.moves(board)) for board in _AT_ONCE])
NEVER_WON = numbered("never won", [(board, rules.moves(board)) for board in _NEVER_WON])
LOST_IN_THE_END = [
    replace(each, name=each.name.replace("value", "lost"), right=rules.moves(each.board))
    for each in positions("value")
    if each.value < 0
][::_EACH]
"""Some of each size, small enough for any search to see the end."""

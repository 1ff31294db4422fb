"""Questions with known answers, by which bindings are confirmed: on the usual board and on others.

Most of the small boards are no squares. A program that is written for the usual board alone answers
on that one. The first two questions of a role are of either kind, with o to move on the usual
board, which tells more apart. All but those for ``result`` are near the end of games, so that any
search has soon done with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.testing import Known
from reference.connect4 import rules
from reference.connect4.rules import Board

EARLY: Board = ("     ", "     ", " o   ", "xx  o")
LATE: Board = ("x   ", "o  o", "x  x", "ox o", "xo x")
USUAL: Board = (*[" " * 7] * 3, "      o", "x    xx", "o o  xo")
USUAL_FOR_O: Board = (*[" " * 7] * 3, "      o", "x    xx", "o o xxo")
LINES: tuple[Board, ...] = (
    ("oo xx", "xxxxo", "xxoox", "oxooo"),
    ("o x ", "oxoo", "xxox", "xoxo", "ooxx"),
    (" xxo", "ooxo", "xoxx", "xoxo", "oxox"),
    ("xx xooo", "xo xoxx", "xx oxxo", "ooxooox", "oxxxooo", "xxoxoox"),
)
"""Games that end with a line: in a row, a column and both diagonals."""
ONE_DISC: Board = (*[" " * 7] * 5, "      x")
ANOTHER_ABOVE: Board = (*[" " * 7] * 4, "      o", "      x")
WON_BY_X: Board = ("xo ox o", "oo xx x", "xx xo x", "ox xoxx", "ooxooxo", "oxoxxoo")
WON_BY_O: Board = ("xoo  oo", "oxxxoxx", "oxooxoo", "xooxoox", "xooxxox", "xoxxoxx")
DRAWN: Board = ("oxox", "oxox", "xoxo", "xoxo")
USUAL_DRAWN: Board = ("xooxxox", "ooxooxx", "oooxoxx", "xxoooxo", "xooxxox", "oxxooxx")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position near its end with one best column, and what that leads to for the mover."""

    board: Board
    best: int
    value: int


NEAR = (
    Puzzle((" x ox  ", "oo oxo ", "oxxoxx ", "xooxoox", "oxoxxox", "oxoxxox"), 2, 1),
    Puzzle(("     ", "xoxx ", "xoxoo", "ooxxo"), 2, 1),
    Puzzle(("o   ", "oo  ", "xxox", "oxox", "xxox"), 2, 1),
    Puzzle((" xxxo  ", " xooxo ", "xooxox ", "oxxoxoo", "ooxooox", "xxooxxx"), 5, 1),
)
"""A win at once, for each player: what every search sees, and what tells conventions apart. For the
other player another column is best, so that it also tells who plays for the wrong one. No column is
a number that may be a value."""
SOON_OVER = (
    Puzzle((" oox o ", "ooxo xx", "xoox ox", "oxoxooo", "xoxxoxx", "xxooxxx"), 4, 1),
    Puzzle(("ox  o", "oo xo", "xx xx", "ooxox"), 2, 1),
    Puzzle(("x x ", "xoo ", "xxxo", "oxoo", "xxoo"), 3, 1),
    Puzzle((" o xo x", " x ooox", "ox xxxo", "oxoxoxo", "ooxxxoo", "xoxooxx"), 2, 1),
)
"""The same for random games, few of which fill these boards: who does not see a draw goes on then,
and raises an error, which says nothing of how the search is called."""
FAR = (
    Puzzle(("  o o", " xx o", " xooo", "xoxxx"), 3, 1),
    Puzzle(("ooo o x", "xxx x o", "ooxxo x", "xxooxxx", "oxxoxoo", "oxooxxo"), 3, 0),
    Puzzle((" xo ", " ox ", " xo ", " ox ", " xxo"), 3, 1),
)
"""Two lines to be stopped; and two columns, of which only a search to the end tells which wins."""
FARTHEST = Puzzle(("  oo ", "  xx ", "x oo ", "ooxxx"), 4, 1)
"""A win that takes more than five plies, which searches of three to six plies miss: it tells those
that have such a depth by default, and are exact if they are given another one."""
BLOCKED = Puzzle(("     ", "xoxo ", "oxox ", "xxoxo"), 3, 0)
"""A line of x, who played first, to be stopped by o: who writes players in another way than is
supposed sees no discs of the opponent's here."""
GOOD_FOR_X: Board = ("     ", "     ", "     ", "oxxx ", "ooxo ")
GOOD_FOR_O: Board = ("      ", "      ", "xooo  ", "xxox  ")
USUAL_GOOD_FOR_X: Board = (*[" " * 7] * 4, "oxxx   ", "ooxo  x")
USUAL_GOOD_FOR_O: Board = (*[" " * 7] * 4, "xooo   ", "xxoxx  ")
"""For each side one with x to move and one with o: so no reading of a value as somebody's fits
better than another where the value is never below 0."""


USUAL_SIZE = (6, 7)


def of(role: str) -> tuple[Known, ...]:
    """Return the questions of a role."""
    return _KNOWN[role]


def _is(
    args: tuple[Any, ...],
    right: Callable[[Any], bool],
    size: tuple[int, int] | None = None,
    answer: Any = None,
) -> Known:
    """Return a question about a board: the first of ``args``, or one of this ``size``."""
    found = size or (len(args[0]), len(args[0][0]))
    return Known(args, right, common=found == USUAL_SIZE, answer=answer)


def _equals(*args: Any, answer: Any) -> Known:
    return _is(args, lambda found: found == answer, answer=answer)


def _empty(shape: tuple[int, int]) -> Known:
    right = rules.start(*shape)
    return _is((shape,), lambda board: board == right, shape, right)


def _columns(board: Board) -> Known:
    moves = list(rules.moves(board))
    return _is((board,), lambda found: sorted(found) == moves, answer=moves)


def _result(board: Board, column: int) -> Known:
    player = rules.to_move(board)
    return _equals(board, player, column, answer=rules.drop(board, player, column))


def _shows_below(pictures: Sequence[str]) -> bool:
    """Whether both discs show, and the first in a lower line, if lines show where they are."""
    one, two, none = pictures
    if len({*pictures}) < len(pictures) or not all(picture.strip() for picture in pictures):
        return False
    lower, upper = _lines_that_differ(one, none), _lines_that_differ(two, one)
    both = lower & upper  # a line for the whole board, or discs that are written as the mover's
    lower, upper = lower - both or lower, upper - both
    return not lower or not upper or min(upper) < min(lower)


def _lines_that_differ(one: str, other: str) -> set[int]:
    """Return numbers of lines, whatever the spaces in them: a minus makes room in all of them."""
    lines = zip(one.splitlines(), other.splitlines(), strict=False)
    return {
        number for number, (a, b) in enumerate(lines) if "".join(a.split()) != "".join(b.split())
    }


def _search(puzzle: Puzzle, *more: int, exact: bool = True) -> Known:
    def right(answer: Any) -> bool:
        column, value = answer
        if value is not None and not exact:
            return column == puzzle.best and (value > 0 or puzzle.value < 1)
        return column == puzzle.best and value in {None, puzzle.value}

    value = f", value {puzzle.value}" if exact else ""
    says = f"column {puzzle.best}{value}"
    return _is((puzzle.board, rules.to_move(puzzle.board), *more), right, answer=says)


def _move(puzzle: Puzzle, *more: int) -> Known:
    return _equals(puzzle.board, rules.to_move(puzzle.board), *more, answer=puzzle.best)


def _evaluated(board: Board, player: rules.Player, sign: int) -> Known:
    says = "above 0" if sign > 0 else "below 0"
    return _is((board, player), lambda value: value * sign > 0, answer=says)


def _utility(board: Board, player: rules.Player) -> Known:
    winner = rules.winner(board)
    value = 0 if winner is None else 1 if winner == player else -1
    return _equals(board, player, answer=value)


_EXACT = tuple(_search(puzzle) for puzzle in (*NEAR, BLOCKED, *FAR, FARTHEST))
_FORCED = tuple(
    _equals(board, rules.to_move(board), answer=column)
    for board, column in (
        # Smaller boards, for which a global variable may be set, do not have this column.
        (("xxooox ", "oxoxoxx", "oxxooxx", "xoooxox", "xxoooxo", "xxoxxoo"), 6),
        (("xox x", "oxo o", "xoxxo", "ooxox"), 3),
        (("xx x", "oo o", "xx x", "ooox", "oxxo"), 2),
        (("oox xox", "xxo xox", "oxo oxo", "xoxxxox", "xxoooxo", "ooxxoxo"), 3),
    )
)
_SHALLOW = tuple(_search(puzzle, 2, exact=False) for puzzle in NEAR)
_MOVES = tuple(_move(puzzle) for puzzle in NEAR)
_KNOWN: Mapping[str, tuple[Known, ...]] = {
    "empty_board": tuple(_empty(shape) for shape in ((6, 7), (4, 5), (5, 4))),
    "result": (
        _result(USUAL_FOR_O, 3), _result(EARLY, 3), _result(LATE, 1), _result(USUAL, 6),
    ),
    "actions": tuple(_columns(FAR[number].board) for number in (1, 0, 2)),
    "terminal": tuple(
        _equals(board, answer=rules.over(board))
        # As many go on as are over: else to read any answer as an end would be right mostly.
        for board in (
            WON_BY_O, NEAR[1].board, DRAWN, FAR[1].board, LINES[1], NEAR[0].board, USUAL_DRAWN,
            NEAR[3].board, LINES[0], FAR[0].board, LINES[2], NEAR[2].board, LINES[3], FAR[2].board,
        )
    ),
    "utility": (
        _utility(WON_BY_O, "x"), _utility(LINES[0], "o"), _utility(LINES[1], "x"),
        _utility(USUAL_DRAWN, "x"), _utility(LINES[3], "x"), _utility(LINES[3], "o"),
        _utility(DRAWN, "o"), _utility(LINES[0], "x"), _utility(LINES[1], "o"),
        _utility(WON_BY_X, "x"), _utility(WON_BY_O, "o"), _utility(LINES[2], "x"),
    ),
    "visualize": (
        _is(
            (ONE_DISC, (ANOTHER_ABOVE, rules.start())), _shows_below, answer="the first disc below"
        ),
    ),
    "random_player": _FORCED,
    "alpha_beta_search": _EXACT,
    "ordered_search": _EXACT,
    "evaluate": (
        _evaluated(USUAL_GOOD_FOR_X, "o", -1),
        _evaluated(GOOD_FOR_X, "o", -1),
        _evaluated(USUAL_GOOD_FOR_X, "x", 1),
        _evaluated(USUAL_GOOD_FOR_O, "o", 1),
        _evaluated(USUAL_GOOD_FOR_O, "x", -1),
        _evaluated(GOOD_FOR_X, "x", 1),
        _evaluated(GOOD_FOR_O, "o", 1),
        _evaluated(GOOD_FOR_O, "x", -1),
    ),
    # The same, of a search that is to be cut off: a method that is inherited may not be.
    "cutoff_search": (
        *_SHALLOW, _is((EARLY, rules.to_move(EARLY), 2), lambda found: found[0] in range(7)),
    ),
    "forward_pruning_search": _SHALLOW,
    "monte_carlo_search": tuple(_move(puzzle, 50) for puzzle in SOON_OVER),
    "best_first_move": (_is((), lambda found: found[0] in range(7), USUAL_SIZE),),
    # An exact search takes for ever on the last one: that is no agent for whole games.
    "agent": (*_MOVES, _is((EARLY, rules.to_move(EARLY)), lambda column: column in range(7))),
}  # fmt: skip

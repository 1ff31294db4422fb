"""Whether a search that is cut off takes the evaluation, and for the right side.

How an evaluation rates a board is the student's choice, and with it the column that a search plays.
So the student's own evaluation is asked for the boards that one and two plies lead to. The search
is wrong only if all of its columns for one side are those that the opposite of this evaluation
leads to. One that plays the same column whatever the board may take no evaluation at all, or one
that likes this column best: a person has to look. Where the evaluation is missing, or is itself the
wrong way round, nothing is said of the search.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from grader.testing import InvalidReturn, Student, Undecided, WrongAnswer
from grader.testing.case_failures import CallFailure
from hidden_tests.connect4.checks import alternatives, drawn, found_by_search, is_number
from hidden_tests.connect4.data import Position
from hidden_tests.connect4.test_4_1_evaluation import ADVANTAGES
from reference.connect4 import rules
from reference.connect4.rules import Board, Player

CUTOFFS = (1, 2)
"""Cutoffs that are asked for. Who takes turns wrongly at the end is wrong for one of them only."""
PLIES = (1, 2)
"""How many plies such a search may look ahead, depending on how it counts. One that looks further
is hardly ever taken for one that looks so far with the opposite of the evaluation."""

UNDECIDED = tuple(
    Position(f"6x7 undecided {number}", board)
    for number, board in enumerate(
        (
            ("     x ", "     x ", "     o ", "   o x ", "  xo ox", "x ox oo"),
            ("       ", "       ", "       ", "       ", " o     ", "xox    "),
            ("       ", "       ", "  x    ", "  o    ", "oox o  ", "xxoox x"),
            ("       ", "       ", "       ", "   o  x", "  oxo o", "x xoxxo"),
            ("x      ", "o      ", "x      ", "x  ox  ", "o oxo o", "xxooxxo"),
            ("       ", "  x    ", "  x    ", "  o    ", "  xox o", "xoxooox"),
            ("       ", "       ", "       ", "       ", "x x    ", "o xo   "),
            ("       ", "       ", "       ", "       ", "  x    ", " ox o x"),
            ("       ", "       ", "       ", "       ", "x   o  ", "x  ox  "),
            ("       ", "       ", "    o  ", " o  x  ", " x  ox ", "xxoooxx"),
            ("       ", "       ", "       ", "   o x ", " o x x ", " x xoo "),
            ("       ", "       ", "   x   ", "   xo  ", "x oox  ", "xoxxoo "),
        ),
        start=1,
    )
)
"""Boards on which nobody can end the game within three plies, and on which any evaluation leads to
other columns than its opposite does. x is to move on half of them, o on the others."""

Leaves = Mapping[Board, float]


@dataclass(frozen=True)
class Found:
    """What a search found on one board: the column that it plays, and what its leaves are worth."""

    position: Position
    column: int
    worth: Leaves

    def is_best(self, plies: int, sign: int) -> bool:
        """Whether ``sign`` times the leaves, so many plies ahead, leads to this column."""
        return self.column in best(self.position.board, plies, self.worth, sign)


def check_leaves(student: Student) -> None:
    """Accepts a search unless its columns for a side are what the opposite evaluation leads to.

    Raises:
        WrongAnswer: if they are.
        Undecided: if it plays one column on all boards, against what the evaluation says.
    """
    found = {cutoff: _columns(student, cutoff) for cutoff in CUTOFFS}
    found = {cutoff: columns for cutoff, columns in found.items() if columns}
    if not found or not _is_the_right_way_round(student):
        return
    leaves: list[Leaves] = []
    for each in UNDECIDED:
        worth = {
            board: _worth(student, board, each.player)
            for plies in PLIES
            for board in _after(each.board, plies)
        }
        known = {board: value for board, value in worth.items() if value is not None}
        if len(known) < len(worth):
            return
        leaves.append(known)
    for cutoff, columns in found.items():
        played = list(map(Found, UNDECIDED, columns, leaves))
        for player in ("x", "o"):
            side = [each for each in played if each.position.player == player]
            if _all_best(side, -1) and not _all_best(side, 1):
                _say_so(student, cutoff, side)
    every = [map(Found, UNDECIDED, columns, leaves) for columns in found.values()]
    _demand_several_columns(student, [*chain(*every)])


def _demand_several_columns(student: Student, found: Sequence[Found]) -> None:
    """Leave a search to a person that plays one column wherever that is free, best or not."""
    column, _ = Counter(each.column for each in found).most_common(1)[0]
    free = [each for each in found if column in rules.moves(each.position.board)]
    against = [each for each in free if not any(each.is_best(plies, sign=1) for plies in PLIES)]
    if not free or any(each.column != column for each in free) or 2 * len(against) < len(free):
        return
    board, player = against[0].position.board, against[0].position.player
    right = best(board, PLIES[0], against[0].worth)
    student.cutoff_search(board, player, CUTOFFS[0])  # a report shows the last call
    raise Undecided(
        f"On {len(UNDECIDED)} boards that differ much, with cutoffs of "
        f"{' and '.join(map(str, CUTOFFS))}, the search plays column {column} wherever it is free, "
        "although evaluate prefers others on most of them. It may not use evaluate where it is cut "
        "off: a person has to look.",
        expected=alternatives(right),
        actual=f"column {column}",
        figures=[drawn(board, right, column)],
        code="one_column",
    )


def _columns(student: Student, cutoff: int) -> list[int]:
    """The search's column for each of the boards; none if it does not find one everywhere."""
    columns = []
    for each in UNDECIDED:
        try:
            answer = student.cutoff_search(each.board, each.player, cutoff)
            column, _ = found_by_search(answer.value)
        except (CallFailure, InvalidReturn):  # which other tests judge
            return []
        columns.append(column)
    return columns


def _is_the_right_way_round(student: Student) -> bool:
    """Whether the evaluation says what every sensible one does; task 4.1 is about that."""
    for each in ADVANTAGES:
        if each.usual:
            for_x, for_o = each.board, each.exchanged
            sides: list[tuple[Player, Board, Board]] = [("x", for_x, for_o), ("o", for_o, for_x)]
            for player, good, bad in sides:
                better, worse = (_worth(student, board, player) for board in (good, bad))
                if better is None or worse is None or better <= worse:
                    return False
    return True


def _worth(student: Student, board: Board, player: Player) -> float | None:
    """What the student's evaluation says of a board; ``None`` if it cannot be asked."""
    try:
        value = student.evaluate(board, player).value
    except CallFailure:
        return None
    return value if is_number(value) else None


def _after(board: Board, plies: int) -> list[Board]:
    """The boards that so many plies lead to."""
    boards = [board]
    for _ in range(plies):
        boards = [
            rules.drop(each, rules.to_move(each), column)
            for each in boards
            for column in rules.moves(each)
        ]
    return boards


def _all_best(found: Sequence[Found], sign: int) -> bool:
    """Whether all columns are best, for one number of plies, by ``sign`` times the leaves."""
    return any(all(each.is_best(plies, sign) for each in found) for plies in PLIES)


def best(board: Board, plies: int, worth: Leaves, sign: int = 1) -> list[int]:
    """The columns that minimax finds with ``worth``, times ``sign``, of the boards where it ends.

    ``worth`` is the mover's.
    """
    values = {
        column: _value(rules.drop(board, rules.to_move(board), column), plies - 1, worth, sign)
        for column in rules.moves(board)
    }
    most = max(values.values())
    return [column for column, value in values.items() if math.isclose(value, most, abs_tol=1e-12)]


def _value(board: Board, plies: int, worth: Leaves, sign: int) -> float:
    """What a board is worth to the side that is not to move on it."""
    if not plies:
        return sign * worth[board]
    return min(sign * worth[child] for child in _after(board, plies))


def _say_so(student: Student, cutoff: int, found: Sequence[Found]) -> None:
    """Fail with the first board on which the search goes wrong."""
    for each in found:
        board, player = each.position.board, each.position.player
        right = best(board, min(cutoff, max(PLIES)), each.worth)
        if each.column not in right:
            student.cutoff_search(board, player, cutoff)  # a report shows the last call
            raise WrongAnswer(
                f"Where the search for a move of {player} is cut off, the evaluation has the wrong "
                f"sign. On each of {len(found)} boards, with a cutoff of {cutoff}, it plays the "
                "column that would be best if evaluate returned the opposite. If values change "
                "their sign from move to move, evaluate the board for the player who is to move "
                "there; if not, for the player for whom the search looks for a move.",
                expected=alternatives(right),
                actual=f"column {each.column}",
                figures=[drawn(board, right, each.column)],
                code="leaf_for_the_other_side",
            )

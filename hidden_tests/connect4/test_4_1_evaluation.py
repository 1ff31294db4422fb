"""Task 4.1: the heuristic evaluation.

Only what every sensible evaluation says is asked for: three discs in an open line, with nothing on
the other side and no fewer discs in the middle, are better than the same with colours exchanged.
How much better, on which scale, and what a finished game is worth is left open.

Nor does a line of the opponent's make a board better than the same discs apart, at the edges.

Mistakes in mind: the same for every board, the opponent's view, one player only, lines of the
opponent that are added.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grader.testing import Answer, Ask, InvalidReturn, Question, WrongAnswer, asks, cases, task
from hidden_tests.connect4 import figures
from hidden_tests.connect4.checks import is_number, shown
from hidden_tests.connect4.data import Boards, boards, is_usual, suits
from reference.connect4.rules import Board, Player

_EXCHANGED = str.maketrans("xo", "ox")


def _exchanged(board: Board) -> Board:
    return tuple(row.translate(_EXCHANGED) for row in board)


@dataclass(frozen=True)
class Advantage:
    """A board on which x is clearly better off, and nobody has won.

    Attributes:
        apart: the exchanged board with discs of o's line moved to the edges; empty without one.
    """

    name: str
    board: Board
    apart: Board = ()

    def __str__(self) -> str:
        return self.name

    @property
    def usual(self) -> bool:
        """Whether the board has 6 rows and 7 columns."""
        return is_usual(self.board)

    @property
    def exchanged(self) -> Board:
        """The same board with colours exchanged."""
        return _exchanged(self.board)


ADVANTAGES = [
    Advantage(
        "6x7",
        (*[" " * 7] * 4, "  xxx  ", "o oxo o"),
        apart=(*[" " * 7] * 3, "o      ", "o     o", "x xox x"),
    ),
    Advantage("6x7 high", (*[" " * 7] * 2, "   x   ", "   x   ", "   xo  ", "o  ox o")),
    Advantage("6x7 right", (*[" " * 7] * 4, "    xxx", "oo  xoo")),
    Advantage("6x7 left", (*[" " * 7] * 4, "xxx    ", "oox  oo")),
    Advantage("5x5", (*[" " * 5] * 2, "  x  ", "o x  ", "o x o")),
]
"""The line that is moved apart is in the middle, so that the edges are better for nobody else."""
EXAMPLE = Advantage("three in a row", (*[" " * 5] * 3, " xxx ", "ooxoo"))
"""For everybody to see."""


def for_x(ask: Ask, case: Advantage) -> list[Question]:
    """Both boards, evaluated for x."""
    return _both(ask, case, "x")


def for_o(ask: Ask, case: Advantage) -> list[Question]:
    """Both boards, evaluated for o, for whom the other one is better."""
    return _both(ask, case, "o")


def for_both(ask: Ask, case: Boards) -> list[Question]:
    """Each board, for both players."""
    return [ask.evaluate(board, player) for board in case.boards for player in ("x", "o")]


def for_x_and_o(ask: Ask, case: Advantage) -> list[Question]:
    """Both boards, evaluated for x and then for o."""
    return [*for_x(ask, case), *for_o(ask, case)]


def _both(ask: Ask, case: Advantage, player: Player) -> list[Question]:
    asked = [case.board, case.exchanged]
    if case.apart:
        asked.append(case.apart if player == "x" else _exchanged(case.apart))
    return [ask.evaluate(board, player) for board in asked]


# Worth no points: this board is here to be looked at, since those of the other tests stay hidden.
@task("4.1", points=0, visibility="public", hint="Three in an open line are good.")
@cases([EXAMPLE])
@asks(for_x_and_o)
def test_example(answers: Iterable[Answer], case: Advantage) -> None:
    """Tells an advantage from a disadvantage on a small board. This is worth no points."""
    good, bad, bad_for_o, good_for_o = (_number(answer.value) for answer in answers)
    _check(good, bad, case.board, case.exchanged, "x")
    _check(good_for_o, bad_for_o, case.exchanged, case.board, "o")


@task("4.1", points=0.2, hint="Three in an open line are good.")
@cases(ADVANTAGES, suits=suits)
@asks(for_x)
def test_sees_an_advantage(answers: Iterable[Answer], case: Advantage) -> None:
    """Tells an advantage from a disadvantage."""
    better, worse, *apart = (_number(answer.value) for answer in answers)
    _check(better, worse, case.board, case.exchanged, "x")
    _check_apart(worse, apart, case.exchanged, case.apart, "x")


@task("4.1", points=0.2, hint="What is good for one player is bad for the other.")
@cases(ADVANTAGES, suits=suits)
@asks(for_o)
def test_sees_it_for_the_other_player(answers: Iterable[Answer], case: Advantage) -> None:
    """Tells an advantage from a disadvantage for o, too."""
    worse, better, *apart = (_number(answer.value) for answer in answers)
    _check(better, worse, case.exchanged, case.board, "o")
    _check_apart(worse, apart, case.board, _exchanged(case.apart), "o")


@task(
    "4.1",
    points=0.1,
    hint="Return a number for every board of every size.",
    beside=("test_sees_an_advantage",),
)
@cases(boards("going_on"), suits=suits)
@asks(for_both)
def test_numbers(answers: Iterable[Answer], case: Boards) -> None:
    """Evaluates boards of several sizes."""
    for answer in answers:
        _number(answer.value)


def _check(
    better: int | float, worse: int | float, good: Board, bad: Board, player: Player
) -> None:
    if better <= worse:
        raise WrongAnswer(
            f"The first board is clearly better for {player} than the second one.",
            expected="a greater number for the first board",
            actual=f"{shown(better)} and {shown(worse)}",
            figures=[figures.board(good), figures.board(bad)],
            code="advantage_unseen",
        )


def _check_apart(
    worse: int | float, apart: list[int | float], bad: Board, harmless: Board, player: Player
) -> None:
    if apart and worse > apart[0]:
        raise WrongAnswer(
            f"The opponent's line makes the first board better for {player} than the second one, "
            "where the same discs are apart.",
            expected="no greater number for the first board",
            actual=f"{shown(worse)} and {shown(apart[0])}",
            figures=[figures.board(bad), figures.board(harmless)],
            code="line_of_the_opponent_added",
        )


def _number(value: object) -> int | float:
    if not is_number(value):
        raise InvalidReturn(
            "An evaluation has to be a number.", actual=shown(value), code="not_a_number"
        )
    return value

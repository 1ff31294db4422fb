"""Tasks 2.1, 2.2 and 2.5: the board, its columns, and discs that fall.

That these functions work with boards of different sizes is one demand of the handout beside what
they do, and costs who does without it a part of each task. All boards can come of a game in which x
moves first. The order of actions is free; what a function does with a full column is not asked.

Mistakes in mind: discs that fall from the top, columns confused with rows, sizes of 6 and 7 taken
for granted, a board that is changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.testing import Answer, Ask, InvalidReturn, Question, WrongAnswer, asks, cases, task
from hidden_tests.connect4 import figures
from hidden_tests.connect4.checks import check_unchanged, shown
from hidden_tests.connect4.data import SIZES, STARTS, Boards, boards, others, suits, usual
from reference.connect4 import rules
from reference.connect4.rules import Board

GOING_ON = boards("going_on")
SMALL = (
    rules.start(4, 5),
    ("     ", "     ", "x    ", "oxo  "),
    ("     ", "     ", "o    ", "xxo  "),
    ("o    ", "x    ", "ox   ", "xo   "),
)
"""For everybody to see: an empty board, two that differ in whose discs are where, a full column."""
EXAMPLES = [Boards("small boards", SMALL)]


def columns(ask: Ask, case: Boards) -> list[Question]:
    """The actions on each board."""
    return [ask.actions(board) for board in case.boards]


def drops(ask: Ask, case: Boards) -> list[Question]:
    """Each free column of each board, with a disc of the player to move."""
    return [ask.result(*arguments) for arguments in _drops(case)]


def pictures(ask: Ask, case: Boards) -> list[Question]:
    """A picture of each board."""
    return [ask.visualize(board) for board in case.boards]


def _drops(case: Boards) -> Iterator[tuple[Board, rules.Player, int]]:
    for board in case.boards:
        for column in rules.moves(board):
            yield board, rules.to_move(board), column


# Worth no points: these boards are here to be looked at, since those of other tests stay hidden.
@task("2.1", points=0, visibility="public", hint="List the columns that are not full.")
@cases(EXAMPLES)
@asks(columns)
def test_columns_of_small_boards(answers: Iterable[Answer], case: Boards) -> None:
    """Lists the free columns of small boards. This is worth no points."""
    _check_columns(answers, case)


@task("2.1", points=0.05, hint="At the start, every column can be played.", in_turn=True)
@cases(usual(STARTS))
@asks(columns)
def test_columns_at_the_start(answers: Iterable[Answer], case: Boards) -> None:
    """Lists all columns of an empty board."""
    _check_columns(answers, case)


@task("2.1", points=0.1, hint="A full column is not an action.", in_turn=True)
@cases(usual(GOING_ON))
@asks(columns)
def test_columns_that_are_free(answers: Iterable[Answer], case: Boards) -> None:
    """Lists the columns with a free cell, and no others."""
    _check_columns(answers, case)


@task(
    "2.1", points=0.05, hint=SIZES, in_turn=True,
    beside=("test_columns_at_the_start", "test_columns_that_are_free"),
)  # fmt: skip
@cases(others([*STARTS, *GOING_ON]))
@asks(columns)
def test_columns_on_other_boards(answers: Iterable[Answer], case: Boards) -> None:
    """Lists the free columns of boards of other sizes."""
    _check_columns(answers, case)


# Worth no points, as above.
@task("2.2", points=0, visibility="public", hint="A disc falls to the lowest free cell.")
@cases(EXAMPLES)
@asks(drops)
def test_discs_fall_on_small_boards(answers: Iterable[Answer], case: Boards) -> None:
    """Drops discs on small boards. This is worth no points."""
    _check_drops(answers, case)


@task("2.2", points=0.2, hint="A disc falls to the lowest free cell of its column.", in_turn=True)
@cases(usual([*STARTS, *GOING_ON]))
@asks(drops)
def test_discs_fall(answers: Iterable[Answer], case: Boards) -> None:
    """Drops a disc of either player into any free column."""
    _check_drops(answers, case)


@task("2.2", points=0.1, hint=SIZES, beside=("test_discs_fall",), in_turn=True)
@cases(others([*STARTS, *GOING_ON]))
@asks(drops)
def test_discs_fall_on_other_boards(answers: Iterable[Answer], case: Boards) -> None:
    """Drops a disc on boards of other sizes."""
    _check_drops(answers, case)


def _check_drops(answers: Iterable[Answer], case: Boards) -> None:
    for answer, (board, player, column) in zip(answers, _drops(case), strict=True):
        right = rules.drop(board, player, column)
        value = answer.value
        if not isinstance(value, tuple | list) or not all(isinstance(row, str) for row in value):
            raise InvalidReturn("A board has to be returned.", actual=shown(value))
        if tuple(value) != right:
            drawn = figures.figure_of(value)
            raise WrongAnswer(
                f"This is not the board after {player} has dropped a disc into column {column}.",
                expected=shown(right),
                actual=shown(value),
                figures=[figures.board(right), *([drawn[1]] if drawn else [])],
                code="wrong_board",
            )


# Worth no points: who changes the board and copies it before has a transition model as well.
@task(
    "2.2",
    points=0,
    hint="Do not change the board that an action is applied to: a search goes back to it.",
    beside=("test_discs_fall",),
)
@cases(GOING_ON, suits=suits)
@asks(drops)
def test_board_unchanged(answers: Iterable[Answer], case: Boards) -> None:
    """Does not change the board that it is given."""
    for answer in answers:
        check_unchanged(answer, "the transition model")


# Worth no points, as above.
@task("2.5", points=0, visibility="public", hint="Show whose disc is in which cell.")
@cases([Boards("small boards", SMALL[1:])])
@asks(pictures)
def test_pictures_of_small_boards(answers: Iterable[Answer], case: Boards) -> None:
    """Shows small boards, each in another way. This is worth no points."""
    _check_pictures(answers, case)


@task("2.5", points=0.05, hint="The picture has to show whose disc is in which cell.")
@cases(usual(GOING_ON))
@asks(pictures)
def test_picture(answers: Iterable[Answer], case: Boards) -> None:
    """Shows a picture, and different pictures of different boards."""
    _check_pictures(answers, case)


@task("2.5", points=0.05, hint=SIZES, beside=("test_picture",))
@cases(others(GOING_ON))
@asks(pictures)
def test_picture_of_other_boards(answers: Iterable[Answer], case: Boards) -> None:
    """Shows boards of other sizes as well."""
    _check_pictures(answers, case)


def _check_pictures(answers: Iterable[Answer], case: Boards) -> None:
    seen: dict[object, Board] = {}
    for answer, board in zip(answers, case.boards, strict=True):
        picture = answer.value
        if not isinstance(picture, str) or not picture.strip():
            raise WrongAnswer(
                "Nothing was shown of this board.",
                expected="a picture",
                actual=shown(picture),
                figures=[figures.board(board)],
                code="no_picture",
            )
        check_unchanged(answer, "visualize")
        if picture in seen:
            raise WrongAnswer(
                "Two different boards look the same.",
                expected="two pictures",
                actual="twice the same",
                figures=[figures.board(seen[picture]), figures.board(board)],
                code="same_picture",
            )
        seen[picture] = board


def _check_columns(answers: Iterable[Answer], case: Boards) -> None:
    for answer, board in zip(answers, case.boards, strict=True):
        right = list(rules.moves(board))
        value = answer.value
        if not isinstance(value, tuple | list) or any(type(column) is not int for column in value):
            raise InvalidReturn("Columns have to be listed.", actual=shown(value))
        if sorted(value) != right:
            raise WrongAnswer(
                "These are not the columns that can be played.",
                expected=shown(right),
                actual=shown(list(value)),
                figures=[figures.board(board)],
                code="wrong_columns",
            )

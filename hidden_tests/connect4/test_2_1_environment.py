"""Tasks 2.1 to 2.5: the board and its functions, on boards of several sizes.

All boards can come of a game in which x moves first. The order of actions is free; what functions
do once a game is over, or with a full column, is not asked.

Mistakes in mind: discs that fall from the top, columns confused with rows, sizes of 6 and 7 taken
for granted, lines of three, one diagonal or one player forgotten, lines that go on round an edge,
draws seen before lines, a board that is changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.testing import (
    Answer,
    Ask,
    InvalidReturn,
    Question,
    Student,
    WrongAnswer,
    asks,
    cases,
    task,
)
from hidden_tests.connect4 import figures
from hidden_tests.connect4.checks import check_unchanged, is_number, shown
from hidden_tests.connect4.data import Boards, boards
from reference.connect4 import rules
from reference.connect4.rules import Board

LINES = boards("lines")
GOING_ON = boards("going_on")
ROUND_THE_EDGE = boards("round_the_edge")
DRAWN = boards("drawn")
WON_AT_LAST = boards("won_at_last")
_FEW = 6
"""Boards of a case up to which all of them may have a line that the student never sees."""
_SIDES = ("x", "o")
STARTS = [Boards("empty boards", tuple(rules.start(*size) for size in ((6, 7), (4, 4), (5, 6))))]


def columns(ask: Ask, case: Boards) -> list[Question]:
    """The actions on each board."""
    return [ask.actions(board) for board in case.boards]


def drops(ask: Ask, case: Boards) -> list[Question]:
    """Each free column of each board, with a disc of the player to move."""
    return [ask.result(*arguments) for arguments in _drops(case)]


def ends(ask: Ask, case: Boards) -> list[Question]:
    """Whether the game is over, on each board."""
    return [ask.terminal(board) for board in case.boards]


def values(ask: Ask, case: Boards) -> list[Question]:
    """What each board is worth to x, and then to o."""
    return [ask.utility(*arguments) for arguments in _asked(case)]


def pictures(ask: Ask, case: Boards) -> list[Question]:
    """A picture of each board."""
    return [ask.visualize(board) for board in case.boards]


def _asked(case: Boards) -> Iterator[tuple[Board, rules.Player]]:
    for board in case.boards:
        yield board, "x"
        yield board, "o"


def _drops(case: Boards) -> Iterator[tuple[Board, rules.Player, int]]:
    for board in case.boards:
        for column in rules.moves(board):
            yield board, rules.to_move(board), column


@task("2.1", points=0.1, hint="At the start, every column can be played.", in_turn=True)
@cases(STARTS)
@asks(columns)
def test_columns_at_the_start(answers: Iterable[Answer], case: Boards) -> None:
    """Lists all columns of an empty board, whatever its size."""
    _check_columns(answers, case)


@task("2.1", points=0.1, hint="A full column is not an action.", in_turn=True)
@cases(GOING_ON)
@asks(columns)
def test_columns_that_are_free(answers: Iterable[Answer], case: Boards) -> None:
    """Lists the columns with a free cell, and no others."""
    _check_columns(answers, case)


@task("2.2", points=0.3, hint="A disc falls to the lowest free cell of its column.", in_turn=True)
@cases([*STARTS, *GOING_ON])
@asks(drops)
def test_discs_fall(answers: Iterable[Answer], case: Boards) -> None:
    """Drops a disc of either player into any free column."""
    for answer, (board, player, column) in zip(answers, _drops(case), strict=True):
        right = rules.drop(board, player, column)
        value = answer.value
        if not isinstance(value, tuple | list) or not all(isinstance(row, str) for row in value):
            raise InvalidReturn("The transition model has to return a board.", actual=shown(value))
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
@cases(GOING_ON)
@asks(drops)
def test_board_unchanged(answers: Iterable[Answer], case: Boards) -> None:
    """Does not change the board that it is given."""
    for answer in answers:
        check_unchanged(answer, "the transition model")


@task("2.3", points=0.15, hint="Four discs in a row, a column or either diagonal end the game.")
@cases(LINES)
@asks(ends)
def test_every_line(answers: Iterable[Answer], case: Boards) -> None:
    """Sees every line of four, of both players."""
    _check_ends(answers, case, right=True)


@task(
    "2.3",
    points=0.1,
    hint="Three in a line do not end the game, nor do four that go on round an edge.",
    beside=("test_every_line",),
)
@cases([*STARTS, *GOING_ON, *(Boards(f"{c} edges", c.boards) for c in ROUND_THE_EDGE)])
@asks(ends)
def test_game_goes_on(answers: Iterable[Answer], case: Boards) -> None:
    """Does not end the game too early."""
    _check_ends(answers, case, right=False)


@task(
    "2.3",
    points=0.05,
    hint="A full board ends the game.",
    beside=("test_game_goes_on",),
    in_turn=True,
)
@cases(DRAWN)
@asks(ends)
def test_full_board(answers: Iterable[Answer], case: Boards) -> None:
    """Ends the game when the board is full and nobody has won."""
    _check_ends(answers, case, right=True)


@task("2.4", points=0.15, hint="A win for one player is a loss for the other.")
@cases([*LINES, *(Boards(f"{c} full", c.boards) for c in WON_AT_LAST)])
def test_wins_and_losses(student: Student, case: Boards) -> None:
    """Tells a win from a loss, for both players, also on a full board.

    A line that the student's own terminal does not see either has cost its points in 2.3.
    """
    seen: set[rules.Player | None] = set()
    missed: list[tuple[Board, rules.Player]] = []
    for board, player in _asked(case):
        if student.utility(board, player).value == _worth(board, player):
            seen.add(rules.winner(board))
        else:
            missed.append((board, player))
    several = len(case.boards) > _FEW
    unexcused = (
        missed
        if several and len(seen) < len(_SIDES)
        else [(board, player) for board, player in missed if _sees_line(student, board)]
    )
    for board, player in unexcused[:1]:
        _check_value(student.utility(board, player), board, player)


@task("2.4", points=0.05, hint="A draw is worth 0.", beside=("test_wins_and_losses",))
@cases(DRAWN)
@asks(values)
def test_draws(answers: Iterable[Answer], case: Boards) -> None:
    """Values a draw between a win and a loss."""
    _check_values(answers, case)


@task("2.5", points=0.1, hint="The picture has to show whose disc is in which cell.")
@cases(GOING_ON)
@asks(pictures)
def test_picture(answers: Iterable[Answer], case: Boards) -> None:
    """Shows a picture, and different pictures of different boards."""
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
        if picture in seen:
            raise WrongAnswer(
                "Two different boards look the same.",
                expected="two different pictures",
                actual="the same picture twice",
                figures=[figures.board(seen[picture]), figures.board(board)],
                code="same_picture",
            )
        seen[picture] = board


def _check_columns(answers: Iterable[Answer], case: Boards) -> None:
    for answer, board in zip(answers, case.boards, strict=True):
        right = list(rules.moves(board))
        value = answer.value
        if not isinstance(value, tuple | list) or any(type(column) is not int for column in value):
            raise InvalidReturn("A list of columns has to be returned.", actual=shown(value))
        if sorted(value) != right:
            raise WrongAnswer(
                "These are not the columns that can be played.",
                expected=shown(right),
                actual=shown(list(value)),
                figures=[figures.board(board)],
                code="wrong_columns",
            )


def _check_ends(answers: Iterable[Answer], case: Boards, *, right: bool) -> None:
    for answer, board in zip(answers, case.boards, strict=True):
        if type(answer.value) is not bool:
            raise InvalidReturn(
                "The function has to return whether the game is over.", actual=shown(answer.value)
            )
        if answer.value is not right:
            raise WrongAnswer(
                _why_over(board) if right else "The game is not over on this board.",
                expected=str(right),
                actual=str(answer.value),
                figures=[figures.board(board)],
                code="end_unseen" if right else "end_too_early",
            )


def _why_over(board: Board) -> str:
    winner = rules.winner(board)
    return "This full board ends the game." if winner is None else f"{winner} has a line of four."


def _check_values(answers: Iterable[Answer], case: Boards) -> None:
    for answer, (board, player) in zip(answers, _asked(case), strict=True):
        _check_value(answer, board, player)


def _check_value(answer: Answer, board: Board, player: rules.Player) -> None:
    winner, right = rules.winner(board), _worth(board, player)
    if not is_number(answer.value):
        raise InvalidReturn("A number has to be returned.", actual=shown(answer.value))
    if answer.value != right:
        raise WrongAnswer(
            _why_worth(winner, player),
            expected=str(right),
            actual=shown(answer.value),
            figures=[figures.board(board)],
            code="wrong_utility",
        )


def _why_worth(winner: rules.Player | None, player: rules.Player) -> str:
    if winner is None:
        return "Nobody has won, so the board is worth 0."
    return f"{winner} has won, and the value for {player} is asked for."


def _worth(board: Board, player: rules.Player) -> int:
    winner = rules.winner(board)
    return 0 if winner is None else 1 if winner == player else -1


def _sees_line(student: Student, board: Board) -> bool:
    """Whether the student's own terminal sees the line on ``board``, which someone has won."""
    return student.terminal(_not_full(board)).value is True


def _not_full(board: Board) -> Board:
    """``board``, if it is full without a disc at the top that its line does not need, if any."""
    if " " in board[0]:
        return board
    top, *below = board
    opened = ((top[:c] + " " + top[c + 1 :], *below) for c in range(len(top)))
    return next((each for each in opened if rules.winner(each) == rules.winner(board)), board)

"""Tasks 2.3 and 2.4: when a game is over, and what it is worth then.

Asked on the usual board, and for a part of the points on others. All boards can come of a game in
which x moves first.

Mistakes in mind: lines of three, one diagonal or one player forgotten, lines that go on round an
edge, draws seen before lines, sizes of 6 and 7 taken for granted.
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
from grader.testing.case_failures import CallFailure
from hidden_tests.connect4 import figures
from hidden_tests.connect4.checks import is_number, shown
from hidden_tests.connect4.data import (
    SIZES,
    SMALL_FULL,
    STARTS,
    Boards,
    boards,
    others,
    usual,
)
from reference.connect4 import rules
from reference.connect4.rules import Board

LINES = boards("lines", "lines")
GOING_ON = boards("going_on")
EARLY = [Boards(f"{case} early", case.boards[:3]) for case in GOING_ON]
"""The first boards of each size, without four discs that follow across an edge."""
ROUND_THE_EDGE = boards("round_the_edge", "edges")
WRONG_WINNER = boards("wrong_winner", "lines and edges")
DRAWN = boards("drawn", "drawn")
WON_AT_LAST = boards("won_at_last", "full")
AS_MANY_CELLS = Boards(
    "4x5 and 5x4",
    (
        ("     ", "    o", "x  oo", "xxxxo"),
        (" x   ", " oxxx", " ooxo", " ooxx"),
        ("   x ", "  xx ", "oxooo", "xooxx"),
        (" o  ", " o  ", " o x", " o x", "xxxo"),
        ("o   ", "x x ", "oxo ", "xox ", "ooxx"),
        ("   o", "   x", "x xo", "oxox", "xoox"),
        ("    ", "   o", "x xx", "oooo", "oxxx"),
    ),
)
"""Lines on boards of two shapes: what is kept for the number of cells is wrong for one of them."""
_FEW = 6
"""Boards of a case up to which all of them may have a line that the student never sees."""
_SIDES = ("x", "o")
EXAMPLES = Boards(
    "small boards",
    (
        ("    ", "o   ", "o  o", "xxxx"),
        ("o   ", "o   ", "ox  ", "oxxx"),
        ("o   ", "xo  ", "oxo ", "xxxo"),
        ("   x", " oxo", " xxo", "xoxo"),
        ("    ", "    ", "x   ", "oxo "),
        SMALL_FULL[None],
    ),
)
"""For everybody to see: a line in each direction, a game that goes on, and a draw."""


def ends(ask: Ask, case: Boards) -> list[Question]:
    """Whether the game is over, on each board."""
    return [ask.terminal(board) for board in case.boards]


def values(ask: Ask, case: Boards) -> list[Question]:
    """What each board is worth to x, and then to o."""
    return [ask.utility(*arguments) for arguments in _asked(case)]


def _asked(case: Boards) -> Iterator[tuple[Board, rules.Player]]:
    for board in case.boards:
        yield board, "x"
        yield board, "o"


# Worth no points: these boards are here to be looked at, since those of other tests stay hidden.
@task("2.3", points=0, visibility="public", hint="Four discs in a line, or a full board, end it.")
@cases([EXAMPLES])
@asks(ends)
def test_ends_of_small_games(answers: Iterable[Answer], case: Boards) -> None:
    """Sees on small boards whether the game is over. This is worth no points."""
    for answer, board in zip(answers, case.boards, strict=True):
        _check_ends([answer], Boards(case.name, (board,)), right=rules.over(board))


# The other answer is asked for, too, so that nobody earns points who always gives the same.
@task("2.3", points=0.1, hint="Four discs in a row, a column or either diagonal end the game.")
@cases(usual([*LINES, *EARLY]))
@asks(ends)
def test_every_line(answers: Iterable[Answer], case: Boards) -> None:
    """Sees every line of four, of both players, and none where there is none."""
    _check_ends(answers, case, right=rules.over(case.boards[0]))


@task(
    "2.3",
    points=0.1,
    hint="Three in a line do not end the game, nor do four that go on round an edge.",
    beside=("test_every_line",),
)
@cases(usual([*STARTS, *GOING_ON, *ROUND_THE_EDGE]))
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
@cases(usual(DRAWN))
@asks(ends)
def test_full_board(answers: Iterable[Answer], case: Boards) -> None:
    """Ends the game when the board is full and nobody has won."""
    _check_ends(answers, case, right=True)


@task(
    "2.3",
    points=0.05,
    hint=SIZES,
    beside=("test_every_line", "test_game_goes_on", "test_full_board"),
    in_turn=True,
)
@cases([*others([*LINES, *STARTS, *GOING_ON, *ROUND_THE_EDGE, *DRAWN]), AS_MANY_CELLS])
@asks(ends)
def test_ends_on_other_boards(answers: Iterable[Answer], case: Boards) -> None:
    """Sees lines and full boards of other sizes, and no end where the game goes on."""
    _check_ends(answers, case, right=rules.over(case.boards[0]))


# Worth no points, as above. Of a board on which the game goes on, nobody asks what it is worth.
@task("2.4", points=0, visibility="public", hint="A win is worth 1, a loss -1 and a draw 0.")
@cases([Boards(EXAMPLES.name, tuple(each for each in EXAMPLES.boards if rules.over(each)))])
@asks(values)
def test_values_of_small_games(answers: Iterable[Answer], case: Boards) -> None:
    """Values the ends of games on small boards. This is worth no points."""
    _check_values(answers, case)


@task("2.4", points=0.1, hint="A win for one player is a loss for the other.")
@cases(usual([*LINES, *WRONG_WINNER]))
def test_wins_and_losses(student: Student, case: Boards) -> None:
    """Tells a win from a loss, for both players."""
    _check_wins(student, case)


def _check_wins(student: Student, case: Boards) -> None:
    """A line that the student's own terminal does not see either has cost its points in 2.3.

    That excuses nobody who sees no win of a player: an answer that is always the same is right for
    one of the two who are asked about.
    """
    missed = [
        (board, player)
        for board, player in _asked(case)
        if _said(student, board, player) != _worth(board, player)
    ]
    wrong = {board for board, _ in missed}
    seen = {rules.winner(board) for board in case.boards if board not in wrong}
    several = len(case.boards) > _FEW
    unexcused = (
        missed
        if several and len(seen) < len(_SIDES)
        else [(board, player) for board, player in missed if _sees_line(student, board)]
    )
    for board, player in unexcused[:1]:
        _check_value(student.utility(board, player), board, player)


@task("2.4", points=0.05, hint="A draw is worth 0.", beside=("test_wins_and_losses",))
@cases(usual(DRAWN))
@asks(values)
def test_draws(answers: Iterable[Answer], case: Boards) -> None:
    """Values a draw between a win and a loss."""
    _check_values(answers, case)


@task("2.4", points=0.05, hint=SIZES, beside=("test_wins_and_losses", "test_draws"))
@cases(others([*LINES, *WRONG_WINNER, *WON_AT_LAST, *DRAWN]))
def test_results_on_other_boards(student: Student, case: Boards) -> None:
    """Values results on boards of other sizes, also of full ones with a line."""
    if rules.winner(case.boards[0]) is None:
        for board, player in _asked(case):
            _check_value(student.utility(board, player), board, player)
    else:
        _check_wins(student, case)


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


def _said(student: Student, board: Board, player: rules.Player) -> object:
    """What the student's utility answers; ``None`` also where that cannot be read."""
    try:
        return student.utility(board, player).value
    except CallFailure:  # raised again if it is not excused
        return None


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

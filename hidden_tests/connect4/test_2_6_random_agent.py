"""Task 2.6: the random agent.

It may draw its random numbers in any way. How often each side wins was counted in 200,000 games of
another program (``python -m reference.connect4.generate.rates``).

Mistakes in mind: full columns that are played, a column that never is, always the same column, a
bias to one side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice

from grader.testing import (
    Answer,
    Ask,
    InvalidReturn,
    Measure,
    Own,
    Question,
    Student,
    Trial,
    WrongAnswer,
    asks,
    cases,
    task,
)
from grader.testing.stochastic_trial import Plan
from hidden_tests.connect4 import figures
from hidden_tests.connect4.checks import column_of, shown
from hidden_tests.connect4.data import Boards, boards, suits
from reference.connect4 import rules

FIRST_WINS, SECOND_WINS = 0.5557, 0.4416
"""Shares of games on the usual board, each with a standard error of 0.0011."""
GAMES = 170
"""In one attempt."""
MOST_ERRORS = 2.8
"""Standard errors by which an attempt's shares may differ: with 0.5 % chance one of them does."""
PLAN = Plan(wrong=0.3, right=0.985, alpha=1e-3, beta=1e-4, most=24)
"""Of attempts with the true shares, 98.5 % succeed and more."""

UNSEEN = 1e-7
"""Chance that one of a board's free columns does not come up although all are equally likely."""
FEW = [
    Boards(case.name, tuple(b for b in case.boards if 1 < len(rules.moves(b)) < 5)[:1])
    for case in boards("going_on")
]
EXAMPLE = Boards("one full column", (tuple(f"{disc}      " for disc in "oxoxox"),))
"""For everybody to see."""
BOARDS = [*(case for case in FEW if case.boards), Boards("empty, 6x7", (rules.start(),))]


def times(board: rules.Board) -> int:
    """How often a board is asked about, for no free column to stay unseen by chance."""
    free = len(rules.moves(board))
    return math.ceil(math.log(UNSEEN / free) / math.log(1 - 1 / free))


def moves(ask: Ask, case: Boards) -> list[Question]:
    """Many moves on the same board."""
    return [
        ask.random_player(board, rules.to_move(board))
        for board in case.boards
        for _ in range(times(board))
    ]


# Worth no points: this board is here to be looked at, since those of other tests stay hidden.
@task("2.6", points=0, visibility="public", hint="Each column that is not full has to be possible.")
@cases([EXAMPLE])
@asks(moves)
def test_columns_beside_a_full_one(answers: Iterator[Answer], case: Boards) -> None:
    """Plays each column that is not full, and no other. This is worth no points."""
    found = list(answers)
    _check_free(iter(found), case)
    _check_every(iter(found), case)


@task("2.6", points=0.15, hint="Only columns with a free cell can be played.")
@cases(BOARDS, suits=suits)
@asks(moves)
def test_only_free_columns(answers: Iterator[Answer], case: Boards) -> None:
    """Plays nothing but columns with a free cell."""
    _check_free(answers, case)


def _check_free(answers: Iterator[Answer], case: Boards) -> None:
    for board in case.boards:
        for answer in islice(answers, times(board)):
            column = column_of(answer.value)
            if column not in rules.moves(board):
                raise WrongAnswer(
                    "This column cannot be played.",
                    expected=f"one of {list(rules.moves(board))}",
                    actual=str(column),
                    figures=[figures.board(board)],
                    code="illegal_column",
                )


@task(
    "2.6",
    points=0.15,
    hint="Every column with a free cell has to be possible.",
    beside=("test_only_free_columns",),
)
@cases(BOARDS, suits=suits)
@asks(moves)
def test_every_free_column(answers: Iterator[Answer], case: Boards) -> None:
    """Plays every column with a free cell sooner or later."""
    _check_every(answers, case)


def _check_every(answers: Iterator[Answer], case: Boards) -> None:
    for board in case.boards:
        played = {column_of(answer.value) for answer in islice(answers, times(board))}
        wanted = set(rules.moves(board)) - played
        if wanted:
            raise WrongAnswer(
                f"Some free columns were never played in {times(board)} moves.",
                expected=f"each of {list(rules.moves(board))}",
                actual=f"never {sorted(wanted)}",
                figures=[figures.board(board)],
                code="never_played",
            )


@task(
    "2.6",
    points=0.2,
    hint="Two random agents: the first player wins somewhat more often than the second.",
    beside=("test_every_free_column",),
    isolated=True,
)
def test_rates(student: Student, own: Own, trial: Trial) -> None:
    """Wins as often, on both sides, as an agent that draws columns with equal chances."""
    shares = [
        Measure("first", "wins of the first player", share=True),
        Measure("second", "wins of the second player", share=True),
    ]
    # Called by itself first: only then the report can say that it is missing or not written yet.
    student.random_player(rules.start(), "x")
    for attempt in trial.attempts(PLAN, measures=shares):
        first, second = _shares(student.random_games(own.random_player, 6, 7, GAMES).value)
        attempt.record(
            _near(first, FIRST_WINS) and _near(second, SECOND_WINS), first=first, second=second
        )
    trial.verify(
        "The agent does not draw free columns with equal chances: the shares of wins are off.",
        expected=f"the first player wins about {FIRST_WINS:.1%}, the second {SECOND_WINS:.1%}",
        actual=_means(trial),
        code="other_rates",
    )


def _near(share: float, true: float) -> bool:
    return abs(share - true) <= MOST_ERRORS * math.sqrt(true * (1 - true) / GAMES)


def _shares(value: object) -> tuple[float, float]:
    match value:
        case [int(first), int(second), int(draws), None]:
            if min(first, second, draws) >= 0 and first + second + draws == GAMES:
                return first / GAMES, second / GAMES
        case [_, _, _, [board, column]]:
            raise WrongAnswer(
                "In a game, the agent played something that is not a column with a free cell.",
                actual=f"{shown(column)} on {shown(board)}",
                code="illegal_column",
            )
    raise InvalidReturn("The games could not be counted.", actual=shown(value), code="not_counted")


def _means(trial: Trial) -> str:
    facts = [attempt.facts for attempt in trial.made]
    games = len(facts) * GAMES
    means = [sum(float(str(f[side])) for f in facts) / len(facts) for side in ("first", "second")]
    return f"{means[0]:.1%} and {means[1]:.1%} of {games} games"

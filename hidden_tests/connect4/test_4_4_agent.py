"""Task 4.4: an agent in whole games, as in the class tournament.

The opponent plays at random, so that an agent that looks ahead at all wins nearly every game. Only
one game of two has to be held.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from grader.testing import Answer, Ask, Question, Student, WrongAnswer, asks, cases, task
from hidden_tests.connect4 import figures
from hidden_tests.connect4.checks import check_playable, column_of
from hidden_tests.connect4.data import Position, is_usual, suits
from hidden_tests.connect4.lost import LOST_AT_ONCE
from reference.connect4 import rules
from reference.connect4.rules import Board, Player


@dataclass(frozen=True)
class Match:
    """Two games against an opponent that plays at random, one on each side."""

    rows: int
    columns: int

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"

    @property
    def usual(self) -> bool:
        """Whether they are played on the usual board."""
        return is_usual(rules.start(self.rows, self.columns))


@task(
    "4.4",
    points=0.2,
    moves=30,
    hint="Play legal moves throughout a game, on either side, and better ones than at random.",
)
@cases([Match(5, 5), Match(6, 7)], suits=suits)
def test_plays_whole_games(student: Student, case: Match, seed: int) -> None:
    """Plays two games against a random opponent, and loses one of them at most."""
    lost: list[Board] = []
    for side in ("x", "o"):
        board = _played(student, case, side, random.Random(f"{seed} {case} {side}"))
        if rules.winner(board) == rules.other(side):
            lost.append(board)
    if len(lost) > 1:
        raise WrongAnswer(
            "Both games against an opponent that moves at random were lost.",
            expected="one lost game at most",
            actual="two lost games",
            figures=[figures.board(board) for board in lost],
            code="games_lost",
        )


def move(ask: Ask, case: Position) -> Question:
    """What the agent plays."""
    return ask.agent(case.board, case.player)


@task(
    "4.4",
    points=0.05,
    hint="Where every move loses, one has to be played all the same.",
    beside=("test_plays_whole_games",),
)
@cases(LOST_AT_ONCE, suits=suits)
@asks(move)
def test_plays_on(answer: Answer, case: Position) -> None:
    """Plays a column where every column loses, too."""
    check_playable(column_of(answer.value), case.board)


def _played(student: Student, case: Match, side: Player, draw: random.Random) -> Board:
    """The last board of a game in which the student's agent plays ``side``."""
    board = rules.start(case.rows, case.columns)
    while columns := rules.moves(board):
        mover = rules.to_move(board)
        column = draw.choice(columns)
        if mover == side:
            column = column_of(student.agent(board, mover).value)
            check_playable(column, board)
        board = rules.drop(board, mover, column)
    return board

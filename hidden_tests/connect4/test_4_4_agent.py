"""Task 4.4: an agent in whole games, as in the class tournament.

The opponent plays at random, so that an agent that looks ahead at all loses few games. The weakest
right one is known to lose one of six: it tries out five random games for each column. Games
are played on both sides in turn until it is clear how many the agent holds; most take two.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from grader.testing import Answer, Ask, Question, Student, Trial, asks, cases, task
from grader.testing.stochastic_trial import Plan
from hidden_tests.connect4 import figures
from hidden_tests.connect4.checks import check_playable, column_of
from hidden_tests.connect4.data import Position, is_usual, suits
from hidden_tests.connect4.lost import LOST_AT_ONCE
from reference.connect4 import rules
from reference.connect4.rules import Board, Player

SIDES: tuple[Player, ...] = ("x", "o")
PLAN = Plan(wrong=0.1, right=0.8, alpha=0.08, beta=1e-4, most=24)
"""Of games, for those that the agent does not lose. The first two that are held suffice."""


@dataclass(frozen=True)
class Match:
    """Games against an opponent that plays at random, on a board of one size."""

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
def test_plays_whole_games(student: Student, trial: Trial, case: Match) -> None:
    """Plays whole games against a random opponent, and loses few of them."""
    lost: list[Board] = []
    for attempt in trial.attempts(PLAN):
        side = SIDES[(attempt.number - 1) % len(SIDES)]
        board = _played(student, case, side, random.Random(f"{attempt.seed} {case}"))
        held = rules.winner(board) != rules.other(side)
        if not held:
            lost.append(board)
        attempt.record(held, side=side)
    trial.verify(
        "Too many games against an opponent that moves at random were lost.",
        expected=f"{PLAN.right:.0%} of the games won or drawn, or more",
        actual=f"{len(lost)} of {len(trial.made)} games lost",
        figures=[figures.board(board) for board in lost[:2]],
        code="games_lost",
    )


def move(ask: Ask, case: Position) -> Question:
    """What the agent plays."""
    return ask.agent(case.board, case.player)


@task(
    "4.4",
    points=0.05,
    hint="Where every move loses, your search still has to return one of them.",
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

"""What hidden tests ask an agent for a move, and what they make of its answer."""

from __future__ import annotations

from collections.abc import Collection

from grader.model.figures import Arrow, Figure, Mark
from grader.play.game import Malformed, check_size
from grader.testing import Agent, InvalidReturn, WrongAnswer
from hidden_tests.breakthrough_agent.figures import board as figure
from hidden_tests.breakthrough_agent.game import GAME
from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import Move

PACE = 0.1
"""Share of its time that an agent has for a move at first. Agents that think until their time is up
would keep a grading waiting for minutes; whoever needs all of it gets it in a second run. All of it
is given from the start where it is seen whether a move is in time at all, at the first move."""


class IllegalMove(WrongAnswer):
    """The failure of an answer that is a move, and against the rules."""


def move_of(agent: Agent, rows: Collection[str]) -> Move:
    """The legal move that ``agent`` makes as Black on the board with these rows.

    Raises:
        InvalidReturn: if its answer is no move.
        IllegalMove: if the move is against the rules.
        CallFailure: if there is no answer.
    """
    board = [list(row) for row in rows]
    state = rules.state_of(board)
    answer = agent.make_move(board).value
    try:
        check_size(answer)
        move = GAME.understood(state, answer)
    except Malformed as problem:
        raise InvalidReturn(str(problem), actual=repr(answer)) from None
    if move not in rules.moves(state):
        raise IllegalMove(
            "This move is against the rules.",
            expected="a step straight ahead to an empty cell, or diagonally forward to a cell "
            "without your own pawn",
            actual=words(move),
            figures=[figure([list(row) for row in rows])],
        )
    return move


def words(move: Move) -> str:
    """A move as agents return it."""
    return ", ".join(str(list(cell)) for cell in move)


def drawn(rows: Collection[str], right: Collection[Move], move: Move) -> list[Figure]:
    """The board with the student's move and the right ones."""
    arrows = [Arrow(*move, Mark.YOURS), *(Arrow(*each, Mark.RIGHT) for each in right)]
    return [figure([list(row) for row in rows], tuple(arrows))]

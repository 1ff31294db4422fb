"""What is said of the moves of agents that go wrong somewhere, in the search or beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from grader.testing import Agent, Student, Undecided, WrongAnswer
from grader.testing.student import Answer
from hidden_tests.breakthrough_agent.moves import IllegalMove
from hidden_tests.breakthrough_agent.test_3_algorithm import (
    test_moves_of_minimax as moves_of_minimax,
)
from tests.reference.breakthrough_agent.lent import lent

MINIMAX = """
from reference.breakthrough_agent import rules

def evaluate(board):
    if "B" in board[5]:
        return 9000
    if "W" in board[0]:
        return -9000
    return sum(
        (10 + i) * row.count("B") - (15 - i) * row.count("W") for i, row in enumerate(board)
    )

def search(state, depth, alpha, beta):
    if depth == 0 or rules.winner(state):
        return evaluate([list(row) for row in rules.figure(state)])
    for move in rules.moves(state):
        found = search(rules.after(state, move), depth - 1, alpha, beta)
        if state.black_to_move:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if state.black_to_move else beta

class PlayerAI:
    def make_move(self, board):
        state = rules.state_of(board)
        best, alpha = None, -99999
        for move in rules.moves(state):
            found = search(rules.after(state, move), 2, alpha, 99999)
            if found > alpha:
                best, alpha = move, found
        return best
"""
ARRIVES_AT_ONCE = MINIMAX.replace(
    "        best, alpha = None",
    "        for column in range(6):\n"
    "            if board[4][column] == 'B':\n"
    "                return (4, column), (5, column)\n"
    "        best, alpha = None",
)
"""It does not look whether the way is free."""
NEVER_MOVES_BY_THE_RULES = MINIMAX.replace("        return best\n", "        return best[::-1]\n")


@dataclass(frozen=True)
class _Submission:
    """A student whose file is ``source``, and the agent that it makes."""

    source: str

    def watched_search(self, *asked: Any) -> Answer:
        return Answer(lent("watched_search", self.source, *asked))

    def search_evidence(self) -> Answer:
        return Answer(lent("search_evidence", self.source))

    def evaluations(self, *asked: Any) -> Answer:
        return Answer(lent("evaluations", self.source, *asked))

    def make_move(self, board: Any) -> Answer:
        namespace: dict[str, Any] = {}
        exec(self.source, namespace)  # noqa: S102 -- written above
        return Answer(namespace["PlayerAI"]().make_move(board))


def said_of(source: str) -> str:
    submission = _Submission(source)
    return moves_of_minimax(cast("Student", submission), cast("Agent", submission))


def test_a_search_is_for_a_person_whose_agent_sometimes_moves_against_the_rules() -> None:
    with pytest.raises(Undecided, match="against the rules") as failure:
        said_of(ARRIVES_AT_ONCE)
    assert failure.value.code == "illegal_moves"


def test_a_wrong_search_is_wrong_whose_agent_sometimes_moves_against_the_rules() -> None:
    with pytest.raises(WrongAnswer, match="minimax makes another move"):
        said_of(ARRIVES_AT_ONCE.replace("alpha = max(", "alpha = min(alpha, 0) + max("))


def test_it_is_not_said_of_a_search_that_it_looks_at_no_reply_if_it_does() -> None:
    decides_at_once = MINIMAX.replace(
        "            if found > alpha:",
        "            child = rules.after(state, move)\n"
        "            found = evaluate([list(row) for row in rules.figure(child)])\n"
        "            if found > alpha:",
    )
    with pytest.raises(WrongAnswer, match="best at once, although its search goes 3 plies deep"):
        said_of(decides_at_once)


def test_moves_that_are_never_legal_are_wrong() -> None:
    with pytest.raises(IllegalMove):
        said_of(NEVER_MOVES_BY_THE_RULES)

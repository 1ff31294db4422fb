"""Whether a search prunes is seen in how often it calls itself, however it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from grader.testing import Student, Undecided, WrongAnswer
from hidden_tests.breakthrough_agent.pruning import CLOSE, QUIET, Counted, pruning
from hidden_tests.breakthrough_agent.test_3_algorithm import (
    test_alpha_beta_in_the_source as alpha_beta_in_the_source,
)
from reference.breakthrough_agent import rules
from reference.breakthrough_agent.generate import counted
from tests.reference.breakthrough_agent.lent import lent

GAME = """
from reference.breakthrough_agent import rules

def value(state):
    found = sum(i % 7 * ((state.black >> i & 1) - (state.white >> i & 1)) for i in range(36))
    return found if state.black_to_move else -found

def children(state):
    return [(move, rules.after(state, move)) for move in rules.moves(state)]

class PlayerAI:
    def make_move(self, board):
        state = rules.state_of(board)
        best, alpha = None, -999
        for move, child in children(state):
            found = -search(child, 2, -999, -alpha)
            if found > alpha:
                best, alpha = move, found
        return best
"""
NEGAMAX = """
def search(state, depth, alpha, beta):
    if depth == 0:
        return value(state)
    for _, child in children(state):
        alpha = max(alpha, -search(child, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
"""
WITHOUT_A_CUT = NEGAMAX.replace("break", "pass")
IN_AN_OBJECT = """
class Node:
    def __init__(self, state, depth, window):
        self.state, self.depth, self.window = state, depth, [-window[1], -window[0]]

    def solve(self):
        if self.depth == 0:
            return value(self.state)
        for _, child in children(self.state):
            found = -Node(child, self.depth - 1, self.window).solve()
            self.window[0] = max(self.window[0], found)
            if not self.window[0] < self.window[1]:
                return self.window[0]
        return self.window[0]

def search(state, depth, alpha, beta):
    return Node(state, depth, (-beta, -alpha)).solve()
"""
TWO_FUNCTIONS = """
def highest(state, depth, alpha, beta):
    if depth == 0:
        return value(state)
    for _, child in children(state):
        alpha = max(alpha, lowest(child, depth - 1, alpha, beta))
        if alpha >= beta:
            break
    return alpha

def lowest(state, depth, alpha, beta):
    if depth == 0:
        return -value(state)
    for _, child in children(state):
        beta = min(beta, highest(child, depth - 1, alpha, beta))
        if alpha >= beta:
            break
    return beta

search = highest
"""
THROUGH_A_HELPER = """
def search(state, depth, alpha, beta):
    return value(state) if depth == 0 else loop(state, depth, alpha, beta)

def loop(state, depth, alpha, beta):
    for _, child in children(state):
        alpha = max(alpha, -search(child, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
"""
REMEMBERS = """
TABLE = {}

def search(state, depth, alpha, beta):
    if depth == 0:
        return value(state)
    if (state, depth) not in TABLE:
        scores = [-search(child, depth - 1, -beta, -alpha) for _, child in children(state)]
        TABLE[state, depth] = max(scores)
    return TABLE[state, depth]
"""
TOO_SHALLOW = WITHOUT_A_CUT.replace("depth == 0", "depth == 1")
ENDS_THE_PROGRAM = NEGAMAX.replace("return alpha", "raise SystemExit")


def judged(search: str) -> Counted | None:
    """What is said of an agent with this search."""
    return pruning(lent("watched_search", GAME + search, [], QUIET.boards)[1])


@pytest.mark.parametrize("search", [NEGAMAX, IN_AN_OBJECT, TWO_FUNCTIONS])
def test_searches_that_prune(search: str) -> None:
    found = judged(search)
    assert found is not None
    assert found.prunes
    assert found.plies == 3
    assert found.positions < 0.8 * found.of


@pytest.mark.parametrize("search", [WITHOUT_A_CUT, REMEMBERS])
def test_searches_that_leave_nothing_out(search: str) -> None:
    whole = sum(
        counted.ways(rules.state_of(board), ply) for board in QUIET.rows[1:] for ply in (1, 2, 3)
    )
    assert judged(search) == Counted(3, whole, whole)


@pytest.mark.parametrize("search", [THROUGH_A_HELPER, TOO_SHALLOW, ENDS_THE_PROGRAM, ""])
def test_nothing_is_said_of_others(search: str) -> None:
    assert judged(search) is None


@pytest.mark.parametrize(
    "counts",
    [
        None,
        "8, 64, 520",
        [],
        [[[8, 64, 520]]],
        [[[8, 22, 135]], [[8, 22, -1]]],
        [[[8, 22, 135]], [[8, 22, True]]],
        [[[8, 22, 135]], [[8, 22]]],
        [[[]], [[]]],
        [[], []],
        [[[0, 0, 0]], [[0, 0, 0]]],
        [[[10**400, 1, 1]], [[1, 1, 1]]],
    ],
)
def test_what_is_made_up_says_nothing(counts: object) -> None:
    assert pruning(counts) is None


def test_nobody_wins_on_the_boards_and_the_ways_are_as_many_as_said() -> None:
    for board in (*QUIET.rows, *CLOSE.rows):
        level = [rules.state_of(board)]
        for _ in range(counted.PLIES):
            assert all(rules.winner(state) is None for state in set(level))
            level = [rules.after(state, move) for state in level for move in rules.moves(state)]
        assert len(level) == counted.ways(rules.state_of(board), counted.PLIES)


ON_A_STACK_OF_LISTS = """
def search(state, depth, alpha, beta):
    stack, found = [[alpha, beta, depth, list(children(state))]], 0
    while stack:
        low, high, left, waiting = stack[-1]
        if low >= high or not waiting:
            stack.pop()
            found = low
            if stack:
                stack[-1][0] = max(stack[-1][0], -found)
        elif left == 1:
            stack[-1][0] = max(low, -value(waiting.pop(0)[1]))
        else:
            child = waiting.pop(0)[1]
            stack.append([-high, -low, left - 1, list(children(child))])
    return found
"""


@dataclass(frozen=True)
class Graded:
    """A submission as the test of pruning asks it."""

    source: str

    def watched_search(self, asked: object, counted: object) -> Given:
        return Given(lent("watched_search", self.source, asked, counted))

    def search_evidence(self) -> Given:
        return Given(lent("search_evidence", self.source))


@dataclass(frozen=True)
class Given:
    """An answer, of which only the value counts."""

    value: object


def said_of(search: str) -> str:
    return alpha_beta_in_the_source(cast(Student, cast(Any, Graded(GAME + search))))


CUTS_WHAT_IS_WORSE = NEGAMAX.replace("alpha >= beta", "alpha > beta")
PAWNS = """
def value(state):
    found = state.black.bit_count() - state.white.bit_count()
    return found if state.black_to_move else -found
"""
BLACK_PAWNS_AHEAD = """
def value(state):
    found = sum((i // 6 + 1) ** 2 for i in range(36) if state.black >> i & 1)
    return found if state.black_to_move else -found
"""


@pytest.mark.parametrize("evaluation", [PAWNS, BLACK_PAWNS_AHEAD])
def test_a_search_may_keep_what_is_as_good_as_its_bounds(evaluation: str) -> None:
    found = judged(CUTS_WHAT_IS_WORSE + evaluation)
    assert found is not None
    assert not found.prunes  # there is nothing to prune
    assert "should confirm" in said_of(CUTS_WHAT_IS_WORSE + evaluation)
    with pytest.raises(WrongAnswer, match="prunes nothing"):
        said_of(WITHOUT_A_CUT + evaluation)


def test_what_is_counted_decides() -> None:
    assert "should confirm" in said_of(NEGAMAX)
    with pytest.raises(WrongAnswer, match="prunes nothing"):
        said_of(WITHOUT_A_CUT)


def test_what_can_neither_be_counted_nor_read_is_for_a_person() -> None:
    assert judged(ON_A_STACK_OF_LISTS) is None
    with pytest.raises(Undecided, match="A person has to look"):
        said_of(ON_A_STACK_OF_LISTS)

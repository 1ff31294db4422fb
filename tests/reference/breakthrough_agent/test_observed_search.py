"""A search is judged by what it says where it ends, however it keeps its board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, cast

import pytest

from grader.testing import Student
from grader.testing.student import Answer
from hidden_tests.breakthrough_agent.observed_search import (
    FURTHER,
    MIDGAME,
    SURE,
    Observation,
    observed,
)
from hidden_tests.breakthrough_agent.own_minimax import Rows
from hidden_tests.breakthrough_agent.small_games import small_games
from tests.reference.breakthrough_agent.lent import lent

GAMES = small_games("small")[::3]
MOVES = """
from reference.breakthrough_agent import rules

def children(state):
    return [(move, rules.after(state, move)) for move in rules.moves(state)]

def worth(state):
    winner = rules.winner(state)
    if winner:
        return 9000 if winner == "B" else -9000
    rows = rules.figure(state)
    return sum(
        (10 + i) * row.count("B") - (15 - i) * row.count("W") for i, row in enumerate(rows)
    )

class PlayerAI:
    def make_move(self, board):
        state = rules.state_of(board)
        best, value = None, -99999
        for move, child in children(state):
            found = self.begin(child)
            if found > value:
                best, value = move, found
        return best
"""
OF_NUMBERS = (
    MOVES
    + """
    def begin(self, state):
        return search(state.black, state.white, False, 2, -99999, 99999)

def search(dark, light, is_max, depth, alpha, beta):
    state = rules.State(6, 6, dark, light, is_max)
    if depth == 0 or rules.winner(state):
        return worth(state)
    for _, child in children(state):
        found = search(child.black, child.white, not is_max, depth - 1, alpha, beta)
        if is_max:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return alpha if is_max else beta
"""
)
OF_LISTS = (
    MOVES
    + """
    def begin(self, state):
        return -self.search(state, 2, -99999, 99999)

    def search(self, state, depth, alpha, beta):
        seen = state if state.black_to_move else rules.inverted(state)
        self.pieces = {"own": cells(seen.black), "other": cells(seen.white)}
        return self.deeper(state, depth, alpha, beta, **self.pieces)

    def deeper(self, state, depth, alpha, beta, own, other):
        if depth == 0 or rules.winner(state):
            return worth(state) if state.black_to_move else -worth(state)
        for _, child in children(state):
            alpha = max(alpha, -self.search(child, depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

def cells(bits):
    return [(n // 6, n % 6) for n in range(36) if bits >> n & 1]
"""
)

OF_TWO_DEPTHS = (
    MOVES
    + """
    def begin(self, state):
        return [-negamax(state, depth, -99999, 99999) for depth in (1, 2)][-1]

def negamax(state, depth, alpha, beta):
    if rules.winner(state):
        return worth(state) if state.black_to_move else -worth(state)
    if depth == 0:
        return worth(state) * (1 if state.black_to_move else -1)
    for _, child in children(state):
        alpha = max(alpha, -negamax(child, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
"""
)


class _Watching:
    """A student whose file is ``source``."""

    def __init__(self, source: str) -> None:
        self._source = source

    def watched_search(self, asked: Any) -> Answer:
        return Answer(lent("watched_search", self._source, asked))


def seen(source: str, more: Sequence[Rows] = FURTHER) -> Observation | None:
    return observed(cast("Student", _Watching(source)), GAMES, more)


def is_proved(found: Observation | None) -> bool:
    return found is not None and found.is_enough(found.fit([board.move for board in found.boards]))


@pytest.mark.parametrize("source", [OF_NUMBERS, OF_LISTS])
def test_moves_of_alpha_beta_follow_from_where_it_ends(source: str) -> None:
    found = seen(source)
    assert found is not None
    fit = found.fit([board.move for board in found.boards])
    assert fit.proved == len(found.boards)
    assert found.is_enough(fit)
    assert min(found.merits()) > SURE


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("found = search(child.black", "found = -search(child.black"),
        ("depth - 1, alpha, beta)", "depth - 1, beta, alpha)"),
        ("if alpha >= beta:", "if alpha >= beta - 12:"),
        ("beta = min(beta, found)", "beta = max(beta, found)"),
        ("beta = min(beta, found)", "return found"),
        ("False, 2, -99999", "True, 2, -99999"),
        ("if depth == 0 or", "if depth == 0:\n        return -worth(state)\n    if"),
    ],
)
def test_those_of_wrong_searches_do_not(right: str, wrong: str) -> None:
    source = OF_NUMBERS.replace(right, wrong)
    assert source != OF_NUMBERS
    found = seen(source)
    assert found is None or not found.is_enough(found.fit([board.move for board in found.boards]))


NULL_WINDOWS = OF_NUMBERS.replace(
    "found = self.begin(child)",
    "first = value == -99999\n"
    "            high = 99999 if first else value + 1\n"
    "            found = search(child.black, child.white, False, 2, value, high)",
)
"""It takes the end of a window for the value of a move that may be worth more."""


def test_a_search_that_searches_no_more_after_a_window_is_noticed_on_boards_with_many_moves() -> (
    None
):
    right, wrong = seen(OF_NUMBERS, MIDGAME), seen(NULL_WINDOWS, MIDGAME)
    assert right is not None
    assert wrong is not None
    assert is_proved(right)
    assert (right.fixed_depth, right.doubtful()) == (3, [])
    assert not is_proved(wrong)
    assert wrong.doubtful()


def test_a_board_may_be_in_a_variable_of_the_module() -> None:
    source = (
        OF_NUMBERS.replace("def search(dark, light,", "def enter(dark, light,")
        .replace("= search(", "= enter(")
        .replace("return search(", "return enter(")
        .replace(
            "    state = rules.State(6, 6, dark, light, is_max)\n",
            "    global held\n    before = held\n    held = (dark, light)\n"
            "    found = search(is_max, depth, alpha, beta)\n    held = before\n    return found\n"
            "\nheld = None\n\ndef search(is_max, depth, alpha, beta):\n"
            "    state = rules.State(6, 6, *held, is_max)\n",
        )
    )
    assert is_proved(seen(source))


def test_pawns_may_be_worth_less_than_none() -> None:
    """Then more and further pawns do not show which way the values are meant."""
    found = seen(OF_NUMBERS.replace("(10 + i) *", "(i * i - 9) *").replace("(15 - i) *", WHITE))
    assert is_proved(found)


WHITE = "((5 - i) ** 2 - 9) *"


def test_smaller_depths_count_where_a_move_takes_more_calls_than_are_watched() -> None:
    deepening = OF_TWO_DEPTHS.replace("(1, 2)", "(1, 2, 3, 4)")
    few = "import reference.breakthrough_agent.watched_search as watch\nwatch.MOST = 200\n"
    found = seen(few + deepening, ())
    assert found is not None
    assert found.agrees(found.fit([board.move for board in found.boards]))


@pytest.mark.parametrize(
    ("levels", "is_kept"),
    [
        ([1, 2, 3], True),
        ([1, 2, 1, 2, 1], False),
        ([1, 2, 1, 3, 1], True),
    ],
    ids=["no table", "entries without a depth", "searched again with another window"],
)
def test_a_search_may_be_answered_at_once_if_it_goes_further_later(
    levels: list[int], is_kept: bool
) -> None:
    class Answering(_Watching):
        def watched_search(self, asked: Any) -> Answer:
            boards, counts = super().watched_search(asked).value
            for board in boards[: len(GAMES)]:
                first = board[1][0]
                board[1], board[2] = [first] * len(levels), levels
            return Answer([boards, counts])

    found = observed(cast("Student", Answering(OF_NUMBERS)), GAMES)
    assert (found is not None) == is_kept


def test_an_evaluation_may_take_no_board_for_won() -> None:
    source = (
        OF_NUMBERS.replace("if winner:", "if False:")
        .replace("(10 + i) * ", "")
        .replace("(15 - i) * ", "")
    )
    found = seen(source)
    assert found is not None
    assert found.is_enough(found.fit([board.move for board in found.boards]))


def test_a_table_may_outlive_the_agent() -> None:
    source = (
        OF_NUMBERS.replace("def search(", "TABLE = {}\n\ndef search(")
        .replace(
            "    state = rules.State(6",
            "    key = dark, light, is_max, depth\n"
            "    if key in TABLE:\n        return TABLE[key]\n    low, high = alpha, beta\n"
            "    state = rules.State(6",
        )
        .replace(
            "    return alpha if is_max else beta",
            "    found = alpha if is_max else beta\n"
            "    if low < found < high:\n        TABLE[key] = found\n    return found",
        )
    )
    found = seen(source)
    assert found is not None
    assert found.is_enough(found.fit([board.move for board in found.boards]))


def test_a_bound_without_end_is_a_value() -> None:
    """So searches begin; they return it where a side without pawns has no moves."""

    class Unbounded(_Watching):
        def watched_search(self, asked: Any) -> Answer:
            boards, counts = super().watched_search(asked).value
            boards[2][3] = [[*leaf[:3], [math.inf]] for leaf in boards[2][3]]
            return Answer([boards, counts])

    assert observed(cast("Student", Unbounded(OF_NUMBERS)), GAMES) is not None


@pytest.mark.parametrize("by_side", [True, False])
def test_a_search_is_for_the_same_side_at_all_depths(by_side: bool) -> None:
    found = seen(
        OF_TWO_DEPTHS.replace(
            "(1 if state.black_to_move else -1)",
            f"(1 if state.black_to_move or {not by_side} else -1)",
        )
    )
    assert found is not None
    weights = {"B": range(10, 16), "W": range(-15, -9), "_": [0] * 6}
    evaluation = {
        board: float(sum(weights[cell][place // 6] for place, cell in enumerate(board)))
        for game in GAMES
        for board in game.boards
    }
    assert found.meant(evaluation) == ({1} if by_side else {1, -1})


def test_an_evaluation_without_a_side_is_seen() -> None:
    found = seen(OF_NUMBERS.replace(' - (15 - i) * row.count("W")', ""))
    assert found is not None
    assert min(found.merits()) < SURE


def test_a_search_to_which_all_is_worth_the_same_shows_no_merits() -> None:
    found = seen(OF_NUMBERS.replace("return sum(", "return 0 * sum("))
    assert found is not None
    assert found.merits() == [0.0] * 4
    assert is_proved(found)


def test_a_search_that_values_the_board_on_which_it_began_is_not_proved() -> None:
    began = "            BEGAN[0] = worth(state)\n            found = self.begin(child)"
    source = OF_NUMBERS.replace("            found = self.begin(child)", began).replace(
        "        return worth(state)",
        "        return worth(state) if rules.winner(state) else BEGAN[0]",
    )
    assert not is_proved(seen(f"BEGAN = [0]\n{source}"))


_MOVE = [[0, 0], [1, 0]]


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        5,
        [[[None, [], [], []]] * 17, []],
        [[[_MOVE, ["no board"], [1], [[1, True, "no board", [0.0]]]]] * 17, []],
    ],
)
def test_what_no_watch_says_is_nothing(said: object) -> None:
    class Made:
        def watched_search(self, _: Any) -> Answer:
            return Answer(said)

    assert observed(cast("Student", Made()), GAMES) is None

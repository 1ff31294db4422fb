"""Alpha-beta is recognised in the styles in which it is written, and not where it is missing."""

from __future__ import annotations

import linecache
import sys
from types import ModuleType

import pytest

from reference.breakthrough_agent.search_evidence import search_evidence

NEGAMAX = """
def negamax(board, depth, alpha, beta):
    if depth == 0:
        return evaluate(board)
    for child in children(board):
        alpha = max(alpha, -negamax(child, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
"""

TWO_FUNCTIONS = """
def max_value(board, a, b, depth):
    v = -1000
    for child in children(board):
        v = max(v, min_value(child, a, b, depth - 1))
        if v >= b:
            return v
        a = max(a, v)
    return v


def min_value(board, a, b, depth):
    v = 1000
    for child in children(board):
        v = min(v, max_value(child, a, b, depth - 1))
        if v <= a:
            return v
        b = min(b, v)
    return v
"""

THROUGH_A_TABLE = """
def max_value(board, a, b, depth):
    v = -1000
    for child in children(board):
        v = max(v, TURN["W"](child, a, b, depth - 1))
        if v >= b:
            return v
        a = max(a, v)
    return v


TURN = {"B": max_value, "W": lambda *rest: -max_value(*rest)}
"""

TABLE_WITHOUT_BOUNDS = """
def max_value(board, a, b, depth):
    return max(TURN["W"](child, -9, 9, depth - 1) for child in children(board)) if a < b else a


TURN = {"B": max_value, "W": lambda *rest: -max_value(*rest)}
"""

THROUGH_ANOTHER_NAME = """
class PlayerAI:
    def high_for(self, board, colour, a, b):
        follow = self.high_for if colour == "B" else self.low_for
        for child in children(board):
            a = max(a, follow(child, other(colour), a, b))
            if a >= b:
                break
        return a
"""

OBJECTS_THAT_ARE_CALLED = """
class Side:
    def __call__(self, board, depth, low, high):
        for child in children(board):
            low = max(low, -self.foe(child, depth - 1, -high, -low))
            if low >= high:
                break
        return low
"""

IN_A_DECORATOR = f"""
def remembered(function):
    kept = {{}}

    def inner(*args):
        return kept.setdefault(args, function(*args))

    return inner


@remembered{NEGAMAX}"""

BY_A_LAMBDA = """
def step(low, child, depth, high):
    return low if low >= high else max(low, -negamax(child, depth - 1, -high, -low))


negamax = lambda board, depth, low, high: reduce(
    lambda low, child: step(low, child, depth, high), children(board), low
)
"""

NOT_YET_THERE = """
def made():
    def inner():
        return later
    return inner
    later = 1


f = made()
"""

OBJECTS_WITHOUT_BOUNDS = """
class Side:
    def __call__(self, board, depth, low, high):
        return max(-self.foe(child, depth - 1, -9, 9) for child in children(board))
"""

A_NAME_OF_ITS_OWN = """
class PlayerAI:
    def evaluate(self, board, low, high): ...

    def make_move(self, board):
        evaluate = self.evaluate
        low, high = -9, 9
        return evaluate(board, low, high) if low < high else None
"""

METHOD = """
class PlayerAI:
    def search(self, board, depth, alpha=-9, beta=9):
        for child in children(board):
            value = self.search(child, depth - 1, alpha=alpha, beta=beta)
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return alpha
"""

NESTED = """
class PlayerAI:
    def make_move(self, board):
        def search(board, alpha, beta, depth):
            for child in children(board):
                alpha = max(alpha, -search(child, -beta, -alpha, depth - 1))
                if alpha >= beta:
                    return beta
            return alpha
        return search(board, -9, 9, 3)
"""

MINIMAX = """
def minimax(board, depth, most):
    if depth <= 0 or depth > most:
        return evaluate(board)
    return max(-minimax(child, depth - 1, most) for child in children(board))
"""

WORDS_ONLY = '''
def search(board, alpha, beta):
    """Alpha-beta pruning: cuts off where alpha >= beta."""
    if alpha >= beta:
        return alpha
    return max(children(board))
'''

BOUNDS_KEPT_BACK = """
def search(board, depth, alpha, beta):
    for child in children(board):
        alpha = max(alpha, -search(child, depth - 1, -9, 9))
        if alpha >= beta:
            break
    return alpha
"""

REPLACED = f"""{NEGAMAX}

def negamax(board, depth, alpha, beta):
    return 0
"""


RAISED_IN_THE_CALL = """
def search(board, depth, alpha, beta):
    best = -9
    for child in children(board):
        value = -search(child, depth - 1, -beta, -max(alpha, best))
        if value > best:
            best = value
            if best >= beta:
                break
    return best
"""

RAISED_WITHOUT_A_CUT = RAISED_IN_THE_CALL.replace("if best >= beta", "if depth < 0")

IN_A_DICTIONARY = """
def search(state, depth, bounds):
    mine = dict(bounds)
    for child in children(state):
        mine["alpha"] = max(mine["alpha"], -search(child, depth - 1, turned(mine)))
        if mine["alpha"] >= mine["beta"]:
            break
    return mine["alpha"]
"""

IN_A_WINDOW = """
def search(state, depth, window):
    for child in children(state):
        value = -search(child, depth - 1, Window(-window.high, -window.low))
        window = Window(max(window.low, value), window.high)
        if window.low >= window.high:
            break
    return window.low
"""

IN_A_TUPLE = """
def search(state, depth, window):
    alpha, beta = window
    for child in children(state):
        alpha = max(alpha, -search(child, depth - 1, (-beta, -alpha)))
        if alpha >= beta:
            break
    return alpha
"""

KEPT_IN_THE_AGENT = """
class PlayerAI:
    def search(self, state, depth):
        for child in children(state):
            self.alpha = max(self.alpha, -self.search(child, depth - 1))
            if self.alpha >= self.beta:
                break
        return self.alpha
"""

RESTORED_IN_THE_AGENT = """
class PlayerAI:
    def search(self, state, depth):
        if depth == 0:
            return evaluate(state)
        outside = self.alpha, self.beta
        for child in children(state):
            inside = self.alpha
            self.alpha, self.beta = -self.beta, -inside
            value = -self.search(child, depth - 1)
            self.beta = outside[1]
            self.alpha = max(inside, value)
            if self.alpha >= self.beta:
                break
        best = self.alpha
        self.alpha, self.beta = outside
        return best
"""

CLOSER_BOUNDS = """
class PlayerAI:
    def search(self, board, depth, alpha, beta):
        low, high = self.known.get(board, (-9, 9))
        a, b = max(alpha, low), min(beta, high)
        best = -9
        for child in children(board):
            best = max(best, -self.search(child, depth - 1, -b, -a))
            a = max(a, best)
            if best >= beta:
                break
        return best
"""

ONE_BOUND_AND_ITS_COPY = """
def search(board, depth, best):
    so_far = max(best, -9)
    for child in children(board):
        value = max(-search(child, depth - 1, best), -search(child, depth - 2, so_far))
        if value > best:
            return value
    return so_far
"""

NODES = """
class Node:
    def children(self):
        for board in following(self.board):
            yield Node(board, not self.turn, self.alpha, self.beta)

    def solve(self):
        for child in self.children():
            value = child.solve()
            if self.turn:
                self.alpha = max(self.alpha, value)
            else:
                self.beta = min(self.beta, value)
            if self.alpha >= self.beta:
                break
        return self.alpha if self.turn else self.beta
"""

NODES_WITH_BOUNDS_OF_THEIR_OWN = NODES.replace(
    "self.turn, self.alpha, self.beta", "self.turn, -9, 9"
)

COUNTED_BY_THE_AGENT = """
class PlayerAI:
    def search(self, state, depth, most):
        if depth == 0 or self.positions > most:
            return evaluate(state)
        self.positions += 1
        return max(-self.search(child, depth - 1, most) for child in children(state))
"""

SIDES_COMPARED = """
def search(state, depth):
    if state["black"] > state["white"]:
        return 1
    return max(-search(child, depth - 1) for child in children(state))
"""

ON_A_STACK = """
def search(board, depth):
    stack = [Frame(board, depth, -9, 9)]
    while stack:
        top = stack[-1]
        if top.alpha >= top.beta:
            stack.pop()
            continue
        stack.append(Frame(top.next(), top.depth - 1, top.alpha, top.beta))
"""

TUPLES_ON_A_STACK = """
def search(board, depth):
    stack = [(board, depth, -9, 9)]
    while stack:
        board, depth, low, high = stack.pop()
        if low < high:
            stack += [(child, depth - 1, low, high) for child in children(board)]
"""

STACK_WITHOUT_BOUNDS = """
def search(board, depth):
    stack = [(board, depth, -9, 9)]
    while stack:
        board, depth, low, high = stack.pop()
        if low < depth:
            stack += [(child, depth - 1, low, high) for child in children(board)]
"""

BISECTION = """
def root(f, low, high):
    while low < high:
        low, high = closer(f, low, high)
    return low
"""


def evidence(monkeypatch: pytest.MonkeyPatch, source: str) -> list[str]:
    """What looks like alpha-beta in a module with this source."""
    return found(monkeypatch, source)[0]


def found(
    monkeypatch: pytest.MonkeyPatch, source: str
) -> tuple[list[str], list[str], list[str], str, bool]:
    """What is found in a module with this source, which is loaded as a submission is."""
    module = ModuleType("submission")
    name = "a submission.py"
    lines = source.splitlines(keepends=True)
    monkeypatch.setitem(sys.modules, "submission", module)
    monkeypatch.setitem(linecache.cache, name, (len(source), None, lines, name))
    exec(compile(source, name, "exec"), module.__dict__)  # noqa: S102 -- written above
    return search_evidence()


STYLES = [
    NEGAMAX, TWO_FUNCTIONS, METHOD, NESTED, IN_A_DICTIONARY, IN_A_WINDOW, IN_A_TUPLE, ON_A_STACK,
    TUPLES_ON_A_STACK, THROUGH_A_TABLE, THROUGH_ANOTHER_NAME, OBJECTS_THAT_ARE_CALLED,
    IN_A_DECORATOR, BY_A_LAMBDA, RESTORED_IN_THE_AGENT, CLOSER_BOUNDS, NODES, RAISED_IN_THE_CALL,
]  # fmt: skip
OTHERS = [
    WORDS_ONLY, BOUNDS_KEPT_BACK, REPLACED, KEPT_IN_THE_AGENT, COUNTED_BY_THE_AGENT,
    SIDES_COMPARED, "", "x = 1\n", STACK_WITHOUT_BOUNDS, BISECTION, TABLE_WITHOUT_BOUNDS,
    A_NAME_OF_ITS_OWN, OBJECTS_WITHOUT_BOUNDS, NOT_YET_THERE, NODES_WITH_BOUNDS_OF_THEIR_OWN,
    ONE_BOUND_AND_ITS_COPY, RAISED_WITHOUT_A_CUT,
]  # fmt: skip


@pytest.mark.parametrize("source", STYLES)
def test_alpha_beta_is_found(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    assert evidence(monkeypatch, source)


@pytest.mark.parametrize(
    "source",
    [NEGAMAX, TWO_FUNCTIONS, NESTED, IN_A_DECORATOR, BY_A_LAMBDA, OBJECTS_THAT_ARE_CALLED,
     IN_A_WINDOW, IN_A_TUPLE, ON_A_STACK, RAISED_IN_THE_CALL],
)  # fmt: skip
def test_bounds_change_in_alpha_beta(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    assert found(monkeypatch, source)[3] == ""


def test_a_bound_that_is_never_changed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    never_raised = TWO_FUNCTIONS.replace("        a = max(a, v)\n", "")
    assert found(monkeypatch, never_raised)[3] == "a"
    passed_on = never_raised.replace("min_value(child, a, b", "min_value(child, max(a, v), b")
    assert found(monkeypatch, passed_on)[3] == ""


@pytest.mark.parametrize("source", OTHERS)
def test_what_is_not_alpha_beta_is_not_found(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    assert evidence(monkeypatch, source) == []


def test_a_depth_is_no_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    assert evidence(monkeypatch, MINIMAX) == []


def test_it_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    assert evidence(monkeypatch, NEGAMAX) == ["negamax, line 2: passes on alpha and beta"]


# Where a search ends ---------------------------------------------------------------------------

ENDS = """
static = lambda board: 0
material = advance = turned = children = over = score = static


def search(board, depth, alpha, beta):
    {end}
    for child in children(board):
        alpha = max(alpha, -search(child, depth - 1, -beta, -alpha))
    return alpha
"""


@pytest.mark.parametrize(
    ("end", "alone", "together"),
    [
        ("if depth == 0: return static(board)", ["static"], []),
        ("if over(board): return -99\n    if depth < 1: return (static(board), None)",
         ["static"], []),
        ("if depth == 0: return -static(turned(board))", ["static"], []),
        ("if depth == 0:\n        value = 2 * static(board)\n        return value", ["static"], []),
        ("if depth == 0: return material(board) - advance(board)", [], ["material", "advance"]),
        ("if over(board): return score(board)\n    if depth == 0: return static(board)",
         ["score", "static"], []),
        ("if over(board): return score(board)\n    return score(board) + static(board)",
         ["score"], ["static"]),
        ("value = 3 * material(board) - advance(board) if depth == 0 else None",
         [], ["advance", "material"]),
        ("if depth == 0: return static(board)\n    elif over(board): return score(board)",
         ["static", "score"], []),
        ("if depth == 9: return static(board) + search(board, 8, alpha, beta)", [], []),
        ("if depth == 0: depth = static(board)", [], []),
        ("if depth == 0: return print(board)", [], []),
    ],
)  # fmt: skip
def test_what_values_where_it_ends(
    monkeypatch: pytest.MonkeyPatch, end: str, alone: list[str], together: list[str]
) -> None:
    assert found(monkeypatch, ENDS.format(end=end))[1:3] == (alone, together)


def test_it_may_end_in_the_other_branch(monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
class PlayerAI:
    def rated(self, board): ...

    def search(self, board, depth, alpha, beta):
        if depth > 0:
            for child in children(board):
                alpha = max(alpha, -self.search(child, depth - 1, -beta, -alpha))
        else:
            return self.rated(board)
        return alpha
"""
    assert found(monkeypatch, source)[1:3] == (["rated"], [])


KEPT_BEFORE_IT_IS_RETURNED = """
def rated(board): ...


def search(board, depth, alpha, beta):
    if depth == 0:
        value = rated(board)
    else:
        for child in children(board):
            alpha = max(alpha, -search(child, depth - 1, -beta, -alpha))
        value = alpha
    TABLE[board] = value
    return value
"""


def test_a_value_may_be_kept_before_it_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(monkeypatch, KEPT_BEFORE_IT_IS_RETURNED)[1:3] == (["rated"], [])
    no_end = KEPT_BEFORE_IT_IS_RETURNED.replace("value = rated", "other = rated")
    assert found(monkeypatch, no_end)[1:3] == ([], [])


def test_what_values_a_position_may_be_called_like_a_method_of_lists(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = """
class PlayerAI:
    def count(self, board):
        return sum(row.count("B") - row.count("W") for row in board)

    def search(self, board, depth):
        if depth == 0:
            return self.count(board), None
        return max(-self.search(child, depth - 1)[0] for child in children(board)), None
"""
    assert found(monkeypatch, source)[1] == ["count"]


@pytest.mark.parametrize(
    ("source", "searching"),
    [
        ("def best(board): return max(board)", False),
        ("def best(board):\n    for each in board:\n        rate(each)", False),
        ("def value(board): return value(board[1:])", True),
        ("def one(board): return other(board)\ndef other(board): return one(board)", True),
        ("value = lambda board: value(board[1:])", True),
        ("def count(board): return [row.count('B') for row in board]", False),
        ("def best(board):\n    while board:\n        board.pop()", True),
        ("def best(board):\n    while board:\n        board = board[1:]", False),
        ("class Node:\n    def value(self): return self.child.value()", True),
        ("class Agent:\n    class Node:\n        def value(self): return self.child.value()", True),
    ],
)
def test_whether_anything_may_search(
    monkeypatch: pytest.MonkeyPatch, source: str, searching: bool
) -> None:
    assert found(monkeypatch, source)[4] is searching

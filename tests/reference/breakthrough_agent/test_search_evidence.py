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


def evidence(monkeypatch: pytest.MonkeyPatch, source: str) -> list[str]:
    """What is found in a module with this source, which is loaded as a submission is."""
    module = ModuleType("submission")
    name = "a submission.py"
    lines = source.splitlines(keepends=True)
    monkeypatch.setitem(sys.modules, "submission", module)
    monkeypatch.setitem(linecache.cache, name, (len(source), None, lines, name))
    exec(compile(source, name, "exec"), module.__dict__)  # noqa: S102 -- written above
    return search_evidence()


@pytest.mark.parametrize("source", [NEGAMAX, TWO_FUNCTIONS, METHOD, NESTED])
def test_alpha_beta_is_found(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    assert evidence(monkeypatch, source)


@pytest.mark.parametrize("source", [WORDS_ONLY, BOUNDS_KEPT_BACK, REPLACED, "", "x = 1\n"])
def test_what_is_not_alpha_beta_is_not_found(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    assert evidence(monkeypatch, source) == []


def test_a_depth_is_no_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    assert evidence(monkeypatch, MINIMAX) == []


def test_it_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    assert evidence(monkeypatch, NEGAMAX) == ["negamax, line 2: passes on alpha and beta"]

"""Evaluation functions are found and called where they can be."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from reference.breakthrough_agent.evaluations import evaluations

BOARDS = [[["B", "_"]], [["_", "W"]]]


def said(monkeypatch: pytest.MonkeyPatch, source: str) -> tuple[str, list[float]] | None:
    """What is found in a module with this source."""
    module = ModuleType("submission")
    exec(source, module.__dict__)  # noqa: S102 -- written below
    monkeypatch.setitem(sys.modules, "submission", module)
    return evaluations(BOARDS)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("def evaluate(board): return board[0].count('B')", "evaluate"),
        ("score = lambda board: board[0].count('B')", "score"),
        (
            "class PlayerAI:\n    def heuristic(self, board): return board[0].count('B')",
            "PlayerAI.heuristic",
        ),
        (
            "def score(board): return 7\ndef board_eval(board): return board[0].count('B')",
            "board_eval",
        ),
    ],
)
def test_one_that_takes_a_board(monkeypatch: pytest.MonkeyPatch, source: str, name: str) -> None:
    assert said(monkeypatch, source) == (name, [1.0, 0.0])


@pytest.mark.parametrize(
    "source",
    [
        "",
        "def evaluate(own, other): return own - other",
        "def evaluate(board): return str(board)",
        "def evaluate(board): return 0",
        "def evaluate(board): return float('nan')",
        "def evaluate(board): return 10 ** 400 * board[0].count('B')",
        "class PlayerAI:\n    def __init__(self): raise ValueError",
    ],
)
def test_none_that_takes_a_board(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    assert said(monkeypatch, source) is None


def test_what_it_does_to_a_board_stays_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "def evaluate(board): return len(board[0].pop())+board[0].count('B')"
    assert said(monkeypatch, source) == ("evaluate", [2.0, 1.0])
    assert BOARDS == [[["B", "_"]], [["_", "W"]]]

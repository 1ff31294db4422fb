"""How players and states are written is read where names alone do not tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reference.connect4.solutions import bound_session

pytestmark = pytest.mark.bubblewrap

BOARD = """
import numpy as np

def empty_board(rows=6, columns=7):
    return {empty}

def actions(board):
    return [column for column in range(board.shape[1]) if board[0, column] == 0]

def fallen(board, mark, column):
    board = board.copy()
    row = max(row for row in range(board.shape[0]) if board[row, column] == 0)
    board[row, column] = mark
    return board

def winner(board):
    rows, columns = board.shape
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = row + 3 * down < rows and 0 <= column + 3 * right < columns
                line = [board[row + i * down, column + i * right] for i in range(4)] if ends else []
                if ends and line[0] and len(set(line)) == 1:
                    return line[0]
    return 0

def utility(board, player):
    if not winner(board):
        return 0
    return 1 if winner(board) == {mark} else -1
"""
SEARCH = """
def result(board, player, action):
    return fallen(board, player, action)

def alpha_beta_search(board, player):
    def value(board, mover, alpha, beta):
        if winner(board) or not actions(board):
            return utility(board, player), None
        best = None
        for column in actions(board):
            found = value(result(board, mover, column), {other}, alpha, beta)[0]
            if best is None or (found > best[0]) == (mover == player) and found != best[0]:
                best = found, column
            if best[0] == (1 if mover == player else -1):
                break
        return best
    return value(board, player, -2, 2)
"""
OBJECTS = """
class Player:
    def __init__(self, mark):
        self.mark = mark

RED, BLUE = Player(1), Player(-1)

def result(board, player, action):
    return fallen(board, player.mark, action)
"""
NAMED = """
from collections import namedtuple
State = namedtuple("State", "board to_move")

def result(state, action):
    return State(fallen(state.board, state.to_move, action), 3 - state.to_move)
"""
ARRAY = "np.zeros((rows, columns), dtype=int)"


@pytest.mark.parametrize(
    ("source", "symbols", "call"),
    [
        (
            BOARD.format(empty=ARRAY, mark="player") + SEARCH.format(other="3 - mover"),
            ["1", "2", "1", "2"],
            "result(board, player, column)",
        ),
        (
            BOARD.format(empty=ARRAY, mark="player") + SEARCH.format(other="-mover"),
            ["1", "-1", "1", "-1"],
            "result(board, player, column)",
        ),
        (
            BOARD.format(empty=ARRAY, mark="player.mark") + OBJECTS,
            ["1", "-1", "RED", "BLUE"],
            "result(board, player, column)",
        ),
        (
            BOARD.format(empty=f"State({ARRAY}, 1)", mark="player") + NAMED,
            ["1", "2", "1", "2"],
            "result(State(board=board, to_move=player), column)",
        ),
    ],
    ids=["three minus", "minus", "objects", "named tuples"],
)
def test_players_and_states(source: str, symbols: list[str], call: str, tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text(source)
    with bound_session(file) as (_, found):
        how = found.fits["result"].how
    assert [how[key] for key in ("x", "o", "player_x", "player_o")] == symbols
    assert how["call"] == call

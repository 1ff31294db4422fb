"""A notebook in which most functions are missing is no fault of the grader."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import assignment, intake
from grader.examine.test_collection import find_hidden_tests
from grader.jobs.grading import grade
from grader.model.verdict import Verdict
from grader.sandbox.bubblewrap import Bubblewrap

BOARDS_ONLY = """
import numpy as np

def empty_board(shape=(6, 7)):
    return np.full(shape, 0)

def actions(board):
    return [column for column in range(board.shape[1]) if board[0, column] == 0]

def result(board, player, action):
    board = board.copy()
    row = max(row for row in range(board.shape[0]) if board[row, action] == 0)
    board[row, action] = player
    return board
"""


@pytest.mark.bubblewrap
@pytest.mark.slow
def test_functions_that_are_missing_are_not_attempted(tmp_path: Path) -> None:
    file = tmp_path / "boards_only.py"
    file.write_text(BOARDS_ONLY)
    connect4 = assignment.load_assignment("connect4")
    report = grade(
        intake.read_submission(file),
        connect4,
        Bubblewrap.locate(),
        tests=find_hidden_tests(connect4),
    )
    assert report.errors == ()
    verdicts = {task.id: task.verdict for task in report.tasks}
    assert verdicts["2.2"] is Verdict.ACCEPTED
    assert verdicts["4.2"] is Verdict.NOT_ATTEMPTED
    assert Verdict.INTERNAL_ERROR not in verdicts.values()

"""NumPy arrays as arguments of calls in a sandbox, and what calls do to them."""

from __future__ import annotations

import pytest

from grader.sandbox.backend_interface import CallEnding
from grader.wire import Array, Untransferable
from tests.sandbox.scene import playing, program

pytestmark = pytest.mark.bubblewrap

BOARD = Array([[" ", "x"], ["o", " "]], "U1")
SOURCE = """
import numpy as np

def seen(board):
    return type(board) is np.ndarray, board.dtype.str, board.shape, board
def played(board):
    board[0, 0] = 'x'
    return board
def reshaped(board):
    board.shape = (4,)
def untouched(boards):
    return boards[0].copy()
def one_of(boards):
    boards['second'][1] = 5
def lies(board):
    class Mine(np.ndarray):
        pass
    return board.view(Mine)
def huge(board):
    return np.broadcast_to(board[0, 0], (10**6, 10**6))
def draws(board):
    return np.linalg.norm(np.ones((50, 50)) @ np.ones((50, 50)))
"""
"""The first thing that NumPy multiplies may start threads."""


def test_arrays_in_calls() -> None:
    submission = program(SOURCE, packages=("numpy",), memory_bytes=1 << 30)
    with playing(submission) as scene:
        seen = scene.call("seen", BOARD)
        assert seen.value == (True, "<U1", (2, 2), [[" ", "x"], ["o", " "]])
        assert seen.changed == ()
        played = scene.call("played", BOARD)
        assert (played.value, played.changed) == ([["x", "x"], ["o", " "]], (0,))
        assert scene.call("reshaped", BOARD).changed == (0,)
        assert scene.call("reshaped", Array([1, 2, 3, 4], "int64")).changed == ()
        assert scene.call("untouched", [BOARD, 1]).changed == ()
        both = {"first": BOARD, "second": Array([1, 2], "uint8")}
        assert scene.call("one_of", both).changed == (0,)
        assert scene.call("seen", board=BOARD).value[0] is True
        lies, huge = scene.call("lies", BOARD), scene.call("huge", BOARD)
        assert (lies.ending, lies.detail) == (CallEnding.OPAQUE, "submission.lies.<locals>.Mine")
        assert (huge.ending, huge.detail) == (
            CallEnding.OPAQUE,
            "numpy.ndarray holding an array of 1000000000000 items where 500000 are allowed",
        )
        assert scene.call("draws", BOARD).value == 2500.0


def test_where_numpy_is_not_promised_it_is_the_tests_mistake() -> None:
    with (
        playing(program("def same(value):\n    return value\n")) as scene,
        pytest.raises(Untransferable, match='packages do not promise "numpy"'),
    ):
        scene.call("same", BOARD)


def test_numpy_that_was_tampered_with_is_the_submissions_own_affair() -> None:
    source = "import sys\nsys.modules['numpy'] = None\ndef same(value):\n    return value\n"
    with playing(program(source, packages=("numpy",), memory_bytes=1 << 30)) as scene:
        outcome = scene.call("same", BOARD)
        assert (outcome.ending, outcome.detail[:20]) == (CallEnding.RAISED, "ModuleNotFoundError:")
        assert scene.value("same", 3) == 3

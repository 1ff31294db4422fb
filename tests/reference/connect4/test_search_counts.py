"""What a search looks into is counted, whatever its boards are made of."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

SUBMISSION = """
FREE, FIRST, SECOND = {symbols}

def weighed(grid):
    return grid

def search(board, player):
    weighed([[cell == FREE for cell in row] for row in board])
    weighed([[0.5 for cell in row] for row in board])
    weighed([list(column) for column in zip(*board)])
    if len(board[0]) == 2:
        raise ValueError("two columns are too few")
    for column, cell in enumerate(board[0]):
        if cell == FREE:
            after = [list(board[0]), list(board[1])]
            after[0][column] = player
            search(after, SECOND if player == FIRST else FIRST)
    return 0
"""
COUNTING = """
import sys
import submission
from reference.connect4.search_counts import search_counts

own = dict(zip(" xo", (submission.FREE, submission.FIRST, submission.SECOND)))

def search(board):
    found = submission.search([[own[cell] for cell in row] for row in board], submission.FIRST)
    if board == ("   ", "xoo"):
        raise ValueError("this answer cannot be read")
    return found

print(search_counts(search, [[("   ", "xox")], [("   ", "xoo")], [("  ", "xo")]]))
"""


@pytest.mark.parametrize(
    "symbols", ["' ', 'x', 'o'", "None, 'x', 'o'", "0, 1, -1", "None, 1, 2", "0, 'x', 'o'"]
)
def test_positions_are_recognised(symbols: str, tmp_path: Path) -> None:
    (tmp_path / "submission.py").write_text(SUBMISSION.format(symbols=symbols))
    # In a process of its own, as in the sandbox: it sets the profile function of its thread.
    counting = subprocess.run(
        [sys.executable, "-c", COUNTING],
        capture_output=True, text=True, check=True, timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
    )  # fmt: skip
    # Three columns are free: a board, 3 moves, 6 pairs of moves, and 6 games to the end. Full
    # boards are none in which the game goes on. The submission raises an exception in the last run.
    # A player who is a number is the one thing that is given as different ones.
    numbers = int(symbols.endswith(("1", "2")))
    seen = f"10, 16, [3, 3, 3], ['search', 'weighed'], {numbers}"
    assert counting.stdout == f"[(0, {seen}), (None, {seen}), None]\n"


SHAPES = """
import threading
import helper

def after_each(board, player):
    for column, cell in enumerate(board[0]):
        if cell == " ":
            first, second = board
            yield first[:column] + player + first[column + 1:], second

def other(player):
    return "o" if player == "x" else "x"

def alone(board, player):
    return max((alone(after, other(player)) for after in after_each(board, player)), default=0)

def max_value(board, player):
    return max([min_value(after, other(player)) for after in after_each(board, player)], default=0)

def min_value(board, player):
    return min([max_value(after, other(player)) for after in after_each(board, player)], default=0)

def value(board, player):
    return high(board, player) if player == "x" else low(board, player)

def high(board, player):
    return max((value(after, other(player)) for after in after_each(board, player)), default=0)

def low(board, player):
    return min((value(after, other(player)) for after in after_each(board, player)), default=0)

def one(board, player):
    return two(board, player)

def two(board, player):
    return three(board, player)

def three(board, player):
    return four(board, player)

def four(board, player):
    return max((one(after, other(player)) for after in after_each(board, player)), default=0)

class Agent:
    def choose(self, board, player):
        return self.best(board, player)

    def best(self, board, player):
        return max((self.worth(each, player) for each in after_each(board, player)), default=0)

    def worth(self, board, player):
        return self.best(board, other(player))

def method(board, player):
    return Agent().choose(board, player)

def nested(board, player):
    def top(board, player):
        return max((bottom(each, other(player)) for each in after_each(board, player)), default=0)

    def bottom(board, player):
        return top(board, player)

    return top(board, player)

def unseen(board, player):
    state = [board]

    def best(player):
        free = [column for column, cell in enumerate(state[-1][0]) if cell == " "]
        return max((tried(column, player) for column in free), default=0)

    def tried(column, player):
        first, second = state[-1]
        state.append((first[:column] + player + first[column + 1:], second))
        found = best(other(player))
        state.pop()
        return found

    return best(player)

def threaded(board, player):
    threads = [
        threading.Thread(target=alone, args=(after, other(player)))
        for after in after_each(board, player)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

def elsewhere(board, player):
    return helper.search(board, player, after_each, other)
"""
HELPER = """
def search(board, player, after_each, other):
    for after in after_each(board, player):
        search(after, other(player), after_each, other)
    return 0
"""
SHAPED = """
import sys
import submission
from reference.connect4.search_counts import search_counts

submission.helper.__file__ = "/submission/helper.py"
for name in sys.argv[1:]:
    ((_, *counts, _, _),) = search_counts(getattr(submission, name), [[("   ", "xox"), "o"]])
    print(name, *counts)
"""


def test_searches_of_any_shape_are_seen(tmp_path: Path) -> None:
    """All calls of the one with an unseen board are counted, and threads begin a ply later."""
    (tmp_path / "submission.py").write_text(SHAPES)
    (tmp_path / "helper.py").write_text(HELPER)
    seen = "10 16 [3, 3, 3]"
    expected = {
        **dict.fromkeys(["alone", "max_value", "value", "one", "method", "nested"], seen),
        "unseen": "None 16 []",
        "threaded": "9 15 [3, 3, 3]",
        "elsewhere": seen,
    }
    counting = subprocess.run(
        [sys.executable, "-c", SHAPED, *expected],
        capture_output=True, text=True, check=True, timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
    )  # fmt: skip
    found = dict(line.split(" ", 1) for line in counting.stdout.splitlines())
    assert found == expected

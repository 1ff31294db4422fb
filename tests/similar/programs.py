"""Programs to compare, and the comparison as tests need it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from grader.model.submission import Cell, Submission
from grader.similar import CopydetectUnavailable, require_copydetect

if TYPE_CHECKING:
    from grader.similar.comparison_outcome import ComparisonOutcome

CLIMB = """\
def climb(start, neighbours, score):
    best = start
    while True:
        better = [each for each in neighbours(best) if score(each) > score(best)]
        if not better:
            return best
        best = max(better, key=score)
"""
RENAMED = '''\
# All my own work.
def improve(a, f, g):
    """Goes up."""
    b = a

    while True:
        c = [d for d in f(b)  if g(d) > g(b)]
        if not c: # done
            return b
        b = max(c, key=g)
'''
SEARCH = """\
def search(board, depth, player):
    if depth == 0 or board.over():
        return board.value() * player, None
    found = (-1000, None)
    for move in board.moves(player):
        value, _ = search(board.after(move), depth - 1, -player)
        if -value > found[0]:
            found = (-value, move)
    return found
"""
UNLIKE = """\
import sys

class Table:
    def __init__(self):
        self.rows = {}

    def __getitem__(self, key):
        return self.rows.setdefault(key, [len(self.rows), sys.maxsize])

with open("numbers.txt") as file:
    print(sum(int(line) ** 2 for line in file), end="")
"""


def need_the_package() -> None:
    """Skips a test where the optional package is not installed; in CI that is an error instead."""
    try:
        require_copydetect()
    except CopydetectUnavailable as problem:
        if os.environ.get("CI"):
            pytest.fail(str(problem), pytrace=False)
        pytest.skip(str(problem))


def submission(path: str, *sources: str, notebook: bool = False) -> Submission:
    name = path.rpartition("/")[2]
    cells = tuple(
        Cell(source, f"{name} cell {number}" if notebook else name, notebook)
        for number, source in enumerate(sources, 1)
    )
    return Submission(path, "0" * 64, cells, ())


def compared(
    *submissions: Submission,
    ignored: tuple[Submission, ...] = (),
    most: int = 20,
    at_least: float = 0.3,
) -> ComparisonOutcome:
    from grader.similar.compare_submissions import compare_submissions

    return compare_submissions(submissions, ignored, most=most, at_least=at_least)

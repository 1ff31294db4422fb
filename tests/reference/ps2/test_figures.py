"""Which arguments of calls are drawn as boards."""

from __future__ import annotations

from typing import Any

import pytest

from hidden_tests.ps2.figures import LEGEND, board, figure_of

ROWS = ("___B__", "______", "_B__B_", "W____W", "___W__", "_W____")


def test_a_board_is_drawn_and_called_so() -> None:
    found = figure_of([list(row) for row in ROWS])
    assert found == ("board", board(ROWS))
    assert found is not None
    assert found[1].legend == LEGEND
    assert found[1].cells == tuple(map(tuple, ROWS))


def test_a_board_with_strange_cells_is_still_one() -> None:
    found = figure_of([list("?" * 6)] * 6)
    assert found is not None
    assert found[1].cells[0] == ("?",) * 6


@pytest.mark.parametrize(
    "value",
    [
        [],
        [[]],
        [[]] * 6,
        list(ROWS),
        [list("_" * 6)] * 5,
        [list("_" * 5)] * 6,
        [*[list("_" * 6)] * 5, list("_" * 7)],
        [["_", "BB", "_", "_", "_", "_"]] * 6,
        [["_", 1, "_", "_", "_", "_"]] * 6,
        [tuple("_" * 6)] * 6,
        (tuple("_" * 6),) * 6,
        [(1, 0, 10), (0, 3, 22)] * 3,
        3,
        None,
        "______" * 6,
        {"board": ROWS},
    ],
)
def test_what_is_no_board(value: Any) -> None:
    assert figure_of(value) is None

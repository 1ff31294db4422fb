"""The best first move, of which chance may say something else now and then."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grader.testing import Trial, Undecided, WrongAnswer
from hidden_tests.connect4.test_5_monte_carlo import test_best_first_move as asked


def ask(*columns: int, size: tuple[int, int] | None = None) -> Trial:
    """The trial, after ``columns`` were answered one after another, for a board of ``size``."""
    answers = iter([(column, size) for column in columns])
    student: Any = SimpleNamespace(best_first_move=lambda: SimpleNamespace(value=next(answers)))
    trial = Trial(lambda: 0)
    asked(student, trial)
    return trial


def test_one_answer_that_is_right_is_enough() -> None:
    assert len(ask(3).made) == 1
    assert len(ask(3, size=(6, 7)).made) == 1


@pytest.mark.parametrize("column", [0, 3])
def test_another_board_is_for_a_person(column: int) -> None:
    with pytest.raises(Undecided, match="on a board of another size") as failure:
        ask(column, size=(4, 4))
    assert failure.value.actual == f"column {column} on a board of 4 rows and 4 columns"


@pytest.mark.parametrize("columns", [(2, 3), (0, 0, 0, 3), (2, 4, 2, 2)])
def test_answers_that_differ_are_for_a_person(columns: tuple[int, ...]) -> None:
    with pytest.raises(Undecided, match=f"Asked {len(columns)} times"):
        ask(*columns)


def test_the_same_wrong_column_each_time_is_wrong() -> None:
    with pytest.raises(WrongAnswer, match="only by starting in the middle column") as failure:
        ask(0, 0, 0, 0)
    assert failure.value.code == "wrong_column"
    assert failure.value.actual == "column 0, each of 4 times"

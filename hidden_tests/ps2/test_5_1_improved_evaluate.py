"""Task 5.1, ``improved_evaluate(board)``: advanced pawns are worth more.

The evaluation of tasks 3 and 4 passes all of the handout's cases for this task, so these count
only beside boards on which pawns differ in worth.

Mistakes in mind: a white pawn's row counted from the top, wins not recognised or recognised for
one side only, a side without pawns, one row too far in the table.
"""

from __future__ import annotations

from grader.testing import (
    Answer,
    Ask,
    InvalidReturn,
    Question,
    WrongAnswer,
    asks,
    cases,
    task,
)
from hidden_tests.ps2 import pools
from hidden_tests.ps2.positions import Evaluation, evaluations
from hidden_tests.ps2.search_checks import check_unchanged, shown, shown_score

WORTH = ("test_each_cell",)

NEXT_GAME = evaluations("one_pawn")[:4]
"""Undecided boards that follow decided ones in turn: that somebody has won must not stay true."""

ROWS_ALIKE = (
    Evaluation.of("rows_alike_1", ("______", "B_____", "_B__W_", "_B__W_", "______", "_____W")),
    Evaluation.of("rows_alike_2", ("B_____", "__W___", "__W___", "B__B__", "B__B__", "____W_")),
)
"""Boards with two rows that read the same, which cannot be told apart by what stands in them."""

LAST_CELL = (
    Evaluation.of("last_cell_1", ("_B____", "__B___", "____W_", "______", "_W____", "_____W")),
    Evaluation.of("last_cell_2", ("_B____", "__B___", "____W_", "______", "_W____", "______")),
    Evaluation.of("first_cell_1", ("B_____", "__B___", "____W_", "______", "_W____", "___W__")),
    Evaluation.of("first_cell_2", ("______", "__B___", "____W_", "______", "_W____", "___W__")),
)
"""Pairs of boards that differ in the last cell, or the first."""


def value(ask: Ask, case: Evaluation) -> Question:
    """What a board is worth."""
    return ask.improved_evaluate(case.board())


@task(
    "5.1",
    points=0.25,
    visibility="public",
    hint="The handout's figures give the points of each cell.",
    beside=WORTH,
    in_turn=True,
)
@cases(evaluations("handout"))
@asks(value)
def test_handout_boards(answer: Answer, case: Evaluation) -> None:
    """The handout's own boards."""
    check_evaluation(answer.value, case)


@task("5.1", points=0.5, hint="Check the points of each cell again, for both colours.")
@cases(evaluations("one_pawn"))
@asks(value)
def test_each_cell(answer: Answer, case: Evaluation) -> None:
    """Gives the right value for a pawn of either colour on every cell."""
    check_evaluation(answer.value, case)


@task(
    "5.1",
    points=0.5,
    hint="Return Black's points minus White's, with every pawn counted.",
    in_turn=True,
)
@cases(
    [*evaluations("army", "alike", "extreme"), *ROWS_ALIKE, *LAST_CELL],
    pool=pools.evaluations("army"),
    draw=3,
)
@asks(value)
def test_whole_armies(answer: Answer, case: Evaluation) -> None:
    """Gives the right value for positions from whole games."""
    check_evaluation(answer.value, case)
    check_unchanged(answer)


@task(
    "5.1",
    points=0.5,
    hint="A pawn on the far row wins the game, whatever else is on the board.",
    beside=WORTH,
    in_turn=True,
)
@cases([*evaluations("arrival"), *NEXT_GAME], pool=pools.evaluations("arrival"), draw=2)
@asks(value)
def test_arrivals(answer: Answer, case: Evaluation) -> None:
    """A pawn on the far row wins."""
    check_evaluation(answer.value, case)
    check_unchanged(answer)


@task("5.1", points=0.25, hint="A side without pawns has lost.", beside=WORTH, in_turn=True)
@cases([*evaluations("no_pawns"), *NEXT_GAME])
@asks(value)
def test_no_pawns_left(answer: Answer, case: Evaluation) -> None:
    """A side without pawns loses."""
    check_evaluation(answer.value, case)
    check_unchanged(answer)


def check_evaluation(value: object, case: Evaluation) -> None:
    """Accepts the exact value, as an int or an equal float."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidReturn(
            "improved_evaluate has to return a number.",
            expected="an int or a float",
            actual=shown(value),
            code="not_a_number",
        )
    if value != case.score:
        raise WrongAnswer(
            "Wrong value for this board.",
            expected=shown_score(case.score),
            actual=shown_score(value),
            code="wrong_value",
        )

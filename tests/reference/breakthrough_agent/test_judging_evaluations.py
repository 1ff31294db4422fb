"""What is said of evaluations that do not tell boards apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.testing import WrongAnswer
from hidden_tests.breakthrough_agent.test_4_evaluation import ADVANCE, MATERIAL, Rows, judge

PAIRS = [*MATERIAL, *ADVANCE]


def black(rows: Rows) -> float:
    return sum(row.count("B") * (10 + number) for number, row in enumerate(rows))


def white(rows: Rows) -> float:
    return sum(row.count("W") * (15 - number) for number, row in enumerate(rows))


def pawns(rows: Rows) -> float:
    return float("".join(rows).count("B") - "".join(rows).count("W"))


def judged(function: Callable[[Rows], float]) -> None:
    judge("rate", [function(rows) for pair in PAIRS for rows in pair.boards()], PAIRS)


@pytest.mark.parametrize("sign", [1, -1])
def test_it_may_be_good_for_either_side(sign: int) -> None:
    judged(lambda rows: sign * (black(rows) - white(rows)))


@pytest.mark.parametrize(
    ("function", "code", "said"),
    [
        (black, "one_side_only", "more pawns as better. It tells the boards apart for one side"),
        (white, "one_side_only", "more pawns as better. It tells the boards apart for one side"),
        (lambda rows: black(rows) + white(rows), "sides_alike", "for White alike"),
        (lambda _: 0.0, "not_better", "with more pawns as better."),
        (pawns, "not_better", "that are far ahead as better."),
        (
            lambda rows: 100 * pawns(rows) - black(rows) + white(rows),
            "not_better",
            "that are far ahead as better.",
        ),
    ],
)
def test_what_is_wrong_is_said(function: Callable[[Rows], float], code: str, said: str) -> None:
    with pytest.raises(WrongAnswer) as raised:
        judged(function)
    assert raised.value.code == code
    assert said in raised.value.message
    if code == "not_better":
        assert raised.value.message.endswith(said)

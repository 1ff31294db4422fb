"""What is said of evaluations that do not tell boards apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from grader.testing import Agent, Student, WrongAnswer
from grader.testing.student import Answer
from hidden_tests.breakthrough_agent.test_4_evaluation import ADVANCE, MATERIAL, Rows, judge
from hidden_tests.breakthrough_agent.test_4_evaluation import test_counts_pawns as counts_pawns
from hidden_tests.breakthrough_agent.test_4_evaluation import test_values_advance as values_advance

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


def farthest(rows: Rows) -> float:
    """How far the foremost pawn of Black is, less how far that of White is."""
    black = max((number for number, row in enumerate(rows) if "B" in row), default=0)
    white = max((5 - number for number, row in enumerate(rows) if "W" in row), default=0)
    return float(black - white)


def asked(function: Callable[[Rows], float], test: Callable[..., str]) -> str:
    """What ``test`` says of an agent whose evaluation is ``function``."""

    class Made:
        def search_evidence(self) -> Answer:
            return Answer(([], ["rate"], [], "", True))

        def evaluations(self, boards: list[list[list[str]]], *_: object) -> Answer:
            rows = [tuple(map("".join, board)) for board in boards]
            return Answer(("rate", [float(function(each)) for each in rows]))

    return test(cast("Student", Made()), cast("Agent", None))


@pytest.mark.parametrize(
    ("function", "counts", "advances"),
    [
        (lambda rows: black(rows) - white(rows), "", ""),
        (pawns, "", "takes no account of how far pawns have come"),
        (farthest, "does not count pawns, or not all of them", ""),
    ],
)
def test_one_of_both_is_enough(
    function: Callable[[Rows], float], counts: str, advances: str
) -> None:
    for test, said in ((counts_pawns, counts), (values_advance, advances)):
        found = asked(function, test)
        assert said in found
        assert bool(said) == bool(found)


def against_pawns(rows: Rows) -> float:
    """Knows won boards and how far pawns have come, and takes more pawns for worse."""
    if "B" in rows[-1] or "W" in rows[0]:
        return 9999.0 if "B" in rows[-1] else -9999.0
    return black(rows) - white(rows) - 30 * pawns(rows)


def test_won_boards_show_which_way_is_meant_where_pawns_and_advance_disagree() -> None:
    assert not asked(against_pawns, values_advance)
    with pytest.raises(WrongAnswer, match="more pawns as better") as raised:
        asked(against_pawns, counts_pawns)
    assert "rate() is higher for the first board" in str(raised.value.expected)


@pytest.mark.parametrize("function", [black, white, lambda _: 0.0])
def test_neither_is_not(function: Callable[[Rows], float]) -> None:
    for test in (counts_pawns, values_advance):
        with pytest.raises(WrongAnswer):
            asked(function, test)

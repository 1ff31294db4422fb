"""The checks that hidden tests of games are made of: never surprised, and fed with what tells.

The known-wrong and the right solutions of `grade author validate` show what whole ones come to.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from grader.testing.case_failures import CaseFailure
from hidden_tests.ps2 import (
    test_2_1_generate_valid_moves,
    test_3_1_minimax,
    test_3_2_negamax,
    test_4_1_minimax_alpha_beta,
    test_4_2_negamax_alpha_beta,
    test_5_1_improved_evaluate,
)
from hidden_tests.ps2.positions import Position, evaluations, move_sets, positions
from hidden_tests.ps2.search_checks import check_search
from reference.ps2.generate.families import FAMILIES
from reference.ps2.generate.mistakes import ALPHA_BETA, FULL_WIDTH, search_with
from reference.ps2.oracle.bitboard import Bitboard
from reference.ps2.provided.breakthrough import Player

FROZEN = {
    str(position): position
    for position in positions(*(family.name for family in FAMILIES), "finished")
}

FULL_WIDTH_TASKS = (test_3_1_minimax, test_3_2_negamax)
PRUNING_TASKS = (test_4_1_minimax_alpha_beta, test_4_2_negamax_alpha_beta)


def answered(tests: ModuleType) -> list[tuple[float, list[Position]]]:
    """The tests of a task that ask for answers: their points, and the frozen positions they ask."""
    found = []
    for name, test in vars(tests).items():
        if name.startswith("test_") and not name.endswith("unchanged"):
            marks = {mark.name: mark.args[0] for mark in test.pytestmark if mark.args}
            asked = [FROZEN[str(case)] for case in marks["cases"] if str(case) in FROZEN]
            found.append((marks["task"].points, asked))
    return found


@pytest.mark.parametrize(
    ("tests", "mistake"),
    [
        *((tests, mistake) for tests in FULL_WIDTH_TASKS for mistake in FULL_WIDTH),
        *((tests, mistake) for tests in PRUNING_TASKS for mistake in (*FULL_WIDTH, *ALPHA_BETA)),
    ],
)
def test_every_usual_mistake_costs_points_in_every_search_task(
    tests: ModuleType, mistake: str
) -> None:
    """Of the positions that a test asks about, one shows the mistake: no search is needed."""
    lost = [
        (points, [position for position in asked if mistake in position.shows])
        for points, asked in answered(tests)
    ]
    assert sum(points for points, telling in lost if telling) >= 0.25
    position = min((each for _, telling in lost for each in telling), key=lambda each: each.depth)
    answer = search_with(mistake)(Bitboard.read(position.rows), position.depth, position.player)
    with pytest.raises(CaseFailure):
        check_search(answer, position)


def junk() -> list[Any]:
    nest: list[Any] = []
    for _ in range(90):
        nest = [nest]
    huge = 10**5000
    return [
        None, True, 3, "WIN", b"x", (), [], {}, {1: 2}, {1, 2}, nest, huge, float("nan"), (1, 2, 3),
        (True, ((0, 0), (1, 1))), (huge, ((0, 0), (1, 1))), (float("nan"), ((0, 0), (1, 1))),
        (0, None), (0, {}), (0, ((0, 0), (1, True))), (0, ((0, 0), (1.0, 1))), (0, (([], 0), 1)),
        (0, ((huge, 0), (-huge, 1))), (0, [{1}, {2}]), (0, "ab"), ("0", ((0, 0), (1, 1))),
        [((0, 0), (1, 1)), None], [((0, 0), (huge, 1))], {((0, 0), (1, 1))}, [[[0, 0], [1, []]]],
        Player.BLACK, (0, (Player.BLACK, Player.WHITE)), float("inf"), (1j, 2),
    ]  # fmt: skip


def test_checks_survive_anything() -> None:
    for number, value in enumerate(junk()):
        for check, case in (
            (check_search, positions("forced_win")[number]),
            (test_2_1_generate_valid_moves.check_moves, move_sets("game")[number]),
            (test_5_1_improved_evaluate.check_evaluation, evaluations("army")[number]),
        ):
            with pytest.raises(CaseFailure):
                check(value, case)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda _: [], lambda moves: f"[]; missing: {', '.join(map(repr, moves))}"),
        (
            lambda moves: [*moves, ((0, 0), (5, 5))],
            lambda moves: f"{sorted([*moves, ((0, 0), (5, 5))])}; not valid: ((0, 0), (5, 5))",
        ),
        (
            lambda moves: [*moves, moves[0]],
            lambda moves: f"{sorted([*moves, moves[0]])}; more than once: {moves[0]}",
        ),
    ],
    ids=["missing", "not valid", "more than once"],
)
def test_moves_that_differ_are_listed_and_are_no_alternatives(answer: Any, said: Any) -> None:
    case = min(move_sets("game"), key=lambda case: len(case.moves) or 99)
    moves = sorted(case.moves)
    assert len(moves) > 1
    with pytest.raises(CaseFailure) as failed:
        test_2_1_generate_valid_moves.check_moves(answer(moves), case)
    assert failed.value.actual == said(moves)

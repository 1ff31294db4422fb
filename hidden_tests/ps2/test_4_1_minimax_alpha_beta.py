"""Task 4.1, ``minimax_alpha_beta``: minimax with alpha-beta pruning.

The exact score for Black and any optimal move are asked for, from depth 0, with the full window.

Answers are worth 3.5 points, which a search that prunes nothing can earn too; pruning is worth
the other 1.5.
"""

from __future__ import annotations

from typing import Any

from grader.testing import Lent
from hidden_tests.ps2 import search_skills as skills
from hidden_tests.ps2.positions import Position
from reference.ps2.provided.breakthrough import INF


def arguments(case: Position, moves: Lent) -> tuple[Any, ...]:
    """What the student's function is called with on a position."""
    return case.board(), 0, case.depth, -INF, INF, case.player, moves


search = skills.Search("minimax_alpha_beta", arguments)


test_handout_searches = skills.handout_searches_test("4.1", search, "41", "33", "34", points=0.125)
test_handout_depth = skills.handout_depth_test("4.1", search, points=0.125)
test_handout_turns = skills.handout_turns_test("4.1", search, points=0.125)
test_handout_game_over = skills.handout_game_over_test("4.1", search, points=0.25)
test_handout_board_unchanged = skills.handout_board_unchanged_test("4.1", search, points=0.25)

test_one_ply = skills.skill_test("4.1", search, skills.ONE_PLY, points=0.125)
test_forced_win = skills.skill_test("4.1", search, skills.FORCED_WIN, points=0.125)
test_defence = skills.skill_test("4.1", search, skills.DEFENCE, points=0.125)
test_horizon = skills.skill_test("4.1", search, skills.HORIZON, points=0.125)
test_material = skills.skill_test("4.1", search, skills.MATERIAL, points=0.125)
test_race = skills.skill_test("4.1", search, skills.RACE, points=0.125)
test_blocked = skills.skill_test("4.1", search, skills.BLOCKED, points=0.125)
test_sparse = skills.skill_test("4.1", search, skills.SPARSE, points=0.125)
test_sudden_end = skills.skill_test("4.1", search, skills.SUDDEN_END, points=0.125)
test_deep = skills.skill_test("4.1", search, skills.DEEP, points=0.375)

test_finished = skills.finished_test("4.1", search, points=0.25)
test_board_unchanged = skills.board_unchanged_test("4.1", search, points=0.25)
test_any_order = skills.order_test("4.1", search, points=0.5)

test_pruning_black_first = skills.pruning_test(
    "4.1",
    search,
    "black_3_plies",
    "black_4_plies",
    "black_5_plies",
    deeper="white_5_plies",
    side="Black",
    points=0.75,
)
test_pruning_white_first = skills.pruning_test(
    "4.1",
    search,
    "white_3_plies",
    "white_4_plies",
    "white_5_plies",
    deeper="black_5_plies",
    side="White",
    points=0.75,
)

# Last, because its budget is large: who never ends has used up the task's allowance by then.
test_handout_six_plies = skills.handout_six_plies_test("4.1", search, points=0.125)

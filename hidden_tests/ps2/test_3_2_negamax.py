"""Task 3.2, ``negamax``: negamax.

The exact score for Black and any optimal move are asked for, from depth 0.

The score is Black's at the root, whoever moves, although every other ply of a negamax sees it
from its own side. Submissions exist that pass the handout's cases and forget to turn the
evaluation round at the depth limit: they fail here wherever White is to move there.
"""

from __future__ import annotations

from typing import Any

from grader.testing import Lent
from hidden_tests.ps2 import search_skills as skills
from hidden_tests.ps2.positions import Position


def arguments(case: Position, moves: Lent) -> tuple[Any, ...]:
    """What the student's function is called with on a position."""
    return case.board(), 0, case.depth, case.player, moves


search = skills.Search("negamax", arguments)


test_handout_searches = skills.handout_searches_test(
    "3.2", search, "31", "32", "33", "34", points=0.5
)
test_handout_depth = skills.handout_depth_test("3.2", search, points=0.125)
test_handout_turns = skills.handout_turns_test("3.2", search, points=0.125)
test_handout_game_over = skills.handout_game_over_test("3.2", search, points=0.25)
test_handout_board_unchanged = skills.handout_board_unchanged_test("3.2", search, points=0.25)

test_one_ply = skills.skill_test("3.2", search, skills.ONE_PLY, points=0.25)
test_forced_win = skills.skill_test("3.2", search, skills.FORCED_WIN, points=0.25)
test_defence = skills.skill_test("3.2", search, skills.DEFENCE, points=0.25)
test_horizon = skills.skill_test("3.2", search, skills.HORIZON, points=0.25)
test_material = skills.skill_test("3.2", search, skills.MATERIAL, points=0.25)
test_race = skills.skill_test("3.2", search, skills.RACE, points=0.25)
test_blocked = skills.skill_test("3.2", search, skills.BLOCKED, points=0.25)
test_sparse = skills.skill_test("3.2", search, skills.SPARSE, points=0.25)
test_sudden_end = skills.skill_test("3.2", search, skills.SUDDEN_END, points=0.25)

test_finished = skills.finished_test("3.2", search, points=0.25)
test_board_unchanged = skills.board_unchanged_test("3.2", search, points=0.25)

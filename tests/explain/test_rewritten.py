"""Mistakes of the known-wrong solutions as somebody else makes them; see ``data/mutants``.

Whoever makes the same mistake may differ in other ways: those are not named, and nothing wrong is
said of them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader import sandbox
from grader.author import solution_variants
from grader.jobs import grading

pytestmark = pytest.mark.bubblewrap

PS2 = assignments.load_assignment("ps2")
REWRITTEN = {
    variant.name.removeprefix("rewritten/"): variant
    for variant in solution_variants.read_mutants(
        replace(PS2, reference=Path(__file__).parent / "data")
    )
}

QUICK = ["longer_is_better", "only_black_counts"]
NAMED = [
    "capture_straight",
    "keeps_the_last",
    "never_prunes",
    "one_diagonal_missing",
    "ply_short",
    "reply_keeps_its_sign",
    "same_list_again",
    "same_side_moves",
]
SILENT = [
    "swaps_in_place",  # a test sees only that the route was changed
    "goes_down",  # where chance has a part, nothing is named
    "single_step",
    "no_way_home",  # its scores are of another size
    "one_too_few",  # without any climb it fails in another way
    "last_column_skipped",  # it does not see the end of the game there either
    "leaf_without_sign",  # it does see the end of the game at the root
    "capture_not_put_back",  # it moves without make_move
    "starts_at_a_loss",  # fewer than three different symptoms
]


def said(name: str) -> list[str]:
    """What a report says of the rewritten mistake ``name``."""
    variant = REWRITTEN[name]
    submission = solution_variants.variant_submission(PS2, variant)
    report = grading.grade(
        submission, PS2, sandbox.choose_backend("bubblewrap"), tasks=variant.fails
    )
    assert report.errors == ()
    return [found.sentence for task in report.tasks for found in task.diagnoses]


@pytest.mark.parametrize(
    "name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in NAMED)]
)
def test_the_mistake_is_named(name: str) -> None:
    assert said(name) == [REWRITTEN[name].diagnosis]


@pytest.mark.parametrize(
    "name", [SILENT[0], *(pytest.param(name, marks=pytest.mark.slow) for name in SILENT[1:])]
)
def test_rather_nothing_than_something_wrong(name: str) -> None:
    assert said(name) == []


def test_all_of_them_are_tried() -> None:
    assert sorted([*QUICK, *NAMED, *SILENT]) == sorted(REWRITTEN)

"""What is said of a function that is not there: where it is instead, or which name is near."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grader.examine.similar_names import suggest_existing_name
from grader.sandbox.backend_interface import Loaded

ASKED = {
    "minimax", "negamax", "minimax_alpha_beta", "negamax_alpha_beta", "hill_climbing",
    "hill_climbing_with_random_restarts", "evaluation_func", "evaluate", "improved_evaluate",
    "generate_valid_moves", "transition",
}  # fmt: skip


def loaded(names: Sequence[str] = (), **elsewhere: str) -> Loaded:
    return Loaded((), {}, "", 0.0, names, elsewhere=elsewhere)


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("evaluation_func", "evaluationFunc"),
        ("hill_climbing", "hillClimbing"),
        ("hill_climbing", "HillClimb"),
        ("minimax_alpha_beta", "minimax_alphabeta"),
        ("minimax_alpha_beta", "alpha_beta_minimax"),
        ("minimax", "mini_max"),
        ("minimax", "minmax"),
        ("transition", "transitions"),
        ("generate_valid_moves", "generate_moves"),
    ],
)
def test_a_near_name_is_said(asked: str, near: str) -> None:
    there = loaded(["helper", near, *(ASKED - {asked})])
    assert suggest_existing_name(asked, there, ASKED) == (
        f", but {near} has a similar name: rename it to {asked}."
    )


@pytest.mark.parametrize("asked", sorted(ASKED))
def test_no_other_function_of_the_assignment_is_a_near_name(asked: str) -> None:
    there = loaded([*(ASKED - {asked}), "helper", "max_value", "ab", "__", "evaluate_board"])
    assert suggest_existing_name(asked, there, ASKED) == "."


def test_where_it_is_instead() -> None:
    there = loaded(["minmax"], minimax="is a method of A", negaMax="is a method of B")
    assert suggest_existing_name("minimax", there, ASKED) == ": it is a method of A."
    assert suggest_existing_name("negamax", there, ASKED) == (
        ", but negaMax has a similar name: rename it to negamax. It is a method of B."
    )

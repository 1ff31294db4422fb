"""What the contract makes of names and parameters, without a submission that runs."""

from __future__ import annotations

import pytest

from grader.examine.role_candidates import CandidateFinder
from grader.model.submission_survey import Definition, Parameter, Survey
from grader.testing import Fit, Reading
from hidden_tests.connect4.contract import CONTRACT

ROLES = {role.name: role for role in CONTRACT.roles}
BOARD, PLAYER = Parameter("board"), Parameter("player")


def calls(role: str, survey: Survey, **fits: str) -> list[str]:
    """The calls that are read for a role, where earlier ones are filled by these calls."""
    filled = {name: Fit(call.partition("(")[0], {"call": call}) for name, call in fits.items()}
    reading = Reading(ROLES[role], survey, {"state": "board"}, filled)
    return [one.call for one in CandidateFinder(CONTRACT).read(reading, {}) if one.call]


@pytest.mark.parametrize("name", ["fp", "keep", "prune", "forward", "best"])
@pytest.mark.parametrize("default", ["None", "0"])
def test_a_number_up_to_which_moves_are_cut_off_is_how_many_are_kept(
    name: str, default: str
) -> None:
    parameters = (
        BOARD, PLAYER, Parameter("depth", default="4"),
        Parameter(name, required=False, default=default),
    )  # fmt: skip
    definitions = {"cutoff_search": Definition("function", parameters)}
    plain = "cutoff_search(board, player, depth)"
    cut = Survey(definitions, bounds=(name,))
    assert calls("cutoff_search", cut) == [plain]
    pruned = calls("forward_pruning_search", cut, cutoff_search=plain)
    assert pruned == [f"{plain[:-1]}, 3)"]
    # It may be a threshold as well: nobody knows.
    assert not calls("forward_pruning_search", Survey(definitions), cutoff_search=plain)


def test_what_bounds_a_loop_is_no_number_of_moves() -> None:
    parameters = (BOARD, PLAYER, Parameter("depth"))
    survey = Survey({"cutoff_search": Definition("function", parameters)}, bounds=("depth",))
    assert calls("cutoff_search", survey) == ["cutoff_search(board, player, depth)"]


@pytest.mark.parametrize(
    ("role", "name"),
    [
        ("evaluate", "h_value"), ("evaluate", "features"), ("evaluate", "static_value"),
        ("forward_pruning_search", "pruning_agent"), ("forward_pruning_search", "pruned_player"),
        ("visualize", "disp"), ("random_player", "rnd"), ("alpha_beta_search", "ab_prune"),
    ],
)  # fmt: skip
def test_names_that_students_choose(role: str, name: str) -> None:
    parameters = (BOARD, PLAYER, *([Parameter("depth")] if role.startswith("forward") else []))
    found = calls(role, Survey({name: Definition("function", parameters)}))
    assert [call.partition("(")[0] for call in found] == [name]


def test_an_agent_that_is_returned_is_given_a_state_that_says_whose_turn_it_is() -> None:
    made = Survey({"monte_carlo_agent": Definition("function", (Parameter("n"),))})
    for state, last in (("board", False), ("with_board(Game(), board, player)", True)):
        reading = Reading(ROLES["monte_carlo_search"], made, {"state": state}, {})
        found = [one.call for one in CandidateFinder(CONTRACT).read(reading, {})]
        alone = f"monte_carlo_agent(playouts)({state})"
        assert found == [f"{alone[:-1]}, player)", *([alone] if last else [])]


@pytest.mark.parametrize(
    ("role", "helper", "meant"),
    [("utility", "check_winner", "my_utility"), ("terminal", "check_win", "game_over_now")],
)
def test_what_says_the_role_comes_before_a_usual_helper(role: str, helper: str, meant: str) -> None:
    survey = Survey(dict.fromkeys((helper, meant), Definition("function", (BOARD,))))
    assert calls(role, survey) == [f"{meant}(board)", f"{helper}(board)"]


@pytest.mark.parametrize(
    ("call", "rules"),
    [
        ("Game(rows, columns).actions(to_state(board, player))", "Game(rows, columns)"),
        ("Game(rows, columns).actions(Game(rows, columns).state(board))", "Game(rows, columns)"),
        ("Game(Size(rows, columns)).actions(board)", "Game(Size(rows, columns))"),
        ("game.actions(Game(rows, columns).state(board))", ""),
        ("actions(Game(rows, columns).state(board))", ""),
    ],
)
def test_what_knows_the_rules_is_what_is_asked_for_moves(call: str, rules: str) -> None:
    fit = Fit("Game", {"call": call, "answer": "[column]"})
    assert CONTRACT.settled({}, ROLES["actions"], fit).get("rules", "") == rules


def test_what_shows_a_board_by_its_name_comes_before_its_text() -> None:
    survey = Survey({"Board": Definition("class", (), {"__str__": (), "show": ()})})
    state = "with_board(Board(), board, player)"
    reading = Reading(ROLES["visualize"], survey, {"state": state, "holder": "Board"}, {})
    found = [one.call for one in CandidateFinder(CONTRACT).read(reading, {})]
    assert found == [f"{state}.show()", f"{state}.__str__()"]

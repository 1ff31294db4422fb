"""The frozen positions are what they are said to be, and tell players apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hidden_tests.breakthrough_agent.test_3_algorithm import (
    CAPTURED_INTO,
    EXAMPLES,
    LAST_PAWN,
    Proved,
)
from reference.breakthrough_agent import agents, generate, rules
from reference.breakthrough_agent.generate import __main__ as command
from reference.breakthrough_agent.generate.players import forgetful, natural, panel
from reference.breakthrough_agent.generate.positions import FAMILIES, Family
from reference.breakthrough_agent.oracle import Prover
from reference.breakthrough_agent.rules import Move, State

FROZEN = json.loads(generate.PATH.read_text("utf-8"))


def positions(family: Family) -> list[tuple[State, set[Move]]]:
    return kept(family.name)


def drawn(family: Family) -> list[tuple[State, set[Move]]]:
    return kept(f"{family.name}_pool") if family.pool else []


def kept(name: str) -> list[tuple[State, set[Move]]]:
    return [
        (rules.state_of(each["board"]), {_move(cells) for cells in each["right"]})
        for each in FROZEN[name]
    ]


def _move(cells: list[list[int]]) -> Move:
    (row, col), (to_row, to_col) = cells
    return (row, col), (to_row, to_col)


def chosen(agent: Any, state: State) -> Move:
    source, target = agent.make_move(rules.board_of(state))
    return _move([list(source), list(target)])


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_right_moves_are_those_that_win(family: Family) -> None:
    prover = Prover()
    assert len(positions(family)) == family.number
    assert len(drawn(family)) == family.pool
    for state, right in positions(family) + drawn(family):
        winners = prover.after_moves(state)
        assert {move for move, winner in winners.items() if winner == "B"} == right
        assert family.fits(state, right)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_no_position_is_kept_twice(family: Family) -> None:
    states = [state for state, _ in positions(family) + drawn(family)]
    assert len(set(states)) == len(states)


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_examples_have_one_right_move_and_are_none_of_the_hidden_positions(example: Proved) -> None:
    winners = Prover().after_moves(rules.state_of(example.rows))
    assert [move for move, winner in winners.items() if winner == "B"] == list(example.right)
    hidden = [state for family in FAMILIES for state, _ in positions(family) + drawn(family)]
    assert rules.state_of(example.rows) not in hidden


@pytest.mark.parametrize("each", CAPTURED_INTO, ids=str)
def test_the_right_moves_are_those_that_stop_a_capture_on_the_last_row(each: Proved) -> None:
    state = rules.state_of(each.rows)
    winners = Prover().after_moves(state)
    assert {move for move, winner in winners.items() if winner == "B"} == set(each.right)
    for move in rules.moves(state):
        after = rules.after(state, move)
        arrivals = [to for _, to in rules.moves(after) if to[0] == 0]
        assert bool(arrivals) == (move not in each.right)
        assert all(each.rows[row][column] == "B" for row, column in arrivals)


def test_nothing_but_the_capture_of_the_last_pawn_wins() -> None:
    winners = Prover().after_moves(rules.state_of(LAST_PAWN.rows))
    assert [move for move, winner in winners.items() if winner == "B"] == list(LAST_PAWN.right)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_the_first_legal_move_is_wrong_everywhere(family: Family) -> None:
    naive = agents.load("naive")
    found = positions(family) + drawn(family)
    assert all(chosen(naive, state) not in right for state, right in found)


@pytest.mark.parametrize("name", ["win_in_3", "win_in_5"])
def test_players_that_see_too_little_or_prune_wrongly_miss_some(name: str) -> None:
    (family,) = (each for each in FAMILIES if each.name == name)
    missed = {
        player_name
        for player_name, player in panel(family.plies).items()
        if any(player(rules.board_of(state)) not in right for state, right in positions(family))
    }
    too_few = {player for player in panel(family.plies) if player not in missed}
    # With an evaluation that is as good as a search, four plies can be enough to guess five.
    assert too_few <= {"rows, 4 plies"}


def test_what_looks_best_at_once_loses_in_four_plies() -> None:
    (family,) = (each for each in FAMILIES if each.name == "loss_in_4")
    for state, right in positions(family):
        assert len(right) == 1
        assert right.isdisjoint(player(rules.board_of(state)) for player in natural())


def test_games_go_on_two_plies_later() -> None:
    prover = Prover()
    series = kept("goes_on")
    for (before, first), (after, second) in zip(series[::2], series[1::2], strict=True):
        met = (rules.after(before, move) for move in rules.moves(before))
        assert after in {rules.after(state, reply) for state in met for reply in rules.moves(state)}
        for state, right in ((before, first), (after, second)):
            winners = prover.after_moves(state)
            assert {move for move, winner in winners.items() if winner == "B"} == right


def test_players_that_remember_too_much_miss_the_second_of_two() -> None:
    series = kept("goes_on")
    for player in forgetful():
        for (before, _), (after, right) in zip(series[::2], series[1::2], strict=True):
            player(rules.board_of(before))
            assert player(rules.board_of(after)) not in right


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_search_of_as_many_plies_finds_all(family: Family) -> None:
    search = agents.load(f"fixed_depth_{family.plies}")
    for state, right in positions(family) + drawn(family):
        assert chosen(search, state) in right


def test_what_is_missing_is_written_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "positions.json"
    monkeypatch.setattr(generate, "PATH", path)
    monkeypatch.setattr(command, "PATH", path)
    monkeypatch.setattr("reference.breakthrough_agent.generate.positions.render", lambda: "{}")
    assert command.main(["--check"]) == 1
    assert "run `python -m reference.breakthrough_agent.generate`" in capsys.readouterr().out
    assert command.main([]) == 0
    assert path.read_text() == "{}"
    assert command.main(["--check"]) == 0

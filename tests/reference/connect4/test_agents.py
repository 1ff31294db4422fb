"""Reference agents of the arena play by the rules, and as well as is said of them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from reference.connect4 import agents, generate, oracle, rules
from reference.connect4.rules import Board
from tests.reference.connect4.played import played

FROZEN = json.loads(generate.PATH.read_text("utf-8"))
EVERY = pytest.mark.parametrize("name", agents.NAMES)


def agent(name: str) -> Any:
    found = agents.load(name)
    if name == "champion":  # so that nothing depends on how fast this machine is
        found.__globals__["SECONDS"] = 0.05
    return found


def column(agent: Any, board: Board) -> int:
    answer: int = agent(np.array([list(row) for row in board]), rules.to_move(board))
    return answer


@EVERY
def test_columns_are_legal_on_boards_of_any_size(name: str) -> None:
    player = agent(name)
    for rows, columns in ((4, 4), (4, 6), (6, 7), (7, 5)):
        for plies in (rows, rows * columns - 5):
            board = played(plies, rows, columns, plies)
            answer = column(player, board)
            assert type(answer) is int
            assert answer in rules.moves(board)


@EVERY
def test_a_source_needs_nothing_of_ours(name: str) -> None:
    source = agents.source_of(name)
    assert "from reference" not in source
    assert source.count("from __future__") == 1


def test_there_is_no_agent_of_another_name() -> None:
    with pytest.raises(ValueError, match="An agent is one of random, greedy"):
        agents.source_of("nobody")


@pytest.mark.parametrize("name", [name for name in agents.NAMES if name != "random"])
def test_everybody_but_chance_sees_a_win_at_once(name: str) -> None:
    player = agent(name)
    for entry in FROZEN["win_in_1"]:
        assert column(player, tuple(entry["board"])) in entry["best"]


@pytest.mark.parametrize("name", ["alpha_beta", "cutoff", "forward_pruning", "champion"])
def test_who_searches_blocks(name: str) -> None:
    player = agent(name)
    for entry in FROZEN["block"]:
        assert [column(player, tuple(entry["board"]))] == entry["best"]


def test_three_plies_are_enough_for_a_win_in_three() -> None:
    player = agent("cutoff")
    for entry in FROZEN["open_win_in_3"]:
        assert [column(player, tuple(entry["board"]))] == entry["soonest"]


def test_the_end_of_the_game_is_played_exactly() -> None:
    player = agent("alpha_beta")
    for seed in range(20):
        board = played(seed, 4, 5, 12)
        assert column(player, board) in oracle.best(board)


@pytest.mark.parametrize("family", ["win", "draw", "win_in_5", "open_win_in_3", "open_win_in_5"])
def test_the_champion_finds_what_takes_a_search(family: str) -> None:
    """With all the time that it needs: it stops where it has found a win."""
    search = agents.load("champion").__globals__["Search"]
    for entry in FROZEN[family]:
        board = [list(row) for row in entry["board"]]
        found = search(len(board), len(board[0])).move(board, entry["player"], float("inf"))
        assert found in (entry["soonest"] if "_in_" in family else entry["best"])

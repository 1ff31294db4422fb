"""The published solutions of tasks 2.1 to 5.1."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from hidden_tests.ps2.positions import Position, positions
from reference.ps2 import preamble
from reference.ps2.evaluate import evaluate
from reference.ps2.generate import sampling
from reference.ps2.generate.families import FAMILIES
from reference.ps2.generate_valid_moves import generate_valid_moves
from reference.ps2.improved_evaluate import improved_evaluate
from reference.ps2.minimax import minimax
from reference.ps2.minimax_alpha_beta import minimax_alpha_beta
from reference.ps2.negamax import negamax
from reference.ps2.negamax_alpha_beta import negamax_alpha_beta
from reference.ps2.oracle import bitboard, solve
from reference.ps2.oracle.bitboard import Bitboard, coordinates
from reference.ps2.provided.breakthrough import INF, MOVE_NONE, WIN, Board, Player

SEARCHES = [minimax, negamax, minimax_alpha_beta, negamax_alpha_beta]
SMALL_FAMILIES = [family.name for family in FAMILIES if family.name != "deep"]


def call(search: Callable[..., Any], position: Position) -> Any:
    window = (-INF, INF) if "alpha_beta" in search.__name__ else ()
    board = position.board()
    answer = search(board, 0, position.depth, *window, position.player, generate_valid_moves)
    assert board == position.board()
    return answer


def sampled(seed: str, count: int) -> list[tuple[Board, Bitboard]]:
    """Positions with up to eight pawns a side, and whole games to their ends."""
    found = list(islice(sampling.positions(seed, (8, 8)), count))
    found += sampling.game(Random(seed))
    return [([list(row) for row in position.rows], position) for position in found]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("family", [*SMALL_FAMILIES, "finished"])
def test_searches_find_the_score_and_an_optimal_move(
    search: Callable[..., Any], family: str
) -> None:
    for position in positions(family)[::3]:
        score, move = call(search, position)
        assert score == position.score, position
        assert move in position.moves, position


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("player", Player)
def test_a_finished_root_is_scored_for_black(search: Callable[..., Any], player: Player) -> None:
    won = ("______",) * 5 + ("B____W",)
    position = Position("won", "", won, player, 2, WIN, frozenset({MOVE_NONE}))
    assert call(search, position) == (WIN, MOVE_NONE)


def test_generate_valid_moves_agrees_with_the_oracle() -> None:
    for board, position in sampled("moves", 200):
        for player in Player:
            if bitboard.is_over(position):
                continue
            found = generate_valid_moves(board, player)
            assert found == list(map(coordinates, bitboard.moves(position, player)))


def test_evaluate_agrees_with_the_oracle_and_with_the_preamble() -> None:
    for board, position in sampled("evaluate", 200):
        assert evaluate(board) == preamble.evaluate(board) == bitboard.evaluate(position)


def test_evaluate_looks_from_the_top() -> None:
    assert evaluate([["W"], *[["_"]] * 4, ["B"]]) == -WIN
    assert evaluate([["_"]] * 6) == WIN


def test_improved_evaluate_agrees_with_the_rule() -> None:
    for board, position in sampled("improved", 200):
        assert improved_evaluate(board) == bitboard.improved(position)


def test_improved_evaluate_decides_finished_games_as_evaluate_does() -> None:
    for rows in (
        ["W_____", *["______"] * 4, "B_____"],
        ["______"] * 6,
        ["W_____", *["______"] * 5],
        [*["______"] * 5, "B_____"],
    ):
        board = [list(row) for row in rows]
        assert improved_evaluate(board) == evaluate(board)


def test_the_oracle_and_minimax_agree_on_the_start_of_the_game() -> None:
    start = [list(row) for row in sampling.START.rows]
    score, move = minimax(start, 0, 3, Player.BLACK, generate_valid_moves)
    solution = solve(sampling.START.rows, 3, Player.BLACK)
    assert score == solution.score
    assert move in solution.moves

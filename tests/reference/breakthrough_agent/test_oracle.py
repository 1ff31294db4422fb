from __future__ import annotations

import functools
import random
from collections.abc import Iterator

import pytest

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.oracle import Prover, prove
from reference.breakthrough_agent.oracle.positions import (
    children,
    geometry,
    position_of,
)
from reference.breakthrough_agent.oracle.race import verdict, wins_exchange
from reference.breakthrough_agent.rules import Colour, State

SIZES = [(4, 4), (5, 4), (5, 3), (6, 3), (4, 5)]


@functools.cache
def brute(state: State) -> Colour:
    """Who wins, by looking at everything."""
    decided = rules.winner(state)
    if decided is not None:
        return decided
    mover: Colour = "B" if state.black_to_move else "W"
    later = {brute(rules.after(state, move)) for move in rules.moves(state)}
    return mover if mover in later else "W" if mover == "B" else "B"


def few_pawns(rows: int, cols: int, number: int) -> Iterator[State]:
    """Undecided positions with one to three pawns on each side."""
    chance = random.Random(rows * 100 + cols)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    while number:
        chance.shuffle(cells)
        board = [["_"] * cols for _ in range(rows)]
        black = chance.randint(1, 3)
        for index, (row, col) in enumerate(cells[: black + chance.randint(1, 3)]):
            board[row][col] = "B" if index < black else "W"
        state = rules.state_of(board, black_to_move=chance.random() < 0.5)
        if rules.winner(state) is None:
            number -= 1
            yield state


def midgame(seed: int, plies: int) -> State | None:
    """A position of a random game on 6 by 6, if the game lasts that long."""
    chance = random.Random(seed)
    state = rules.start()
    for _ in range(plies):
        if not (found := rules.moves(state)):
            return None
        state = rules.after(state, chance.choice(found))
    return state if rules.winner(state) is None else None


@pytest.mark.parametrize(("rows", "cols"), [(6, 6), (4, 5)])
def test_children_are_those_of_the_rules(rows: int, cols: int) -> None:
    board = geometry(rows, cols)
    for state in few_pawns(rows, cols, 200):
        expected = [position_of(rules.after(state, move)) for move in rules.moves(state)]
        assert sorted(children(board, position_of(state))) == sorted(expected)


def test_sides_exchanged_a_position_is_the_same() -> None:
    for state in few_pawns(6, 6, 50):
        assert position_of(rules.inverted(state)) == position_of(state)


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_what_a_race_says_is_true(rows: int, cols: int) -> None:
    board = geometry(rows, cols)
    said = {1: 0, -1: 0, 0: 0}
    for state in few_pawns(rows, cols, 300):
        seen = verdict(board, position_of(state))
        said[seen] += 1
        if seen:
            assert (brute(state) == "B") == ((seen == 1) == state.black_to_move), state
    # All three occur, so that something was tried.
    assert all(said.values())


@pytest.mark.slow
def test_exchanges_are_won_by_the_larger_number() -> None:
    board, chance = geometry(4, 5), random.Random(4)
    said = {True: 0, False: 0}
    for _ in range(300):
        black, mixed, white = (
            [chance.choice(tiles) for _ in range(5)] for tiles in ("B_", "_W", "W_")
        )
        state = rules.state_of([["_"] * 5, black, mixed, white])
        won = False
        for col in range(5):
            beside = [near for near in (col - 1, col + 1) if 0 <= near < 5]
            attackers = sum(black[near] == "B" for near in beside)
            attackers += black[col] == "B" and mixed[col] == "_"
            won |= attackers > sum(white[near] == "W" for near in beside)
        position = position_of(state)
        assert wins_exchange(board, position.own, position.other) == won
        said[won] += 1
        if won and rules.winner(state) is None:
            assert brute(state) == "B"
    assert all(said.values())


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_winners_are_those_of_a_complete_search(rows: int, cols: int) -> None:
    prover = Prover(rows, cols)
    for state in few_pawns(rows, cols, 100):
        assert prove(state).winner == brute(state)
        assert prover.prove(state).winner == brute(state)
        expected = {move: brute(rules.after(state, move)) for move in rules.moves(state)}
        assert prover.after_moves(state) == expected


@pytest.mark.parametrize(
    ("rows", "cols", "winner"),
    [
        (4, 4, "W"),
        (4, 5, "W"),
        (4, 6, "W"),
        pytest.param(5, 4, "W", marks=pytest.mark.slow),
    ],
)
def test_who_wins_from_the_start(rows: int, cols: int, winner: Colour) -> None:
    assert prove(rules.start(rows, cols)).winner == winner


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_the_winner_makes_no_mistake_in_a_line(rows: int, cols: int) -> None:
    plies = 0
    for state in few_pawns(rows, cols, 100):
        proof = prove(state)
        end = state
        for move in proof.line:
            end = rules.apply(end, move)
            assert brute(end) == proof.winner
        plies += len(proof.line)
        assert rules.winner(end) or verdict(geometry(rows, cols), position_of(end))
    assert plies


def test_a_budget_of_nodes_decides_the_same_every_time() -> None:
    start = rules.start(4, 5)
    short = prove(start, nodes=100)
    assert (short.winner, short.line) == (None, ())
    assert short.nodes <= 101
    full = prove(start)
    assert prove(start, nodes=full.nodes).winner == full.winner
    assert prove(start, nodes=full.nodes - 1).winner is None


def test_a_budget_can_be_continued() -> None:
    prover = Prover(4, 5)
    start = rules.start(4, 5)
    attempts = 0
    while prover.prove(start, nodes=100).winner is None:
        attempts += 1
        assert attempts < 50
    assert attempts > 1


def test_no_time_is_enough_for_what_can_be_seen() -> None:
    assert prove(rules.start(), seconds=0).winner is None
    won = rules.state_of(["______", "B_____", "______", "______", "___B__", "W____W"])
    assert prove(won, seconds=0).winner == "B"
    assert prove(rules.apply(won, ((4, 3), (5, 3))), nodes=0).winner == "B"


def test_moves_of_a_game_are_marked() -> None:
    marked = 0
    for seed in range(6):
        state = midgame(seed, 24)
        if state is None:
            continue
        prover = Prover()
        found = prover.after_moves(state, nodes=20_000)
        assert list(found) == list(rules.moves(state))
        for move, winner in found.items():
            if winner is not None:
                marked += 1
                assert prove(rules.after(state, move)).winner == winner
    assert marked > 20


def test_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="6 rows and 6 columns; got 4 and 5"):
        Prover().prove(rules.start(4, 5))

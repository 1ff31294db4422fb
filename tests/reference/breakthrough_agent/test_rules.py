from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import State


def perft(state: State, depth: int) -> int:
    """How many lines of ``depth`` plies there are."""
    found = rules.moves(state)
    if depth == 1:
        return len(found)
    return sum(perft(rules.after(state, move), depth - 1) for move in found)


def game(seed: int, rows: int = 6, cols: int = 6) -> Iterator[State]:
    """The positions of a random game, the last of them decided."""
    chance = random.Random(seed)
    state = rules.start(rows, cols)
    yield state
    while found := rules.moves(state):
        state = rules.apply(state, chance.choice(found))
        yield state


def test_the_start() -> None:
    assert rules.figure(rules.start()) == (
        "BBBBBB",
        "BBBBBB",
        "______",
        "______",
        "WWWWWW",
        "WWWWWW",
    )
    assert rules.figure(rules.start(4, 3)) == ("BBB", "BBB", "WWW", "WWW")
    assert rules.start().black_to_move


@pytest.mark.parametrize(("rows", "cols"), [(3, 6), (6, 1), (0, 0)])
def test_a_board_too_small_is_refused(rows: int, cols: int) -> None:
    with pytest.raises(ValueError, match="at least 4 rows and 2 columns"):
        rules.start(rows, cols)


@pytest.mark.parametrize(
    ("depth", "lines"),
    [
        (1, 16),
        (2, 256),
        (3, 4_308),
        (4, 71_478),
        pytest.param(5, 1_248_290, marks=pytest.mark.slow),
    ],
)
def test_numbers_of_lines_are_those_that_others_count(depth: int, lines: int) -> None:
    assert perft(rules.start(), depth) == lines


def test_moves_come_in_the_mover_s_own_order() -> None:
    board = ["_B____", "B_____", "_W____", "______", "W_____", "_W____"]
    assert rules.moves(rules.state_of(board)) == (
        ((0, 1), (1, 1)),
        ((0, 1), (1, 2)),
        ((1, 0), (2, 0)),
        ((1, 0), (2, 1)),
    )
    # White, shown the same board, makes the same moves from its own side.
    assert rules.moves(rules.state_of(board, black_to_move=False)) == (
        ((5, 1), (4, 1)),
        ((5, 1), (4, 2)),
        ((4, 0), (3, 0)),
        ((4, 0), (3, 1)),
    )


def test_straight_ahead_nothing_is_captured() -> None:
    state = rules.state_of(["__B___", "__W___", "______", "______", "______", "______"])
    assert rules.moves(state) == (((0, 2), (1, 3)), ((0, 2), (1, 1)))


def test_a_capture_takes_the_pawn_off() -> None:
    state = rules.state_of(["__B___", "_W_W__", "______", "______", "______", "______"])
    state = rules.apply(state, ((0, 2), (1, 3)))
    assert rules.figure(state)[:2] == ("______", "_W_B__")
    assert not state.black_to_move


@pytest.mark.parametrize("move", [((0, 0), (1, 0)), ((1, 0), (3, 0)), ((4, 0), (3, 0))])
def test_an_illegal_move_is_refused(move: rules.Move) -> None:
    with pytest.raises(ValueError, match="not legal"):
        rules.apply(rules.start(), move)


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (["____", "_W__", "____", "__B_"], "B"),
        (["__W_", "_B__", "____", "____"], "W"),
        (["____", "_B__", "____", "____"], "B"),
        (["____", "____", "_W__", "____"], "W"),
        (["_B__", "____", "____", "_W__"], None),
    ],
)
def test_the_winner_has_arrived_or_captured_everything(
    board: list[str], expected: str | None
) -> None:
    state = rules.state_of(board)
    assert rules.winner(state) == expected
    assert bool(rules.moves(state)) == (expected is None)


def test_a_decided_game_allows_no_move() -> None:
    state = rules.state_of(["____", "_WB_", "____", "__B_"])
    with pytest.raises(ValueError, match="not legal"):
        rules.apply(state, ((1, 2), (2, 2)))


@pytest.mark.parametrize(("rows", "cols"), [(6, 6), (5, 4), (4, 7)])
def test_the_sides_exchanged_everything_is_the_same(rows: int, cols: int) -> None:
    for seed in range(10):
        for state in game(seed, rows, cols):
            other = rules.inverted(state)
            assert rules.inverted(other) == state
            assert rules.board_of(other) == rules.board_of(state)
            seen = [rules.as_mover_sees(state, move) for move in rules.moves(state)]
            assert seen == [rules.as_mover_sees(other, move) for move in rules.moves(other)]
            assert rules.winner(other) == {"B": "W", "W": "B", None: None}[rules.winner(state)]


def test_a_board_is_read_as_it_is_shown() -> None:
    for seed in range(10):
        for state in game(seed):
            board = rules.board_of(state)
            assert rules.state_of(board, black_to_move=state.black_to_move) == state


def test_views_of_a_move() -> None:
    white = rules.apply(rules.start(), ((1, 0), (2, 1)))
    assert rules.as_mover_sees(rules.start(), ((1, 0), (2, 1))) == ((1, 0), (2, 1))
    assert rules.as_mover_sees(white, ((4, 0), (3, 1))) == ((1, 0), (2, 1))
    assert rules.as_mover_sees(white, ((1, 0), (2, 1))) == ((4, 0), (3, 1))


def test_a_board_of_one_s_own_may_be_changed() -> None:
    state = rules.start()
    rules.board_of(state)[0][0] = "_"
    assert rules.board_of(state)[0][0] == "B"


@pytest.mark.parametrize(
    ("board", "match"),
    [
        (["BB", "B"], "one length"),
        ([], "one length"),
        (["", ""], "one length"),
        (["bW"], r"B, W or _; got \['b'\]"),
    ],
)
def test_a_board_that_is_none_is_refused(board: list[str], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        rules.state_of(board)


@pytest.mark.parametrize(("rows", "cols"), [(6, 6), (7, 5)])
def test_openspiel_plays_the_same_game(rows: int, cols: int) -> None:
    pyspiel = pytest.importorskip(
        "pyspiel", reason="OpenSpiel is not installed: make spiel installs it."
    )
    theirs = pyspiel.load_game(f"breakthrough(rows={rows},columns={cols})")
    for seed in range(40):
        chance = random.Random(seed)
        state, their_state = rules.start(rows, cols), theirs.new_initial_state()
        while True:
            shown = [line[1:].replace(".", "_").upper() for line in str(their_state).split("\n")]
            assert tuple(shown[:rows]) == rules.figure(state)
            over = rules.winner(state)
            assert their_state.is_terminal() == (over is not None)
            if over is not None:
                assert their_state.returns() == ([1, -1] if over == "B" else [-1, 1])
                break
            assert their_state.current_player() == (0 if state.black_to_move else 1)
            actions = {
                their_state.action_to_string(action).rstrip("*"): action
                for action in their_state.legal_actions()
            }
            ours = {
                "".join(_square(cell, rows) for cell in move): move for move in rules.moves(state)
            }
            assert set(ours) == set(actions)
            name = chance.choice(sorted(ours))
            state = rules.apply(state, ours[name])
            their_state.apply_action(actions[name])


def _square(cell: rules.Cell, rows: int) -> str:
    """A cell in the way of chess: columns are letters, and row 0 is the highest number."""
    return f"{'abcdefghijklmnopqrstuvwxyz'[cell[1]]}{rows - cell[0]}"

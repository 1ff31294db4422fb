from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

import pytest

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.agents import NAMES, load, source_of
from reference.breakthrough_agent.agents.sources import TIMED
from reference.breakthrough_agent.rules import State

TICK = {"champion": 1e-3, "iterative_deepening": 1e-4}
"""What every look at the clock takes here, so that nothing depends on how fast the machine is."""
ONE_PLY = ("killer", "position", "reckless", "defensive", "cautious", "mobility", "comprehensive")


def agent(name: str) -> Any:
    if name not in TIMED:
        return load(name)
    player = load(name, seconds=0.03)
    ticks = itertools.count()
    player.clock = lambda: next(ticks) * TICK[name]
    return player


def move_of(player: Any, state: State) -> rules.Move:
    """The agent's move, on the board itself."""
    (row, col), (to_row, to_col) = player.make_move(rules.board_of(state))
    return rules.as_mover_sees(state, ((row, col), (to_row, to_col)))


def winner_of(black: Any, white: Any) -> str | None:
    state = rules.start()
    while rules.winner(state) is None:
        state = rules.apply(state, move_of(black if state.black_to_move else white, state))
    return rules.winner(state)


def positions(games: int, every: int = 5) -> Iterator[State]:
    """Undecided positions of random games."""
    for seed in range(games):
        chance = random.Random(seed)
        state = rules.start()
        while found := rules.moves(state):
            state = rules.apply(state, chance.choice(found))
            if rules.winner(state) is None and chance.randrange(every) == 0:
                yield state


def board(*rows: str) -> rules.Board:
    assert len(rows) == 6
    return [list(row) for row in rows]


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_legal_and_given_as_two_lists(name: str) -> None:
    player = agent(name)
    for state in list(positions(4, 12)):
        shown = rules.board_of(state)
        answer = player.make_move(shown)
        assert shown == rules.board_of(state), "the agent changed the board"
        src, dst = answer
        assert [type(cell) for cell in answer] == [list, list]
        move = ((src[0], src[1]), (dst[0], dst[1]))
        assert rules.as_mover_sees(state, move) in rules.moves(state)


@pytest.mark.parametrize("name", NAMES)
def test_a_source_needs_nothing_of_ours(name: str) -> None:
    source = source_of(name)
    assert "import reference" not in source
    assert "from reference" not in source
    assert source.startswith("from __future__ import annotations\n")


def test_there_is_a_fixed_depth_for_every_number_of_plies() -> None:
    assert load("fixed_depth_1").plies == 1
    assert load("fixed_depth_12").plies == 12


@pytest.mark.parametrize("name", ["", "fixed_depth", "fixed_depth_0", "Naive", "naive "])
def test_an_agent_that_does_not_exist(name: str) -> None:
    with pytest.raises(ValueError, match="An agent is one of naive, random"):
        source_of(name)


def test_seconds_are_for_those_that_look_at_the_clock() -> None:
    assert load("champion").seconds == 3.0
    assert load("champion", seconds=0.5).seconds == 0.5
    with pytest.raises(ValueError, match="does not look at the clock"):
        source_of("killer", seconds=1)


def test_naive_makes_the_first_legal_move() -> None:
    for state in positions(4):
        assert move_of(agent("naive"), state) == rules.moves(state)[0]


def test_random_follows_from_the_seed() -> None:
    def first_moves(seed: int) -> list[object]:
        random.seed(seed)
        player = agent("random")
        return [player.make_move(rules.board_of(rules.start())) for _ in range(20)]

    assert first_moves(1) == first_moves(1)
    assert first_moves(1) != first_moves(2)
    assert len({str(move) for move in first_moves(1)}) > 5


@pytest.mark.parametrize(
    "name", [*ONE_PLY, "fixed_depth_1", "fixed_depth_3", "zobrist", *sorted(TIMED)]
)
def test_a_win_is_taken(name: str) -> None:
    player = agent(name)
    src, dst = player.make_move(board("BB__B_", "______", "W_W___", "______", "___B__", "WW____"))
    assert (src, dst[0]) == ([4, 3], 5)


@pytest.mark.parametrize(
    ("name", "rows", "move"),
    [
        # Nothing else captures.
        (
            "killer",
            ("______", "_B____", "W_____", "B_____", "______", "W_____"),
            ((1, 1), (2, 0)),
        ),
        # A capture takes away the row that the white pawn has come, beside being a row itself.
        (
            "position",
            ("B_____", "_W____", "______", "___B__", "______", "_____W"),
            ((0, 0), (1, 1)),
        ),
        # The white pawn may win with its next move.
        (
            "reckless",
            ("B_____", "_W____", "___B__", "______", "______", "_____W"),
            ((2, 3), (3, 3)),
        ),
        # Without the closest pawn, the next one is five rows away.
        (
            "defensive",
            ("B_____", "_W____", "___B__", "______", "______", "_____W"),
            ((0, 0), (1, 1)),
        ),
        # Straight ahead it could be captured.
        (
            "cautious",
            ("______", "B_____", "_W____", "_W____", "______", "______"),
            ((1, 0), (2, 1)),
        ),
        (
            "comprehensive",
            ("B_____", "_W____", "___B__", "______", "______", "_____W"),
            ((0, 0), (1, 1)),
        ),
    ],
)
def test_what_is_worth_most_is_chosen(name: str, rows: tuple[str, ...], move: rules.Move) -> None:
    src, dst = agent(name).make_move(board(*rows))
    assert (tuple(src), tuple(dst)) == move


def test_mobility_counts_the_moves_of_both() -> None:
    def worth(state: State, move: rules.Move) -> float:
        later = rules.after(state, move)
        if rules.winner(later) is not None:
            return math.inf
        own = later._replace(black_to_move=state.black_to_move)
        return len(rules.moves(own)) - len(rules.moves(later))

    for state in positions(6):
        best = max(rules.moves(state), key=lambda move: worth(state, move))
        assert move_of(agent("mobility"), state) == best


@pytest.mark.parametrize("name", ["fixed_depth_2", "fixed_depth_3", "zobrist", *sorted(TIMED)])
def test_a_loss_at_once_is_prevented(name: str) -> None:
    src, dst = agent(name).make_move(
        board("B____B", "_W____", "______", "___B__", "______", "W____W")
    )
    assert (src, dst) == ([0, 0], [1, 1])


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name != "champion"])
def test_the_champion_wins_from_both_sides(name: str) -> None:
    assert winner_of(agent("champion"), agent(name)) == "B"
    assert winner_of(agent(name), agent("champion")) == "W"

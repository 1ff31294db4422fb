"""What replays of Breakthrough are judged by."""

from __future__ import annotations

import pytest

from grader.model.game_record import Result
from hidden_tests.breakthrough_agent import judging
from hidden_tests.breakthrough_agent.game import GAME, judge
from hidden_tests.breakthrough_agent.judging import BreakthroughJudge
from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import State

SECONDS = 20.0
"""More than any of these proofs takes."""


def seen_by_black(*rows: str, black_to_move: bool = True) -> State:
    board = [list(row) for row in rows]
    return rules.state_of(board) if black_to_move else rules.inverted(rules.state_of(board))


WINS = ("B_____", "______", "______", "______", "_B____", "__WW__")
"""One step away from the last row."""
LOSES = ("_____B", "W_____", "______", "______", "______", "______")
"""The other side is one step away, and nobody can stop it."""


@pytest.mark.parametrize("black_to_move", [True, False])
def test_who_wins_is_said_for_the_side_to_move(black_to_move: bool) -> None:
    assert judge().value(seen_by_black(*WINS, black_to_move=black_to_move), SECONDS) == 1
    assert judge().value(seen_by_black(*LOSES, black_to_move=black_to_move), SECONDS) == -1


def test_values_of_a_game_agree_with_each_other() -> None:
    """A position is won exactly if one of its moves leads to a lost one."""
    wise = BreakthroughJudge(4, 4)
    state = rules.start(4, 4)
    while rules.winner(state) is None:
        moves = rules.moves(state)
        after = [wise.value(rules.after(state, move), SECONDS) for move in moves]
        assert wise.value(state, SECONDS) == -min(each for each in after if each is not None)
        state = rules.after(state, moves[len(moves) // 2])


@pytest.mark.slow
def test_without_time_nothing_is_claimed() -> None:
    assert judge().value(GAME.start(), 0.05) is None


def test_a_position_that_takes_too_much_memory_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judging, "_MOST_NODES", 500)
    assert judge().value(GAME.start(), seconds=3600.0) is None


def test_what_is_forgotten_for_want_of_memory_is_proved_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judging, "_KEPT_NODES", 0)
    wise, state = BreakthroughJudge(4, 4), rules.start(4, 4)
    first = wise.value(state, SECONDS)
    assert first is not None
    assert wise.value(state, SECONDS) == first


def test_an_estimate_is_level_at_the_start_and_turns_with_the_sides() -> None:
    assert judge().advantage(GAME.start()) == 0
    state, ahead = GAME.start(), 0.0
    while GAME.result(state) is None:
        state = GAME.apply(state, GAME.moves(state)[0])
        ahead = judge().advantage(state)
        assert -1 <= ahead <= 1
        assert judge().advantage(rules.inverted(state)) == pytest.approx(-ahead)
    assert (ahead > 0) == (GAME.result(state) is Result.FIRST)


def test_a_pawn_more_and_a_pawn_further_count() -> None:
    level = seen_by_black("BB____", "______", "______", "______", "______", "WW____")
    more = seen_by_black("BBB___", "______", "______", "______", "______", "WW____")
    further = seen_by_black("B_____", "_B____", "______", "______", "______", "WW____")
    assert judge().advantage(level) == 0
    assert judge().advantage(more) > judge().advantage(further) > 0

"""What students read of a game that brought them no points."""

from __future__ import annotations

from dataclasses import replace

from grader.model.game_record import GameEnding, GameRecord, MoveFault, Ply
from grader.play.build_replay import build_replay
from grader.play.explain_lost_game import explain_lost_game
from tests.play.takeaway import Takeaway
from tests.play.test_move_evaluation import PositionEvaluator, record

FIRST, SECOND = 0, 1


def told(
    game: GameRecord, side: int, judge: PositionEvaluator | None = None
) -> tuple[list[str], dict[str, list[str]]]:
    """The sentences, and the captions of each line of play."""
    explanation = explain_lost_game(build_replay(Takeaway(7), game, "Matches", judge, 9.0), side)
    lines = {line.title: [each.caption for each in line.positions] for line in explanation.lines}
    return explanation.text.splitlines(), lines


def test_the_losing_move_and_a_better_one_are_named() -> None:
    sentences, lines = told(record(2, 1, 1, 2, 1), SECOND, PositionEvaluator())
    assert sentences == [
        "Ply 2 lost the game: take1. take2 would have kept the win.",
        "All moves:",
        "1. take2 take1 2. take1 take2 3. take1",
    ]
    assert lines == {
        "From the losing move on": [
            "before ply 2",
            "ply 2: Second plays take1",
            "ply 3: First plays take1",
            "ply 4: Second plays take2",
            "ply 5: First plays take1",
        ]
    }


def test_what_is_not_proved_is_not_claimed() -> None:
    unknown, lines = told(record(2, 1, 1, 2, 1), SECOND)
    assert unknown[0] == "Which move lost the game is not proved."
    assert list(lines) == ["The last moves"]
    late, _ = told(record(2, 1, 1, 2, 1), SECOND, PositionEvaluator(most=3))
    assert late[0] == (
        "After ply 2 it is proved that First wins, whatever is played. Which move lost the game "
        "before is not proved."
    )


def test_moves_of_the_referee_are_told_with_their_reason() -> None:
    game = record(1, 2, 1, 2, 1)
    crash = Ply("take1", MoveFault.CRASHED, "make_move raised KeyError: 5.", file="ann.py", line=12)
    game = replace(game, plies=(crash, *game.plies[1:]))
    sentences, lines = told(game, FIRST, PositionEvaluator())
    assert sentences[0] == (
        "Ply 1, where the referee chose take1: ann.py, line 12: make_move raised KeyError: 5."
    )
    assert lines["Moves that the referee chose"] == ["ply 1: First plays take1"]


def test_a_game_that_was_stopped_has_no_losing_move() -> None:
    game = replace(record(2, 1, 1), ending=GameEnding.LATENESS)
    sentences, _ = told(game, FIRST, PositionEvaluator())
    assert sentences == ["All moves:", "1. take2 take1 2. take1"]

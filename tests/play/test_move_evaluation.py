"""What moves were worth, on a game whose truth is known: who leaves a multiple of three wins."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from grader.model.game_record import GameEnding, GameRecord, Ply, Result
from grader.model.game_replay import MoveQuality, PositionEvaluation, Replay
from grader.play.build_replay import build_replay
from grader.play.game import Malformed
from grader.play.move_evaluation import find_proven_move, prove_positions, rate_move_quality
from tests.play.takeaway import Pile, Takeaway


@dataclass
class PositionEvaluator:
    """Knows piles of at most ``most`` matches, and remembers what it was asked."""

    most: int = 100
    asked: list[int] = field(default_factory=list)

    def value(self, state: Pile, seconds: float) -> int | None:
        self.asked.append(state.matches)
        if state.matches > self.most:
            return None
        return 1 if state.matches % 3 else -1

    def advantage(self, state: Pile) -> float:
        return 0.25 if state.mover else -7.0


def record(*moves: int, opening: int = 0) -> GameRecord:
    words = [f"take{move}" for move in moves]
    plies = tuple(map(Ply, words[opening:]))
    result = Result.win_of(1 - len(moves) % 2)
    return GameRecord(
        "takeaway", ("ann", "bob"), 1, 3.0, tuple(words[:opening]), plies, result, GameEnding.RULES
    )


def seen(
    judge: PositionEvaluator | None, *moves: int, opening: int = 0, seconds: float = 9.0
) -> Replay:
    return build_replay(Takeaway(7), record(*moves, opening=opening), "Matches", judge, seconds)


def test_words_by_what_is_known_before_and_after() -> None:
    assert rate_move_quality(1, 1) is MoveQuality.BEST
    assert rate_move_quality(0, 0) is MoveQuality.BEST
    assert rate_move_quality(-1, -1) is MoveQuality.FINE
    assert rate_move_quality(1, -1) is MoveQuality.BLUNDER
    assert rate_move_quality(1, 0) is MoveQuality.MISTAKE
    assert rate_move_quality(0, -1) is MoveQuality.MISTAKE
    assert rate_move_quality(None, -1) is MoveQuality.UNPROVED
    assert rate_move_quality(1, None) is MoveQuality.UNPROVED


def test_no_move_makes_a_position_better() -> None:
    with pytest.raises(ValueError, match="worth -1 has a move that is worth 1"):
        rate_move_quality(-1, 1)


def test_a_game_move_by_move() -> None:
    replay = seen(PositionEvaluator(), 2, 1, 1, 2, 1)
    words = [move.word for move in replay.moves]
    assert words == [
        MoveQuality.BLUNDER,
        MoveQuality.BLUNDER,
        MoveQuality.BEST,
        MoveQuality.FINE,
        MoveQuality.BEST,
    ]
    assert replay.standing == PositionEvaluation(1.0, True)
    standings = [move.standing and move.standing.value for move in replay.moves]
    assert standings == [-1.0, 1.0, 1.0, 1.0, 1.0]
    assert replay.decided == 2


def test_a_better_move_is_named_where_one_is_proved() -> None:
    moves = seen(PositionEvaluator(), 2, 1, 1, 2, 1).moves
    assert [move.better and move.better.move for move in moves] == ["take1", "take2", *[None] * 3]
    assert moves[0].better is not None
    assert moves[0].better.wins
    assert len(moves[0].better.figure.cells[0]) == 6, "the position after it"
    assert {move.better for move in seen(PositionEvaluator(most=5), 2, 1, 1, 2, 1).moves[:1]} == {
        None
    }


def test_a_move_that_wins_at_once_is_better_without_a_proof() -> None:
    judge = PositionEvaluator(most=2)
    assert find_proven_move(Takeaway(2), Pile(2, 0), 0, 1, judge, 0.0) == 2
    assert judge.asked == []


def test_without_time_no_better_move_is_looked_for() -> None:
    judge = PositionEvaluator()
    assert find_proven_move(Takeaway(7), Pile(7, 0), 0, 1, judge, 0.0) is None
    assert judge.asked == []


def test_the_move_that_ends_the_game_says_how() -> None:
    results = [move.result for move in seen(None, 2, 1, 1, 2, 1).moves]
    assert results == [None] * 4 + [Result.FIRST]


def test_what_is_not_proved_is_estimated() -> None:
    replay = seen(PositionEvaluator(most=3), 1, 1, 2, 2, 1)
    assert [move.word for move in replay.moves[:2]] == [MoveQuality.UNPROVED] * 2
    assert replay.standing == PositionEvaluation(-1.0, False), (
        "an estimate is kept within its bounds"
    )
    assert replay.moves[0].standing == PositionEvaluation(0.25, False)
    assert replay.moves[2].standing == PositionEvaluation(1.0, True)


def test_the_last_position_comes_first_and_none_is_asked_for_in_vain() -> None:
    judge = PositionEvaluator()
    states = [Pile(matches, number % 2) for number, matches in enumerate((7, 6, 5, 3, 2, 0))]
    assert prove_positions(Takeaway(7), states, judge, 9.0) == [1, -1, 1, -1, 1, -1]
    assert judge.asked == [3, 6], "where the move that was made wins, nothing is asked"


def test_after_three_failures_in_a_row_nothing_more_is_tried() -> None:
    judge = PositionEvaluator(most=-1)
    states = [Pile(matches, number % 2) for number, matches in enumerate((9, 8, 7, 6, 5, 4))]
    assert prove_positions(Takeaway(9), states, judge, 9.0) == [None] * 6
    assert judge.asked == [4, 5, 6]


def test_without_time_nothing_is_proved_but_what_the_rules_decide() -> None:
    judge = PositionEvaluator()
    replay = seen(judge, 2, 1, 1, 2, 1, seconds=0.0)
    assert judge.asked == []
    assert [move.word for move in replay.moves[:4]] == [MoveQuality.UNPROVED] * 4
    assert replay.moves[-1].standing == PositionEvaluation(1.0, True)


def test_without_a_judge_nothing_is_said() -> None:
    replay = seen(None, 2, 1, 1, 2, 1, opening=2)
    assert {(move.word, move.standing) for move in replay.moves} == {(None, None)}
    assert [move.given for move in replay.moves] == [True, True, False, False, False]
    assert [move.side for move in replay.moves] == [0, 1, 0, 1, 0]
    assert replay.decided is None
    assert len(replay.moves[0].figure.cells[0]) == 5, "the position after the move"


def test_a_record_with_an_illegal_move() -> None:
    with pytest.raises(Malformed, match="take3"):
        seen(None, 3)

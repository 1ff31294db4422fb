"""The lines of play behind an explanation: legal, optimal, and ending where they say."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from grader.model.figures import GridFigure, Mark
from grader.testing import WrongAnswer
from hidden_tests.ps2.figures import LEGEND
from hidden_tests.ps2.lines_of_play import MOST_ARROWS, drawn, explained
from hidden_tests.ps2.positions import Position, positions
from hidden_tests.ps2.search_checks import check_search
from reference.ps2.generate_valid_moves import generate_valid_moves
from reference.ps2.oracle import move_values, solve
from reference.ps2.provided.breakthrough import MOVE_NONE, WIN, Move, Player, make_move


def wrong_move(case: Position) -> Move | None:
    values = move_values(case.rows, case.depth, case.player)
    return next((move for move in values if move not in case.moves), None)


FAMILIES = ("forced_win", "defence", "material", "race", "both_can_win")
POSITIONS = [case for case in positions(*FAMILIES) if wrong_move(case)][::7]


def texts(figure: GridFigure) -> tuple[str, ...]:
    return tuple(map("".join, figure.cells))


def check_line(boards: tuple[GridFigure, ...], player: Player) -> None:
    """Every board follows from the one before by the move that is drawn on it."""
    for before, after in pairwise(boards):
        (arrow,) = before.arrows
        assert arrow.mark is Mark.PLAYED
        board = [list(row) for row in before.cells]
        assert (arrow.start, arrow.end) in generate_valid_moves(board, player)
        make_move(board, arrow.start, arrow.end, player)
        assert tuple("".join(row) for row in board) == texts(after)
        player = player.get_opponent()
    assert boards[-1].arrows == ()


@pytest.mark.parametrize("case", POSITIONS, ids=str)
def test_a_wrong_move_is_refuted_and_a_best_one_shown(case: Position) -> None:
    wrong = wrong_move(case)
    assert wrong is not None
    explanation = explained(case, case.score, wrong)
    after_wrong, after_best = explanation.lines
    values = move_values(case.rows, case.depth, case.player)
    assert (after_wrong.title, after_best.title) == ("After your move", "After a best move")
    for line, value in ((after_wrong, values[wrong]), (after_best, case.score)):
        check_line(line.positions, case.player)
        assert len(line.positions) <= case.depth + 1
        last = solve(texts(line.positions[-1]), 0, case.player).score
        assert last == value
        number = str(value) if abs(value) < WIN else "WIN"
        assert number in line.outcome
    assert line.outcome in explanation.text


@pytest.mark.parametrize("case", POSITIONS, ids=str)
def test_a_wrong_score_is_answered_by_the_line_that_proves_the_right_one(case: Position) -> None:
    best = min(case.moves)
    explanation = explained(case, case.score + 1, best)
    (line,) = explanation.lines
    check_line(line.positions, case.player)
    assert "the value of the last board" in explanation.text


def test_a_move_that_does_not_exist_is_called_so() -> None:
    case = POSITIONS[0]
    for move in (((0, 0), (5, 5)), ((-3, 9), (40, 2))):
        explanation = explained(case, case.score, move)
        assert re.match(r"\(.*\) → \(.*\) is not a move that (Black|White) has", explanation.text)
        assert len(explanation.lines) == 1


def test_no_move_where_there_is_one() -> None:
    case = POSITIONS[0]
    explanation = explained(case, case.score, MOVE_NONE)
    assert [line.title for line in explanation.lines] == ["A best line"]


def test_finished_games_need_no_lines() -> None:
    (case, *_) = positions("finished")
    explanation = explained(case, 0, MOVE_NONE)
    assert explanation.lines == ()
    assert "The game is over" in explanation.text


def test_arrows_stay_on_the_board_and_few() -> None:
    for case in POSITIONS:
        arrows = drawn(case, wrong_move(case)).arrows
        assert sum(arrow.mark is Mark.RIGHT for arrow in arrows) <= MOST_ARROWS
        assert sum(arrow.mark is Mark.YOURS for arrow in arrows) == 1
        beyond = drawn(case, ((-1, 2), (9, 9)))
        assert all(arrow.mark is Mark.RIGHT for arrow in beyond.arrows)
    (finished, *_) = positions("finished")
    assert drawn(finished, MOVE_NONE).arrows == ()


def test_checks_bring_their_explanations_along() -> None:
    case = POSITIONS[0]
    for answer in ((case.score, wrong_move(case)), (case.score - 1, min(case.moves))):
        with pytest.raises(WrongAnswer) as caught:
            check_search(answer, case)
        (figure,) = caught.value.figures
        assert isinstance(figure, GridFigure)
        assert texts(figure) == case.rows
        assert figure.legend == LEGEND
        assert caught.value.explain is not None
        assert caught.value.explain().lines

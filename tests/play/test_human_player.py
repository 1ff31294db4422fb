from __future__ import annotations

import pytest

from grader.play.game import Malformed
from grader.play.human_player import RecordNotation, advise_move, parse_typed_move
from hidden_tests.breakthrough_agent.game import Breakthrough, notation
from hidden_tests.connect4 import game as connect4
from tests.play.takeaway import Pile, Takeaway
from tests.play.test_move_evaluation import PositionEvaluator

GAME = Breakthrough()
PEOPLE = notation(GAME)
START = GAME.start()
FACING = GAME.apply(GAME.apply(START, ((1, 2), (2, 2))), ((4, 3), (3, 3)))
"""Black's pawn on c4 can capture White's on d3."""


class Dotted(Takeaway):
    """Writes its two moves so that only punctuation tells them apart."""

    def written(self, move: int) -> str:
        return ("1.1", "11.")[move - 1]


@pytest.mark.parametrize("word", ["1.2-2.3", "12-23", "1223", "1 2 2 3", "(1,2),(2,3)"])
def test_punctuation_makes_no_difference(word: str) -> None:
    assert parse_typed_move(GAME, START, word, PEOPLE) == ((1, 2), (2, 3))


@pytest.mark.parametrize("word", ["", "1.2-3.2", "12-2", "?!", "\x1b[2J"])
def test_what_is_no_legal_move(word: str) -> None:
    with pytest.raises(Malformed, match=r"is not a legal move here; \? lists them"):
        parse_typed_move(GAME, START, word, PEOPLE)


def test_what_can_be_two_moves_has_to_be_written_out() -> None:
    game = Dotted()
    with pytest.raises(Malformed, match=r"'1-1' can be 1\.1 or 11\.; write it as one of these"):
        parse_typed_move(game, game.start(), "1-1", RecordNotation(game))
    assert parse_typed_move(game, game.start(), "11.", RecordNotation(game)) == 2


@pytest.mark.parametrize("word", ["e5e4", "e5 e4", "e5-e4", "E5E4", "E5 - E4"])
def test_squares_as_people_write_them(word: str) -> None:
    assert parse_typed_move(GAME, START, word, PEOPLE) == ((1, 4), (2, 4))


@pytest.mark.parametrize("word", ["c4xd3", "C4XD3", "c4d3", "c4 d3", "22-33", "2.2-3.3"])
def test_captures(word: str) -> None:
    assert parse_typed_move(GAME, FACING, word, PEOPLE) == ((2, 2), (3, 3))
    assert PEOPLE.names(FACING, ((2, 2), (3, 3))) == ("c4xd3", "c4-d3", "2.2-3.3")


def test_what_captures_nothing_is_no_capture() -> None:
    with pytest.raises(Malformed, match="'c4xb3' is not a legal move here"):
        parse_typed_move(GAME, FACING, "c4xb3", PEOPLE)
    assert parse_typed_move(GAME, FACING, "c4b3", PEOPLE) == ((2, 2), (3, 1))


def test_white_moves_up_the_board_that_is_drawn() -> None:
    state = GAME.apply(START, ((1, 2), (2, 2)))
    assert parse_typed_move(GAME, state, "e2e3", PEOPLE) == ((4, 4), (3, 4))
    figure = PEOPLE.labelled(GAME.figure(state))
    assert figure.row_labels == ("6", "5", "4", "3", "2", "1")
    assert figure.column_labels == ("a", "b", "c", "d", "e", "f")


def test_every_name_of_every_move_is_understood() -> None:
    for move in GAME.moves(FACING):
        for name in PEOPLE.names(FACING, move):
            assert parse_typed_move(GAME, FACING, name, PEOPLE) == move


@pytest.mark.parametrize("word", ["3", " 3 ", "column 3", "Column 3"])
def test_columns_are_counted_as_on_the_board(word: str) -> None:
    four = connect4.GAME
    columns = connect4.notation()
    assert parse_typed_move(four, four.start(), word, columns) == 3
    assert columns.labelled(four.figure(four.start())).column_labels == ()
    assert columns.help == "as the number above a column, from 0 to 6"
    with pytest.raises(Malformed, match="'7' is not a legal move here"):
        parse_typed_move(four, four.start(), "7", columns)


def test_a_hint_is_a_proof_where_there_is_one() -> None:
    game = Takeaway(7)
    assert advise_move(game, Pile(7, 0), 0, PositionEvaluator(), 1.0).move == 1
    assert advise_move(game, Pile(7, 0), 0, PositionEvaluator(), 1.0).worth == 1
    assert advise_move(game, Pile(6, 1), 1, PositionEvaluator(), 1.0).worth == -1
    drawn = advise_move(Takeaway(1, drawn=True), Pile(1, 0), 0, PositionEvaluator(most=-1), 1.0)
    assert (drawn.move, drawn.worth) == (1, None)


def test_a_hint_finds_a_proof_move_by_move_where_the_position_has_none() -> None:
    found = advise_move(Takeaway(5), Pile(5, 0), 0, PositionEvaluator(most=3), 1.0)
    assert (found.move, found.worth) == (2, 1)


def test_a_guess_is_no_move_that_is_proved_to_lose() -> None:
    found = advise_move(Takeaway(6), Pile(6, 0), 0, PositionEvaluator(most=4), 1.0)
    assert (found.move, found.worth) == (1, None), "with two taken, four are left, and lost"


def test_a_guess_looks_at_the_reply() -> None:
    four = connect4.GAME
    state = four.start()
    for move in (3, 0, 3, 0, 3):
        state = four.apply(state, move)
    found = advise_move(four, state, 1, connect4.judge(), 0.0)
    assert found.move == 3, "anything else lets x win"


def test_an_adviser_is_asked_where_nothing_is_proved() -> None:
    found = advise_move(Takeaway(6), Pile(6, 0), 0, PositionEvaluator(most=3), 1.0, lambda _: 2)
    assert (found.move, found.worth, found.advised) == (2, None, True)
    assert (
        advise_move(Takeaway(7), Pile(7, 0), 0, PositionEvaluator(), 1.0, lambda _: 2).move == 1
    ), "proved"


@pytest.mark.parametrize("advised", [2, None, 3])
def test_advice_that_is_proved_to_lose_or_no_move_is_not_passed_on(advised: int | None) -> None:
    found = advise_move(
        Takeaway(6), Pile(6, 0), 0, PositionEvaluator(most=4), 1.0, lambda _: advised
    )
    assert (found.move, found.worth, found.advised) == (1, None, False)

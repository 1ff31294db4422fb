"""Connect 4 as the arena plays it, and what replays are judged by."""

from __future__ import annotations

import pytest

from grader.model.figures import Mark
from grader.model.game_record import GameEnding, GameRecord, Ply, Result
from grader.play.build_replay import build_replay
from grader.play.game import Malformed, draw_openings
from hidden_tests.connect4.game import GAME, ConnectFour, judge, on_board
from reference.connect4 import oracle, rules
from tests.reference.connect4.played import played


def test_a_game_is_played_by_the_rules() -> None:
    state = GAME.start()
    assert state == rules.start(6, 7)
    for move in (3, 2, 3, 2, 3, 2):
        assert GAME.result(state) is None
        assert move in GAME.moves(state)
        state = GAME.apply(state, move)
    state = GAME.apply(state, 3)
    assert GAME.result(state) is Result.FIRST
    assert GAME.moves(state) == ()
    assert GAME.result(("xoxo", "xoxo", "oxox", "xoxo")) is Result.DRAW
    assert GAME.result(("    ", "xxx ", "oooo", "xxox")) is Result.SECOND


def test_a_figure_marks_the_disc_that_has_been_dropped() -> None:
    game = ConnectFour(4, 4)
    state = game.apply(game.apply(game.start(), 1), 1)
    (spot,) = game.figure(state, 1).spots
    assert (spot.cell, spot.mark) == ((2, 1), Mark.PLAYED)
    for _ in range(2):
        state = game.apply(state, 1)
    assert [spot.cell for spot in game.figure(state, 1).spots] == [(0, 1)]
    assert game.figure(state).spots == ()
    assert [row[1] for row in game.figure(state).cells] == ["o", "x", "o", "x"]


def test_a_figure_marks_the_line_that_wins() -> None:
    state = GAME.start()
    for move in (3, 2, 3, 2, 3, 2, 3):
        state = GAME.apply(state, move)
    four = [(row, 3) for row in range(2, 6)]
    assert [spot.cell for spot in GAME.figure(state, 3).spots] == four
    assert [spot.cell for spot in GAME.figure(state).spots] == four
    three = ConnectFour(4, 4, 3).figure(("    ", "    ", "oo  ", "xxx "), 2).spots
    assert [spot.cell for spot in three] == [(3, 0), (3, 1), (3, 2)]
    five = ConnectFour(4, 5).figure(("     ", "     ", "oooo ", "xxxxx"), 4).spots
    assert len(five) == 9, "discs of every line"


def test_moves_are_written_and_read() -> None:
    state = (" " * 7,) * 6
    assert [GAME.read(state, GAME.written(move)) for move in GAME.moves(state)] == list(range(7))
    with pytest.raises(Malformed, match="'7' is not a legal move"):
        GAME.read(state, "7")


def test_agents_are_given_the_board_and_whose_turn_it_is() -> None:
    state = GAME.apply(GAME.start(), 0)
    assert GAME.arguments(GAME.start()) == (GAME.start(), "x")
    assert GAME.arguments(state) == (state, "o")


@pytest.mark.parametrize("answer", [None, "3", 3.0, [3], {}])
def test_an_answer_that_is_no_column(answer: object) -> None:
    with pytest.raises(Malformed, match="the number of a column"):
        GAME.understood(GAME.start(), answer)


def test_whoever_fails_gets_the_leftmost_column() -> None:
    assert GAME.substitute(GAME.start()) == 0
    assert GAME.substitute((" o  ", " x  ", " o  ", " x  ")) == 0
    assert GAME.substitute(("o   ", "x   ", "o   ", "x   ")) == 1


def test_openings_leave_the_game_open() -> None:
    found = draw_openings(GAME, 20, 2, 1)
    assert len(found) == 20
    assert len({tuple(opening) for opening in found}) == 20


def test_a_whole_game_can_be_replayed() -> None:
    moves = tuple(str(column) for column in (3, 2, 3, 2, 3, 2, 3))
    plies = tuple(map(Ply, moves))
    record = GameRecord(
        "connect4", ("ann", "bob"), 0, 5.0, (), plies, Result.FIRST, GameEnding.RULES
    )
    shown = build_replay(GAME, record, "Connect 4", judge(), 1.0)
    assert len(shown.moves) == 7


def test_a_judge_knows_who_wins_or_says_that_it_does_not() -> None:
    wise = judge()
    for seed in range(10):
        for plies in (9, 7, 4):
            board = played(seed, 4, 4, plies)
            assert wise.value(board, 20.0) == oracle.solve(board)
    assert wise.value(rules.start(4, 4), 0.0) is None
    assert judge().value(rules.start(5, 5), 0.01) is None


def test_an_estimate_is_for_x() -> None:
    good = ("    ", "    ", "    ", "xxx ")
    assert judge().advantage(good) > 0.3
    assert judge().advantage(("    ", "    ", "    ", "ooo ")) == -judge().advantage(good)
    assert judge().advantage(rules.start()) == 0
    assert judge().advantage(GAME.apply(GAME.start(), 3)) > 0, "before anybody has three in a line"
    blocked = ("    ", "    ", "    ", "xxxo")
    assert judge().advantage(blocked) < judge().advantage(good)


@pytest.mark.parametrize(
    ("word", "game"),
    [
        ("6x7", GAME),
        ("5x4", ConnectFour(5, 4)),
        ("4x12", ConnectFour(4, 12)),
        ("5x4-connect-3", ConnectFour(5, 4, 3)),
    ],
)
def test_a_word_stands_for_a_board(word: str, game: ConnectFour) -> None:
    assert on_board(word) == game
    assert rules.start(game.rows, game.columns) == game.start()


@pytest.mark.parametrize(
    "word", ["3x4", "4x3", "13x4", "4x13", "4X4", "4 x 4", "04x4", "4x4-connect-5", "4x4\n", "x"]
)
def test_a_word_that_stands_for_no_board(word: str) -> None:
    with pytest.raises(Malformed, match=r"ROWSxCOLUMNS, from 4x4 to 12x12.* No board is"):
        on_board(word)


def test_three_in_a_line_win_where_the_board_says_so() -> None:
    game = on_board("4x4-connect-3")
    won = ("    ", "    ", "oo  ", "xxx ")
    assert game.result(won) is Result.FIRST
    assert game.moves(won) == ()
    assert ConnectFour(4, 4).result(won) is None
    # With three in a line, whoever moves here wins at once.
    assert judge(game).value(("    ", "    ", "oo  ", "xx  "), 1.0) == 1
    assert judge(game).advantage(("    ", "    ", "    ", "xx o")) > 0
    for seed in range(10):
        board = played(seed, 4, 5, 8, 3)
        assert judge(game).value(board, 20.0) == oracle.solve(board, 3)

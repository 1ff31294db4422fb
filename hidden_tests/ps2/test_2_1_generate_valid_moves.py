"""Task 2.1, ``generate_valid_moves(board, current_player)``: all moves of a side.

The boards are unfinished, or the side that is asked for has no pawn. The order of moves is free,
and so are lists and tuples. A move that is listed twice is wrong, as in the handout's own tests.

Mistakes in mind: White moves down, pawns leave the board or come in on the other side, straight
captures, own pawns captured, blocked pawns stuck on the diagonals too.
"""

from __future__ import annotations

import pytest

from grader.model.formatting import format_some_names
from grader.testing import (
    Answer,
    Ask,
    InvalidReturn,
    Question,
    WrongAnswer,
    asks,
    cases,
    task,
)
from hidden_tests.ps2 import pools
from hidden_tests.ps2.positions import MoveSet, move_sets
from hidden_tests.ps2.search_checks import (
    check_unchanged,
    read_move,
    shown,
    shown_move,
)
from reference.ps2.provided.breakthrough import Move, Player

VARIED = ("game", "crowded", "alike")
"""Boards that follow each other in many ways, so that kept answers show; and full ones."""
NEXT_GAME = move_sets("handout")[:2]
"""Boards that follow those without pawns in turn: that a game was over must not stay true."""
ORDINARY = ("test_whole_games_black", "test_whole_games_white")


def of_whole_games(player: Player) -> pytest.MarkDecorator:
    """Boards out of whole games with ``player`` to move, and two that are drawn."""
    fixed, drawn = (
        [case for case in found if case.player is player]
        for found in (move_sets(*VARIED), pools.move_sets("game"))
    )
    return cases(fixed, pool=drawn, draw=2)


def moves(ask: Ask, case: MoveSet) -> Question:
    """All moves of the side to move."""
    return ask.generate_valid_moves(case.board(), case.player)


@task(
    "2.1",
    points=0.5,
    visibility="public",
    hint="Pawns go one row forward: straight to an empty cell, or diagonally to a cell without "
    "your own pawn.",
    in_turn=True,
)
@cases(move_sets("handout"))
@asks(moves)
def test_handout_boards(answer: Answer, case: MoveSet) -> None:
    """The handout's own boards."""
    check_moves(answer.value, case)


@task("2.1", points=0.5, hint="Black moves towards row 5.", in_turn=True)
@of_whole_games(Player.BLACK)
@asks(moves)
def test_whole_games_black(answer: Answer, case: MoveSet) -> None:
    """Lists all of Black's moves in positions from whole games."""
    check_moves(answer.value, case)


@task("2.1", points=0.5, hint="White moves towards row 0.", in_turn=True)
@of_whole_games(Player.WHITE)
@asks(moves)
def test_whole_games_white(answer: Answer, case: MoveSet) -> None:
    """Lists all of White's moves in positions from whole games."""
    check_moves(answer.value, case)


@task(
    "2.1",
    points=0.5,
    hint="A pawn on an edge column cannot move beyond the edge.",
    in_turn=True,
)
@cases(move_sets("edge"), pool=pools.move_sets("edge"), draw=2)
@asks(moves)
def test_edges(answer: Answer, case: MoveSet) -> None:
    """Pawns on the edges stay on the board."""
    check_moves(answer.value, case)


@task(
    "2.1",
    points=0.5,
    hint="Straight ahead, any pawn blocks the way; diagonally, only your own pawns do.",
)
@cases(
    move_sets("blocked", "capture", "situation"), pool=pools.move_sets("blocked", "capture"), draw=4
)
@asks(moves)
def test_blocked_and_capturing(answer: Answer, case: MoveSet) -> None:
    """Pawns are blocked straight ahead, and capture diagonally."""
    check_moves(answer.value, case)


@task(
    "2.1",
    points=0.25,
    hint="A side without pawns has no moves: an empty list.",
    beside=ORDINARY,
    in_turn=True,
)
@cases([*move_sets("gone"), *NEXT_GAME])
@asks(moves)
def test_no_pawns(answer: Answer, case: MoveSet) -> None:
    """A side without pawns has no moves; in the next game it has moves again."""
    check_moves(answer.value, case)
    check_unchanged(answer)


@task(
    "2.1",
    points=0.25,
    hint="Looking for moves must not change the board.",
    beside=ORDINARY,
)
@cases(move_sets("game", "capture", "crowded")[::7])
@asks(moves)
def test_board_unchanged(answer: Answer, case: MoveSet) -> None:
    """The board is not changed."""
    check_unchanged(answer)


MOST_MOVES = 1000
"""Moves that are compared with each other; many more would keep the grader busy for minutes."""
_NAMED = 4
"""Moves that a message names."""


def check_moves(value: object, case: MoveSet) -> None:
    """Accepts exactly the moves of the case, each once, in any order."""
    if not isinstance(value, list | tuple | set | frozenset):
        raise InvalidReturn(
            "generate_valid_moves has to return a list of moves.",
            expected="a list of ((row, column), (row, column))",
            actual=shown(value),
            code="not_a_list",
        )
    if len(value) > MOST_MOVES:
        raise WrongAnswer(
            "The list has far more moves than are possible on any board.",
            expected=shown(sorted(case.moves), limit=1000),
            actual=f"{len(value)} moves",
            code="far_too_many_moves",
        )
    found: list[Move] = []
    for entry in value:
        move = read_move(entry)
        if move is None:
            raise InvalidReturn(
                "Something in the list is not a move.",
                expected="((row, column), (row, column))",
                actual=shown(entry),
                code="not_a_move",
            )
        found.append(move)
    for code, message, which, wrong in (
        ("missing_moves", "Moves are missing", "missing", case.moves - set(found)),
        (
            "illegal_moves",
            "Some of the listed moves are not valid",
            "not valid",
            set(found) - case.moves,
        ),
        (
            "repeated_moves",
            "Some moves are listed more than once",
            "more than once",
            {move for move in found if found.count(move) > 1},
        ),
    ):
        if wrong:
            names = [shown_move(move) for move in sorted(wrong)]
            raise WrongAnswer(
                f"{message}: {format_some_names(names, _NAMED)}.",
                expected=shown(sorted(case.moves), limit=1000),
                actual=f"{shown(sorted(found), limit=1000)}; {which}: {', '.join(names)}",
                code=code,
            )

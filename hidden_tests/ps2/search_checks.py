"""Checks of what a search or a move generator returned; they survive any plain value."""

from __future__ import annotations

from collections.abc import Iterable

from grader.testing import Answer, InvalidReturn, WrongAnswer
from hidden_tests.ps2.lines_of_play import drawn, explained
from hidden_tests.ps2.positions import Position
from reference.ps2.provided.breakthrough import INF, MOVE_NONE, WIN, Move

PAIR = 2


def check_unchanged(answer: Answer) -> None:
    """Accepts a call that left the board, its first argument, as it was."""
    if 0 in answer.changed:
        raise WrongAnswer(
            "Your function modified the board it was given.",
            expected="the board unchanged",
            actual="a changed board",
            code="changed_board",
        )


def check_search(value: object, case: Position) -> None:
    """Accepts the exact score with any optimal move.

    The answer may be a tuple or a list, the move tuples or lists in any mixture, the score an int
    or an equal float.
    """
    move = check_score(value, case)
    if move not in case.moves:
        raise WrongAnswer(
            _why_not(move, case),
            expected=shown_moves(case.moves),
            actual=shown_move(move),
            figures=[drawn(case, move)],
            explain=lambda: explained(case, case.score, move),
            code="wrong_move",
        )


def check_score(value: object, case: Position) -> Move:
    """Accepts the exact score with any move at all, and returns that move."""
    score, move = read_answer(value)
    if score != case.score:
        raise WrongAnswer(
            f"Wrong score for Black, {_looking(case)}.",
            expected=shown_score(case.score),
            actual=shown_score(score),
            figures=[drawn(case, move)],
            explain=lambda: explained(case, score, move),
            code="wrong_score",
        )
    return move


def read_answer(value: object) -> tuple[int | float, Move]:
    """The score and the move of a search's answer, or ``InvalidReturn``."""
    if not isinstance(value, tuple | list) or len(value) != PAIR:
        raise InvalidReturn(
            "A search has to return two things: a score and a move.",
            expected="(score, ((row, column), (row, column)))",
            actual=shown(value),
            code="not_a_pair",
        )
    score, move = value
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise InvalidReturn(
            "The first value that a search returns has to be a score.",
            expected="an int or a float",
            actual=shown(score),
            code="not_a_score",
        )
    read = read_move(move)
    if read is None:
        raise InvalidReturn(
            "The second value that a search returns has to be a move.",
            expected="((row, column), (row, column))",
            actual=shown(move),
            code="not_a_move",
        )
    return score, read


def read_move(value: object) -> Move | None:
    """A move out of any mixture of tuples and lists; ``None`` if it is no pair of cells."""
    if not isinstance(value, tuple | list) or len(value) != PAIR:
        return None
    cells: list[tuple[int, int]] = []
    for cell in value:
        if not isinstance(cell, tuple | list) or len(cell) != PAIR:
            return None
        row, column = cell
        if type(row) is not int or type(column) is not int:
            return None
        cells.append((row, column))
    return cells[0], cells[1]


def shown(value: object, limit: int = 200) -> str:
    """``value`` for people, shortened; Python refuses to write out very long integers."""
    try:
        text = repr(value)
    except ValueError:
        return f"a {type(value).__name__} too long to be written out"
    return text if len(text) <= limit else f"{text[:limit]}…"


def shown_score(score: int | float) -> str:
    """A score by its name where it has one."""
    names: dict[int | float, str] = {WIN: "WIN", -WIN: "-WIN", INF: "INF", -INF: "-INF"}
    return f"{names[score]} ({score})" if score in names else shown(score)


def shown_move(move: Move) -> str:
    """A move by its name where it has one."""
    return "MOVE_NONE" if move == MOVE_NONE else shown(move)


def shown_moves(moves: Iterable[Move]) -> str:
    """Moves in order, as alternatives."""
    return " or ".join(shown_move(move) for move in sorted(moves))


def _looking(case: Position) -> str:
    plies = "1 ply" if case.depth == 1 else f"{case.depth} plies"
    return f"with {case.player.name.capitalize()} to move, searched {plies} deep"


def _why_not(move: Move, case: Position) -> str:
    if MOVE_NONE in case.moves:
        return "The game is over, so there is no move to return."
    if move == MOVE_NONE:
        return "The score is right, but the move is missing: return one of the legal moves."
    return "The score is right, but this move does not lead to it."

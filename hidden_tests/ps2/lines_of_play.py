"""What follows after a move: the lines of play that prove a search wrong, or right."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model.figures import Arrow, Explanation, GridFigure, Line, Mark
from hidden_tests.ps2.figures import board
from hidden_tests.ps2.positions import Position
from reference.ps2.oracle import move_values, solve
from reference.ps2.provided.breakthrough import COL, MOVE_NONE, ROW, WIN, Move, Player, make_move

Rows = tuple[str, ...]

MOST_ARROWS = 4
"""Right moves drawn on one board; more would hide it."""


def drawn(case: Position, move: Move | None) -> GridFigure:
    """The position with the student's move and right ones."""
    arrows = [
        _arrow(right, Mark.RIGHT) for right in sorted(case.moves)[:MOST_ARROWS] if _inside(right)
    ]
    if move is not None and _inside(move) and move not in case.moves:
        arrows.append(_arrow(move, Mark.YOURS))
    mover = case.player.name.capitalize()
    plies = "1 ply" if case.depth == 1 else f"{case.depth} plies"
    return board(case.rows, arrows, f"{mover} to move, looking {plies} ahead")


def explained(case: Position, score: float, move: Move) -> Explanation:
    """Why ``score`` and ``move`` are not the answer to ``case``.

    A wrong move is refuted by what follows it; the right score is proved by what follows a best
    move.
    """
    values = move_values(case.rows, case.depth, case.player)
    if not values:
        return Explanation(_nothing_to_search(case))
    best = min(case.moves)
    lines = [_line(case, best, "After a best move" if move in values else "A best line")]
    if move == MOVE_NONE or move in case.moves:
        pass  # the move is as good as any, or there is none to refute
    elif move in values:
        lines.insert(0, _line(case, move, "After your move"))
    else:
        return Explanation(
            f"{shown(move)} is not a move that {_name(case.player)} has here.", tuple(lines)
        )
    return Explanation(_compared(case, score, move, values.get(move)), tuple(lines))


def shown(move: Move) -> str:
    """A move for people: ``(1, 2) → (2, 3)``."""
    start, end = move
    return f"{start} → {end}"


def _compared(case: Position, score: float, move: Move, value: int | None) -> str:
    right = _worth(case.score)
    if value is not None and value != case.score:
        return (
            f"After {shown(move)}, best play leads to {_worth(value)}; "
            f"a best move leads to {right}."
        )
    if score != case.score:
        return f"Best play leads to {right}: that is the value of the last board."
    return f"Best play leads to {right}."


def _nothing_to_search(case: Position) -> str:
    if case.depth == 0:
        return "With a depth of 0 the position itself is evaluated, and no move is made."
    return "The game is over on this board: it is evaluated, and no move is made."


def _line(case: Position, move: Move, title: str) -> Line:
    """The game after ``move`` with best play of both sides, as far as the search may look."""
    boards: list[GridFigure] = []
    rows, player, left = case.rows, case.player, case.depth
    step: Move | None = move
    while step is not None:
        boards.append(board(rows, [_arrow(step, Mark.PLAYED)], f"{_name(player)} moves"))
        rows = _played(rows, step, player)
        player, left = player.get_opponent(), left - 1
        found = min(solve(rows, left, player).moves)
        step = None if found == MOVE_NONE else found
    boards.append(board(rows, caption="the board that is evaluated"))
    return Line(title, tuple(boards), _worth(solve(rows, 0, player).score))


def _played(rows: Rows, move: Move, player: Player) -> Rows:
    after = make_move([list(row) for row in rows], *move, player)
    return tuple("".join(row) for row in after)


def _worth(score: float) -> str:
    """A score for Black in words."""
    if score == WIN:
        return "a win for Black (WIN)"
    if score == -WIN:
        return "a win for White (-WIN)"
    return f"the score {score:g}"


def _name(player: Player) -> str:
    return player.name.capitalize()


def _arrow(move: Move, mark: Mark) -> Arrow:
    return Arrow(*move, mark)


def _inside(move: Sequence[Sequence[int]]) -> bool:
    return all(0 <= row < ROW and 0 <= column < COL for row, column in move)

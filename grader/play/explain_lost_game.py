"""Explains to students the course of a game that earned them no points."""

from __future__ import annotations

from msgspec.structs import replace

from grader.model.figures import Explanation, GridFigure, Line
from grader.model.formatting import format_count
from grader.model.game_record import GameEnding, Result
from grader.model.game_replay import Replay, ReplayMove

_POSITIONS = 16
"""Positions of a line, as many as a page draws."""
_PLIES_OF_A_LINE = 10
_HYPHEN = "\N{NON-BREAKING HYPHEN}"
"""So that no line ends within a move."""
_FAULTS = 4
"""Moves that the referee chose which a text names."""


def explain_lost_game(replay: Replay, side: int, notation: str = "") -> Explanation:
    """Return an explanation: the losing move of ``side``, replaced moves, and all moves.

    Args:
        replay: of a game that ``side`` lost, or won with moves of the referee.
        notation: how moves are written, if agents write them in another way.
    """
    said = [
        _describe_losing_move(replay, side),
        *_describe_replaced_moves(replay, side),
        f"All moves, {notation}:" if notation else "All moves:",
        *_write_moves(replay),
    ]
    lines = [_line_from_losing_move(replay)] if replay.moves else []
    if faults := _moves_chosen_by_referee(replay, side):
        shown = tuple(_captioned_position(replay, ply) for ply, _ in faults[:_POSITIONS])
        number = format_count(len(faults), "move")
        lines.insert(0, Line("Moves that the referee chose", shown, f"{number} in all"))
    return Explanation("\n".join(filter(None, said)), tuple(lines))


def _describe_losing_move(replay: Replay, side: int) -> str:
    lost = replay.record.result is Result.win_of(1 - side)
    if not lost or replay.record.ending is not GameEnding.RULES:
        return ""
    other = replay.sides[1 - side]
    if number := replay.losing:
        made = replay.moves[number - 1]
        said = f"Ply {number} lost the game: {made.ply.move}"
        if made.better is None:
            return f"{said}. The position before it was not lost yet."
        return f"{said}. {made.better.words}."
    if (number := replay.decided) is not None and number < len(replay.moves):
        return (
            f"After ply {number} it is proved that {other} wins, whatever is played. Which move "
            "lost the game before is not proved."
        )
    return "Which move lost the game is not proved."


def _moves_chosen_by_referee(replay: Replay, side: int) -> list[tuple[int, ReplayMove]]:
    """Return the moves of ``side`` that the referee chose, each with its ply."""
    numbered = enumerate(replay.moves, 1)
    return [(ply, made) for ply, made in numbered if made.side == side and made.ply.fault]


def _describe_replaced_moves(replay: Replay, side: int) -> list[str]:
    """Return a sentence for each of the first moves that the referee chose."""
    return [
        f"Ply {number}, where the referee chose {made.ply.move}: {made.ply.reason}"
        for number, made in _moves_chosen_by_referee(replay, side)[:_FAULTS]
    ]


def _write_moves(replay: Replay) -> list[str]:
    """Return all moves in lines, as players write them: ``1. e2-e3 d5-d4 2. c2-c3``."""
    words = [made.ply.move.replace("-", _HYPHEN) for made in replay.moves]
    numbered = [
        word if number % 2 else f"{number // 2 + 1}. {word}" for number, word in enumerate(words)
    ]
    lines = range(0, len(numbered), _PLIES_OF_A_LINE)
    return [" ".join(numbered[first : first + _PLIES_OF_A_LINE]) for first in lines]


def _line_from_losing_move(replay: Replay) -> Line:
    """Return the line of play from the losing move on, or else the last moves."""
    first = (replay.losing or max(1, len(replay.moves) - _POSITIONS + 2)) - 1
    before = replay.moves[first - 1].figure if first else replay.start
    plies = range(first + 1, min(first + _POSITIONS, len(replay.moves) + 1))
    title = "From the losing move on" if replay.losing else "The last moves"
    start = replace(before, arrows=(), spots=(), caption=f"before ply {first + 1}")
    positions = (start, *(_captioned_position(replay, ply) for ply in plies))
    return Line(title, positions, _outcome(replay))


def _captioned_position(replay: Replay, ply: int) -> GridFigure:
    """Return the position after a ply, with its move and a better one if there is one."""
    made = replay.moves[ply - 1]
    words = f"ply {ply}: {replay.sides[made.side]} plays {made.ply.move}"
    return replace(made.marked, caption=words)


def _outcome(replay: Replay) -> str:
    plies = f"{len(replay.moves)} plies"
    if replay.record.result is Result.DRAW:
        return f"a draw after {plies}"
    winner = int(replay.record.result is Result.SECOND)
    return f"{replay.sides[winner]} wins after {plies}"

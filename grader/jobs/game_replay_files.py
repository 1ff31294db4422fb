"""Makes replays of recorded games, and writes them as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grader.assignment import Assignment, course_assignments
from grader.assignment.course_assignments import TESTS
from grader.jobs.play_pair import GAME, load_game_and_rules
from grader.machine.atomic_write import write_atomically
from grader.model.escape import escape_to_one_line
from grader.model.game_record import GameRecord
from grader.model.game_replay import Replay
from grader.model.user_error import UsageError
from grader.play.build_replay import build_replay
from grader.play.game import Game, Malformed
from grader.play.move_evaluation import PositionEvaluator

PROOF_SECONDS = 20.0
"""CPU time for proofs of who wins, for a game."""


class GameNotShowable(UsageError):
    """The game cannot be shown."""


def make_replay(
    assignment: Assignment, record: GameRecord, seconds: float | None = PROOF_SECONDS
) -> Replay:
    """Return the replay of a recorded game.

    Args:
        seconds: of CPU time for proofs of who wins. With 0 only estimates are given, and with
            ``None`` nothing is judged.

    Raises:
        UnknownAssignment: if ``assignment`` has no game.
        UnknownBoard: if the game knows no such board.
        GameNotShowable: if a move of the record is not legal.
    """
    game, _ = load_game_and_rules(assignment, record.board)
    judge = None if seconds is None else make_judge(assignment, game)
    try:
        return build_replay(game, record, assignment.title, judge, seconds or 0.0)
    except Malformed as problem:
        why = escape_to_one_line(str(problem))
        raise GameNotShowable(f"A move of this game is against the rules: {why}") from None


def write_replay(
    assignment: Assignment, record: GameRecord, path: Path, seconds: float = PROOF_SECONDS
) -> None:
    """Write the page of a game, completely or not at all.

    Raises:
        WriteError: if it cannot be written.
        UnknownAssignment, UnknownBoard, GameNotShowable: see :func:`make_replay`.
    """
    from grader.render.html import replay_page as page  # Jinja2 takes its time

    write_atomically(path, page.render(make_replay(assignment, record, seconds)))


def make_judge(assignment: Assignment, game: Game[Any, Any]) -> PositionEvaluator[Any] | None:
    """Return the assignment's judge of positions for one game; ``None`` if it has none."""
    make = getattr(course_assignments.import_course_module(assignment, GAME, TESTS), "judge", None)
    return None if make is None else make(game)

"""Lists the games of a stored file for ``grade show``, or shows one of them."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from grader import assignment as assignments
from grader.assignment import course_assignments as courses
from grader.cli.exit_status import say
from grader.cli.game_options import make_terminal_table
from grader.cli.output import ProgressLine, render_to_text, write_to_stdout
from grader.cli.report_targets import Target, check_targets
from grader.intake.intake_errors import printable_name
from grader.jobs.game_replay_files import PROOF_SECONDS, GameNotShowable, make_replay, write_replay
from grader.jobs.play_pair import load_game_and_rules
from grader.model.escape import escape_to_one_line
from grader.model.game_record import GameRecord, Result
from grader.render import game_file
from grader.render.json_conversion import ReportError
from grader.render.terminal import game as terminal


def show_games(
    text: str,
    path: Path,
    number: int | None,
    html: Path | None,
    course: Path | None,
    seconds: float | None,
) -> None:
    """Show the games that ``text`` holds.

    Args:
        path: where they are from, for sentences.
        number: of the one that is asked for, from 1.
        html: file for its page.
        seconds: of CPU time for proofs; by default nothing is judged where there is no page.

    Raises:
        GameNotShowable: if there is no such game, or its moves are not legal.
        AssignmentError: if there is no such assignment.
        WriteError: if the page cannot be written.
    """
    records = _records(text, path)
    folder = courses.choose_course(course)
    if number is None and html is None:
        sides = {each: _sides(each, folder) for each in {one.assignment for one in records}}
        write_to_stdout(render_to_text(lambda page: _list(records, sides, page)))
        return
    record = _chosen(records, number)
    assignment = assignments.load_assignment(record.assignment, folder)
    if html is None:
        found = make_replay(assignment, record, seconds)
        write_to_stdout(render_to_text(lambda page: terminal.render(found, page)))
        return
    check_targets([Target("html", html)], path, "the file of games that is shown")
    with ProgressLine("looking for the moves that decide the game"):
        write_replay(assignment, record, html, PROOF_SECONDS if seconds is None else seconds)
    say(f"the game is in {click.format_filename(html)}")


def _records(text: str, path: Path) -> list[GameRecord]:
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                records.append(game_file.load_game_line(line))
            except ReportError as problem:
                # The sentence may quote a key of the file, and that may be anything.
                why = escape_to_one_line(str(problem), 500)
                raise GameNotShowable(f"{printable_name(path)}, line {number}: {why}") from None
    return records


def _chosen(records: list[GameRecord], number: int | None) -> GameRecord:
    if number is None and len(records) > 1:
        raise GameNotShowable(f"A page shows one game; choose one of {len(records)} with --game.")
    number = number or 1
    if number > len(records):
        raise GameNotShowable(f"There is no game {number}; the last one is game {len(records)}.")
    return records[number - 1]


def _sides(assignment: str, course: Path) -> tuple[str, str]:
    game, _ = load_game_and_rules(assignments.load_assignment(assignment, course))
    return game.sides


def _list(records: list[GameRecord], sides: dict[str, tuple[str, str]], page: Console) -> None:
    titles = ["game", "first", "second", "won", "plies", "replaced"]
    boards = any(record.board for record in records)
    rows = []
    for number, record in enumerate(records, 1):
        first, second = sides[record.assignment]
        won = {Result.DRAW: "draw", Result.FIRST: first, Result.SECOND: second}[record.result]
        replaced = record.substituted(0) + record.substituted(1)
        plies = len(record.opening) + len(record.plies)
        row = [number, *map(escape_to_one_line, record.players), won, plies, replaced]
        rows.append([*row, escape_to_one_line(record.board, 30)] if boards else row)
    page.print(make_terminal_table(rows, [*titles, "board"] if boards else titles))

"""Defines the options that ``grade match`` and ``grade tournament`` share."""

from __future__ import annotations

import contextlib
import glob
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from grader import assignment as assignments
from grader import sandbox as sandboxes
from grader.assignment import Assignment
from grader.assignment import course_assignments as courses
from grader.cli.exit_status import note, warn
from grader.cli.output import ProgressLine
from grader.cli.shared_options import cluster_option, course_option, sandbox_option, seed_option
from grader.jobs import dask_cluster as clusters
from grader.jobs.agent_trials import AgentTrialResult, try_agents
from grader.jobs.executors import OrderExecutor, make_fork_executor
from grader.jobs.grading_context import GradingContext
from grader.jobs.grading_key import AssignmentFilesWatch
from grader.jobs.play_pair import load_game_and_rules, load_game_with_limits, max_game_plies
from grader.jobs.process_pool import available_cores
from grader.jobs.work_order import Player
from grader.machine.atomic_write import WriteError
from grader.model.formatting import format_count
from grader.model.game_record import GameRecord
from grader.model.report import Progress
from grader.play.game import Game
from grader.render.game_file import dump_game_line
from grader.tournament.duration_estimate import GamePace, average_plies, pace_from_trials
from grader.tournament.resolve_assignment import describe_other_games, resolve_assignment
from grader.tournament.sprt_score import OPENING_PLIES, GameTerms

game_option = click.option(
    "-a",
    "--assignment",
    metavar="ID",
    help="The assignment whose game is played.  [default: the assignment of these agents]",
)

board_option = click.option(
    "--board",
    default="",
    metavar="WORD",
    help="Play on another board than the usual one, if the game has several, such as 5x4. A wrong "
    "name gives an error with a list of the boards.",
)

_OPTIONS = (
    game_option,
    course_option,
    board_option,
    click.option("--openings", "opening_plies", default=OPENING_PLIES, show_default=True,
                 type=click.IntRange(0, 20), metavar="PLIES",
                 help="Random moves before the players' own moves."),
    seed_option,
    click.option("--time", "seconds", type=click.FloatRange(0.01, 3600), metavar="SECONDS",
                 help="Seconds for each move. Clocks in the sandbox are scaled by as much, so that "
                 "agents can still measure their own time.  [default: as the assignment "
                 "promises]"),
    click.option("-j", "--jobs", type=click.IntRange(1, 4096), metavar="N",
                 help="Pairs of games that are played at the same time.  [default: one per core]"),
    cluster_option,
    sandbox_option,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The context, the terms and the processes with which games are played.

    Attributes:
        processes: how many pairs are played at the same time on this machine.
        cluster: address of a scheduler whose workers play instead.
    """

    context: GradingContext
    terms: GameTerms
    processes: int
    cluster: str | None

    @property
    def game(self) -> Game[Any, Any]:
        """Return the game that is played."""
        return load_game_and_rules(self.context.assignment, self.terms.board)[0]

    def try_agents(self, players: Sequence[Player]) -> list[AgentTrialResult | None]:
        """Return trials of the agents of ``players``, made on this machine.

        Raises:
            SandboxUnavailable: if there is no sandbox.
        """
        with ProgressLine(f"Trying {format_count(len(players), 'agent')}") as line:
            found = try_agents(
                self.context,
                players,
                self.terms.seconds,
                self.terms.board,
                self.processes,
                lambda done: line.update(f"{done} of {len(players)}"),
            )
        assignment = self.context.assignment
        return [
            replace(
                trial,
                refusal=f"{trial.refusal} {describe_other_games(assignment, player)}".rstrip(),
            )
            if trial is not None and trial.refusal
            else trial
            for player, trial in zip(players, found, strict=True)
        ]

    def pace(self, trials: Sequence[AgentTrialResult | None]) -> GamePace:
        """Return the pace of games between these agents, by their trials."""
        game, rules, limits = load_game_with_limits(
            self.context, self.terms.seconds, self.terms.board
        )
        opening = self.terms.opening_plies
        plies = average_plies(game, self.terms.seed)
        most = max(max_game_plies(self.context.assignment, game, rules) - opening, 1)
        return pace_from_trials(trials, limits.real_seconds * limits.speed, plies, opening, most)

    @contextlib.contextmanager
    def carrier(self, progress: Progress) -> Iterator[OrderExecutor]:
        """Yield an executor that plays pairs of games, and close it in the end.

        Raises:
            ClusterUnavailable: if the cluster cannot be had.
        """
        if self.cluster is None:
            yield make_fork_executor(self.context, self.processes, progress)
            return
        with clusters.open_cluster(self.cluster, self.processes, note) as carrier_for:
            yield carrier_for(self.context, progress)


def game_setup_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options that :func:`open_game_setup` takes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def open_game_setup(
    asked: Sequence[str],
    assignment: str | None,
    course: Path | None,
    board: str,
    opening_plies: int,
    seed: int,
    seconds: float | None,
    jobs: int | None,
    cluster: str | None,
    sandbox: str,
) -> GameSetup:
    """Return the setup that the options describe.

    Args:
        asked: the players: paths, and names of reference agents.

    Raises:
        AssignmentError: if there is nothing to play, or it is not clear what.
        UnknownBoard: if the game knows no such board.
        IntakeError, NothingToGrade: if there are no such players.
        SandboxUnavailable: if there is no sandbox.
    """
    folder = courses.choose_course(course)
    chosen = (
        assignments.load_assignment(assignment, folder) if assignment else _meant(folder, asked)
    )
    if sandbox == "none":
        warn("WARNING: no sandbox. Agents run with all your rights, and nothing stops them.")
    _, rules = load_game_and_rules(chosen, board)
    context = GradingContext(
        chosen, sandboxes.choose_backend(sandbox), seed, watch=AssignmentFilesWatch.over(chosen)
    )
    terms = GameTerms(opening_plies, seed, seconds or rules.seconds, board)
    return GameSetup(context, terms, jobs or available_cores(), cluster)


def _meant(course: Path, asked: Sequence[str]) -> Assignment:
    paths = [one for one in asked if Path(one).exists() or glob.has_magic(one)]
    return resolve_assignment(course, paths, [one for one in asked if one not in paths])


def append_games(path: Path, records: Sequence[GameRecord]) -> None:
    """Append games to a file of games.

    Raises:
        WriteError: if that cannot be done.
    """
    try:
        with path.open("a", encoding="ascii") as file:
            file.writelines(f"{dump_game_line(record)}\n" for record in records)
    except OSError as problem:
        raise WriteError(
            f"{click.format_filename(path)} cannot be written: {problem.strerror}."
        ) from None


def make_terminal_table(rows: Sequence[Sequence[Any]], titles: Sequence[str]) -> Table:
    """Return a table for the terminal: a name in the first column, numbers in the others."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, title in enumerate(titles):
        made.add_column(title, justify="right" if number else "left", overflow="fold")
    for row in rows:
        made.add_row(*(Text(str(cell)) for cell in row))
    return made

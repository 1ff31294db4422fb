"""What ``grade match`` and ``grade tournament`` share: options, players, lines about games."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.courses import chosen_course, course_option, load, refuse
from grader.cli.ending import INTERNAL, USAGE, stop, warn
from grader.sandbox import BACKENDS

if TYPE_CHECKING:
    from grader.jobs.bench import Bench
    from grader.jobs.pairs import Player
    from grader.model.game_record import GameRecord
    from grader.tournament.series import Terms

_OPTIONS = (
    click.option("-a", "--assignment", metavar="ID", help="Whose game is played.  [default: the "
                 "only one of the course that has agents]"),
    course_option,
    click.option("--openings", "opening_plies", default=2, show_default=True,
                 type=click.IntRange(0, 20), metavar="PLIES",
                 help="How many moves are drawn at random before the players' own."),
    click.option("--seed", default=0, show_default=True, help="Seed of every random choice."),
    click.option("--time", "seconds", type=click.FloatRange(0.01, 3600), metavar="SECONDS",
                 help="CPU time for each move. Clocks inside go faster or slower by as much, so "
                 "that agents which keep their own time still do.  [default: as the assignment "
                 "promises]"),
    click.option("-j", "--jobs", type=click.IntRange(1, 4096), metavar="N",
                 help="Pairs of games that are played at the same time.  [default: one per core]"),
    click.option("--sandbox", default="auto", show_default=True, type=click.Choice(BACKENDS),
                 help="Where agents run; auto is bubblewrap, or docker where that does not work. "
                 "none is for debugging and protects nothing."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Arena:
    """Where games are played, and on what terms.

    Attributes:
        processes: how many pairs are played at the same time.
    """

    bench: Bench
    terms: Terms
    processes: int


def arena_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options that :func:`opened_arena` takes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def opened_arena(
    assignment: str | None,
    course: Path | None,
    opening_plies: int,
    seed: int,
    seconds: float | None,
    jobs: int | None,
    sandbox: str,
) -> Arena:
    """The arena that is asked for; ends the program if there is none."""
    from grader import sandbox as sandboxes
    from grader.assignment import AssignmentError
    from grader.jobs.bench import Bench
    from grader.jobs.pairs import game_of
    from grader.jobs.pool import cores
    from grader.tournament.series import Terms

    folder = chosen_course(course)
    chosen = load(assignment or _only_with_agents(folder), folder)
    if sandbox == "none":
        warn("WARNING: no sandbox. Agents run with all your rights, and nothing stops them.")
    try:
        _, rules = game_of(chosen)
        bench = Bench(chosen, sandboxes.choose(sandbox), seed)
    except AssignmentError as problem:
        refuse(problem)
    except sandboxes.SandboxUnavailable as problem:
        stop(INTERNAL, str(problem))
    return Arena(bench, Terms(opening_plies, seed, seconds or rules.seconds), jobs or cores())


def _only_with_agents(course: Path) -> str:
    from grader.assignment import course as courses

    found = [name for name in courses.ids(course) if load(name, course).match is not None]
    if len(found) == 1:
        return found[0]
    which = f"has several: {', '.join(found)}" if found else "has none"
    stop(USAGE, f"of assignments with agents, this course {which}; choose one with --assignment.")


def players_of(arena: Arena, asked: Sequence[str]) -> list[Player]:
    """The players that are asked for; ends the program if one of them does not exist."""
    from grader.intake import IntakeError
    from grader.tournament.entrants import entrants

    try:
        return entrants(arena.bench.assignment, asked)
    except IntakeError as problem:
        stop(USAGE, str(problem))


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Ends the program where there is no sandbox after all."""
    from grader.sandbox import SandboxUnavailable

    try:
        yield
    except SandboxUnavailable as problem:
        stop(INTERNAL, str(problem))


def append(path: Path, records: Sequence[GameRecord]) -> None:
    """Add games to a file of them; ends the program if that cannot be done."""
    from grader.render.game_file import line

    try:
        with path.open("a", encoding="ascii") as file:
            file.writelines(f"{line(record)}\n" for record in records)
    except OSError as problem:
        stop(INTERNAL, f"{click.format_filename(path)} cannot be written: {problem.strerror}.")


def table(rows: Sequence[Sequence[Any]], titles: Sequence[str]) -> Any:
    """A table for the terminal: the first column is a name, the others are figures."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, title in enumerate(titles):
        made.add_column(title, justify="right" if number else "left", overflow="fold")
    for row in rows:
        made.add_row(*(Text(str(cell)) for cell in row))
    return made

"""``grade tournament``: many agents play each other."""

from __future__ import annotations

import contextlib
import hashlib
import math
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table

from grader.cli.arena import Arena, arena_options, opened_arena, table
from grader.cli.ending import INTERNAL, USAGE, note, say, stop, stop_for_signal
from grader.cli.stdout import drawn, show
from grader.jobs.pair import Player
from grader.jobs.pairs import game_of
from grader.jobs.replays import write_replay
from grader.machine.writer import write_atomically
from grader.render import game_file
from grader.render.game_words import summary_of
from grader.tournament import page, ratings
from grader.tournament.entrants import class_of, identical, reference_agents
from grader.tournament.estimate import Estimate, estimate, plies_of, shorter
from grader.tournament.games import GameStore
from grader.tournament.plan import Plan, Slot, System
from grader.tournament.run import Tournament
from grader.tournament.series import opening_words
from grader.tournament.standing import Standings
from grader.tournament.standings import in_order, standings_of

_FEW = 12
"""Up to so many players, everybody meets everybody unless something else is asked for."""
_GAMES = "games"
"""Folder of the games' pages, each named by what its game is."""
_EVERY = 1.0
"""Seconds between two looks at the standings while games are played."""


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option(
    "--with",
    "names",
    multiple=True,
    metavar="NAME",
    help="A reference agent that plays as well; repeatable. all stands for all of them.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where games and standings go. What has been played there is not played again.",
)
@click.option(
    "--pairs",
    default=2,
    show_default=True,
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Pairs of games in each meeting, each with an opening of its own.",
)
@click.option(
    "--swiss",
    "rounds",
    type=click.IntRange(1, 100),
    metavar="ROUNDS",
    help="Rounds in which players with like scores meet.  [default: everybody meets everybody, and "
    f"with more than {_FEW} players as many rounds as tell them apart]",
)
@click.option("--round-robin", is_flag=True, help="Everybody meets everybody, however many.")
@click.option("--dry-run", is_flag=True, help="Only say how long it would take.")
@arena_options
def tournament(
    paths: tuple[str, ...],
    names: tuple[str, ...],
    out: Path,
    pairs: int,
    rounds: int | None,
    round_robin: bool,
    dry_run: bool,
    **options: Any,
) -> None:
    """Let all agents at each PATH play each other: files, folders of files, downloads of a course.

    Broken off, it goes on where it stopped when the same command is given again. Begin with
    FOLDER/index.html.

    Exit status: 0 played, 2 usage or input error, 3 internal or infrastructure error.
    """  # fmt: skip
    if rounds is not None and round_robin:
        raise click.UsageError("choose either --swiss or --round-robin.")
    ratings.check()
    arena = opened_arena((*paths, *(name for name in names if name != "all")), **options)
    plan = _plan(arena, _players(arena, paths, names, out), pairs, rounds, round_robin)
    _announce(arena, plan)
    if dry_run:
        return
    with _opened(arena, plan, out) as played:
        _play(arena, played)
        show(drawn(lambda page: _draw(_standings(played), page)))
        _write(played, out)
    say(f"games and standings are in {click.format_filename(out)}; begin with index.html")
    if played.lost:
        for sentence in played.lost.values():
            say(sentence)
        stop(INTERNAL, "they are left out; the same command tries again what is missing.")


def _players(
    arena: Arena, paths: tuple[str, ...], names: tuple[str, ...], out: Path
) -> list[Player]:
    """Hand-ins at the paths, and reference agents."""
    assignment = arena.bench.assignment
    known = reference_agents(assignment)
    for name in names:
        if name not in {*known, "all"}:
            stop(USAGE, f"--with {name}: the reference agents are {', '.join(known) or 'none'}.")
    for path in paths:
        if path in known and not Path(path).exists():
            stop(USAGE, f"{path} is no file; to let this reference agent play, add --with {path}.")
    reference = known if "all" in names else tuple(dict.fromkeys(names))
    players, refusals = class_of(assignment, paths, reference, out)
    for refusal in refusals:
        say(refusal)
    for alike in identical(players):
        say(f"{', '.join(alike)}: the same program")
    if len(players) < 2:
        stop(USAGE, "a tournament needs at least two agents: give files, folders, or --with NAME.")
    return players


def _plan(
    arena: Arena, players: list[Player], pairs: int, rounds: int | None, round_robin: bool
) -> Plan:
    swiss = rounds is not None or (len(players) > _FEW and not round_robin)
    enough = math.ceil(math.log2(len(players))) + 3
    return Plan(
        tuple(sorted(players, key=lambda player: player.name)),
        System.SWISS if swiss else System.ROUND_ROBIN,
        pairs,
        min(rounds or enough, len(players) - 1),
        tuple(opening_words(arena.bench, pairs, arena.terms)),
        arena.terms,
    )


def _announce(arena: Arena, plan: Plan) -> None:
    plies = plies_of(arena.game, arena.terms.seed)
    of_machine = plies, arena.bench.speed, arena.processes

    def summed_up(one: Estimate) -> str:
        duration = _duration(one.seconds)
        return f"{one.games} games, at most about {duration}; strengths to ±{one.elo:.0f} Elo"

    note(f"{len(plan.players)} players, {summed_up(estimate(plan, *of_machine))}")
    for one in shorter(plan, *of_machine):
        note(f"  shorter: {one.option}   {summed_up(one.estimate)}")


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


@contextlib.contextmanager
def _opened(arena: Arena, plan: Plan, out: Path) -> Iterator[Tournament]:
    store = GameStore.opened(out, arena.bench.setting.digest)
    try:
        yield Tournament(arena.bench, plan, store)
    finally:
        store.close()


def _play(arena: Arena, played: Tournament) -> None:
    sides = arena.game.sides
    played.due()
    if played.found:
        note(f"{2 * played.found} games had been played before")
    if outdated := played.store.outdated:
        note(
            f"{outdated} games in {click.format_filename(played.store.path)} do not count: they "
            "were played with another edition of the assignment, the grader or the sandbox, or "
            "before that was noted"
        )
    screen = Console(stderr=True)
    live = screen.is_terminal
    looked = 0.0

    with Live(console=screen, auto_refresh=False, transient=True) as shown:

        def on_pair(slot: Slot) -> None:
            nonlocal looked
            if not live:
                for record in played.games[slot]:
                    note(f"{summary_of(record, sides)}   [{2 * len(played.games)} games]")
            elif time.monotonic() - looked > _EVERY:
                looked = time.monotonic()
                shown.update(_table(_standings(played)), refresh=True)

        try:
            with arena.carrier(_unheard) as carrier:
                played.play(carrier, on_pair)
        except KeyboardInterrupt as interrupt:
            kept = f"{2 * len(played.games)} games are kept"
            stop_for_signal(interrupt, f"; {kept}, and the same command goes on from there")


def _unheard(players: str, plies: int, _: int) -> None:
    """Progress within games is not shown: pairs are."""


def _standings(played: Tournament) -> Standings:
    assignment = played.bench.assignment
    return standings_of(played.plan, played.games, assignment.title, game_of(assignment)[0].sides)


def _table(standings: Standings) -> Table:
    rows = [
        (
            f"{row.rank}. {row.name}",
            f"{row.points:g} of {row.games}",
            f"{row.won}–{row.drawn}–{row.lost}",
            f"{row.elo:+.0f} ±{row.elo_margin:.0f}",
            row.replaced,
            row.late,
            f"{row.slowest:.2f} s",
        )
        for row in standings.rows
    ]
    titles = ("player", "points", "W–D–L", "Elo", "replaced", "late", "slowest")
    return table(rows, titles)


def _draw(standings: Standings, page: Console) -> None:
    page.print(_table(standings))
    page.print(f"{standings.system} {standings.terms}", highlight=False, markup=False)
    page.print("Elo: against the average of all players, with 95 % confidence.", highlight=False)


def _write(played: Tournament, out: Path) -> None:
    """Write the page, and one for each game, which need not be written again."""
    standings = _standings(played)
    (out / _GAMES).mkdir(exist_ok=True)
    lines = []
    for game, record in zip(standings.games, in_order(played.games), strict=True):
        digest = hashlib.sha256(game_file.line(record).encode()).hexdigest()
        path = out / _GAMES / f"{digest[:16]}.html"
        if not path.exists():
            write_replay(played.bench.assignment, record, path, seconds=0.0)
        lines.append(replace(game, page=f"{_GAMES}/{path.name}"))
    write_atomically(out / page.NAME, page.render(replace(standings, games=tuple(lines))))

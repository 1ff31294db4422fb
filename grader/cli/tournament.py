"""``grade tournament``: lets many agents play each other."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table

from grader.cli.exit_status import INTERNAL, USAGE, note, say, stop, stop_for_signal
from grader.cli.game_options import (
    GameSetup,
    game_setup_options,
    make_terminal_table,
    open_game_setup,
)
from grader.cli.output import render_to_text, write_to_stdout
from grader.jobs.agent_trials import AgentTrialResult
from grader.jobs.work_order import Player
from grader.model.formatting import format_count
from grader.render.game_sentences import summarise_game
from grader.tournament import ratings, result_pages
from grader.tournament.duration_estimate import (
    GamePace,
    estimate_tournament,
    format_duration,
    suggest_shorter_options,
)
from grader.tournament.entrants import (
    collect_players,
    group_identical_programs,
    list_reference_agents,
)
from grader.tournament.game_store import GameStore
from grader.tournament.plan import PairingSystem, Slot, TournamentPlan
from grader.tournament.result_pages import current_standings, write_result_pages
from grader.tournament.run_tournament import Tournament
from grader.tournament.simulate_rating_precision import MeanMargin, extrapolate_margin
from grader.tournament.sprt_score import draw_opening_moves
from grader.tournament.standings import Refusal, Standings, make_pair_results

_FEW = 12
"""Up to so many players, everybody meets everybody unless something else is asked for."""
_EVERY = 1.0
"""Seconds between two looks at the standings while games are played."""


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option(
    "--with",
    "names",
    multiple=True,
    metavar="NAME",
    help="A reference agent that also plays; repeatable. all means all of them.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Folder for games and standings. Games that it already holds are not played again.",
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
    help="Rounds in which players with similar scores meet.  [default: everybody meets everybody, "
    f"and with more than {_FEW} players as many rounds as tell them apart]",
)
@click.option(
    "--round-robin", is_flag=True, help="Everybody meets everybody, with any number of players."
)
@click.option("--dry-run", is_flag=True, help="Only try the agents and say how long it would take.")
@game_setup_options
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
    ratings.check_rating_available()
    setup = open_game_setup((*paths, *(name for name in names if name != "all")), **options)
    players, trials, refusals = _find_playable_players(setup, paths, names, out)
    plan = _plan(setup, players, pairs, rounds, round_robin)
    # Plans sort their players.
    of_player = dict(zip((player.name for player in players), trials, strict=True))
    pace = setup.pace([of_player[player.name] for player in plan.players])
    if dry_run:
        _announce_duration(setup, plan, pace, 0)
        return
    with _opened(setup, plan, out) as played:
        began = time.monotonic()
        margin = _play(setup, played, pace, lambda: write_result_pages(played, refusals, out))
        standings = current_standings(played, refusals)
        write_to_stdout(render_to_text(lambda page: _draw(standings, page)))
        write_result_pages(played, refusals, out)
    if new := 2 * (len(played.games) - played.found):
        say(
            f"played {new} games in {format_duration(time.monotonic() - began)}; strengths are "
            f"known to ±{standings.mean_margin:.0f} Elo on average; {margin} was announced"
        )
    say(f"games and standings are in {click.format_filename(out)}; begin with index.html")
    if played.lost:
        for sentence in played.lost.values():
            say(sentence)
        stop(INTERNAL, "they are left out; the same command tries again what is missing.")


def _find_playable_players(
    setup: GameSetup, paths: tuple[str, ...], names: tuple[str, ...], out: Path
) -> tuple[list[Player], list[AgentTrialResult | None], list[Refusal]]:
    """Return the players that can play: hand-ins at the paths, and reference agents.

    Returns:
        Those that can play, what their trials have shown, and who does not play, each with why.
    """
    assignment = setup.context.assignment
    known = list_reference_agents(assignment)
    for name in names:
        if name not in {*known, "all"}:
            stop(USAGE, f"--with {name}: the reference agents are {', '.join(known) or 'none'}.")
    for path in paths:
        if path in known and not Path(path).exists():
            stop(USAGE, f"{path} is no file; to let this reference agent play, add --with {path}.")
    reference = known if "all" in names else tuple(dict.fromkeys(names))
    entered, refusals = collect_players(assignment, paths, reference, out)
    tried = list(zip(entered, setup.try_agents(entered), strict=True))
    refusals += [(player.name, trial.refusal) for player, trial in tried if trial and trial.refusal]
    for name, why in refusals:
        say(f"{name} does not play: {why}")
    able = [(player, trial) for player, trial in tried if trial is None or not trial.refusal]
    players = [player for player, _ in able]
    for alike in group_identical_programs(players):
        say(f"{', '.join(alike)}: the same program")
    if len(players) < 2:
        left = "" if not refusals else f" {format_count(len(players), 'agent')} can play."
        stop(
            USAGE,
            f"a tournament needs at least two agents: give files, folders, or --with NAME.{left}",
        )
    return players, [trial for _, trial in able], refusals


def _plan(
    setup: GameSetup, players: list[Player], pairs: int, rounds: int | None, round_robin: bool
) -> TournamentPlan:
    swiss = rounds is not None or (len(players) > _FEW and not round_robin)
    enough = math.ceil(math.log2(len(players))) + 3
    return TournamentPlan(
        tuple(sorted(players, key=lambda player: player.name)),
        PairingSystem.SWISS if swiss else PairingSystem.ROUND_ROBIN,
        pairs,
        min(rounds or enough, len(players) - 1),
        tuple(draw_opening_moves(setup.context, pairs, setup.terms)),
        setup.terms,
    )


def _announce_duration(
    setup: GameSetup, plan: TournamentPlan, pace: GamePace, played: int
) -> MeanMargin:
    """Print how long the tournament takes, and return the expected margin of strengths.

    Args:
        played: pairs that have been played already.
    """
    whole = estimate_tournament(plan, pace, setup.processes, played)
    players = f"{len(plan.players)} players"
    if not played:
        note(f"{players}, {whole}")
        for one in suggest_shorter_options(plan, pace, setup.processes):
            note(f"  shorter: {one.option}   {one.estimate}")
    else:
        note(f"{2 * played} games had been played before")
    if played and (left := plan.games - 2 * played):
        note(f"{players}, {left} more games, {whole.span}; margins of strengths: {whole.margin}")
    return whole.margin


@contextlib.contextmanager
def _opened(setup: GameSetup, plan: TournamentPlan, out: Path) -> Iterator[Tournament]:
    store = GameStore.opened(out, setup.context.setting.digest)
    try:
        yield Tournament(setup.context, plan, store)
    finally:
        store.close()


def _play(
    setup: GameSetup, played: Tournament, pace: GamePace, write: Callable[[], None]
) -> MeanMargin:
    """Play the games that are left, and return the margin of strengths that was announced.

    Args:
        write: writes the pages as the games stand.
    """
    sides = setup.game.sides
    played.due()
    margin = _announce_duration(setup, played.plan, pace, played.found)
    for name, games in played.store.count_outdated_by_player(played.plan.players).items():
        note(
            f"{name} was edited: {format_count(games, 'game')} of the earlier program do not count"
        )
    if outdated := played.store.outdated:
        note(
            f"{outdated} games in {click.format_filename(played.store.path)} do not count: they "
            "were played with another edition of the assignment, the grader or the sandbox, or "
            "before the grader recorded these"
        )
    screen = Console(stderr=True)
    live = screen.is_terminal
    looked, told = 0.0, 2 * played.found
    half = played.plan.games / 2

    with Live(console=screen, auto_refresh=False, transient=True) as shown:

        def on_pair(slot: Slot) -> None:
            nonlocal looked, told
            told += 2
            if not live:
                for number, record in enumerate(played.games[slot], told - 1):
                    note(f"{summarise_game(record, sides)}   [{number} of {played.plan.games}]")
            elif time.monotonic() - looked > _EVERY:
                looked = time.monotonic()
                shown.update(_table(current_standings(played)), refresh=True)
            if told >= half > told - 2 and told < played.plan.games:
                say_so = shown.console.print if live else note
                say_so(_describe_expected_margin(played))

        try:
            with setup.carrier(_ignore_progress) as carrier:
                played.play(carrier, on_pair)
        except KeyboardInterrupt as interrupt:
            write()
            kept = f"{2 * len(played.games)} games are kept, and shown in {result_pages.NAME}"
            stop_for_signal(interrupt, f"; {kept}; the same command goes on from there")
    return margin


def _describe_expected_margin(played: Tournament) -> str:
    """Return, after about half of the games, the expected margin of strengths in the end."""
    in_the_end = extrapolate_margin(len(played.plan.players), make_pair_results(played.games))
    done = f"{2 * len(played.games)} of {played.plan.games} games are played"
    return f"{done}: in the end strengths will be known to about ±{in_the_end:.0f} Elo"


def _ignore_progress(players: str, plies: int, _: int) -> None:
    """Ignore progress within games, as pairs are counted."""


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
    return make_terminal_table(rows, titles)


def _draw(standings: Standings, page: Console) -> None:
    page.print(_table(standings))
    page.print(f"{standings.system} {standings.terms}", highlight=False, markup=False)
    page.print(
        "Elo: relative to the average of all players, with 95 % confidence.", highlight=False
    )

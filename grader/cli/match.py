"""``grade match``: lets two agents play each other."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from grader.cli.exit_status import INTERNAL, note, stop, stop_for_signal
from grader.cli.game_options import (
    GameSetup,
    append_games,
    game_setup_options,
    make_terminal_table,
    open_game_setup,
)
from grader.cli.output import ProgressLine, render_to_text, write_to_stdout
from grader.intake import IntakeError
from grader.jobs.work_order import GamePair, Player
from grader.machine.atomic_write import check_writable
from grader.model.formatting import format_count
from grader.render.game_sentences import describe_faults, summarise_game
from grader.tournament.duration_estimate import estimate_duration, format_duration
from grader.tournament.entrants import find_players
from grader.tournament.parallel_games import PlayedPair, play_pairs
from grader.tournament.sprt_score import (
    Games,
    RunningScore,
    SequentialTest,
    SprtDecision,
    confidence_interval,
    count_pair_scores,
    draw_opening_moves,
    make_pair,
    points_share,
)


def _even(_: click.Context, __: click.Parameter, value: int | None) -> int | None:
    if value is not None and value % 2:
        raise click.BadParameter(
            f"{value} is odd, and games come in pairs; choose {value - 1} or {value + 1}."
        )
    return value


def _test(_: click.Context, __: click.Parameter, value: str | None) -> SequentialTest | None:
    if value is None:
        return None
    try:
        low, high = map(float, value.split(":"))
        return SequentialTest(low, high)
    except ValueError:
        raise click.BadParameter(
            f"{value!r} is not LOW:HIGH, two shares of the points with the lower one first, as "
            "0.5:0.6."
        ) from None


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--games",
    type=click.IntRange(2, 100_000),
    callback=_even,
    metavar="N",
    help="How many, an even number.  [default: 10; with --until-sure at most 1000]",
)
@click.option(
    "--until-sure",
    "test",
    callback=_test,
    metavar="LOW:HIGH",
    help="Play until it is known whether A gets the share LOW of the points or the share HIGH, "
    "with an error in 5 % of cases either way.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Add the games to this file, one line of JSON each; see grade show.",
)
@game_setup_options
def match(
    first: str,
    second: str,
    games: int | None,
    test: SequentialTest | None,
    out: Path | None,
    **options: Any,
) -> None:
    """Let agents A and B play each other: files, or names of reference agents.

    Games come in pairs: the second has the same opening and changed sides. For each game, each
    agent has a sandbox of its own, and stands still while the other one thinks.

    Exit status: 0 played, 2 usage or input error, 3 internal or infrastructure error.
    """  # fmt: skip
    if out is not None:
        check_writable(out)
    setup = open_game_setup((first, second), **options)
    players = find_players(setup.context.assignment, (first, second))
    series = RunningScore(test)
    most = (games or (1000 if test else 10)) // 2
    _announce_duration(setup, players, most, test)
    sides = setup.game.sides
    began = time.monotonic()
    lost = ""
    try:
        lost = _play_until_decision(setup, (players[0], players[1]), most, series, out)
    except KeyboardInterrupt as interrupt:
        _show(series, sides)
        stop_for_signal(interrupt)
    _show(series, sides)
    note(
        f"{format_count(2 * len(series.games), 'game')} in "
        f"{format_duration(time.monotonic() - began)}"
    )
    if lost:
        stop(INTERNAL, lost)


def _announce_duration(
    setup: GameSetup, players: Sequence[Player], most: int, test: SequentialTest | None
) -> None:
    """Print how long the games will take.

    Raises:
        IntakeError: if a player has no agent that can play.
    """
    trials = setup.try_agents(players)
    for player, trial in zip(players, trials, strict=True):
        if trial is not None and trial.refusal:
            raise IntakeError(f"{player.name} cannot play: {trial.refusal}")
    span = estimate_duration([[(0, 1)] * most], setup.pace(trials), setup.processes)
    note(f"{'up to ' if test else ''}{2 * most} games, {span}{' if all are needed' * bool(test)}")


def _play_until_decision(
    setup: GameSetup,
    players: tuple[Player, Player],
    most: int,
    series: RunningScore,
    out: Path | None,
) -> str:
    """Play until a decision; return a sentence if a pair could not be played."""
    sides = setup.game.sides
    openings = draw_opening_moves(setup.context, most, setup.terms)

    def wanted() -> Iterator[tuple[int, GamePair]]:
        for number in range(most):
            if series.decision is not SprtDecision.OPEN:
                return
            yield number, make_pair(players, number, openings, setup.terms)

    title = f"{players[0].name} against {players[1].name}"

    with ProgressLine(title) as line:

        def on_progress(_: str, plies: int, __: int) -> None:
            line.update(f"{2 * len(series.games)} games   {plies} plies")

        with (
            setup.carrier(on_progress) as carrier,
            play_pairs(setup.context, wanted(), carrier) as results,
        ):
            return _read_played_pairs(results, series, line, out, sides)


def _read_played_pairs(
    results: Iterator[PlayedPair],
    series: RunningScore,
    line: ProgressLine,
    out: Path | None,
    sides: tuple[str, str],
) -> str:
    """Read played pairs until a decision; return a sentence if a pair could not be played."""
    waiting: dict[int, Games] = {}

    def keep(number: int) -> None:
        games = waiting.pop(number)
        series.add(number, games)
        line.hide()
        for game, record in enumerate(games, 2 * number + 1):
            note(f"game {game}: {summarise_game(record, sides)}")
        if out is not None:
            append_games(out, games)

    try:
        for result in results:
            if result.games is None:
                return f"pair {result.number + 1} could not be played: {result.lost}."
            waiting[result.number] = result.games
            while len(series.games) in waiting and series.decision is SprtDecision.OPEN:
                keep(len(series.games))
            if series.decision is not SprtDecision.OPEN:
                break
    finally:
        if series.decision is SprtDecision.OPEN:  # what waits for an earlier pair is kept, too
            for number in sorted(waiting):
                keep(number)
    return ""


def _show(series: RunningScore, sides: tuple[str, str]) -> None:
    if series.games:
        write_to_stdout(render_to_text(lambda page: _draw(series, sides, page)))


def _draw(series: RunningScore, sides: tuple[str, str], page: Console) -> None:
    games = series.games
    names = games[0][0].players
    rows, faults = [], []
    for player in (0, 1):
        # The first player has side 0 in the first game of each pair, and side 1 in the second.
        seats = [(record, player ^ number) for pair in games for number, record in enumerate(pair)]
        points = [[record.result.points(at) for record, at in seats if at == side]
                  for side in (0, 1)]  # fmt: skip
        plies = [ply for record, side in seats for ply in record.of(side)]
        replaced = sum(ply.fault is not None for ply in plies)
        faults += [f"{names[player]}: {said}" for said in describe_faults(plies)]
        rows.append((
            names[player], f"{sum(map(sum, points)):g}", *map(_won_drawn_lost, points), replaced,
            f"{max((ply.seconds for ply in plies), default=0.0):.2f} of {games[0][0].seconds:g} s",
        ))  # fmt: skip
    titles = (
        "player",
        "points",
        *(f"W–D–L as {side}" for side in sides),
        "replaced",
        "slowest move",
    )
    page.print(make_terminal_table(rows, titles))
    for said in faults:
        page.print(said, highlight=False, markup=False)
    counts = count_pair_scores(series.scores)
    low, high = confidence_interval(counts)
    page.print(
        f"{names[0]} got {points_share(counts):.0%} of the points; between {low:.0%} and "
        f"{high:.0%} are plausible (95 %, by pairs).",
        highlight=False, markup=False,
    )  # fmt: skip
    if series.test is not None:
        more, less = f"{series.test.high:.0%}", f"{series.test.low:.0%}"
        error = f"(error ≤ {max(series.test.alpha, series.test.beta):.0%})"
        verdicts = {
            SprtDecision.HIGH: f"{more} of the points fits, {less} does not {error}",
            SprtDecision.LOW: f"{less} of the points fits, {more} does not {error}",
            SprtDecision.OPEN: f"{less} and {more} of the points are both still possible",
        }
        page.print(
            f"{names[0]}, by the sequential test: {verdicts[series.decision]}, after "
            f"{2 * len(games)} games.",
            highlight=False, markup=False,
        )  # fmt: skip


def _won_drawn_lost(points: Sequence[float]) -> str:
    return "–".join(str(points.count(each)) for each in (1.0, 0.5, 0.0))

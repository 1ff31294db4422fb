"""Writes the pages of a tournament: standings, a page for each player and game, exports."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from markupsafe import Markup, escape

from grader.jobs.game_replay_files import write_replay
from grader.jobs.play_pair import load_game_and_rules
from grader.machine.atomic_write import write_atomically
from grader.model.escape import escape_invisible, neutralise_ci_commands
from grader.render import game_file
from grader.render.html.html_injection_safety import (
    assemble_page,
    make_environment,
    read_template_file,
)
from grader.render.html.svg_parts import format_coordinate, make_picture
from grader.tournament import exports
from grader.tournament.player_records import PlayerRecord, StrengthAfterRound, make_player_records
from grader.tournament.run_tournament import Tournament
from grader.tournament.standings import (
    PlayerStanding,
    Refusal,
    Standings,
    compute_standings,
    list_games_for_standings,
)

_GAMES = "games"
"""Folder of the games' pages, each named by what its game is."""


def current_standings(played: Tournament, refusals: Sequence[Refusal] = ()) -> Standings:
    """Return the standings by the games that have been played.

    Args:
        refusals: who does not play, each with the reason.
    """
    assignment = played.context.assignment
    sides = load_game_and_rules(assignment)[0].sides
    return compute_standings(played.plan, played.games, assignment.title, sides, refusals)


def write_result_pages(played: Tournament, refusals: Sequence[Refusal], out: Path) -> None:
    """Write all pages and exports into ``out``; existing pages of games stay unchanged.

    Raises:
        WriteError: if a file cannot be written.
    """
    assignment = played.context.assignment
    records = list_games_for_standings(played.games)
    for folder in (_GAMES, FOLDER):
        (out / folder).mkdir(exist_ok=True)
    bare = current_standings(played, refusals)
    lines = []
    for game, record in zip(bare.games, records, strict=True):
        digest = hashlib.sha256(game_file.dump_game_line(record).encode()).hexdigest()
        path = out / _GAMES / f"{digest[:16]}.html"
        if not path.exists():
            write_replay(assignment, record, path, seconds=0.0)
        lines.append(replace(game, page=f"{_GAMES}/{path.name}"))
    pages = {row.name: page_file_name(row.name) for row in bare.rows}
    rows = [replace(row, page=f"{FOLDER}/{pages[row.name]}") for row in bare.rows]
    standings = replace(bare, games=tuple(lines), rows=tuple(rows))
    for one in make_player_records(played.plan, played.games, standings):
        text = render_player_page(one, standings, pages)
        write_atomically(out / FOLDER / pages[one.row.name], text)
    files = {
        "standings.csv": exports.standings_csv(standings),
        "games.csv": exports.games_csv(standings, records),
        "games.pgn": exports.games_pgn(
            assignment.title, load_game_and_rules(assignment)[0].sides, records
        ),
    }
    for name, text in files.items():
        write_atomically(out / name, text)
    write_atomically(out / NAME, render_standings_page(standings, tuple(files)))


NAME = "index.html"

_STANDINGS_WIDTH, _LINE, _NAMES, _EDGE = 440.0, 26.0, 130.0, 14.0
_LONGEST = 18
"""Characters of a name beside the plot."""


def render_standings_page(standings: Standings, exports: Sequence[str] = ()) -> str:
    """Return the page as text.

    Args:
        exports: names of files beside it for other programs.
    """
    return assemble_page(
        make_environment("grader.tournament"),
        "standings.html",
        read_template_file("grader.tournament", "standings.css"),
        standings=standings,
        exports=exports,
        plot=_plot_strengths(standings.rows),
    )


def _plot_strengths(rows: tuple[PlayerStanding, ...]) -> Markup:
    """Return a plot of strengths with their margins, a line for each player, best on top."""
    most = max((abs(row.elo) + row.elo_margin for row in rows), default=0.0) or 1.0
    middle = (_NAMES + _STANDINGS_WIDTH - _EDGE) / 2
    scale = (_STANDINGS_WIDTH - _EDGE - middle) / most
    height = _LINE * len(rows) + _LINE
    elements = [
        (
            f'<path class="axis" d="M{format_coordinate(middle)} '
            f'0V{format_coordinate(height - _LINE)}"/>'
        )
    ]
    for number, row in enumerate(rows):
        y = _LINE * (number + 0.5)
        x, spread = middle + scale * row.elo, scale * row.elo_margin
        whole = neutralise_ci_commands(escape_invisible(row.name))
        name = whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST - 1]}…"
        elements += [
            (
                f'<text class="name" x="{format_coordinate(_NAMES - 8)}" '
                f'y="{format_coordinate(y + 4)}">{escape(name)}</text>'
            ),
            (
                f'<path class="margin" d="M{format_coordinate(x - spread)} '
                f'{format_coordinate(y)}H{format_coordinate(x + spread)}"/>'
            ),
            (
                f'<circle class="strength" cx="{format_coordinate(x)}" cy="{format_coordinate(y)}" '
                'r="4.5"/>'
            ),
        ]
    marks = ((-most, "start"), (0.0, "middle"), (most, "end"))
    elements += [
        f'<text class="{side}" x="{format_coordinate(middle + scale * value)}" '
        f'y="{format_coordinate(height - 8)}">'
        f"{value:+.0f}</text>"
        for value, side in marks
    ]
    heard = "; ".join(
        (
            f"{neutralise_ci_commands(escape_invisible(row.name))} {row.elo:+.0f} plus or minus "
            f"{row.elo_margin:.0f}"
        )
        for row in rows
    )
    return make_picture("strengths", _STANDINGS_WIDTH, height, heard, elements)


FOLDER = "players"

_PLAYER_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 440.0, 170.0, 46.0, 12.0, 12.0, 22.0

_environment = functools.cache(make_environment)


def page_file_name(name: str) -> str:
    """Return the file name of a player's page."""
    return f"{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}.html"


def render_player_page(record: PlayerRecord, standings: Standings, pages: Mapping[str, str]) -> str:
    """Return the page as text.

    Args:
        pages: file names of players' pages, by name.
    """
    package = "grader.tournament"
    return assemble_page(
        _environment(package),
        "player.html",
        read_template_file(package, "standings.css"),
        record=record,
        standings=standings,
        pages=pages,
        players=len(standings.rows),
        plot=_plot_strength_by_round(record.stages),
    )


def _plot_strength_by_round(stages: tuple[StrengthAfterRound, ...]) -> Markup:
    """Return a plot of the player's strength and its margin after each round."""
    if not stages:
        return Markup()
    low = min(0.0, *(stage.elo - stage.elo_margin for stage in stages))
    high = max(0.0, *(stage.elo + stage.elo_margin for stage in stages))
    scale = (_HEIGHT - _TOP - _BOTTOM) / ((high - low) or 1.0)

    def height(elo: float) -> float:
        return _TOP + scale * (high - elo)

    apart = (_PLAYER_WIDTH - _LEFT - _RIGHT) / len(stages)
    points = []
    elements = [
        (
            f'<path class="axis" d="M{format_coordinate(_LEFT)} '
            f'{format_coordinate(height(0))}H{format_coordinate(_PLAYER_WIDTH)}"/>'
        )
    ]
    elements += [
        f'<text class="end" x="{format_coordinate(_LEFT - 6)}" '
        f'y="{format_coordinate(height(value) + 4)}">'
        f"{value:+.0f}</text>"
        for value in (low, 0.0, high)
    ]
    for number, stage in enumerate(stages):
        x, y = _LEFT + apart * (number + 0.5), height(stage.elo)
        points.append(f"{format_coordinate(x)} {format_coordinate(y)}")
        top, bottom = height(stage.elo + stage.elo_margin), height(stage.elo - stage.elo_margin)
        elements += [
            (
                f'<path class="margin" d="M{format_coordinate(x)} '
                f'{format_coordinate(top)}V{format_coordinate(bottom)}"/>'
            ),
            (
                f'<circle class="strength" cx="{format_coordinate(x)}" cy="{format_coordinate(y)}" '
                'r="4.5"/>'
            ),
            (
                f'<text class="middle" x="{format_coordinate(x)}" '
                f'y="{format_coordinate(_HEIGHT - 5)}">{stage.round}</text>'
            ),
        ]
    elements.insert(1, f'<path class="course" d="M{"L".join(points)}"/>')
    heard = "; ".join(
        f"after round {stage.round} {stage.elo:+.0f} plus or minus {stage.elo_margin:.0f}"
        for stage in stages
    )
    return make_picture(
        "strengths",
        _PLAYER_WIDTH,
        _HEIGHT,
        neutralise_ci_commands(escape_invisible(heard)),
        elements,
    )

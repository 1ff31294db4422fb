"""Writes what a tournament shows: standings, a page for each player and game, exports."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.jobs.game_replay_files import write_replay
from grader.jobs.play_pair import load_game_and_rules
from grader.machine.atomic_write import write_atomically
from grader.render import game_file
from grader.tournament import exports, player_page, standings_page
from grader.tournament.compute_standings import compute_standings, list_games_for_standings
from grader.tournament.player_records import make_player_records
from grader.tournament.run_tournament import Tournament
from grader.tournament.standings_model import Refusal, Standings

_GAMES = "games"
"""Folder of the games' pages, each named by what its game is."""


def current_standings(played: Tournament, refusals: Sequence[Refusal] = ()) -> Standings:
    """Return the standings by the games that have been played.

    Args:
        refusals: who does not play, each with the reason.
    """
    assignment = played.bench.assignment
    sides = load_game_and_rules(assignment)[0].sides
    return compute_standings(played.plan, played.games, assignment.title, sides, refusals)


def write_result_pages(played: Tournament, refusals: Sequence[Refusal], out: Path) -> None:
    """Write all pages and exports into ``out``; existing pages of games stay unchanged.

    Raises:
        WriteError: if a file cannot be written.
    """
    assignment = played.bench.assignment
    records = list_games_for_standings(played.games)
    for folder in (_GAMES, player_page.FOLDER):
        (out / folder).mkdir(exist_ok=True)
    bare = current_standings(played, refusals)
    lines = []
    for game, record in zip(bare.games, records, strict=True):
        digest = hashlib.sha256(game_file.dump_game_line(record).encode()).hexdigest()
        path = out / _GAMES / f"{digest[:16]}.html"
        if not path.exists():
            write_replay(assignment, record, path, seconds=0.0)
        lines.append(replace(game, page=f"{_GAMES}/{path.name}"))
    pages = {row.name: player_page.page_file_name(row.name) for row in bare.rows}
    rows = [replace(row, page=f"{player_page.FOLDER}/{pages[row.name]}") for row in bare.rows]
    standings = replace(bare, games=tuple(lines), rows=tuple(rows))
    for one in make_player_records(played.plan, played.games, standings):
        text = player_page.render_player_page(one, standings, pages)
        write_atomically(out / player_page.FOLDER / pages[one.row.name], text)
    files = {
        "standings.csv": exports.standings_csv(standings),
        "games.csv": exports.games_csv(standings, records),
        "games.pgn": exports.games_pgn(
            assignment.title, load_game_and_rules(assignment)[0].sides, records
        ),
    }
    for name, text in files.items():
        write_atomically(out / name, text)
    write_atomically(
        out / standings_page.NAME, standings_page.render_standings_page(standings, tuple(files))
    )

"""Exports a tournament for other programs: standings and games as CSV, games as PGN."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from grader.model.escape import escape_to_one_line
from grader.model.game_record import GameRecord, Result
from grader.render.csv_rows import as_csv, escape_cell
from grader.render.game_sentences import FAULTS
from grader.tournament.standings import Standings

_SCORES = {Result.FIRST: "1-0", Result.SECOND: "0-1", Result.DRAW: "1/2-1/2"}
_WIDTH = 100
_MOST = 200
"""Characters of a name or a reason."""

_STANDINGS = (
    "rank", "player", "games", "points", "won", "drawn", "lost", "elo", "elo margin", "replaced",
    "late", "slowest s",
)  # fmt: skip
_GAMES = (
    "game", "first", "second", "result", "ending", "plies", "replaced first", "replaced second",
    "seconds", "seed", "board", "page",
)  # fmt: skip


def standings_csv(standings: Standings) -> str:
    """Return the standings, a row for each player."""
    rows = [
        (
            row.rank, escape_cell(row.name), row.games, row.points, row.won, row.drawn, row.lost,
            row.elo, row.elo_margin, row.replaced, row.late, round(row.slowest, 3),
        )
        for row in standings.rows
    ]  # fmt: skip
    return as_csv([_STANDINGS, *rows])


def games_csv(standings: Standings, records: Sequence[GameRecord]) -> str:
    """Return the games, a row for each.

    Args:
        records: in the order in which ``standings`` list them.
    """
    rows = [
        (
            line.number, *map(escape_cell, record.players), _SCORES[record.result],
            record.ending.value, len(record.opening) + len(record.plies), record.substituted(0),
            record.substituted(1),
            record.seconds, record.seed, escape_cell(record.board), line.page,
        )
        for line, record in zip(standings.games, records, strict=True)
    ]  # fmt: skip
    return as_csv([_GAMES, *rows])


def games_pgn(title: str, sides: tuple[str, str], records: Iterable[GameRecord]) -> str:
    """Return the games as Portable Game Notation writes those of chess.

    ``First`` and ``Second`` are the players, and the result is that of the first. Moves are written
    as in records of games; what the referee played instead of a player has a comment.
    """
    texts = []
    for number, record in enumerate(records, 1):
        tags = {
            "Event": title,
            "Round": str(number),
            "First": record.players[0],
            "Second": record.players[1],
            "FirstSide": sides[0],
            "SecondSide": sides[1],
            "Board": record.board,
            "SecondsPerMove": f"{record.seconds:g}",
            "OpeningPlies": str(len(record.opening)),
            "Termination": record.ending.value,
            "Result": _SCORES[record.result],
        }
        heading = "".join(
            f'[{tag} "{_quote_for_pgn(text)}"]\n' for tag, text in tags.items() if text
        )
        words = textwrap.fill(
            " ".join([*_moves(record), _SCORES[record.result]]),
            _WIDTH,
            break_long_words=False,
            break_on_hyphens=False,
        )
        texts.append(f"{heading}\n{words}\n")
    return "\n".join(texts)


def _moves(record: GameRecord) -> Iterable[str]:
    opening = len(record.opening)
    for ply, move in enumerate((*record.opening, *(each.move for each in record.plies))):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield move
        fault = record.plies[ply - opening].fault if ply >= opening else None
        if fault is not None:
            yield f"{{by the referee: {FAULTS[fault]}}}"


def _quote_for_pgn(text: str) -> str:
    """Return a text escaped for a quoted string in PGN."""
    return escape_to_one_line(text, _MOST).replace("\\", "\\\\").replace('"', '\\"')

"""Writes games as text and reads them: a line of JSON for each, so that a file can grow.

docs/game-records.md says what the members mean.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from grader.model.game_record import GameRecord
from grader.render.json_conversion import (
    INERT,
    ReportError,
    build_from_json,
    parse_json,
    to_plain_json,
)

VERSION = 1


@dataclass(frozen=True, slots=True)
class _Line:
    game_version: int
    game: GameRecord


def dump_game_line(record: GameRecord) -> str:
    """Return a game as one line of ASCII, without a line end."""
    text = json.dumps(to_plain_json(_Line(VERSION, record)), separators=(",", ":"))
    return text.replace("##", INERT)


def load_game_line(text: str) -> GameRecord:
    """Return the game that a line holds.

    Raises:
        ReportError: if it holds none, or one of a newer version of the grader.
    """
    found = build_from_json(_Line, parse_json(text, "a game record"), "a game record")
    if found.game_version != VERSION:
        raise ReportError(
            f"This game record has version {found.game_version}; this grader reads {VERSION}."
        )
    return found.game


def has_games(text: str) -> bool:
    """Return whether the first line of this file text looks like a game."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    try:
        found = parse_json(first, "a game record")
    except ReportError:
        return False
    return isinstance(found, dict) and "game_version" in found

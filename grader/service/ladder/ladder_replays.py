"""Keeps replays beside records of games, and shows readers the part that is theirs to see."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from grader.jobs.play_pair import load_records
from grader.model.game_record import GameRecord, Ply
from grader.model.game_replay import Replay
from grader.render.json_conversion import build_from_json, parse_json, to_plain_json

_NO_PLY = Ply("")


def dump_replays(replays: Sequence[Replay]) -> str:
    """Return replays as text, without what their records say."""
    return json.dumps([
        to_plain_json(
            replace(
                each, record=replace(each.record, plies=(), opening=()),
                moves=tuple(replace(move, ply=_NO_PLY) for move in each.moves),
            )
        )
        for each in replays
    ])  # fmt: skip


def load_replay(text: str, number: int, record: GameRecord) -> Replay:
    """Return one of the replays in a text, with what its record says.

    Args:
        number: 0 or 1, of the game in its pair.
        record: of that game, as its reader may see it.

    Raises:
        ReportError: if it cannot be read.
    """
    what = "a replay"
    found = build_from_json(Replay, parse_json(text, what)[number], what)
    plies = (*map(Ply, record.opening), *record.plies)
    moves = tuple(replace(move, ply=ply) for move, ply in zip(found.moves, plies, strict=True))
    return replace(found, record=record, moves=moves)


def load_record(
    text: str, number: int, names: tuple[str, str], *, shown: Sequence[int]
) -> GameRecord:
    """Return one of both records in a text, as its reader may see it.

    Args:
        number: 0 or 1, of the game in its pair.
        names: of the player who moves first in the first game, and of the other.
        shown: which of these two the reader may know everything about. What the other's program
            raised, printed and answered is left out.

    Raises:
        ReportError: if it cannot be read.
    """
    record = load_records(text)[number]
    players = (0, 1) if number == 0 else (1, 0)  # sides are changed in the second game
    plies = tuple(
        ply
        if players[record.side(place)] in shown
        else replace(ply, detail="", printed="", file="", line=None)
        for place, ply in enumerate(record.plies)
    )
    return replace(record, plies=plies, players=(names[players[0]], names[players[1]]))

"""Draws a game for the terminal: how it ended, every move with its time, and the last position."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from grader.model.escape import escape_line_for_ci
from grader.model.formatting import format_seconds
from grader.model.game_replay import MoveQuality, Replay, ReplayMove
from grader.render.game_sentences import (
    FAULTS,
    describe_end,
    describe_time,
    summarise_game,
)
from grader.render.terminal.grid import draw_grid
from grader.render.terminal.quoted_text import BarBeforeLines, TerminalDocument, quote_text

_STYLES = {
    MoveQuality.BEST: "green",
    MoveQuality.FINE: "dim",
    MoveQuality.MISTAKE: "yellow",
    MoveQuality.BLUNDER: "red",
    MoveQuality.UNPROVED: "dim",
}
_LINES = 4
"""Lines of what a move printed that are shown."""


def render(replay: Replay, page: Console) -> None:
    """Print the game."""
    record = replay.record
    board = f", board {record.board}" if record.board else ""
    terms = f"{format_seconds(record.seconds)} for each move, seed {record.seed}{board}"
    last = replay.moves[-1].figure if replay.moves else replay.start
    page.print(
        TerminalDocument([
            _line(f"{summarise_game(record, replay.sides)}.", "bold"),
            *_describe_losing_move(replay),
            _line(f"{replay.title}: {terms}", "dim"),
            _moves(replay),
            *_list_printed_output(replay),
            draw_grid(last),
        ])
    )  # fmt: skip


def _describe_losing_move(replay: Replay) -> Iterator[RenderableType]:
    """Yield the move that lost the game, and a better one, where both are proved."""
    if replay.losing is not None:
        made = replay.moves[replay.losing - 1]
        better = "" if made.better is None else f"; {made.better.words}"
        yield _line(f"The losing move is {made.ply.move} at ply {replay.losing}{better}.")


def _list_printed_output(replay: Replay) -> Iterator[RenderableType]:
    """Yield the text that agents printed, move by move."""
    for number, move in enumerate(replay.moves, 1):
        if move.ply.printed.strip():
            yield _line(f"printed at ply {number} by {replay.players[move.side]}:", "dim")
            yield BarBeforeLines(quote_text(move.ply.printed, first=_LINES))
            yield Text()


def _moves(replay: Replay) -> Table:
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    made.add_column("ply", justify="right")
    made.add_column("side")
    made.add_column("move")
    made.add_column("time", justify="right")
    made.add_column("", overflow="fold")
    for number, move in enumerate(replay.moves, 1):
        made.add_row(
            Text(str(number), "dim"),
            _line(replay.sides[move.side]),
            _line(move.ply.move),
            Text("" if move.given else describe_time(move.ply)),
            _remarks(move),
        )
    return made


def _remarks(move: ReplayMove) -> Text:
    if move.given:
        return Text("opening", "dim")
    remarks = Text()
    if move.word is not None and move.word is not MoveQuality.UNPROVED:
        remarks.append(f"{move.word.value} ", _STYLES[move.word])
    if ending := describe_end(move):
        remarks.append(f"{ending} ")
    if move.better is not None:
        remarks.append(f"{escape_line_for_ci(move.better.words)} ", "green")
    if move.ply.fault is not None:
        detail = escape_line_for_ci(move.ply.reason)
        remarks.append(f"replaced, {FAULTS[move.ply.fault]}: ", "magenta").append(detail)
    return remarks


def _line(text: str, style: str = "") -> Text:
    return Text(escape_line_for_ci(text), style)

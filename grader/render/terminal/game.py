"""A game on a terminal: how it ended, every move with its time, and the last position."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.model.escape import one_line, unled
from grader.model.replay import Move, Replay, Word
from grader.model.wording import seconds
from grader.render.game_words import FAULTS, summary_of
from grader.render.terminal.grid import draw
from grader.render.terminal.quote import quoted

_STYLES = {
    Word.BEST: "green",
    Word.FINE: "dim",
    Word.MISTAKE: "yellow",
    Word.BLUNDER: "red",
    Word.UNPROVED: "dim",
}
_LINES = 4
"""Lines of what a move printed that are shown."""


def render(replay: Replay, page: Console) -> None:
    """Print the game."""
    page.print(_line(f"{summary_of(replay.record, replay.sides)}.", "bold"))
    terms = f"{seconds(replay.record.seconds)} of CPU time for each move, seed {replay.record.seed}"
    page.print(_line(f"{replay.title}: {terms}", "dim"))
    page.print(_moves(replay))
    for number, move in enumerate(replay.moves, 1):
        if move.ply.printed.strip():
            page.print(_line(f"printed at ply {number} by {replay.players[move.side]}:", "dim"))
            page.print(quoted(move.ply.printed, first=_LINES))
    page.print()
    page.print(draw(replay.moves[-1].figure if replay.moves else replay.start))


def _moves(replay: Replay) -> Table:
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    made.add_column("ply", justify="right")
    made.add_column("side")
    made.add_column("move")
    made.add_column("CPU time", justify="right")
    made.add_column("", overflow="fold")
    for number, move in enumerate(replay.moves, 1):
        made.add_row(
            Text(str(number), "dim"),
            _line(replay.sides[move.side]),
            _line(move.ply.move),
            Text("" if move.given else seconds(move.ply.cpu_seconds)),
            _remarks(move),
        )
    return made


def _remarks(move: Move) -> Text:
    if move.given:
        return Text("opening", "dim")
    told = Text()
    if move.word is not None and move.word is not Word.UNPROVED:
        told.append(f"{move.word.value} ", _STYLES[move.word])
    if move.ply.fault is not None:
        detail = one_line(unled(move.ply.detail))
        told.append(f"replaced, {FAULTS[move.ply.fault]}: ", "magenta").append(detail)
    return told


def _line(text: str, style: str = "") -> Text:
    return Text(one_line(unled(text)), style)

"""Shows the outcome of a comparison as a table on a terminal."""

from __future__ import annotations

import os.path
from collections.abc import Iterator
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.model.escape import escape_label
from grader.model.formatting import format_count
from grader.render.terminal.quoted_text import TerminalDocument
from grader.similar import CAUTION
from grader.similar.comparison_outcome import ComparisonOutcome, format_percent

_LEFT_OUT = 20
"""Submissions left out that are listed."""


def render_comparison(outcome: ComparisonOutcome, console: Console) -> None:
    """Prints ``outcome``; file names are escaped, whatever they hold."""
    console.print(TerminalDocument(_parts(outcome)), crop=False)


def _parts(outcome: ComparisonOutcome) -> Iterator[RenderableType]:
    yield Text(outcome.found, "bold")
    yield Text(CAUTION, "yellow")
    if outcome.pairs:
        folder = _common_folder(outcome)
        yield Padding(_table(outcome, folder), (1, 0, 0, 0))
        if folder:
            yield Text(f"All of them are in {escape_label(folder)}.", "dim")
    if outcome.beyond:
        yield Text(f"… {format_count(outcome.beyond, 'more pair')}; --most N lists more.", "dim")
    for each in outcome.left_out[:_LEFT_OUT]:
        yield Text(f"! {escape_label(each.path)}: {escape_label(each.reason, 400)}", "yellow")
    if (more := len(outcome.left_out) - _LEFT_OUT) > 0:
        yield Text(f"! … and {more} more.", "yellow")


def _common_folder(outcome: ComparisonOutcome) -> str:
    """Return the innermost folder that holds all listed submissions; empty if it is trivial."""
    paths = [Path(path) for pair in outcome.pairs for path in (pair.one, pair.other)]
    if len({path.is_absolute() for path in paths}) > 1:
        return ""
    folder = os.path.commonpath([path.parent for path in paths])
    return "" if folder in {".", "/"} else str(folder)


def _table(outcome: ComparisonOutcome, folder: str) -> Table:
    """Return the table of pairs, with paths relative to ``folder``."""

    def path(whole: str) -> Text:
        # Rich would interpret a plain string as markup: "[link=…]".
        return Text(escape_label(str(Path(whole).relative_to(folder)) if folder else whole))

    table = Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", border_style="dim"
    )
    for heading in ("One", "The other"):
        table.add_column(heading, overflow="fold", ratio=1)
        table.add_column("Share", justify="right", no_wrap=True)
    table.add_column("Lines", justify="right", no_wrap=True)
    table.add_column("Longest", justify="right", no_wrap=True)
    for pair in outcome.pairs:
        table.add_row(
            path(pair.one), format_percent(pair.one_share),
            path(pair.other), format_percent(pair.other_share),
            str(pair.lines), str(pair.passages[0].lines) if pair.passages else "–",
        )  # fmt: skip
    return table

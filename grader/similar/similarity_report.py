"""Shows the outcome of a comparison: on a terminal, as one HTML file, as JSON."""

from __future__ import annotations

import os.path
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import grader
from grader.model.escape import escape_line_for_ci
from grader.model.formatting import format_count, format_percent_rounded_down
from grader.render.html.html_injection_safety import (
    assemble_page,
    make_environment,
    read_template_file,
)
from grader.render.json_conversion import encode_json, to_plain_json
from grader.render.terminal.quoted_text import TerminalDocument
from grader.similar import CAUTION
from grader.similar.comparison_outcome import (
    ComparisonOutcome,
    Passage,
    SimilarPair,
    SourceLine,
    format_line_span,
)

_ROOM = 1_400_000
"""Characters of code on the page: it has to open on any machine."""
_PASSAGES = 25
"""Passages of a pair that are shown."""
_LINES = 120
"""Lines of a passage that are shown on each side."""
_LEFT_OUT = 200
"""Submissions left out that are listed."""


@dataclass(frozen=True, slots=True)
class PassageSide:
    """One side of a passage as the page shows it; ``left`` lines are not shown."""

    place: str
    lines: tuple[SourceLine, ...]
    left: int


@dataclass(frozen=True, slots=True)
class PairView:
    """A pair as the page shows it; ``left`` passages are not shown."""

    anchor: str
    pair: SimilarPair
    passages: tuple[tuple[Passage, tuple[PassageSide, PassageSide]], ...]
    left: int


def render_comparison_page(outcome: ComparisonOutcome) -> str:
    """Return ``outcome`` as an HTML document that fetches, runs and sends nothing.

    Every text is spelled out (``escape.escape_invisible``) and escaped, names of files included.
    """
    made = make_environment("grader.similar")
    made.filters["percent"] = format_percent_rounded_down
    return assemble_page(
        made,
        "similar.html",
        read_template_file("grader.similar", "similar.css"),
        outcome=outcome,
        pairs=tuple(_views(outcome)),
        left_out=outcome.left_out[:_LEFT_OUT],
        left_out_more=len(outcome.left_out[_LEFT_OUT:]),
        caution=CAUTION,
        found=outcome.found,
    )


def _views(outcome: ComparisonOutcome) -> Iterator[PairView]:
    room = _ROOM
    for number, pair in enumerate(outcome.pairs, 1):
        shown: list[tuple[Passage, tuple[PassageSide, PassageSide]]] = []
        for passage in pair.passages[:_PASSAGES]:
            sides = (_side(passage.one), _side(passage.other))
            room -= sum(len(line.text) + 80 for side in sides for line in side.lines)
            if room < 0:
                break
            shown.append((passage, sides))
        yield PairView(f"pair-{number}", pair, tuple(shown), len(pair.passages) - len(shown))


def _side(lines: tuple[SourceLine, ...]) -> PassageSide:
    return PassageSide(format_line_span(lines), lines[:_LINES], len(lines[_LINES:]))


_LEFT_OUT_LINES = 20
"""Submissions left out that are listed."""


def render_comparison(outcome: ComparisonOutcome, console: Console) -> None:
    """Prints ``outcome``; file names are escaped, whatever they hold."""
    console.print(TerminalDocument(_terminal_parts(outcome)), crop=False)


def _terminal_parts(outcome: ComparisonOutcome) -> Iterator[RenderableType]:
    yield Text(outcome.found, "bold")
    yield Text(CAUTION, "yellow")
    if outcome.pairs:
        folder = _common_folder(outcome)
        yield Padding(_pair_table(outcome, folder), (1, 0, 0, 0))
        if folder:
            yield Text(f"All of them are in {escape_line_for_ci(folder)}.", "dim")
    if outcome.beyond:
        yield Text(f"… {format_count(outcome.beyond, 'more pair')}; --most N lists more.", "dim")
    for each in outcome.left_out[:_LEFT_OUT_LINES]:
        yield Text(
            f"! {escape_line_for_ci(each.path)}: {escape_line_for_ci(each.reason, 400)}", "yellow"
        )
    if (more := len(outcome.left_out) - _LEFT_OUT_LINES) > 0:
        yield Text(f"! … and {more} more.", "yellow")


def _common_folder(outcome: ComparisonOutcome) -> str:
    """Return the innermost folder that holds all listed submissions; empty if it is trivial."""
    paths = [Path(path) for pair in outcome.pairs for path in (pair.one, pair.other)]
    if len({path.is_absolute() for path in paths}) > 1:
        return ""
    folder = os.path.commonpath([path.parent for path in paths])
    return "" if folder in {".", "/"} else str(folder)


def _pair_table(outcome: ComparisonOutcome, folder: str) -> Table:
    """Return the table of pairs, with paths relative to ``folder``."""

    def path(whole: str) -> Text:
        # Rich would interpret a plain string as markup: "[link=…]".
        return Text(escape_line_for_ci(str(Path(whole).relative_to(folder)) if folder else whole))

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
            path(pair.one), format_percent_rounded_down(pair.one_share),
            path(pair.other), format_percent_rounded_down(pair.other_share),
            str(pair.lines), str(pair.passages[0].lines) if pair.passages else "–",
        )  # fmt: skip
    return table


SCHEMA = "grade-similar/1"


def dump_comparison(outcome: ComparisonOutcome) -> str:
    """Return ``outcome`` as JSON without the code; docs/similar.md describes its keys."""
    return encode_json({
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        "caution": CAUTION,
        **to_plain_json(outcome),
        "pairs": [_json_of_pair(pair) for pair in outcome.pairs],
    })  # fmt: skip


def _json_of_pair(pair: SimilarPair) -> dict[str, Any]:
    return {
        "one": {"path": pair.one, "share": round(pair.one_share, 4)},
        "other": {"path": pair.other, "share": round(pair.other_share, 4)},
        "length": pair.length,
        "lines": pair.lines,
        "passages": [
            {
                "length": each.length,
                "one": _json_of_side(each.one),
                "other": _json_of_side(each.other),
            }
            for each in pair.passages
        ],
    }


def _json_of_side(lines: tuple[SourceLine, ...]) -> dict[str, Any]:
    first, last = lines[0], lines[-1]
    return {
        "from": {"file": first.file, "line": first.number},
        "to": {"file": last.file, "line": last.number},
    }

"""Draws for the terminal what loading noted, and how the roles of free names are called."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.model.escape import escape_invisible
from grader.model.formatting import format_count
from grader.model.report import Report
from grader.model.submission import LoadNote
from grader.render.role_sentences import HEADING, role_sentences, sentence_with_backticks
from grader.render.terminal.quoted_text import BarBeforeLines, quote_text

_NOTES = 10
"""Notes that are shown."""
_NUMBERED = "  cell 1 is the first cell of code; cells of text do not count"


def draw_loading(report: Report) -> Iterator[RenderableType]:
    """Yield the notes on loading and the output printed during it, if there are any."""
    if report.load_notes:
        notes = [_note(note) for note in report.load_notes[:_NOTES]]
        if left := len(report.load_notes) - len(notes):
            said = f"… and {format_count(left, 'more note')}, in the JSON report: -o a.json"
            notes.append(Text(said, "dim", overflow="fold"))
        heading = Text("While loading", "bold")
        if any(" cell " in note.file for note in report.load_notes[:_NOTES]):
            heading.append(_NUMBERED, "not bold dim")
        yield Padding(heading, (1, 0, 0, 0))
        yield BarBeforeLines(Group(*notes))
    if report.load_stdout.strip():
        yield Padding(Text("Printed while loading", "bold"), (1, 0, 0, 0))
        yield BarBeforeLines(quote_text(report.load_stdout))


def _note(note: LoadNote) -> Text:
    where = note.file if note.line is None else f"{note.file}, line {note.line}"
    text = Text(overflow="fold")
    if where:
        text.append(f"{escape_invisible(where)}: ", "cyan")
    return text.append_text(quote_text(note.message, first=4))


_WIDEST = 1200
"""Characters of a sentence: reasons and suggestions have up to three bindings in them."""


def draw_roles(report: Report) -> Iterator[RenderableType]:
    """Yield a heading and a sentence for each role that needs one."""
    if said := role_sentences(report):
        yield Padding(Text(HEADING, "bold"), (1, 0, 0, 0))
        yield BarBeforeLines(
            Group(
                *(
                    quote_text(sentence_with_backticks(each), first=3, widest=_WIDEST)
                    for each in said
                )
            )
        )

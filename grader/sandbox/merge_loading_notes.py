"""Merges notes about loading that say the same of several statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from grader.model.submission import LoadNote

MAX_MESSAGE = 2000
"""Characters of a message, with the places it names."""
_SHOWN = 5
"""Further statements that are named."""


def grouped(notes: Iterable[LoadNote]) -> tuple[LoadNote, ...]:
    """Return ``notes`` in order, with equal messages merged into one note at the first place."""
    found: dict[str, list[LoadNote]] = {}
    for note in dict.fromkeys(notes):
        found.setdefault(note.message, []).append(note)
    return tuple(_one(same) for same in found.values())


def _one(same: Sequence[LoadNote]) -> LoadNote:
    first, *others = same
    if not others:
        return first
    named = [_where(note, first) for note in others[:_SHOWN]]
    if left := len(others) - len(named):
        named.append(f"{left} more")
    also = f" ({len(same)} times: also {', '.join(named)})"
    return replace(first, message=first.message[: MAX_MESSAGE - len(also)] + also)


def _where(note: LoadNote, first: LoadNote) -> str:
    """Return the place of a note, shortened for readers who know the place of ``first``."""
    line = "" if note.line is None else f"line {note.line}"
    if note.file == first.file:
        return line
    book, _, cell = note.file.rpartition(" cell ")
    file = f"cell {cell}" if first.file.startswith(f"{book} cell ") else note.file
    return f"{file} {line}".rstrip()

"""Represents a submission: what was handed in, as text, and which of its files is graded."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class LoadNote:
    """Something that happened while the submission was loaded.

    Attributes:
        message: one sentence.
        file: the file, or notebook and cell; may be empty.
        line: line in that file, counted from 1.
        column: character of that line at which it could not be read further, counted from 1.
    """

    message: str
    file: str = ""
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a Python file or of one code cell of a notebook."""

    source: str
    """Decoded, with LF newlines and without a byte order mark."""
    name: str
    """As tracebacks show it: ``alice.py`` or ``alice.ipynb cell 3`` (code cells from 1)."""
    notebook: bool
    """Whether it is a cell of a notebook."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file that was handed in beside the code, for the code to read."""

    name: str
    """Its path within what was handed in, with forward slashes."""
    content: bytes


_LONGEST = 200_000
"""Characters of the submissions whose text stands in their reports."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission to grade: its cells, the modules and data files beside them, and notes."""

    path: str
    digest: str
    """SHA-256 over all that can influence how it runs, hexadecimal: names and sources of the cells,
    and of the files beside them."""
    cells: tuple[Cell, ...]
    """What is graded."""
    notes: tuple[LoadNote, ...]
    beside: str = ""
    """Of notebooks, a digest of all that their files hold. No verdict depends on it."""
    headings: tuple[str, ...] = ()
    """Of notebooks, the headings of their texts. No verdict depends on them."""
    main: str = ""
    """Path of the graded file within what was handed in; empty if there is nothing beside it."""
    modules: tuple[Cell, ...] = ()
    """Python files beside it, which it can import. Their names are their paths."""
    data: tuple[DataFile, ...] = ()
    """Further files beside it, which it can read."""

    @property
    def code(self) -> tuple[Cell, ...]:
        """Return all code: the cells that are graded, then the modules that they can import."""
        return self.cells + self.modules

    @property
    def readable(self) -> tuple[Cell, ...]:
        """Return the code to show beside the verdicts; nothing if it is too long to read."""
        return self.code if sum(len(cell.source) for cell in self.code) <= _LONGEST else ()


def digest_texts(texts: Iterable[str]) -> str:
    """Return a hash of all texts, each preceded by its length so that no two lists collide."""
    state = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big") + data)
    return state.hexdigest()


@dataclass(frozen=True, slots=True)
class MainFileRules:
    """The rules by which the file to grade is found among those that a student handed in.

    Attributes:
        given: names, lower case, of files that every student is given and often hands back, so
            that none of them is the one to grade.
        provided: those of them that the course provides to every submission, whatever is handed in:
            :func:`normalized_text_digest` of each, by its name in lower case.
        main: names, lower case, of files of which one is graded, if the assignment names any.
        asked: names of the functions and classes that the assignment asks for; empty if they are
            free.
    """

    given: frozenset[str] = frozenset()
    provided: Mapping[str, str] = field(default_factory=dict)
    main: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()


def normalized_text_digest(text: str) -> str:
    """Return a digest of a text that ignores blank lines around it and kinds of line ends."""
    return digest_texts(["\n".join(text.strip().splitlines())])


_FRAME = re.compile(r'^  File "(?P<file>[^"\n]*)", line (?P<line>\d{1,7})\b', re.MULTILINE)
_FOREIGN = re.compile(r"packages/|python3\.\d+/")
"""Where files are that the student has not written."""


def innermost_student_line(
    traceback: str, cells: Sequence[Cell] | None = None
) -> tuple[str, int] | None:
    """Return file and line of the innermost frame that lies in the student's own source.

    The traceback is the student's word: at worst it names another line of theirs.

    Args:
        cells: the student's source; ``None`` if it is not at hand, and every file counts that is
            neither Python's nor a package's.
    """
    lengths = {cell.name: cell.source.removesuffix("\n").count("\n") + 1 for cell in cells or ()}

    def is_own(file: str, line: int) -> bool:
        if cells is None:
            return not _FOREIGN.match(file)
        return 1 <= line <= lengths.get(file, 0)

    frames = [(each["file"], int(each["line"])) for each in _FRAME.finditer(traceback)]
    return next((frame for frame in reversed(frames) if is_own(*frame)), None)


def prefix_location(detail: str, file: str, line: int | None) -> str:
    """Return ``detail`` with its file and line in front, if they are known; not escaped."""
    return detail if line is None else f"{file}, line {line}: {detail}"


MAX_MESSAGE = 2000
"""Characters of the message of a note, with the places it names."""
_SHOWN = 5
"""Further statements that are named."""


def merge_equal_notes(notes: Iterable[LoadNote]) -> tuple[LoadNote, ...]:
    """Return ``notes`` in order, with equal messages merged into one note at the first place.

    The notes of several loads belong together: what took too long in one may not have in another.
    """
    found: dict[str, list[LoadNote]] = {}
    for note in dict.fromkeys(notes):
        found.setdefault(note.message, []).append(note)
    return tuple(_one(same) for same in found.values())


def _one(same: Sequence[LoadNote]) -> LoadNote:
    first, *others = same
    if not others:
        return first
    named = [_place_of_note(note, first) for note in others[:_SHOWN]]
    if left := len(others) - len(named):
        named.append(f"{left} more")
    also = f" ({len(same)} times: also {', '.join(named)})"
    return replace(first, message=first.message[: MAX_MESSAGE - len(also)] + also)


def _place_of_note(note: LoadNote, first: LoadNote) -> str:
    """Return the place of a note, shortened for readers who know the place of ``first``."""
    line = "" if note.line is None else f"line {note.line}"
    if note.file == first.file:
        return line
    book, _, cell = note.file.rpartition(" cell ")
    file = f"cell {cell}" if first.file.startswith(f"{book} cell ") else note.file
    return f"{file} {line}".rstrip()

"""Reads what was handed in: a Python file, a notebook, or a zip archive or folder with one of them.

Everything here is data: nothing is executed, parsed as Python or written to disk. Sizes are
checked before anything is read, and every refusal is one sentence for the student.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.intake import files, notebook
from grader.intake.code_presence import holds_code, is_garbled, kind_of_file
from grader.intake.decoding import decode
from grader.intake.refusal import IntakeError, SeveralFiles, shown, suffix_of
from grader.intake.slim import without_outputs
from grader.model.submission import Cell, LoadNote, Submission, digest

__all__ = ["IntakeError", "SeveralFiles", "beside", "contents", "of_contents", "read", "refusing"]

_LARGE = 1 << 20
"""Bytes from which a notebook is read without its outputs."""


def read(path: Path, given: Collection[str] = ()) -> Submission:
    """The submission at ``path``.

    In an archive or folder the one file ending in .py or .ipynb counts; files that students are
    given, hidden files, symbolic links, archives inside and names like ``__init__.py`` are passed
    over.

    Args:
        given: names, lower case, of files that every student is given
            (:attr:`grader.assignment.Assignment.given`).

    Raises:
        IntakeError: if there is not exactly one file to grade, or it cannot be read.
    """
    return of_contents(path, contents(path, given))


def contents(path: Path, given: Collection[str] = ()) -> list[tuple[str, bytes]]:
    """The one file that counts, with its name. Arguments and errors as :func:`read`."""
    with refusing(path):
        return [files.content(path, given)]


def of_contents(path: str | Path, contents: Iterable[tuple[str, bytes]]) -> Submission:
    """The submission ``path`` that consists of these files, by name, of any origin.

    Raises:
        IntakeError: if one of them cannot be read as code.
    """
    held = list(contents)
    read = [_cells(shown(name), data) for name, data in held]
    cells = tuple(cell for of_file, _, _ in read for cell in of_file)
    return Submission(
        path=os.fspath(path).encode(errors="backslashreplace").decode(),
        digest=digest(text for cell in cells for text in (cell.name, cell.source)),
        cells=cells,
        notes=tuple(note for _, of_file, _ in read for note in of_file),
        beside=beside(held) if any(cell.notebook for cell in cells) else "",
        headings=tuple(heading for _, _, of_file in read for heading in of_file),
    )


def beside(contents: Iterable[tuple[str, bytes]]) -> str:
    """Of notebooks, a digest of all that these files hold; see :attr:`Submission.beside`."""
    return digest(hashlib.sha256(data).hexdigest() for _, data in contents)


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Turn system errors about ``path`` into :class:`IntakeError`."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise IntakeError(
            f"{shown(path)} cannot be read ({reason}); check the path and its permissions."
        ) from None


def _cells(
    name: str, data: bytes
) -> tuple[tuple[Cell, ...], tuple[LoadNote, ...], tuple[str, ...]]:
    """The code in a file, notes about reading it, and headings beside the code."""
    if suffix_of(name) == ".ipynb" and len(data) > _LARGE:
        data = without_outputs(data)
    if kind := kind_of_file(data):
        raise IntakeError(
            f"{name} is {kind}, whatever its name says; hand in the text of your program."
        )
    text, doubt = decode(data)
    notes = [LoadNote(doubt, name)] if doubt else []
    if not name.lower().endswith(kind := suffix_of(name)):
        notes.append(LoadNote(f"The file is called so; it was read as a {kind} file", name))
    if "\0" in text:
        raise IntakeError(f"{name} looks like a binary file; hand in the text of your program.")
    if doubt and is_garbled(text):
        raise IntakeError(
            f"{name} has bytes that are no text in UTF-8 or any usual encoding; save it as UTF-8 "
            "and hand it in again."
        )
    if not text.strip():
        raise IntakeError(f"{name} is empty; save your work and hand it in again.")
    if suffix_of(name) != ".ipynb" and not notebook.is_one(text):
        if not holds_code(text, notebook=False):
            raise IntakeError(
                f"{name} has comments or strings and no code; hand in the file with your program."
            )
        return (Cell(text, name, notebook=False),), tuple(notes), ()
    if suffix_of(name) != ".ipynb":
        notes.append(LoadNote("This is a notebook and was read as one, despite its name", name))
    sources, oddities = notebook.code_cells(text, name)
    notes += [LoadNote(oddity, name) for oddity in oddities]
    cells = tuple(
        Cell(source, f"{name} cell {number}", notebook=True) for number, source in sources
    )
    if not any(holds_code(cell.source, notebook=True) for cell in cells):
        raise IntakeError(f"{name} has no code in any code cell; hand in the notebook you ran.")
    return cells, tuple(notes), notebook.headings(text, name)

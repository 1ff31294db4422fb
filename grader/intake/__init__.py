"""Reads what was handed in: a Python file, a notebook, or a zip archive or folder with files.

Everything here is data: nothing is executed, parsed as Python or written to disk. Sizes are
checked before anything is read, and every refusal is one sentence for the student. It names what
was handed in by its name there, never by where it is kept.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from grader.intake import archive, files, notebook
from grader.intake.code_presence import holds_code, is_garbled, kind_of_file
from grader.intake.companion_files import Contents, Named, chosen
from grader.intake.decoding import decode
from grader.intake.refusal import (
    LIMITS,
    IntakeError,
    SeveralFiles,
    named,
    shown,
    suffix_of,
    too_large,
)
from grader.intake.strip_notebook_outputs import without_outputs
from grader.model.file_rules import FileRules
from grader.model.submission import Cell, DataFile, LoadNote, Submission, digest_texts

__all__ = [
    "Contents", "IntakeError", "SeveralFiles", "beside", "contents", "contents_of", "of_contents",
    "read", "refusing",
]  # fmt: skip

_LARGE = 1 << 20
"""Bytes from which a notebook is read without its outputs."""
_ANY = FileRules()


def read(path: Path, rules: FileRules = _ANY) -> Submission:
    """The submission at ``path``.

    In an archive or folder one file is graded, see :mod:`grader.intake.main_file`. What lies beside
    it can be imported and read, see :mod:`grader.intake.companion_files`. Hidden files, symbolic
    links and folders of installed packages are passed over.

    Args:
        rules: those of the assignment (:attr:`grader.assignment.Assignment.file_rules`).

    Raises:
        IntakeError: if there is not exactly one file to grade, or it cannot be read.
    """
    return of_contents(path, *contents(path, rules))


def contents(path: Path, rules: FileRules = _ANY) -> Contents:
    """The files that count. Arguments and errors as :func:`read`."""
    with refusing(path):
        if files.is_folder(path):
            return chosen(named(path), files.of_folder(path), rules)
        return contents_of(path.name, files.read(path), rules)


def contents_of(name: str, data: bytes, rules: FileRules = _ANY) -> Contents:
    """The files that count in a file called ``name``. Errors as :func:`read`."""
    suffix = suffix_of(name)
    if suffix not in LIMITS:
        raise files.not_accepted(shown(name))
    if len(data) > LIMITS[suffix]:
        raise too_large(name)
    if suffix != ".zip":
        return Contents([(name, data)])
    with archive.opened(data, shown(name)) as members:
        return chosen(shown(name), files.of_archive(members, shown(name)), rules)


def of_contents(
    path: str | Path,
    graded: Iterable[Named],
    further: Iterable[Named] = (),
    notes: Iterable[LoadNote] = (),
) -> Submission:
    """The submission ``path`` that consists of these files, of any origin; see :class:`Contents`.

    Raises:
        IntakeError: if one of those that are graded cannot be read as code.
    """
    held = list(graded)
    modules, data, doubts = _further(further)
    read = [_cells(shown(name), content) for name, content in _told_apart(held, modules)]
    cells = tuple(cell for of_file, _, _ in read for cell in of_file)
    main = held[0][0] if modules or data else ""
    return Submission(
        path=os.fspath(path).encode(errors="backslashreplace").decode(),
        digest=digest_texts(_influences(cells, main, modules, data)),
        cells=cells,
        notes=(*(note for _, of_file, _ in read for note in of_file), *doubts, *notes),
        beside=beside(held) if any(cell.notebook for cell in cells) else "",
        headings=tuple(heading for _, _, of_file in read for heading in of_file),
        main=main,
        modules=tuple(modules),
        data=tuple(data),
    )


def _told_apart(graded: Sequence[Named], modules: Iterable[Cell]) -> Sequence[Named]:
    """A single file under its plain name, unless that is the path of another, as lines refer to."""
    if len(graded) > 1:
        return graded
    taken = {module.name for module in modules}
    return [
        (name if PurePosixPath(name).name in taken else PurePosixPath(name).name, content)
        for name, content in graded
    ]


def _further(
    further: Iterable[Named],
) -> tuple[list[Cell], list[DataFile], list[LoadNote]]:
    """What lies beside the graded file, as modules and as data, and notes about reading it."""
    modules: list[Cell] = []
    data: list[DataFile] = []
    notes: list[LoadNote] = []
    for path, content in further:
        text, doubt = decode(content) if path.endswith(".py") else ("\0", "")
        if "\0" in text:
            data.append(DataFile(path, content))
            continue
        modules.append(Cell(text, path, notebook=False))
        notes += [LoadNote(doubt, path)] if doubt else []
    return modules, data, notes


def _influences(
    cells: Iterable[Cell], main: str, modules: Sequence[Cell], data: Sequence[DataFile]
) -> Iterator[str]:
    """All that a verdict may depend on, as texts."""
    for cell in cells:
        yield from (cell.name, cell.source)
    if main:
        yield f"beside {main}"
    for cell in modules:
        yield from ("module", cell.name, cell.source)
    for file in data:
        yield from ("data", file.name, hashlib.sha256(file.content).hexdigest())


def beside(graded: Iterable[Named]) -> str:
    """Of notebooks, a digest of all that these files hold; see :attr:`Submission.beside`."""
    return digest_texts(hashlib.sha256(data).hexdigest() for _, data in graded)


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Turn system errors about ``path`` into :class:`IntakeError`."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise IntakeError(
            f"{named(path)} cannot be read ({reason}); check the path and its permissions."
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
                f"{name} has only comments or texts in quotes, and no code; hand in the file with "
                "your program."
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

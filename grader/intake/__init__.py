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

from grader.intake import handin_files, notebook_code
from grader.intake.accepted_files import SIZE_LIMITS, suffix_of
from grader.intake.companion_files import HandinContents, NamedBytes, choose_contents
from grader.intake.intake_errors import (
    IntakeError,
    SeveralFiles,
    display_name,
    printable_name,
    too_large_error,
)
from grader.intake.notebook_texts import without_outputs
from grader.intake.text_decoding import (
    UnreadableText,
    decode_with_doubt,
    holds_code,
    read_text,
)
from grader.model.submission import (
    Cell,
    DataFile,
    LoadNote,
    MainFileRules,
    Submission,
    digest_texts,
)

__all__ = [
    "HandinContents",
    "IntakeError",
    "SeveralFiles",
    "convert_system_errors",
    "digest_notebooks",
    "make_submission",
    "read_contents",
    "read_contents_of_bytes",
    "read_submission",
]  # fmt: skip

_LARGE = 1 << 20
"""Bytes from which a notebook is read without its outputs."""
_ANY = MainFileRules()


def read_submission(path: Path, rules: MainFileRules = _ANY) -> Submission:
    """Return the submission at ``path``.

    In an archive or folder one file is graded, see :mod:`grader.intake.main_file`. What lies beside
    it can be imported and read, see :mod:`grader.intake.companion_files`. Hidden files, symbolic
    links and folders of installed packages are passed over.

    Args:
        rules: those of the assignment (:attr:`grader.assignment.Assignment.file_rules`).

    Raises:
        IntakeError: if there is not exactly one file to grade, or it cannot be read.
    """
    return make_submission(path, *read_contents(path, rules))


def read_contents(path: Path, rules: MainFileRules = _ANY) -> HandinContents:
    """Return the files of a hand-in that count. Arguments and errors as :func:`read_submission`."""
    with convert_system_errors(path):
        if handin_files.is_folder(path):
            return choose_contents(display_name(path), handin_files.entries_of_folder(path), rules)
        return read_contents_of_bytes(path.name, handin_files.read_gradable_file(path), rules)


def read_contents_of_bytes(name: str, data: bytes, rules: MainFileRules = _ANY) -> HandinContents:
    """Return the files that count of one called ``name``. Errors as :func:`read_submission`."""
    suffix = suffix_of(name)
    if suffix not in SIZE_LIMITS:
        entry = handin_files.FileEntry(name, len(data), lambda limit: data[: limit + 1])
        raise handin_files.unsupported_file_error(
            printable_name(name), handin_files.advise_renaming(entry)
        )
    if len(data) > SIZE_LIMITS[suffix]:
        raise too_large_error(name)
    if suffix != ".zip":
        return HandinContents([(name, data)])
    with handin_files.open_archive(data, printable_name(name)) as members:
        return choose_contents(
            printable_name(name),
            handin_files.entries_of_archive(members, printable_name(name)),
            rules,
        )


def make_submission(
    path: str | Path,
    graded: Iterable[NamedBytes],
    further: Iterable[NamedBytes] = (),
    notes: Iterable[LoadNote] = (),
) -> Submission:
    """Make a submission called ``path`` of the files' contents; see :class:`HandinContents`.

    Raises:
        IntakeError: if one of those that are graded cannot be read as code.
    """
    held = list(graded)
    modules, data, doubts = _read_companions(further)
    read = [
        _read_cells(printable_name(name), content)
        for name, content in _drop_folders_of_only_file(held, modules)
    ]
    cells = tuple(cell for of_file, _, _ in read for cell in of_file)
    main = held[0][0] if modules or data else ""
    return Submission(
        path=os.fspath(path).encode(errors="backslashreplace").decode(),
        digest=digest_texts(_texts_to_digest(cells, main, modules, data)),
        cells=cells,
        notes=(*(note for _, of_file, _ in read for note in of_file), *doubts, *notes),
        beside=digest_notebooks(held) if any(cell.notebook for cell in cells) else "",
        headings=tuple(heading for _, _, of_file in read for heading in of_file),
        main=main,
        modules=tuple(modules),
        data=tuple(data),
    )


def _drop_folders_of_only_file(
    graded: Sequence[NamedBytes], modules: Iterable[Cell]
) -> Sequence[NamedBytes]:
    """Return the graded files; a single one without its folders, unless a module has its name."""
    if len(graded) > 1:
        return graded
    taken = {module.name for module in modules}
    return [
        (name if PurePosixPath(name).name in taken else PurePosixPath(name).name, content)
        for name, content in graded
    ]


def _read_companions(
    further: Iterable[NamedBytes],
) -> tuple[list[Cell], list[DataFile], list[LoadNote]]:
    """Return the files beside the graded one as modules and data, and notes about reading them."""
    modules: list[Cell] = []
    data: list[DataFile] = []
    notes: list[LoadNote] = []
    for path, content in further:
        text, doubt = decode_with_doubt(content) if path.endswith(".py") else ("\0", "")
        if "\0" in text:
            data.append(DataFile(path, content))
            continue
        modules.append(Cell(text, path, notebook=False))
        notes += [LoadNote(doubt, path)] if doubt else []
    return modules, data, notes


def _texts_to_digest(
    cells: Iterable[Cell], main: str, modules: Sequence[Cell], data: Sequence[DataFile]
) -> Iterator[str]:
    """Yield the texts of a submission on which its verdicts may depend."""
    for cell in cells:
        yield from (cell.name, cell.source)
    if main:
        yield f"beside {main}"
    for cell in modules:
        yield from ("module", cell.name, cell.source)
    for file in data:
        yield from ("data", file.name, hashlib.sha256(file.content).hexdigest())


def digest_notebooks(graded: Iterable[NamedBytes]) -> str:
    """Return a digest of the notebooks ``graded`` with outputs; see :attr:`Submission.beside`."""
    return digest_texts(hashlib.sha256(data).hexdigest() for _, data in graded)


@contextmanager
def convert_system_errors(path: Path) -> Iterator[None]:
    """Turn system errors about ``path`` into :class:`IntakeError`."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise IntakeError(
            f"{display_name(path)} cannot be read ({reason}); check the path and its permissions."
        ) from None


def _read_cells(
    name: str, data: bytes
) -> tuple[tuple[Cell, ...], tuple[LoadNote, ...], tuple[str, ...]]:
    """Return the code in a file, notes about reading it, and headings beside the code."""
    if suffix_of(name) == ".ipynb" and len(data) > _LARGE:
        data = without_outputs(data)
    try:
        text, doubt = read_text(data)
    except UnreadableText as refusal:
        raise IntakeError(f"{name} {refusal}") from None
    notes = [LoadNote(doubt, name)] if doubt else []
    if not name.lower().endswith(kind := suffix_of(name)):
        notes.append(
            LoadNote(f"The name has an unusual ending; the file was read as a {kind} file", name)
        )
    if suffix_of(name) != ".ipynb" and not notebook_code.is_notebook(text):
        if not holds_code(text, notebook=False):
            raise IntakeError(
                f"{name} has only comments or texts in quotes, and no code; hand in the file with "
                "your program."
            )
        return (Cell(text, name, notebook=False),), tuple(notes), ()
    if suffix_of(name) != ".ipynb":
        notes.append(LoadNote("This is a notebook and was read as one, despite its name", name))
    sources, oddities = notebook_code.code_cells(text, name)
    notes += [LoadNote(oddity, name) for oddity in oddities]
    cells = tuple(
        Cell(source, f"{name} cell {number}", notebook=True) for number, source in sources
    )
    if not any(holds_code(cell.source, notebook=True) for cell in cells):
        raise IntakeError(f"{name} has no code in any code cell; hand in the notebook you ran.")
    return cells, tuple(notes), notebook_code.read_headings(text, name)

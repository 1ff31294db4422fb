"""Collects what was handed in beside the graded file: code that it imports, files that it reads.

Their paths are what the code inside the sandbox finds, so each is made harmless first. Everything
is bounded; what is left out is said in a note.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from grader.intake import handin_files
from grader.intake.accepted_files import MAX_CODE, MAX_DATA, MAX_FURTHER, SIZE_LIMITS, suffix_of
from grader.intake.handin_files import FileEntry
from grader.intake.intake_errors import printable_name
from grader.intake.main_file import find_main_file, find_other_solution_files, is_test_file
from grader.intake.text_decoding import decode_with_doubt
from grader.model.formatting import format_some_names
from grader.model.submission import LoadNote, MainFileRules, normalized_text_digest

_DEEPEST = 20
"""Folders that a file may be in,"""
_LONGEST = 200
"""and bytes of a name."""
_MOST_NAMES = 5
"""Names in a note."""

NamedBytes = tuple[str, bytes]
"""A file with its path."""


class HandinContents(NamedTuple):
    """The files of a hand-in that count: what is graded, what lies beside it, and notes.

    Attributes:
        graded: one file, or all answers of a platform that keeps one for each question.
        further: what lies beside a single one, by its path; the graded one then has its path, too.
        notes: what was noticed.
    """

    graded: Sequence[NamedBytes]
    further: Sequence[NamedBytes] = ()
    notes: Sequence[LoadNote] = ()


def choose_contents(
    container: str, entries: Iterable[FileEntry], rules: MainFileRules
) -> HandinContents:
    """Return the files among ``entries`` that count.

    Args:
        container: name of what holds the entries, for people.

    Raises:
        IntakeError: if not exactly one of them is to be graded, or one cannot be read.
    """
    held = list(entries)
    main = find_main_file(container, held, rules)
    return contents_around_file(main, held, rules)


def contents_around_file(
    main: str, entries: Sequence[FileEntry], rules: MainFileRules
) -> HandinContents:
    """Return the file ``main`` and the files beside it. Errors as :func:`choose_contents`."""
    graded = next(entry for entry in entries if entry.name == main)
    content = graded.code()
    beside = [entry for entry in entries if entry.name != main]
    notes = [_note_on_changed_provided_file(entry, rules) for entry in beside]
    at = _import_path(graded.name) or f"main{suffix_of(graded.name)}"
    placed, left_out = _index_companions(at, beside, rules)
    path, *paths = _strip_common_folder([at, *placed])
    by_path = dict(zip(paths, placed.values(), strict=True))
    taken, too_much = _limit_companions(by_path)
    if not taken:
        path = handin_files.normalise_archive_path(main).name
    notes += [_note_on_module_name_clash(path, at) for at in taken]
    notes += [
        LoadNote(
            f"{printable_name(name)} also defines functions of this assignment, but was not graded"
        )
        for name in find_other_solution_files(main, entries, rules)
    ]
    notes += [
        _left_out([printable_name(entry.name) for entry in left_out], "cannot be used"),
        *too_much,
    ]
    further = [(at, entry.fetch(_limit(entry))) for at, entry in taken.items()]
    return HandinContents([(path, content)], further, [note for note in notes if note is not None])


def _import_path(name: str) -> str:
    """Return the path by which code finds an entry; empty if the entry can have none.

    Names are composed, as every keyboard types them; macOS stores them decomposed.
    """
    parts = [
        part
        for part in handin_files.normalise_archive_path(unicodedata.normalize("NFC", name)).parts
        if part not in {"/", "..", "."}
    ]
    usable = all(part.isprintable() and len(part.encode()) <= _LONGEST for part in parts)
    return "/".join(parts) if parts and usable and len(parts) <= _DEEPEST else ""


def _index_companions(
    main: str, beside: Iterable[FileEntry], rules: MainFileRules
) -> tuple[dict[str, FileEntry], list[FileEntry]]:
    """Return companion files by their path beside the main file, and those that have none.

    An entry has no path if an earlier one has the same path, or if its path would be both a file
    and a folder.
    """
    taken = {main}
    folders = set(_parent_folders(main))
    placed: dict[str, FileEntry] = {}
    left_out = []
    for entry in beside:
        meant = handin_files.normalise_archive_path(entry.name)
        if not handin_files.is_students_file(meant) or meant.name.lower() in rules.provided:
            continue
        path = _import_path(entry.name)
        if (
            not path
            or path in taken
            or path in folders
            or not taken.isdisjoint(_parent_folders(path))
        ):
            left_out.append(entry)
            continue
        taken.add(path)
        folders |= set(_parent_folders(path))
        placed[path] = entry
    return placed, left_out


def _parent_folders(path: str) -> list[str]:
    """Return the folders that a file is in."""
    return [str(parent) for parent in PurePosixPath(path).parents][:-1]


def _strip_common_folder(paths: list[str]) -> list[str]:
    """Return the paths without the folder around all of them, as downloads have one.

    A folder that could be a package stays: code may import from it by its name.
    """
    tops = {path.partition("/")[0] for path in paths}
    if len(tops) > 1 or any("/" not in path for path in paths) or min(tops).isidentifier():
        return paths
    return [path.partition("/")[2] for path in paths]


def _limit_companions(placed: dict[str, FileEntry]) -> tuple[dict[str, FileEntry], list[LoadNote]]:
    """Return the files that fit into the limits, in their order, and notes about the others.

    Code goes before data, tests come last, and small files go before large ones: so that one film
    costs nobody a table.
    """
    code = {path for path in placed if _is_module(path)}
    order = sorted(placed, key=lambda at: (at not in code, is_test_file(at), placed[at].size, at))
    taken: set[str] = set()
    left_out: list[str] = []
    room = {True: MAX_CODE, False: MAX_DATA}
    for path in order:
        size, is_code = placed[path].size, path in code
        limit = min(_limit(placed[path]), room[is_code])
        if size > limit or len(taken) >= MAX_FURTHER:
            left_out.append(f"{printable_name(path)} ({size / (1 << 20):.1f} MiB)")
        else:
            room[is_code] -= size
            taken.add(path)
    bounds = (
        f"at most {MAX_FURTHER} more files are allowed, with {MAX_CODE >> 20} MiB of code and "
        f"{MAX_DATA >> 20} MiB of other data"
    )
    note = _left_out(left_out, bounds)
    return {path: placed[path] for path in placed if path in taken}, [note] if note else []


def _limit(entry: FileEntry) -> int:
    return SIZE_LIMITS[".py"] if _is_module(entry.name) else MAX_DATA


def _is_module(name: str) -> bool:
    return name.endswith(".py")


def _left_out(names: Sequence[str], why: str) -> LoadNote | None:
    if not names:
        return None
    were = "was" if len(names) == 1 else "were"
    return LoadNote(f"{format_some_names(names, _MOST_NAMES)} {were} left out: {why}")


def _note_on_changed_provided_file(entry: FileEntry, rules: MainFileRules) -> LoadNote | None:
    """Return a note if a student changed a file that the course provides; else ``None``."""
    name = handin_files.normalise_archive_path(entry.name).name
    if (
        not handin_files.is_students_file(handin_files.normalise_archive_path(entry.name))
        or name.lower() not in rules.provided
    ):
        return None
    if entry.size <= SIZE_LIMITS[".py"]:
        text, _ = decode_with_doubt(entry.code())
        if normalized_text_digest(text) == rules.provided[name.lower()]:
            return None
    return LoadNote(
        f"{printable_name(name)} differs from the course's file; the course's file was used instead"
    )


def _note_on_module_name_clash(main: str, path: str) -> LoadNote | None:
    """Return a note if import finds a module of Python or the grader instead of the student's."""
    parts = PurePosixPath(path.removesuffix("/__init__.py")).with_suffix("").parts
    roots = {(), PurePosixPath(main).parts[:-1]}
    if not _is_module(path) or parts[-1] not in _TAKEN or parts[:-1] not in roots:
        return None
    whose = "Python" if parts[-1] in sys.stdlib_module_names else "the grader"
    return LoadNote(
        f"{printable_name(path)} has the name of a module of {whose}: import {parts[-1]} finds "
        "that module instead of this file; rename the file"
    )


_TAKEN = frozenset({*sys.stdlib_module_names, "grader"})

"""Represents the hand-in of one student, and reads it from disk or from the archive of a course."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from grader import intake
from grader.batch.lms_filenames import is_system_file
from grader.intake import HandinContents, handin_files
from grader.intake.accepted_files import SIZE_LIMITS, suffix_of
from grader.intake.companion_files import choose_contents, contents_around_file
from grader.intake.handin_files import FileEntry
from grader.intake.intake_errors import display_name
from grader.model.submission import LoadNote, MainFileRules, Submission

_ANY = MainFileRules()

_ANSWER = "template.py"
"""The name of the answer to each programming question in Coursemology."""

_CODE = {".py", ".ipynb"}


@dataclass(frozen=True, slots=True)
class HandIn:
    """The files and folders that one student handed in, none of which has been read yet.

    Attributes:
        id: of the student, an untrusted text.
        name: of its files in the results; safe and unique.
        path: in its report.
        parts: its files and folders, each with its path or member, and the student's name for it.
        download: the archive that holds them; ``None`` if they are on disk.
        note: what its report says about other attempts.
        passed_over: a sentence for staff if a newer attempt cannot be graded.
        other_attempts: files and folders of attempts that do not count.
    """

    id: str
    name: str
    path: Path
    parts: tuple[tuple[str, str], ...]
    download: Path | None = None
    note: str = ""
    passed_over: str = ""
    other_attempts: tuple[str, ...] = ()


def read_submission(handin: HandIn, rules: MainFileRules = _ANY) -> Submission:
    """Return the submission in ``handin``, as ``grade`` would read it from there.

    Unlike in a single submission, an archive in a student's folder is opened if there is nothing
    else, and all answers that Coursemology keeps in a folder per question are one program.

    Args:
        rules: see :func:`grader.intake.read_submission`.

    Raises:
        IntakeError: if there is not exactly one file to grade, or it cannot be read.
    """
    with intake.convert_system_errors(handin.path):
        submission = intake.make_submission(
            _find_only_file(handin) or handin.path, *read_contents(handin, rules)
        )
    noted = [LoadNote(handin.note)] if handin.note else []
    return replace(submission, notes=(*noted, *submission.notes))


def read_contents(handin: HandIn, rules: MainFileRules = _ANY) -> HandinContents:
    """Return the files of the submission in ``handin``; errors as in :func:`read_submission`."""
    with intake.convert_system_errors(handin.path):
        if (alone := _find_only_file(handin)) is not None:
            return intake.read_contents(alone, rules)
        if handin.download is not None:
            return _from_download(handin, handin.download, rules)
        return _from_disk(handin, rules)


def _find_only_file(handin: HandIn) -> Path | None:
    """Return the only file of a hand-in on disk; ``None`` if it has others, or folders."""
    if handin.download is not None or len(handin.parts) > 1:
        return None
    path = Path(handin.parts[0][0])
    return None if _is_folder(path) else path


def _from_disk(handin: HandIn, rules: MainFileRules) -> HandinContents:
    found: list[tuple[str, str]] = []
    for where, name in handin.parts:
        folder = Path(where)
        if _is_folder(folder):
            found += ((str(folder / file), file) for file in handin_files.regular_files(folder))
        else:
            found.append((where, name))
    entries = [
        handin_files.entry_of_file(Path(where), name)
        for name, where in _paths_by_student_name(found).items()
    ]
    return _choose_contents(handin, entries, rules)


def _from_download(handin: HandIn, download: Path, rules: MainFileRules) -> HandinContents:
    name = display_name(download)
    with handin_files.convert_archive_errors(name):
        opened = open_download_archive(download)
        members = _paths_by_student_name(handin.parts)
        entries = [
            replace(handin_files.entry_of_member(opened, member, name), name=inside)
            for inside, member in members.items()
        ]
        return _choose_contents(handin, entries, rules)


def _paths_by_student_name(parts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the path of each file by the student's name for it, if that is unique."""
    paths: dict[str, str] = {}
    for where, name in parts:
        paths[where if name in paths else name] = where
    return paths


@functools.lru_cache(maxsize=1)
def open_download_archive(path: Path) -> ZipFile:
    """Return the archive at ``path``, kept in memory until a different one is opened.

    Raises:
        IntakeError, OSError: if it cannot be read.
    """
    return handin_files.open_archive_for_reuse(
        handin_files.read_gradable_file(path), display_name(path)
    )


def _choose_contents(
    handin: HandIn, entries: Sequence[FileEntry], rules: MainFileRules
) -> HandinContents:
    """Return the files to grade among ``entries``, with the files beside them."""
    found = find_coursemology_answers([entry.name for entry in entries], rules.given)
    if len(found) > 1:
        by_name = {entry.name: entry for entry in entries}
        return HandinContents([(name, by_name[name].code()) for name in found])
    if found:
        return contents_around_file(found[0], entries, rules)
    if packed := _find_only_archive(entries, rules):
        name = handin_files.normalise_archive_path(packed.name).name
        return intake.read_contents_of_bytes(name, packed.fetch(SIZE_LIMITS[".zip"]), rules)
    whole = len(handin.parts) == 1 and handin.download is None
    return choose_contents(display_name(handin.path) if whole else "The hand-in", entries, rules)


def _find_only_archive(entries: Sequence[FileEntry], rules: MainFileRules) -> FileEntry | None:
    """Return the only archive, if no code lies beside it."""
    archives = [
        entry for entry in entries
        if suffix_of(entry.name) == ".zip"
        and not any(map(is_system_file, PurePosixPath(entry.name).parts))
    ]  # fmt: skip
    code = any(
        handin_files.may_be_graded(PurePosixPath(entry.name), rules.given) for entry in entries
    )
    return archives[0] if len(archives) == 1 and not code else None


def find_coursemology_answers(names: Collection[str], given: Collection[str]) -> list[str]:
    """Return Coursemology's answer files, by question: ``3.1 Minimax/template.py``.

    Empty unless all code is in folders of that kind.
    """
    paths = [PurePosixPath(name) for name in names]
    code = [
        path for path in paths
        if suffix_of(path.name) in _CODE and not any(map(is_system_file, path.parts))
    ]  # fmt: skip
    if not any(path.name == _ANSWER for path in code):
        return []
    if any(len(path.parts) != 2 for path in code):
        return []
    own = [path for path in code if path.name == _ANSWER or handin_files.may_be_graded(path, given)]
    return sorted(map(str, own), key=_natural_sort_key)


def _natural_sort_key(name: str) -> list[tuple[int, str]]:
    """Return a sort key by which ``Question 10`` comes after ``Question 2``."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return [(int(part), "") if part.isdecimal() and len(part) < 10 else (0, part) for part in parts]


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()

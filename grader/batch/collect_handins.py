"""Finds the hand-ins in files, folders, archives, and downloads of a whole course.

Nothing is unpacked, and names decide nothing but the student of a hand-in.
"""

from __future__ import annotations

import glob
import hashlib
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from grader.batch.handin import (
    HandIn,
    find_coursemology_answers,
    open_download_archive,
    read_submission,
)
from grader.batch.lms_filenames import (
    TEAMS_FOLDER,
    FilenamePatterns,
    FileOwner,
    attempt_sort_key,
    find_attempt_folders,
    find_owner,
    is_blackboard_receipt,
    is_system_file,
    is_teams_download,
    recognise_patterns,
)
from grader.intake import IntakeError, SeveralFiles, convert_system_errors, handin_files
from grader.intake.accepted_files import SIZE_LIMITS, suffix_of
from grader.intake.intake_errors import printable_name
from grader.model.submission import MainFileRules
from grader.model.user_error import UsageError

_SAFE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}(?<!\.)")


class NothingToGrade(UsageError):
    """A path leads nowhere, or to no hand-in; the message is one sentence, safe to print."""


@dataclass(frozen=True, slots=True)
class _HandinEntry:
    """A file or folder that may be a hand-in, or a part of one.

    Attributes:
        where: its path on disk, or empty.
        code: whether it is a file of a kind that is graded, and the student's own.
        members: if it is in an archive, its members there, each with its name within the entry.
        inside: if it is a folder, the folders in it, and in these.
    """

    name: str
    folder: bool
    code: bool
    where: str = ""
    members: tuple[tuple[str, str], ...] = ()
    inside: frozenset[str] = frozenset()


def collect_handins(
    paths: Sequence[str],
    pattern: re.Pattern[str] | None = None,
    apart: Path | None = None,
    given: Collection[str] = (),
) -> list[HandIn]:
    """Return the hand-ins at ``paths``, sorted by student.

    A folder or archive that is the only path is searched. Of several paths each is a hand-in:
    students could name files in their archive as if it were the download of a course.

    Args:
        paths: files, folders, archives, or patterns for these with ``*``.
        pattern: with a group ``id``, searched for in the names of files and folders.
        apart: a folder that is left out: the results may be beside the hand-ins.
        given: see :func:`grader.intake.read_submission`.

    Raises:
        NothingToGrade: if there is none.
    """
    found_at = list(dict.fromkeys(_expanded(paths)))
    alone = found_at[0] if found_at == [Path(path) for path in paths[:1]] else None
    if alone is not None and alone.is_dir():
        found = _collect_from_folder(alone, given, pattern, apart)
    else:
        found = [] if alone is None else _collect_from_archive(alone, given, pattern)
        # A path that is named on the command line is no part of a download.
        found = found or _group_by_student(
            _list_entries(found_at, given, apart), pattern, (), given
        )
    if not found:
        raise NothingToGrade(
            f"There is nothing to grade in {', '.join(map(printable_name, paths[:5]))}; "
            "give folders, archives or files of what was handed in."
        )
    found.sort(key=lambda handin: (handin.id, str(handin.path)))
    return _assign_file_names(found)


def list_omitted_files(
    paths: Iterable[str], handins: Iterable[HandIn], given: Collection[str] = ()
) -> list[str]:
    """Return names of files in the folders ``paths`` that belong to no hand-in.

    What was handed out, or is hidden, is not among them.
    """
    found = list(handins)
    taken = {where for handin in found for where, _ in handin.parts}
    taken |= {where for handin in found for where in handin.other_attempts}
    folders = (Path(path) for path in paths if str(Path(path)) not in taken)
    files = (file for folder in folders if folder.is_dir() for file in sorted(folder.iterdir()))
    return [
        printable_name(file.name)
        for file in files
        if file.is_file()
        and str(file) not in taken
        and not is_system_file(file.name)
        and file.name.lower() not in given
        and not is_blackboard_receipt(file.name)
    ]


def _expanded(paths: Iterable[str]) -> Iterator[Path]:
    for path in paths:
        if os.path.lexists(path):
            yield Path(path)
            continue
        # Path.glob takes no absolute patterns.
        matches = sorted(glob.iglob(path, recursive=True)) if glob.has_magic(path) else []  # noqa: PTH207
        if not matches:
            raise NothingToGrade(f"There is no file {printable_name(path)}; check the path.")
        yield from map(Path, matches)


# Folders ------------------------------------------------------------------------------------


def _collect_from_folder(
    folder: Path, given: Collection[str], pattern: re.Pattern[str] | None, apart: Path | None
) -> list[HandIn]:
    """Return the hand-ins in a folder, by the names of its entries."""
    try:
        entries = _list_entries(folder.iterdir(), given, apart)
        if (inner := _find_enclosing_folder(entries)) and not _any_known(entries, pattern):
            below = _list_entries(Path(inner.where).iterdir(), given, apart)
            # Archives are unpacked into a folder of their own.
            if inner.name == TEAMS_FOLDER or _any_known(below, pattern):
                entries = below
    except OSError as problem:
        raise NothingToGrade(
            f"{printable_name(folder)} cannot be read ({problem.strerror}); check its permissions."
        ) from None
    return _group_by_student(entries, pattern, _shapes(entries), given)


def _list_entries(
    paths: Iterable[Path], given: Collection[str], apart: Path | None
) -> list[_HandinEntry]:
    """Return the files and folders of ``paths`` that may be hand-ins."""

    def left_out(path: Path) -> bool:
        return apart is not None and apart.exists() and path.exists() and path.samefile(apart)

    return [
        _entry(
            path.name or path.resolve().name,
            path.is_dir(),
            given,
            where=str(path),
            inside=_list_folders_recursively(path),
        )
        for path in sorted(paths)
        if not (is_system_file(path.name) or left_out(path))
    ]


def _entry(
    name: str,
    folder: bool,
    given: Collection[str],
    where: str = "",
    members: tuple[tuple[str, str], ...] = (),
    inside: frozenset[str] = frozenset(),
) -> _HandinEntry:
    code = (
        not folder
        and suffix_of(name) in SIZE_LIMITS
        and name.lower() not in given
        and not is_system_file(name)
    )
    return _HandinEntry(name, folder, code, where, members, inside)


def _list_folders_recursively(folder: Path) -> frozenset[str]:
    """Return the folders in a folder and in these; links and hidden folders are passed over.

    A file has none.
    """
    found: set[str] = set()
    with suppress(OSError):  # said when the hand-in is read
        for each in _subfolders(folder):
            found.add(each.name)
            if not is_system_file(each.name):
                found |= {f"{each.name}/{below.name}" for below in _subfolders(each)}
    return frozenset(found)


def _subfolders(folder: Path) -> list[Path]:
    if folder.is_symlink() or not folder.is_dir():
        return []
    return [each for each in folder.iterdir() if each.is_dir() and not each.is_symlink()]


# Archives -----------------------------------------------------------------------------------


def _collect_from_archive(
    path: Path, given: Collection[str], pattern: re.Pattern[str] | None
) -> list[HandIn]:
    """Return the hand-ins in the archive of a course; none if it is itself a hand-in."""
    if path.suffix.lower() != ".zip":
        return []
    try:
        with convert_system_errors(path), handin_files.convert_archive_errors(printable_name(path)):
            members = list(
                dict.fromkeys(handin_files.list_regular_files(open_download_archive(path)))
            )
    except IntakeError:
        return []  # reported when it is read as a hand-in
    named = [(member, PurePosixPath(member)) for member in members]
    entries = _entries_of_archive(named, given)
    own = [(member, name) for member, name in named if not any(map(is_system_file, name.parts))]
    if _any_known(entries, pattern) or _are_answers_by_question(own, given):
        return _group_by_student(entries, pattern, _shapes(entries), given, path)
    if inner := _find_enclosing_folder(entries):
        named = [(member, PurePosixPath(rest)) for member, rest in inner.members]
        below = _entries_of_archive(named, given)
        if inner.name == TEAMS_FOLDER or _any_known(below, pattern):
            return _group_by_student(below, pattern, _shapes(below), given, path, inner.name)
    return []


def _entries_of_archive(
    named: Iterable[tuple[str, PurePosixPath]], given: Collection[str]
) -> list[_HandinEntry]:
    """Return the files and folders at the top of an archive."""
    tops: dict[str, list[tuple[str, PurePosixPath]]] = {}
    for member, name in named:
        if name.parts and not is_system_file(name.parts[0]):
            top, *rest = name.parts
            tops.setdefault(top, []).append((member, PurePosixPath(*rest)))
    entries = []
    for top, within in sorted(tops.items()):
        own = tuple(
            (member, str(rest) if rest.parts else "")
            for member, rest in within
            if not any(map(is_system_file, rest.parts))
        )
        inside = frozenset(
            "/".join(rest.parts[:depth])
            for _, rest in within
            for depth in range(1, min(len(rest.parts), 3))
        )
        if own:
            folder = all(rest for _, rest in own)
            entries.append(_entry(top, folder, given, members=own, inside=inside))
    return entries


def _are_answers_by_question(
    named: Iterable[tuple[str, PurePosixPath]], given: Collection[str]
) -> bool:
    """Return whether each student has a folder with a folder per question."""
    names = [str(PurePosixPath(*name.parts[1:])) for _, name in named if len(name.parts) > 1]
    return bool(find_coursemology_answers(names, given))


# Both ---------------------------------------------------------------------------------------


def _find_enclosing_folder(entries: Sequence[_HandinEntry]) -> _HandinEntry | None:
    """Return the folder that encloses all others; ``None`` if there is none."""
    if is_teams_download([entry.name for entry in entries]):
        return next(entry for entry in entries if entry.name == TEAMS_FOLDER)
    return entries[0] if len(entries) == 1 and entries[0].folder else None


def _shapes(entries: Collection[_HandinEntry]) -> FilenamePatterns:
    return recognise_patterns(
        (entry.name for entry in entries if entry.code),
        {entry.name: entry.inside for entry in entries if entry.folder},
    )


def _any_known(entries: Sequence[_HandinEntry], pattern: re.Pattern[str] | None) -> bool:
    shapes = _shapes(entries)
    return any(
        find_owner(entry.name, pattern, shapes).known or find_attempt_folders(entry.inside)
        for entry in entries
    )


def _group_by_student(
    entries: Iterable[_HandinEntry],
    pattern: re.Pattern[str] | None,
    shapes: FilenamePatterns,
    given: Collection[str],
    download: Path | None = None,
    within: str = "",
) -> list[HandIn]:
    """Return hand-ins made of ``entries``, one for each student whom names identify.

    Args:
        shapes: patterns for names in downloads.
        given: see :func:`grader.intake.read_submission`.
        download: the archive that holds the entries, if any.
        within: the folder in that archive.
    """
    groups: dict[tuple[str, str], list[tuple[_HandinEntry, FileOwner]]] = {}
    for entry in entries:
        whose = find_owner(entry.name, pattern, shapes)
        if whose.known or entry.folder or entry.code:
            own = "" if whose.known else entry.where or entry.name
            groups.setdefault((whose.id, own), []).append((entry, whose))
    handins = []
    for (student, _), group in groups.items():
        attempts: dict[str, list[HandIn]] = {}
        for entry, whose in group:
            path = Path(entry.where)
            if download is not None:
                path = download / within / entry.name.lstrip("/")
            for attempt, parts in _parts_by_attempt(entry, whose).items():
                found = attempts.setdefault(attempt, [])
                # A receipt is what is left of an attempt without files.
                if found and (whose.receipt or is_blackboard_receipt(found[0].path.name)):
                    if whose.receipt:
                        continue
                    found.clear()
                found.append(HandIn(student, "", path, tuple(parts), download))
        together = {attempt: _together(found) for attempt, found in attempts.items()}
        handins.append(choose_attempt(together, given))
    return handins


def _together(found: Sequence[HandIn]) -> HandIn:
    return replace(found[0], parts=tuple(part for each in found for part in each.parts))


def _parts_by_attempt(entry: _HandinEntry, whose: FileOwner) -> dict[str, list[tuple[str, str]]]:
    """Return the files and folders of an entry that count, by attempt."""
    folders = find_attempt_folders(entry.inside) if entry.folder else {}
    if not folders:
        if entry.where:
            return {whose.attempt: [(entry.where, whose.file)]}
        return {whose.attempt: [(member, rest or whose.file) for member, rest in entry.members]}
    parts: dict[str, list[tuple[str, str]]] = {}
    for folder, attempt in folders.items():
        inside = parts.setdefault(attempt or whose.attempt, [])
        if entry.where:
            inside.append((str(Path(entry.where) / folder), folder))
        start = f"{folder}/"
        inside += (
            (member, rest.removeprefix(start))
            for member, rest in entry.members
            if rest.startswith(start)
        )
    return parts


# Names of files in the results --------------------------------------------------------------


def _assign_file_names(handins: Sequence[HandIn]) -> list[HandIn]:
    """Return the hand-ins with unique names for their files, the same in every run."""
    plain = [_safe_file_name(handin.id) for handin in handins]
    # Not every file system tells upper from lower case.
    often = Counter(name.casefold() for name in plain)
    taken: set[str] = set()
    named = []
    for handin, name in zip(handins, plain, strict=True):
        if often[name.casefold()] > 1:
            name = f"{name}-{_short(f'{handin.id}|{handin.path}')}"  # noqa: PLW2901 - the same name
        while name.casefold() in taken:
            name += "-"  # noqa: PLW2901 - a student chose a name by our hashes
        taken.add(name.casefold())
        named.append(replace(handin, name=name))
    return named


def _safe_file_name(id: str) -> str:
    """Return ``id`` as a file name: itself if it is safe, else its safe characters and a hash."""
    if _SAFE.fullmatch(id):
        return id
    return f"{re.sub(r'[^A-Za-z0-9_-]+', '_', id)[:60].lstrip('-')}-{_short(id)}"


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]


_LISTED = 10
"""Attempts that are named."""


def choose_attempt(attempts: Mapping[str, HandIn], given: Collection[str]) -> HandIn:
    """Return the newest attempt of a student that holds code, with a note about the others.

    If no attempt holds code, it is the newest one. If nothing says which is the newest, all
    attempts are one hand-in, which is refused where several files could be meant.

    Args:
        attempts: by when they were handed in, as their names have it.
        given: see :func:`grader.intake.read_submission`.
    """
    if len(attempts) == 1:
        return next(iter(attempts.values()))
    times = {attempt_sort_key(attempt) for attempt in attempts}
    if () in times or len(times) < len(attempts):
        together = tuple(part for each in attempts.values() for part in each.parts)
        return replace(next(iter(attempts.values())), parts=together)
    newest_first = sorted(attempts, key=attempt_sort_key, reverse=True)
    refusals: list[tuple[str, str]] = []
    for attempt in newest_first:
        try:
            read_submission(attempts[attempt], MainFileRules(given=frozenset(given)))
        except SeveralFiles:
            pass  # a question about code, which is there
        except IntakeError as refusal:
            refusals.append((attempt, str(refusal)))
            continue
        return _note_other_attempts(attempts, attempt, newest_first, refusals)
    return _note_other_attempts(attempts, newest_first[0], newest_first, [])


def _note_other_attempts(
    attempts: Mapping[str, HandIn],
    attempt: str,
    newest_first: list[str],
    refusals: list[tuple[str, str]],
) -> HandIn:
    """Return the hand-in of ``attempt`` with notes on the other attempts."""
    handin = attempts[attempt]
    rest = tuple(
        where for each in newest_first if each != attempt for where, _ in attempts[each].parts
    )
    others = [each for each in newest_first if each != attempt]
    which = "the newest that can be graded" if refusals else "the newest"
    note = (
        f"Of {len(newest_first)} attempts, {which} counts: {printable_name(attempt)}; "
        f"the others: {', '.join(map(printable_name, others[:_LISTED]))}"
    )
    passed_over = ""
    if refusals:
        newest, why = refusals[0]
        passed_over = (
            f"{printable_name(handin.id)}: the newest attempt, {printable_name(newest)}, cannot be "
            f"graded, so the attempt {printable_name(attempt)} counts. {why}"
        )
    return replace(handin, note=note, passed_over=passed_over, other_attempts=rest)

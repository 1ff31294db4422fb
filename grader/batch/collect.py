"""Finds the hand-ins in files, folders, archives, and downloads of a whole course.

Nothing is unpacked, and names decide nothing but the student of a hand-in.
"""

from __future__ import annotations

import glob
import hashlib
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from grader.batch.handin import HandIn, answers, open_download
from grader.batch.lms_filenames import Shapes, believed, hidden, owner
from grader.intake import IntakeError, archive, refusing
from grader.intake.refusal import LIMITS, shown, suffix_of
from grader.model.problem import UsageProblem

_SAFE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}(?<!\.)")


class NothingToGrade(UsageProblem):
    """A path leads nowhere, or to nothing that anybody handed in; one sentence, safe to print."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """Something in a folder or archive that may be a hand-in, or a part of one.

    Attributes:
        where: its path on disk, or empty.
        code: whether it is a file of a kind that is graded, and the student's own.
        members: if it is in an archive, its members there, each with its name within the entry.
    """

    name: str
    folder: bool
    code: bool
    where: str = ""
    members: tuple[tuple[str, str], ...] = ()


def collect(
    paths: Sequence[str],
    pattern: re.Pattern[str] | None = None,
    apart: Path | None = None,
    given: Collection[str] = (),
) -> list[HandIn]:
    """The hand-ins at ``paths``, sorted by student.

    A folder or archive that is the only path is searched. Of several paths each is a hand-in:
    students could name files in their archive as if it were the download of a course.

    Args:
        paths: files, folders, archives, or patterns for these with ``*``.
        pattern: with a group ``id``, searched for in the names of files and folders.
        apart: a folder that is left out: the results may be beside the hand-ins.
        given: see :func:`grader.intake.read`.

    Raises:
        NothingToGrade: if there is none.
    """
    found_at = list(dict.fromkeys(_expanded(paths)))
    alone = found_at[0] if found_at == [Path(path) for path in paths[:1]] else None
    if alone is not None and alone.is_dir():
        found = _in_folder(alone, given, pattern, apart)
    else:
        found = [] if alone is None else _in_archive(alone, given, pattern)
        # A path that is named on the command line is no part of a download.
        found = found or _grouped(_entries(found_at, given, apart), pattern, ())
    if not found:
        raise NothingToGrade(
            f"There is nothing to grade in {', '.join(map(shown, paths[:5]))}; "
            "give folders, archives or files of what was handed in."
        )
    found.sort(key=lambda handin: (handin.id, str(handin.path)))
    return _named(found)


def left_out(
    paths: Iterable[str], handins: Iterable[HandIn], given: Collection[str] = ()
) -> list[str]:
    """Names of files in the folders ``paths`` that are part of no hand-in, for people.

    What was handed out, or is hidden, is not among them.
    """
    taken = {where for handin in handins for where, _ in handin.parts}
    folders = (Path(path) for path in paths if str(Path(path)) not in taken)
    files = (file for folder in folders if folder.is_dir() for file in sorted(folder.iterdir()))
    return [
        shown(file.name)
        for file in files
        if file.is_file()
        and str(file) not in taken
        and not hidden(file.name)
        and file.name.lower() not in given
    ]


def _expanded(paths: Iterable[str]) -> Iterator[Path]:
    for path in paths:
        if os.path.lexists(path):
            yield Path(path)
            continue
        # Path.glob takes no absolute patterns.
        matches = sorted(glob.iglob(path, recursive=True)) if glob.has_magic(path) else []  # noqa: PTH207
        if not matches:
            raise NothingToGrade(f"There is no file {shown(path)}; check the path.")
        yield from map(Path, matches)


# Folders ------------------------------------------------------------------------------------


def _in_folder(
    folder: Path, given: Collection[str], pattern: re.Pattern[str] | None, apart: Path | None
) -> list[HandIn]:
    """A hand-in per entry."""
    try:
        entries = _entries(folder.iterdir(), given, apart)
        if len(entries) == 1 and entries[0].folder and not _any_known(entries, pattern):
            inner = _entries(Path(entries[0].where).iterdir(), given, apart)
            if _any_known(inner, pattern):  # as archives are unpacked: into a folder of their own
                entries = inner
    except OSError as problem:
        raise NothingToGrade(
            f"{shown(folder)} cannot be read ({problem.strerror}); check its permissions."
        ) from None
    return _grouped(entries, pattern, _shapes(entries))


def _entries(paths: Iterable[Path], given: Collection[str], apart: Path | None) -> list[_Entry]:
    """The files and folders of ``paths`` that may be hand-ins."""

    def left_out(path: Path) -> bool:
        return apart is not None and apart.exists() and path.exists() and path.samefile(apart)

    return [
        _entry(path.name or path.resolve().name, path.is_dir(), given, where=str(path))
        for path in sorted(paths)
        if not (hidden(path.name) or left_out(path))
    ]


def _entry(
    name: str,
    folder: bool,
    given: Collection[str],
    where: str = "",
    members: tuple[tuple[str, str], ...] = (),
) -> _Entry:
    code = (
        not folder and suffix_of(name) in LIMITS and name.lower() not in given and not hidden(name)
    )
    return _Entry(name, folder, code, where, members)


# Archives -----------------------------------------------------------------------------------


def _in_archive(
    path: Path, given: Collection[str], pattern: re.Pattern[str] | None
) -> list[HandIn]:
    """Its hand-ins, if it is the download of a course; nothing if it is itself a hand-in."""
    if path.suffix.lower() != ".zip":
        return []
    try:
        with refusing(path), archive.refusing(shown(path)):
            members = list(dict.fromkeys(archive.files(open_download(path))))
    except IntakeError:
        return []  # reported when it is read as a hand-in
    named = [(member, PurePosixPath(member)) for member in members]
    named = [(member, name) for member, name in named if not any(map(hidden, name.parts))]
    entries = _of_members(named, given)
    if _any_known(entries, pattern) or _are_answers(named, given):
        return _grouped(entries, pattern, _shapes(entries), path)
    if len(entries) == 1 and entries[0].folder:
        named = [(member, PurePosixPath(rest)) for member, rest in entries[0].members]
        inner = _of_members(named, given)
        if _any_known(inner, pattern):
            return _grouped(inner, pattern, _shapes(inner), path, entries[0].name)
    return []


def _of_members(named: Iterable[tuple[str, PurePosixPath]], given: Collection[str]) -> list[_Entry]:
    """The entries at the top of an archive."""
    tops: dict[str, list[tuple[str, str]]] = {}
    for member, name in named:
        if name.parts:
            top, *rest = name.parts
            tops.setdefault(top, []).append((member, "/".join(rest)))
    return [
        _entry(top, all(rest for _, rest in members), given, members=tuple(members))
        for top, members in sorted(tops.items())
    ]


def _are_answers(named: Iterable[tuple[str, PurePosixPath]], given: Collection[str]) -> bool:
    """Whether there is a folder per student, with a folder per question."""
    names = [str(PurePosixPath(*name.parts[1:])) for _, name in named if len(name.parts) > 1]
    return bool(answers(names, given))


# Both ---------------------------------------------------------------------------------------


def _shapes(entries: Iterable[_Entry]) -> Shapes:
    return believed(entry.name for entry in entries if entry.code)


def _any_known(entries: Sequence[_Entry], pattern: re.Pattern[str] | None) -> bool:
    shapes = _shapes(entries)
    return any(owner(entry.name, pattern, shapes).known for entry in entries)


def _grouped(
    entries: Iterable[_Entry],
    pattern: re.Pattern[str] | None,
    shapes: Shapes,
    download: Path | None = None,
    within: str = "",
) -> list[HandIn]:
    """The hand-ins that consist of ``entries``: one for each student whom names identify.

    Args:
        shapes: patterns for names in downloads.
        download: the archive that holds the entries, if any.
        within: the folder in that archive.
    """
    groups: dict[tuple[str, str], list[tuple[_Entry, str]]] = {}
    for entry in entries:
        whose = owner(entry.name, pattern, shapes)
        if whose.known or entry.folder or entry.code:
            own = "" if whose.known else entry.where or entry.name
            groups.setdefault((whose.id, own), []).append((entry, whose.file))
    handins = []
    for (student, _), group in groups.items():
        first = group[0][0]
        path = Path(first.where) if download is None else download / within / first.name.lstrip("/")
        parts = tuple(part for entry, file in group for part in _parts(entry, file))
        handins.append(HandIn(student, "", path, parts, download))
    return handins


def _parts(entry: _Entry, file: str) -> list[tuple[str, str]]:
    if entry.where:
        return [(entry.where, file)]
    return [(member, rest or file) for member, rest in entry.members]


# Names of files in the results --------------------------------------------------------------


def _named(handins: Sequence[HandIn]) -> list[HandIn]:
    """The hand-ins with names for their files, the same in every run."""
    plain = [_plain(handin.id) for handin in handins]
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


def _plain(id: str) -> str:
    """``id`` as the name of a file: itself if that is harmless, else its harmless characters."""
    if _SAFE.fullmatch(id):
        return id
    return f"{re.sub(r'[^A-Za-z0-9_-]+', '_', id)[:60].lstrip('-')}-{_short(id)}"


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]

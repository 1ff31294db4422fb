"""Reads handed-in files and folders; never waits, follows links, or reads too much."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from grader.intake import zip_archive
from grader.intake.intake_errors import (
    ACCEPTED,
    MAX_ENTRIES,
    SIZE_LIMITS,
    IntakeError,
    display_name,
    printable_name,
    suffix_of,
    too_large_error,
)

_NOT_THEIRS = {"venv", "site-packages", "node_modules"}
"""Folders of installed packages, which students hand in by mistake."""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of a folder or an archive, which has not been read yet.

    Attributes:
        name: its path within, as it is spelled there.
        size: in bytes, as far as is known before it is read.
        fetch: reads it, given how many bytes it may have.
    """

    name: str
    size: int
    fetch: Callable[[int], bytes]

    def code(self) -> bytes:
        """Return the bytes of a Python file or notebook.

        Raises:
            IntakeError, OSError: if it is too large, or cannot be read.
        """
        return self.fetch(SIZE_LIMITS[suffix_of(self.name)])


def entries_of_folder(folder: Path) -> Iterator[FileEntry]:
    """Yield the files in a folder.

    Raises:
        IntakeError: if there are too many.
    """
    for name in regular_files(folder):
        yield entry_of_file(folder / name, name)


def entry_of_file(path: Path, name: str) -> FileEntry:
    """Return the file at ``path``, called ``name``."""
    try:
        size = path.lstat().st_size
    except OSError:
        size = 0  # what is wrong with it is said when it is read, if anybody reads it
    return FileEntry(name, size, lambda limit: read_file(path, limit))


def entries_of_archive(members: ZipFile, name: str) -> Iterator[FileEntry]:
    """Yield the files in an archive called ``name``; of two with the same name, the last one."""
    for member in dict.fromkeys(zip_archive.list_regular_files(members)):
        yield entry_of_member(members, member, name)


def entry_of_member(members: ZipFile, member: str, name: str) -> FileEntry:
    """Return the file ``member`` of an archive called ``name``."""
    return FileEntry(
        member,
        members.getinfo(member).file_size,
        lambda limit: zip_archive.read_member(members, member, name, limit),
    )


def read_gradable_file(path: Path) -> bytes:
    """Return the bytes of a file whose kind can be graded.

    Raises:
        IntakeError, OSError: if it is something else, is too large or cannot be read.
        ValueError: if the path has a NUL character.
    """
    suffix = suffix_of(path.name)
    if suffix not in SIZE_LIMITS:
        raise unsupported_file_error(display_name(path))
    return read_file(path, SIZE_LIMITS[suffix])


def unsupported_file_error(name: str) -> IntakeError:
    """Return the error that refuses a file of a kind that cannot be graded."""
    return IntakeError(f"{name} is not a kind of file that is graded; give {ACCEPTED}.")


def is_folder(path: Path) -> bool:
    """Return whether a path that exists leads to a folder.

    Raises:
        IntakeError, OSError: if it leads nowhere, is a link, or is named like a file.
        ValueError: if the path has a NUL character.
    """
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        raise IntakeError(f"There is no file {printable_name(path)}; check the path.") from None
    if stat.S_ISLNK(mode):
        # In an unpacked collection it may lead to another student's work, or to a secret.
        raise IntakeError(
            f"{display_name(path)} is a symbolic link; give the file that it leads to."
        )
    if stat.S_ISDIR(mode) and suffix_of(path.name) in SIZE_LIMITS:
        raise IntakeError(
            f"{display_name(path)} is a folder although it is named like a file; "
            "give the path of the file inside."
        )
    return stat.S_ISDIR(mode)


def may_be_graded(entry: PurePosixPath, given: Collection[str]) -> bool:
    """Return whether a file of this name may be the one to grade."""
    path = normalise_archive_path(entry)
    return (
        suffix_of(entry.name) in {".py", ".ipynb"}
        and path.name.lower() not in given
        and not any(part.startswith((".", "__")) and part != ".." for part in path.parts)
        and _NOT_THEIRS.isdisjoint(path.parts)
    )


def normalise_archive_path(entry: str | PurePosixPath) -> PurePosixPath:
    """Return the path that the name of an archive's entry stands for.

    Some tools on Windows separate folders by backslashes there, although the format forbids it.
    """
    return PurePosixPath(str(entry).replace("\\", "/"))


def is_students_file(path: PurePosixPath) -> bool:
    """Return whether a student may have written a file of this name, and no system or installer."""
    hidden = path.name.startswith((".", "__"))
    is_code = path.name in {"__init__.py", "__main__.py"}
    return (is_code or not hidden) and is_students_folder(path.parent)


def is_students_folder(path: PurePosixPath) -> bool:
    """Return whether a student may have made a folder of this name, and no system or installer."""
    hidden = any(part.startswith((".", "__")) and part != ".." for part in path.parts)
    return not hidden and _NOT_THEIRS.isdisjoint(path.parts)


def regular_files(folder: Path) -> Iterator[str]:
    """Yield the relative paths of the files in a folder, without following symbolic links.

    Raises:
        IntakeError: if there are too many.
    """
    seen = 0
    waiting = [folder]  # os.walk calls itself for every level, and folders can be very deep
    while waiting:
        inside = []
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                seen += 1
                if seen > MAX_ENTRIES:
                    raise IntakeError(
                        f"{display_name(folder)} holds more than {MAX_ENTRIES} files and folders; "
                        "give a folder with only your own files."
                    )
                inside.append(entry)
        inside.sort(key=lambda entry: entry.name)
        for entry in inside:
            if entry.is_file(follow_symlinks=False):
                yield Path(entry).relative_to(folder).as_posix()
        waiting += [
            Path(entry)
            for entry in reversed(inside)
            if entry.is_dir(follow_symlinks=False) and is_students_folder(PurePosixPath(entry.name))
        ]


def read_file(path: Path, limit: int) -> bytes:
    """Return all bytes of a regular file; links, pipes and devices are refused unopened.

    Raises:
        IntakeError, OSError: if it is something else, has more than ``limit`` bytes, or cannot be
            read.
    """
    _refuse_irregular(path, path.lstat().st_mode)
    # It may have been replaced meanwhile, so the open file is checked again.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
    with open(descriptor, "rb") as file:  # noqa: PTH123 - a descriptor has no path
        status = os.fstat(descriptor)
        _refuse_irregular(path, status.st_mode)
        if status.st_size > limit or len(data := file.read(limit + 1)) > limit:
            raise too_large_error(path.name, limit)
        return data


def _refuse_irregular(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise IntakeError(f"{display_name(path)} is not a regular file; give {ACCEPTED}.")

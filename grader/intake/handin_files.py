"""Reads handed-in files, folders and zip archives; never waits, follows links, or reads too much.

Archives are read in memory only: nothing is extracted, so no name in one can do harm.
"""

from __future__ import annotations

import contextlib
import io
import os
import stat
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from grader.intake.accepted_files import ACCEPTED, MAX_ENTRIES, SIZE_LIMITS, suffix_of
from grader.intake.intake_errors import IntakeError, display_name, printable_name, too_large_error
from grader.intake.text_decoding import looks_like_text

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
    for member in dict.fromkeys(list_regular_files(members)):
        yield entry_of_member(members, member, name)


def entry_of_member(members: ZipFile, member: str, name: str) -> FileEntry:
    """Return the file ``member`` of an archive called ``name``."""
    return FileEntry(
        member,
        members.getinfo(member).file_size,
        lambda limit: read_member(members, member, name, limit),
    )


def read_gradable_file(path: Path) -> bytes:
    """Return the bytes of a file whose kind can be graded.

    Raises:
        IntakeError, OSError: if it is something else, is too large or cannot be read.
        ValueError: if the path has a NUL character.
    """
    suffix = suffix_of(path.name)
    if suffix not in SIZE_LIMITS:
        entry = entry_of_file(path, path.name)
        raise unsupported_file_error(display_name(path), advise_renaming(entry))
    return read_file(path, SIZE_LIMITS[suffix])


def unsupported_file_error(name: str, advice: str) -> IntakeError:
    """Return the error that refuses a file of a kind that cannot be graded, with further advice."""
    return IntakeError(f"{name} is not a kind of file that is graded; give {ACCEPTED}.{advice}")


def advise_renaming(entry: FileEntry) -> str:
    """Return the advice to rename a text that may be a program, after a blank; else nothing."""
    try:
        is_text = looks_like_text(entry.fetch(SIZE_LIMITS[".py"]))
    except (IntakeError, OSError, ValueError):
        is_text = False
    path = normalise_archive_path(entry.name)
    renamed = printable_name(f"{path.stem.removesuffix('.py')}.py")
    name = printable_name(path.name)
    return f" If {name} holds your Python program, rename it to {renamed}." if is_text else ""


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


MAX_DIRECTORY = 1 << 20
"""Bytes of the table of contents, which zipfile would otherwise read whole."""

_END = struct.Struct("<4s4H2LH")
_END_MARK = b"PK\5\6"
_ZIP64_MARK = b"PK\6\7"

# Other methods can produce gigabytes from a few bytes before a reader can stop them.
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


@contextmanager
def open_archive(data: bytes, name: str) -> Iterator[zipfile.ZipFile]:
    """Open the archive in ``data``; turn every error with it into an :class:`IntakeError`."""
    with convert_archive_errors(name), open_archive_for_reuse(data, name) as archive:
        yield archive


def open_archive_for_reuse(data: bytes, name: str) -> zipfile.ZipFile:
    """Open the archive in ``data`` for reads at any time within :func:`convert_archive_errors`.

    Raises:
        IntakeError: if it is too large, or no archive.
    """
    with convert_archive_errors(name):
        _refuse_large_directory(data, name)
        # Newer versions of zipfile warn of oddities on standard error.
        with warnings.catch_warnings(action="ignore"):
            archive = zipfile.ZipFile(io.BytesIO(data))
        if len(archive.infolist()) > MAX_ENTRIES:
            archive.close()
            raise _too_many(name)
        return archive


@contextmanager
def convert_archive_errors(name: str) -> Iterator[None]:
    """Turn errors about the archive ``name`` into :class:`IntakeError`."""
    try:
        yield
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        # zipfile does not check empty names, huge offsets and unknown versions.
        LookupError,
        OverflowError,
        RuntimeError,
        ValueError,
    ):
        raise _damaged(name) from None


def list_regular_files(archive: zipfile.ZipFile) -> Iterator[str]:
    """Yield the names of the regular files in the archive, as the archive spells them."""
    for entry in archive.infolist():
        if not entry.is_dir() and not stat.S_ISLNK(entry.external_attr >> 16):
            yield entry.filename


def read_member(archive: zipfile.ZipFile, member: str, name: str, limit: int) -> bytes:
    """Return the bytes of ``member``, which may have up to ``limit``."""
    entry = archive.getinfo(member)
    if entry.flag_bits & 1:
        raise IntakeError(f"{name} is protected by a password; make a zip archive without one.")
    if entry.compress_type not in _METHODS:
        raise IntakeError(
            f"{printable_name(member)} in {name} is compressed in an unusual way; make an "
            "ordinary zip."
        )
    if entry.file_size > limit:
        raise too_large_error(member, limit)
    with archive.open(entry) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise too_large_error(member, limit)
    return data


def _refuse_large_directory(data: bytes, name: str) -> None:
    """Refuse an archive with too many entries before its directory is read, by its last record."""
    start = len(data) - _END.size
    if data[start:][:4] != _END_MARK or not data.endswith(b"\0\0"):
        start = data.rfind(_END_MARK)
    if start < 0 or start + _END.size > len(data):
        raise _damaged(name)
    *_, entries, size, _offset, _comment = _END.unpack_from(data, start)
    if data[max(0, start - 20) :].startswith(_ZIP64_MARK):
        raise IntakeError(f"{name} is in the zip64 format; make an ordinary zip archive.")
    if entries > MAX_ENTRIES or size > MAX_DIRECTORY:
        raise _too_many(name)


def _too_many(name: str) -> IntakeError:
    return IntakeError(f"{name} holds more than {MAX_ENTRIES} files; zip only your own code.")


def _damaged(name: str) -> IntakeError:
    return IntakeError(f"{name} is not a readable zip archive; make it anew and hand it in again.")

"""Reads zip archives in memory only: nothing is extracted, so no name in one can do harm."""

from __future__ import annotations

import io
import stat
import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from grader.intake.intake_errors import MAX_ENTRIES, IntakeError, printable_name, too_large_error

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

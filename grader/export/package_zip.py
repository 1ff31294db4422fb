"""Writes a package: a zip of files, the same bytes for the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.machine.atomic_write import write_bytes_atomically

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can hold: when it was made is no part of a package."""
_FILE, _SCRIPT, _FOLDER = 0o100644, 0o100755, 0o040755


@dataclass(frozen=True, slots=True)
class PackageFile:
    """The contents of one file of a package."""

    content: bytes
    executable: bool = False


def write_package(path: Path, files: Mapping[str, PackageFile]) -> None:
    """Write ``files``, by their paths in the package, to a zip with an entry for each folder.

    Raises:
        WriteError: the file cannot be written.
    """
    write_bytes_atomically(path, zip_package(files))


def zip_package(files: Mapping[str, PackageFile]) -> bytes:
    """Return a zip of ``files``, by their paths in it, with an entry for each folder."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as package:
        folders = {
            f"{folder}/" for name in files for folder in PurePosixPath(name).parents if folder.name
        }
        for name in sorted({*folders, *files}):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system = 3  # Unix, or the mode below counts for nothing
            if name in folders:
                entry.external_attr = _FOLDER << 16 | 0x10
                package.writestr(entry, b"")
                continue
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (_SCRIPT if files[name].executable else _FILE) << 16
            package.writestr(entry, files[name].content)
    return written.getvalue()

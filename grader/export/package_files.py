"""Writes a package: a zip, the same bytes for the same files, or a folder."""

from __future__ import annotations

import io
import shutil
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.machine.atomic_write import WriteError, write_bytes_atomically

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


def write_zip_or_folder(path: Path, files: Mapping[str, PackageFile]) -> None:
    """Write a package to a zip if ``path`` ends in ``.zip``, else to a new folder.

    Raises:
        WriteError: it cannot be written; nothing of it is left then.
    """
    if path.suffix.lower() == ".zip":
        write_package(path, files)
    else:
        write_folder(path, files)


def write_folder(path: Path, files: Mapping[str, PackageFile], *, replaces: bool = False) -> None:
    """Write ``files`` to the new folder ``path``, all or none; it may be there if it is empty.

    Args:
        replaces: whether a folder that is there is replaced, once all files are written.

    Raises:
        WriteError: it cannot be written, or is there already.
    """
    if path.exists() and not replaces and not (path.is_dir() and not any(path.iterdir())):
        raise WriteError(f"Cannot write {path}: it is there already; name a new folder.")
    unfinished: Path | None = None
    try:
        unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=path.absolute().parent))
        for name, file in files.items():
            target = unfinished / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.content)
            target.chmod(0o755 if file.executable else 0o644)
        unfinished.chmod(0o755)
        if replaces and path.exists():
            shutil.rmtree(path)
        unfinished.replace(path)
    except OSError as problem:
        raise WriteError(f"Cannot write {path}: {problem.strerror or problem}.") from problem
    finally:
        if unfinished is not None:
            shutil.rmtree(unfinished, ignore_errors=True)

"""Writes a package as a folder, for platforms that read questions and pages from one."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from grader.export.package_zip import PackageFile, write_package
from grader.machine.atomic_write import WriteError


def write_zip_or_folder(path: Path, files: Mapping[str, PackageFile]) -> None:
    """Write a package to a zip if ``path`` ends in ``.zip``, else to a new folder.

    Raises:
        WriteError: it cannot be written; nothing of it is left then.
    """
    if path.suffix.lower() == ".zip":
        write_package(path, files)
    else:
        write_folder(path, files)


def write_folder(path: Path, files: Mapping[str, PackageFile]) -> None:
    """Write ``files`` to the new folder ``path``, all or none; it may be there if it is empty.

    Raises:
        WriteError: it cannot be written, or is there already.
    """
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
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
        unfinished.replace(path)
    except OSError as problem:
        raise WriteError(f"Cannot write {path}: {problem.strerror}.") from problem
    finally:
        if unfinished is not None:
            shutil.rmtree(unfinished, ignore_errors=True)

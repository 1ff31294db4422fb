"""Collects the files of a package, and writes them to a reproducible zip or to a folder."""

from __future__ import annotations

import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata, resources
from pathlib import Path, PurePosixPath

import grader
from grader.assignment import Assignment
from grader.assignment.course_assignments import REFERENCE, TESTS
from grader.jobs.grading_key import WITHOUT_EFFECT
from grader.machine.atomic_write import WriteError, write_bytes_atomically
from grader.model.user_error import UserError

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


SETTINGS = "package.json"
"""Name of the file that says what a package grades."""
REQUIREMENTS = "requirements.txt"
"""Name of the file with the packages that the grader needs, each with its digests."""
PROMISED = "requirements-promised.txt"
"""Name of the file with further packages, which the assignment promises to submissions."""

_GRADER = Path(grader.__file__).resolve().parent
_LOCKS = _GRADER.parent / "requirements"
_ELSEWHERE = {"author", "service", "similar", "tournament"}
"""Rooms of the grader that no grading of one submission needs."""
_SPECIMENS = WITHOUT_EFFECT - {"skeleton.py"}
"""Parts of a reference folder that stay out. The skeleton says how lent functions are described."""
_NAME = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)


class PackageIncomplete(UserError):
    """The error of a package that cannot be made here, because a part of it is missing."""


def collect_grading_files(assignment: Assignment, settings: dict[str, object]) -> dict[
    str, PackageFile
]:  # fmt: skip
    """Return all that grades ``assignment``, by paths in a folder that is a course of its own.

    Args:
        settings: what the package's entry script has to know beside the assignment's id.

    Raises:
        PackageIncomplete: if a lock file or a package that is promised is not here.
    """
    files = {f"grader/{path.relative_to(_GRADER)}": path for path in _grader_files()}
    for kind, folder in ((TESTS, assignment.tests), (REFERENCE, assignment.reference)):
        files |= {f"{kind}/{path.name}": path for path in folder.parent.glob("*.py")}
        for path in _files_below(folder):
            inside = path.relative_to(folder)
            if kind == TESTS or inside.parts[0] not in _SPECIMENS:
                files[f"{kind}/{folder.name}/{inside}"] = path
    lock = read_lock("base.txt")
    found = {name: PackageFile(path.read_bytes()) for name, path in files.items()}
    found[REQUIREMENTS] = PackageFile(lock.encode())
    found[PROMISED] = PackageFile(_list_unlocked_packages(assignment, lock).encode())
    described = {"assignment": assignment.id, **settings}
    found[SETTINGS] = PackageFile((json.dumps(described, indent=2) + "\n").encode())
    return found


def read_lock(name: str) -> str:
    """Return one of the lock files beside the grader.

    Raises:
        PackageIncomplete: if it is not there.
    """
    try:
        return (_LOCKS / name).read_text("utf-8")
    except OSError:
        raise PackageIncomplete(
            f"The lock file {_LOCKS / name} is not there, so no package can say which versions it "
            "needs; run this command in a clone of the grader's repository."
        ) from None


def read_template(name: str) -> bytes:
    """Return one of the files of packages that are the same for every assignment."""
    return resources.files("grader.export").joinpath("templates", name).read_bytes()


def _grader_files() -> Iterator[Path]:
    for path in _files_below(_GRADER):
        if path.relative_to(_GRADER).parts[0] not in _ELSEWHERE:
            yield path


def _files_below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part == "__pycache__" for part in inside)
        if path.is_file() and not hidden:
            yield path


def _list_unlocked_packages(assignment: Assignment, lock: str) -> str:
    """Return requirements for the packages that submissions may import and the lock lacks.

    Raises:
        PackageIncomplete: if one of them is not installed here, so that its version is not known.
    """
    locked = {name.lower() for name in _NAME.findall(lock)}
    owners = metadata.packages_distributions()
    lines = []
    for package in assignment.packages:
        if package not in owners:
            raise PackageIncomplete(
                f"{assignment.id} promises the package {package} to submissions, and it is not "
                f"installed here; install it, so that its version is known."
            )
        name = owners[package][0]
        if name.lower() not in locked:
            lines.append(f"{name}=={metadata.version(name)}\n")
    return "".join(lines)

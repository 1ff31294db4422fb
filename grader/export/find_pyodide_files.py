"""Finds Pyodide, Python for browsers, and reads the files that a page needs of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.machine.cache_folder import cache_folder
from grader.model.user_error import UsageError

PYODIDE_VERSION = "314.0.7"
PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""Of the package that npm has; ``scripts/install-pyodide`` reads both."""

_LOCK = "pyodide-lock.json"
SNAPSHOT = "python.snapshot"
"""The compressed memory of an interpreter that has started, from ``scripts/install-pyodide``."""
_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", _LOCK)


@dataclass(frozen=True, slots=True)
class PyodideFiles:
    """Pyodide as a page takes it along.

    Attributes:
        python: the version of Python that it is: ``3.14.2``.
        files: contents by name.
        packages: names of those packages that were asked for and are among the files.
        missing: those that are not.
    """

    python: str
    files: dict[str, bytes]
    packages: tuple[str, ...]
    missing: tuple[str, ...]


def read_pyodide(folder: Path | None, packages: Iterable[str]) -> PyodideFiles:
    """Return Pyodide's files from ``folder``, or from where ``scripts/install-pyodide`` puts them.

    npm has the interpreter alone. A folder that also holds wheels of its release, such as NumPy's,
    gives those of ``packages`` and all that they need. Without wheels, a snapshot that is there
    goes along, from which a page starts in a fraction of the time.

    Raises:
        UsageError: it is not there, or not whole.
    """
    place = folder or _installed()
    if place is None or not place.is_dir():
        where = "not installed" if folder is None else f"not at {folder}, which is no folder"
        raise UsageError(
            f"Pyodide {PYODIDE_VERSION} is {where}: run scripts/install-pyodide, or name a folder "
            "that holds it with --pyodide."
        )
    try:
        files = {name: (place / name).read_bytes() for name in _FILES}
        lock = json.loads(files[_LOCK])
        python, known = str(lock["info"]["python"]), dict(lock["packages"])
    except OSError as error:
        name = Path(str(error.filename)).name
        raise UsageError(
            f"{place} does not hold Pyodide: {name} cannot be read ({error.strerror})."
        ) from error
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{place} does not hold Pyodide: its {_LOCK} is none.") from error
    there: list[str] = []
    missing: list[str] = []
    for package in packages:
        wheels = _wheels(place, known, package)
        (missing if wheels is None else there).append(package)
        files |= wheels or {}
    snapshot = place / SNAPSHOT
    if not there and snapshot.is_file():  # compiled parts of packages may not fit into its memory
        files[SNAPSHOT] = snapshot.read_bytes()
    return PyodideFiles(python, files, tuple(there), tuple(missing))


def _installed() -> Path | None:
    cache = cache_folder()
    return None if cache is None else cache / f"pyodide-{PYODIDE_VERSION}"


def _wheels(place: Path, known: dict[str, Any], package: str) -> dict[str, bytes] | None:
    """Return the wheels of ``package`` and of all that it needs; ``None`` unless all are there."""
    found: dict[str, bytes] = {}
    open_names, seen = [package], set[str]()
    while open_names:
        name = open_names.pop()
        if name in seen:
            continue
        seen.add(name)
        if name not in known:
            return None
        entry = known[name]
        file = Path(str(entry["file_name"])).name
        if not (place / file).is_file():
            return None
        found[file] = (place / file).read_bytes()
        if hashlib.sha256(found[file]).hexdigest() != entry["sha256"]:
            raise UsageError(f"{place / file} is not the file that {_LOCK} beside it names.")
        open_names += entry["depends"]
    return found

"""Finds the Python that student code runs on: the grader's own, or another version.

Another version is asked by running this file with it, which therefore imports nothing but the
standard library.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import platform
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

OWN_VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
_PATIENCE = 60.0
"""Seconds in which another version has to describe itself."""


class PythonMissing(Exception):
    """The error of a Python, or a package of it, that an assignment asks for and nobody has."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """One Python of this machine.

    Attributes:
        version: implementation and version, as in ``CPython 3.13.0``.
        executable: path of the program.
        library: folder of the standard library.
        shared_library: path of libpython, if the program needs one; else empty.
        packages: folders of each package that was asked for, with its wheel's shared libraries;
            none if it is not installed.
        releases: version of each of them; empty if there is none.
    """

    version: str
    executable: str
    library: str
    shared_library: str
    packages: dict[str, list[str]]
    releases: dict[str, str]


def describe_own_interpreter(packages: tuple[str, ...]) -> Interpreter:
    """Return the Python that runs this, with those of ``packages`` that it has."""
    base = {"base": sys.base_prefix}
    return Interpreter(
        version=f"{platform.python_implementation()} {platform.python_version()}",
        executable=os.path.realpath(sys.executable),
        library=os.path.realpath(sysconfig.get_path("stdlib", vars=base)),
        shared_library=_shared_library(),
        packages={name: _package_folders(name) for name in packages},
        releases={name: _release(name) for name in packages},
    )


def find_interpreter(version: str, packages: tuple[str, ...]) -> Interpreter:
    """Return a Python of ``version``, such as ``3.13``; the grader's own if that is empty.

    Raises:
        PythonMissing: if no program of that version is on the path, or it does not start.
    """
    # The own one is described anew each time: packages may change while a service runs.
    own = version in {"", OWN_VERSION}
    return describe_own_interpreter(packages) if own else find_other_interpreter(version, packages)


@functools.cache
def find_other_interpreter(version: str, packages: tuple[str, ...]) -> Interpreter:
    """Return the first program of ``version`` on the path that starts; it is asked once.

    Raises:
        PythonMissing: if there is none.
    """
    tried = [*_programs_on_path(f"python{version}")]
    for program in tried:
        try:
            done = subprocess.run(
                [program, "-I", __file__, *packages],
                capture_output=True, timeout=_PATIENCE, check=True, stdin=subprocess.DEVNULL,
            )  # fmt: skip
            found = Interpreter(**json.loads(done.stdout))
        except (OSError, subprocess.SubprocessError, TypeError, ValueError):
            continue  # one that starts nothing is as good as none
        if found.version.partition(" ")[2].startswith(f"{version}."):
            return found
    vain = f" (tried: {', '.join(map(str, tried))})" if tried else ""
    raise PythonMissing(
        f"The assignment asks for Python {version}, and this machine's path leads to no "
        f"python{version} that starts{vain}. Install it, or change the line python = in "
        "assignment.toml."
    )


def _programs_on_path(name: str) -> Iterator[Path]:
    """Yield all programs of that name: the first may be a shim that starts nothing."""
    for folder in os.get_exec_path():
        path = Path(folder, name)
        if path.is_file() and os.access(path, os.X_OK):
            yield path


def _shared_library() -> str:
    directory, name = (sysconfig.get_config_var(key) for key in ("LIBDIR", "INSTSONAME"))
    if not sysconfig.get_config_var("Py_ENABLE_SHARED") or not directory or not name:
        return ""
    path = Path(directory, name)
    return str(path) if path.is_file() and not path.is_relative_to("/usr/lib") else ""


def _package_folders(name: str) -> list[str]:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return []
    folder = Path(next(iter(spec.submodule_search_locations))).resolve()
    beside = (folder, folder.with_name(f"{name}.libs"))
    return [str(path) for path in beside if path.is_dir()]


def _release(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(describe_own_interpreter(tuple(sys.argv[1:])))))

"""Finds the parts of the Python installation that a sandbox mounts, and nothing around them.

Inside the sandbox the interpreter and its standard library appear at their original paths, because
an interpreter finds its library relative to itself. Of the installed packages only those come
along that the assignment names; each appears alone, under :data:`PACKAGES`. Where
those paths cannot be read by an unprivileged user (an interpreter under ``/root``, say), a copy
that can is made once and mounted in their place.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import stat
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

from grader.sandbox.interpreter import Interpreter, PythonMissing, find_interpreter

_LEFT_OUT = shutil.ignore_patterns(
    "site-packages", "dist-packages", "test", "tests", "idlelib", "turtledemo", "ensurepip",
    "lib2to3", "config-*",
)  # fmt: skip


PACKAGES = "/packages"
"""Where an assignment's packages appear inside the sandbox."""
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
}
"""All that the sandbox's environment says.

A replay iterates over sets in the same order. And address space is limited: one thread is plenty
for numpy, and what a student's threads allocate need not reserve 64 MiB for each of them.
"""


@dataclass(frozen=True, slots=True)
class Runtime:
    """The paths to mount in a sandbox, and the interpreter to start.

    Attributes:
        executable: the interpreter's path inside the sandbox.
        mounts: pairs (source on this machine, destination inside), all read-only.
        hidden: directories inside that must appear empty.
    """

    executable: str
    mounts: tuple[tuple[str, str], ...]
    hidden: tuple[str, ...]


@functools.cache
def find_runtime(packages: tuple[str, ...], *, private: bool, version: str = "") -> Runtime:
    """Return the runtime of the Python of that version, by default the one that runs the grader.

    Args:
        packages: importable packages of that Python's environment that come along.
        private: whether the sandbox is started by an account other than this one, so that only
            what everybody may read can be mounted.

    Raises:
        PythonMissing: if that Python, or one of them, is not installed.
        OSError: if a copy is needed and cannot be made.
    """
    python = find_interpreter(version, packages)
    executable, library = Path(python.executable), Path(python.library)
    shared = [Path(python.shared_library)] if python.shared_library else []
    parts = {path: str(path) for path in (executable, library, *shared)}
    for package in packages:
        parts |= {path: f"{PACKAGES}/{path.name}" for path in _package_folders(python, package)}
    sources = list(parts)
    if private and not all(_readable_by_all(part) for part in parts):
        copy = _provide_copy(sources, python.version)
        sources = [copy / str(number) for number in range(len(parts))]
    mounts = [(str(source), inside) for source, inside in zip(sources, parts.values(), strict=True)]
    hidden = tuple(
        str(library / name)
        for name in ("site-packages", "dist-packages")
        if (sources[1] / name).is_dir()
    )
    return Runtime(str(executable), (*_system_libraries(), *mounts), hidden)


def _package_folders(python: Interpreter, name: str) -> list[Path]:
    """Return the folder of a package, and the folder of its wheel's shared libraries."""
    if not python.packages[name]:
        raise PythonMissing(
            f"The assignment promises the package {name} to submissions, but {python.version} "
            f"({python.executable}) does not have it; install it there (pip install {name})."
        )
    return [Path(folder) for folder in python.packages[name]]


def _system_libraries() -> list[tuple[str, str]]:
    """Return the directories of the C library and its companions, if this system has them."""
    triplet = sysconfig.get_config_var("MULTIARCH") or ""
    names = ["/lib64", "/usr/lib64", "/etc/ld.so.cache"]
    if triplet:
        names += [f"/lib/{triplet}", f"/usr/lib/{triplet}"]
    return [(os.path.realpath(name), name) for name in names if Path(name).exists()]


def _readable_by_all(path: Path) -> bool:
    readable = stat.S_IROTH | (stat.S_IXOTH if path.is_dir() else 0)
    if path.stat().st_mode & readable != readable:
        return False
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)


def _provide_copy(parts: list[Path], version: str) -> Path:
    """Copy ``parts`` to a directory that every account may read, unless there is a copy."""
    cache = Path("/var/cache/search-autograder")
    known = [(str(part), part.stat().st_mtime_ns) for part in parts]
    identity = f"{known} {version}"
    target = cache / f"python-{hashlib.sha256(identity.encode()).hexdigest()[:16]}"
    if target.is_dir():
        return target
    cache.mkdir(mode=0o755, parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=cache))
    try:
        for number, part in enumerate(parts):
            if part.is_dir():
                shutil.copytree(part, unfinished / str(number), symlinks=True, ignore=_LEFT_OUT)
            else:
                shutil.copy2(part, unfinished / str(number))
        unfinished.chmod(0o755)
        unfinished.rename(target)
    except OSError:
        shutil.rmtree(unfinished, ignore_errors=True)
        if not target.is_dir():  # otherwise another grader was faster
            raise
    return target

"""Digests everything a verdict depends on besides the submission, as a key for stored results."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Self

import grader
from grader.assignment import Assignment, AssignmentError, reference_costs
from grader.assignment.course_assignments import BUILT_IN
from grader.model.submission import digest_texts
from grader.sandbox import Sandbox
from grader.sandbox.interpreter import PythonMissing, find_interpreter

_LIMITS = {"assignment.toml", reference_costs.NAME}
WITHOUT_EFFECT = {"mutants", "rights", "families", "written", "skeleton.py"}
"""Parts of a reference folder that no grading reads."""
_SOURCES = frozenset({".py", ".json", ".toml"})
"""Suffixes of the grader's files that can change a report."""
_TEMPLATES = frozenset({".html", ".css"})
"""Suffixes of files that change only pages."""


@dataclass(frozen=True, slots=True)
class GradingSetting:
    """All that a verdict depends on besides the submission, as digests and names.

    Attributes:
        tests: digest of the hidden tests, their data and known mistakes.
        limits: digest of ``assignment.toml`` and of what the reference took.
        reference: digest of solutions, provided modules and oracle.
        grader: version, and digest of its sources.
        python: version, and those of packages that submissions may import.
        sandbox: its name, what it enforces, and which image it is.
        tasks: ids of those that were asked for; empty for all.
        where: bindings by role, as a person says: ``role=binding``, each on a line.
        course: folder that holds the assignment where the order was made; empty for the course
            beside the grader. It decides nothing: the digests say what is in it.
    """

    assignment: str
    tests: str
    limits: str
    reference: str
    grader: str
    python: str
    sandbox: str
    seed: str
    tasks: str
    course: str = ""
    where: str = ""

    @classmethod
    def of(
        cls,
        assignment: Assignment,
        sandbox: Sandbox,
        seed: int = 0,
        tasks: Collection[str] = (),
        where: Mapping[str, str] = MappingProxyType({}),
    ) -> Self:
        """Return the setting of gradings with these arguments, in this process."""
        return cls(
            assignment=assignment.id,
            **digest_assignment_files(assignment),
            grader=digest_grader_sources(),
            python=_python(assignment),
            sandbox=_sandbox(sandbox),
            seed=str(seed),
            tasks=" ".join(task.id for task in assignment.tasks if task.id in tasks),
            course="" if assignment.course == BUILT_IN else str(assignment.course),
            where=bindings_as_pairs(where),
        )

    @property
    def bindings(self) -> dict[str, str]:
        """Return the bindings by role that :attr:`where` holds."""
        return dict(said.split("=", 1) for said in self.where.split("\n") if said)

    @property
    def backend(self) -> str:
        """Return the name of the sandbox."""
        return self.sandbox.partition(",")[0]

    @property
    def parts(self) -> dict[str, str]:
        """Return all parts of the setting that influence a verdict, by name."""
        return {name: value for name, value in asdict(self).items() if name != "course"}

    @property
    def digest(self) -> str:
        """Return a short digest that tells settings apart."""
        return digest_texts(f"{name}={value}" for name, value in self.parts.items())[:16]


def bindings_as_pairs(where: Mapping[str, str]) -> str:
    """Return bindings by role in the form of :attr:`GradingSetting.where`."""
    return "\n".join(f"{role}={binding}" for role, binding in sorted(where.items()))


def digest_assignment_files(assignment: Assignment) -> dict[str, str]:
    """Return digests, by kind, of the files of ``assignment`` that a report depends on."""
    return {
        kind: _digest_folder(folder, counts)
        for kind, (folder, counts) in _files_that_matter(assignment).items()
    }


def _files_that_matter(assignment: Assignment) -> dict[str, tuple[Path, Callable[[Path], bool]]]:
    """Return, by kind, a folder and a test of which paths in it a report depends on."""
    hidden, reference = assignment.tests, assignment.reference
    return {
        "tests": (hidden, lambda path: path.name not in _LIMITS),
        "limits": (hidden, lambda path: path.parent == hidden and path.name in _LIMITS),
        "reference": (
            reference, lambda path: path.relative_to(reference).parts[0] not in WITHOUT_EFFECT
        ),
    }  # fmt: skip


class AssignmentChanged(AssignmentError):
    """The files of an assignment have changed since gradings began."""


@dataclass(frozen=True, slots=True)
class AssignmentFilesWatch:
    """A watch over the files of an assignment that a report depends on.

    A grading reads some of them when it begins and others later. A result of a mixture of old and
    new files must not be kept.
    """

    assignment: str
    stamps: dict[Path, tuple[int, ...]]

    @classmethod
    def over(cls, assignment: Assignment) -> AssignmentFilesWatch:
        """Return a watch over the files as they are now."""
        files = (file for part in _files_that_matter(assignment).values() for file in _files(*part))
        return cls(assignment.id, {file: _stamp(file) for file in files})

    def check(self) -> None:
        """Raises AssignmentChanged if a file has changed or vanished."""
        for file, stamp in self.stamps.items():
            if _stamp(file) != stamp:
                raise AssignmentChanged(
                    f"{file.name} of the assignment {self.assignment} has changed since this "
                    "run began. What was done before is kept; run the same command again."
                )


def _stamp(file: Path) -> tuple[int, ...]:
    try:
        found = file.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def digest_grader_sources() -> str:
    """Return the grader's version, and a digest of its source files."""
    return _version(_SOURCES)


def digest_grader_sources_and_templates() -> str:
    """Return the version, and a digest of sources and page templates."""
    return _version(_SOURCES | _TEMPLATES)


@functools.cache
def _version(kinds: frozenset[str]) -> str:
    folder = Path(grader.__file__).parent
    return f"{grader.__version__} {_digest_folder(folder, lambda path: path.suffix in kinds)}"


def _python(assignment: Assignment) -> str:
    try:
        found = find_interpreter(assignment.python, assignment.packages)
    except PythonMissing:  # a sandbox will say so
        return f"no Python {assignment.python}"
    releases = (f"{name} {release or 'missing'}" for name, release in found.releases.items())
    return ", ".join([found.version, *releases])


def _sandbox(sandbox: Sandbox) -> str:
    info = sandbox.info
    # Only a Docker engine has images.
    image = getattr(sandbox, "image", "")
    lacking = [name for name, enforced in info.enforced.items() if not enforced]
    parts = [info.backend, *([image] if image else []), *(f"without {name}" for name in lacking)]
    return ", ".join(parts)


def _digest_folder(folder: Path, counts: Callable[[Path], bool]) -> str:
    """Return a digest of the names and contents of the files in ``folder`` that count."""
    return digest_texts(
        f"{path.relative_to(folder).as_posix()}|{hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in _files(folder, counts)
    )[:32]


def _files(folder: Path, counts: Callable[[Path], bool]) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and counts(path) and "__pycache__" not in path.parts
    )

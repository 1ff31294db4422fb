"""What hidden tests are tried on: the reference, known-wrong and right-but-different solutions.

A variant is a few lines in a student's hand. They stand behind the whole reference solution, so
that what they redefine takes its place. Variants are data: only a sandbox runs them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from grader.assignment import Assignment, UnknownTask
from grader.intake import Cell, Submission

_DIAGNOSIS = re.compile(r'\A"""(.+?)"""', re.DOTALL)
_FAILS = re.compile(r"^#: fails = (.+)$", re.MULTILINE)


_CLOCK = re.compile(r"^\s*(?:import|from) time\b", re.MULTILINE)


class VariantError(Exception):
    """A file that is not a variant; the message names the file and says what is missing."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One solution.

    Attributes:
        name: folder and file name without its ending: ``tsp/keeps_the_last``.
        diagnosis: one sentence for people that says what is wrong, or different.
        fails: numbers of the tasks that lose points; empty for a right solution.
    """

    name: str
    diagnosis: str
    fails: tuple[str, ...]
    source: str

    @property
    def looks_at_the_clock(self) -> bool:
        """Whether it may do otherwise with the same seed, because it looks at the time."""
        return _CLOCK.search(self.source) is not None


def mutants(assignment: Assignment) -> list[Variant]:
    """The known-wrong solutions, by name.

    Raises:
        VariantError: if one does not say what it fails.
    """
    found = _read(assignment.reference / "mutants")
    for variant in found:
        if not variant.fails:
            raise VariantError(f"mutants/{variant.name}.py does not say which tasks it fails")
        for task in variant.fails:
            try:
                assignment.coded_task(task)
            except UnknownTask as problem:
                raise VariantError(f"mutants/{variant.name}.py: {problem}") from None
    return found


def rights(assignment: Assignment) -> list[Variant]:
    """The right solutions, by name.

    Raises:
        VariantError: if one says that it fails something.
    """
    found = _read(assignment.reference / "rights")
    for variant in found:
        if variant.fails:
            raise VariantError(f"rights/{variant.name}.py says that it fails a task")
    return found


def reference(assignment: Assignment) -> Submission:
    """The whole reference solution."""
    return _handed_in("the reference", _solutions(assignment))


def submission(assignment: Assignment, variant: Variant) -> Submission:
    """What a student who wrote ``variant`` and got the rest right would hand in."""
    name = f"{variant.name}.py"
    return _handed_in(name, (*_solutions(assignment), Cell(variant.source, name, False)))


def mutated(assignment: Assignment, function: str, source: str) -> Submission:
    """The reference solution with another text for ``function``."""
    cells = _solutions(assignment)
    name = f"{function}.py"
    return _handed_in(
        name, [Cell(source, name, False) if cell.name == name else cell for cell in cells]
    )


def _solutions(assignment: Assignment) -> tuple[Cell, ...]:
    functions = [task.function for task in assignment.tasks if task.function is not None]
    return tuple(Cell(assignment.source(name), f"{name}.py", False) for name in functions)


def _handed_in(name: str, cells: Iterable[Cell]) -> Submission:
    cells = tuple(cells)
    digest = hashlib.sha256("\0".join(cell.source for cell in cells).encode()).hexdigest()
    return Submission(name, digest, cells, ())


def _read(folder: Path) -> list[Variant]:
    return [_variant(file, folder) for file in sorted(folder.glob("*/*.py"))]


def _variant(file: Path, folder: Path) -> Variant:
    source = file.read_text("utf-8")
    name = file.relative_to(folder).with_suffix("").as_posix()
    diagnosis = _DIAGNOSIS.match(source)
    if diagnosis is None:
        raise VariantError(f"{folder.name}/{name}.py does not begin with a diagnosis")
    fails = _FAILS.search(source)
    tasks = tuple(task.strip() for task in fails[1].split(",")) if fails else ()
    sentence = " ".join(diagnosis[1].replace("``", "").split())  # for people, not for a program
    return Variant(name, sentence, tasks, source)

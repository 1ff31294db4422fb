"""Reads families of mutants: almost-right programs with one mistake in several sizes.

A family is a file as a mutant is, below ``reference/<assignment>/families/<group>``. Where the
mistake has a size, the file uses a global name ``SIZE``, and its head lists the sizes to be tried.
Families are data: only a sandbox runs them.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path

from grader.assignment import Assignment, UnknownTask
from grader.author.solution_variants import Variant, VariantError, path_within_course

KIND = "families"
"""The folder, beside ``mutants`` and ``rights``."""

_SENTENCE = re.compile(r'\A"""(.+?)"""', re.DOTALL)
_HEAD = re.compile(r"^#: (tasks|sizes|accepted|because) = (.+)$", re.MULTILINE)
_SIZE = re.compile(r"\bSIZE\b")

ALWAYS, NEVER = "always", "never"


@dataclass(frozen=True, slots=True)
class MutantFamily:
    """A family of programs that make one mistake, each of another size.

    Attributes:
        name: folder and file name without its ending: ``search/first_moves``.
        sentence: for people; says what the mistake is.
        tasks: ids of the tasks that it is about.
        sizes: from the plainest mistake to the slightest, as they are written; one empty text if
            the mistake has no size.
        declared: index of the first size that the hidden tests accept, by what the author knows;
            the number of sizes if they accept none.
        because: why that remains; empty if they accept none.
        source: the file, which binds no ``SIZE``.
    """

    name: str
    sentence: str
    tasks: tuple[str, ...]
    sizes: tuple[str, ...]
    declared: int
    because: str
    source: str

    def member(self, size: str) -> Variant:
        """Return the program that makes the mistake of this size."""
        source = f"SIZE = {size}\n{self.source}" if size else self.source
        name = f"{self.name}@{size}" if size else self.name
        return Variant(name, self.sentence, self.tasks, source)

    def limit(self, index: int) -> str:
        """Return in words that the size at ``index`` is the first that tests accept."""
        if index == len(self.sizes):
            return NEVER
        return f"from {self.sizes[index]}" if self.sizes[index] else ALWAYS


def list_families(assignment: Assignment) -> list[MutantFamily]:
    """Return the families of an assignment, by name.

    Raises:
        VariantError: if files do not say what they are about, with a line for each.
    """
    found, problems = read_families(assignment)
    if problems:
        raise VariantError("\n".join(problems))
    return found


def read_families(assignment: Assignment) -> tuple[list[MutantFamily], list[str]]:
    """Return the families, by name, and sentences on what is wrong with their files."""
    folder = assignment.reference / KIND
    found: list[MutantFamily] = []
    problems: list[str] = []
    for file in sorted(folder.glob("*/*.py")):
        try:
            found.append(_read_family(file, folder, assignment))
        except (VariantError, UnicodeDecodeError) as problem:
            problems.append(f"{path_within_course(assignment, file)}: {problem}")
    return found, problems


def _read_family(file: Path, folder: Path, assignment: Assignment) -> MutantFamily:
    """Return the family in ``file``.

    Raises:
        VariantError: if it does not say what it is.
        UnicodeDecodeError: if it is no text.
    """
    source = file.read_text("utf-8")
    sentence = _SENTENCE.match(source)
    if sentence is None:
        raise VariantError("it does not begin with a sentence in three double quotes")
    head = dict(_HEAD.findall(source))
    if len(head) < len(_HEAD.findall(source)):
        raise VariantError("a line of its head is there twice; keep one")
    tasks = _listed(head.get("tasks", ""))
    if not tasks:
        raise VariantError("it does not say which tasks it is about; write `#: tasks = 1`")
    for task in tasks:
        try:
            assignment.coded_task(task)
        except UnknownTask as problem:
            raise VariantError(f"{problem} Mend `#: tasks =`.") from None
    sizes = _sizes(head, source)
    name = file.relative_to(folder).with_suffix("").as_posix()
    text = " ".join(sentence[1].replace("``", "").split())
    declared = _declared(head, sizes)
    because = head.get("because", "").strip()
    if declared < len(sizes) and not because:
        raise VariantError("it does not say why some sizes are accepted; write `#: because = …`")
    return MutantFamily(name, text, tasks, sizes, declared, because, source)


def _sizes(head: dict[str, str], source: str) -> tuple[str, ...]:
    sizes = _listed(head.get("sizes", ""))
    used = _SIZE.search(source.partition('"""\n')[2]) is not None
    if used and not sizes:
        raise VariantError("it uses SIZE and lists no sizes; write `#: sizes = 4, 8, 16`")
    if sizes and not used:
        raise VariantError("it lists sizes and does not use SIZE")
    for size in sizes:
        try:
            finite = math.isfinite(float(size))
        except ValueError:
            finite = False
        if not finite:
            raise VariantError(f"the size {size} is not a number")
    if len(set(sizes)) < len(sizes):
        raise VariantError("a size is listed twice")
    return sizes or ("",)


def _declared(head: dict[str, str], sizes: tuple[str, ...]) -> int:
    said = head.get("accepted", "").strip()
    if said == NEVER:
        return len(sizes)
    if said == ALWAYS:
        return 0
    word, _, size = said.partition(" ")
    if word == "from" and size in sizes and size:
        return sizes.index(size)
    raise VariantError(
        "it does not say what the hidden tests accept; write `#: accepted = from 16`, with one of "
        "its sizes, or `never` or `always`"
    )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(entry.strip() for entry in text.split(",") if entry.strip())

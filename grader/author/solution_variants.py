"""Reads the solutions that hidden tests are tried on: the reference, wrong and right ones.

A variant is a few lines as a student might write them. They follow the whole reference solution, so
that they redefine parts of it. Or it is whole: a file or a notebook that stands for itself.
Variants are data: only a sandbox runs them.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType

from grader import intake
from grader.assignment import Assignment, UnknownTask
from grader.explain.reference_answers import reference_submission
from grader.model.submission import Cell, Submission
from grader.model.user_error import UserError
from grader.runner.statement import global_names

_DIAGNOSIS = re.compile(r'\A"""(.+?)"""', re.DOTALL)
_FAILS = re.compile(r"^#: fails = (.+)$", re.MULTILINE)
_WHOLE = re.compile(r"^#: whole = (.+)$", re.MULTILINE)
_OPEN = re.compile(r"^#: open = (.+)$", re.MULTILINE)


_CLOCK = re.compile(r"^\s*(?:import|from) time\b", re.MULTILINE)


class VariantError(UserError):
    """A file that is no variant; the message names the file and says what is missing."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of the reference solution, known to be wrong or right.

    Attributes:
        name: folder and file name without its ending: ``tsp/keeps_the_last``.
        diagnosis: one sentence for people that says what is wrong, or different.
        fails: ids of the tasks that lose points; empty for a right solution.
        tests: ids of the tests that lose points, and no others of their tasks, if the author names
            any. An asterisk stands for any letters. A question mark at the end says that chance
            decides whether the test fails.
        whole: the tasks that it does, if it stands for itself and does not follow the reference.
        open: the tasks of a right solution that only a person can decide.
        cells: of a notebook.
    """

    name: str
    diagnosis: str
    fails: tuple[str, ...]
    source: str
    tests: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    open: tuple[str, ...] = ()

    @property
    def looks_at_the_clock(self) -> bool:
        """Return whether the variant uses the time, and may differ with the same seed."""
        return _CLOCK.search(self.source) is not None


def read_mutants(assignment: Assignment) -> list[Variant]:
    """Return the known-wrong solutions, by name.

    Raises:
        VariantError: if files do not say what they fail, with a line for each.
    """
    return _in_order(*read_variants(assignment, "mutants"))


def read_right_solutions(assignment: Assignment) -> list[Variant]:
    """Return the right solutions, by name.

    Raises:
        VariantError: if files say that they fail something, with a line for each.
    """
    return _in_order(*read_variants(assignment, "rights"))


def read_variants(assignment: Assignment, kind: str) -> tuple[list[Variant], list[str]]:
    """Return the ``mutants`` or ``rights`` by name, and what is wrong with their files."""
    folder = assignment.reference / kind
    found: list[Variant] = []
    problems: list[str] = []
    for file in sorted((*folder.glob("*/*.py"), *folder.glob("*/*.ipynb"))):
        try:
            variant = _read_variant(file, folder)
            _check_declared_failures(variant, assignment, wrong=kind == "mutants")
        except VariantError as problem:
            problems.append(f"{path_within_course(assignment, file)}:{problem}")
        else:
            found.append(variant)
    return found, problems


def path_within_course(assignment: Assignment, file: Path) -> str:
    """Return the path of ``file`` from the course's folder on, for messages."""
    course = assignment.course
    return str(file.relative_to(course) if file.is_relative_to(course) else file)


def find_line_of_entry(source: str, entry: str) -> int:
    """Return the number of the line in which a variant declares the failure ``entry``."""
    for number, line in enumerate(source.splitlines(), 1):
        if (fails := _FAILS.match(line)) and entry in map(str.strip, fails[1].split(",")):
            return number
    return 1


def _read_failing_entries(source: str) -> list[str]:
    """Return the tasks and tests that a variant says it fails."""
    return _listed(_FAILS, source)


def _listed(header: re.Pattern[str], source: str) -> list[str]:
    return [entry.strip() for line in header.findall(source) for entry in line.split(",")]


def _in_order(found: list[Variant], problems: list[str]) -> list[Variant]:
    if problems:
        raise VariantError("\n".join(problems))
    return found


def whole_reference_submission(assignment: Assignment) -> Submission:
    """Return the whole reference solution as a submission."""
    return _handed_in("the reference", _solutions(assignment))


def variant_submission(assignment: Assignment, variant: Variant) -> Submission:
    """Return ``variant`` as a submission, behind the reference unless it is whole."""
    name = f"{variant.name}.py"
    if variant.whole:
        return _handed_in(name, variant.cells or [Cell(variant.source, name, False)])
    return _handed_in(name, (*_solutions(assignment), Cell(variant.source, name, False)))


def tasks_touched_by(assignment: Assignment, variant: Variant) -> tuple[str, ...]:
    """Return the tasks in which ``variant`` may differ from the reference.

    Every task is lent the functions that it builds on. So only the task's own function counts, and
    the names that this one uses; those that the variant does not bind are the reference's.
    """
    if variant.whole:
        return variant.whole
    bound = _bound_global_names(variant.source)

    def differs(task: str, function: str) -> bool:
        used = _collect_mentioned_names(assignment.source(function))
        return bound is None or task in variant.fails or not bound.isdisjoint(used)

    coded = ((task.id, task.function) for task in assignment.tasks)
    return tuple(
        task for task, function in coded if function is not None and differs(task, function)
    )


def mutated_submission(assignment: Assignment, function: str, source: str) -> Submission:
    """Return the reference solution with a different ``source`` for ``function``.

    It comes last: if several solutions have a helper of one name, the last one counts.
    """
    name = f"{function}.py"
    others = (cell for cell in _solutions(assignment) if cell.name != name)
    return _handed_in(name, (*others, Cell(source, name, False)))


def _solutions(assignment: Assignment) -> tuple[Cell, ...]:
    return reference_submission(assignment).cells


def _bound_global_names(source: str) -> set[str] | None:
    """Return the global names that ``source`` binds; ``None`` if they cannot be told."""
    try:
        statements = ast.parse(source).body
    except SyntaxError:
        return None
    names: set[str] = set()
    for node in statements:
        match node:
            case ast.Import(names=aliases) if all(alias.asname is None for alias in aliases):
                pass  # the module is the same as in any other import
            case ast.ImportFrom(names=[ast.alias(name="*")]):
                return None
            case ast.Assign(targets=[ast.Name()], value=value) if not any(
                isinstance(inside, ast.Call) for inside in ast.walk(value)
            ):
                names.update(global_names(node))
            case ast.FunctionDef() | ast.ClassDef() | ast.ImportFrom():
                names.update(global_names(node))
            case ast.Expr(value=ast.Constant()):
                pass
            case _:
                return None
    return names


@cache
def _collect_mentioned_names(source: str) -> frozenset[str]:
    """Return all global names and attribute names that ``source`` binds or uses."""

    def within(code: CodeType) -> Iterator[str]:
        yield from code.co_names
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield from within(constant)

    return frozenset(within(compile(source, "a solution", "exec")))


def _handed_in(name: str, cells: Iterable[Cell]) -> Submission:
    cells = tuple(cells)
    digest = hashlib.sha256("\0".join(cell.source for cell in cells).encode()).hexdigest()
    return Submission(name, digest, cells, ())


def _read_variant(file: Path, folder: Path) -> Variant:
    """Return the variant in ``file``.

    Raises:
        VariantError: if it is none; the message begins with a line's number.
    """
    cells: tuple[Cell, ...] = ()
    try:
        if file.suffix == ".ipynb":
            cells = intake.read_submission(file).cells
            source = "\n".join(cell.source for cell in cells)
        else:
            source = file.read_text("utf-8")
    except UnicodeDecodeError as problem:
        raise VariantError(f"1: {problem}; save the file as UTF-8") from None
    except intake.IntakeError as problem:
        raise VariantError(f"1: {problem}") from None
    name = file.relative_to(folder).with_suffix("").as_posix()
    diagnosis = _DIAGNOSIS.match(source)
    if diagnosis is None:
        raise VariantError(
            "1: the file does not begin with a diagnosis; write a sentence in three double quotes"
        )
    sentence = " ".join(diagnosis[1].replace("``", "").split())  # for people, not for a program
    entries = _read_failing_entries(source)
    tasks = dict.fromkeys(task_id_of_entry(entry) for entry in entries if not entry.endswith("?"))
    tests = tuple(entry for entry in entries if "/" in entry)
    said = _listed(_WHOLE, source)
    whole = tuple(dict.fromkeys([*said, *(tasks if said else ())]))
    if cells and not whole:
        raise VariantError("1: a notebook stands for itself; say which tasks it does: #: whole = …")
    undecided = tuple(_listed(_OPEN, source))
    return Variant(name, sentence, tuple(tasks), source, tests, whole, cells, undecided)


def _check_declared_failures(variant: Variant, assignment: Assignment, *, wrong: bool) -> None:
    """Raise an error if the declarations of ``variant`` cannot be right.

    Raises:
        VariantError: if they cannot; the message begins with a line's number.
    """
    _check_tasks("whole", variant.whole, assignment)
    _check_tasks("open", variant.open, assignment)
    if wrong and variant.open:
        raise VariantError("1: only a right solution may say `#: open =`; delete that line")
    if not wrong:
        if variant.fails:
            line = find_line_of_entry(variant.source, _read_failing_entries(variant.source)[0])
            raise VariantError(
                f"{line}: a right solution says that it fails a task; delete that line, or move "
                "the file to mutants"
            )
        return
    if not (variant.fails or variant.tests):
        raise VariantError(
            "1: the file does not say which tasks it fails; write a line as `#: fails = 1`"
        )
    entries = _read_failing_entries(variant.source)
    for test in variant.tests:
        line = find_line_of_entry(variant.source, test)
        if task_id_of_entry(test) in entries:
            raise VariantError(
                f"{line}: names {task_id_of_entry(test)} and also {test}; name the task, or all of "
                "its tests that lose points"
            )
        if task_id_of_entry(test) not in variant.fails:
            raise VariantError(
                f"{line}: names {test}, which chance decides, and no test of "
                f"{task_id_of_entry(test)} that always loses points; name one, or the task"
            )
    for task in variant.fails:
        try:
            assignment.coded_task(task)
        except UnknownTask as problem:
            line = min(
                find_line_of_entry(variant.source, e)
                for e in entries
                if task_id_of_entry(e) == task
            )
            raise VariantError(f"{line}: {problem} Mend `#: fails =`.") from None


def _check_tasks(header: str, tasks: Iterable[str], assignment: Assignment) -> None:
    """Raise an error if a header names a task that does not exist.

    Raises:
        VariantError: if it does.
    """
    for task in tasks:
        try:
            assignment.coded_task(task)
        except UnknownTask as problem:
            raise VariantError(f"1: {problem} Mend `#: {header} =`.") from None


def task_id_of_entry(entry: str) -> str:
    """Return the id of a task, from that id or the id of one of its tests."""
    return entry.partition("/")[0]

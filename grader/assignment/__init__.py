"""Assignments: what ``hidden_tests/<id>/assignment.toml`` says, checked and frozen."""

from __future__ import annotations

import importlib.util
import math
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.assignment import costs
from grader.assignment.costs import Costs
from grader.model.limits import Limits, LoadLimits


class AssignmentError(Exception):
    """An assignment that cannot be used; the message names file, key and value."""


class UnknownAssignment(AssignmentError):
    """No assignment of that name exists."""


class UnknownTask(AssignmentError):
    """No task of that number exists, or it is not one that the grader tests."""


@dataclass(frozen=True, slots=True)
class Task:
    """One task.

    Attributes:
        function: what the student implements; ``None`` for a written task.
        inject: reference functions that tests may pass as arguments.
        stubs: scripted functions of the hidden tests that may be passed as arguments.
        globals: reference functions that replace the student's own of the same name.
    """

    id: str
    title: str
    points: float
    function: str | None
    inject: tuple[str, ...] = ()
    stubs: tuple[str, ...] = ()
    globals: tuple[str, ...] = ()

    @property
    def written(self) -> bool:
        """Whether a person marks it."""
        return self.function is None


@dataclass(frozen=True, slots=True)
class Assignment:
    """One assignment, with the places of everything that belongs to it.

    Attributes:
        packages: installed packages that submissions may import.
        interchangeable: functions with one right answer to everything, for which a student's own
            can stand in where that makes no difference.
        tests: folder of the hidden tests.
        reference: folder of the reference solutions.
        call: the least that a call may use.
        wall_factor: how many times a call's CPU seconds its clock may show.
        overtime_seconds: CPU that calls beyond their limit may waste per task.
        reference_factor: how many times as much as the reference solution a call may use; 0 if
            only the least counts.
        costs: what the reference solution used.
    """

    id: str
    title: str
    tasks: tuple[Task, ...]
    tests: Path
    reference: Path
    preamble: str
    provided: tuple[str, ...]
    packages: tuple[str, ...]
    enums: tuple[str, ...]
    call: Limits
    wall_factor: float
    load: LoadLimits
    memory_bytes: int
    overtime_seconds: float
    reference_factor: float = 0.0
    interchangeable: tuple[str, ...] = ()
    costs: Costs = field(default=Costs(), compare=False)

    def task(self, id: str) -> Task:
        """The task numbered ``id``.

        Raises:
            UnknownTask: if there is none.
        """
        for task in self.tasks:
            if task.id == id:
                return task
        raise UnknownTask(
            f"{self.id} has no task {id!r}; its tasks are {', '.join(t.id for t in self.tasks)}."
        )

    def coded_task(self, id: str) -> Task:
        """The task numbered ``id``, which the grader can test.

        Raises:
            UnknownTask: if there is none, or a person marks it.
        """
        task = self.task(id)
        if task.written:
            raise UnknownTask(f"Task {id} ({task.title}) is a written one: a person marks it.")
        return task

    def limits(self, cpu_seconds: float | None = None, *, case: str = "") -> Limits:
        """The limits of a call in the case with the id ``case``, on the machine of the costs.

        Args:
            cpu_seconds: the least budget, where the assignment's does not fit.
        """
        least = self.call.cpu_seconds if cpu_seconds is None else cpu_seconds
        reference = self.costs.of(case).cpu_seconds or 0.0
        budget = max(least, self.reference_factor * reference)
        return Limits(budget, budget * self.wall_factor)

    def source(self, name: str) -> str:
        """The text of the reference solution ``name``."""
        return (self.reference / f"{name}.py").read_text("utf-8")

    def provided_source(self, name: str) -> str:
        """The text of the provided module ``name``."""
        return (self.reference / "provided" / f"{name}.py").read_text("utf-8")

    def handed_out(self, name: str) -> str | None:
        """The text of ``name`` as every student was given it, if he was."""
        path = self.reference / "handed_out" / f"{name}.py"
        return path.read_text("utf-8") if path.is_file() else None

    def stub_source(self, name: str) -> str:
        """The text of the hidden tests' scripted function ``name``."""
        return (self.tests / "stubs" / f"{name}.py").read_text("utf-8")


def load(id: str) -> Assignment:
    """Read the assignment ``id``.

    Raises:
        UnknownAssignment: if there is none of that name.
        AssignmentError: if its file is not as it should be.
    """
    tests = _folder("hidden_tests")
    known = sorted(path.parent.name for path in tests.glob("*/assignment.toml"))
    if id not in known:
        raise UnknownAssignment(f"There is no assignment {id!r}; known are: {', '.join(known)}.")
    return read(tests / id, _folder("reference") / id)


def read(tests: Path, reference: Path) -> Assignment:
    """Read the assignment whose hidden tests are in the folder ``tests``.

    Raises:
        AssignmentError: if its file is not as it should be.
    """
    path = tests / "assignment.toml"
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise AssignmentError(f"{path}: {problem}") from None
    return _Reader(path, table).assignment(tests, reference)


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise AssignmentError(
            f"The package {package!r} is not installed beside the grader; "
            "run `make` in a complete checkout."
        )
    return Path(next(iter(spec.submodule_search_locations)))


class _Reader:
    """Takes values out of a table, and says precisely what is wrong with them."""

    def __init__(self, path: Path, table: dict[str, Any], where: str = "") -> None:
        self._path = path
        self._table = table
        self._where = where

    def assignment(self, tests: Path, reference: Path) -> Assignment:
        limits = self.inner("limits")
        load = limits.inner("load")
        cpu, wall_factor = limits.number("cpu_seconds"), limits.number("wall_factor")
        statement, total = load.number("statement_cpu_seconds"), load.number("cpu_seconds")
        read = Assignment(
            id=self.text("id"),
            title=self.text("title"),
            tasks=tuple(task.task() for task in self._inners("tasks")),
            tests=tests,
            reference=reference,
            preamble=self.text("preamble"),
            provided=self.texts("provided"),
            packages=self.texts("packages", ()),
            enums=self.texts("enums"),
            interchangeable=self.texts("interchangeable", ()),
            call=Limits(cpu, cpu * wall_factor),
            wall_factor=wall_factor,
            load=LoadLimits(
                Limits(statement, statement * wall_factor), Limits(total, total * wall_factor)
            ),
            memory_bytes=int(limits.number("memory_mb") * (1 << 20)),
            overtime_seconds=limits.number("overtime_seconds"),
            reference_factor=limits.number("reference_factor", 0.0),
            costs=self._costs(tests / costs.NAME),
        )
        for reader in (self, limits, load):
            reader.finish()
        self._check(read)
        return read

    def _costs(self, path: Path) -> Costs:
        try:
            return costs.read(path)
        except ValueError as problem:
            raise AssignmentError(str(problem)) from None

    def _check(self, read: Assignment) -> None:
        """Whether the parts agree with each other and with the files that they name."""
        if read.id != read.tests.name:
            raise self._wrong("id", read.id, f"the name of its folder, {read.tests.name!r},")
        seen: set[str] = set()
        for place, task in enumerate(read.tasks):
            if task.id in seen:
                raise self._wrong(f"tasks[{place}].id", task.id, "an id that no other task has")
            seen.add(task.id)
        for name in read.enums:
            if name.rpartition(".")[0] not in read.provided:
                raise self._wrong("enums", name, "a class of a provided module")
        functions = {task.function for task in read.tasks}
        for name in read.interchangeable:
            if name not in functions:
                raise self._wrong("interchangeable", name, "the function of a task")
        self._check_files("preamble", read.reference, [read.preamble])
        self._check_files("provided", read.reference / "provided", read.provided)
        for place, task in enumerate(read.tasks):
            where = f"tasks[{place}]"
            self._check_files(f"{where}.inject", read.reference, task.inject)
            self._check_files(f"{where}.globals", read.reference, task.globals)
            self._check_files(f"{where}.stubs", read.tests / "stubs", task.stubs)
            if shared := set(task.inject) & set(task.stubs):
                # Calls are counted by name, so these two could not be told apart.
                raise self._wrong(f"{where}.stubs", min(shared), "a name that inject has not")

    def _check_files(self, key: str, folder: Path, names: Iterable[str]) -> None:
        for name in names:
            if not (folder / f"{name}.py").is_file():
                raise self._wrong(key, name, f"the name of a Python file in {folder}")

    def task(self) -> Task:
        written = self.flag("written", default=False)
        task = Task(
            id=self.text("id"),
            title=self.text("title"),
            points=self.number("points"),
            function=None if written else self.text("function"),
            inject=self.texts("inject", ()),
            stubs=self.texts("stubs", ()),
            globals=self.texts("globals", ()),
        )
        self.finish()
        return task

    def text(self, key: str) -> str:
        value = self._take(key)
        if not isinstance(value, str) or not value:
            raise self._wrong(key, value, "a text")
        return value

    def texts(self, key: str, default: object = ...) -> tuple[str, ...]:
        value = self._take(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            raise self._wrong(key, value, "a list of texts")
        return tuple(value)

    def flag(self, key: str, *, default: bool) -> bool:
        value = self._take(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, value, "true or false")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        value = self._take(key, ... if default is None else default)
        if default is not None and value is default:
            return default
        # TOML knows nan and inf; no figure here can be either.
        if type(value) not in {int, float} or not math.isfinite(value) or value <= 0:
            raise self._wrong(key, value, "a positive number")
        return float(value)

    def inner(self, key: str) -> _Reader:
        value = self._take(key)
        if not isinstance(value, dict):
            raise self._wrong(key, value, "a table")
        return _Reader(self._path, value, f"{self._where}{key}.")

    def _inners(self, key: str) -> list[_Reader]:
        value = self._take(key)
        tables = isinstance(value, list) and all(isinstance(table, dict) for table in value)
        if not tables or not value:
            raise self._wrong(key, value, "a list of tables")
        return [
            _Reader(self._path, table, f"{self._where}{key}[{place}].")
            for place, table in enumerate(value)
        ]

    def _take(self, key: str, default: object = ...) -> Any:
        value = self._table.pop(key, default)
        if value is ...:
            raise AssignmentError(f"{self._path}: the key {self._where}{key} is missing.")
        return value

    def finish(self) -> None:
        """Refuse whatever was not asked for: it is most likely a misspelt key."""
        if self._table:
            raise AssignmentError(
                f"{self._path}: the key {self._where}{next(iter(self._table))} is not known."
            )

    def _wrong(self, key: str, value: object, wanted: str) -> AssignmentError:
        return AssignmentError(
            f"{self._path}: {self._where}{key} is {value!r}, but {wanted} is wanted."
        )

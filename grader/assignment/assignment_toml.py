"""Reads ``assignment.toml`` and reports every problem with it at once, one line for each.

A minimal file::

    id = "tiny"
    title = "A first assignment"

    [[tasks]]
    function = "double"
    points = 2
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader.assignment import reference_costs
from grader.assignment.model import Assignment, AssignmentError, RoleModules, Task
from grader.model.match_rules import MARGIN_SECONDS, MOST_PLIES, AfterProcessEnd, MatchRules
from grader.model.time_limits import CallLimits, LoadLimits

NAME = "assignment.toml"

# What applies where the file says nothing.
_PYTHON = re.compile(r"3\.(1[1-9]|[2-9]\d)")
"""Versions of Python on which the grader's part inside a sandbox runs."""
_CALL_CPU_SECONDS = 2.0
_REFERENCE_FACTOR = 20.0
_WALL_FACTOR = 8.0
_MEMORY_MB = 768.0
_OVERTIME_SECONDS = 6.0
_STATEMENT_CPU_SECONDS = 2.0
_LOAD_CPU_SECONDS = 6.0


def read_assignment(tests: Path, reference: Path) -> Assignment:
    """Read the assignment whose hidden tests are in the folder ``tests``.

    Raises:
        AssignmentError: if its file is not as it should be.
    """
    found, problems = read_assignment_with_problems(tests, reference)
    if problems:
        raise AssignmentError("\n".join(problems))
    return found


def read_assignment_with_problems(tests: Path, reference: Path) -> tuple[Assignment, list[str]]:
    """Read an assignment; return it and its problems as sentences, with defaults for wrong values.

    So more can be looked at than this file. Nothing can be graded with it.

    Raises:
        AssignmentError: if the file cannot be read at all, or is no TOML.
    """
    path = tests / NAME
    table = TomlTable(parse_toml_file(path), [])
    found = _assignment(table, tests, reference)
    problems = [f"{locate_key(path, problem.key)}: {problem}" for problem in table.problems]
    try:
        found = replace(found, costs=reference_costs.read_costs(tests / reference_costs.NAME))
    except ValueError as problem:
        problems.append(str(problem))
    return found, problems


def locate_key(path: Path, key: str) -> str:
    """Return file and line of ``key`` in the TOML file ``path``, as in ``assignment.toml:3``."""
    return f"{path}:{find_line_of_key(path.read_text('utf-8'), key)}"


def parse_toml_file(path: Path) -> dict[str, Any]:
    """Return the values in a TOML file.

    Raises:
        AssignmentError: if it cannot be read, or is no TOML.
    """
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise AssignmentError(f"{path}: {problem}. This is not TOML; mend that line.") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise AssignmentError(f"{path}: {problem}") from None


def _assignment(table: TomlTable, tests: Path, reference: Path) -> Assignment:
    limits = table.table("limits")
    load = limits.table("load")
    cpu = limits.number("cpu_seconds", _CALL_CPU_SECONDS)
    factor = limits.number("wall_factor", _WALL_FACTOR)
    statement = load.number("statement_cpu_seconds", _STATEMENT_CPU_SECONDS)
    total = load.number("cpu_seconds", _LOAD_CPU_SECONDS)
    tasks = table.tables("tasks")
    found = Assignment(
        id=table.text("id"),
        title=table.text("title"),
        tasks=tuple(_task(each, number) for number, each in enumerate(tasks, 1)),
        tests=tests,
        reference=reference,
        preamble=table.text("preamble", ""),
        provided=table.texts("provided"),
        edition=table.text("edition", ""),
        packages=table.texts("packages"),
        python=_read_python_version(table),
        stand_ins=table.texts("stand_ins"),
        recognise=table.texts("recognise"),
        enums=table.texts("enums"),
        interchangeable=table.texts("interchangeable"),
        pure=table.texts("pure"),
        handout=tuple(name.lower() for name in table.texts("handout")),
        files=tuple(name.lower() for name in table.texts("files")),
        call=CallLimits(cpu, cpu * factor),
        wall_factor=factor,
        load=LoadLimits(
            CallLimits(statement, statement * factor), CallLimits(total, total * factor)
        ),
        memory_bytes=int(limits.number("memory_mb", _MEMORY_MB) * (1 << 20)),
        overtime_seconds=limits.number("overtime_seconds", _OVERTIME_SECONDS),
        reference_factor=limits.number("reference_factor", _REFERENCE_FACTOR),
        match=_match(table.table("match"), factor) if table.has("match") else None,
        contract=_contract(table.table("contract")) if table.has("contract") else None,
    )
    for each in (table, limits, load):
        each.finish()
    _check_consistency(found, table, tasks)
    return found


def _task(table: TomlTable, number: int) -> Task:
    function = _read_function_name(table)
    task = Task(
        id=table.text("id", str(number)),
        title=table.text("title") if function is None else table.text("title", function or "?"),
        points=table.number("points"),
        function=function,
        inject=table.texts("inject"),
        stubs=table.texts("stubs"),
        globals=table.texts("globals"),
        headings=table.texts("headings"),
        call_cpu_seconds=_own_seconds(table, "call_cpu_seconds"),
        total_cpu_seconds=_own_seconds(table, "total_cpu_seconds"),
    )
    table.finish()
    return task


def _read_python_version(table: TomlTable) -> str:
    wanted = 'a version from 3.11 on as text, such as "3.13"'
    version = table.text("python", "", wanted)
    if version and not _PYTHON.fullmatch(version):
        table.wrong("python", version, wanted)
    return version


def _own_seconds(table: TomlTable, key: str) -> float | None:
    return table.number(key) if table.has(key) else None


def _read_function_name(table: TomlTable) -> str | None:
    """Return the name of the function to be implemented; ``None`` if a person marks the task."""
    if table.flag("written"):
        if name := table.text("function", ""):
            table.wrong("function", name, "no function in a written task")
        return None
    wanted = "the name of a function, or written = true"
    name = table.text("function", wanted=wanted)
    if name and not name.isidentifier():
        table.wrong("function", name, wanted)
    return name


def _match(table: TomlTable, wall_factor: float) -> MatchRules:
    endings = [each.value for each in AfterProcessEnd]
    after_end = table.text("after_end", AfterProcessEnd.SUBSTITUTION.value)
    if after_end not in endings:
        table.wrong("after_end", after_end, f"one of {', '.join(endings)}")
        after_end = AfterProcessEnd.SUBSTITUTION.value
    if table.has("function"):
        agent, method = table.text("function", wanted="the name of a function or a role"), ""
    else:
        agent = table.text("agent", wanted="the name of a class")
        method = table.text("method", wanted="the name of a method")
    rules = MatchRules(
        agent=agent,
        method=method,
        seconds=table.number("seconds"),
        margin_seconds=table.number("margin_seconds", MARGIN_SECONDS),
        wall_factor=wall_factor,
        most_late=int(table.number("most_late")) if table.has("most_late") else None,
        after_end=AfterProcessEnd(after_end),
        most_plies=int(table.number("most_plies", MOST_PLIES)),
    )
    table.finish()
    return rules


def _contract(table: TomlTable) -> RoleModules:
    contract = RoleModules(
        roles=table.text("roles", wanted="the name of a module of the hidden tests"),
        adapter=table.text("adapter", wanted="the name of a source of the reference"),
    )
    table.finish()
    return contract


def _check_consistency(found: Assignment, table: TomlTable, tasks: list[TomlTable]) -> None:
    """Check that the parts agree with each other and with the files that they name."""
    if found.id and found.id != found.tests.name:
        table.wrong("id", found.id, f"the name of its folder, {found.tests.name!r}")
    for name in found.enums:
        if name.rpartition(".")[0] not in found.provided:
            table.wrong("enums", name, "a class of a provided module, as module.Class")
    for name in found.interchangeable:
        if name not in found.functions:
            table.wrong("interchangeable", name, "the function of a task")
    _check_files(table, "preamble", found.reference, [found.preamble] if found.preamble else [])
    if found.edition and not (found.reference / "editions" / found.edition).is_dir():
        table.wrong("edition", found.edition, f"a folder in {found.reference / 'editions'}")
    if found.contract is not None:
        roles, adapter = found.contract.roles, found.contract.adapter
        _check_files(table, "contract.roles", found.tests, [roles] if roles else [])
        if adapter and not (found.reference / adapter / "__init__.py").is_file():
            _check_files(table, "contract.adapter", found.reference, [adapter])
    _check_files(table, "provided", found.reference / "provided", found.provided)
    seen: set[str] = set()
    for task, each in zip(found.tasks, tasks, strict=True):
        if task.id in seen:
            each.wrong("id", task.id, "an id that no other task has")
        seen.add(task.id)
        _check_files(each, "inject", found.reference, task.inject)
        _check_files(each, "globals", found.reference, task.globals)
        _check_files(each, "stubs", found.tests / "stubs", task.stubs)
        if shared := set(task.inject) & set(task.stubs):
            # Calls are counted by name, which could not tell these two apart.
            each.wrong("stubs", min(shared), "a name that inject has not")


def _check_files(table: TomlTable, key: str, folder: Path, names: Iterable[str]) -> None:
    for name in names:
        if not (folder / f"{name}.py").is_file():
            table.wrong(key, name, f"the name of a Python file in {folder}")


_REQUIRED: Any = object()


@dataclass(frozen=True, slots=True)
class KeyProblem:
    """A problem with a key of a table; ``str()`` is a sentence about it."""

    key: str
    said: str

    def __str__(self) -> str:
        return f"{self.key} {self.said}"


class TomlTable:
    """A table of a TOML file, and the problems with its values.

    What is missing or wrong is noted in ``problems``, and some value of the right type is
    returned, so that one reading finds all problems.

    Args:
        where: the keys that lead to this table, each followed by a dot.
        problems: that of all tables of the file.
    """

    def __init__(self, values: dict[str, Any], problems: list[KeyProblem], where: str = "") -> None:
        self._values = values
        self._where = where
        self._asked: list[str] = []
        self.problems = problems

    def has(self, key: str) -> bool:
        """Return whether the table has a value for ``key``."""
        return key in self._values

    def text(self, key: str, default: str = _REQUIRED, wanted: str = "a string") -> str:
        """Return the text of ``key``, which must not be empty."""
        value = self._take(key, default, wanted)
        if value is default or (isinstance(value, str) and value):
            return "" if value is _REQUIRED else str(value)
        self.wrong(key, value, wanted)
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the list of texts of ``key``; an empty one by default."""
        value = self._take(key, ())
        if isinstance(value, list | tuple) and all(isinstance(v, str) and v for v in value):
            return tuple(value)
        self.wrong(key, value, "a list of strings")
        return ()

    def flag(self, key: str) -> bool:
        """Return the flag of ``key``; false by default."""
        value = self._take(key, False)
        if not isinstance(value, bool):
            self.wrong(key, value, "true or false")
        return value is True

    def number(self, key: str, default: float = _REQUIRED) -> float:
        """Return the positive number of ``key``."""
        wanted = "a positive number"
        value = self._take(key, default, wanted)
        if value is _REQUIRED:
            return 1.0
        # TOML knows nan and inf; no figure here can be either.
        if type(value) not in {int, float} or not math.isfinite(value) or value <= 0:
            self.wrong(key, value, wanted)
            return 1.0
        return float(value)

    def table(self, key: str) -> TomlTable:
        """Return the table of ``key``; an empty one by default."""
        value = self._take(key, {})
        if not isinstance(value, dict):
            self.wrong(key, value, f"a table, [{self._where}{key}]")
            value = {}
        return TomlTable(value, self.problems, f"{self._where}{key}.")

    def tables(self, key: str) -> list[TomlTable]:
        """Return the tables of ``key``, at least one."""
        wanted = f"at least one table, [[{self._where}{key}]]"
        value = self._take(key, _REQUIRED, wanted)
        if value is _REQUIRED:
            return []
        if not isinstance(value, list) or not value or not all(isinstance(v, dict) for v in value):
            self.wrong(key, value, wanted)
            return []
        return [
            TomlTable(each, self.problems, f"{self._where}{key}[{index}].")
            for index, each in enumerate(value)
        ]

    def wrong(self, key: str, value: object, wanted: str) -> None:
        """Note as a problem that ``value`` is not what is ``wanted``."""
        self._note(key, f"is {value!r}; expected {wanted}.")

    def finish(self) -> None:
        """Note keys that the program does not know as problems: they are most likely misspelt."""
        for key in self._values:
            if key in self._asked:
                continue
            nearest = difflib.get_close_matches(key, self._asked, 1)
            advice = (
                f"did you mean {nearest[0]}?"
                if nearest
                else f"expected one of {', '.join(sorted(self._asked))}."
            )
            self._note(key, f"is not a known key; {advice}")

    def _take(self, key: str, default: Any, wanted: str = "") -> Any:
        self._asked.append(key)
        value = self._values.get(key, default)
        if value is _REQUIRED:
            self._note(key, f"is missing; expected {wanted}.")
        return value

    def _note(self, key: str, said: str) -> None:
        self.problems.append(KeyProblem(f"{self._where}{key}", said))


_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]#]+?)\s*\]")
_KEY = re.compile(r"""\s*([\w."'-]+)\s*=""")


def find_line_of_key(text: str, key: str) -> int:
    """Return the line of ``key``, or of its table if ``key`` is missing; lines count from 1.

    Args:
        text: of the whole file.
        key: with all tables that lead to it, as in ``limits.load.cpu_seconds`` or
            ``tasks[0].points``.
    """
    known = _index_lines(text)
    while key and key not in known:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return known.get(key, 1)


def _index_lines(text: str) -> dict[str, int]:
    """Return the line of every key and every table's header, the first one if it stands twice."""
    found: dict[str, int] = {}
    tables: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[2]
            if header[1] == "[[":
                tables[table] = tables.get(table, -1) + 1
                table = f"{table}[{tables[table]}]"
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            name = re.sub("[\"']", "", key[1])
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found

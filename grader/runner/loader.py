"""Loads a student's program statement by statement, so that one bad line costs only itself.

:func:`plan` splits and compiles without running anything; :func:`execute` runs the statements in
order in one namespace and keeps going whatever they do. For a well-formed file the outcome is
what importing it would give: line numbers, tracebacks, globals and ``__future__`` included.

Definitions that named what was not there yet are tried again at the end.

The process that calls :func:`execute` may be killed from outside when a statement runs too long.
Plans are deterministic, so the next process can be told to skip that statement's index.
"""

from __future__ import annotations

import ast
import contextlib
import itertools
import linecache
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from grader.runner import ipython, script, source
from grader.runner.statement import Statement, compiled, future_flags, global_names

__all__ = ["Cell", "Problem", "Statement", "aliases", "defined", "execute", "plan"]

MAX_MESSAGE = 300
"""Characters of an exception's own message that a :class:`Problem` quotes."""


class Cell(NamedTuple):
    """Source of a file, or of one code cell of a notebook; newlines are LF."""

    source: str
    name: str
    """Unique; the file name that tracebacks show."""
    notebook: bool


class _Retry(NamedTuple):
    """A definition that failed because of a name that does not exist, or not yet."""

    statement: Statement
    problem: int
    """Index of its problem among all."""
    reason: str
    bound: list[object]
    """What its names stood for until then."""

    def replaced(self, namespace: Mapping[str, Any]) -> bool:
        """Whether its names stand for something else now."""
        now = _bound(self.statement, namespace)
        return any(one is not other for one, other in zip(self.bound, now, strict=True))


class Problem(NamedTuple):
    """Something that went wrong, or that a reader of the report should know."""

    message: str
    cell: str
    line: int | None
    names: tuple[str, ...]
    """Functions (and other globals) whose definition was lost with it."""


def plan(
    cells: Iterable[Mapping[str, Any] | Sequence[Any]],
) -> tuple[list[Statement], list[Problem]]:
    """The statements of all cells in order, and what could not be used. Runs no student code.

    Args:
        cells: each a :class:`Cell`, or its fields as a mapping or a sequence.
    """
    statements: list[Statement] = []
    problems: list[Problem] = []
    flags = 0
    guards: dict[int, tuple[str, int, tuple[str, ...]]] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for given in cells:
            cell = Cell(**given) if isinstance(given, Mapping) else Cell(*given)
            _remember_lines(cell)
            text, notes = _body(cell)
            found, troubles = source.parse(text)
            problems += notes
            problems += [Problem(t.message, cell.name, t.line, t.names) for t in troubles]
            for node in found:
                flags |= future_flags(node)
                if names := script.guarded_names(node):
                    guards[len(statements)] = cell.name, node.lineno, names
                try:
                    statements.append(compiled(node, len(statements), cell.name, flags))
                except Exception as error:  # noqa: BLE001 - also ValueError, RecursionError…
                    problems.append(_uncompilable(node, cell.name, error))
    problems += _redefinitions(statements)
    return statements, problems + list(_only_in_scripts(guards, statements))


def execute(
    statements: Iterable[Statement],
    namespace: dict[str, Any],
    *,
    skip: Mapping[int, str] = MappingProxyType({}),
    before: Callable[[Statement], None] | None = None,
) -> list[Problem]:
    """Run ``statements`` one by one in ``namespace``, whatever each of them raises.

    Args:
        namespace: globals of a module that is registered in ``sys.modules``; ``__name__`` decides
            whether guarded scripts run.
        skip: statements that are not to be run, by index, and what each did when it was; no
            problem is reported where that is empty.
        before: called ahead of each statement that is run, and again if it is tried again.
    """
    problems: list[Problem] = []
    retries: list[_Retry] = []
    for statement in statements:
        if statement.index in skip:
            if skip[statement.index]:
                problems.append(_skipped(statement, skip[statement.index]))
            continue
        if before:
            before(statement)
        try:
            exec(statement.code, namespace)
        except BaseException as error:  # noqa: BLE001 - sys.exit() must not end the loading
            line, reason = _reason(statement, error)
            if statement.unannotated and _is_name_error(error):
                bound = _bound(statement, namespace)
                retries.append(_Retry(statement, len(problems), reason, bound))
            for part in statement.parts:
                with contextlib.suppress(BaseException):  # reported with the whole statement
                    exec(part, namespace)
            lost = tuple(name for name in statement.names if name not in namespace)
            problems.append(Problem(_failed(statement, reason), statement.cell, line, lost))
    for again in retries:
        # A later definition of the same name counts, as it would in Python; an earlier one, such
        # as the handout's, does not.
        if again.replaced(namespace):
            continue
        if before:
            before(again.statement)
        if way := _defined_after_all(again.statement, namespace):
            message = f"{', '.join(again.statement.names)} {way}: {again.reason}"
            problem = problems[again.problem]
            problems[again.problem] = problem._replace(message=message, names=())
    return problems


def defined(statements: Iterable[Statement], namespace: Mapping[str, Any]) -> Iterator[str]:
    """Names that ``statements`` have bound, other than by importing, to what can be called."""
    own = (statement.names for statement in statements if statement.kind != "import")
    for name in dict.fromkeys(itertools.chain.from_iterable(own)):
        if callable(namespace.get(name)):
            yield name


def aliases(names: Iterable[str], namespace: Mapping[str, Any]) -> list[str]:
    """Those of ``names`` that stand for what an earlier one stands for."""
    seen: set[int] = set()
    found = []
    for name in names:
        if id(namespace.get(name)) in seen:
            found.append(name)
        seen.add(id(namespace.get(name)))
    return found


def _bound(statement: Statement, namespace: Mapping[str, Any]) -> list[object]:
    """What the names that ``statement`` defines stand for."""
    return [namespace.get(name) for name in statement.names]


def _defined_after_all(statement: Statement, namespace: dict[str, Any]) -> str:
    """Try a definition again when everything has run; how it was done, empty if it failed.

    As it stands at first, because what it names may have come later; then without evaluating
    its annotations, which hardly any program depends on.
    """
    assert statement.unannotated is not None, "only definitions are tried again"
    try:
        exec(statement.code, namespace)
    except BaseException as error:  # noqa: BLE001 - reported when it failed first
        if not _is_name_error(error):
            return ""
    else:
        return "names what is defined only later, and was therefore loaded last"
    try:
        exec(statement.unannotated(), namespace)
    except BaseException:  # noqa: BLE001 - as above
        return ""
    return "has annotations that name what is not defined, and was loaded without them"


def _is_name_error(error: BaseException) -> bool:
    # isinstance() would ask the exception itself, which can be of a class of the student's.
    return issubclass(type(error), NameError)


def _remember_lines(cell: Cell) -> None:
    """Let tracebacks quote the student's text, which is in no file."""
    lines = [line + "\n" for line in cell.source.split("\n")]
    linecache.cache[cell.name] = (len(cell.source), None, lines, cell.name)


def _body(cell: Cell) -> tuple[str, list[Problem]]:
    """The text of a cell that is to be run: all of it, unless a cell magic says otherwise."""
    magic = ipython.cell_magic(cell.source) if cell.notebook else None
    if magic is None:
        return cell.source, []
    if magic.runs_cell:
        text = cell.source[: magic.start] + cell.source[magic.start + len(magic.words) :]
        message = f"IPython command left out, the rest of the cell was loaded: {magic.words[:80]}"
        return text, [Problem(message, cell.name, magic.line, ())]
    message = f"Cell left out because it is not run as Python here: {magic.words[:80]}"
    return "", [Problem(message, cell.name, magic.line, source.lost_names(cell.source))]


def _redefinitions(statements: Iterable[Statement]) -> Iterator[Problem]:
    places: dict[str, list[Statement]] = {}
    for statement in statements:
        if statement.kind == "definition" and len(statement.names) == 1:
            places.setdefault(statement.names[0], []).append(statement)
    for name, found in places.items():
        if len(found) > 1:
            last = found[-1]
            message = f"{name} is defined {len(found)} times; the last one counts"
            yield Problem(message, last.cell, last.line, ())


def _only_in_scripts(
    guards: Mapping[int, tuple[str, int, tuple[str, ...]]], statements: Sequence[Statement]
) -> Iterator[Problem]:
    others = [statement for statement in statements if statement.index not in guards]
    for cell, line, names in guards.values():
        if lost := script.missing(names, others):
            message = (
                f"{', '.join(lost)} would be defined here, but code under "
                'if __name__ == "__main__" is not run; other code needs it'
            )
            yield Problem(message, cell, line, ())


def _uncompilable(node: ast.stmt, cell: str, error: Exception) -> Problem:
    names = global_names(node)
    line = error.lineno if isinstance(error, SyntaxError) else None
    return Problem(source.unreadable(error, names), cell, line or node.lineno, names)


def _skipped(statement: Statement, reason: str) -> Problem:
    what = ", ".join(statement.names) if statement.kind == "definition" else "This statement"
    message = f"{what} {reason} while the file was loaded, and was left out"
    return Problem(message, statement.cell, statement.line, statement.names)


def _reason(statement: Statement, error: BaseException) -> tuple[int, str]:
    """The line at which ``statement`` failed, and why."""
    line = statement.line
    try:
        reason = _describe(error)
        # The first entry is our own exec; the second is the student's top level.
        if error.__traceback__ and error.__traceback__.tb_next:
            line = error.__traceback__.tb_next.tb_lineno
    except BaseException:  # noqa: BLE001 - even looking at it can run code of the student
        reason = "an exception that cannot be described"
    return line, reason


def _failed(statement: Statement, reason: str) -> str:
    """What is said of a statement that failed."""
    if statement.kind == "definition":
        return f"{', '.join(statement.names)} could not be defined: {reason}"
    if statement.parts:
        return f"An import failed, other names of it were still tried: {reason}"
    return f"Stopped with {reason}; loading went on after this statement"


def _describe(error: BaseException) -> str:
    """Type and message of ``error`` in one line."""
    name = str.__getitem__(type(error).__name__, slice(MAX_MESSAGE))
    try:
        text = str.__getitem__(str(error), slice(MAX_MESSAGE))
    except BaseException:  # noqa: BLE001 - __str__ is code of the student
        return f"{name} (its message cannot be shown)"
    if isinstance(error, ImportError) and text.endswith(")"):
        text = text.rpartition(" (")[0]  # the path of a module says nothing to the student
    first = text.strip().partition("\n")[0]
    return f"{name}: {first}" if first else name

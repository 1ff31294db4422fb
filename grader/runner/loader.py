"""Loads a student's program statement by statement, so that one bad line costs only itself.

:func:`plan_statements` splits and compiles without running anything; :func:`execute_statements`
runs the statements in order in one namespace and keeps going whatever they do. For a well-formed
file the outcome is what importing it would give: line numbers, tracebacks, globals and
``__future__`` included.

Definitions that named what was not there yet are tried again at the end.

The process that calls :func:`execute_statements` may be killed from outside when a statement runs
too long. Plans are deterministic, so the next process can be made to skip that statement's index.
"""

from __future__ import annotations

import ast
import contextlib
import itertools
import linecache
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from grader.runner import (
    ipython_syntax,
    statement_dependencies,
    tolerant_parser,
    uncallable_definitions,
)
from grader.runner.error_hints import add_missing_module_hint
from grader.runner.statement import (
    Importance,
    Statement,
    compile_statement,
    future_flags,
    global_names,
)
from grader.runner.statement_limits import TOOK_LONG, StatementTrial

__all__ = [
    "Cell",
    "LoadProblem",
    "Statement",
    "execute_statements",
    "find_aliases",
    "list_callables",
    "plan_statements",
]

MAX_MESSAGE = 300
"""Characters of an exception's own message that a :class:`LoadProblem` quotes."""


class Cell(NamedTuple):
    """The source of a file, or of one code cell of a notebook; newlines are LF."""

    source: str
    name: str
    """Unique; the file name that tracebacks show."""
    notebook: bool


class _FailedDefinition(NamedTuple):
    """A definition that failed because of a name that is not defined, or not yet."""

    statement: Statement
    problem: int
    """Index of its problem among all."""
    reason: str
    bound: list[object]
    """What its names stood for until then."""

    def replaced(self, namespace: Mapping[str, Any]) -> bool:
        """Return whether the definition's names are bound to other objects by now."""
        now = _bound_objects(self.statement, namespace)
        return any(one is not other for one, other in zip(self.bound, now, strict=True))


class LoadProblem(NamedTuple):
    """A problem with loading that a reader of the report should know."""

    message: str
    cell: str
    line: int | None
    names: tuple[str, ...]
    """Functions (and other globals) whose definition was lost with it."""
    column: int | None = None
    """Character of the line at which Python could not go on, from 1."""


def plan_statements(
    cells: Iterable[Mapping[str, Any] | Sequence[Any]],
) -> tuple[list[Statement], list[LoadProblem]]:
    """Return the statements of all cells in order, and problems; runs no student code.

    Args:
        cells: each a :class:`Cell`, or its fields as a mapping or a sequence.
    """
    import warnings  # the module that Python's compiler asks

    statements: list[Statement] = []
    problems: list[LoadProblem] = []
    flags = 0
    guards: dict[int, tuple[str, int, tuple[str, ...]]] = {}
    definitions: list[uncallable_definitions.TopLevelDefinition] = []
    nodes: list[ast.stmt] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for given in cells:
            cell = Cell(**given) if isinstance(given, Mapping) else Cell(*given)
            _register_in_linecache(cell)
            text, notes = _apply_cell_magic(cell)
            found, troubles, texts = tolerant_parser.parse_tolerantly(text)
            problems += notes
            problems += [LoadProblem(t.message, cell.name, *t[1:]) for t in troubles]
            for node in found:
                flags |= future_flags(node)
                if names := uncallable_definitions.guarded_names(node):
                    guards[len(statements)] = cell.name, node.lineno, names
                try:
                    statement = _compiled(node, len(statements), cell, flags, texts.get(node, ""))
                except Exception as error:  # noqa: BLE001 - also ValueError, RecursionError…
                    problems.append(_uncompilable(node, cell.name, error))
                    continue
                statements.append(statement)
                nodes.append(node)
                if statement.kind == "definition" and len(statement.names) == 1:
                    definitions.append(
                        uncallable_definitions.TopLevelDefinition(
                            statement.names[0], node, cell.name
                        )
                    )
            problems += _find_late_future_imports(found, cell.name)
    statements = statement_dependencies.mark_needed_statements(
        statements, statement_dependencies.find_changed_objects(nodes)
    )
    problems += (
        LoadProblem(*note, ())
        for note in uncallable_definitions.find_duplicate_definitions(definitions)
    )
    return statements, problems + list(_only_in_scripts(guards, statements))


def execute_statements(
    statements: Iterable[Statement],
    namespace: dict[str, Any],
    *,
    skip: Mapping[int, str] = MappingProxyType({}),
    before: Callable[[Statement], None] | None = None,
    trial: StatementTrial | None = None,
) -> list[LoadProblem]:
    """Run ``statements`` one by one in ``namespace``, whatever each of them raises.

    Args:
        namespace: globals of a module that is registered in ``sys.modules``; ``__name__`` decides
            whether guarded scripts run.
        skip: statements that are not to be run, by index, and what each did when it was; no
            problem is reported where that is empty.
        before: called ahead of each statement that is run, and again if it is tried again.
        trial: what takes too long at it is left out.
    """
    problems: list[LoadProblem] = []
    retries: list[_FailedDefinition] = []
    absent: list[str] = []
    for statement in statements:
        if statement.index in skip:
            if skip[statement.index]:
                problems.append(_skipped(statement, skip[statement.index]))
            continue
        if before:
            before(statement)
        try:
            if trial and trial.fails(statement, partial(statement.run, namespace)):
                problems.append(_skipped(statement, TOOK_LONG))
            else:
                statement.run(namespace)
        except BaseException as error:  # noqa: BLE001 - sys.exit() must not end the loading
            line, reason = _failure_line_and_reason(statement, error)
            if statement.reduced and _is_name_error(error):
                bound = _bound_objects(statement, namespace)
                retries.append(_FailedDefinition(statement, len(problems), reason, bound))
            problem = _retry_other_imports(statement, line, reason, namespace)
            problems.append(problem)
            if statement.kind == "import":
                absent += problem.names
    _retry_failed_definitions(retries, problems, namespace, absent, before)
    return problems


def list_callables(statements: Iterable[Statement], namespace: Mapping[str, Any]) -> Iterator[str]:
    """Yield names that ``statements`` bind to callables, other than by importing.

    A loop over functions leaves its variable behind. It defines nothing: another name of what is
    defined elsewhere that only such actions bind is passed over.
    """
    binding = [statement for statement in statements if statement.kind != "import"]
    lasting = [one.names for one in binding if one.kind != "action"]
    known = {*itertools.chain.from_iterable(lasting)}
    defined_there = {id(namespace[name]) for name in known if name in namespace}
    for name in dict.fromkeys(itertools.chain.from_iterable(one.names for one in binding)):
        bound = namespace.get(name)
        if callable(bound) and (name in known or id(bound) not in defined_there):
            yield name


def find_aliases(names: Iterable[str], namespace: Mapping[str, Any]) -> list[str]:
    """Return the names among ``names`` that are bound to the same object as an earlier one."""
    seen: set[int] = set()
    found = []
    for name in names:
        if id(namespace.get(name)) in seen:
            found.append(name)
        seen.add(id(namespace.get(name)))
    return found


def _find_late_future_imports(nodes: Iterable[ast.stmt], cell: str) -> Iterator[LoadProblem]:
    """Yield a problem for each import from ``__future__`` that follows other statements."""
    late = False
    for number, node in enumerate(nodes):
        is_future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if is_future and late:
            message = (
                "An import from __future__ stands after other statements. Python itself refuses "
                "this; the grader followed it anyway: move it to the first line"
            )
            yield LoadProblem(message, cell, node.lineno, ())
        docstring = number == 0 and isinstance(node, ast.Expr)
        late = late or not (is_future or docstring)


def _compiled(node: ast.stmt, index: int, cell: Cell, flags: int, text: str) -> Statement:
    if cell.notebook:
        flags |= ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    statement = compile_statement(node, index, cell.name, flags, text)
    return statement._replace(
        need=statement_dependencies.importance_by_form(node, statement.kind),
        within=uncallable_definitions.nested_functions(node),
    )


def _retry_failed_definitions(
    retries: Iterable[_FailedDefinition],
    problems: list[LoadProblem],
    namespace: dict[str, Any],
    absent: Collection[str],
    before: Callable[[Statement], None] | None,
) -> None:
    """Try definitions again that lacked a name, and replace their entries in ``problems``."""
    for again in retries:
        # A later definition of the same name counts, as it would in Python; an earlier one, such
        # as the handout's, does not.
        if again.replaced(namespace):
            continue
        if before:
            before(again.statement)
        if way := _retry_definition(again.statement, namespace, absent):
            message = f"{', '.join(again.statement.names)} {way}: {again.reason}"
            problem = problems[again.problem]
            problems[again.problem] = problem._replace(message=message, names=())


def _retry_other_imports(
    statement: Statement, line: int, reason: str, namespace: dict[str, Any]
) -> LoadProblem:
    """Return the problem of a statement that failed, after trying its other imports."""
    for part in statement.parts:
        with contextlib.suppress(BaseException):  # reported with the whole statement
            exec(part, namespace)
    lost = tuple(name for name in statement.names if name not in namespace)
    return LoadProblem(_describe_failure(statement, reason), statement.cell, line, lost)


def _bound_objects(statement: Statement, namespace: Mapping[str, Any]) -> list[object]:
    """Return the objects that the names of ``statement`` are bound to."""
    return [namespace.get(name) for name in statement.names]


def _retry_definition(
    statement: Statement, namespace: dict[str, Any], absent: Collection[str]
) -> str:
    """Try a failed definition again after all statements; return how it worked, or ``""``.

    As it stands at first, because what it names may have come later; then without evaluating
    its annotations, which hardly any program depends on; then without decorators that are
    ``absent``, because they could not be imported.
    """
    assert statement.reduced is not None, "only definitions are tried again"
    try:
        statement.run(namespace)
    except BaseException as error:  # noqa: BLE001 - reported when it failed first
        if not _is_name_error(error):
            return ""
    else:
        return "uses a name that is defined further down, and was therefore loaded last"
    for names, way in (
        ((), "has annotations with names that are not defined, and was loaded without them"),
        (absent, "has decorators that could not be imported, and was loaded without them"),
    ):
        with contextlib.suppress(BaseException):  # as above
            exec(statement.reduced(names), namespace)
            return way
    return ""


def _is_name_error(error: BaseException) -> bool:
    # isinstance() would ask the exception itself, which can be of a class of the student's.
    return issubclass(type(error), NameError)


def _register_in_linecache(cell: Cell) -> None:
    """Let tracebacks quote the student's source, which is in no file."""
    import linecache as theirs

    lines = [line + "\n" for line in cell.source.split("\n")]
    for one in (linecache, theirs):
        one.cache[cell.name] = (len(cell.source), None, lines, cell.name)


def _apply_cell_magic(cell: Cell) -> tuple[str, list[LoadProblem]]:
    """Return the text of a cell to be run: all of it, unless a cell magic says otherwise."""
    magic = ipython_syntax.parse_cell_magic(cell.source) if cell.notebook else None
    if magic is None:
        return cell.source, []
    if magic.runs_cell:
        text = cell.source[: magic.start] + cell.source[magic.start + len(magic.words) :]
        message = f"IPython command left out, the rest of the cell was loaded: {magic.words[:80]}"
        return text, [LoadProblem(message, cell.name, magic.line, ())]
    if module := ipython_syntax.parse_writefile_cell(cell.source):
        message = f"Cell kept as the module {module.name}, which import finds: {magic.words[:80]}"
    else:
        message = f"Cell left out because it is not run as Python here: {magic.words[:80]}"
    return "", [
        LoadProblem(
            message, cell.name, magic.line, tolerant_parser.seemingly_defined_names(cell.source)
        )
    ]


def _only_in_scripts(
    guards: Mapping[int, tuple[str, int, tuple[str, ...]]], statements: Sequence[Statement]
) -> Iterator[LoadProblem]:
    others = [statement for statement in statements if statement.index not in guards]
    for cell, line, names in guards.values():
        if lost := uncallable_definitions.find_missing_guarded_names(names, others):
            message = (
                f"{', '.join(lost)} would be defined here, but code under "
                'if __name__ == "__main__" is not run; other code needs it'
            )
            yield LoadProblem(message, cell, line, ())


def _uncompilable(node: ast.stmt, cell: str, error: Exception) -> LoadProblem:
    names = global_names(node)
    line = error.lineno if isinstance(error, SyntaxError) else None
    column = tolerant_parser.syntax_error_column(error) if line else None
    return LoadProblem(
        tolerant_parser.describe_syntax_error(error, names),
        cell,
        line or node.lineno,
        names,
        column,
    )


def _skipped(statement: Statement, reason: str) -> LoadProblem:
    what = ", ".join(statement.names) if statement.kind == "definition" else "This statement"
    if statement.need == Importance.NONE:
        what += ", on which no definition depends,"
    message = f"{what} {reason} while the file was loaded, and was left out"
    return LoadProblem(message, statement.cell, statement.line, statement.names)


def _failure_line_and_reason(statement: Statement, error: BaseException) -> tuple[int, str]:
    """Return the line at which ``statement`` failed, and the reason."""
    line = statement.line
    try:
        reason = _describe(error)
        entry = error.__traceback__
        while entry and entry.tb_frame.f_code is not statement.code:  # those of our own
            entry = entry.tb_next
        if entry:
            line = entry.tb_lineno
    except BaseException:  # noqa: BLE001 - even looking at it can run code of the student
        reason = "an exception that cannot be described"
    return line, reason


def _describe_failure(statement: Statement, reason: str) -> str:
    """Return the sentence about a statement that failed."""
    if statement.kind == "definition":
        return f"{', '.join(statement.names)} could not be defined: {reason}"
    if statement.parts:
        return f"An import failed, other names of it were still tried: {reason}"
    return f"Stopped with {reason}; loading went on after this statement"


def _describe(error: BaseException) -> str:
    """Return type and message of ``error`` in one line."""
    name = str.__getitem__(type(error).__name__, slice(MAX_MESSAGE))
    try:
        text = str.__getitem__(str(error), slice(MAX_MESSAGE))
    except BaseException:  # noqa: BLE001 - __str__ is code of the student
        return f"{name} (its message cannot be shown)"
    text = add_missing_module_hint(error, text)
    first = text.strip().partition("\n")[0]
    return f"{name}: {first}" if first else name

"""Finds which top-level statements definitions need, without running anything.

Loading a notebook takes as long as its experiments, and hardly any definition depends on one. What
nothing depends on is left out first where time is short. Nothing is left out merely because it is
thought of as an experiment.

The judgement is by names. A statement is needed if it binds a global name that a definition
mentions, or one that such a statement mentions. It is needed as well if it can change such a thing:
if it mentions one that is no constant, by itself or through the definitions that it mentions.
Functions and classes are no constants either if code changes what they consist of.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from opcode import EXTENDED_ARG, opmap
from types import CodeType

from grader.runner.statement import Importance, Kind, Statement, global_names


def importance_by_form(node: ast.stmt, kind: Kind) -> Importance:
    """Return the need of a statement by its form; :func:`mark_needed_statements` may raise it."""
    match node:
        case ast.Assign(value=value) | ast.AnnAssign(value=value) if _is_constant(value):
            return Importance.ALWAYS
        case _ if kind in {"definition", "import"}:
            return Importance.ALWAYS
        case ast.Expr(value=ast.Call(func=ast.Attribute())):
            return Importance.UNKNOWN  # it may change an object that is to be graded
        case ast.For() | ast.While() if find_changed_objects([node]):
            return Importance.UNKNOWN
        case ast.Expr() | ast.For() | ast.AsyncFor() | ast.While() | ast.Assert():
            return Importance.NONE
        case ast.If() | ast.Try() | ast.With() | ast.AsyncWith() if not global_names(node):
            return Importance.NONE
    return Importance.UNKNOWN


def mark_needed_statements(statements: list[Statement], changes: set[str]) -> list[Statement]:
    """Return ``statements``, those that a definition needs with their importance raised.

    Args:
        changes: what :func:`find_changed_objects` says of all of them.
    """
    known = [(statement, global_names_used(statement.code)) for statement in statements]
    definitions = [each for each in known if _defines(each[0])]
    used = set[str]().union(*(names for _, names in definitions))
    data = _find_changeable_names(statements)
    # Names by which one gets at data that definitions use: theirs, and those of definitions.
    reaching = changes & {name for definition, _ in definitions for name in definition.names}
    needed: set[int] = set()
    before = -1
    while before != (before := len(reaching) + len(needed) + len(used)):
        reaching |= used & data
        for statement, names in definitions:
            if not names.isdisjoint(reaching):
                reaching.update(statement.names)
        for statement, names in known:
            if statement.need >= Importance.DEFINITIONS or statement.index in needed:
                continue
            if not used.isdisjoint(statement.names) or not names.isdisjoint(reaching):
                needed.add(statement.index)
                used.update(names, statement.names)
                reaching.update(statement.names)
    return [
        each._replace(need=Importance.DEFINITIONS) if each.index in needed else each
        for each in statements
    ]


def _defines(statement: Statement) -> bool:
    return statement.kind == "definition" or any(
        isinstance(part, CodeType) and part.co_name == "<lambda>"
        for part in statement.code.co_consts
    )


def find_changed_objects(nodes: Iterable[ast.stmt]) -> set[str]:
    """Return global names of objects that are changed in part, such as ``Agent.table = …``.

    Setting a number or another constant does not count: that is how nodes are counted.
    """
    return set(_changed_objects_in(ast.Module(list(nodes), []), set()))


def _changed_objects_in(node: ast.AST, own: set[str]) -> Iterator[str]:
    """Yield the names of objects that ``node`` changes, without variables in ``own``."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        match current:
            case ast.Assign(targets=targets, value=value) if not _is_constant(value):
                yield from (name for target in targets for name in _names_set_in_part(target) - own)
            case ast.AugAssign(target=target, value=value) if not _is_constant(value):
                yield from _names_set_in_part(target) - own
        for inside in ast.iter_child_nodes(current):
            if isinstance(inside, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from _changed_objects_in(
                    ast.Module(inside.body, []), own | _local_names(inside)
                )
            elif isinstance(inside, ast.stmt | ast.excepthandler | ast.match_case):
                waiting.append(inside)


def _local_names(function: ast.AST) -> set[str]:
    """Return the names that are bound in ``function``, its parameters included."""
    found = set()
    for node in ast.walk(function):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
    return found


def _names_set_in_part(target: ast.expr) -> set[str]:
    """Return the names whose attributes and elements ``target`` sets."""
    match target:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return set[str]().union(*map(_names_set_in_part, parts))
        case ast.Attribute() | ast.Subscript():
            inner: ast.expr = target
            while isinstance(inner, ast.Attribute | ast.Subscript):
                inner = inner.value
            return {inner.id} if isinstance(inner, ast.Name) else set()
    return set()


def _find_changeable_names(statements: Iterable[Statement]) -> set[str]:
    """Return the names of objects that can change, except numbers that are counted up."""
    data: set[str] = set()
    numbers: set[str] = set()
    bound_inside: set[str] = set()
    for statement in statements:
        if statement.need < Importance.ALWAYS:
            data.update(statement.names)
        elif statement.kind == "definition":
            bound_inside |= names_bound_by_functions(statement.code)
        elif any(type(value) in {int, float} for value in statement.code.co_consts):
            numbers.update(statement.names)
    return data | (bound_inside - numbers)


def _is_constant(value: ast.expr | None) -> bool:
    waiting = [value]  # a sum is nested as often as it has terms
    while waiting:
        match waiting.pop():
            case None | ast.Constant():
                pass
            case ast.UnaryOp(operand=inner):
                waiting.append(inner)
            case ast.BinOp(left=left, right=right):
                waiting += left, right
            case ast.Tuple(elts=parts):
                waiting += parts
            case _:
                return False
    return True


# Python's own `dis` says the same, at fifteen times the cost, and every load asks.
_SHIFTS = {
    opmap[name]: shift
    for name, shift in (
        # The lowest bit of its argument says something else.
        ("LOAD_GLOBAL", 1),
        ("LOAD_NAME", 0),
        ("LOAD_FROM_DICT_OR_GLOBALS", 0),
        ("STORE_GLOBAL", 0),
        ("DELETE_GLOBAL", 0),
    )
    if name in opmap
}
_STORE_GLOBAL = opmap["STORE_GLOBAL"]


def global_names_used(code: CodeType) -> set[str]:
    """Return the global names that ``code`` looks up, or binds by a ``global`` statement.

    Attributes, and variables of functions, are none.
    """
    return {name for _, name in _operations(code)}


def names_bound_by_functions(code: CodeType) -> set[str]:
    """Return the global names that functions in ``code`` bind."""
    return {name for operation, name in _operations(code) if operation == _STORE_GLOBAL}


def _operations(code: CodeType) -> Iterator[tuple[int, str]]:
    waiting = [code]
    while waiting:
        current = waiting.pop()
        waiting += (part for part in current.co_consts if isinstance(part, CodeType))
        names, raw = current.co_names, current.co_code
        extended = 0
        for at in range(0, len(raw), 2):
            operation, argument = raw[at], raw[at + 1] | extended
            extended = argument << 8 if operation == EXTENDED_ARG else 0
            if (shift := _SHIFTS.get(operation)) is not None:
                yield operation, names[argument >> shift]

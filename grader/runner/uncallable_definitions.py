"""Finds definitions that cannot be called as they stand in a program.

Functions that nobody who imports the program can call: nested ones, or under a main guard. Guarded
code is not run here: a submission is imported, and its script may do anything. And definitions of
the same name: which one counts, and earlier calls that do not fit it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from grader.runner.statement import Statement, global_names
from grader.runner.statement_dependencies import global_names_used


def guarded_names(node: ast.stmt) -> tuple[str, ...]:
    """Return the names that ``node`` binds, if it is ``if __name__ == "__main__"``."""
    match node:
        case ast.If(test=ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]), body=body):
            if {"__name__", "__main__"} == set(_sides(left, right)):
                return tuple(name for each in body for name in global_names(each))
    return ()


def find_missing_guarded_names(
    guarded: Iterable[str], statements: Iterable[Statement]
) -> tuple[str, ...]:
    """Return the names of ``guarded`` that other code uses and nothing else defines.

    Args:
        statements: all of the program but the guards.
    """
    others = list(statements)
    bound = {name for statement in others for name in statement.names} | set(dir(builtins))
    wanted = dict.fromkeys(name for name in guarded if name not in bound)
    if not wanted:
        return ()
    used = set[str]().union(*(global_names_used(statement.code) for statement in others))
    return tuple(name for name in wanted if name in used)


def _sides(*nodes: ast.expr) -> Iterator[object]:
    for node in nodes:
        match node:
            case ast.Name(id=name):
                yield name
            case ast.Constant(value=value):
                yield value


_DEEPEST = 4
"""Levels of classes, functions and statements that are looked into."""
_MOST = 300
"""Functions of a program that are named."""


def nested_functions(node: ast.stmt) -> dict[str, str]:
    """Return the functions defined inside of a top-level statement, each with its place.

    The text about a place goes on from the function's name and says what to change.
    """
    return dict(list(_within(node, 0))[:_MOST])


def unreachable_functions(
    statements: Iterable[Statement], namespace: Mapping[str, Any]
) -> dict[str, str]:
    """Return the functions within ``statements`` whose names are not in ``namespace``."""
    found: dict[str, str] = {}
    for statement in statements:
        for name, said in statement.within.items():
            if name not in namespace and len(found) < _MOST:
                found[name] = said.replace(_CELL, statement.cell)
    return found


_CELL = "\0"
"""Stands for the file, or the notebook and its cell."""


def _within(node: ast.stmt, depth: int) -> Iterator[tuple[str, str]]:
    if depth > _DEEPEST:
        return
    for child in _yield_inner_statements(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child.name, _where(node, child)
        yield from _within(child, depth + 1)


def _yield_inner_statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the statements that are directly within ``node``."""
    parts: list[Any] = [node]
    parts += getattr(node, "handlers", [])
    parts += getattr(node, "cases", [])
    for part in parts:
        for field in ("body", "orelse", "finalbody"):
            yield from getattr(part, field, [])


def _where(holder: ast.stmt, function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    place = f"({_CELL}, line {function.lineno})"
    match holder:
        case ast.ClassDef(name=name):
            first = [*function.args.posonlyargs, *function.args.args][:1]
            own = [each.arg for each in first if each.arg in {"self", "cls"}]
            without = f", and leave out its parameter {own[0]}" if own else ""
            return f"is a method of the class {name} {place}. Move it out of the class{without}"
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return (
                f"is defined inside the function {name} {place}, so that nothing else can call "
                "it. Move it out, to the left margin"
            )
        case _ if guarded_names(holder):
            return (
                f'is defined under if __name__ == "__main__" {place}, which is only run when the '
                "file is started as a program. Move it out, to the left margin"
            )
    return (
        f"is defined inside another statement {place}, which was not carried out that far. Move "
        "it out, to the left margin"
    )


Function = ast.FunctionDef | ast.AsyncFunctionDef


class TopLevelDefinition(NamedTuple):
    """A definition of a function or class at top level."""

    name: str
    node: ast.stmt
    cell: str


class DuplicateNote(NamedTuple):
    """A note about a name that is defined several times, at its last definition."""

    message: str
    cell: str
    line: int


def find_duplicate_definitions(
    definitions: Sequence[TopLevelDefinition],
) -> Iterator[DuplicateNote]:
    """Yield a note about each name that is defined several times."""
    by_name: dict[str, list[int]] = {}
    for number, definition in enumerate(definitions):
        by_name.setdefault(definition.name, []).append(number)
    for name, numbers in by_name.items():
        if len(numbers) < 2:
            continue
        last = definitions[numbers[-1]]
        message = f"{name} is defined {len(numbers)} times; the last one counts"
        if misfit := _find_call_with_wrong_arguments(last, definitions[: numbers[-1]]):
            message += f", and does not take the arguments with which {misfit} calls it"
        decorators = getattr(last.node, "decorator_list", [])
        yield DuplicateNote(
            message, last.cell, min(each.lineno for each in (last.node, *decorators))
        )


def _find_call_with_wrong_arguments(
    last: TopLevelDefinition, earlier: Iterable[TopLevelDefinition]
) -> str:
    """Return where an earlier definition calls ``last`` with wrong arguments; empty if nowhere."""
    if not isinstance(last.node, Function) or last.node.decorator_list:
        return ""
    # Of those that are replaced themselves nothing remains.
    for definition in {each.name: each for each in earlier if each.name != last.name}.values():
        for node in ast.walk(definition.node):
            match node:
                case ast.Call(func=ast.Name(id=last.name)) if not _fits(node, last.node.args):
                    return f"{definition.name} ({definition.cell}, line {node.lineno})"
    return ""


def _fits(call: ast.Call, arguments: ast.arguments) -> bool:
    """Return whether a function takes the arguments of ``call``, as far as these are known."""
    given = len(call.args)
    keywords = [keyword.arg for keyword in call.keywords]
    if None in keywords or any(isinstance(each, ast.Starred) for each in call.args):
        return True
    positional = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    if given > len(positional) and not arguments.vararg:
        return False
    named = {*positional[given:], *(each.arg for each in arguments.kwonlyargs)}
    if not arguments.kwarg and not named.issuperset(filter(None, keywords)):
        return False
    required = positional[given : len(positional) - len(arguments.defaults)]
    return set(required) <= set(keywords)

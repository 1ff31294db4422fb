"""Finds definitions of the same name: which one counts, and earlier calls that do not fit it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Defined(NamedTuple):
    """A definition of a function or class at top level."""

    name: str
    node: ast.stmt
    cell: str


class Note(NamedTuple):
    """A note about a name that is defined several times, at its last definition."""

    message: str
    cell: str
    line: int


def notes(definitions: Sequence[Defined]) -> Iterator[Note]:
    """Yield a note about each name that is defined several times."""
    by_name: dict[str, list[int]] = {}
    for number, definition in enumerate(definitions):
        by_name.setdefault(definition.name, []).append(number)
    for name, numbers in by_name.items():
        if len(numbers) < 2:
            continue
        last = definitions[numbers[-1]]
        message = f"{name} is defined {len(numbers)} times; the last one counts"
        if misfit := _find_misfitting_call(last, definitions[: numbers[-1]]):
            message += f", and does not take the arguments with which {misfit} calls it"
        decorators = getattr(last.node, "decorator_list", [])
        yield Note(message, last.cell, min(each.lineno for each in (last.node, *decorators)))


def _find_misfitting_call(last: Defined, earlier: Iterable[Defined]) -> str:
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

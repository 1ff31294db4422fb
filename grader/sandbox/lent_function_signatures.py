"""Describes lent functions to the code that calls them: their parameters, and no more.

It is read from their sources, which are the grader's own.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping
from typing import Any

from grader.sandbox.backend_interface import Injection

_MAKE = "make"
"""What the factory of a stub is called; the stub is what it returns."""
_ANYTHING = {"parameters": "*args, **kwargs", "passed": "args, kwargs"}


def extract_lent_signatures(injection: Injection) -> dict[str, dict[str, Any]]:
    """Return the parameters, the way of passing them, and the docstring of each lent function.

    And whether it draws random numbers.
    """
    found = {name: _function(text, name) for name, text in injection.functions.items()}
    found |= {name: _stub(text) for name, text in injection.stubs.items()}
    found |= {name: _function(injection.globals[name], name) for name in injection.fits}
    drawing = {name for name, text in injection.functions.items() if _may_draw_randomly(text)}
    # A stub may be configured with any of the functions.
    drawing |= {
        name for name, text in injection.stubs.items() if drawing or _may_draw_randomly(text)
    }
    drawing |= {name for name in injection.fits if _may_draw_randomly(injection.globals[name])}
    return {
        name: {**each, "doc": injection.docs.get(name, ""), "draws": name in drawing}
        for name, each in found.items()
    }


@functools.cache
def _may_draw_randomly(text: str) -> bool:
    """Return whether a source may draw from the generator that Python's ``random`` shares.

    It does not if all that it uses of that module is ``random.Random``, to make its own.
    """
    nodes = [*ast.walk(ast.parse(text))]
    makers = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr == "Random"
    }
    return any(
        (isinstance(node, ast.ImportFrom) and node.module == "random")
        or (isinstance(node, ast.alias) and node.name == "random" and node.asname is not None)
        or (isinstance(node, ast.Name) and node.id == "random" and id(node) not in makers)
        for node in nodes
    )


@functools.cache
def _function(text: str, name: str) -> Mapping[str, str]:
    return _described(_find_function(ast.parse(text).body, name))


@functools.cache
def _stub(text: str) -> Mapping[str, str]:
    make = _find_function(ast.parse(text).body, _MAKE)
    named = [
        statement.value.id
        for statement in make.body
        if isinstance(statement, ast.Return) and isinstance(statement.value, ast.Name)
    ]
    try:
        return _described(_find_function(make.body, named[-1]))
    except (IndexError, LookupError):  # it returns something that it does not define
        return _ANYTHING


def _find_function(statements: list[ast.stmt], name: str) -> ast.FunctionDef:
    """Return the function that ``statements`` define as ``name``.

    Raises:
        LookupError: if they define none.
    """
    for statement in reversed(statements):
        if isinstance(statement, ast.FunctionDef) and statement.name == name:
            return statement
    raise LookupError(f"no function {name} is defined there")


def _described(function: ast.FunctionDef) -> Mapping[str, str]:
    args = function.args
    try:
        for default in filter(None, (*args.defaults, *args.kw_defaults)):
            ast.literal_eval(default)
    except ValueError:  # it is known only where the function is
        return _ANYTHING
    positional = [*args.posonlyargs, *args.args]
    tuple_of = ", ".join(each.arg for each in positional)
    passed = f"({tuple_of}{',' * bool(positional)})"
    if args.vararg is not None:
        passed = f"(*{passed}, *{args.vararg.arg})"
    named = [f"{each.arg!r}: {each.arg}" for each in args.kwonlyargs]
    named += [f"**{args.kwarg.arg}"] if args.kwarg is not None else []
    for each in _all(args):
        each.annotation = None
    return {"parameters": ast.unparse(args), "passed": f"{passed}, {{{', '.join(named)}}}"}


def _all(args: ast.arguments) -> Iterator[ast.arg]:
    yield from (*args.posonlyargs, *args.args, *args.kwonlyargs)
    yield from filter(None, (args.vararg, args.kwarg))

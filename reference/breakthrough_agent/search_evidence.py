"""Looks for alpha-beta in the source of the module that it is lent to. Runs in the sandbox."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef
_EXTREMES = {"max", "min"}
_ORDER = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)


def search_evidence() -> list[str]:
    """Functions that look like alpha-beta, a sentence each; none if there are none.

    One is recursive, directly or through functions that it calls; the call that leads back is given
    two of its parameters, as they are, negated or as what has become of them; and it compares them
    with each other.
    """
    functions = list(_functions(sys.modules["submission"].__dict__))
    names: dict[str, set[str]] = {}
    for function in functions:
        names.setdefault(function.name, set()).update(_called(function))
    found = []
    for function in functions:
        bounds = _bounds(function, _leading_to(function.name, names))
        if bounds:
            low, high = bounds
            found.append(f"{function.name}, line {function.lineno}: passes on {low} and {high}")
    return found


def _functions(namespace: dict[str, Any]) -> Iterator[Function]:
    """Functions and methods that the module has, with what is defined in them, as in the source."""
    trees: dict[str, ast.Module] = {}
    for code in _codes(namespace):
        name = code.co_filename
        if name not in trees:
            try:
                trees[name] = ast.parse("".join(linecache.getlines(name)))
            except (SyntaxError, ValueError):
                trees[name] = ast.Module([], [])
        for node in ast.walk(trees[name]):
            if isinstance(node, Function) and code.co_firstlineno == _first_line(node):
                yield from (each for each in ast.walk(node) if isinstance(each, Function))


def _codes(namespace: dict[str, Any]) -> Iterator[CodeType]:
    for value in list(namespace.values()):
        inside = [value, *vars(value).values()] if isinstance(value, type) else [value]
        for each in inside:
            function = getattr(each, "__func__", getattr(each, "__wrapped__", each))
            if isinstance(function, FunctionType):
                yield function.__code__


def _first_line(function: Function) -> int:
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


def _called(function: Function) -> set[str]:
    """Names of what ``function`` calls, of methods their last part."""
    return {_name(node) for node in ast.walk(function) if isinstance(node, ast.Call)}


def _name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _leading_to(name: str, names: dict[str, set[str]]) -> set[str]:
    """Functions that call ``name``, directly or through others; itself among them if it recurs."""
    leading: set[str] = set()
    waiting = [name]
    while waiting:
        target = waiting.pop()
        for caller, called in names.items():
            if target in called and caller not in leading:
                leading.add(caller)
                waiting.append(caller)
    return leading | {name} if name in leading else set()


def _bounds(function: Function, recursive: set[str]) -> tuple[str, str] | None:
    """The two parameters that are alpha and beta, if there are such."""
    arguments = function.args
    parameters = [each.arg for each in (*arguments.args, *arguments.kwonlyargs)]
    passed: set[str] = set()
    compared: set[frozenset[str]] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _name(node) in recursive:
            values = [*node.args, *(keyword.value for keyword in node.keywords)]
            passed |= {used for value in values if not _counts(value) for used in _used(value)}
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], _ORDER):
            sides = frozenset(_used(node))
            if len(sides) > 1:  # a depth is compared with 0
                compared.add(sides)
    candidates = [name for name in parameters if name in passed]
    for index, low in enumerate(candidates):
        for high in candidates[index + 1 :]:
            meets = any({low, high} <= sides for sides in compared)
            # Fail-soft searches compare the value found with one bound, and raise the other by it.
            apart = any(low in sides for sides in compared | _raised(function)) and any(
                high in sides for sides in compared | _raised(function)
            )
            if meets or apart:
                return low, high
    return None


def _raised(function: Function) -> set[frozenset[str]]:
    """What is set to the greater or the smaller of itself and something."""
    found = set()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                if _name(call) in _EXTREMES and name in _used(call):
                    found.add(frozenset(_used(call)))
    return found


def _counts(value: ast.expr) -> bool:
    """Whether ``value`` is one more or less than something, as a depth is."""
    match value:
        case ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant()):
            return True
    return False


def _used(value: ast.AST) -> set[str]:
    """Names in ``value``, but for those that only calls in it are given, unless of max or min."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif not isinstance(node, ast.Call) or _name(node) in _EXTREMES:
            waiting += ast.iter_child_nodes(node)
    return found - _EXTREMES

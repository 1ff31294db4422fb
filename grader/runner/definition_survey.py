"""Surveys what a submission defines: functions, classes and methods, with their parameters.

From this, the trusted side works out how functions may be called. All of it is plain data, and
nothing of the submission is executed but what a metaclass of its own may do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import partial
from types import CellType, CodeType, FunctionType
from typing import Any

from grader.wire.binding_expressions import PUBLIC

_MOST_METHODS = 60
_MOST_PARAMETERS = 30
_MOST_LITERALS = 300
_MOST_MENTIONS = 200
_LONGEST = 40
"""Characters of a literal that is listed."""
_GENERATED = ("<string>", "/collections/__init__.py", "/dataclasses.py", "/reprlib.py")
"""How the files end in which methods are made that Python adds to classes by itself."""
_ABSTRACT = type.__dict__["__abstractmethods__"]
"""The names of methods that a class leaves to others, whatever its own class says of that."""
_CUTS = ("BUILD_SLICE", 2)
"""The instruction for a slice without a step; newer Pythons have another one."""


def survey_definitions(names: Iterable[str], namespace: Mapping[str, Any]) -> dict[str, Any]:
    """List the definitions called ``names`` in ``namespace``, and hints of how values are written.

    Returns:
        ``definitions``: by name its parameters and, of a class, its methods; ``objects``: by name
        the class of the submission that a global variable is an object of; ``constants``: global
        numbers and short texts, as they are written; ``members``: names of members, by the class
        that enumerates them; ``literals``: numbers and short texts in the code of functions;
        ``bounds``: names of values up to which that code cuts sequences off.
    """
    listed = list(names)
    values = {name: namespace.get(name) for name in listed}
    classes = {name: value for name, value in values.items() if issubclass(type(value), type)}
    return {
        "definitions": {name: _definition(value) for name, value in values.items()},
        "objects": _objects(classes, namespace),
        "constants": {
            name: written
            for name, value in list(namespace.items())
            if type(name) is str
            and not name.startswith("__")
            and (written := format_literal(value))
        },
        "members": {
            name: [str(member) for member in list(vars(of).get("_member_names_", ()))][:20]
            for name, of in classes.items()
            if Enum in type.__getattribute__(of, "__mro__")
        },
        "literals": list(dict.fromkeys(_literals_in_definitions(values.values())))[:_MOST_LITERALS],
        "bounds": list(dict.fromkeys(_find_slice_stop_names(values.values())))[:_MOST_LITERALS],
    }


def format_literal(value: object) -> str:
    """Return ``value`` as source code; empty if it is no number or short text."""
    if value is None or type(value) in {bool, int, float, str}:
        written = repr(value)
        return written if len(written) <= _LONGEST else ""
    return ""


def _objects(classes: Mapping[str, Any], namespace: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: known
        for name, value in list(namespace.items())
        if type(name) is str
        for known, of in classes.items()
        if type(value) is of and not name.startswith("_")
    }


def _definition(value: object) -> dict[str, Any]:
    # Its class, as an object says, may be anything, or an exception.
    if issubclass(type(value), type) and _is_abstract(value):  # nobody can make an object of it
        found: dict[str, Any] = {"kind": "class", "parameters": None, "methods": {}}
    elif issubclass(type(value), type):
        methods = {name: _parameters(one, bound) for name, one, bound in _methods(value)}  # type: ignore[arg-type]
        found = {"kind": "class", "parameters": _parameters(value), "methods": methods}
    else:
        kind = "function" if type(value) is FunctionType else "object"
        found = {"kind": kind, "parameters": _parameters(value), "methods": {}}
    return {**found, "mentions": list(dict.fromkeys(_mentioned_names(value)))[:_MOST_MENTIONS]}


def _is_abstract(of: object) -> bool:
    """Return whether a class leaves methods to those that are derived from it."""
    try:
        return bool(_ABSTRACT.__get__(of))
    except AttributeError:  # of most classes
        methods = [one for _, one, _ in _methods(of) if type(one) is FunctionType]  # type: ignore[arg-type]
        left_out = any(one.__code__.co_names == ("NotImplementedError",) for one in methods)
        return left_out and bool(type.__subclasses__(of))  # type: ignore[arg-type]


def _mentioned_names(value: object) -> Iterator[str]:
    """Yield the names that the code of a function, or of a class's methods, uses.

    Those of functions that it has as defaults, or from where it was made, are among them.
    """
    if type(value) is partial and type(value.func) is FunctionType:
        yield value.func.__name__
    for function in _functions_of(value):
        cells = [cell.cell_contents for cell in function.__closure__ or () if _is_full(cell)]
        keywords = (function.__kwdefaults__ or {}).values()
        for taken in (*(function.__defaults__ or ()), *keywords, *cells):
            if type(taken) is FunctionType:
                yield taken.__name__
    for code in _code_objects_of(value):
        yield from code.co_names
        yield from code.co_freevars
        if {"sort", "sorted"} & {*code.co_names} and _passes_key_argument(code):
            yield "sort_by_key"


def _is_full(cell: CellType) -> bool:
    """Return whether ``cell`` has a value, as that of a variable that was deleted has none."""
    return cell != CellType()


def _passes_key_argument(code: CodeType) -> bool:
    """Return whether ``code`` passes something as ``key``, by name."""
    return any(type(one) is tuple and "key" in one for one in code.co_consts)


def _functions_of(value: object) -> Iterator[FunctionType]:
    """Yield ``value`` if it is a function; the methods of a class; nothing of anything else."""
    if type(value) is FunctionType:
        yield value
    elif issubclass(type(value), type):
        for _, method, _ in _methods(value):  # type: ignore[arg-type]
            yield from _functions_of(method)


def _methods(of: type) -> Iterator[tuple[str, Any, bool]]:
    """Yield the public methods of a class: name, function, whether it is given an object."""
    found: set[str] = set()
    for one in type.__getattribute__(of, "__mro__"):
        if one is object:
            continue
        for name, value in list(type.__getattribute__(one, "__dict__").items()):
            public = type(name) is str and (name in PUBLIC or not name.startswith("_"))
            kind = type(value)  # whose own class says what it equals, and may say nothing for ever
            is_method = kind is FunctionType or kind is staticmethod or kind is classmethod
            if public and is_method and name not in found and len(found) < _MOST_METHODS:
                function = value if kind is FunctionType else value.__func__
                if name.startswith("__") and _is_generated(function):
                    continue
                found.add(name)
                yield name, function, kind is not staticmethod


def _is_generated(function: Any) -> bool:
    """Return whether a data class or a named tuple has come with ``function``."""
    code = getattr(function, "__code__", None)
    return type(code) is CodeType and code.co_filename.endswith(_GENERATED)


def _parameters(value: object, bound: bool = False) -> list[dict[str, Any]] | None:
    """Return the parameters of ``value``, without the first if ``bound``; ``None`` if unknown."""
    import inspect  # which takes a while, and which no assignment without a contract needs

    try:
        parameters = list(inspect.signature(value).parameters.values())  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 - what a submission says of its signature may be anything
        return None
    return [
        {
            "name": str(each.name),
            "kind": each.kind.name,
            "required": each.default is each.empty,
            "default": "" if each.default is each.empty else _written(each.default),
        }
        for each in parameters[bound : _MOST_PARAMETERS + bound]
    ]


def _written(default: object) -> str:
    """Return how a default is written: a number, a short text, or a function's name."""
    return default.__name__ if type(default) is FunctionType else format_literal(default)


def _literals_in_definitions(values: Iterable[object]) -> Iterator[str]:
    """Yield the numbers and short texts in the code and the defaults of functions and classes."""
    for value in values:
        for function in _functions_of(value):
            yield from filter(None, map(format_literal, function.__defaults__ or ()))
            yield from _literals_in_code(function.__code__)


def _code_objects_of(value: object) -> Iterator[CodeType]:
    """Yield the code of a function, or of a class's methods, and of all functions within it."""
    for function in _functions_of(value):
        yield from _nested(function.__code__)


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from _nested(constant)


def _find_slice_stop_names(values: Iterable[object]) -> Iterator[str]:
    """Yield the names that code uses as the end of a slice, such as ``n`` in ``moves[:n]``."""
    import dis  # which takes a while, like inspect

    for value in values:
        for code in _code_objects_of(value):
            start, stop = None, None  # what was put on the stack before
            for one in dis.get_instructions(code):
                cuts = one.opname == "BINARY_SLICE" or (one.opname, one.arg) == _CUTS
                if cuts and start == ("LOAD_CONST", None) and stop and type(stop[1]) is str:
                    yield stop[1]
                if not one.opname.startswith("LOAD_ATTR"):
                    start = stop
                stop = one.opname, one.argval


def _literals_in_code(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from _literals_in_code(constant)
        elif type(constant) is tuple or type(constant) is frozenset:
            yield from filter(None, map(format_literal, constant))
        elif written := format_literal(constant):
            yield written

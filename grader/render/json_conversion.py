"""Converts values to JSON documents and back, by the types of their fields.

What msgspec says about a document that does not fit is translated into plain words.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from numbers import Integral, Real
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

_Value = TypeVar("_Value")

_LEVELS = 6
"""A report, its tasks, a task, its tests, a test, its cases."""
INERT = "#\\u0023"
"""What stands for "##" in JSON. Printed into the log of a CI runner, "##[" would begin a command
even inside a line. A number sign can only stand in a string, where JSON allows an escape for it."""
_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False)
"""One that indents would be written in Python, and takes five times as long."""


class ReportError(Exception):
    """A report that cannot be read or written; the message is one sentence."""


# Writing ------------------------------------------------------------------------------------


def to_plain_json(value: object) -> Any:
    """Return ``value``, made of dataclasses, structs and enumerations, as plain JSON data."""
    return msgspec.to_builtins(value, enc_hook=_convert_unknown)


def _convert_unknown(value: object) -> object:
    """Return a value that msgspec does not know as a plain number or text."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    return str(value) if isinstance(value, str) else ascii(value)


def encode_json(document: object) -> str:
    """Returns ``document`` as JSON that can be shown anywhere: ASCII, ends with a newline.

    It is indented down to the cases of a report, which have a line each.

    Raises:
        ReportError: a number is not finite.
    """
    try:
        text = _indented(document, "\n", _LEVELS)
    except ValueError as error:
        raise ReportError(f"This report cannot be written as JSON: {error}.") from error
    return text.replace("##", INERT) + "\n"


def _indented(node: object, newline: str, levels: int) -> str:
    if levels and node and isinstance(node, dict | list | tuple):
        inner = f"{newline} "
        if isinstance(node, dict):
            members = [
                f"{_ENCODER.encode(key)}: {_indented(value, inner, levels - 1)}"
                for key, value in node.items()
            ]
            return f"{{{inner}{f',{inner}'.join(members)}{newline}}}"
        members = [_indented(member, inner, levels - 1) for member in node]
        return f"[{inner}{f',{inner}'.join(members)}{newline}]"
    return _ENCODER.encode(node)


# Reading ------------------------------------------------------------------------------------


def parse_json(text: str, what: str) -> Any:
    """Return the JSON document that ``text`` holds, with finite numbers only.

    Args:
        what: it should be, for the sentence if it is not: *a grade report*.

    Raises:
        ReportError: it holds none.
    """
    try:
        return json.loads(text, parse_float=_finite, parse_constant=_finite)
    except RecursionError:
        raise ReportError(f"This is not {what}: its JSON is nested too deeply.") from None
    except ValueError as error:
        raise ReportError(f"This is not {what}: it is not valid JSON ({error}).") from None


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        # JSON's own grammar lets infinity in, spelled 1e999.
        raise ValueError(f"{text[:20]} is not a finite number")
    return number


def build_from_json(
    kind: type[_Value],
    document: object,
    what: str,
    hook: Callable[[type, Any], object] | None = None,
) -> _Value:
    """Return the ``kind`` that a document describes; keys that ``kind`` lacks are ignored.

    Args:
        what: it should describe, for the sentence if it does not: *a grade report*.
        hook: makes values of types that are not data: given the type and what the document has.

    Raises:
        ReportError: it describes none; says where it is wrong, and what should be there.
    """
    try:
        return msgspec.convert(document, kind, dec_hook=hook)
    except msgspec.ValidationError as problem:
        story = describe_validation_error(str(problem), kind)
    except UnicodeEncodeError:
        # Of texts, only those that should be something else are looked at so closely.
        story = "it has a lone surrogate, half a character, where no text should be"
    except RecursionError:
        story = "its JSON is nested too deeply"
    raise ReportError(f"This is not {what}: {story}.")


_WORDS = {
    "array": "an array",
    "bool": "true or false",
    "float": "a finite number",
    "int": "a whole number",
    "object": "an object",
    "str": "a string",
}
"""The types of JSON as msgspec calls them."""


def describe_validation_error(problem: str, kind: type) -> str:
    """Return half a sentence on ``problem``, met at a value of type ``kind``."""
    message, found, at = problem.rpartition(" - at `")
    if not found:
        message, at = problem, ""
    path = at.rpartition("$")[2].rstrip("`").lstrip(".")
    if missing := re.match(r"Object missing required field `(.*)`", message):
        return f'"{path and path + "."}{missing[1]}" is missing'
    if at.startswith("key`"):
        where = f'each key of "{path}"'
    elif "[...]" in path:
        where = f'each value in "{path.partition("[...]")[0]}"'
    else:
        where = f'"{path}"' if path else "the whole document"
    return f"{where} should be {_expected(message, kind, path)}"


def _expected(message: str, kind: type, path: str) -> str:
    if wanted := re.match(r"Expected `(.*?)`(?: of length (\d+))?", message):
        names = wanted[1].split(" | ")
        length = f" of {wanted[2]}" if wanted[2] else ""
        return " or ".join(_WORDS.get(name, name) for name in names) + length
    if message.startswith("Number out of range"):
        return _WORDS["float"]
    if message.startswith(("Invalid enum value", "Invalid value")):
        return "one of " + ", ".join(_allowed_values(kind, path))
    return message


def _allowed_values(kind: type, path: str) -> list[str]:
    """Return the texts that can stand at ``path`` in the document of a ``kind``."""
    types = [inspect.type_info(kind)]
    for step in re.findall(r"\[[^]]*\]|\w+", path):
        types = [inner for each in types for inner in _type_at_step(each, step)]
    return [text for each in types for text in _texts(each)]


def _type_at_step(type_: inspect.Type, step: str) -> Iterator[inspect.Type]:
    """Yield the types of the field ``step`` of ``type_``, or of its items."""
    match type_:
        case inspect.UnionType():
            for each in type_.types:
                yield from _type_at_step(each, step)
        case inspect.StructType() if step == type_.tag_field:
            yield inspect.LiteralType((type_.tag,))
        case inspect.StructType() | inspect.DataclassType():
            yield from (field.type for field in type_.fields if field.name == step)
        case inspect.VarTupleType():
            yield type_.item_type
        case inspect.TupleType():
            yield from type_.item_types
        case inspect.DictType():
            yield type_.value_type


def _texts(type_: inspect.Type) -> Iterator[str]:
    match type_:
        case inspect.UnionType():
            for each in type_.types:
                yield from _texts(each)
        case inspect.EnumType():
            yield from (str(member.value) for member in type_.cls)
        case inspect.LiteralType():
            yield from map(str, type_.values)
        case inspect.DictType():
            yield from _texts(type_.key_type)

"""Translates what msgspec says about a document that does not fit into plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import inspect

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

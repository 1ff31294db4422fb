"""Marshals values between a student's process and the one that answers for lent functions.

Not the wire's form: this has to be quick above all, because a search asks a hundred thousand times.
Lists, texts, numbers, booleans and ``None`` are JSON's own, and so need no work in Python. All else
is an object with one key, its tag. What comes from a student's process is hostile; reading JSON
makes nothing but plain values of it, and each tag is looked at by itself.
"""

from __future__ import annotations

import base64
import importlib
import json
import re
from collections.abc import Callable, Mapping
from enum import Enum
from itertools import chain
from json.encoder import encode_basestring_ascii
from typing import Any

from grader.wire import Untransferable, describe_type
from grader.wire.encoder import array_types
from grader.wire.wire_values import strip_subclass

SCALARS = frozenset({int, str, float, bool, type(None)})
MAX_BYTES = 8 << 20
"""Of one message."""
_PLAIN_ARRAY = re.compile(r"[?biufcU]\d{0,3}")
"""Types of arrays that travel, as ``dtype.str`` has them after the order of bytes."""
_DEEPEST = 200
_INTEGERS = {int}
_FEW = 8


class MalformedValue(Exception):
    """The error of a text that does not encode a value."""


class ValueWriter:
    """A writer of values as JSON.

    Args:
        enums: enumerations whose members may travel, by name.
        named: what to write for a function, or whatever else has no form; it raises
            ``Untransferable`` if there is nothing, or returns ``None``.
    """

    def __init__(
        self, enums: Mapping[str, type[Enum]], named: Callable[[Any], dict[str, Any] | None]
    ) -> None:
        self._members: dict[int, dict[str, Any]] = {}
        for name, enum in enums.items():
            for key, member in dict(enum.__members__).items():
                self._members.setdefault(id(member), {"e": [name, key]})
        self._named = named
        make: Any = json.encoder.c_make_encoder  # type: ignore[attr-defined]
        # As a JSONEncoder makes it anew for each text.
        self._chunks = make(
            None, _refused, encode_basestring_ascii, None, ":", ",", False, False, True
        )

    def text(self, tree: Any) -> str:
        """Return the JSON text of a tree."""
        return "".join(self._chunks(tree, 0))

    def tree(self, value: Any, level: int = 0) -> Any:
        """Return the JSON tree of ``value``.

        Raises:
            Untransferable: if it has none.
        """
        kind = type(value)
        if kind in SCALARS:
            return value
        kinds: set[type] = set()
        if kind is list:
            kinds = set(map(type, value))
            if kinds <= SCALARS:
                return (
                    _hex_of_small_numbers(value)
                    if kinds == _INTEGERS and len(value) > _FEW
                    else value
                )
            if kinds == {list} and set(map(type, chain.from_iterable(value))) <= SCALARS:
                return value
        if level > _DEEPEST:
            raise Untransferable(f"containers nested more than {_DEEPEST} levels deep")
        level += 1
        if kind is list:
            if kinds == {tuple} and set(map(type, chain.from_iterable(value))) <= SCALARS:
                return {"r": value}  # JSON writes a tuple as it writes a list
            return [self.tree(each, level) for each in value]
        if kind is tuple:
            return {"t": [self.tree(each, level) for each in value]}
        if (member := self._members.get(id(value))) is not None:
            return member
        return self._other(kind, value, level)

    def _other(self, kind: type, value: Any, level: int) -> Any:
        if kind is dict:
            parts = [part for pair in value.items() for part in pair]
            return {"d": [self.tree(part, level) for part in parts]}
        if kind is set or kind is frozenset:
            return {"s" if kind is set else "z": [self.tree(each, level) for each in value]}
        if kind is bytes:
            return {"b": base64.b64encode(value).decode("ascii")}
        if id(kind) in array_types():
            return self._array(value, level)
        if (exact := strip_subclass(value)) is not value:
            return self.tree(exact, level)
        if (named := self._named(value)) is not None:
            return named
        if hasattr(kind, "__len__") and hasattr(kind, "__getitem__") and not issubclass(kind, Enum):
            return [self.tree(each, level) for each in value]  # a range, or a sequence of their own
        raise Untransferable(describe_type(value))

    def _array(self, value: Any, level: int) -> Any:
        if value.nbytes > MAX_BYTES // 2:
            raise Untransferable(f"an array of {value.nbytes} bytes")
        plain = value.dtype.str[1:]
        if not value.shape or not _PLAIN_ARRAY.fullmatch(plain):
            listed = value.tolist()
            if id(type(listed)) in array_types():
                raise Untransferable(describe_type(value))
            return self.tree(listed, level)
        data = base64.b64encode(value.tobytes()).decode("ascii")
        return {"a": [value.dtype.str, list(value.shape), data]}


def _hex_of_small_numbers(value: list[int]) -> Any:
    """Return small numbers as a hexadecimal text, which is much faster to read."""
    try:
        return {"i": bytes(value).hex()}
    except ValueError:
        return value


def _refused(value: Any) -> Any:
    raise Untransferable(describe_type(value))


class ValueReader:
    """A reader of the texts that a :class:`ValueWriter` writes.

    Args:
        enums: as for the writer.
        found: what a tag of its own means: one that ``named`` of the writer has made. It raises
            ``MalformedValue`` if it means nothing.
    """

    def __init__(self, enums: Mapping[str, type[Enum]], found: Callable[[str, Any], Any]) -> None:
        self._members = {name: dict(enum.__members__) for name, enum in enums.items()}
        self._found = found
        self._decoder: Any = json.JSONDecoder(object_hook=self._tagged)

    def value(self, text: str) -> Any:
        """Return the value that ``text`` stands for.

        Raises:
            MalformedValue: if it is none.
        """
        try:
            value, end = self._decoder.scan_once(text, 0)
        except (StopIteration, ValueError, RecursionError) as problem:
            raise MalformedValue(type(problem).__name__) from None
        if end != len(text):
            raise MalformedValue("something follows")
        return value

    def _tagged(self, tree: dict[str, Any]) -> Any:
        if len(tree) != 1:
            raise MalformedValue("a tagged value has exactly one key")
        ((tag, body),) = tree.items()
        try:
            return self._untagged(tag, body)
        except (TypeError, ValueError, KeyError, IndexError, OverflowError) as problem:
            raise MalformedValue(f"{tag[:8]!r}: {type(problem).__name__}") from None

    def _untagged(self, tag: str, body: Any) -> Any:
        if tag == "e":
            name, key = body
            return self._members[name][key]
        if tag == "i":
            return list(bytes.fromhex(body))
        if tag == "b":
            return base64.b64decode(body, validate=True)
        if tag in {"t", "r", "d", "s", "z", "a"} and type(body) is not list:
            raise MalformedValue("an array was expected")
        match tag:
            case "t":
                return tuple(body)
            case "r":
                return list(map(tuple, body))
            case "d":
                return dict(zip(body[::2], body[1::2], strict=True))
            case "s":
                return set(body)
            case "z":
                return frozenset(body)
            case "a":
                return _array(*body)
        return self._found(tag, body)


def _array(dtype: Any, shape: Any, data: Any) -> Any:
    if type(dtype) is not str or dtype[:1] not in {"<", ">", "|", "="}:
        raise MalformedValue("no type of an array")
    if not _PLAIN_ARRAY.fullmatch(dtype[1:]) or any(type(each) is not int for each in shape):
        raise MalformedValue("no array")
    numpy = importlib.import_module("numpy")
    read = numpy.frombuffer(base64.b64decode(data, validate=True), dtype=dtype)
    return read.reshape(shape).copy()

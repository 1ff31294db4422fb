"""Decodes JSON trees to values. Every tree is hostile until it is decoded."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from enum import Enum
from itertools import islice
from operator import eq
from typing import Any

from grader.wire.array_description import Array
from grader.wire.frames import WireError
from grader.wire.json_parser import CONTAINERS
from grader.wire.wire_values import (
    LIST,
    MAX_COLLISIONS,
    MAX_DEPTH,
    MAX_INT_BITS,
    MAX_NODES,
    MAX_PAIRS,
    TUPLE,
    InjectedFunction,
    LentFunctionHandle,
    OwnFunction,
)

Reference = InjectedFunction | LentFunctionHandle | OwnFunction | Array
"""What stands for something that only the receiver can make."""

_FEW = 8
"""Members up to which looking at them one by one is faster than asking first what they all are."""


class Decoder:
    """One conversion from a JSON tree to a value."""

    __slots__ = ("_collisions", "_depth", "_members", "_nodes", "_pairs", "_resolve")

    def __init__(
        self,
        members: Mapping[str, Mapping[str, Enum]],
        resolve: Callable[[Reference], Any] | None,
    ) -> None:
        self._members = members
        self._resolve = resolve
        self._depth = 0
        self._nodes = 0
        self._pairs = 0
        self._collisions = 0

    def convert(self, tree: Any) -> Any:
        """Return the value of ``tree``."""
        return self._items([tree])[0]

    def _items(self, trees: list[Any], skip: int = 0) -> list[Any]:
        """Return the values of ``trees`` except the first ``skip``."""
        self._nodes += len(trees)
        if self._nodes > 2 * MAX_NODES:
            raise WireError("too many values in one frame")
        if self._depth > MAX_DEPTH + 1:
            raise WireError("nested too deeply")
        if len(trees) > _FEW and CONTAINERS.isdisjoint(map(type, trees)):
            return trees[skip:]
        self._depth += 1
        values: list[Any] = []
        append = values.append
        for tree in islice(trees, skip, None):
            kind = type(tree)
            if kind is list:
                tag = tree[0] if tree else None
                if type(tag) is not int or tag not in (LIST, TUPLE):
                    raise WireError("an array begins with its kind")
                sequence = self._items(tree, 1)
                append(sequence if tag == LIST else tuple(sequence))
            elif kind is dict:
                append(self._tagged(tree))
            else:
                append(tree)
        self._depth -= 1
        return values

    def _tagged(self, tree: dict[str, Any]) -> Any:
        if len(tree) != 1:
            raise WireError("a tagged value has exactly one key")
        ((tag, body),) = tree.items()
        try:
            return self._untagged(tag, body)
        except WireError:
            raise
        except (TypeError, ValueError, KeyError, OverflowError, RecursionError):
            raise WireError(f"the value tagged {tag[:8]!r} is malformed") from None

    def _untagged(self, tag: str, body: Any) -> Any:
        match tag:
            case "d":
                parts = self._items(_array(body))
                return dict(zip(self._spread(parts[::2]), parts[1::2], strict=True))
            case "s":
                return set(self._spread(self._items(_array(body))))
            case "z":
                return frozenset(self._spread(self._items(_array(body))))
            case "f":
                return float.fromhex(body)
            case "i":
                return _long_int(body)
            case "b":
                return base64.b64decode(body, validate=True)
            case "e":
                name, member = _array(body)
                return self._members[name][member]
            case "x" | "l" | "own" | "a" if self._resolve is not None:
                return self._resolve(self._reference(tag, body))
        raise WireError(f"unknown tag {tag[:8]!r}")

    def _spread(self, members: list[Any]) -> list[Any]:
        """Return ``members``; raise WireError if a set or dict of them would take too long to make.

        Whoever chooses hashes makes each member be compared with all others of its hash, which
        multiplies with every level of sets in sets, or makes it walk past all others in the
        table, although their hashes differ. Unbounded, 2 MB of either took a quarter of a minute.
        """
        self._pairs += len(members) ** 2
        if self._pairs > MAX_PAIRS:
            raise WireError("too many members of sets or keys of dicts")
        if len(members) > 1:
            hashes = sorted(map(hash, members))
            self._collisions += sum(map(eq, hashes, islice(hashes, 1, None)))
            if self._collisions > MAX_COLLISIONS:
                raise WireError("too many members of sets or keys of dicts have the same hash")
        return members

    def _reference(self, tag: str, body: Any) -> Reference:
        if tag == "own":
            return OwnFunction(body)
        if tag == "l":
            name, number = body
            return LentFunctionHandle(name, number)
        if tag == "a":
            dtype, items = body
            return Array(self.convert(items), dtype)
        name, config = body
        return InjectedFunction(name, None if config is None else self.convert(config))


def _array(body: Any) -> list[Any]:
    if not isinstance(body, list):
        raise WireError("an array was expected")
    return body


def _long_int(body: str) -> int:
    if len(body) > MAX_INT_BITS // 4 + 1:
        raise WireError("an integer is too long")
    return int(body, 16)

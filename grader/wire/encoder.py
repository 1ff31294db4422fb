"""Encodes values as JSON trees: exact built-in types, known enumerations, references, arrays."""

from __future__ import annotations

import base64
import sys
from collections.abc import Collection, Mapping
from typing import Any

from grader.wire.array_description import Array, check_array
from grader.wire.wire_values import (
    LIST,
    MAX_ARRAY_BYTES,
    MAX_DEPTH,
    MAX_INT_BITS,
    MAX_NODES,
    MAX_PAIRS,
    TOO_MANY,
    TUPLE,
    InjectedFunction,
    OwnFunction,
    Untransferable,
    describe_type,
    strip_subclass,
)

_PLAIN_INT = 1 << 53
"""The largest integer that stands for itself."""


class Encoder:
    """One conversion from a value to a JSON tree, with a count of its nodes."""

    __slots__ = ("_arrays", "_depth", "_lent", "_names", "_nodes", "_packages", "_pairs")

    def __init__(
        self,
        names: Mapping[int, tuple[str, str]],
        packages: Collection[str],
        lent: list[Any] | None = None,
    ) -> None:
        """Prepare a conversion; ``lent`` collects name and ``config`` of each lent function."""
        # By identity, because a class of the student's may define what equals its objects.
        self._names = names
        self._arrays = array_types()
        self._packages = packages
        self._lent = lent
        self._nodes = 0
        self._depth = 0
        self._pairs = 0

    def convert(self, value: Any) -> Any:
        """Return the JSON tree of ``value``."""
        return self._items((value,), [])[0]

    def _items(self, items: Collection[Any], converted: list[Any]) -> list[Any]:
        """Append the trees of ``items`` to ``converted`` and return it.

        One loop with the frequent types in front: this is where most of a call's time goes that
        is not the student's.
        """
        self._nodes += len(items)
        if self._nodes > MAX_NODES:
            raise Untransferable(TOO_MANY)
        if self._depth > MAX_DEPTH:
            raise Untransferable(f"containers nested more than {MAX_DEPTH} levels deep")
        self._depth += 1
        append = converted.append
        for item in items:
            # Identity of the type, never isinstance: a subclass could lie about itself later.
            kind = type(item)
            if kind is str or item is None or kind is bool:
                append(item)
            elif kind is int:
                append(item if -_PLAIN_INT <= item <= _PLAIN_INT else self._long(item))
            elif kind is tuple:
                append(self._items(item, [TUPLE]))
            elif kind is list:
                append(self._items(item, [LIST]))
            else:
                append(self._tagged(kind, item))
        self._depth -= 1
        return converted

    def _tagged(self, kind: type, value: Any) -> Any:
        if kind is float:
            return {"f": value.hex()}
        if name := self._names.get(id(value)):
            return {"e": [*name]}  # a tree holds lists alone, as JSON does
        if kind is dict or kind is set or kind is frozenset:
            self._pairs += len(value) ** 2
            if self._pairs > MAX_PAIRS:
                raise Untransferable(f"too large a {kind.__name__} ({len(value)} entries)")
            if kind is dict:
                return {"d": self._items([part for pair in value.items() for part in pair], [])}
            return {"s" if kind is set else "z": self._items(value, [])}
        if kind is bytes:
            return {"b": base64.b64encode(value).decode("ascii")}
        if kind is InjectedFunction or kind is OwnFunction or kind is Array:
            return self._reference(value)
        if id(kind) in self._arrays:
            # Arrays and their scalars travel as the plain values they hold.
            _bound(value)
            plain = value.tolist()
            if type(plain) is not kind:  # as a long double's is, which has no plain form
                return self.convert(plain)
        return self._like(value)

    def _reference(self, value: InjectedFunction | OwnFunction | Array) -> Any:
        """Return the JSON tree of a function or array, which only an argument can be."""
        if isinstance(value, OwnFunction):
            return {"own": value.name}
        if isinstance(value, InjectedFunction):
            lent, self._lent = self._lent, None
            config = None if value.config is None else self.convert(dict(value.config))
            if lent is None:
                return {"x": [value.name, config]}
            lent.append([value.name, config])
            self._lent = lent
            return {"l": [value.name, len(lent) - 1]}
        if "numpy" not in self._packages:
            raise Untransferable('an array, although packages do not promise "numpy"')
        check_array(value)
        return {"a": [value.dtype, self.convert(value.items)]}

    def _like(self, value: Any) -> Any:
        """Return the tree of a NamedTuple as a tuple's, and so on for any subclass."""
        plain = strip_subclass(value)
        if plain is value:
            raise Untransferable(describe_type(value))
        return self.convert(plain)

    def _long(self, value: int) -> dict[str, str]:
        if value.bit_length() > MAX_INT_BITS:
            raise Untransferable(f"an integer of {value.bit_length()} bits")
        return {"i": format(value, "x")}


def _bound(array: Any) -> None:
    """Raise Untransferable if an array has too many items or bytes to be made a list."""
    if array.size > MAX_NODES:
        raise Untransferable(f"an array of {array.size} items where {MAX_NODES} are allowed")
    if array.nbytes > MAX_ARRAY_BYTES:
        raise Untransferable(
            f"an array of {array.nbytes} bytes where {MAX_ARRAY_BYTES} are allowed"
        )


_known: tuple[Any, frozenset[int]] = None, frozenset()
"""NumPy, if it has been seen, and the identities of its array and scalar types."""


def array_types() -> frozenset[int]:
    """Return the identities of NumPy's array and scalar types, if this process has imported NumPy.

    Found out once: to look at them all has a forked process copy the memory that they are in.
    """
    global _known  # noqa: PLW0603
    numpy = sys.modules.get("numpy")
    if numpy is not _known[0]:
        scalars = () if numpy is None else (numpy.bool_, *numpy.sctypeDict.values(), numpy.ndarray)
        _known = numpy, frozenset(id(kind) for kind in scalars if isinstance(kind, type))
    return _known[1]

"""The narrow wire between the trusted side and the sandbox: frames and plain values.

Both sides import this module, so it needs nothing but the standard library, and little of that:
``dataclasses`` alone would take a tenth of a sandbox's start. Whatever arrives is hostile until it
is decoded: sizes are checked before anything is scanned, and only exact built-in types, members of
known enumerations and the two kinds of function reference exist here. There is no way to say
"passed", and nothing is ever executed or unpickled.

A frame is a 4-byte big-endian length and that many bytes of ASCII JSON. In a value, JSON's own
``null``, booleans, strings and integers up to 53 bits stand for themselves. An array begins with
0 if it is a list and with 1 if it is a tuple. Every other type is an object with exactly one key,
its tag. NumPy's arrays and scalars, where a sandbox has NumPy, travel as the plain values they
hold. Everything arrives as it was sent, but for a text in which two lone surrogates side by side
make up a character: that character arrives.
"""

from __future__ import annotations

import base64
import json
import struct
import sys
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from itertools import islice
from operator import eq
from types import MappingProxyType
from typing import Any, NamedTuple

MAX_FRAME = 1 << 21
"""Bytes in one frame that the untrusted side may send, header excluded."""
MAX_DEPTH = 100
"""Levels of nesting in one value."""
MAX_NODES = 500_000
"""Containers and scalars in one value, counted together; enough for 7200 tours of 60 cities."""
TOO_MANY = f"more than {MAX_NODES} values in one answer"
"""What is told of a value that has more."""
MAX_INT_BITS = 1 << 16
"""Bits of the largest integer that travels."""
MAX_LEVELS = 2 * MAX_DEPTH + 20
"""Levels of nesting in the JSON of one frame: two for a container, and some around the value."""
MAX_PAIRS = 10_000**2
"""Pairs of members of the sets, and of keys of the dicts, in one value: 10,000 in a single set."""
MAX_COLLISIONS = 1000
"""Members and keys in one value that may have the hash of another one beside them."""

_HEADER = struct.Struct(">I")
_PLAIN_INT = 1 << 53
_LIST, _TUPLE = 0, 1
_FEW = 8
"""Members up to which looking at them one by one is faster than asking first what they all are."""
_CONTAINERS = frozenset((list, dict))
_ALL_DIGITS_ALIKE = bytes(byte if byte not in b"123456789" else ord("0") for byte in range(256))
_LONG_DIGITS = b"0" * 18
"""What is left of a long run of digits if they are all alike; faster to find than a pattern."""


class WireError(ValueError):
    """Bytes that are no frame or no value of this protocol."""


class Untransferable(ValueError):
    """A value that the wire refuses. ``str()`` is a sentence naming the offending type."""


class Injected(NamedTuple):
    """A function the trusted side lends to a call: a reference function or a configured stub."""

    name: str
    config: Mapping[str, Any] | None = None
    """``None`` for a reference function; keyword arguments of a stub's factory otherwise."""


class Own(NamedTuple):
    """One of the student's own functions, passed as an argument."""

    name: str


def frame(body: str) -> bytes:
    """``body`` (ASCII) as one frame."""
    return framed(body.encode("ascii"))


def framed(body: bytes) -> bytes:
    """``body`` as one frame."""
    return _HEADER.pack(len(body)) + body


class FrameReader:
    """Cuts a stream of bytes into frames.

    Raises:
        WireError: from :meth:`feed`, as soon as a header announces more than ``limit`` bytes and
            all frames ahead of it have been returned.
    """

    def __init__(self, limit: int = MAX_FRAME) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Take in ``data`` and return the bodies of all frames that are now complete."""
        self._buffer += data
        bodies: list[bytes] = []
        while len(self._buffer) >= _HEADER.size:
            (length,) = _HEADER.unpack_from(self._buffer)
            if length > self.limit:
                if bodies:
                    break  # what came before is not lost; the next call raises
                raise WireError(f"a frame of {length} bytes is announced; {self.limit} are allowed")
            end = _HEADER.size + length
            if len(self._buffer) < end:
                break
            bodies.append(bytes(self._buffer[_HEADER.size : end]))
            del self._buffer[:end]
        return bodies


def describe(value: object) -> str:
    """The type of ``value`` as people write it, without running any of its code."""
    kind = type(value)
    try:
        name = type.__getattribute__(kind, "__qualname__")
        module = type.__getattribute__(kind, "__module__")
    except AttributeError:  # a class made where __name__ is not defined has no __module__
        return "an object"
    if type(name) is not str or type(module) is not str:
        return "an object"
    return (name if module in {"builtins", "__main__"} else f"{module}.{name}")[:200]


class Codec:
    """Turns values into JSON text and back.

    Attributes:
        enums: enumerations that may travel, by the name under which both sides know them.
        resolve: what to make of :class:`Injected` and :class:`Own` references when decoding;
            without it they are refused, so no answer can contain one.
    """

    def __init__(
        self,
        enums: Mapping[str, type[Enum]] = MappingProxyType({}),
        resolve: Callable[[Injected | Own], Any] | None = None,
    ) -> None:
        self.enums = enums
        self.resolve = resolve

    def encode(self, value: object) -> str:
        """``value`` as ASCII JSON.

        Raises:
            Untransferable: if it holds anything but the types of this protocol, refers to
                itself, or is too deep, too large or an integer too long.
        """
        return json.dumps(self.tree(value), separators=(",", ":"))

    def tree(self, value: object) -> Any:
        """As :meth:`encode`, but the JSON tree itself, to be made part of a larger one."""
        return _Encoder(self.enums).convert(value)

    def decode(self, text: str | bytes) -> Any:
        """The value that ``text`` stands for; inverse of :meth:`encode`.

        Raises:
            WireError: if ``text`` is not of this protocol, whatever it is.
        """
        return self.revive(parse(text))

    def revive(self, tree: Any) -> Any:
        """As :meth:`decode`, from JSON that :func:`parse` has read already."""
        return _Decoder(self).convert(tree)


def parse(text: str | bytes) -> Any:
    """Read JSON that may be hostile: bounded depth and integers, no floats, no duplicate keys.

    Raises:
        WireError: on anything else.
    """
    if len(text) > MAX_FRAME:
        raise WireError("the frame is too long")
    try:
        data = text if isinstance(text, bytes) else text.encode()
        text = data.decode("ascii")
        # Without a long run of digits nothing has to be checked, which is much faster.
        alike = data.translate(_ALL_DIGITS_ALIKE)
        tree = (_CAREFUL if _LONG_DIGITS in alike else _QUICK).decode(text)
    except WireError:
        raise
    except (ValueError, RecursionError) as problem:
        raise WireError(f"not a JSON text of this protocol ({type(problem).__name__})") from None
    # How deep the interpreter itself goes depends on who is asking: what the zygote can read and
    # pass on, the trusted side could fail to.
    if text.count("[") + text.count("{") > MAX_LEVELS and _too_deep(tree):
        raise WireError("nested too deeply")
    return tree


def _too_deep(tree: Any) -> bool:
    level: list[Any] = [[tree]]
    for _ in range(MAX_LEVELS + 1):
        containers: list[Any] = []
        for parent in level:
            children = parent if type(parent) is list else parent.values()
            if not _CONTAINERS.isdisjoint(map(type, children)):
                containers += [child for child in children if type(child) in _CONTAINERS]
        if not containers:
            return False
        level = containers
    return True


def _short_int(digits: str) -> int:
    if len(digits) > 17:
        raise WireError("an integer literal is too long")
    return int(digits)


def _refuse_number(_literal: str) -> Any:
    raise WireError("floats travel in hexadecimal only")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise WireError("a key occurs twice")
    return members


_CAREFUL, _QUICK = (
    json.JSONDecoder(
        parse_int=parse_int,
        parse_float=_refuse_number,
        parse_constant=_refuse_number,
        object_pairs_hook=_unique_keys,
    )
    for parse_int in (_short_int, None)
)


def _array_types() -> frozenset[int]:
    """Identities of NumPy's array and scalar types, if this process has imported NumPy."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return frozenset()
    scalars = (numpy.bool_, *numpy.sctypeDict.values())
    return frozenset(id(kind) for kind in (numpy.ndarray, *scalars) if isinstance(kind, type))


class _Encoder:
    """One conversion from a value to a JSON tree, counting as it goes."""

    __slots__ = ("_arrays", "_depth", "_enums", "_nodes", "_pairs")

    def __init__(self, enums: Mapping[str, type[Enum]]) -> None:
        # By identity, because a student's metaclass may define what equals his class.
        self._enums = {id(enum): name for name, enum in enums.items()}
        self._arrays = _array_types()
        self._nodes = 0
        self._depth = 0
        self._pairs = 0

    def convert(self, value: Any) -> Any:
        """The JSON tree of ``value``."""
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
                append(self._items(item, [_TUPLE]))
            elif kind is list:
                append(self._items(item, [_LIST]))
            else:
                append(self._tagged(kind, item))
        self._depth -= 1
        return converted

    def _tagged(self, kind: type, value: Any) -> Any:
        if kind is float:
            return {"f": value.hex()}
        if id(kind) in self._enums:
            return {"e": [self._enums[id(kind)], _member_name(value)]}
        if kind is dict or kind is set or kind is frozenset:
            self._pairs += len(value) ** 2
            if self._pairs > MAX_PAIRS:
                raise Untransferable(f"too large a {kind.__name__} ({len(value)} entries)")
            if kind is dict:
                return {"d": self._items([part for pair in value.items() for part in pair], [])}
            return {"s" if kind is set else "z": self._items(value, [])}
        if kind is bytes:
            return {"b": base64.b64encode(value).decode("ascii")}
        if kind is Injected:
            config = None if value.config is None else self.convert(dict(value.config))
            return {"x": [value.name, config]}
        if kind is Own:
            return {"own": value.name}
        if id(kind) in self._arrays:
            # Arrays and their scalars travel as the plain values they hold.
            plain = value.tolist()
            if type(plain) is not kind:  # as a long double's is, which has no plain form
                return self.convert(plain)
        return self._like(kind, value)

    def _like(self, kind: type, value: Any) -> Any:
        """A NamedTuple as the tuple that it looks like, a list with methods of its own as a list.

        No method of a subclass is asked.
        """
        if issubclass(kind, tuple):
            return self._items(tuple.__getitem__(value, slice(None)), [_TUPLE])
        if issubclass(kind, list):
            return self._items(list.__getitem__(value, slice(None)), [_LIST])
        raise Untransferable(describe(value))

    def _long(self, value: int) -> dict[str, str]:
        if value.bit_length() > MAX_INT_BITS:
            raise Untransferable(f"an integer of {value.bit_length()} bits")
        return {"i": format(value, "x")}


def _member_name(member: Enum) -> str:
    for name, other in type(member).__members__.items():
        if other is member:
            return name
    raise Untransferable(describe(member))


class _Decoder:
    """One conversion from a JSON tree to a value."""

    __slots__ = ("_codec", "_collisions", "_depth", "_nodes", "_pairs")

    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self._depth = 0
        self._nodes = 0
        self._pairs = 0
        self._collisions = 0

    def convert(self, tree: Any) -> Any:
        """The value of ``tree``."""
        return self._items([tree])[0]

    def _items(self, trees: list[Any], skip: int = 0) -> list[Any]:
        """The values of ``trees`` but the first ``skip``."""
        self._nodes += len(trees)
        if self._nodes > 2 * MAX_NODES:
            raise WireError("too many values in one frame")
        if self._depth > MAX_DEPTH + 1:
            raise WireError("nested too deeply")
        if len(trees) > _FEW and _CONTAINERS.isdisjoint(map(type, trees)):
            return trees[skip:]
        self._depth += 1
        values: list[Any] = []
        append = values.append
        for tree in islice(trees, skip, None):
            kind = type(tree)
            if kind is list:
                tag = tree[0] if tree else None
                if type(tag) is not int or tag not in (_LIST, _TUPLE):
                    raise WireError("an array begins with its kind")
                sequence = self._items(tree, 1)
                append(sequence if tag == _LIST else tuple(sequence))
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
                return self._codec.enums[name][member]
            case "x" | "own" if self._codec.resolve is not None:
                return self._codec.resolve(self._reference(tag, body))
        raise WireError(f"unknown tag {tag[:8]!r}")

    def _spread(self, members: list[Any]) -> list[Any]:
        """``members``, unless making a set or dict of them could keep this process busy.

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

    def _reference(self, tag: str, body: Any) -> Injected | Own:
        if tag == "own":
            return Own(body)
        name, config = body
        return Injected(name, None if config is None else self.convert(config))


def _array(body: Any) -> list[Any]:
    if not isinstance(body, list):
        raise WireError("an array was expected")
    return body


def _long_int(body: str) -> int:
    if len(body) > MAX_INT_BITS // 4 + 1:
        raise WireError("an integer is too long")
    return int(body, 16)

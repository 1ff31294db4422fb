"""Encodes values as JSON texts, and decodes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

from grader.wire.decoder import Decoder, Reference
from grader.wire.encoder import Encoder
from grader.wire.json_parser import parse


class Codec:
    """A converter of values to JSON text and back.

    Args:
        enums: enumerations that may travel, by the name under which both sides know them. Their
            members are looked up here and never again, because student code can change classes.
        resolve: what to make of a ``Reference`` of :mod:`grader.wire.decoder` when decoding;
            without it they are refused, so no answer can contain one.
        packages: those that the other side has; without NumPy, no :class:`Array` can be sent.
    """

    def __init__(
        self,
        enums: Mapping[str, type[Enum]] = MappingProxyType({}),
        resolve: Callable[[Reference], Any] | None = None,
        packages: Collection[str] = (),
    ) -> None:
        self._members = {name: dict(enum.__members__) for name, enum in enums.items()}
        self._names: dict[int, tuple[str, str]] = {}
        """Of each member the enumeration and its first name there, by the member's identity."""
        for enum, members in self._members.items():
            for name, member in members.items():
                self._names.setdefault(id(member), (enum, name))
        self._resolve = resolve
        self._packages = packages

    def resolving(self, resolve: Callable[[Reference], Any]) -> Codec:
        """Return a codec for the same enumerations that resolves references by ``resolve``."""
        other = Codec(resolve=resolve, packages=self._packages)
        other._members, other._names = self._members, self._names
        return other

    def encode(self, value: object) -> str:
        """Return ``value`` as ASCII JSON.

        Raises:
            Untransferable: if it holds anything but the types of this protocol, refers to
                itself, or is too deep, too large or an integer too long.
        """
        return json.dumps(self.tree(value), separators=(",", ":"))

    def tree(self, value: object) -> Any:
        """Return ``value`` as a JSON tree, which can become part of a larger tree."""
        return Encoder(self._names, self._packages).convert(value)

    def encode_apart(self, value: object, lent: list[Any]) -> str:
        """Return ``value`` as JSON, with only the names and numbers of the lent functions in it.

        What they are made of is appended to ``lent``: the JSON tree of name and ``config`` of each.

        Raises:
            Untransferable: as :meth:`encode` does.
        """
        tree = Encoder(self._names, self._packages, lent).convert(value)
        return json.dumps(tree, separators=(",", ":"))

    def decode(self, text: str | bytes) -> Any:
        """Return the value that ``text`` stands for; inverse of :meth:`encode`.

        Raises:
            WireError: if ``text`` is not of this protocol, whatever it is.
        """
        return self.revive(parse(text))

    def revive(self, tree: Any) -> Any:
        """Return the value of a JSON tree that :func:`parse` has read already."""
        return Decoder(self._members, self._resolve).convert(tree)

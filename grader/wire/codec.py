"""Values to JSON texts and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

from grader.wire.arrays import Array
from grader.wire.decoder import Decoder
from grader.wire.encoder import Encoder
from grader.wire.parsing import parse
from grader.wire.values import Injected, Own


class Codec:
    """Turns values into JSON text and back.

    Attributes:
        enums: enumerations that may travel, by the name under which both sides know them.
        resolve: what to make of :class:`Injected`, :class:`Own` and :class:`Array` when decoding;
            without it they are refused, so no answer can contain one.
        packages: those that the other side has; without NumPy, no :class:`Array` can be sent.
    """

    def __init__(
        self,
        enums: Mapping[str, type[Enum]] = MappingProxyType({}),
        resolve: Callable[[Injected | Own | Array], Any] | None = None,
        packages: Collection[str] = (),
    ) -> None:
        self.enums = enums
        self.resolve = resolve
        self.packages = packages

    def encode(self, value: object) -> str:
        """``value`` as ASCII JSON.

        Raises:
            Untransferable: if it holds anything but the types of this protocol, refers to
                itself, or is too deep, too large or an integer too long.
        """
        return json.dumps(self.tree(value), separators=(",", ":"))

    def tree(self, value: object) -> Any:
        """As :meth:`encode`, but the JSON tree itself, to be made part of a larger one."""
        return Encoder(self.enums, self.packages).convert(value)

    def decode(self, text: str | bytes) -> Any:
        """The value that ``text`` stands for; inverse of :meth:`encode`.

        Raises:
            WireError: if ``text`` is not of this protocol, whatever it is.
        """
        return self.revive(parse(text))

    def revive(self, tree: Any) -> Any:
        """As :meth:`decode`, from JSON that :func:`parse` has read already."""
        return Decoder(self.enums, self.resolve).convert(tree)

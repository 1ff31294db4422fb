"""Which methods the classes of a submission have, so that conventions need not guess them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import Any

_MOST = 60
"""Methods of a class that are listed."""


def members(names: Iterable[str], namespace: Mapping[str, Any]) -> dict[str, list[str]]:
    """The methods of each class among ``names`` that can be called from outside.

    Inherited ones come last. Nothing of the class is executed but what its metaclass may do.
    """
    return {
        name: _methods(namespace[name])
        for name in names
        # Its class, as an object says, may be anything, or an exception.
        if issubclass(type(namespace.get(name)), type)
    }


def _methods(of: type) -> list[str]:
    found: dict[str, None] = {}
    for one in type.__getattribute__(of, "__mro__"):
        if one is object:
            continue
        for name, value in list(type.__getattribute__(one, "__dict__").items()):
            public = type(name) is str and (name == "__call__" or not name.startswith("_"))
            kind = type(value)  # whose own class says what it equals, and may say nothing for ever
            is_method = kind is FunctionType or kind is staticmethod or kind is classmethod
            if public and is_method:
                found[name] = None
    return list(found)[:_MOST]

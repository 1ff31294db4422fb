"""States that are made of a board and who is to move: dictionaries, or objects of a class."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from .forms import kind_of
from .parameters import meaning_of

_PARTS = {"board", "player"}


def record_of(parts: Mapping[str, Any]) -> Any:
    """A student's state, of its ``board`` and ``player``.

    Raises:
        ValueError: if there are no such states.
    """
    made, names = _kind_in(sys.modules.get("submission"))
    return made(**{name: parts[meaning] for meaning, name in names.items()})


def parts_of(state: Any) -> dict[str, Any]:
    """The parts of which a student's ``state`` is made, by meaning.

    Raises:
        ValueError: if it is no state.
    """
    made, names = _kind_in(sys.modules.get("submission"))
    if not isinstance(state, made):
        raise ValueError(f"Expected a {made.__name__}; a {kind_of(state)} came.")
    missing = object()
    parts = {
        meaning: state.get(name, missing) if made is dict else getattr(state, name, missing)
        for meaning, name in names.items()
    }
    if any(part is missing for part in parts.values()):
        raise ValueError(f"Expected a {made.__name__} with {', '.join(names.values())}.")
    return parts


@cache
def _kind_in(module: ModuleType | None) -> tuple[type[Any], Mapping[str, str]]:
    """The class of states, and its parameters by meaning; one with a player before another.

    Where there is no class, states may be dictionaries.
    """
    found = sorted(_classes(module), key=lambda one: -len(one[1])) or [*_dictionaries(module)]
    if not found:
        raise ValueError("Expected a class of states, or dictionaries; there are none.")
    return found[0]


def _dictionaries(module: ModuleType | None) -> Iterator[tuple[type[Any], Mapping[str, str]]]:
    """Keys of a dictionary that some function makes of a board and a player, by meaning."""
    for value in list(vars(module).values()) if module else ():
        if not isinstance(value, FunctionType):
            continue
        for keys in value.__code__.co_consts:
            if isinstance(keys, tuple) and all(isinstance(key, str) for key in keys):
                names = {meaning_of(key): key for key in keys}
                if {*names} == _PARTS and len(keys) == len(_PARTS):
                    yield dict, names


def _classes(module: ModuleType | None) -> Iterator[tuple[type[Any], Mapping[str, str]]]:
    for value in list(vars(module).values()) if module else ():
        if not isinstance(value, type) or value.__module__ != "submission":
            continue
        try:
            parameters = list(inspect.signature(value).parameters.values())
        except (TypeError, ValueError):
            continue
        names = {meaning_of(each.name): each.name for each in parameters}
        needed = {meaning_of(each.name) for each in parameters if each.default is each.empty}
        if "board" in names and needed <= _PARTS:
            yield value, {meaning: names[meaning] for meaning in _PARTS & {*names}}

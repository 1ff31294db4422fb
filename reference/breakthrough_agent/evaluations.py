"""Calls the evaluation function of the module that it is lent to. Runs in the sandbox."""

from __future__ import annotations

import copy
import math
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

_NAMES = re.compile(r"eval|heuristic|utility|score|value", re.IGNORECASE)
_FIRST = re.compile(r"eval|heuristic", re.IGNORECASE)

Board = list[list[str]]


def evaluations(boards: list[Board]) -> tuple[str, list[float]] | None:
    """What an evaluation function says of each of ``boards``, under its name.

    It is a function of the module, or a method of an agent, that has such a name and can be called
    with a board alone; ``None`` if there is none.
    """
    for name, function in sorted(_candidates(), key=lambda found: not _FIRST.search(found[0])):
        values = _values(function, boards)
        if values is not None and len(set(values)) > 1:
            return name, values
    return None


def _candidates() -> Iterator[tuple[str, Callable[..., Any]]]:
    module = sys.modules["submission"]
    for name, value in list(vars(module).items()):
        is_function = callable(value) and not isinstance(value, type)
        if is_function and _NAMES.search(name) and name != "evaluations":
            yield name, value
    try:
        agent = module.PlayerAI()
    except Exception:  # noqa: BLE001 - the student's; other tests say what is wrong with it
        return
    for name in dir(agent):
        if _NAMES.search(name) and callable(getattr(agent, name, None)):
            yield f"PlayerAI.{name}", getattr(agent, name)


def _values(function: Callable[..., Any], boards: list[Board]) -> list[float] | None:
    values = []
    for board in boards:
        try:
            value = function(copy.deepcopy(board))
            number = float(value) if isinstance(value, int | float) else math.nan
        except Exception:  # noqa: BLE001 - it is not to be called like this
            return None
        if not math.isfinite(number):
            return None
        values.append(number)
    return values

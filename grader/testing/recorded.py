"""A stub that wraps a lent function and writes down what it was asked and what it answered."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any


def make(
    log: list[Any], *, name: str, function: Callable[..., Any], most: int
) -> Callable[..., Any]:
    """Wrap ``function``; its first ``most`` calls are logged as ``(name, arguments, answer)``."""

    def recorded(*args: Any, **kwargs: Any) -> Any:
        asked = copy.deepcopy((*args, *kwargs.values()))
        answer = function(*args, **kwargs)
        if len(log) < most:
            # Copies: what is asked and answered may be changed later.
            log.append((name, asked, copy.deepcopy(answer)))
        return answer

    return recorded

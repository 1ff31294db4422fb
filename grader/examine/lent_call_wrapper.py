"""Wraps a lent function in a stub, which records what it was asked and what it answered."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

_SHORT = 80
"""Characters of an answer."""
_at_work: list[str] = []
"""Lent functions that are answering, the innermost last."""


def make(
    log: list[Any], *, name: str, function: Callable[..., Any], most: int
) -> Callable[..., Any]:
    """Return ``function`` wrapped; its first ``most`` calls are logged as tuples.

    A call that raises is logged as ``(name, arguments, name of the exception, its arguments)``.
    Functions among the arguments of a call are left out: the log can hold none.

    What one lent function asks of another is logged where the answer is short, with ``None`` at the
    end: the student has not asked for it, but may once their code is mended.
    """

    def note(*entry: Any) -> None:
        if len(log) < most:
            # Copies: what is asked and answered may be changed later.
            log.append(copy.deepcopy((name, *entry)))

    def recorded(*args: Any, **kwargs: Any) -> Any:
        asked = copy.deepcopy(tuple(e for e in (*args, *kwargs.values()) if not callable(e)))
        _at_work.append(name)
        try:
            answer = function(*args, **kwargs)
        except Exception as problem:
            note(asked, type(problem).__name__, _literal_or_empty(problem.args))
            raise
        finally:
            _at_work.pop()
        if not _at_work:
            note(asked, answer)
        elif len(repr(answer)) <= _SHORT:
            note(asked, answer, None)
        return answer

    return recorded


def _literal_or_empty(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return ``values`` if they can be written as a literal, or else an empty tuple."""
    try:
        written = repr(values)
        return tuple(ast.literal_eval(written))
    except (SyntaxError, ValueError):
        return ()

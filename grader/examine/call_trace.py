"""Makes the trace of a call for the report: its arguments as Python writes them, its output."""

from __future__ import annotations

from enum import Enum

from grader.model.report import CallTrace
from grader.sandbox.backend_interface import Outcome
from grader.sandbox.call_request import Call
from grader.wire import Array, InjectedFunction, OwnFunction

_MOST_OF_AN_ARGUMENT = 400
"""Characters."""


def make_call_trace(call: Call, outcome: Outcome) -> CallTrace:
    """Return a trace of ``call`` for a report: arguments, output and traceback."""
    words = [format_as_python(value) for value in call.args]
    words += [f"{name}={format_as_python(value)}" for name, value in call.kwargs.items()]
    return CallTrace(
        call.function,
        tuple(words),
        stdout=outcome.stdout,
        stderr=outcome.stderr,
        traceback=outcome.traceback,
    )


def format_as_python(value: object) -> str:
    """Return ``value`` as a Python expression, shortened in the middle where it is long."""
    if isinstance(value, InjectedFunction):
        config = "" if value.config is None else f"({', '.join(value.config)})"
        return f"<provided {value.name}{config}>"
    if isinstance(value, OwnFunction):
        return value.name
    if isinstance(value, Array):
        return f"numpy.array({format_as_python(value.items)}, dtype={value.dtype!r})"
    if isinstance(value, Enum):
        return f"{type(value).__module__.rpartition('.')[2]}.{value}"
    return shorten_middle(repr(value), _MOST_OF_AN_ARGUMENT)


def shorten_middle(text: str, longest: int) -> str:
    """Return ``text``, with its middle left out if it is longer than ``longest`` characters."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]} … {text[-half:]}"

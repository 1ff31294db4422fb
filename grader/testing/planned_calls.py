"""Represents calls of the student's functions that a test plans, before any is made."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from grader.model.time_limits import CallLimits
from grader.sandbox.call_request import Call, EncodedCall
from grader.wire import Codec, InjectedFunction


@dataclass(frozen=True, slots=True)
class Question:
    """A call of a student's function, or of a method of a student's object.

    Attributes:
        on: the call that makes the object, whose method this is; ``None`` for a function.
    """

    function: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    on: Question | None = None
    encoded: EncodedCall | None = field(default=None, compare=False, repr=False)
    """The same as it travels, once that has been worked out."""

    def call(self, seed: int, limits: CallLimits) -> Call:
        """Return the call for one submission; an object's process is frozen after its answer."""
        known = self.encoded
        if self.on is None:
            return Call(self.function, self.args, self.kwargs, seed, limits, known)
        patient = limits.patient()  # what an object remembers cannot be repeated from its middle
        return Call(
            self.function, self.args, self.kwargs, seed, patient, known,
            on=self.on.function, freeze=True,
        )  # fmt: skip

    def call_that_keeps(self, seed: int, limits: CallLimits) -> Call:
        """Return the call, with its answer kept in the process for later method calls."""
        return Call(
            self.function, self.args, self.kwargs, seed, limits.patient(), self.encoded,
            keep=self.function, freeze=True,
        )  # fmt: skip

    @property
    def lends(self) -> bool:
        """Return whether a lent function is among the arguments."""
        return any(isinstance(arg, InjectedFunction) for arg in (*self.args, *self.kwargs.values()))

    def is_of(self, call: Call) -> bool:
        """Return whether ``call`` asks this question."""
        return self.on is None and call.asks(self.function, self.args, self.kwargs)

    def sent_by(self, codec: Codec) -> Question:
        """Return the question with arguments encoded once, for any number of submissions.

        Raises:
            Untransferable: if the arguments cannot travel.
        """
        return replace(self, encoded=EncodedCall.of(codec, self.function, self.args, self.kwargs))


def expect_known_function(function: str, known: Collection[str] | None) -> None:
    """Raise an error if a test asks for a function that is not of its task.

    Otherwise a misspelled function would count as not attempted, at the student's cost.

    Args:
        known: the names that there are; ``None`` if any will do.

    Raises:
        AttributeError: if it is none of them. The message says what to do.
    """
    if known is None or function in known:
        return
    nearest = difflib.get_close_matches(function, known, 1)
    meant = f"did you mean {nearest[0]}?" if nearest else "mend its name."
    raise AttributeError(
        f"assignment.toml names no function {function!r} that tests of this task may call; "
        f"{meant} Known are {', '.join(sorted(known))}."
    )


class Ask:
    """Makes questions to the student's functions: ``ask.minimax(board, …)`` calls nothing yet.

    Args:
        known: their names; ``None`` if any will do.
    """

    def __init__(self, known: Collection[str] | None = None) -> None:
        self._known = known

    def __getattr__(self, function: str) -> Callable[..., Question]:
        expect_known_function(function, self._known)

        def question(*args: Any, **kwargs: Any) -> Question:
            return Question(function, args, kwargs)

        return question

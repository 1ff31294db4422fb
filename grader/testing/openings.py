"""What a case asks first: its first call, found by running the test up to it and no further.

Unless chance has a part in it, that call is the same for all submissions. So whoever grades many
finds it, and encodes its arguments, once for all of them. Nothing is decided by it: a case that
asks something else when it counts is answered then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from grader.assignment import Limits
from grader.sandbox.protocol import Call, Encoded
from grader.wire import Codec


class _Asked(BaseException):
    """Ends a test at its first call. Not an ``Exception``, so that no test swallows it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first call of a case, without what each submission has of its own."""

    function: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    encoded: Encoded | None = None

    def call(self, seed: int, limits: Limits) -> Call:
        """The call as one submission gets it."""
        return Call(self.function, self.args, self.kwargs, seed, limits, self.encoded)

    def sent_by(self, codec: Codec) -> Opening:
        """The same, with its arguments encoded.

        Raises:
            Untransferable: if they cannot be.
        """
        encoded = Encoded.of(codec, self.args, self.kwargs)
        return Opening(self.function, self.args, self.kwargs, encoded)


class Opener:
    """Stands in for a :class:`~grader.testing.student.Caller`, and carries nothing out."""

    def __init__(self) -> None:
        self._found: Opening | None = None

    def call(self, function: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> NoReturn:
        """Take note of the call, and end the test."""
        self._found = Opening(function, args, kwargs)
        raise _Asked

    def opening(self, run: Callable[[], object]) -> Opening | None:
        """The first call that ``run`` makes, if it makes any. Raises what it raises."""
        try:
            run()
        except _Asked:
            return self._found
        return None

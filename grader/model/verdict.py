"""Defines the verdicts of cases, tests and tasks, and the order in which they outrank others."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Verdict(Enum):
    """The outcome of one case, one test or one task.

    Members are listed from the most to the least important: where several apply, the first
    is shown. Trouble of the grader's own outranks everything, because nothing else that was
    observed can then be trusted. What a person has to answer first comes next: until then, there
    is nothing to observe. Running out of a resource outranks a wrong value, because
    the value was never reached.
    """

    INTERNAL_ERROR = "internal_error"
    UNDECIDED = "undecided"
    TIME_LIMIT_EXCEEDED = "time_limit_exceeded"
    MEMORY_LIMIT_EXCEEDED = "memory_limit_exceeded"
    OUTPUT_LIMIT_EXCEEDED = "output_limit_exceeded"
    LOAD_ERROR = "load_error"
    NOT_ATTEMPTED = "not_attempted"
    RUNTIME_ERROR = "runtime_error"
    NOT_IMPLEMENTED = "not_implemented"
    INVALID_RETURN = "invalid_return"
    WRONG_ANSWER = "wrong_answer"
    ACCEPTED = "accepted"

    @property
    def passed(self) -> bool:
        """Return whether this verdict earns points."""
        return self is Verdict.ACCEPTED

    @property
    def words(self) -> str:
        """Return the verdict in plain words, as people read it in a report."""
        return self.value.replace("_", " ")

    @classmethod
    def worst(cls, verdicts: Iterable[Verdict]) -> Verdict:
        """Return the verdict to show for a group; ``ACCEPTED`` for an empty one."""
        found = set(verdicts)
        return next((verdict for verdict in cls if verdict in found), cls.ACCEPTED)


LIMIT_VERDICTS = frozenset(
    {
        Verdict.TIME_LIMIT_EXCEEDED,
        Verdict.MEMORY_LIMIT_EXCEEDED,
        Verdict.OUTPUT_LIMIT_EXCEEDED,
    }
)
"""Verdicts on calls that had to be stopped."""

OPEN_VERDICTS = frozenset({Verdict.INTERNAL_ERROR, Verdict.UNDECIDED})
"""Verdicts that say nothing about the submission, good or bad."""

MISSING_FUNCTION_VERDICTS = frozenset(
    {Verdict.LOAD_ERROR, Verdict.NOT_ATTEMPTED, Verdict.NOT_IMPLEMENTED}
)
"""Verdicts on functions that are not there."""

WRONG_ARGUMENTS = "wrong_arguments"
"""Code of a call that failed because the function takes more arguments, or fewer."""

NOT_CALLED = "not_called"
"""Code of a call that was not made, because calls before it have spoilt what is called."""

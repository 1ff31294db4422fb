"""Why a case is not accepted: what checks raise, and what a call itself raises."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.model.figures import Explanation, Figure
from grader.model.limits import Limits
from grader.model.verdict import Verdict
from grader.model.wording import seconds
from grader.sandbox.protocol import Ending, Outcome

_ITERABLE = {"dict_keys", "dict_values", "filter", "generator", "map", "range", "reversed", "zip"}
"""Types of what runs through values without being a list of them."""


class CaseFailure(Exception):
    """A case is not accepted.

    Args:
        message: one plain sentence for the student.
        expected: what would have been right, as text for people.
        actual: what came instead.
        figures: what helps to see it.
        explain: works out why, if somebody wants to know and there is time.
    """

    verdict = Verdict.WRONG_ANSWER

    def __init__(
        self,
        message: str,
        *,
        expected: str | None = None,
        actual: str | None = None,
        figures: Sequence[Figure] = (),
        explain: Callable[[], Explanation] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.expected = expected
        self.actual = actual
        self.figures = tuple(figures)
        self.explain = explain


class WrongAnswer(CaseFailure, AssertionError):
    """The value has the right form and is wrong."""


class InvalidReturn(CaseFailure):
    """The value has the wrong type or shape."""

    verdict = Verdict.INVALID_RETURN


class CallFailure(CaseFailure):
    """The call came to no answer. Tests let it pass through."""

    def __init__(self, verdict: Verdict, message: str, actual: str | None = None) -> None:
        super().__init__(message, actual=actual)
        self.verdict = verdict


def of_call(
    function: str, outcome: Outcome, limits: Limits, reference_seconds: float | None = None
) -> CallFailure:
    """The failure that a call's ``outcome`` amounts to, which is neither an answer nor starved.

    Args:
        reference_seconds: CPU time that the reference solution needs here, if that is known.
    """
    detail = outcome.detail
    match outcome.ending:
        case Ending.OPAQUE:
            message = (
                f"{function} has to return plain data: numbers, texts, lists or tuples of them, "
                "not more than can be looked through."
            )
            if detail in _ITERABLE:
                message += f" Around this {detail}, list(…) would make a list of it."
            return CallFailure(Verdict.INVALID_RETURN, message, detail)
        case Ending.RAISED:
            return CallFailure(Verdict.RUNTIME_ERROR, f"{function} raised an exception.", detail)
        case Ending.UNFINISHED:
            return CallFailure(Verdict.NOT_IMPLEMENTED, f"{function} is not implemented yet.")
        case Ending.MEMORY:
            return CallFailure(
                Verdict.MEMORY_LIMIT_EXCEEDED, f"{function} needed more memory than allowed."
            )
        case Ending.ABSENT:
            found = f" (there is a value of type {detail} instead)" if detail else ""
            return CallFailure(
                Verdict.NOT_ATTEMPTED, f"No function named {function} was found{found}."
            )
        case Ending.DIED:
            return CallFailure(Verdict.RUNTIME_ERROR, f"{function} {detail}.", detail)
        case Ending.CPU:
            message = (
                f"{function} used more than {limits.cpu_seconds:.3g} s of CPU time and was stopped"
            )
            if reference_seconds is not None:
                message += f"; the reference solution needs {seconds(reference_seconds)} here"
            return CallFailure(Verdict.TIME_LIMIT_EXCEEDED, f"{message}.")
        case Ending.WALL:
            return CallFailure(
                Verdict.TIME_LIMIT_EXCEEDED,
                f"{function} had not returned after {limits.wall_seconds:.3g} s, although it used "
                f"only {outcome.cpu_seconds:.1f} s of CPU time: it waits for something.",
            )
        case Ending.OUTPUT:
            return CallFailure(
                Verdict.OUTPUT_LIMIT_EXCEEDED, f"{function} printed far too much and was stopped."
            )
    return CallFailure(
        Verdict.WRONG_ANSWER,
        f"{function} wrote to the grader's own connection instead of returning a value.",
        detail,
    )

"""Exceptions that say why a case is not accepted: of what checks raise, and of a call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from grader.model.figures import Explanation, Figure
from grader.model.formatting import GIVEN_BACK, format_seconds
from grader.model.role_binding import RoleResult
from grader.model.time_limits import FOREVER, CallLimits
from grader.model.verdict import NOT_CALLED, WRONG_ARGUMENTS, Verdict
from grader.sandbox.backend_interface import NOT_MADE, CallEnding, Outcome
from grader.wire import TOO_LONG, TOO_MANY

_NAMES = 8
"""Names that were looked for, as many as a sentence holds. The JSON report has all of them."""

TOO_LARGE = "too_large"
"""Code of an answer that is more than can be passed on."""

_CALLED = r"^TypeError: (?P<method>\w+\.)*\w+\(\) "
_TOO_MANY_ARGUMENTS = re.compile(
    _CALLED + r"takes (?:from (?P<least>\d{1,3}) to )?(?P<most>\d{1,3}) positional arguments? "
    r"but (?P<passed>\d{1,3}) (?:was|were) given$",
    re.ASCII,
)
_TOO_FEW_ARGUMENTS = re.compile(
    _CALLED + r"missing (?P<number>\d{1,3}) required positional argument", re.ASCII
)
"""What Python says of a call with more, or fewer, arguments than a function takes."""

_MAKE_A_LIST = "list(…) around it makes a list"
_ADVICE = {
    "coroutine": "remove async and await",
    "generator": "use return instead of yield, or list(…) around it where a list is asked for",
    **dict.fromkeys(
        ("dict_keys", "dict_values", "filter", "map", "range", "reversed", "zip"), _MAKE_A_LIST
    ),
}
"""What to do instead, by the type of what was returned."""


class CaseFailure(Exception):
    """The reason why a case is not accepted, raised as an exception.

    Args:
        message: one plain sentence for the student.
        expected: what would have been right, as text for people.
        actual: what came instead.
        figures: what helps to see it.
        explain: works out why, if somebody wants to know and there is time.
        code: what is wrong, as a name in lower snake case that stays when the message is improved;
            by default, the name of the verdict.
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
        code: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.verdict.value
        self.expected = expected
        self.actual = actual
        self.figures = tuple(figures)
        self.explain = explain


class WrongAnswer(CaseFailure, AssertionError):
    """The failure of an answer that has the right form and is wrong."""


class InvalidReturn(CaseFailure):
    """The failure of an answer that has the wrong type or shape."""

    verdict = Verdict.INVALID_RETURN


class Undecided(CaseFailure):
    """The outcome of a case that only a person can decide; the message says what to look at."""

    verdict = Verdict.UNDECIDED


class CallFailure(CaseFailure):
    """The failure of a call that returned no answer to check; tests let it pass through.

    Args:
        function: what was called; empty if nothing was.
        traceback: the student's frames, if an exception was raised or time ran out.
    """

    def __init__(
        self,
        verdict: Verdict,
        message: str,
        actual: str | None = None,
        *,
        code: str = "",
        function: str = "",
        traceback: str = "",
    ) -> None:
        self.verdict = verdict
        self.function = function
        self.traceback = traceback
        super().__init__(message, actual=actual, code=code)


def failure_of_unfilled_role(role: RoleResult, lost: Mapping[str, str]) -> CallFailure:
    """Return the failure of a call of ``role`` if no function fills the role.

    Args:
        lost: functions whose definition failed, with the reason.
    """
    for name in role.names:
        if name in lost:
            return CallFailure(Verdict.LOAD_ERROR, lost[name])
    if role.open:
        said = [
            f"Nobody can tell yet how {role.role} is called.", role.note,
            f"A comment can say it: # grade: {role.role} = {role.suggestion}",
        ]  # fmt: skip
        return CallFailure(Verdict.UNDECIDED, " ".join(filter(None, said)))
    among = "Some of the names" if len(role.names) > _NAMES else "Names"
    message = (
        f"No function for {role.role} was found. {among} that were looked for: "
        f"{', '.join(role.names[:_NAMES])}. If you have one under another name, say so in a "
        f"comment: # grade: {role.role} = name_of_your_function"
    )
    return CallFailure(Verdict.NOT_ATTEMPTED, message)


def _describe_missing_answer(function: str, outcome: Outcome) -> str:
    """Return a sentence on why the returned value is no answer."""
    if outcome.ending is CallEnding.UNREADABLE:
        return f"{function} answers something here that cannot be read."
    message = (
        f"{function} has to return plain data: ints, floats, strings, and lists or tuples of "
        "them, and not too many."
    )
    if outcome.detail in _ADVICE:
        message += f" It returned a {outcome.detail}: {_ADVICE[outcome.detail]}."
    return message


def _describe_wrong_parameters(function: str, detail: str) -> str:
    """Return what is wrong with the parameters of ``function``; else nothing.

    Only numbers are taken from ``detail``, which may be the student's text.
    """
    if known := _TOO_MANY_ARGUMENTS.search(detail):
        # A method's own object is counted by Python and passed by nobody.
        own = 1 if known["method"] else 0
        least, most, passed = (int(known[key] or 0) - own for key in ("least", "most", "passed"))
        takes = f"{least} to {most}" if known["least"] else str(most)
        noun = "positional parameter" if takes == "1" else "positional parameters"
        return f"{function} takes {takes} {noun}, the task passes {passed}."
    if missing := _TOO_FEW_ARGUMENTS.search(detail):
        if missing["number"] == "1":
            return (
                f"{function} takes one parameter more than the task passes. Leave it out, or give "
                "it a default value."
            )
        return (
            f"{function} takes {missing['number']} parameters more than the task passes. "
            "Leave them out, or give them default values."
        )
    return ""


_SAID = {
    CallEnding.UNFINISHED: (Verdict.NOT_IMPLEMENTED, "{} is not implemented yet."),
    CallEnding.MEMORY: (Verdict.MEMORY_LIMIT_EXCEEDED, "{} needed more memory than allowed."),
    CallEnding.OUTPUT: (Verdict.OUTPUT_LIMIT_EXCEEDED, "{} printed far too much and was stopped."),
    CallEnding.LENT: (
        Verdict.TIME_LIMIT_EXCEEDED,
        "{} kept the functions that it was given busy for far too long and was stopped.",
    ),
    CallEnding.SPOILED: (
        Verdict.WRONG_ANSWER,
        "{} changed the list that an earlier call had returned. Return a new list each time.",
    ),
}
"""What is said of a function whose call ended in one of these ways."""


def _stopped_by_the_clock(function: str, outcome: Outcome, limits: CallLimits) -> str:
    if limits.real_seconds < FOREVER:
        words = limits.stopped_words(outcome.cpu_seconds, outcome.waited)
        return f"{function} was stopped after {words}; it may take {limits.real_seconds:.3g} s."
    return (
        f"{function} had not returned after {limits.wall_words}, although it used only "
        f"{outcome.cpu_seconds / limits.speed:.1f} s of CPU time: it waits for something."
    )


def failure_of_call(
    function: str, outcome: Outcome, limits: CallLimits, reference_seconds: float | None = None
) -> CallFailure:
    """Return the failure for an ``outcome`` that is neither an answer nor starved.

    Args:
        reference_seconds: CPU time that the reference solution needs where budgets were made, if
            that is known.
    """
    ending, detail = outcome.ending, outcome.detail
    too_large = ending is CallEnding.OPAQUE and (TOO_MANY in detail or TOO_LONG in detail)
    code = TOO_LARGE if too_large else ending.value
    failed = partial(CallFailure, code=code, function=function, traceback=outcome.traceback)
    match ending:
        case CallEnding.OPAQUE | CallEnding.UNREADABLE:
            return failed(
                Verdict.INVALID_RETURN, _describe_missing_answer(function, outcome), detail
            )
        case CallEnding.RAISED if not outcome.traceback and (
            said := _describe_wrong_parameters(function, detail)
        ):
            return CallFailure(
                Verdict.RUNTIME_ERROR, said, detail, code=WRONG_ARGUMENTS, function=function
            )
        case CallEnding.SPOILED if detail:
            return failed(Verdict.WRONG_ANSWER, GIVEN_BACK)
        case CallEnding.RAISED:
            return failed(Verdict.RUNTIME_ERROR, f"{function} raised an exception.", detail)
        case _ if ending in _SAID:
            verdict, sentence = _SAID[ending]
            return failed(verdict, sentence.format(function))
        case CallEnding.ABSENT:
            found = f" (there is a value of type {detail} instead)" if detail else ""
            return failed(Verdict.NOT_ATTEMPTED, f"No function named {function} was found{found}.")
        case CallEnding.DIED if detail.startswith(NOT_MADE):
            return CallFailure(
                Verdict.RUNTIME_ERROR, f"{function} {detail}.", code=NOT_CALLED, function=function
            )
        case CallEnding.DIED | CallEnding.LENT_GONE:
            return failed(Verdict.RUNTIME_ERROR, f"{function} {detail}.")
        case CallEnding.CPU:
            message = f"{function} used more than {limits.cpu_words} and was stopped"
            if reference_seconds is not None:
                message += f"; the reference solution needs {format_seconds(reference_seconds)}"
            return failed(Verdict.TIME_LIMIT_EXCEEDED, f"{message}.")
        case CallEnding.WALL:
            said = _stopped_by_the_clock(function, outcome, limits)
            return failed(Verdict.TIME_LIMIT_EXCEEDED, said)
    return failed(
        Verdict.WRONG_ANSWER,
        f"{function} wrote to the grader's own connection instead of returning a value.",
        detail,
    )

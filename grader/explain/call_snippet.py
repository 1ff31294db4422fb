"""Writes the calls of a case as a Python snippet, with their results."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.examine import lent_call_recorder
from grader.examine.call_trace import format_as_python
from grader.examine.case_caller import CaseCaller
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.lent_call_recorder import RecordedCall
from grader.explain.runnable_snippet import Snippet
from grader.model.report import CaseResult
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.sandbox.call_request import Call

AskAgain = Callable[[HiddenTest, Sequence[Call], float], Sequence[Outcome]]
"""Makes calls of a test, until so late at most. The logs of their outcomes say what lent functions
were asked."""

_SEEDS = 7
"""Seeds with which calls are made, to see whether they draw random numbers. Of two cities there are
but two routes."""
_MOST_CALLS = 4
"""Calls in a snippet; of a case that makes more, the last ones are shown."""

_MOST_SOURCE = 8_000
"""Characters of a snippet."""

_STOPPED = {
    CallEnding.MEMORY: "runs out of memory",
    CallEnding.ABSENT: "there is no such function",
    CallEnding.UNREADABLE: "returns what cannot be read",
    CallEnding.SPOILED: "changes what an earlier call returned",
    CallEnding.DIED: "ends the whole process",
    CallEnding.CPU: "does not end within its CPU time",
    CallEnding.LENT: "keeps the lent functions busy for too long",
    CallEnding.LENT_GONE: "ends the process of the lent functions",
    CallEnding.WALL: "waits for something until its time is up",
    CallEnding.STARVED: "did not run: the machine is too busy",
    CallEnding.OUTPUT: "prints more than is allowed",
    CallEnding.BREACH: "writes where only the grader may write",
}
"""Calls that did not come to an end by themselves, or not to one that can be shown."""


def make_snippet(
    examiner: Examiner,
    test: HiddenTest,
    caller: CaseCaller,
    result: CaseResult,
    own: Collection[str] = (),
    until: float = math.inf,
    right: AskAgain | None = None,
) -> Snippet:
    """Return a snippet of the calls that a case just made, for people to run themselves.

    Args:
        own: lent functions for which the student's own stand in.
        until: when a call that is made to find out is stopped at the latest; what that leaves
            unknown makes the snippet less than whole.
        right: makes the calls of a right solution, so that it finds its questions answered, too. A
            snippet behind which it does what the submission does is not whole: it shows nothing.

    Raises:
        SandboxFailure: if the sandbox does not work.
    """
    assignment = examiner.assignment
    calls = caller.made[-_MOST_CALLS:]
    outcomes = examiner.repeat_calls(test, calls, until)
    seeded = _depends_on_seed(examiner, test, calls, outcomes, until)
    if not seeded:
        calls, outcomes = _drop_repeated_calls(calls, outcomes)
    given = lent_call_recorder.read_recorded_calls(
        (outcome.log for outcome in outcomes), lent_call_recorder.lent_function_names(calls)
    )
    # An adapted call is not what anybody would write behind the student's code.
    adapted = any(examiner.is_role(call.function) for call in calls)
    ask = None if right is None or adapted else lambda again: right(test, again, until)
    beside = _compare_with_reference(ask, calls, outcomes, given, own)
    handed_out = map(assignment.handed_out, assignment.task(test.mark.task).globals)
    wanted = f"right: {result.expected}" if result.expected else result.message
    changed: dict[int, Sequence[int]] = {}
    comment: list[str] = []
    for number, outcome in enumerate(outcomes):
        if outcome.changed:
            changed[number] = outcome.changed
        comment += [
            describe_call_ending(outcome, returns="prints"),
            *("prints False" for _ in outcome.changed),
        ]
    comment += [f"prints {name} {number}" for name, number in beside.counted.items()]
    # Nobody knows what was asked by a call until it was stopped, or beyond what is recorded.
    whole = not any(
        outcome.ending in _STOPPED or len(outcome.log) >= lent_call_recorder.MOST
        for outcome in outcomes
    )
    whole = whole and not adapted
    # Code may look at the clock.
    steady = _have_same_exchanges(examiner.repeat_calls(test, calls, until), outcomes)
    if wanted:
        comment.append(wanted)
    if adapted:
        comment.append(
            "The grader adapts its calls to the parameters and results of these functions."
        )
    elif not whole:
        comment.append("Not all calls of the lent functions are known.")
    if not steady:
        comment.append(
            "The result differs from run to run, although the random numbers are the same."
        )
    full = Snippet(
        calls,
        beside.known,
        handed_out=[source for source in handed_out if source is not None],
        own=frozenset(own),
        seeded=seeded or beside.draws,
        changed=changed,
        counted=tuple(beside.counted),
        comment=comment,
        whole=whole and steady and beside.shows,
    )
    if len(str(full)) > _MOST_SOURCE:
        full = replace(full, given=given)
    if len(str(full)) <= _MOST_SOURCE:
        return full
    missing = "The calls of the lent functions are too long to be printed here."
    return replace(full, given=(), comment=[*full.comment, missing], whole=False)


@dataclass(frozen=True, slots=True)
class _ReferenceFacts:
    """The facts that a right solution adds to a snippet.

    Attributes:
        known: what the submission and the right solution asked and were answered.
        draws: whether the right solution draws random numbers.
        counted: where both print the same, how often the submission called the functions that the
            right solution calls more or less often.
        shows: whether the snippet shows a difference between the two.
    """

    known: Sequence[RecordedCall]
    draws: bool = False
    counted: Mapping[str, int] = field(default_factory=dict)
    shows: bool = True


def _compare_with_reference(
    ask: Callable[[Sequence[Call]], Sequence[Outcome]] | None,
    calls: Sequence[Call],
    outcomes: Sequence[Outcome],
    given: Sequence[RecordedCall],
    own: Collection[str],
) -> _ReferenceFacts:
    """Return how a right solution differs in calls that had these ``outcomes``."""
    theirs = () if ask is None else ask(calls)
    if ask is None or not theirs or any(each.ending is not CallEnding.ANSWER for each in theirs):
        return _ReferenceFacts(given)
    reseeded = [replace(call, seed=call.seed + 1) for call in calls]
    draws = not _have_same_exchanges(ask(reseeded), theirs)
    logs = (outcome.log for outcome in theirs)
    known = interleave_recorded_calls(
        given,
        lent_call_recorder.read_recorded_calls(logs, lent_call_recorder.lent_function_names(calls)),
    )
    if not _print_alike(outcomes, theirs):
        return _ReferenceFacts(known, draws)
    counted = _differing_call_counts(
        outcomes, theirs, lent_call_recorder.lent_function_names(calls) - set(own)
    )
    return _ReferenceFacts(known, draws, counted, shows=bool(counted))


def interleave_recorded_calls(
    some: Sequence[RecordedCall], others: Sequence[RecordedCall]
) -> list[RecordedCall]:
    """Merge the recorded calls of two runs, so that each call finds its answers in order."""
    found: list[RecordedCall] = []
    for name in dict.fromkeys(name for name, _, _ in (*some, *others)):
        one, other = ([each for each in log if each[0] == name] for log in (some, others))
        if repr(other[: len(one)]) == repr(one):
            found += other
            continue
        known = {repr(asked) for _, asked, _ in one}
        found += [*one, *(each for each in other if repr(each[1]) not in known)]
    return found


def _print_alike(some: Sequence[Outcome], others: Sequence[Outcome]) -> bool:
    """Return whether a snippet prints the same for both lists of outcomes."""
    one, other = (
        [(outcome.ending, repr(outcome.value), outcome.changed) for outcome in outcomes]
        for outcomes in (some, others)
    )
    return one == other


def _differing_call_counts(
    some: Sequence[Outcome], others: Sequence[Outcome], lent: Collection[str]
) -> dict[str, int]:
    """Return how often ``some`` called each ``lent`` function, if ``others`` did more or less."""
    one, other = (
        lent_call_recorder.count_calls_by_student((outcome.log for outcome in outcomes), lent)
        for outcomes in (some, others)
    )
    return {name: one[name] for name in sorted(lent) if one[name] != other[name]}


def _depends_on_seed(
    examiner: Examiner,
    test: HiddenTest,
    calls: Sequence[Call],
    outcomes: Sequence[Outcome],
    until: float,
) -> bool:
    """Return whether calls have other outcomes with other seeds."""
    for more in range(1, _SEEDS):
        reseeded = [replace(call, seed=call.seed + more) for call in calls]
        if not _have_same_exchanges(examiner.repeat_calls(test, reseeded, until), outcomes):
            return True
    return False


def _drop_repeated_calls(
    calls: Sequence[Call], outcomes: Sequence[Outcome]
) -> tuple[list[Call], list[Outcome]]:
    """Return calls and outcomes without repetitions that differ in the seed only."""
    kept = list(zip(calls, outcomes, strict=True))[:1]
    for call, outcome in zip(calls[1:], outcomes[1:], strict=True):
        last, before = kept[-1]
        alike = outcome.changed == before.changed and _have_same_exchanges([outcome], [before])
        if not (alike and replace(call, seed=last.seed) == last):
            kept.append((call, outcome))
    return [call for call, _ in kept], [outcome for _, outcome in kept]


def _have_same_exchanges(some: Sequence[Outcome], others: Sequence[Outcome]) -> bool:
    """Return whether the student's code had the same exchanges and results in both runs."""
    one, other = (
        [(outcome.ending, outcome.value, outcome.log) for outcome in outcomes]
        for outcomes in (some, others)
    )
    return one == other or repr(one) == repr(other)  # what is no number does not equal itself


def describe_call_ending(outcome: Outcome, *, returns: str) -> str:
    """Return in one line how a call ended.

    Args:
        returns: the verb for a call that came to an answer: ``returned``, ``prints``.
    """
    # Some values do not look printed as they are written.
    plain = returns.replace("prints", "returns")
    match outcome.ending:
        case CallEnding.ANSWER:
            verb = plain if isinstance(outcome.value, str) else returns
            return f"{verb} {format_as_python(outcome.value)}"
        case CallEnding.OPAQUE:
            return f"{plain} {outcome.detail}"
        case CallEnding.RAISED | CallEnding.UNFINISHED:
            return f"raises {outcome.detail}"
    how = _STOPPED[outcome.ending]
    return f"{how} ({outcome.detail})" if outcome.detail else how

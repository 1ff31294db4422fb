"""Runs one case of a graded submission again, exactly as it was: same arguments, same seeds.

A case's seeds follow from the submission's digest, the seed of the grading and the case's own name,
so a stored report is all that it takes to make the same calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.console import Console, Group, RenderableType
from rich.text import Text

from grader.assignment import Assignment
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.run_hidden_tests import visit_hidden_tests
from grader.examine.test_collection import find_hidden_tests
from grader.explain.call_snippet import describe_call_ending, make_snippet
from grader.explain.runnable_snippet import Snippet, format_call
from grader.model.escape import escape_invisible
from grader.model.formatting import format_seconds, verdict_colour, verdict_sign
from grader.model.report import CaseResult
from grader.model.role_binding import RoleResult
from grader.model.submission import Submission
from grader.model.user_error import UsageError
from grader.render.terminal import case as cases
from grader.render.terminal.quoted_text import BarBeforeLines, TerminalDocument, quote_text
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import Outcome
from grader.sandbox.call_request import Call

_IN_TURN = "Wrong only after the calls of this test's earlier cases, in the same process."


class NoSuchCase(UsageError):
    """The error of a case that the assignment does not have, or not any more."""


@dataclass(frozen=True, slots=True)
class RerunCase:
    """The result of a case that was run again.

    Attributes:
        calls: what the hidden test asked of the submission, each with what came of it.
        snippet: the same for people to run, if it was asked for; never of an agent, whose calls
            depend on each other.
    """

    result: CaseResult
    calls: Sequence[tuple[Call, Outcome]]
    snippet: Snippet | None = None


def rerun_case(
    submission: Submission,
    assignment: Assignment,
    sandbox: Sandbox,
    case: str,
    *,
    seed: int,
    speed: float | None = None,
    as_snippet: bool = False,
    roles: Sequence[RoleResult] = (),
) -> RerunCase:
    """Run the case with the id ``case`` again, each of its calls in a process of its own.

    Args:
        roles: what fills the roles of the assignment's contract, as the report has it.

    Raises:
        NoSuchCase: if there is none.
        SandboxUnavailable, SandboxFailure, HiddenTestTimeout: if nothing can be said of it.
    """
    found: list[RerunCase] = []

    def visitor(examiner: Examiner, test: HiddenTest) -> None:
        # A case of a pool is found also if it would not be drawn today, as the pool has changed.
        for each in (*test.cases, *test.pool):
            if test.case_id(each) == case:
                result, caller = examiner.again(test, each)
                made = tuple(zip(caller.made, caller.outcomes, strict=False))
                wanted = as_snippet and made and not test.with_object
                shown = make_snippet(examiner, test, caller, result) if wanted else None
                if shown is not None and case in examiner.wrong_in_turn:
                    shown = replace(shown, comment=[*shown.comment, _IN_TURN])
                found.append(RerunCase(result, made, shown))

    task = case.partition("/")[0]
    tests = find_hidden_tests(assignment)
    visit_hidden_tests(
        submission, assignment, tests, sandbox, visitor,
        seed=seed, tasks=[task], speed=speed, filled=roles,
    )  # fmt: skip
    if not found:
        raise NoSuchCase(
            f"{assignment.id} has no case {case!r}. The hidden tests have changed since; "
            "grade the submission again."
        )
    return found[0]


_MOST_CALLS = 12
"""Calls that are printed; a case that makes more of them repeats itself."""


def render_rerun(replayed: RerunCase, before: CaseResult, page: Console) -> None:
    """Print ``replayed`` beside ``before``, the case in the report."""
    page.print(TerminalDocument(_parts(replayed, before, page.width)), crop=False)


def _parts(replayed: RerunCase, before: CaseResult, width: int) -> Iterator[RenderableType]:
    result = replayed.result
    title = Text(f"{verdict_sign(result.verdict)} ", verdict_colour(result.verdict))
    title.append(escape_invisible(result.id), "bold cyan")
    title.append(f"  {result.verdict.words}", "default")
    yield title
    if result.verdict is not before.verdict:
        changed = f"The report says {before.verdict.words}, but this run ended differently."
        yield Text(changed, "bold yellow")
    yield from _list_calls(replayed)
    yield Text()
    yield cases.draw_case(result, width)


def _list_calls(replayed: RerunCase) -> Iterator[RenderableType]:
    """Yield the calls in order, and the number of repetitions for a call that is repeated."""
    shown = repeated = 0
    before: tuple[str, str] | None = None
    for number, (call, outcome) in enumerate(replayed.calls, start=1):
        said = format_call(call), describe_call_ending(outcome, returns="returned")
        if said == before:
            repeated += 1
            continue
        if repeated:
            yield _again(number - 1, repeated)
        if shown == _MOST_CALLS:
            yield Text(f"\n… and {len(replayed.calls) - number + 1} more calls", "dim")
            return
        before, repeated = said, 0
        shown += 1
        spent = f"\ncall {number}, seed {call.seed}, {format_seconds(outcome.cpu_seconds)} CPU"
        came = quote_text(said[1], "bold")
        yield Group(Text(spent, "dim"), BarBeforeLines(Group(quote_text(said[0], first=80), came)))
    if repeated:
        yield _again(len(replayed.calls), repeated)


def _again(last: int, times: int) -> RenderableType:
    calls = f"call {last}" if times == 1 else f"calls {last - times + 1} to {last}"
    return Text(f"\n{calls}: the same call and the same result", "dim")

"""Runs one case of a graded submission again, exactly as it was: same arguments, same seeds.

A case's seeds follow from the submission's digest, the seed of the grading and the case's own name,
so a stored report is all that it takes to make the same calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.assignment import Assignment
from grader.examine.examiner import Examiner
from grader.examine.hidden_test import HiddenTest
from grader.examine.run_hidden_tests import visit_hidden_tests
from grader.examine.test_collection import find_hidden_tests
from grader.explain.call_snippet import make_snippet
from grader.explain.runnable_snippet import Snippet
from grader.model.report import CaseResult
from grader.model.role_binding import RoleResult
from grader.model.submission import Submission
from grader.model.user_error import UsageError
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import Outcome
from grader.sandbox.call_request import Call

_IN_TURN = "Wrong only after the calls of this test's earlier cases, in the same process."


class NoSuchCase(UsageError):
    """The assignment has no case of that name, or not any more."""


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

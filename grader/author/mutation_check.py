"""The check that hidden tests notice small faults (mutations) anywhere in the reference."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.assignment import Assignment
from grader.author import (
    grading_jobs,
    mutation_operators,
    read_equivalent_mutants,
    solution_variants,
)
from grader.author.author_check import (
    AuthorCheck,
    CheckFinding,
    CheckResult,
    FindingTable,
    split_reports_and_errors,
)
from grader.author.mutation_operators import MutatedProgram
from grader.author.read_equivalent_mutants import Equivalents
from grader.examine.run_hidden_tests import HiddenTests
from grader.jobs.forked_worker import Work
from grader.jobs.grading_context import Bench
from grader.model.formatting import format_count, format_share
from grader.model.report import Report


@dataclass(frozen=True, slots=True)
class MutationOfTask:
    """One mutation of the reference, in a function that belongs to ``task``."""

    task: str
    function: str
    mutation: MutatedProgram

    @property
    def name(self) -> str:
        """Return a name that is unique in the assignment."""
        return f"{self.function}/{self.mutation.name}"

    @property
    def key(self) -> tuple[str, str]:
        """Return the key of the mutation in the list of equivalent ones."""
        return self.function, read_equivalent_mutants.mutation_label(self.mutation)


def list_mutations(assignment: Assignment) -> Iterator[MutationOfTask]:
    """Yield every mutation of every function that students write, except agents.

    Agents are left out, as many different agents are right.
    """
    if assignment.match is not None:
        return
    for task in assignment.tasks:
        if task.function is not None:
            for mutation in mutation_operators.list_mutations(assignment.source(task.function)):
                yield MutationOfTask(task.id, task.function, mutation)


def make_mutation_check(
    bench: Bench,
    tried: Sequence[MutationOfTask],
    declared: Equivalents,
    outdated: Sequence[CheckFinding],
) -> AuthorCheck:
    """Return a check that tests notice all of ``tried`` but the ``declared`` equivalents.

    Args:
        outdated: the findings of :func:`find_outdated_declarations`.
    """
    by_name = {candidate.name: candidate for candidate in tried}

    def work(one: MutationOfTask) -> Work:
        submission = solution_variants.mutated_submission(
            bench.assignment, one.function, one.mutation.source
        )
        return grading_jobs.make_grading_work(
            bench,
            submission,
            tasks=[one.task],
            cases=HiddenTests.without_pools,
            until=grading_jobs.is_losing_points,
        )

    def judge(answers: Mapping[str, str]) -> CheckResult:
        reports, errors = split_reports_and_errors(answers)
        killed = {
            name for name, report in reports.items() if grading_jobs.tasks_losing_points(report)
        }
        right = {name for name in reports if by_name[name].key in declared}
        surviving = [_finding(by_name[name]) for name in reports if name not in killed | right]
        refused = [
            _finding(by_name[name], reports[name]) for name in reports if name in killed & right
        ]
        wrong = len(reports) - len(right)
        summary = (
            f"{len(killed)} of {format_count(len(reports), 'mutation')} killed "
            f"({_killed_share(killed, len(reports))}), {len(killed - right)} of the {wrong} "
            f"that are not equivalent ({_killed_share(killed - right, wrong)})"
        )
        return CheckResult(
            "automatic",
            summary,
            [
                FindingTable("Surviving mutations of the reference", surviving),
                FindingTable("Declared equivalent, but lose points", refused, does="Fails"),
                FindingTable(
                    f"Entries of {read_equivalent_mutants.FILE} that fit no mutation", outdated
                ),
            ],
            {"mutations": len(reports), "killed": len(killed), "equivalent": len(right)},
            errors,
        )

    return AuthorCheck("automatic", {name: work(by_name[name]) for name in by_name}, judge)


def _killed_share(killed: Collection[str], all: int) -> str:
    return format_share(len(killed), all) if all else "–"


def find_outdated_declarations(
    declared: Equivalents, existing: Sequence[MutationOfTask]
) -> list[CheckFinding]:
    """Return findings on declarations that fit none of the ``existing`` mutations."""
    keys = {candidate.key for candidate in existing}
    return [
        CheckFinding(f"{function}: {label}", _advice(function, label, existing))
        for function, label in declared
        if (function, label) not in keys
    ]


def _advice(function: str, label: str, existing: Sequence[MutationOfTask]) -> str:
    _, _, description = label.partition(": ")
    alike = [
        candidate.mutation.name
        for candidate in existing
        if candidate.function == function and candidate.mutation.description == description
    ]
    if alike:
        return f"The text is now that of {' and '.join(alike)}: look again, and correct the entry."
    return "No mutation has this text any more: remove the entry."


def _finding(candidate: MutationOfTask, report: Report | None = None) -> CheckFinding:
    failed = grading_jobs.tasks_losing_points(report) if report is not None else []
    killing = (
        test.verdict
        for task in failed
        for test in task.tests
        if grading_jobs.is_losing_points(test)
    )
    return CheckFinding(
        candidate.name,
        f"Line {candidate.mutation.line}: {candidate.mutation.description}",
        does=[task.id for task in failed],
        verdict=next(killing, failed[0].verdict) if failed else None,
        message=grading_jobs.first_failure_message(failed[0].cases) if failed else "",
    )

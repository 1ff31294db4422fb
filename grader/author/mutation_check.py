"""Checks that hidden tests notice small faults (mutations) anywhere in the reference.

Mutations that are right answers (equivalent mutants) are listed, with the reason, in
``reference/<assignment>/mutants/equivalent.toml``::

    [[equivalent]]
    function = "transition"
    why = "A segment of one city is reversed, too, which gives the route itself."
    mutations = ["comparison-28-11-1: `end - start > 1` becomes `end - start >= 1`."]

A label has the line and the text of its mutation. When these change in the reference, the entry
fits no mutation any more, and its author has to look again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.assignment import Assignment
from grader.author import grading_jobs, mutation_operators, solution_variants
from grader.author.author_check import (
    AuthorCheck,
    CheckFinding,
    CheckResult,
    FindingTable,
    split_reports_and_errors,
)
from grader.author.mutation_operators import MutatedProgram
from grader.author.solution_variants import VariantError
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
        return self.function, mutation_label(self.mutation)


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
                FindingTable(f"Entries of {FILE} that fit no mutation", outdated),
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


FILE = "mutants/equivalent.toml"

Equivalents = dict[tuple[str, str], str]
"""Function and mutation, as :func:`mutation_label` gives it -> why it is a right answer."""


def mutation_label(mutation: MutatedProgram) -> str:
    """Return the label that stands for ``mutation`` in the file."""
    return f"{mutation.name}: {mutation.description}"


def read_equivalents(assignment: Assignment) -> Equivalents:
    """Return the entries of the file, or none if there is no file.

    Raises:
        VariantError: if the file is not in order.
    """
    path = assignment.reference / FILE
    if not path.is_file():
        return {}
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise VariantError(f"{FILE}: {problem}") from None
    entries = tables.pop("equivalent", None)
    if tables or not isinstance(entries, list):
        raise VariantError(f"{FILE} should hold tables called [[equivalent]] and nothing else")
    found: Equivalents = {}
    for number, entry in enumerate(entries, start=1):
        function, why, mutations = _fields(entry, number)
        for mutation in mutations:
            if (function, mutation) in found:
                raise VariantError(f"{FILE} lists {mutation!r} of {function} twice")
            found[function, mutation] = why
    return found


def _fields(entry: Any, number: int) -> tuple[str, str, list[str]]:
    match entry:
        case {"function": str(function), "why": str(why), "mutations": [*mutations], **rest} if (
            why and not rest and all(isinstance(mutation, str) for mutation in mutations)
        ):
            return function, " ".join(why.split()), mutations
    raise VariantError(
        f"{FILE}: entry {number} should have the texts function and why, "
        "a list of texts called mutations, and nothing else"
    )

"""What explanations of known-wrong solutions add: seconds, and how small counterexamples are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmarks.measure import Figure
from grader import assignment as assignments
from grader.assignment import Assignment
from grader.grading import Progress, grade, warm_up
from grader.pool import Job, cores, outcomes
from grader.report import Report, View, dumps, loads
from grader.sandbox import Sandbox, choose
from grader.validation import variants
from grader.validation.variants import Variant


def table(every: int) -> Iterator[str]:
    """The lines of a Markdown table, for every so-many-th known-wrong solution."""
    assignment, sandbox = assignments.load("ps2"), choose("auto")
    warm_up(assignment)
    chosen = variants.mutants(assignment)[::every]
    plain, told = (_graded(chosen, assignment, sandbox, explain=each) for each in (False, True))
    added = [after.duration - before.duration for before, after in zip(plain, told, strict=True)]
    yield "| what | median | from | to | target |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    yield Figure("explanations add, to a failing submission", "s", added, 3.0).row()
    for unit, target in (("pawns", 4.0), ("cities", 5.0)):
        sizes = [size for report in told for size in _sizes(report, unit)]
        yield Figure(f"counterexamples, in {unit}", unit, sizes, target).row()
    shown = sum(bool(_examples(report)) for report in told)
    yield ""
    yield f"{shown} of {len(chosen)} reports hold a counterexample."


def _graded(
    chosen: Sequence[Variant], assignment: Assignment, sandbox: Sandbox, *, explain: bool
) -> list[Report]:
    """Each graded on the tasks that it fails."""

    def job(number: int, variant: Variant) -> Job[int]:
        def work(_: Progress) -> str:
            submission = variants.submission(assignment, variant)
            report = grade(submission, assignment, sandbox, tasks=variant.fails, explain=explain)
            return dumps(report, View.STAFF)

        return Job(number, work)

    found: dict[int, Report] = {}
    with outcomes((job(n, variant) for n, variant in enumerate(chosen)), cores()) as done:
        for outcome in done:
            if outcome.answer is None:
                raise RuntimeError(f"{chosen[outcome.key].name}: {outcome.lost}")
            found[outcome.key] = loads(outcome.answer)
    return [found[number] for number in range(len(chosen))]


def _examples(report: Report) -> list[str]:
    """The sizes of the counterexamples in a report, in words."""
    return [
        case.explanation.counterexample.size
        for task in report.tasks
        for case in task.cases
        if case.explanation is not None and case.explanation.counterexample is not None
    ]


def _sizes(report: Report, unit: str) -> list[float]:
    found = (re.match(rf"(\d+) {unit[:3]}", size) for size in _examples(report))
    return [float(match[1]) for match in found if match]

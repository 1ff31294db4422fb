"""Right agents and notebooks, graded with many seeds in the tasks in which seeds make a difference.

Games are played against opponents that move by chance, random agents and Monte Carlo searches are
judged by how often they succeed. All other cases, drawn ones included, are asked by
`grade validate --only rights`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from grader import assignment as assignments
from grader.author import gradings, variants
from grader.author.failing import failing_more
from grader.author.variants import Variant
from grader.examine.finding import warm_up
from grader.jobs.bench import Bench
from grader.jobs.pool import Job, cores, outcomes
from grader.model.report import Report
from grader.sandbox import choose

TASKS = {"breakthrough_agent": ("2.1", "2.2"), "connect4": ("2.6", "4.4", "5.1")}
"""The tasks of each assignment that depend on chance whatever the submission is."""


@dataclass(slots=True)
class Tally:
    """What became of all gradings of an assignment's right solutions.

    Attributes:
        tests: how many were run.
        failed: the gradings that lost points, as a name, a seed and what was lost.
        broken: and those that came to nothing.
    """

    gradings: int = 0
    tests: int = 0
    failed: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def add(self, variant: Variant, seed: int, report: Report | None) -> None:
        """Note one grading; ``None`` is one that came to nothing."""
        if report is None or report.errors:
            self.broken.append(f"{variant.name} with seed {seed}")
            return
        self.gradings += 1
        self.tests += sum(len(task.tests) for task in report.tasks)
        if (finding := failing_more(variant, report)) is not None:
            self.failed.append(f"{variant.name} with seed {seed}: {', '.join(finding.does)}")


def table(seeds: int, pattern: str = "*") -> Iterator[str]:
    """The lines of a Markdown table, and what failed below it.

    Args:
        seeds: with which each right solution is graded, beginning with 0.
        pattern: of their names.
    """
    yield "| assignment | tasks | solutions | seeds | gradings | tests | lost points |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    remarks: list[str] = []
    for name, tasks in TASKS.items():
        assignment = assignments.load(name)
        bench = Bench(assignment, choose("auto"), tests=warm_up(assignment))
        chosen = [each for each in variants.rights(assignment) if fnmatchcase(each.name, pattern)]
        tally = _graded(bench, chosen, seeds)
        yield (
            f"| {assignment.title} | {', '.join(tasks)} | {len(chosen)} | {seeds} "
            f"| {tally.gradings:,} | {tally.tests:,} | {len(tally.failed)} |"
        )
        remarks += [f"lost points: {each}" for each in tally.failed]
        remarks += [f"came to nothing: {each}" for each in tally.broken]
    if remarks:
        yield ""
        yield from remarks


def _graded(bench: Bench, chosen: list[Variant], seeds: int) -> Tally:
    asked = {(variant.name, seed): variant for variant in chosen for seed in range(seeds)}
    jobs = (
        Job(
            key,
            gradings.work(
                bench,
                variants.submission(bench.assignment, variant),
                seed=key[1],
                tasks=TASKS[bench.assignment.id],
            ),
        )
        for key, variant in asked.items()
    )
    tally = Tally()
    with outcomes(jobs, cores()) as done:
        for outcome in done:
            report = None if outcome.answer is None else gradings.read(outcome.answer)
            tally.add(asked[outcome.key], outcome.key[1], report)
    return tally

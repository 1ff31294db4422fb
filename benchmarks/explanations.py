"""What explanations of known-wrong solutions add: seconds, and counterexamples that can be run."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.measure import Figure
from grader import assignment as assignments
from grader.assignment import Assignment
from grader.author import solution_variants
from grader.author.solution_variants import Variant
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.forked_worker import Work
from grader.jobs.grading import grade
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.model.report import Report, View
from grader.render.report_json import dumps, loads
from grader.sandbox import Sandbox, choose_backend
from tests.explain import behind

_UNITS = {"pawn": "pawns", "city": "cities", "climb": "climbs"}
"""One of something has the same unit as several."""
_TARGETS = {"pawns": 4.0, "cities": 5.0}


@dataclass(frozen=True, slots=True)
class Example:
    """A counterexample in a report.

    Attributes:
        number: its size, in pawns, cities or whatever else the ``unit`` is.
        holds: whether its snippet, run behind the submission, does what it says.
        right: whether the same snippet, run behind the reference, ends well and says otherwise.
    """

    task: str
    number: int
    unit: str
    holds: bool
    right: bool


def table(every: int) -> Iterator[str]:
    """The lines of Markdown tables, for every so-many-th known-wrong solution."""
    assignment, sandbox = assignments.load_assignment("ps2"), choose_backend("auto")
    tests = prepare_hidden_tests(assignment)
    chosen = solution_variants.read_mutants(assignment)[::every]

    def graded(*, explain: bool) -> list[Report]:
        works = [_grading(each, assignment, sandbox, tests, explain=explain) for each in chosen]
        return [loads(text) for text in done(works)]

    plain, explained = graded(explain=False), graded(explain=True)
    added = [
        after.duration - before.duration for before, after in zip(plain, explained, strict=True)
    ]
    checks = [
        _running(variant, report, assignment, sandbox)
        for variant, report in zip(chosen, explained, strict=True)
    ]
    examples = [[Example(*fields) for fields in json.loads(text)] for text in done(checks)]
    every_one = [example for found in examples for example in found]
    yield "| what | median | from | to | target |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    yield Figure("explanations add, to a failing submission", "s", added, 3.0).row()
    for unit, target in _TARGETS.items():
        sizes = [float(example.number) for example in every_one if example.unit == unit]
        yield Figure(f"counterexamples, in {unit}", unit, sizes, target).row()
    yield ""
    yield from _by_task(chosen, every_one)
    yield ""
    yield f"{sum(map(bool, examples))} of {len(chosen)} reports hold a counterexample."
    held = sum(example.holds for example in every_one)
    yield f"{held} of {len(every_one)} snippets, run behind the submission, do as they say."
    right = sum(example.right for example in every_one)
    yield f"{right} of {len(every_one)}, run behind the reference, end well and say otherwise."
    for variant, found in zip(chosen, examples, strict=True):
        for example in found:
            if not (example.holds and example.right):
                yield f"* {variant.name}, task {example.task}"


def _by_task(chosen: Sequence[Variant], examples: Sequence[Example]) -> Iterator[str]:
    found: dict[str, list[Example]] = defaultdict(list)
    for example in examples:
        found[example.task].append(example)
    yield "| task | failed by | counterexamples | median size | largest | do as they say |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for task in sorted(found):
        sizes = [example.number for example in found[task]]
        failed = sum(task in variant.fails for variant in chosen)
        unit = found[task][0].unit
        held = sum(example.holds for example in found[task])
        yield (
            f"| {task} | {failed} | {len(sizes)} | {median(sizes):g} {unit} | {max(sizes)} | "
            f"{held} |"
        )


def done(works: Sequence[Work]) -> list[str]:
    """What came of each, in their order."""
    found: dict[int, str] = {}
    with run_jobs(
        (PoolJob(number, work) for number, work in enumerate(works)), available_cores()
    ) as done:
        for outcome in done:
            if outcome.answer is None:
                raise RuntimeError(f"the known-wrong solution {outcome.key}: {outcome.lost}")
            found[outcome.key] = outcome.answer
    return [found[number] for number in range(len(works))]


def _grading(
    variant: Variant, assignment: Assignment, sandbox: Sandbox, tests: HiddenTests, *, explain: bool
) -> Work:
    """Grades it on the tasks that it fails."""

    def work(_: object) -> str:
        submission = solution_variants.variant_submission(assignment, variant)
        report = grade(
            submission, assignment, sandbox, tasks=variant.fails, tests=tests, explain=explain
        )
        return dumps(report, View.STAFF)

    return work


def _running(variant: Variant, report: Report, assignment: Assignment, sandbox: Sandbox) -> Work:
    """Runs all snippets of a report."""

    def work(_: object) -> str:
        submission = solution_variants.variant_submission(assignment, variant)
        reference = solution_variants.whole_reference_submission(assignment)
        found = []
        for task in report.tasks:
            for case in task.cases:
                if case.explanation is None or case.explanation.counterexample is None:
                    continue
                example = case.explanation.counterexample
                printed = behind.printed(submission, example.source, assignment, sandbox)
                promised = behind.promised(example.source)
                right = behind.printed(reference, example.source, assignment, sandbox)
                passed = "raises " not in right and not behind.kept(promised, right)
                number, unit = example.size.replace(",", "").split()[:2]
                kept = behind.kept(promised, printed)
                found.append((task.id, int(number), _UNITS.get(unit, unit), kept, passed))
        return json.dumps(found)

    return work

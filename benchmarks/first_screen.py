"""What students see first of a task that they fail: its likely cause, or an example to look at.

A student of each known-wrong solution gets the usual report on a terminal. Of each failing task its
first lines are looked through for what tells them what to do next.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass

from benchmarks.explanations import done
from grader import assignment as assignments
from grader.assignment import Assignment
from grader.author import solution_variants
from grader.author.solution_variants import Variant
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.forked_worker import Work
from grader.jobs.grading import grade
from grader.machine import speed
from grader.model.report import Report, TaskResult, View
from grader.model.report_views import redact_for_view
from grader.render.report_sentences import is_function_missing, is_worth_reading
from grader.render.terminal.quoted_text import page_as_text
from grader.render.terminal.task import draw_failing_task
from grader.sandbox import Sandbox, choose_backend

ASSIGNMENTS = ("ps2", "breakthrough_agent", "connect4")
LINES = 40
"""Of a task that are on the first screen."""
WIDTH = 80
TARGET = 0.95

_EXAMPLES = ("A small case: ", "expected  ", "│ got  ")
"""One of these stands in every example that is shown."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the first screen of a failing task says.

    Attributes:
        cause: whether it names a likely cause: a known mistake, or that there is no such function.
        example: whether it shows a case, with what came of it.
    """

    task: str
    cause: bool
    example: bool

    @property
    def helps(self) -> bool:
        """Whether it says what to look at."""
        return self.cause or self.example


def first_screen(task: TaskResult) -> str:
    """The first lines of a task that a student has failed, as they are on a terminal."""
    lines = page_as_text(draw_failing_task(task, WIDTH, {}, as_list=True), WIDTH).splitlines()
    return "\n".join(lines[:LINES])


def seen(report: Report) -> Iterator[Seen]:
    """What a student sees first of each task that they have failed."""
    for task in redact_for_view(report, View.STUDENT).tasks:
        losing = [test for test in task.tests if is_worth_reading(test)]
        if losing:
            screen = first_screen(task)
            example = any(sign in screen for sign in _EXAMPLES)
            yield Seen(task.id, bool(task.diagnoses) or is_function_missing(losing), example)


def table(every: int) -> Iterator[str]:
    """The lines of a Markdown table, and the tasks of which the first screen says too little."""
    sandbox = choose_backend("auto")
    missing: list[str] = []
    yield "| assignment | wrong solutions | failing tasks | cause | example | either | target |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name in ASSIGNMENTS:
        assignment = assignments.load_assignment(name)
        chosen = solution_variants.read_mutants(assignment)[::every]
        found = dict(zip(chosen, _looked_at(chosen, assignment, sandbox), strict=True))
        yield _row(name, len(chosen), [each for screens in found.values() for each in screens])
        missing += [
            f"{name}: {variant.name}, task {each.task}"
            for variant, screens in found.items()
            for each in screens
            if not each.helps
        ]
    yield ""
    yield f"Neither on the first {LINES} lines of {len(missing)} failing tasks:"
    yield from (f"* {each}" for each in missing)


def _row(name: str, number: int, screens: Sequence[Seen]) -> str:
    counts = Counter(
        kind
        for each in screens
        for kind, is_so in (("c", each.cause), ("e", each.example), ("h", each.helps))
        if is_so
    )
    share = counts["h"] / len(screens) if screens else 1.0
    return (
        f"| {name} | {number} | {len(screens)} | {counts['c']} | {counts['e']} | "
        f"{counts['h']} ({100 * share:.1f} %) | ≥ {100 * TARGET:.0f} % |"
    )


def _looked_at(
    chosen: Iterable[Variant], assignment: Assignment, sandbox: Sandbox
) -> list[list[Seen]]:
    tests, pace = (
        prepare_hidden_tests(assignment),
        speed.machine_slowness(assignment.costs.calibration),
    )
    works = [_work(variant, assignment, sandbox, tests, pace) for variant in chosen]
    return [[Seen(*fields) for fields in json.loads(text)] for text in done(works)]


def _work(
    variant: Variant, assignment: Assignment, sandbox: Sandbox, tests: HiddenTests, pace: float
) -> Work:
    """Grades it on the tasks that it fails."""

    def work(_: object) -> str:
        submission = solution_variants.variant_submission(assignment, variant)
        report = grade(
            submission, assignment, sandbox, tasks=variant.fails, tests=tests, speed=pace
        )
        return json.dumps([astuple(each) for each in seen(report)])

    return work

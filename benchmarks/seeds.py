"""Which right solutions chance can fail: graded with many seeds, where seeds make a difference.

What depends on the seed of a grading is little:

- the cases that are drawn from pools, all of which `grade author validate --only rights` asks;
- random numbers that a submission draws itself, from generators that are seeded before each call
  (:mod:`grader.runner.seeding`), and those that lent functions draw: of these only the climb does;
- so the trials against greedy, whose risk follows from how often single attempts succeed;
- explanations, which come after all verdicts.

A solution that names no source of random numbers answers the same with every seed. The others are
graded with each of many seeds, in those of their tasks in which they may draw any; so are climbs
and restarts of everybody. Trials are left out of that: attempts at them are counted instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from benchmarks import trials
from benchmarks.trials import Kind, Measured
from grader import assignment as assignments
from grader.assignment import Assignment
from grader.author import grading_jobs, solution_variants
from grader.author.solution_variants import Variant
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import find_hidden_tests
from grader.jobs.grading_context import Bench
from grader.sandbox import choose_backend
from reference.ps2.greedy import Role

_DRAWS = re.compile(r"\b(random|secrets|uuid|urandom|getrandbits)\b")
CLIMBS = {"1.6": Role.CLIMB, "1.7": Role.RESTARTS}
"""The tasks with a trial. In 1.6 starts have to be random, in 1.7 the lent climb draws them."""
_TRIAL = "beats_greedy"


@dataclass(frozen=True, slots=True)
class Seeded:
    """How one right solution went with many seeds.

    Attributes:
        tasks: in which chance can have a part.
        tests: that were run, over all gradings; those that failed are named, with their seed.
        trials: what attempts at the trials of these tasks came to.
    """

    name: str
    tasks: tuple[str, ...]
    gradings: int
    tests: int
    failed: tuple[str, ...]
    trials: tuple[Measured, ...]

    def row(self) -> str:
        """A line of a Markdown table."""
        beat = ", ".join(f"{each.successes} of {each.attempts}" for each in self.trials)
        risk = max((each.mistaken for each in self.trials), default=None)
        return (
            f"| `{self.name}` | {', '.join(self.tasks)} | {self.gradings} | {self.tests:,} "
            f"| {', '.join(self.failed) or 0} | {beat or '–'} "
            f"| {'–' if risk is None else f'≤ {risk:.0e}'} |"
        )


def table(seeds: int, attempts: int, pattern: str = "*") -> Iterator[str]:
    """The lines of a Markdown table, with a sum, for right solutions of Problem Set 2.

    Args:
        seeds: with which each is graded, beginning with 0.
        attempts: at each trial.
        pattern: of their names.
    """
    assignment = assignments.load_assignment("ps2")
    bench = Bench(
        assignment, choose_backend("auto"), tests=_without_trials(find_hidden_tests(assignment))
    )
    everybody = solution_variants.read_right_solutions(assignment)
    chosen = [variant for variant in everybody if by_chance(assignment, variant)]
    yield (
        f"{len(everybody) - len(chosen)} of {len(everybody)} right solutions draw no random "
        "numbers and are no climbs: they answer the same with every seed."
    )
    yield ""
    yield (
        "| right solution | tasks | gradings | tests | failed | beat greedy "
        "| trials decided wrongly (95 %) |"
    )
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
    done = []
    for variant in (each for each in chosen if fnmatchcase(each.name, pattern)):
        done.append(seeded(bench, variant, seeds, attempts))
        yield done[-1].row()
    yield ""
    yield (
        f"{len(done)} solutions, {sum(each.gradings for each in done):,} gradings, "
        f"{sum(each.tests for each in done):,} tests, "
        f"{sum(len(each.failed) for each in done)} failed."
    )


def by_chance(assignment: Assignment, variant: Variant) -> tuple[str, ...]:
    """The tasks of a right solution in which its answers can depend on the seed."""
    draws = _DRAWS.search(variant.source) is not None
    own = {
        task.id
        for task in assignment.tasks
        if task.function is not None and re.search(rf"\b{task.function}\b", variant.source)
    }
    touched = solution_variants.tasks_touched_by(assignment, variant)
    return tuple(task for task in touched if task in own and (draws or task in CLIMBS))


def seeded(bench: Bench, variant: Variant, seeds: int, attempts: int) -> Seeded:
    """Grade ``variant`` with each seed, and make attempts at its trials."""
    tasks = by_chance(bench.assignment, variant)
    submission = solution_variants.variant_submission(bench.assignment, variant)
    tests, failed = 0, []
    for seed in range(seeds):
        report = grading_jobs.grade_to_report(
            bench, submission, lambda *_: None, seed=seed, tasks=tasks
        )
        for test in (test for task in report.tasks for test in task.tests):
            tests += 1
            if not test.verdict.passed:
                failed.append(f"{test.id} with seed {seed}")
    kinds = [Kind(variant.name, CLIMBS[task], right=True, variant=variant.name)
             for task in tasks if task in CLIMBS]  # fmt: skip
    made = tuple(trials.measure(kind, attempts) for kind in kinds)
    return Seeded(variant.name, tasks, seeds, tests, tuple(failed), made)


def _without_trials(tests: HiddenTests) -> HiddenTests:
    """All tests but the trials, and none that counts only beside another."""
    kept = (test for test in tests.tests if not test.id.endswith(_TRIAL))
    alone = (replace(test, mark=replace(test.mark, beside=())) for test in kept)
    return replace(tests, tests=tuple(alone))

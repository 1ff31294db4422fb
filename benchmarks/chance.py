"""How often chance fails right solutions, where it can.

What depends on the seed of a grading is little: the cases that are drawn from pools, all of which
`grade author validate --only rights` asks; random numbers that a submission draws itself; and
trials, whose attempts succeed by chance. So two things are measured:

- right solutions that name a source of random numbers are graded with each of many seeds, without
  the trials; the others answer the same with every seed;
- trials that go wrong are too rare to be counted. So they are made to go on, and attempts are
  counted: from their chance of success the error rate of a trial follows. Known-wrong solutions
  that are declared to fail a trial are counted beside the right ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from grader import assignment as assignments
from grader.assignment import Assignment
from grader.author import grading_jobs, solution_variants
from grader.author.known_wrong_check import find_unexpected_failure
from grader.author.right_solution_checks import failure_rate_upper_bound
from grader.author.solution_variants import Variant
from grader.examine.hidden_test import HiddenTest
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.forked_worker import Work
from grader.jobs.grading_context import GradingContext
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.model.report import Measure, Progress
from grader.sandbox import choose_backend
from grader.testing.stochastic_trial import PLAN, Attempt, Plan, Trial
from hidden_tests.connect4 import test_2_6_random_agent, test_4_4_agent, test_5_monte_carlo

_ROOM = 10_000
"""Cases more than a submission gets, as far as totals of CPU time are concerned."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Where chance has a part in an assignment.

    Attributes:
        draws: finds in a source what draws random numbers, or looks at a clock; empty where seeds
            change nothing but attempts.
        always: tasks in which all solutions draw.
        only: tasks in which seeds are tried; if empty, all in which a solution may draw.
        trials: the plans of tests that make attempts, by their ids.
        alike: those of them at which all right solutions have the same chance.
        wrong: names of known-wrong solutions whose attempts are counted, too.
    """

    assignment: str
    draws: str = ""
    always: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    trials: Mapping[str, Plan] = field(default_factory=dict)
    alike: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    def tasks(self, assignment: Assignment, variant: Variant) -> tuple[str, ...]:
        """Return the tasks of a right solution in which its answers can depend on the seed."""
        draws = bool(self.draws) and re.search(self.draws, variant.source) is not None
        if self.only:
            return self.only if draws else ()
        own = own_tasks(assignment, variant)
        return own if draws else tuple(task for task in own if task in self.always)


PS2 = Chance(
    "ps2",
    draws=r"\b(random|secrets|uuid|urandom|getrandbits)\b",
    # In 1.6 starts have to be random, in 1.7 the lent climb draws them.
    always=("1.6", "1.7"),
    trials={
        "1.6/beats_greedy": PLAN,
        "1.7/beats_greedy": PLAN,
        "1.7/own_functions_beat_greedy": PLAN,
    },
    wrong=(
        "tsp/climb_random_tour",
        "tsp/climb_greedy_route",
        "tsp/climb_best_of_all_greedy_routes",
        "tsp/climb_single_step",
        "tsp/climb_one_random_swap_per_step",
        "tsp/restarts_greedy_route",
        "tsp/restarts_random_tours",
    ),
)
COURSES = (
    PS2,
    # Opponents are the same with every seed.
    Chance(
        "breakthrough_agent",
        draws=r"\b(random|secrets|time\.time|perf_counter|process_time|monotonic)\b",
        only=("2.1", "2.2"),
    ),
    Chance(
        "connect4",
        trials={
            "2.6/rates": test_2_6_random_agent.PLAN,
            "4.4/plays_whole_games": test_4_4_agent.PLAN,
            "5.1/wins_at_once": test_5_monte_carlo.PLAN,
            "5.1/blocks": test_5_monte_carlo.PLAN,
            "5.1/turns": test_5_monte_carlo.PLAN,
        },
        # All right random agents draw columns with equal chances, so that they win equally often.
        alike=("2.6/rates",),
    ),
)


def own_tasks(assignment: Assignment, variant: Variant) -> tuple[str, ...]:
    """Return the tasks whose function a solution has written itself, as far as its source says."""
    touched = solution_variants.tasks_touched_by(assignment, variant)
    functions = {task.id: task.function for task in assignment.tasks}
    return tuple(
        task
        for task in touched
        if variant.whole or re.search(rf"\b{functions[task]}\b", variant.source)
    )


@dataclass(slots=True)
class Attempts:
    """What attempts came to."""

    made: int = 0
    succeeded: int = 0

    def mistaken(self, plan: Plan, *, right: bool) -> float:
        """Return the upper bound (95 %) of the rate at which trials of such a solution go wrong."""
        if right:
            failing = failure_rate_upper_bound(self.made - self.succeeded, self.made)
            return 1 - plan.rates(1 - failing).passes
        return plan.rates(failure_rate_upper_bound(self.succeeded, self.made)).passes


def table(seeds: int, attempts: int, pattern: str = "*") -> Iterator[str]:
    """Yield the lines of two Markdown tables, and what went wrong below them.

    Args:
        seeds: with which each right solution is graded, beginning with 0.
        attempts: at each case of a trial.
        pattern: of the names of solutions.
    """
    remarks: list[str] = []
    yield "| assignment | right solutions | draw | seeds | gradings | tests | lost points |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for course in COURSES:
        if course.draws:
            yield with_seeds(course, seeds, pattern, remarks)
    yield ""
    yield "| trial | solutions | attempts | succeeded | extreme | decided wrongly (95 %) |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for course in COURSES:
        if course.trials:
            yield from with_trials(course, attempts, pattern, remarks)
    yield from ["", *remarks] if remarks else []


def with_seeds(course: Chance, seeds: int, pattern: str, remarks: list[str]) -> str:
    """Grade the solutions of an assignment that draw, and return a row of the table."""
    context = _context(course, lambda test: test if test.id not in course.trials else None)
    every = solution_variants.read_right_solutions(context.assignment)
    drawing = {each: tasks for each in every if (tasks := course.tasks(context.assignment, each))}
    gradings = tests = 0
    before = len(remarks)
    works = {
        (variant, seed): grading_jobs.make_grading_work(
            context,
            solution_variants.variant_submission(context.assignment, variant),
            seed=seed,
            tasks=tasks,
        )
        for variant, tasks in drawing.items()
        if fnmatchcase(variant.name, pattern)
        for seed in range(seeds)
    }
    for (variant, seed), answer in _answers(works, remarks):
        report = grading_jobs.load_short_report(answer)
        gradings += 1
        tests += sum(len(task.tests) for task in report.tasks)
        said = [*report.errors]
        if (finding := find_unexpected_failure(variant, report)) is not None:
            said += finding.does
        if said:
            remarks.append(f"{variant.name} with seed {seed}: {', '.join(said)}")
    lost = len(remarks) - before
    return (
        f"| {course.assignment} | {len(every)} | {len(drawing)} | {seeds} | {gradings:,} "
        f"| {tests:,} | {lost} |"
    )


def with_trials(course: Chance, attempts: int, pattern: str, remarks: list[str]) -> Iterator[str]:
    """Have solutions make attempts, and yield a row of the table for each trial."""
    context = _context(
        course, lambda test: prolonged(test, attempts) if test.id in course.trials else None
    )
    rights = solution_variants.read_right_solutions(context.assignment)
    mutants = solution_variants.read_mutants(context.assignment)
    tried = {test.partition("/")[0] for test in course.trials}
    works = {
        (variant, variant in rights): _counting(context, variant, tasks)
        for variant in (*rights, *(each for each in mutants if each.name in course.wrong))
        if fnmatchcase(variant.name, pattern)
        and (tasks := tried.intersection(own_tasks(context.assignment, variant)))
    }
    found: dict[tuple[str, bool], list[Attempts]] = {}
    for (variant, right), answer in _answers(works, remarks):
        counted = json.loads(answer)
        remarks += [f"{variant.name}: {said}" for said in counted["remarks"] if right]
        for test, numbers in counted["attempts"].items():
            found.setdefault((test, right), []).append(Attempts(*numbers))
    for test, plan in course.trials.items():
        for right in (True, False):
            if each := found.get((test, right)):
                yield row(test, plan, each, right=right, alike=test in course.alike)


def row(test: str, plan: Plan, each: Sequence[Attempts], *, right: bool, alike: bool) -> str:
    """Return the row of a trial.

    Args:
        each: what attempts of each solution came to.
        right: whether these solutions are right; then the least successful one is named.
        alike: whether their chances are the same.
    """
    total = Attempts(sum(one.made for one in each), sum(one.succeeded for one in each))
    extreme = (min if right else max)(each, key=lambda one: one.succeeded / one.made)
    risk = max(one.mistaken(plan, right=right) for one in ([total] if alike else each))
    return (
        f"| {test} | {len(each)} {'right' if right else 'wrong'} | {total.made:,} "
        f"| {total.succeeded:,} | {extreme.succeeded} of {extreme.made} | ≤ {risk:.0e} |"
    )


def _counting(context: GradingContext, variant: Variant, tasks: set[str]) -> Work:
    """Grade ``variant``; the answer is JSON: attempts by test, and remarks."""

    def counted(listen: Progress) -> str:
        report = grading_jobs.grade_to_report(
            context, solution_variants.variant_submission(context.assignment, variant), listen,
            tasks=tasks,
        )  # fmt: skip
        attempts: dict[str, tuple[int, int]] = {}
        for test in (test for task in report.tasks for test in task.tests):
            if made := [bool(one["success"]) for case in test.cases for one in case.attempts]:
                attempts[test.id] = len(made), sum(made)
        remarks = list(report.errors)
        if (finding := find_unexpected_failure(variant, report)) is not None:
            remarks.append(", ".join(finding.does))
        return json.dumps({"attempts": attempts, "remarks": remarks})

    return counted


def _answers(
    works: Mapping[tuple[Variant, Any], Work], remarks: list[str]
) -> Iterator[tuple[tuple[Variant, Any], str]]:
    """Yield the answer of each piece of work; what was lost is a remark."""
    with run_jobs((PoolJob(*each) for each in works.items()), available_cores()) as done:
        for outcome in done:
            if outcome.answer is None:
                remarks.append(f"{outcome.key[0].name} was lost: {outcome.lost}")
            else:
                yield outcome.key, outcome.answer


def _context(course: Chance, chosen: Callable[[HiddenTest], HiddenTest | None]) -> GradingContext:
    """Return a context with the tests that ``chosen`` leaves; none counts beside others."""
    assignment = assignments.load_assignment(course.assignment)
    tests = prepare_hidden_tests(assignment)
    kept = [
        replace(test, mark=replace(test.mark, beside=()))
        for each in tests.tests
        if (test := chosen(each)) is not None
    ]
    tasks = [
        replace(task, points=sum(test.mark.points for test in kept if test.mark.task == task.id))
        for task in assignment.tasks
    ]
    return GradingContext(
        replace(assignment, tasks=tuple(tasks)),
        choose_backend("auto"),
        tests=replace(tests, tests=tuple(kept)),
    )


# Attempts without end -----------------------------------------------------------------------


def prolonged(test: HiddenTest, attempts: int) -> HiddenTest:
    """Return ``test`` with a trial that makes that many attempts and never stops earlier.

    Its cases pass, and report their attempts, unless something keeps these from being made.
    """

    def run(given: Mapping[str, Any]) -> object:
        return test.run({**given, "trial": Endless(given["trial"], attempts)})

    return replace(test, run=run, surplus=_ROOM)


@dataclass(slots=True)
class Endless:
    """A stand-in for a trial that decides nothing.

    Attributes:
        trial: where attempts are noted, so that they are reported.
        most: attempts to be made.
    """

    trial: Trial
    most: int

    def attempts(
        self, _plan: Plan = PLAN, *, measures: Sequence[Measure] = ()
    ) -> Iterator[Attempt]:
        """Yield as many attempts as are to be made."""
        self.trial.measures = tuple(measures)
        for number in range(1, self.most + 1):
            attempt = Attempt(number, self.trial.next_seed())
            self.trial.made.append(attempt)
            yield attempt

    @property
    def made(self) -> list[Attempt]:
        """Return those that were made."""
        return self.trial.made

    @property
    def successes(self) -> int:
        """Return how many of them succeeded."""
        return self.trial.successes

    def verify(self, *_: object, **__: object) -> None:
        """Show nothing."""

"""How often chance fails right agents and notebooks, where it can.

Of Connect 4, random agents, agents in whole games and Monte Carlo searches are tried until a
sequential test decides. Trials that go wrong are too rare to be counted. So these are made to go
on, and attempts are counted, from whose chance of success the error rate of a trial follows (see
:mod:`benchmarks.trials`). For this each notebook is loaded and read a few times only.

In the agents' project the opponents are the same with every seed. So right agents that name clocks
or random numbers are graded with each seed, and the others answer the same.

All other cases, drawn ones included, are asked by `grade author validate --only rights`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from benchmarks.endless import prolonged
from benchmarks.trials import interval
from grader import assignment as assignments
from grader.author import grading_jobs, solution_variants
from grader.author.known_wrong_check import find_unexpected_failure
from grader.author.solution_variants import Variant
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.grading_context import Bench
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.model.report import Report
from grader.sandbox import choose_backend
from grader.testing.stochastic_trial import Plan
from hidden_tests.connect4 import test_2_6_random_agent, test_4_4_agent, test_5_monte_carlo

GAMES = ("2.1", "2.2")
"""Tasks of the agents' project that are whole games."""
_BY_CHANCE = re.compile(r"\b(random|secrets|time\.time|perf_counter|process_time|monotonic)\b")

BLOCKS = 2
"""Gradings of a notebook, each with its share of the attempts and games."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Tests of Connect 4 that are made to go on.

    Attributes:
        share: of the seeds asked for, as how many attempts to make at each case.
        plan: of the trial.
        alike: whether attempts of all right solutions have the same chance of success.
    """

    share: float
    plan: Plan
    alike: bool = False


_SEARCH = Kind(0.18, test_5_monte_carlo.PLAN)
KINDS: Mapping[str, Kind] = {
    # All right random agents draw columns with equal chances, so that they win equally often.
    "2.6/rates": Kind(0.3, test_2_6_random_agent.PLAN, alike=True),
    "4.4/plays_whole_games": Kind(0.4, test_4_4_agent.PLAN),
    "5.1/wins_at_once": _SEARCH,
    "5.1/blocks": _SEARCH,
    "5.1/turns": _SEARCH,
}


@dataclass(slots=True)
class Attempts:
    """What attempts came to."""

    made: int = 0
    succeeded: int = 0

    def add(self, made: int, succeeded: int) -> None:
        """Count more of them."""
        self.made += made
        self.succeeded += succeeded

    def mistaken(self, plan: Plan) -> float:
        """Upper end of the interval for the rate at which trials fail such a solution."""
        low, _ = interval(self.succeeded, self.made)
        return 1 - plan.rates(low).passes


@dataclass(slots=True)
class Tally:
    """All gradings of an assignment's right solutions.

    Attributes:
        remarks: what lost points or came to nothing, as sentences.
    """

    gradings: int = 0
    tests: int = 0
    remarks: list[str] = field(default_factory=list)

    def add(self, variant: Variant, seed: int, report: Report) -> None:
        """Note one grading."""
        if report.errors:
            self.remarks.append(f"{variant.name} with seed {seed} came to nothing.")
            return
        self.gradings += 1
        self.tests += sum(len(task.tests) for task in report.tasks)
        if (finding := find_unexpected_failure(variant, report)) is not None:
            self.remarks.append(f"{variant.name} with seed {seed}: {', '.join(finding.does)}")


def table(seeds: int, pattern: str = "*") -> Iterator[str]:
    """The lines of two Markdown tables, and what failed below each.

    Args:
        seeds: with which each right solution plays, beginning with 0.
        pattern: of their names.
    """
    yield from _agents(seeds, pattern)
    yield ""
    yield from _notebooks(seeds, pattern)


def _agents(seeds: int, pattern: str) -> Iterator[str]:
    assignment = assignments.load_assignment("breakthrough_agent")
    bench = Bench(assignment, choose_backend("auto"), tests=prepare_hidden_tests(assignment))
    everybody = solution_variants.read_right_solutions(assignment)
    by_chance = [variant for variant in everybody if _BY_CHANCE.search(variant.source)]
    chosen = [variant for variant in by_chance if fnmatchcase(variant.name, pattern)]
    asked = {
        f"{variant.name} {seed}": (variant, seed) for variant in chosen for seed in range(seeds)
    }
    works = (
        PoolJob(key, grading_jobs.make_grading_work(
            bench, solution_variants.variant_submission(assignment, variant), seed=seed, tasks=GAMES
        ))
        for key, (variant, seed) in asked.items()
    )  # fmt: skip
    tally = Tally()
    with run_jobs(works, available_cores()) as done:
        for outcome in done:
            if outcome.answer is None:
                tally.remarks.append(f"{outcome.key} was lost: {outcome.lost}")
            else:
                tally.add(*asked[outcome.key], grading_jobs.load_short_report(outcome.answer))
    yield (
        f"{len(everybody) - len(by_chance)} of {len(everybody)} right agents name no clock and no "
        "random numbers: they play the same with every seed."
    )
    yield ""
    yield "| right agents | seeds | gradings | tests | lost points |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    names = ", ".join(f"`{variant.name}`" for variant in chosen)
    yield f"| {names} | {seeds} | {tally.gradings:,} | {tally.tests:,} | {len(tally.remarks)} |"
    yield from ["", *tally.remarks] if tally.remarks else []


def _notebooks(seeds: int, pattern: str) -> Iterator[str]:
    assignment = assignments.load_assignment("connect4")
    tests = _going_on(prepare_hidden_tests(assignment), seeds // BLOCKS)
    bench = Bench(assignment, choose_backend("auto"), tests=tests)
    rights = solution_variants.read_right_solutions(assignment)
    chosen = {each.name: each for each in rights if fnmatchcase(each.name, pattern)}
    works = (
        PoolJob((name, block), _counting(bench, variant, block))
        for name, variant in chosen.items()
        for block in range(BLOCKS)
    )
    found: dict[str, dict[str, Attempts]] = {kind: {} for kind in KINDS}
    remarks: list[str] = []
    with run_jobs(works, available_cores()) as done:
        for outcome in done:
            name, block = outcome.key
            if outcome.answer is None:
                remarks.append(f"{name}, block {block}, was lost: {outcome.lost}")
                continue
            counts = json.loads(outcome.answer)
            remarks += [f"{name}, block {block}: {said}" for said in counts["remarks"]]
            for kind, (made, succeeded) in counts["attempts"].items():
                found[kind].setdefault(name, Attempts()).add(made, succeeded)
    yield (
        "| test | right solutions | attempts | succeeded | fewest of one solution "
        "| right solutions failed (95 %) |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for kind, by_name in found.items():
        if by_name:
            yield _row(kind, list(by_name.values()))
    yield from ["", *remarks] if remarks else []


def _row(kind: str, each: Sequence[Attempts]) -> str:
    plan, alike = KINDS[kind].plan, KINDS[kind].alike
    total = Attempts(sum(one.made for one in each), sum(one.succeeded for one in each))
    least = min(each, key=lambda one: one.succeeded / one.made)
    risk = max(one.mistaken(plan) for one in ([total] if alike else each))
    return (
        f"| {kind} | {len(each)} | {total.made:,} | {total.succeeded:,} "
        f"| {least.succeeded} of {least.made} | ≤ {risk:.0e} |"
    )


def _counting(bench: Bench, variant: Variant, block: int) -> Callable[[object], str]:
    """Grade ``variant`` with seed ``block``; the answer is JSON: attempts by test, and remarks."""

    def counted(_progress: object) -> str:
        # A notebook need not have every part.
        has = {*solution_variants.tasks_touched_by(bench.assignment, variant)}
        tasks = sorted(has & {kind.partition("/")[0] for kind in KINDS})
        if not tasks:
            return json.dumps({"attempts": {}, "remarks": []})
        report = grading_jobs.grade_to_report(
            bench, solution_variants.variant_submission(bench.assignment, variant), lambda *_: None,
            seed=block, tasks=tasks,
        )  # fmt: skip
        attempts: dict[str, tuple[int, int]] = {}
        for test in (test for task in report.tasks for test in task.tests):
            made = [bool(one["success"]) for case in test.cases for one in case.attempts]
            if test.id in KINDS and made:
                attempts[test.id] = len(made), sum(made)
        remarks = list(report.errors)
        if (finding := find_unexpected_failure(variant, report)) is not None:
            remarks.append(", ".join(finding.does))
        return json.dumps({"attempts": attempts, "remarks": remarks})

    return counted


def _going_on(tests: HiddenTests, seeds: int) -> HiddenTests:
    """``tests``, where each case of those in :data:`KINDS` makes its share of attempts."""
    return replace(
        tests,
        tests=tuple(
            prolonged(test, max(1, round(seeds * KINDS[test.id].share)))
            if test.id in KINDS
            else test
            for test in tests.tests
        ),
    )

"""Grades known-wrong solutions (mutants) and records how each fails, to name students' mistakes.

::

    grade author diagnoses
    grade author diagnoses --variant 'games/cut_off_*'

Each mutant is graded with two seeds, in the tasks that it fails. Where the two differ, chance has
a part in what the mistake comes to, and it is never named. Cases that are drawn for each submission
are left out: few submissions share any. Tasks have more time than in a grading, so that all cases
are run that any grading may come to.

With ``--variant``, only mutants of such a name are graded, and those of which nothing is written
yet; what is written of others stays.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, replace
from fnmatch import fnmatchcase

from grader.assignment import Assignment
from grader.author import grading_jobs, solution_variants
from grader.author.solution_variants import Variant
from grader.examine.run_hidden_tests import HiddenTests
from grader.explain import known_mistakes
from grader.explain.known_mistakes import (
    ACCEPTED,
    LIMIT,
    CaseSignature,
    KnownMistake,
    KnownMistakes,
    case_signatures,
)
from grader.jobs.forked_worker import Work
from grader.jobs.grading_context import GradingContext
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.model.report import Progress, Report, TaskResult
from grader.model.user_error import UserError

_MORE_TIME = 10.0
"""How many times as much as in a grading the calls of a task may take together."""
SEEDS = (0, 1)
"""Of the gradings that are recorded. ``grade author validate`` begins with the first of them."""
NOTHING = KnownMistakes()

OnProgress = Callable[[int, int], None]
"""Is called with how many gradings have been made, and how many there are."""
SaveMistakes = Callable[[KnownMistakes], None]
"""Is called with all that is known, whenever a mutant has been graded with all seeds."""

SignatureByCase = Mapping[str, CaseSignature]
"""How the cases of a task went, by the case's id."""


class DiagnosesError(UserError):
    """No outcomes can be recorded; ``str()`` is a sentence for the author."""


def record_mistakes(
    context: GradingContext,
    seeds: Sequence[int] = SEEDS,
    *,
    kept: KnownMistakes = NOTHING,
    patterns: Sequence[str] = ("*",),
    progress: OnProgress = lambda *_: None,
    keep: SaveMistakes = lambda _: None,
) -> KnownMistakes:
    """Return the outcomes of an assignment's mutants in the tasks that they fail.

    Args:
        kept: what is written down already. Mutants that are not in it are graded in any case.
        patterns: as of file names; mutants are graded whose name matches one.
        progress: is called as gradings end.
        keep: is called with what is known so far, so that an interruption loses little.

    Raises:
        DiagnosesError: if a mutant cannot be graded, or none has such a name.
        VariantError: if a file is not a mutant.
        SandboxUnavailable: if no sandbox can be started.
    """
    existing = solution_variants.read_mutants(context.assignment)
    named = {
        variant.name
        for variant in existing
        if any(fnmatchcase(variant.name, pattern) for pattern in patterns)
    }
    if existing and not named:
        raise DiagnosesError(f"No mutant is called {' or '.join(map(repr, patterns))}.")
    failing = {(variant.name, task) for variant in existing for task in variant.fails}
    found = {
        (each.name, task): each
        for task, mistakes in kept.tasks.items()
        for each in mistakes
        if (each.name, task) in failing
    }
    context = replace(context, assignment=_with_more_time(context.assignment))
    chosen = [
        variant
        for variant in existing
        if variant.name in named or any((variant.name, task) not in found for task in variant.fails)
    ]

    def known() -> KnownMistakes:
        tasks: dict[str, list[KnownMistake]] = {}
        for task in context.assignment.tasks:
            names = [(variant.name, task.id) for variant in existing]
            if mistakes := [found[name] for name in names if name in found]:
                tasks[task.id] = mistakes
        return KnownMistakes(tuple(seeds), tasks)

    for variant, gradings_of_it in _grade_variants(context, chosen, seeds, progress):
        for task in variant.fails:
            found[variant.name, task] = make_known_mistake(
                variant, [seen[task] for seen in gradings_of_it]
            )
        keep(known())
    return known()


def _with_more_time(assignment: Assignment) -> Assignment:
    """Return ``assignment`` with so large totals that hardly any case is left out for them."""
    tasks = tuple(
        task
        if task.written
        else replace(task, total_cpu_seconds=_MORE_TIME * assignment.total_seconds(task.id))
        for task in assignment.tasks
    )
    overtime = _MORE_TIME * assignment.overtime_seconds
    return replace(assignment, tasks=tasks, overtime_seconds=overtime)


def _grade_variants(
    context: GradingContext, chosen: Sequence[Variant], seeds: Sequence[int], progress: OnProgress
) -> Iterator[tuple[Variant, list[dict[str, SignatureByCase]]]]:
    """Yield each graded variant, with its outcomes by task id for each seed."""
    failing = [(variant, seed) for variant in chosen for seed in seeds]
    jobs = (PoolJob(number, _work(context, *each)) for number, each in enumerate(failing))
    found: dict[int, dict[str, SignatureByCase]] = {}
    with run_jobs(jobs, available_cores()) as answers:
        for outcome in answers:
            variant, _ = failing[outcome.key]
            if outcome.answer is None:
                raise DiagnosesError(f"mutants/{variant.name}.py: {outcome.lost}.")
            found[outcome.key] = _read(outcome.answer)
            progress(len(found), len(failing))
            first = outcome.key // len(seeds) * len(seeds)
            of_it = range(first, first + len(seeds))
            if all(number in found for number in of_it):
                yield variant, [found[number] for number in of_it]


def _work(context: GradingContext, variant: Variant, seed: int) -> Work:
    submission = solution_variants.variant_submission(context.assignment, variant)

    def work(listen: Progress) -> str:
        report = grading_jobs.grade_to_report(
            context,
            submission,
            listen,
            seed=seed,
            tasks=variant.fails,
            cases=HiddenTests.without_pools,
        )
        if report.errors:
            raise DiagnosesError(report.errors[0])
        found = {task.id: case_signatures(task).items() for task in report.tasks}
        return json.dumps(
            {task: {case: astuple(one) for case, one in seen} for task, seen in found.items()}
        )

    return work


def _read(answer: str) -> dict[str, SignatureByCase]:
    found = json.loads(answer)
    return {
        task: {case: CaseSignature(*parts) for case, parts in seen.items()}
        for task, seen in found.items()
    }


def make_known_mistake(variant: Variant, gradings: Sequence[SignatureByCase]) -> KnownMistake:
    """Return the outcomes of ``variant`` in a task, after several gradings."""
    cases = [case for case in gradings[0] if all(case in seen for seen in gradings)]
    if any(len({seen[case] for seen in gradings} - {LIMIT}) > 1 for case in cases):
        return KnownMistake(variant.name, variant.diagnosis, by_chance=True)
    outcomes = {
        case: LIMIT.digest if any(seen[case] == LIMIT for seen in gradings)
        else gradings[0][case].digest
        for case in cases
    }  # fmt: skip
    return KnownMistake(variant.name, variant.diagnosis, outcomes)


def find_stale_tasks(known: KnownMistakes, variant: Variant, report: Report) -> list[str]:
    """Return the tasks in which ``variant`` differs from what ``known`` records of it.

    What chance or the clock has a part in cannot be compared. A case that is stopped by a limit in
    one of the two is no difference, nor is one that one of them had no time for, even if it is the
    only one that fails otherwise: that depends on how fast the machine is.
    """
    failed = (task for task in report.tasks if task.id in variant.fails)
    return [task.id for task in failed if not _holds(known, variant, task)]


def _holds(known: KnownMistakes, variant: Variant, task: TaskResult) -> bool:
    seen = case_signatures(task)
    ids = {case for mistake in known.of(task.id) for case in mistake.outcomes}
    mine = next((each for each in known.of(task.id) if each.name == variant.name), None)
    if mine is None or mine.sentence != variant.diagnosis:
        return False
    if mine.by_chance or variant.looks_at_the_clock:
        return True
    if not seen.keys() <= ids:
        return False
    compared = {
        case: symptom
        for case, symptom in seen.items()
        if symptom != LIMIT and mine.outcomes.get(case, LIMIT.digest) != LIMIT.digest
    }
    if LIMIT not in seen.values() and not any(one.failed for one in compared.values()):
        # Cases of what is not written yet are in neither: nothing is explained, then as now.
        return {*mine.outcomes.values()} <= {ACCEPTED.digest, LIMIT.digest}
    return known_mistakes.mistake_explains_cases(mine, compared)


def find_vanished_mutants(known: KnownMistakes, existing: Iterable[Variant]) -> list[str]:
    """Return the names in ``known`` for which no mutant exists any more."""
    names = {mistake.name for each in known.tasks.values() for mistake in each}
    return sorted(names - {variant.name for variant in existing})

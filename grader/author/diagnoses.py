"""Writes down what known-wrong solutions come to, by which grading names a student's mistake.

::

    grade diagnoses
    grade diagnoses --variant 'games/cut_off_*'

Each mutant is graded with two seeds, in the tasks that it fails. Where the two differ, chance has
a part in what the mistake comes to, and more seeds show what else it may come to. Cases that are
drawn for each submission are left out: few submissions share any.

With ``--variant``, only mutants of such a name are graded, and those of which nothing is written
yet; what is written of others stays.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from fnmatch import fnmatchcase

from grader.author import gradings, variants
from grader.author.variants import Variant
from grader.examine.hidden_tests import HiddenTests
from grader.explain import diagnosis
from grader.explain.mistakes import Mistake, Mistakes
from grader.explain.symptoms import ACCEPTED, LIMIT, Symptom, symptoms
from grader.jobs.bench import Bench
from grader.jobs.pool import Job, cores, outcomes
from grader.jobs.worker import Work
from grader.model.problem import Problem
from grader.model.progress import Progress
from grader.model.report import Report, TaskResult

SEEDS = (0, 1)
"""Of the gradings that are recorded. ``grade validate`` begins with the first of them."""
MORE_SEEDS = (2, 3, 4)
"""Of further gradings, where chance turns out to have a part."""

NOTHING = Mistakes()

Made = Callable[[int, int], None]
"""Is called with how many gradings of one round have been made, and how many it has."""

Seen = Mapping[str, Symptom]
"""How the cases of a task went, by the case's id."""


class DiagnosesError(Problem):
    """Nothing can be written down. ``str()`` is a sentence for the author."""


def record(
    bench: Bench,
    seeds: Sequence[int] = SEEDS,
    more: Sequence[int] = MORE_SEEDS,
    *,
    kept: Mistakes = NOTHING,
    patterns: Sequence[str] = ("*",),
    progress: Made = lambda *_: None,
) -> Mistakes:
    """What the mutants of an assignment come to in the tasks that they fail.

    Args:
        kept: what is written down already. Mutants that are not in it are graded in any case.
        patterns: as of file names; mutants are graded whose name matches one.
        progress: is called as gradings end.

    Raises:
        DiagnosesError: if a mutant cannot be graded, or none has such a name.
        VariantError: if a file is not a mutant.
        SandboxUnavailable: if no sandbox can be started.
    """
    existing = variants.mutants(bench.assignment)
    named = {
        variant.name
        for variant in existing
        if any(fnmatchcase(variant.name, pattern) for pattern in patterns)
    }
    if existing and not named:
        raise DiagnosesError(f"No mutant is called {' or '.join(map(repr, patterns))}.")
    found = {(each.name, task): each for task, known in kept.tasks.items() for each in known}
    chosen = [
        variant
        for variant in existing
        if variant.name in named or any((variant.name, task) not in found for task in variant.fails)
    ]
    graded = _graded(bench, chosen, seeds, progress)
    chancy = [
        variant
        for variant in chosen
        if any(recorded(variant, task, graded[variant.name, task]).by_chance
               for task in variant.fails)
    ]  # fmt: skip
    for key, seen in _graded(bench, chancy, more, progress).items():
        graded[key] += seen
    for variant in chosen:
        for task in variant.fails:
            found[variant.name, task] = recorded(variant, task, graded[variant.name, task])
    tasks = {
        task.id: [found[each.name, task.id] for each in existing if task.id in each.fails]
        for task in bench.assignment.tasks
    }
    known = {task: mistakes for task, mistakes in tasks.items() if mistakes}
    return Mistakes((*seeds, *more), known)


def _graded(
    bench: Bench, chosen: Iterable[Variant], seeds: Sequence[int], progress: Made
) -> dict[tuple[str, str], list[Seen]]:
    """How each task went that a variant fails, with each seed, by variant and task."""
    failing = [(variant, seed) for seed in seeds for variant in chosen]
    jobs = (Job(number, _work(bench, *each)) for number, each in enumerate(failing))
    found: dict[int, dict[str, Seen]] = {}
    with outcomes(jobs, cores()) as answers:
        for outcome in answers:
            if outcome.answer is None:
                name = failing[outcome.key][0].name
                raise DiagnosesError(f"mutants/{name}.py: {outcome.lost}.")
            found[outcome.key] = _read(outcome.answer)
            progress(len(found), len(failing))
    graded: dict[tuple[str, str], list[Seen]] = {}
    for number, (variant, _) in enumerate(failing):
        for task in variant.fails:
            graded.setdefault((variant.name, task), []).append(found[number][task])
    return graded


def _work(bench: Bench, variant: Variant, seed: int) -> Work:
    submission = variants.submission(bench.assignment, variant)

    def work(listen: Progress) -> str:
        report = gradings.report(
            bench,
            submission,
            listen,
            seed=seed,
            tasks=variant.fails,
            cases=HiddenTests.without_pools,
        )
        if report.errors:
            raise DiagnosesError(report.errors[0])
        found = {task.id: symptoms(task).items() for task in report.tasks}
        return json.dumps(
            {task: {case: astuple(one) for case, one in seen} for task, seen in found.items()}
        )

    return work


def _read(answer: str) -> dict[str, Seen]:
    found = json.loads(answer)
    return {
        task: {case: Symptom(*parts) for case, parts in seen.items()}
        for task, seen in found.items()
    }


def recorded(variant: Variant, task: str, gradings: Sequence[Seen]) -> Mistake:
    """What ``variant`` comes to in ``task``, after several gradings of it."""
    cases = [case for case in gradings[0] if all(case in seen for seen in gradings)]
    by_chance = any(len({seen[case].exact for seen in gradings}) > 1 for case in cases)
    seen = {case: [grading[case] for grading in gradings] for case in cases}
    return Mistake(
        variant.name,
        variant.diagnosis,
        by_chance,
        {case: tuple(sorted({one.loose if by_chance else one.exact for one in ones}))
         for case, ones in seen.items()},
        dict(_margins(seen)) if by_chance else {},
        tuple(other for other in variant.fails if other != task),
    )  # fmt: skip


def _margins(seen: Mapping[str, Sequence[Symptom]]) -> Iterator[tuple[str, float]]:
    for case, ones in seen.items():
        margins = [one.margin for one in ones if one.margin is not None]
        if margins:
            yield case, round(sum(margins) / len(margins), 2)


def stale(known: Mistakes, variant: Variant, report: Report) -> list[str]:
    """The tasks in which ``variant`` is no longer what ``known`` says of it.

    What chance has a part in can only be compared with a seed that was recorded, and not at all if
    it is the clock that decides. A case that is stopped by a limit now and then is no difference.
    """
    failed = (task for task in report.tasks if task.id in variant.fails)
    return [task.id for task in failed if not _holds(known, variant, task, report.seed)]


def _holds(known: Mistakes, variant: Variant, task: TaskResult, seed: int) -> bool:
    seen = symptoms(task)
    ids = {case for mistake in known.of(task.id) for case in mistake.outcomes}
    mine = next((each for each in known.of(task.id) if each.name == variant.name), None)
    if mine is None or mine.sentence != variant.diagnosis or not seen.keys() <= ids:
        return False
    if mine.by_chance and (seed not in known.seeds or variant.looks_at_the_clock):
        return True
    comparable = dict(_comparable(mine, seen))
    if not any(one.failed for one in comparable.values()):
        # Cases of what is not written yet tell nothing: there is nothing to explain, then as now.
        return {*mine.outcomes.values()} <= {(ACCEPTED.exact,)}
    return diagnosis.explains(mine, comparable)


def _comparable(mine: Mistake, seen: Seen) -> Iterator[tuple[str, Symptom]]:
    """All cases but those that a limit stopped either now or when they were recorded."""
    for case, symptom in seen.items():
        stopped = LIMIT.exact in mine.outcomes.get(case, ())
        if stopped == (symptom == LIMIT):
            yield case, symptom


def forgotten(known: Mistakes, existing: Iterable[Variant]) -> list[str]:
    """Names in ``known`` of which no mutant exists any more."""
    names = {mistake.name for each in known.tasks.values() for mistake in each}
    return sorted(names - {variant.name for variant in existing})

"""Whether verdicts depend on the machine's load: many gradings at rest, the same ones under load.

Right solutions are graded on the tasks whose functions they write differently, known-wrong ones on
the tasks that they fail, each grading with a seed of its own and compared with the same grading at
rest: whether it loses points in the same tasks, and whether every test says the same of it.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice, starmap

from grader import assignment as assignments
from grader.author import gradings, variants
from grader.author.variants import Variant
from grader.examine.finding import warm_up
from grader.jobs.bench import Bench
from grader.jobs.pool import Job, cores, outcomes
from grader.model.report import Report
from grader.sandbox import choose

OVERLOAD = 4
"""Processes per core that do nothing but compute, and as many gradings at a time beside them."""

_RIVAL = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    pass
"""
"""Ends with the process that started it, however that ends."""

Verdicts = Mapping[str, str]
"""The verdict of each test, by its id; that of a grading that failed is none."""


def table(count: int) -> Iterator[str]:
    """The lines of a Markdown table, after ``count`` gradings of either kind, twice."""
    assignment = assignments.load("ps2")
    bench = Bench(assignment, choose("auto"), tests=warm_up(assignment))
    yield "| gradings | at rest | under load | other tasks lost | other tests | mistakes |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for kind, all_of_them in (
        ("right solutions", variants.rights(assignment)),
        ("known-wrong solutions", variants.mutants(assignment)),
    ):
        # Each of them at least once.
        size = max(count, len(all_of_them))
        chosen = list(islice(cycle(all_of_them), size))
        gradings_of_all = [(bench, variant) for variant in chosen]
        rest, rest_seconds = graded(gradings_of_all, cores())
        with busy(OVERLOAD * cores()):
            loaded, loaded_seconds = graded(gradings_of_all, OVERLOAD * cores())
        flips = [number for number in range(size) if lost(rest[number]) != lost(loaded[number])]
        differ = [number for number in range(size) if rest[number] != loaded[number]]
        mistaken = [
            number
            for found in (rest, loaded)
            for number, variant in enumerate(chosen)
            if lost(found[number]) != set(variant.fails)
        ]
        yield (
            f"| {size} {kind} | {rest_seconds:.0f} s | {loaded_seconds:.0f} s "
            f"| {len(flips)} | {len(differ)} | {len(mistaken)} of {2 * size} |"
        )
        for number in sorted({*differ, *mistaken}):
            print(chosen[number].name, number, rest[number], loaded[number], file=sys.stderr)


def graded(chosen: Sequence[tuple[Bench, Variant]], jobs: int) -> tuple[list[Verdicts], float]:
    """The verdicts of each grading, ``jobs`` at a time; how long all of them took by the clock."""
    works = (
        gradings.work(
            bench,
            variants.submission(bench.assignment, variant),
            seed=number,
            tasks=variant.fails or variants.touched(bench.assignment, variant),
        )
        for number, (bench, variant) in enumerate(chosen)
    )
    found: dict[int, Verdicts] = {}
    began = time.monotonic()
    with outcomes(starmap(Job, enumerate(works)), jobs) as done:
        for outcome in done:
            answer = outcome.answer
            found[outcome.key] = {} if answer is None else _verdicts(gradings.read(answer))
    return [found[number] for number in range(len(chosen))], time.monotonic() - began


def _verdicts(report: Report) -> Verdicts:
    if report.errors:
        return {}
    return {
        test.id: f"{test.verdict.value} {test.score:g}/{test.points:g}"
        for task in report.tasks
        for test in task.tests
    }


def lost(verdicts: Verdicts) -> set[str]:
    """The tasks that lost points."""
    if not verdicts:
        return {"everything"}
    scores = (text.rpartition(" ")[2].split("/") for text in verdicts.values())
    return {
        test.partition("/")[0]
        for test, (score, points) in zip(verdicts, scores, strict=True)
        if score != points
    }


@contextlib.contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep the machine busy with so many processes that do nothing else than compute."""
    with contextlib.ExitStack() as ended:
        for _ in range(processes):
            # In sessions of their own, because the kernel may share processors out by session.
            rival = subprocess.Popen(
                [sys.executable, "-c", _RIVAL, str(os.getpid())], start_new_session=True
            )
            ended.enter_context(rival)
            ended.callback(rival.kill)
        yield

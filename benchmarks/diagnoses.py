"""How often a known mistake is named, and rightly: in code that makes it, and in other wrong code.

What was named in code of which nobody knows the mistake goes to the standard error stream, to be
judged by a person.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader import assignment as assignments
from grader.assignment import Assignment
from grader.author import equivalents, gradings, operators, variants
from grader.author.automatic import candidates
from grader.author.diagnoses import MORE_SEEDS
from grader.examine.finding import warm_up
from grader.explain import mistakes
from grader.explain.diagnosis import diagnosed
from grader.explain.mistakes import Mistakes
from grader.jobs.bench import Bench
from grader.jobs.pool import Job, cores, outcomes
from grader.jobs.worker import Work
from grader.model.progress import Progress
from grader.model.report import TaskResult
from grader.model.submission import Submission
from grader.sandbox import choose

SEED = max(MORE_SEEDS) + 1
"""One that was not recorded."""
REWRITTEN = Path("tests/explain/data")
"""Some of the mistakes as somebody else would make them."""


@dataclass(frozen=True, slots=True)
class Item:
    """A submission, and what is to be said of it.

    Attributes:
        tasks: what is graded; all if empty.
        sentence: of its mistake; empty if none is known.
    """

    name: str
    submission: Submission
    tasks: Sequence[str]
    sentence: str = ""


def known_wrong(assignment: Assignment) -> list[Item]:
    """The very solutions that were recorded."""
    return [
        Item(each.name, variants.submission(assignment, each), each.fails, each.diagnosis)
        for each in variants.mutants(assignment)
    ]


def rewritten(assignment: Assignment) -> list[Item]:
    """The same mistakes in another hand."""
    found = variants.mutants(replace(assignment, reference=REWRITTEN.resolve()))
    return [
        Item(each.name, variants.submission(assignment, each), each.fails, each.diagnosis)
        for each in found
    ]


def right(assignment: Assignment) -> list[Item]:
    """Right solutions in other styles."""
    return [
        Item(each.name, variants.submission(assignment, each), ())
        for each in variants.rights(assignment)
    ]


def small_faults(assignment: Assignment) -> list[Item]:
    """The reference with a small fault in one place."""
    harmless = equivalents.read(assignment)
    return [
        Item(
            f"{each.name}: {each.mutation.description}",
            variants.mutated(assignment, each.function, each.mutation.source),
            [each.task],
        )
        for each in candidates(assignment)
        if each.key not in harmless
    ]


def two_mistakes(assignment: Assignment) -> list[Item]:
    """Each known-wrong solution with a small fault in it besides."""
    found = []
    for number, variant in enumerate(variants.mutants(assignment)):
        faults = list(operators.mutants(variant.source))
        if faults:
            fault = faults[number % len(faults)]
            both = replace(variant, source=fault.source)
            submission = variants.submission(assignment, both)
            name = f"{variant.name}, {fault.name}: {fault.description}"
            found.append(Item(name, submission, variant.fails, variant.diagnosis))
    return found


KINDS: tuple[tuple[str, Callable[[Assignment], list[Item]]], ...] = (
    ("known-wrong solutions", known_wrong),
    ("the same mistakes in another hand", rewritten),
    ("right solutions", right),
    ("small faults in the reference", small_faults),
    ("small faults in known-wrong solutions", two_mistakes),
)


def table(every: int) -> Iterator[str]:
    """The lines of a Markdown table, for every so-many-th submission of each kind."""
    assignment = assignments.load("ps2")
    tests = warm_up(assignment)
    bench = Bench(assignment, choose("auto"), SEED, tests=tests)
    known = mistakes.read(assignment.tests / mistakes.NAME)
    yield (
        "| submissions | failing tasks | its mistake is named | one like it | another | nothing "
        "| were it not known, another |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for kind, items in KINDS:
        yield _row(kind, items(assignment)[::every], bench, known)


def _row(kind: str, items: Sequence[Item], bench: Bench, known: Mistakes) -> str:
    found: Counter[str] = Counter()
    jobs = (Job(number, _work(bench, known, item)) for number, item in enumerate(items))
    with outcomes(jobs, cores()) as done:
        for outcome in done:
            item = items[outcome.key]
            if outcome.answer is None:
                raise RuntimeError(f"{item.name}: {outcome.lost}")
            for task, (sentences, otherwise) in json.loads(outcome.answer).items():
                verdict = _judged(known, task, item.sentence, sentences)
                found[verdict] += 1
                found["failing"] += 1
                found["otherwise"] += bool(item.sentence and otherwise)
                if verdict == "another":
                    print(item.name, task, *sentences, sep=" | ", file=sys.stderr)
    columns = ("failing", "its", "alike", "another", "nothing", "otherwise")
    return f"| {len(items)} {kind} | {' | '.join(str(found[column]) for column in columns)} |"


def _work(bench: Bench, known: Mistakes, item: Item) -> Work:
    """What is said of each task that fails, and what would be if its mistake were not known."""

    def said(task: TaskResult, without: str = "") -> list[str]:
        others = [each for each in known.of(task.id) if each.sentence != without]
        return [diagnosis.sentence for diagnosis in diagnosed(task, others)]

    def work(listen: Progress) -> str:
        report = gradings.report(bench, item.submission, listen, tasks=item.tasks)
        if report.errors:
            raise RuntimeError(report.errors[0])
        failing = (task for task in report.tasks if task.verdict and not task.verdict.passed)
        return json.dumps({task.id: (said(task), said(task, item.sentence)) for task in failing})

    return work


def _judged(known: Mistakes, task: str, own: str, sentences: Sequence[str]) -> str:
    if not sentences:
        return "nothing"
    if own in sentences:
        return "its"
    said = (each for each in known.of(task) if each.sentence in sentences)
    mine = [each.outcomes for each in known.of(task) if each.sentence == own]
    return "alike" if any(each.outcomes in mine for each in said) else "another"

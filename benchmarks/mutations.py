"""Put small faults into the reference, one at a time, and list what no hidden test notices.

    python -m benchmarks.mutations ps2 [--only 'minimax/*']

A fault is killed if its task loses points. Mutations that are right answers (equivalent mutants)
are listed, with the reason, in ``reference/<assignment>/mutants/equivalent.toml``::

    [[equivalent]]
    function = "transition"
    why = "A segment of one city is reversed, too, which gives the route itself."
    mutations = ["comparison-28-11-1: `end - start > 1` becomes `end - start >= 1`."]

A label has the line and the text of its mutation. When these change in the reference, the entry
fits no mutation any more, and its author has to look again.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from benchmarks import mutation_operators
from benchmarks.mutation_operators import MutatedProgram
from grader import assignment as assignments
from grader.assignment import Assignment
from grader.author import grading_jobs, solution_variants
from grader.author.solution_variants import VariantError
from grader.examine.run_hidden_tests import HiddenTests
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.grading_context import GradingContext
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.model.report import Report
from grader.sandbox import choose_backend

FILE = "mutants/equivalent.toml"

Equivalents = dict[tuple[str, str], str]
"""Function and label of a mutation -> why it is a right answer."""


@dataclass(frozen=True, slots=True)
class MutationOfTask:
    """One mutation of the reference, in a function that belongs to ``task``."""

    task: str
    function: str
    mutation: MutatedProgram

    @property
    def name(self) -> str:
        """Return a name that is unique in the assignment."""
        return f"{self.function}/{self.mutation.name}"

    @property
    def key(self) -> tuple[str, str]:
        """Return the key of the mutation in the list of equivalent ones."""
        return self.function, f"{self.mutation.name}: {self.mutation.description}"


def list_mutations(assignment: Assignment) -> Iterator[MutationOfTask]:
    """Yield every mutation of every function that students write, except agents.

    Agents are left out, as many different agents are right.
    """
    if assignment.match is not None:
        return
    for task in assignment.tasks:
        if task.function is not None:
            for mutation in mutation_operators.list_mutations(assignment.source(task.function)):
                yield MutationOfTask(task.id, task.function, mutation)


def table(context: GradingContext, patterns: Sequence[str] = ("*",)) -> Iterator[str]:
    """Yield the lines of a Markdown table, and below it what has to be looked at.

    Args:
        patterns: of the names of mutations that are tried.

    Raises:
        VariantError: if the list of equivalent ones is not in order.
    """
    declared = read_equivalents(context.assignment)
    existing = list(list_mutations(context.assignment))
    tried = [each for each in existing if any(fnmatchcase(each.name, one) for one in patterns)]
    counts: dict[str, Counter[str]] = {each.function: Counter() for each in tried}
    faults = list(find_outdated_declarations(declared, existing))
    for mutation, report in graded(context, tried):
        failed = grading_jobs.tasks_losing_points(report)
        right = mutation.key in declared
        counts[mutation.function].update(mutations=1, killed=bool(failed), equivalent=right)
        line = f"{mutation.name}, line {mutation.mutation.line}: {mutation.mutation.description}"
        if failed and right:
            said = grading_jobs.first_failure_message(failed[0].cases).replace("\n", " ")
            faults.append(f"declared equivalent, but loses points: {line} {said}")
        elif not failed and not right:
            faults.append(f"survives: {line}")
    yield "| function | mutations | killed | equivalent |"
    yield "| --- | ---: | ---: | ---: |"
    for function, found in counts.items():
        numbers = (found[key] for key in ("mutations", "killed", "equivalent"))
        yield f"| `{function}` | {' | '.join(map(str, numbers))} |"
    yield from ["", *(f"* {fault}" for fault in faults)] if faults else []


def graded(
    context: GradingContext, tried: Sequence[MutationOfTask]
) -> Iterator[tuple[MutationOfTask, Report]]:
    """Yield each mutation with the report on its task, up to the first test that loses points.

    Raises:
        RuntimeError: if the grader itself failed.
    """
    works = (
        PoolJob(
            one,
            grading_jobs.make_grading_work(
                context,
                solution_variants.mutated_submission(
                    context.assignment, one.function, one.mutation.source
                ),
                tasks=[one.task],
                cases=HiddenTests.without_pools,
                until=grading_jobs.is_losing_points,
            ),
        )
        for one in tried
    )
    with run_jobs(works, available_cores()) as done:
        for outcome in done:
            if outcome.answer is None:
                raise RuntimeError(f"{outcome.key.name}: {outcome.lost}")
            report = grading_jobs.load_short_report(outcome.answer)
            if report.errors:
                raise RuntimeError(f"{outcome.key.name}: {report.errors[0]}")
            yield outcome.key, report


def find_outdated_declarations(
    declared: Equivalents, existing: Sequence[MutationOfTask]
) -> Iterator[str]:
    """Yield a sentence on each declaration that fits none of the ``existing`` mutations."""
    keys = {each.key for each in existing}
    for function, label in declared:
        if (function, label) not in keys:
            description = label.partition(": ")[2]
            alike = [
                each.mutation.name
                for each in existing
                if (each.function, each.mutation.description) == (function, description)
            ]
            advice = (
                f"the text is now that of {' and '.join(alike)}: look again, and correct the entry"
                if alike
                else "no mutation has this text any more: remove the entry"
            )
            yield f"fits no mutation: {function}: {label} ({advice})"


def read_equivalents(assignment: Assignment) -> Equivalents:
    """Return the entries of the file, or none if there is no file.

    Raises:
        VariantError: if the file is not in order.
    """
    path = assignment.reference / FILE
    if not path.is_file():
        return {}
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise VariantError(f"{FILE}: {problem}") from None
    entries = tables.pop("equivalent", None)
    if tables or not isinstance(entries, list):
        raise VariantError(f"{FILE} should hold tables called [[equivalent]] and nothing else")
    found: Equivalents = {}
    for number, entry in enumerate(entries, start=1):
        function, why, mutations = _fields(entry, number)
        for mutation in mutations:
            if (function, mutation) in found:
                raise VariantError(f"{FILE} lists {mutation!r} of {function} twice")
            found[function, mutation] = why
    return found


def _fields(entry: Any, number: int) -> tuple[str, str, list[str]]:
    match entry:
        case {"function": str(function), "why": str(why), "mutations": [*mutations], **rest} if (
            why and not rest and all(isinstance(mutation, str) for mutation in mutations)
        ):
            return function, " ".join(why.split()), mutations
    raise VariantError(
        f"{FILE}: entry {number} should have the texts function and why, "
        "a list of texts called mutations, and nothing else"
    )


def main() -> int:
    """Print the table; 1 if anything has to be looked at."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutations", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("assignment")
    parser.add_argument("--only", action="append", metavar="PATTERN", help="repeatable")
    options = parser.parse_args()
    chosen = assignments.load_assignment(options.assignment)
    context = GradingContext(chosen, choose_backend("auto"), tests=prepare_hidden_tests(chosen))
    faulty = False
    for line in table(context, options.only or ["*"]):
        print(line, flush=True)
        faulty |= line.startswith("* ")
    return int(faulty)


if __name__ == "__main__":
    sys.exit(main())

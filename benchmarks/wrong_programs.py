"""Wrong programs that are on no record, and how the cases of the tasks went that they get wrong.

They are written by hand, or right solutions with a small fault at a place that was drawn. How
their cases went is kept below ``build/diagnoses``, so that another rule for naming mistakes can be
tried without grading anew. Delete that folder after a change of hidden tests.
"""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from benchmarks import mutation_operators, mutations
from grader.assignment import Assignment
from grader.author import grading_jobs, solution_variants
from grader.author.solution_variants import Variant
from grader.examine.run_hidden_tests import HiddenTests
from grader.explain.known_mistakes import CaseSignature, case_signatures
from grader.jobs.forked_worker import Work
from grader.jobs.grading_context import GradingContext
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.machine.atomic_write import write_atomically
from grader.model.report import Progress
from grader.model.submission import Submission

KEPT = Path("build/diagnoses")
BY_HAND = Path(__file__).parent / "wrong"


@dataclass(frozen=True, slots=True)
class Program:
    """A wrong program.

    Attributes:
        fault: what is wrong in it, for the person who judges what is named.
        tasks: that are graded; each in which it loses points counts.
    """

    name: str
    fault: str
    submission: Submission
    tasks: tuple[str, ...]


def by_hand(assignment: Assignment) -> list[Program]:
    """Return the programs in ``benchmarks/wrong``, whose heads are those of mutants."""
    found = solution_variants.read_mutants(replace(assignment, reference=BY_HAND))
    return [
        Program(
            variant.name.partition("/")[2],
            variant.diagnosis,
            solution_variants.variant_submission(assignment, variant),
            variant.fails,
        )
        for variant in found
    ]


def with_faults(assignment: Assignment, reference: int, rights: int, seed: int) -> list[Program]:
    """Return programs with one small fault each, at places drawn with ``seed``.

    Args:
        reference: how many of them are the reference; declared right answers are left out.
        rights: how many are other right solutions.
    """
    rng = random.Random(seed)
    harmless = mutations.read_equivalents(assignment)
    faulty = [
        Program(
            f"reference/{each.name}",
            each.mutation.description,
            solution_variants.mutated_submission(assignment, each.function, each.mutation.source),
            (each.task,),
        )
        for each in mutations.list_mutations(assignment)
        if each.key not in harmless
    ]
    return rng.sample(faulty, reference) + _right_but_for_one_place(assignment, rights, rng)


def _right_but_for_one_place(
    assignment: Assignment, number: int, rng: random.Random
) -> list[Program]:
    solutions = [
        each for each in solution_variants.read_right_solutions(assignment) if not each.cells
    ]
    found: dict[str, Program] = {}
    while len(found) < number:
        right = rng.choice(solutions)
        if faults := _faults(right.source):
            fault = rng.choice(faults)
            name = f"{right.name}/{fault.name}"
            submission = solution_variants.variant_submission(
                assignment, replace(right, source=fault.source)
            )
            tasks = _tasks_at(assignment, right, fault.line)
            found[name] = Program(name, fault.description, submission, tasks)
    return list(found.values())


@cache
def _faults(source: str) -> list[mutation_operators.MutatedProgram]:
    return list(mutation_operators.list_mutations(source))


def _tasks_at(assignment: Assignment, right: Variant, line: int) -> tuple[str, ...]:
    """Return the task of the function around ``line``, or those of all functions in the file."""
    functions = {task.function: task.id for task in assignment.tasks if task.function}
    defined = [
        node
        for node in ast.parse(right.source).body
        if isinstance(node, ast.FunctionDef) and node.name in functions
    ]
    here = [node for node in defined if node.lineno <= line <= (node.end_lineno or 0)]
    found = tuple(functions[node.name] for node in here or defined)
    return found or solution_variants.tasks_touched_by(assignment, right)


def graded(
    context: GradingContext, programs: Iterable[Program]
) -> Iterator[tuple[Program, str, Mapping[str, CaseSignature]]]:
    """Yield each program with each task in which it loses points, and how its cases went."""
    files = [(program, _file(context, program)) for program in programs]
    jobs = (PoolJob(file, _work(context, program)) for program, file in files if not file.exists())
    KEPT.mkdir(parents=True, exist_ok=True)
    with run_jobs(jobs, available_cores()) as done:
        for outcome in done:
            if outcome.answer is None:
                raise RuntimeError(f"{outcome.key}: {outcome.lost}")
            write_atomically(outcome.key, outcome.answer)
    for program, file in files:
        for task, went in json.loads(file.read_text("utf-8")).items():
            yield program, task, {case: CaseSignature(*symptom) for case, symptom in went.items()}


def _file(context: GradingContext, program: Program) -> Path:
    key = (context.assignment.id, program.submission.digest, *program.tasks, str(context.seed))
    return KEPT / f"{sha256(chr(0).join(key).encode()).hexdigest()[:24]}.json"


def _work(context: GradingContext, program: Program) -> Work:
    def work(listen: Progress) -> str:
        report = grading_jobs.grade_to_report(
            context,
            program.submission,
            listen,
            tasks=program.tasks,
            cases=HiddenTests.without_pools,
        )
        if report.errors:
            raise RuntimeError(report.errors[0])
        return json.dumps({
            task.id: {case: astuple(symptom) for case, symptom in case_signatures(task).items()}
            for task in grading_jobs.tasks_losing_points(report)
        })  # fmt: skip

    return work

"""What packages for Coursemology tell apart.

For each coded task of Problem Set 2, known-wrong programs have to fail a private or an evaluation
case of its package, and right ones none. Those that do not are listed: that platform's model, or
the cases that can be told to it, do not tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader import sandbox as sandboxes
from grader.assignment import load_assignment
from grader.author.solution_variants import Variant, read_mutants, read_right_solutions
from grader.examine.hidden_test_limits import share_watchdog
from grader.examine.test_collection import prepare_hidden_tests
from grader.export.coursemology import make_packages, run_cases
from grader.export.coursemology_cases import ExportedCase
from grader.export.coursemology_package import KINDS, QuestionTexts, cases_of_kind, question_texts
from grader.sandbox.backend_interface import Sandbox


def table(tasks: Sequence[str]) -> Iterator[str]:
    """Yield a line for each task, and the wrong programs that none of its cases fails."""
    assignment, sandbox = load_assignment("ps2"), sandboxes.choose_backend("auto")
    tests = prepare_hidden_tests(assignment)
    wrong, right = read_mutants(assignment), read_right_solutions(assignment)
    chosen = assignment.coded(tasks or [t.id for t in assignment.tasks if not t.written])
    for task in map(assignment.task, chosen):
        with share_watchdog():
            (package,) = make_packages(assignment, tests, sandbox, [task.id])
        texts, cases = question_texts(assignment, task), package.exported.cases
        hidden = [case for case in cases if case.kind != "public"]

        def failed(
            variant: Variant,
            given: Sequence[ExportedCase],
            texts: QuestionTexts = texts,
            sandbox: Sandbox = sandbox,
        ) -> ExportedCase | None:
            """Return the first case that a variant fails, of those given."""
            code = variant.source if variant.whole else f"{texts.solution}\n{variant.source}"
            passed = run_cases(texts, code, given, assignment, sandbox)
            return next((case for case, good in zip(given, passed, strict=True) if not good), None)

        of_task = [each for each in wrong if task.id in each.fails and not each.cells]
        missed = [each for each in of_task if failed(each, hidden) is None]
        fine = [each for each in right if not each.cells and task.id in (each.whole or [task.id])]
        fine = [each for each in fine if f"def {task.function}" in each.source]
        refused = [(each.name, case) for each in fine if (case := failed(each, cases))]
        counts = ", ".join(f"{len(cases_of_kind(cases, kind))} {kind}" for kind in KINDS)
        yield (
            f"{task.id} {task.function}: {counts} cases; {len(of_task) - len(missed)} of "
            f"{len(of_task)} known-wrong programs fail, {len(fine) - len(refused)} of {len(fine)} "
            "right ones pass"
        )
        for each in missed:
            yield f"  not told apart: {each.name}: {each.diagnosis}"
        for name, case in refused:
            yield f"  right, and fails {case.test}: {name}: {case.expression[:80]}"

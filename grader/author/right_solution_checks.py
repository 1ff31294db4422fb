"""Makes the checks that grade the reference, the skeleton and right solutions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader import intake
from grader.author import grading_jobs, solution_variants
from grader.author.known_wrong_check import find_unexpected_failure
from grader.author.solution_variants import Variant
from grader.author.validation_check import (
    CheckFinding,
    CheckResult,
    FindingTable,
    ValidationCheck,
    make_failing_check,
    make_skipped_check,
    split_reports_and_errors,
)
from grader.examine.run_hidden_tests import HiddenTests
from grader.jobs.forked_worker import Work
from grader.jobs.grading_context import GradingContext
from grader.model.formatting import (
    format_count,
    format_count_with_each,
    format_number,
    format_score,
)
from grader.model.report import Report
from grader.model.verdict import Verdict

_UNTOUCHED = {Verdict.NOT_ATTEMPTED, Verdict.NOT_IMPLEMENTED}


def make_reference_check(context: GradingContext, seeds: int) -> ValidationCheck:
    """Return a check that the reference gets full marks with every seed."""
    solution = solution_variants.whole_reference_submission(context.assignment)
    works = {
        str(seed): grading_jobs.make_grading_work(
            context,
            solution,
            seed=seed,
            cases=HiddenTests.with_whole_pools
            if seed == context.seed
            else grading_jobs.keep_tests_unchanged,
        )
        for seed in range(context.seed, context.seed + seeds)
    }

    def judge(answers: Mapping[str, str]) -> CheckResult:
        reports, errors = split_reports_and_errors(answers)
        findings = _find_unreliable_tests(reports)
        trials = sum(len(task.tests) for report in reports.values() for task in report.tasks)
        failures = sum(len(finding.does) for finding in findings)
        bound = failure_rate_upper_bound(failures, trials) if trials else 1.0
        summary = (
            f"{'full marks' if not failures else 'not always full marks'} "
            f"with {format_count(len(reports), 'seed')}; {failures:,} of {trials:,} tests failed, "
            f"a rate below {format_number(100 * bound)} % (95 % confidence)"
        )
        return CheckResult(
            "reference",
            summary,
            [FindingTable("Tests that the reference does not always pass", findings, does="Seeds")],
            {"seeds": len(reports), "tests": trials, "failures": failures, "rate_below": bound},
            errors,
        )

    return ValidationCheck("reference", works, judge)


def _find_unreliable_tests(reports: Mapping[str, Report]) -> list[CheckFinding]:
    """Return tests that fail with some seed, each with the seeds that fail it."""
    found: dict[str, CheckFinding] = {}
    for seed, report in reports.items():
        for test in (test for task in report.tasks for test in task.tests):
            if test.verdict.passed:
                continue
            message = grading_jobs.first_failure_message(test.cases)
            first = found.setdefault(
                test.id, CheckFinding(test.id, test.title, verdict=test.verdict, message=message)
            )
            found[test.id] = replace(first, does=(*first.does, seed))
    return list(found.values())


def make_skeleton_check(context: GradingContext) -> ValidationCheck:
    """Return a check that the skeleton gets no points, and counts as unfinished."""
    path = context.assignment.reference / "skeleton.py"
    name = f"reference/{context.assignment.id}/skeleton.py"
    if not path.is_file():
        return make_skipped_check("skeleton", f"no {name}, which is what students are handed")
    try:
        handed_out = intake.read_submission(path)
    except intake.IntakeError as problem:
        return make_failing_check("skeleton", "cannot be read", str(problem))

    def judge(answers: Mapping[str, str]) -> CheckResult:
        reports, errors = split_reports_and_errors(answers)
        tasks = [task for report in reports.values() for task in report.tasks if not task.by_hand]
        findings = [
            CheckFinding(
                task.id,
                f"{task.title}: {format_score(task.score or 0, task.max_score)}",
                verdict=task.verdict,
            )
            for task in tasks
            if task.score or task.verdict not in _UNTOUCHED
        ]
        summary = "0 points, every task is seen as still to be done"
        if findings:
            summary = f"{format_count(len(findings), 'task')} not seen as still to be done"
        return CheckResult(
            "skeleton", summary, [FindingTable(f"Tasks in {name}", findings)], errors=errors
        )

    return ValidationCheck(
        "skeleton", {name: grading_jobs.make_grading_work(context, handed_out)}, judge
    )


def make_right_solutions_check(
    context: GradingContext, found: Sequence[Variant]
) -> ValidationCheck:
    """Return a check that other right solutions get full marks on all cases."""
    by_name = {variant.name: variant for variant in found}

    def judge(answers: Mapping[str, str]) -> CheckResult:
        reports, errors = split_reports_and_errors(answers)
        found = (find_unexpected_failure(by_name[name], report) for name, report in reports.items())
        findings = [finding for finding in found if finding is not None]
        summary = f"{format_count_with_each(len(reports), 'right solution')} with full marks"
        if findings:
            summary = (
                f"{len(findings)} of {format_count(len(reports), 'right solution')} lost points"
            )
        return CheckResult(
            "rights",
            summary,
            [FindingTable("Right solutions that lose points", findings, does="Fails")],
            {"rights": len(reports), "failing": len(findings)},
            errors,
        )

    return ValidationCheck("rights", _graded(context, found), judge)


def _graded(context: GradingContext, found: Sequence[Variant]) -> dict[str, Work]:
    return {
        variant.name: grading_jobs.make_grading_work(
            context,
            solution_variants.variant_submission(context.assignment, variant),
            tasks=solution_variants.tasks_touched_by(context.assignment, variant),
            cases=HiddenTests.with_whole_pools,
        )
        for variant in found
    }


CONFIDENCE = 0.95


def failure_rate_upper_bound(failures: int, trials: int) -> float:
    """Return the greatest failure rate that is compatible with ``failures`` in ``trials``.

    This is Clopper and Pearson's bound, one-sided at 95 %. Without failures it is about 3 / trials.
    """
    if failures >= trials:
        return 1.0
    low, high = failures / trials, 1.0
    for _ in range(50):  # until floats can no longer tell both ends apart
        middle = (low + high) / 2
        if _probability_of_at_most(failures, trials, middle) > 1 - CONFIDENCE:
            low = middle
        else:
            high = middle
    return high


def _probability_of_at_most(failures: int, trials: int, rate: float) -> float:
    """Return the binomial probability of at most so many failures.

    By logarithms, because binomial coefficients exceed the range of floats.
    """
    hit, missed = math.log(rate), math.log1p(-rate)
    logarithms = (
        math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
        + k * hit + (trials - k) * missed
        for k in range(failures + 1)
    )  # fmt: skip
    return math.fsum(map(math.exp, logarithms))

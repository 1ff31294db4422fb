"""Makes the check of detection limits: how small a mistake hidden tests still notice.

A size of a family is noticed if the program of this size loses points in each task that the family
is about. The limit is the first size that is not. Sizes go from the plainest mistake to the
slightest, and what is noticed of a slight mistake is noticed of a plainer one, too: so a bisection
finds the limit, beginning beside the one that is declared, which takes two gradings at most if it
still holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from grader.author import grading_jobs, solution_variants
from grader.author.read_mutant_families import MutantFamily
from grader.author.validation_check import CheckFinding, CheckResult, FindingTable, ValidationCheck
from grader.examine.run_hidden_tests import HiddenTests
from grader.jobs.forked_worker import Work
from grader.jobs.grading_context import GradingContext
from grader.model.formatting import format_count
from grader.model.report import Progress


class _GraderFailed(Exception):
    """The grader itself failed; the message says how."""


def make_detection_limits_check(
    context: GradingContext, found: Sequence[MutantFamily]
) -> ValidationCheck:
    """Return a check that tests notice each family down to the declared size."""
    by_name = {family.name: family for family in found}

    def judge(answers: Mapping[str, str]) -> CheckResult:
        answered = {name: json.loads(answer) for name, answer in answers.items()}
        errors = [f"{name}: {each['error']}" for name, each in answered.items() if "error" in each]
        measured = [
            (by_name[name], int(each["limit"]), str(each["task"]))
            for name, each in answered.items()
            if "error" not in each
        ]
        worse = [_row(*one) for one in measured if one[1] < one[0].declared]
        better = [_row(*one) for one in measured if one[1] > one[0].declared]
        never = sum(limit == len(family.sizes) for family, limit, _ in measured)
        figures = {
            "families": len(measured),
            "always_noticed": never,
            "worse": len(worse),
            "better": len(better),
        }
        return CheckResult(
            "limits",
            _summary(figures),
            [FindingTable("Limits worse than declared", worse, "Declared", "Accepted")],
            figures,
            errors,
            notes=[FindingTable("Detection limits", [_row(*one) for one in measured], "Declared",
                         "Accepted")],
        )  # fmt: skip

    return ValidationCheck(
        "limits", {name: _make_limit_search(context, by_name[name]) for name in by_name}, judge
    )


def find_first_accepted(count: int, declared: int, accepted: Callable[[int], bool]) -> int:
    """Return the least index below ``count`` that is ``accepted``; else ``count``.

    Args:
        declared: where it is thought to be, looked at first.
        accepted: once true, true for all greater ones.
    """
    low, high = 0, count
    while low < high:
        beside = (index for index in (declared - 1, declared) if low <= index < high)
        middle = next(beside, (low + high) // 2)
        if accepted(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _make_limit_search(context: GradingContext, family: MutantFamily) -> Work:
    """Return work that finds the limit of ``family``, and the first accepting task."""

    def work(listen: Progress) -> str:
        accepting: dict[int, str] = {}

        def accepted(index: int) -> bool:
            accepting[index] = _find_task_accepting_mistake(
                context, family, family.sizes[index], listen
            )
            return bool(accepting[index])

        try:
            limit = find_first_accepted(len(family.sizes), family.declared, accepted)
        except _GraderFailed as problem:
            return json.dumps({"error": str(problem)})
        return json.dumps({"limit": limit, "task": accepting.get(limit, "")})

    return work


def _find_task_accepting_mistake(
    context: GradingContext, family: MutantFamily, size: str, listen: Progress
) -> str:
    """Return the first task that accepts the program of this size; empty if none does.

    Raises:
        _GraderFailed: if the grader failed.
    """
    member = family.member(size)
    submission = solution_variants.variant_submission(context.assignment, member)
    for task in family.tasks:
        report = grading_jobs.grade_to_report(
            context,
            submission,
            listen,
            tasks=[task],
            cases=HiddenTests.without_pools,
            until=grading_jobs.is_losing_points,
        )
        if report.errors:
            raise _GraderFailed(f"{member.name}: {report.errors[0]}")
        if not grading_jobs.tasks_losing_points(report):
            return task
    return ""


def _row(family: MutantFamily, limit: int, task: str) -> CheckFinding:
    said = family.because
    if limit < family.declared:
        said = f"Full marks in {task}."
    elif limit > family.declared:
        said = f"Better than declared: write `#: accepted = {family.limit(limit)}`."
    return CheckFinding(
        family.name,
        f"{family.sentence} ({', '.join(family.tasks)})",
        should=[family.limit(family.declared)],
        does=[family.limit(limit)],
        message=said,
    )


def _summary(figures: Mapping[str, int]) -> str:
    families = figures["families"]
    named = f"{families} {'family' if families == 1 else 'families'}"
    sentence = f"{named}, {figures['always_noticed']} noticed at every size"
    if figures["worse"]:
        sentence += f"; {format_count(figures['worse'], 'limit')} worse than declared"
    if figures["better"]:
        sentence += f"; {format_count(figures['better'], 'limit')} better than declared"
    return sentence

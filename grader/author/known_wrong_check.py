"""The check that known-wrong solutions (mutants) fail the hidden tests that they should."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from grader.assignment import Assignment
from grader.author import expected_failures, grading_jobs, record_known_mistakes, solution_variants
from grader.author.author_check import AuthorCheck, make_broken_check, split_reports_and_errors
from grader.author.check_results import CheckFinding, CheckResult, FindingTable
from grader.author.solution_variants import Variant
from grader.examine.run_hidden_tests import HiddenTests
from grader.explain import known_mistakes
from grader.explain.known_mistakes import KnownMistakes
from grader.jobs.forked_worker import Work
from grader.jobs.grading_context import Bench
from grader.model.formatting import format_count, format_count_with_each
from grader.model.report import Progress, Report

_UNKNOWN = f"Not what {known_mistakes.NAME} says: `grade author diagnoses` writes it anew"


def make_mutants_check(bench: Bench, found: Sequence[Variant]) -> AuthorCheck:
    """Return a check that known-wrong solutions fail the declared tasks and tests only.

    It also checks that the recorded mistakes still describe how they fail. Cases drawn from a pool
    are left out: a mistake has to be noticed whatever is drawn.
    """
    by_name = {variant.name: variant for variant in found}
    try:
        known = known_mistakes.read_known_mistakes(bench.assignment.tests / known_mistakes.NAME)
    except ValueError as problem:
        return make_broken_check("mutants", "a file is not in order", str(problem))

    def _failing_more(variant: Variant, report: Report) -> CheckFinding | None:
        also = expected_failures.tasks_building_on(variant, bench.assignment)
        return expected_failures.find_unexpected_failure(variant, report, also)

    def judge(answers: Mapping[str, str]) -> CheckResult:
        answered = {name: json.loads(answer) for name, answer in answers.items()}
        reports, errors = split_reports_and_errors(
            {name: each["report"] for name, each in answered.items()}
        )
        graded = [(by_name[name], report) for name, report in reports.items()]
        surviving = [found for each in graded if (found := expected_failures.find_survival(*each))]
        failing_more = [found for each in graded if (found := _failing_more(*each))]
        changed = {name: answered[name]["changed"] for name in reports if answered[name]["changed"]}
        unknown = _find_outdated_records(bench.assignment, known, changed)
        tables = [
            FindingTable("Surviving mutants", surviving, "Should fail", "Fails"),
            FindingTable(
                "Mutants that fail more than they should", failing_more, "Should fail", "Fails"
            ),
            FindingTable(_UNKNOWN, unknown, does="Fails otherwise"),
        ]
        figures = {
            "mutants": len(reports),
            "surviving": len(surviving),
            "failing_more": len(failing_more),
            "unknown": len(unknown),
        }
        return CheckResult("mutants", _summary(figures), tables, figures, errors)

    return AuthorCheck(
        "mutants", {name: _make_mutant_work(bench, by_name[name], known) for name in by_name}, judge
    )


def _make_mutant_work(bench: Bench, variant: Variant, known: KnownMistakes) -> Work:
    """Return work that grades ``variant`` and finds tasks in which ``known`` is outdated."""
    submission = solution_variants.variant_submission(bench.assignment, variant)
    tasks = solution_variants.tasks_touched_by(bench.assignment, variant)

    def work(listen: Progress) -> str:
        report = grading_jobs.grade_to_report(
            bench, submission, listen, tasks=tasks, cases=HiddenTests.without_pools
        )
        changed = (
            record_known_mistakes.find_stale_tasks(known, variant, report) if known.tasks else []
        )
        return json.dumps({"report": grading_jobs.dump_short_report(report), "changed": changed})

    return work


def _find_outdated_records(
    assignment: Assignment, known: KnownMistakes, changed: Mapping[str, Sequence[str]]
) -> list[CheckFinding]:
    """Return findings on mutants whose record in ``known`` is outdated, or gone.

    Args:
        changed: by the name of a mutant, the tasks in which it is not what ``known`` says.
    """
    existing = {variant.name: variant for variant in solution_variants.read_mutants(assignment)}
    gone = record_known_mistakes.find_vanished_mutants(known, existing.values())
    return [
        *(
            CheckFinding(name, existing[name].diagnosis, does=tasks)
            for name, tasks in changed.items()
        ),
        *(CheckFinding(name, "There is no such mutant any more.") for name in gone),
    ]


def _summary(figures: Mapping[str, int]) -> str:
    graded = format_count(figures["mutants"], "mutant")
    if not any((figures["surviving"], figures["failing_more"], figures["unknown"])):
        return (
            f"{format_count_with_each(figures['mutants'], 'mutant')} failed what it should and "
            "nothing else"
        )
    sentence = f"{figures['surviving']} of {graded} survived"
    if figures["failing_more"]:
        sentence += f", {figures['failing_more']} failed more than they should"
    if figures["unknown"]:
        sentence += f", {figures['unknown']} not as {known_mistakes.NAME} says"
    return sentence

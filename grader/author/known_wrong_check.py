"""Checks that known-wrong solutions (mutants) fail the hidden tests that they should.

If the author names tests of a task, these are compared with those that failed; otherwise the task
as a whole. A task or test has failed if it lost points, even if these are only withheld because of
other tests.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from grader.assignment import Assignment
from grader.author import grading_jobs, record_known_mistakes, solution_variants
from grader.author.solution_variants import (
    Variant,
    find_line_of_entry,
    path_within_course,
    task_id_of_entry,
)
from grader.author.validation_check import (
    CheckFinding,
    CheckResult,
    FindingTable,
    ValidationCheck,
    make_failing_check,
    split_reports_and_errors,
)
from grader.examine.hidden_test import HiddenTest
from grader.examine.run_hidden_tests import HiddenTests
from grader.explain import known_mistakes
from grader.explain.known_mistakes import KnownMistakes
from grader.jobs.forked_worker import Work
from grader.jobs.grading_context import GradingContext
from grader.model.formatting import format_count, format_count_with_each
from grader.model.report import Progress, Report, TaskResult, TestResult
from grader.model.verdict import Verdict

_UNKNOWN = f"Not what {known_mistakes.NAME} says: `grade author diagnoses` writes it anew"


def make_mutants_check(context: GradingContext, found: Sequence[Variant]) -> ValidationCheck:
    """Return a check that known-wrong solutions fail the declared tasks and tests only.

    It also checks that the recorded mistakes still describe how they fail. Cases drawn from a pool
    are left out: a mistake has to be noticed whatever is drawn.
    """
    by_name = {variant.name: variant for variant in found}
    try:
        known = known_mistakes.read_known_mistakes(context.assignment.tests / known_mistakes.NAME)
    except ValueError as problem:
        return make_failing_check("mutants", "a file is not in order", str(problem))

    def _failing_more(variant: Variant, report: Report) -> CheckFinding | None:
        also = tasks_depending_on(variant, context.assignment)
        return find_unexpected_failure(variant, report, also)

    def judge(answers: Mapping[str, str]) -> CheckResult:
        answered = {name: json.loads(answer) for name, answer in answers.items()}
        reports, errors = split_reports_and_errors(
            {name: each["report"] for name, each in answered.items()}
        )
        graded = [(by_name[name], report) for name, report in reports.items()]
        surviving = [found for each in graded if (found := find_undetected_mutant(*each))]
        failing_more = [found for each in graded if (found := _failing_more(*each))]
        changed = {name: answered[name]["changed"] for name in reports if answered[name]["changed"]}
        unknown = _find_outdated_records(context.assignment, known, changed)
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

    return ValidationCheck(
        "mutants",
        {name: _make_mutant_work(context, by_name[name], known) for name in by_name},
        judge,
    )


def _make_mutant_work(context: GradingContext, variant: Variant, known: KnownMistakes) -> Work:
    """Return work that grades ``variant`` and finds tasks in which ``known`` is outdated."""
    submission = solution_variants.variant_submission(context.assignment, variant)
    tasks = solution_variants.tasks_touched_by(context.assignment, variant)

    def work(listen: Progress) -> str:
        report = grading_jobs.grade_to_report(
            context, submission, listen, tasks=tasks, cases=HiddenTests.without_pools
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


def find_undetected_mutant(variant: Variant, report: Report) -> CheckFinding | None:
    """Return the finding about ``variant`` if it passes anything that it should fail."""
    failed = _failed_tests(variant, report)
    always = [name for name in variant.tests if not name.endswith("?")]
    kept = [name for name in _match_test_ids(always, report) if name not in failed]
    unknown = [name for name in variant.tests if not list(_match_test_ids([name], report))]
    whole = set(variant.fails) - _tasks_with_named_tests(variant)
    if not (kept or unknown or whole - failed.keys()):
        return None
    missing = [
        *(f"{name} keeps its points." for name in kept),
        *(f"There is no test {name} that is worth points." for name in unknown),
    ]
    return _finding(variant, failed, message="\n".join(missing))


def find_unknown_tests(
    assignment: Assignment, variants: Iterable[Variant], tests: Iterable[HiddenTest]
) -> list[str]:
    """Return sentences about tests that ``variants`` name and that do not exist."""
    known = [test.id for test in tests if test.mark.points]
    problems: list[str] = []
    for variant in variants:
        file = path_within_course(
            assignment, assignment.reference / "mutants" / f"{variant.name}.py"
        )
        for name in variant.tests:
            pattern = name.removesuffix("?")
            if not any(fnmatchcase(test, pattern) for test in known):
                siblings = [
                    test for test in known if task_id_of_entry(test) == task_id_of_entry(name)
                ]
                problems.append(
                    f"{file}:{find_line_of_entry(variant.source, name)}: there is no test {name} "
                    f"that is worth points; those of task {task_id_of_entry(name)} are "
                    f"{', '.join(siblings)}"
                )
    return problems


def find_unexpected_failure(
    variant: Variant, report: Report, also: Collection[str] = ()
) -> CheckFinding | None:
    """Return the first failure of ``variant`` beyond the declared ones, as a finding.

    Tasks that ``variant`` leaves to a person have to be undecided.

    Args:
        also: tasks that may fail as well, as :func:`tasks_depending_on` gives them.
    """
    failed = _failed_tests(variant, report)
    allowed = {*variant.fails, *_match_test_ids(variant.tests, report), *also}
    for name, result in failed.items():
        if name in variant.open and result.verdict is Verdict.UNDECIDED:
            continue
        if name not in allowed:
            finding = _finding(
                variant, failed, message=grading_jobs.first_failure_message(result.cases)
            )
            return replace(finding, verdict=result.verdict)
    graded = {task.id for task in report.tasks}
    if decided := [task for task in variant.open if task in graded - failed.keys()]:
        said = f"The grader decides {', '.join(decided)} by now: delete that from `#: open =`."
        return _finding(variant, failed, message=said)
    return None


def tasks_depending_on(variant: Variant, assignment: Assignment) -> set[str]:
    """Return tasks that build on a function ``variant`` gets wrong, if roles are bound.

    Functions are lent in the convention that the student's own have shown, and a wrong one may
    show none.
    """
    if assignment.contract is None:
        return set()
    wrong = {task.function for task in assignment.tasks if task.id in variant.fails}
    return {
        task.id
        for task in assignment.tasks
        if task.id not in variant.fails and not wrong.isdisjoint(task.globals)
    }


def _finding(variant: Variant, failed: Iterable[str], message: str) -> CheckFinding:
    whole = [task for task in variant.fails if task not in _tasks_with_named_tests(variant)]
    should = (*whole, *variant.tests)
    return CheckFinding(variant.name, variant.diagnosis, should, list(failed), message=message)


def _failed_tests(variant: Variant, report: Report) -> Mapping[str, TaskResult | TestResult]:
    """Return failed tests where ``variant`` names tests, and other failed tasks, by id."""
    failed: dict[str, TaskResult | TestResult] = {}
    for task in grading_jobs.tasks_losing_points(report):
        if task.id in _tasks_with_named_tests(variant):
            failed |= {test.id: test for test in task.tests if test.score < test.points}
        else:
            failed[task.id] = task
    return failed


def _tasks_with_named_tests(variant: Variant) -> set[str]:
    """Return the tasks in which ``variant`` names tests."""
    return {task_id_of_entry(test) for test in variant.tests}


def _match_test_ids(names: Iterable[str], report: Report) -> Iterable[str]:
    """Return the ids of the tests worth points that ``names`` stand for."""
    tests = [test.id for task in report.tasks for test in task.tests if test.points]
    patterns = [name.removesuffix("?") for name in names]
    return (test for test in tests if any(fnmatchcase(test, pattern) for pattern in patterns))

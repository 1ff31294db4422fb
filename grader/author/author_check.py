"""Defines one check of an assignment: the work it needs, and how its answers are judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grader.author import grading_jobs
from grader.author.check_results import CheckFinding, CheckResult, FindingTable
from grader.jobs.forked_worker import Work
from grader.model.report import Report

PROBLEMS = "What is not in order"


@dataclass(frozen=True, slots=True)
class AuthorCheck:
    """A check of an assignment: its work by name, and the judge of the answers.

    Attributes:
        works: by name.
        judge: makes a result of the answers, by the same names. Work that was lost has no answer.
    """

    name: str
    works: Mapping[str, Work]
    judge: Callable[[Mapping[str, str]], CheckResult]


def make_skipped_check(name: str, reason: str) -> AuthorCheck:
    """Return a check that has nothing to do."""
    return AuthorCheck(name, {}, lambda _: CheckResult(name, reason, skipped=True))


def make_broken_check(name: str, what: str, *problems: str) -> AuthorCheck:
    """Return a check that fails because the assignment's own files have errors."""
    tables = [FindingTable(PROBLEMS, [CheckFinding(problem) for problem in problems])]
    return AuthorCheck(name, {}, lambda _: CheckResult(name, what, tables))


def split_reports_and_errors(answers: Mapping[str, str]) -> tuple[dict[str, Report], list[str]]:
    """Return reports without errors, by name, and the errors of the others."""
    reports = {name: grading_jobs.load_short_report(answer) for name, answer in answers.items()}
    errors = [f"{name}: {error}" for name, report in reports.items() for error in report.errors]
    return {name: report for name, report in reports.items() if not report.errors}, errors

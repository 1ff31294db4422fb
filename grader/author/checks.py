"""What a check is: work for a pool, and a judgement of what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grader.author import gradings
from grader.author.finding import Finding, Result, Table
from grader.jobs.worker import Work
from grader.model.report import Report

PROBLEMS = "What is not in order"


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes:
        works: what there is to do for it, by name.
        judge: makes a result of the answers, by the same names. Work that was lost has none.
    """

    name: str
    works: Mapping[str, Work]
    judge: Callable[[Mapping[str, str]], Result]


def skipped(name: str, reason: str) -> Check:
    """A check that has nothing to do."""
    return Check(name, {}, lambda _: Result(name, reason, skipped=True))


def broken(name: str, what: str, problem: str) -> Check:
    """A check that cannot be made, because the assignment's own files are not in order."""
    finding = Finding(problem)
    return Check(name, {}, lambda _: Result(name, what, [Table(PROBLEMS, [finding])]))


def reports_of(answers: Mapping[str, str]) -> tuple[dict[str, Report], list[str]]:
    """Reports by name; those that are not to be relied on as sentences instead."""
    reports = {name: gradings.read(answer) for name, answer in answers.items()}
    errors = [f"{name}: {error}" for name, report in reports.items() for error in report.errors]
    return {name: report for name, report in reports.items() if not report.errors}, errors

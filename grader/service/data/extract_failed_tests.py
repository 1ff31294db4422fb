"""Extracts the failed tests from a report, so that submissions can be grouped by them.

It is stored beside the report when a grading ends: to read thousands of reports takes minutes.
"""

from __future__ import annotations

import json

import msgspec

from grader.model.verdict import Verdict

_LONGEST = 2_000
"""Characters of a text that are kept; pages show a few lines of each."""
_LINES = 12
"""Lines of code that are kept."""


class FailedTest(msgspec.Struct, frozen=True):
    """A failed test of a report, with the first of its cases that failed.

    Attributes:
        said: the sentence about a known mistake, else the message of the case.
        known: whether it is a known mistake.
        first: number of the first of ``lines``, the student's code where it broke off.
    """

    task: str
    test: str
    title: str
    verdict: Verdict
    said: str = ""
    known: bool = False
    expected: str = ""
    actual: str = ""
    first: int = 1
    lines: tuple[str, ...] = ()


class _Excerpt(msgspec.Struct):
    first: int = 1
    lines: list[str] = []


class _Call(msgspec.Struct):
    excerpt: _Excerpt | None = None


class _Case(msgspec.Struct):
    verdict: Verdict
    message: str = ""
    expected: str | None = None
    actual: str | None = None
    call: _Call | None = None


class _Test(msgspec.Struct):
    id: str
    title: str
    verdict: Verdict
    cases: list[_Case] = []


class _Diagnosis(msgspec.Struct):
    sentence: str


class _Task(msgspec.Struct):
    id: str
    tests: list[_Test] = []
    diagnoses: list[_Diagnosis] = []


class _Report(msgspec.Struct):
    """The part of a stored report that is extracted; other fields are ignored."""

    tasks: list[_Task] = []


_REPORT = msgspec.json.Decoder(_Report)
_FAILURES = msgspec.json.Decoder(list[FailedTest])


def extract_failures(report: str) -> str:
    """Return the failed tests of a report as JSON, for :func:`load_failures`."""
    found = [
        _failed(task, test)
        for task in _read(report).tasks
        for test in task.tests
        if not test.verdict.passed
    ]
    # In ASCII: half a surrogate pair, which students can print, is no text for databases.
    return json.dumps(msgspec.to_builtins(found), separators=(",", ":"))


def load_failures(text: str) -> list[FailedTest]:
    """Return the failed tests that :func:`extract_failures` extracted."""
    try:
        return _FAILURES.decode(text)
    except msgspec.DecodeError:  # half a surrogate pair
        return msgspec.convert(json.loads(text), list[FailedTest])


def _failed(task: _Task, test: _Test) -> FailedTest:
    case = next((each for each in test.cases if not each.verdict.passed), None)
    excerpt = case.call.excerpt if case is not None and case.call is not None else None
    known = bool(task.diagnoses)
    said = task.diagnoses[0].sentence if known else case.message if case is not None else ""
    return FailedTest(
        task.id, test.id, test.title, test.verdict, said[:_LONGEST], known,
        ((case.expected or "") if case else "")[:_LONGEST],
        ((case.actual or "") if case else "")[:_LONGEST],
        excerpt.first if excerpt else 1,
        tuple(line[:_LONGEST] for line in excerpt.lines[:_LINES]) if excerpt else (),
    )  # fmt: skip


def _read(report: str) -> _Report:
    try:
        return _REPORT.decode(report)
    except msgspec.DecodeError:  # half a surrogate pair
        return msgspec.convert(json.loads(report), _Report)

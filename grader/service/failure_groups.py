"""Groups submissions that fail a test with the same mistake or message."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.model.submission import digest_texts
from grader.model.verdict import Verdict
from grader.service.blind_marking import hide_file_names
from grader.service.data.tables import StoredReport
from grader.service.submission_queries import SubmissionView

_AT_ONCE = 50
"""Reports that are in memory together."""
_LONGEST = 300


class _Excerpt(msgspec.Struct):
    line: int = 0
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
    """The part of a stored report that grouping needs; other fields are ignored."""

    tasks: list[_Task]


_DECODER = msgspec.json.Decoder(_Report)


@dataclass(frozen=True, slots=True)
class GroupMember:
    """A submission in a group, with the first case that failed.

    Attributes:
        first: number of the first of ``lines``, the student's code where it broke off.
    """

    seen: SubmissionView
    expected: str
    actual: str
    first: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """A group of submissions that fail a test in the same way.

    Attributes:
        said: the sentence about a known mistake, else the message of the first case that failed.
        known: whether it is a known mistake.
    """

    task: str
    test: str
    title: str
    verdict: Verdict
    said: str
    known: bool
    members: tuple[GroupMember, ...]

    @property
    def key(self) -> str:
        """Return a digest that names the group in a form."""
        return digest_texts((self.task, self.test, self.verdict.value, self.said))[:16]


def group_failures(
    session: Session, every: Sequence[SubmissionView], task: str = ""
) -> list[FailureGroup]:
    """Return the groups of submissions that fail alike, the largest first."""
    members: dict[tuple[str, str, Verdict, str], list[GroupMember]] = {}
    heads: dict[tuple[str, str, Verdict, str], tuple[str, bool]] = {}
    for seen, report in _reports(session, [seen for seen in every if seen.has_report]):
        for of_task in report.tasks:
            if task and of_task.id != task:
                continue
            for test in of_task.tests:
                if test.verdict.passed:
                    continue
                case = next((each for each in test.cases if not each.verdict.passed), None)
                known = bool(of_task.diagnoses)
                said = of_task.diagnoses[0].sentence if known else _message(seen, case)
                key = of_task.id, test.id, test.verdict, said[:_LONGEST]
                heads.setdefault(key, (test.title, known))
                members.setdefault(key, []).append(_member(seen, case))
    found = [
        FailureGroup(key[0], key[1], heads[key][0], key[2], key[3], heads[key][1], tuple(its))
        for key, its in members.items()
    ]
    return sorted(found, key=lambda group: -len(group.members))


def _message(seen: SubmissionView, case: _Case | None) -> str:
    return hide_file_names(case.message, seen.submission) if case is not None else ""


def _member(seen: SubmissionView, case: _Case | None) -> GroupMember:
    excerpt = case.call.excerpt if case is not None and case.call is not None else None
    return GroupMember(
        seen,
        (case.expected or "") if case else "",
        (case.actual or "") if case else "",
        excerpt.first if excerpt else 1,
        tuple(excerpt.lines) if excerpt else (),
    )


def _reports(
    session: Session, every: Sequence[SubmissionView]
) -> Iterator[tuple[SubmissionView, _Report]]:
    for some in _batches(every):
        rows = session.execute(
            select(StoredReport.grading_id, StoredReport.text).where(
                StoredReport.grading_id.in_([seen.grading.id for seen in some])
            )
        )
        texts = dict(rows.tuples().all())
        for seen in some:
            if seen.grading.id in texts:
                yield seen, _read(texts[seen.grading.id])


def _read(text: str) -> _Report:
    try:
        return _DECODER.decode(text)
    except msgspec.DecodeError:
        # Half a surrogate pair, which students can print and this decoder does not take.
        return msgspec.convert(json.loads(text), _Report)


def _batches(every: Sequence[SubmissionView]) -> Iterable[Sequence[SubmissionView]]:
    return (every[start : start + _AT_ONCE] for start in range(0, len(every), _AT_ONCE))

"""Groups submissions that fail a test with the same mistake or message."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.model.submission import digest_texts
from grader.model.verdict import Verdict
from grader.service.blind_marking import hide_file_names_in
from grader.service.data.database import split_into_chunks
from grader.service.data.extract_failed_tests import FailedTest, load_failures
from grader.service.data.tables import Grading, GradingState, StoredReport, Submission
from grader.service.submission_queries import latest_for_staff

_AT_ONCE = 500
"""Submissions whose failures are in memory at the same time."""
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class GroupMember:
    """A submission in a group, by its id, with the first case that failed."""

    submission: int
    failed: FailedTest


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
    session: Session, submissions: Collection[int], task: str = ""
) -> list[FailureGroup]:
    """Return the groups of submissions, by their ids, that fail alike, the largest first."""
    members: dict[tuple[str, str, Verdict, str], list[GroupMember]] = {}
    heads: dict[tuple[str, str, Verdict, str], tuple[str, bool]] = {}
    plain: dict[tuple[str, str], str] = {}
    for submission, filename, failures in _failures(session, submissions):
        for failed in failures:
            if task and failed.task != task:
                continue
            said = failed.said
            if not failed.known:
                place = said, filename if filename in said else ""
                if place not in plain:
                    plain[place] = hide_file_names_in(*place)
                said = plain[place]
            key = failed.task, failed.test, failed.verdict, said[:_LONGEST]
            heads.setdefault(key, (failed.title, failed.known))
            members.setdefault(key, []).append(GroupMember(submission, failed))
    found = [
        FailureGroup(key[0], key[1], heads[key][0], key[2], key[3], heads[key][1], tuple(its))
        for key, its in members.items()
    ]
    return sorted(found, key=lambda group: -len(group.members))


def _failures(
    session: Session, submissions: Collection[int]
) -> Iterator[tuple[int, str, list[FailedTest]]]:
    """Yield each submission's id, the name of its file, and its failed tests, the oldest first."""
    for some in split_into_chunks(sorted(submissions), _AT_ONCE):
        which = Submission.id.in_(some)
        rows = session.execute(
            select(Submission.id, Submission.filename, StoredReport.failures)
            .join(Grading, Grading.submission_id == Submission.id)
            .join(StoredReport, StoredReport.grading_id == Grading.id)
            .where(Grading.id.in_(latest_for_staff(which)), Grading.state == GradingState.DONE)
            .order_by(Submission.id)
        )
        for submission, filename, failures in rows:
            yield submission, filename, load_failures(failures)

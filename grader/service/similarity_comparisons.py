"""Stores which submissions look alike: requests of instructors, and results of workers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.model.submission import Cell
from grader.service import submission_queries
from grader.service.data.tables import AssignmentEdition, Course, GradingState, SimilarityComparison
from grader.service.queue.requested_work_queue import WorkQueue
from grader.service.submission_queries import SubmissionView

CAUTION = (
    "This list is not a verdict: a small task has few solutions, and everybody may use what was "
    "taught in class."
)
COMPARISONS = WorkQueue(SimilarityComparison, lease=900.0, tries=3, doing="compared them")
_LONGEST = 80
"""Lines of a passage that are shown."""


class LineSpan(msgspec.Struct, frozen=True):
    """A range of lines; each end is the number of a cell or file from 0, and of a line from 1."""

    first: tuple[int, int]
    last: tuple[int, int]


class SharedPassage(msgspec.Struct, frozen=True):
    """A passage that two submissions share, as its lines in each of them."""

    one: LineSpan
    other: LineSpan


class PairSide(msgspec.Struct, frozen=True):
    """One submission of a pair; ``share`` is the part of its code that is also in the other."""

    submission: int
    share: float


class SimilarPair(msgspec.Struct, frozen=True):
    """Two similar submissions; ``lines`` counts the lines of all their shared passages."""

    one: PairSide
    other: PairSide
    lines: int
    passages: list[SharedPassage]


class SimilarityOutcome(msgspec.Struct, frozen=True):
    """The result of a comparison: the most similar pairs, and how many more there are.

    Attributes:
        left_out: how many submissions could not be compared, or not as a whole.
        earlier: how many are of the course from which this one was copied.
    """

    compared: int
    at_least: float
    beyond: int
    left_out: int
    pairs: list[SimilarPair]
    earlier: int = 0


@dataclass(frozen=True, slots=True)
class ExistingPair:
    """A similar pair of which neither submission has been deleted."""

    pair: SimilarPair
    one: SubmissionView
    other: SubmissionView


def request_comparison(
    session: Session, edition: AssignmentEdition, who: int
) -> SimilarityComparison:
    """Queue a comparison of an assignment's submissions, or return the unfinished one."""
    known = latest_comparison(session, edition.course_id, edition.assignment)
    if known is not None and not GradingState(known.state).over:
        return known
    made = SimilarityComparison(
        course_id=edition.course_id, assignment=edition.assignment, by_id=who, at=time.time()
    )
    session.add(made)
    session.flush()
    return made


def latest_comparison(
    session: Session, course: int, assignment: str
) -> SimilarityComparison | None:
    """Return the latest comparison of an assignment; ``None`` if there is none."""
    return session.scalars(
        select(SimilarityComparison)
        .where(
            SimilarityComparison.course_id == course, SimilarityComparison.assignment == assignment
        )
        .order_by(SimilarityComparison.id.desc())
        .limit(1)
    ).one_or_none()


def read_outcome(comparison: SimilarityComparison) -> SimilarityOutcome:
    """Return the stored result of a comparison."""
    return msgspec.json.decode(comparison.result, type=SimilarityOutcome)


def existing_pairs(
    session: Session,
    comparison: SimilarityComparison,
    likeness: SimilarityOutcome,
    *,
    earlier: bool,
) -> list[ExistingPair]:
    """Return the pairs of a comparison, without pairs with a deleted submission.

    Args:
        earlier: whether pairs with a submission of the course from which this one was copied are
            there; who may not read that course is not shown them.
    """
    numbers = {side.submission for pair in likeness.pairs for side in (pair.one, pair.other)}
    before = session.get_one(Course, comparison.course_id).copied_from_id if earlier else None
    known = {
        seen.submission.id: seen
        for course in (comparison.course_id, before)
        if course is not None
        for seen in submission_queries.submissions_by_ids(session, course, numbers)
        if seen.submission.assignment == comparison.assignment
    }
    return [
        ExistingPair(pair, known[pair.one.submission], known[pair.other.submission])
        for pair in likeness.pairs
        if {pair.one.submission, pair.other.submission} <= known.keys()
    ]


def lines_of_span(cells: Sequence[Cell], span: LineSpan) -> list[tuple[int, int, str]]:
    """Return the lines of a span, each with its cell number from 0 and line number from 1."""
    return [
        (number, line, text)
        for number, cell in enumerate(cells)
        for line, text in enumerate(cell.source.rstrip("\n").split("\n"), start=1)
        if span.first <= (number, line) <= span.last
    ][:_LONGEST]

"""Summarises a batch, as values made of its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean, median

from grader.batch.batch_row import BatchRow
from grader.jobs.result_statistics import (
    CommonMistake,
    TaskSummary,
    count_common_mistakes,
    count_in_bins,
    summarise_tasks,
)

_SLOWEST = 10


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """The summary of a batch: its rows, tasks, settings and statistics.

    Attributes:
        rows: of all hand-ins, by student.
        settings: by the digests in rows, this run's first; others belong to rows of earlier runs.
        seconds: on the clock.
    """

    assignment: str
    title: str
    rows: tuple[BatchRow, ...]
    settings: Mapping[str, Mapping[str, str]]
    seconds: float
    tasks: tuple[TaskSummary, ...]
    diagnoses: tuple[CommonMistake, ...]

    @property
    def shares(self) -> list[float]:
        """Return each row's score as a share of its maximum, if that is above 0."""
        return [
            row.result.score / row.result.max_score for row in self.rows if row.result.max_score
        ]

    @property
    def histogram(self) -> list[int]:
        """Return the number of hand-ins in each of :data:`BINS` steps of equal width."""
        return count_in_bins(self.shares)

    @property
    def mean(self) -> float:
        """Return the mean of the shares; 0 if there are none."""
        return fmean(self.shares) if self.shares else 0.0

    @property
    def median(self) -> float:
        """Return the median of the shares; 0 if there are none."""
        return median(self.shares) if self.shares else 0.0

    @property
    def graded(self) -> int:
        """Return how many hand-ins were graded in this run."""
        return sum(row.graded for row in self.rows)

    @property
    def full(self) -> int:
        """Return how many hand-ins have full marks."""
        return sum(row.full for row in self.rows)

    @property
    def refused(self) -> list[BatchRow]:
        """Return the rows of hand-ins that could not be read."""
        return [row for row in self.rows if row.refusal]

    @property
    def internal(self) -> list[BatchRow]:
        """Return the rows on which the grader itself failed."""
        return [row for row in self.rows if row.internal]

    @property
    def to_decide(self) -> list[BatchRow]:
        """Return the rows with points that only a person can decide."""
        return [row for row in self.rows if row.to_decide]

    @property
    def open(self) -> list[BatchRow]:
        """Return the rows with roles that a person has to settle."""
        return [row for row in self.rows if row.result.open]

    @property
    def slowest(self) -> list[BatchRow]:
        """Return the rows that took most CPU time, the slowest first."""
        by_time = sorted(self.rows, key=lambda row: row.result.cpu_seconds, reverse=True)
        return [row for row in by_time[:_SLOWEST] if row.result.cpu_seconds > 0]

    @property
    def shared(self) -> list[str]:
        """Return the ids that more than one hand-in has."""
        often = Counter(row.id for row in self.rows)
        return [student for student, number in often.items() if number > 1]


def summarise_batch(
    title: str,
    rows: Iterable[BatchRow],
    assignment: str,
    settings: Mapping[str, Mapping[str, str]],
    seconds: float,
) -> BatchSummary:
    """Return the summary of ``rows``.

    Args:
        title: of the assignment.
        assignment: its id.
        settings: by their digests, that of this run first; of others those in use are kept.
    """
    kept = tuple(sorted(rows, key=lambda row: (row.id, row.name)))
    used = {row.setting for row in kept} | set(list(settings)[:1])
    return BatchSummary(
        assignment=assignment,
        title=title,
        rows=kept,
        settings={digest: dict(parts) for digest, parts in settings.items() if digest in used},
        seconds=seconds,
        tasks=summarise_tasks(
            [row.result for row in kept if not row.refusal],
            [row.result for row in kept if row.refusal],
        ),
        diagnoses=count_common_mistakes((row.name, row.result) for row in kept),
    )

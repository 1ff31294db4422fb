"""The summary of a batch, as values made of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from grader.batch.row import Row
from grader.model.verdict import Verdict

BINS = 10
"""Bars of the distribution, of equal width; full marks are in the last."""
_COMMON = 15
_SLOWEST = 10


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """One task, over all hand-ins.

    Attributes:
        mean: of the points; ``None`` if a person marks the task.
        accepted: how many hand-ins have it right.
        verdicts: the number of hand-ins by verdict.
    """

    id: str
    title: str
    max_score: float
    mean: float | None
    accepted: int
    verdicts: Mapping[Verdict, int]


@dataclass(frozen=True, slots=True)
class Common:
    """A known mistake, and who made it.

    Attributes:
        names: of the rows.
    """

    task: str
    sentence: str
    names: tuple[str, ...]

    @property
    def students(self) -> int:
        """How many made it."""
        return len(self.names)


@dataclass(frozen=True, slots=True)
class Summary:
    """The whole batch.

    Attributes:
        rows: of all hand-ins, by student.
        settings: by the digests in rows, this run's first; others belong to rows of earlier runs.
        seconds: on the clock.
    """

    assignment: str
    title: str
    rows: tuple[Row, ...]
    settings: Mapping[str, Mapping[str, str]]
    seconds: float
    tasks: tuple[TaskSummary, ...]
    diagnoses: tuple[Common, ...]

    @property
    def shares(self) -> list[float]:
        """The score of each as a part of the greatest possible one, if that is above 0."""
        return [
            row.result.score / row.result.max_score for row in self.rows if row.result.max_score
        ]

    @property
    def histogram(self) -> list[int]:
        """The number of hand-ins in each of :data:`BINS` steps of equal width."""
        # A share of 0.7 may come as 0.7 − 1e−17.
        bins = Counter(min(int(BINS * share + 1e-9), BINS - 1) for share in self.shares)
        return [bins[number] for number in range(BINS)]

    @property
    def mean(self) -> float:
        """Of the shares; 0 if there are none."""
        return fmean(self.shares) if self.shares else 0.0

    @property
    def median(self) -> float:
        """Of the shares; 0 if there are none."""
        return median(self.shares) if self.shares else 0.0

    @property
    def graded(self) -> int:
        """How many were graded in this run."""
        return sum(row.graded for row in self.rows)

    @property
    def full(self) -> int:
        """How many have full marks."""
        return sum(row.full for row in self.rows)

    @property
    def refused(self) -> list[Row]:
        """What could not be read."""
        return [row for row in self.rows if row.refusal]

    @property
    def internal(self) -> list[Row]:
        """What the grader itself failed on."""
        return [row for row in self.rows if row.internal]

    @property
    def slowest(self) -> list[Row]:
        """What took most CPU time, the slowest first."""
        by_time = sorted(self.rows, key=lambda row: row.result.cpu_seconds, reverse=True)
        return [row for row in by_time[:_SLOWEST] if row.result.cpu_seconds > 0]

    @property
    def shared(self) -> list[str]:
        """Ids that more than one hand-in has."""
        often = Counter(row.id for row in self.rows)
        return [student for student, number in often.items() if number > 1]


def summarized(
    title: str,
    rows: Iterable[Row],
    assignment: str,
    settings: Mapping[str, Mapping[str, str]],
    seconds: float,
) -> Summary:
    """The summary of ``rows``.

    Args:
        title: of the assignment.
        assignment: its id.
        settings: by their digests, that of this run first; of others those in use are kept.
    """
    kept = tuple(sorted(rows, key=lambda row: (row.id, row.name)))
    used = {row.setting for row in kept} | set(list(settings)[:1])
    return Summary(
        assignment=assignment,
        title=title,
        rows=kept,
        settings={digest: dict(parts) for digest, parts in settings.items() if digest in used},
        seconds=seconds,
        tasks=_tasks(kept),
        diagnoses=_diagnoses(kept),
    )


def _tasks(rows: Sequence[Row]) -> tuple[TaskSummary, ...]:
    ids = list(dict.fromkeys(task.id for row in rows for task in row.result.tasks))
    return tuple(_task(task, rows) for task in ids)


def _task(id: str, rows: Sequence[Row]) -> TaskSummary:
    found = [task for row in rows for task in row.result.tasks if task.id == id]
    scores = [task.score for task in found if task.score is not None]
    verdicts = Counter(task.verdict for task in found if task.verdict is not None)
    return TaskSummary(
        id=id,
        title=found[0].title,
        max_score=found[0].max_score,
        mean=fmean(scores) if scores else None,
        accepted=verdicts[Verdict.ACCEPTED],
        verdicts={verdict: verdicts[verdict] for verdict in Verdict if verdicts[verdict]},
    )


def _diagnoses(rows: Sequence[Row]) -> tuple[Common, ...]:
    names: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        for task in row.result.tasks:
            for sentence in dict.fromkeys(task.diagnoses):
                names.setdefault((task.id, sentence), []).append(row.name)
    most = sorted(names.items(), key=lambda item: (-len(item[1]), item[0]))[:_COMMON]
    return tuple(Common(task, sentence, tuple(found)) for (task, sentence), found in most)

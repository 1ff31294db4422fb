"""Computes statistics of many results, and compares two results of one submission by task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from grader.jobs.grading_answer import ResultSummary, TaskScore
from grader.model.formatting import format_number, verdict_phrase
from grader.model.verdict import Verdict

BINS = 10
"""Bars of the distribution, of equal width; full marks are in the last."""
_COMMON = 15


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """The results of one task over all hand-ins.

    Attributes:
        mean: of the points; ``None`` if nobody has any yet.
        accepted: how many hand-ins have it right.
        verdicts: the number of hand-ins by verdict, of those that could be read.
        by_hand: whether a person marks the task.
        to_decide: how many hand-ins have a test of it that only a person can decide.
        unreadable: how many hand-ins could not be read.
    """

    id: str
    title: str
    max_score: float
    mean: float | None
    accepted: int
    verdicts: Mapping[Verdict, int]
    by_hand: bool
    to_decide: int
    unreadable: int


@dataclass(frozen=True, slots=True)
class CommonMistake:
    """A known mistake, with the names of the hand-ins that make it.

    Attributes:
        names: of the hand-ins.
    """

    task: str
    sentence: str
    names: tuple[str, ...]

    @property
    def students(self) -> int:
        """Return how many students made the mistake."""
        return len(self.names)


def count_in_bins(shares: Iterable[float]) -> list[int]:
    """Return how many of ``shares``, from 0 to 1, fall in each of :data:`BINS` equal steps."""
    # A share of 0.7 may come as 0.7 − 1e−17.
    bins = Counter(min(int(BINS * share + 1e-9), BINS - 1) for share in shares)
    return [bins[number] for number in range(BINS)]


def summarise_tasks(
    results: Sequence[ResultSummary], unreadable: Sequence[ResultSummary] = ()
) -> tuple[TaskSummary, ...]:
    """Return a summary of each task.

    Args:
        unreadable: results of what could not be read. Their points count, and their verdicts say
            nothing about what anybody attempted.
    """
    ids = dict.fromkeys(task.id for result in (*results, *unreadable) for task in result.tasks)
    return tuple(_task(each, results, unreadable) for each in ids)


def count_common_mistakes(
    results: Iterable[tuple[str, ResultSummary]],
) -> tuple[CommonMistake, ...]:
    """Return the most frequent known mistakes in results, which are given by name."""
    names: dict[tuple[str, str], list[str]] = {}
    for name, result in results:
        for task in result.tasks:
            for sentence in dict.fromkeys(task.diagnoses):
                names.setdefault((task.id, sentence), []).append(name)
    most = sorted(names.items(), key=lambda item: (-len(item[1]), item[0]))[:_COMMON]
    return tuple(CommonMistake(task, sentence, tuple(found)) for (task, sentence), found in most)


def _task(
    id: str, results: Iterable[ResultSummary], unreadable: Iterable[ResultSummary]
) -> TaskSummary:
    found = [task for result in results for task in result.tasks if task.id == id]
    lost = [task for result in unreadable for task in result.tasks if task.id == id]
    scores = [task.score for task in (*found, *lost) if task.score is not None]
    verdicts = Counter(task.verdict for task in found if task.verdict is not None)
    some, *_ = (*found, *lost)
    return TaskSummary(
        id=id,
        title=some.title,
        max_score=some.max_score,
        mean=fmean(scores) if scores else None,
        accepted=verdicts[Verdict.ACCEPTED],
        verdicts={verdict: verdicts[verdict] for verdict in Verdict if verdicts[verdict]},
        by_hand=some.verdict is None,
        to_decide=sum(task.to_decide > 0 for task in found),
        unreadable=len(lost),
    )


@dataclass(frozen=True, slots=True)
class TaskChange:
    """A task with another verdict or score; ``None`` where it was or is not graded."""

    id: str
    before: TaskScore | None
    after: TaskScore | None


def compare_results(before: ResultSummary, after: ResultSummary) -> tuple[TaskChange, ...]:
    """Return the tasks whose verdict or score differs, in the order of ``after``."""
    earlier = {task.id: task for task in before.tasks}
    later = {task.id: task for task in after.tasks}
    return tuple(
        TaskChange(task, earlier.get(task), later.get(task))
        for task in dict.fromkeys([*later, *earlier])
        if _judged(earlier.get(task)) != _judged(later.get(task))
    )


def describe_change(change: TaskChange) -> str:
    """Return a change in words: ``3.1: wrong answer 0 → accepted 2``."""
    return f"{change.id}: {_side(change.before)} → {_side(change.after)}"


def _judged(task: TaskScore | None) -> object:
    return None if task is None else (task.score, task.verdict, task.max_score)


def _side(task: TaskScore | None) -> str:
    if task is None:
        return "not graded"
    return (
        verdict_phrase(task.verdict)
        if task.score is None
        else f"{verdict_phrase(task.verdict)} {format_number(task.score)}"
    )

"""Compares two results of the same submission, task by task."""

from __future__ import annotations

from dataclasses import dataclass

from grader.jobs.grading_answer import ResultSummary, TaskScore
from grader.model.formatting import format_number, verdict_phrase


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

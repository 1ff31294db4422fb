"""Compares an earlier batch with this one: what changed, for whom, and why.

A result depends on the submission and on the setting of the grading. Each part of these that
differs is named as a cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.batch.batch_json import EarlierBatch
from grader.batch.batch_row import BatchRow
from grader.batch.summary import BatchSummary
from grader.jobs.grading_answer import ResultSummary, TaskScore
from grader.jobs.result_statistics import TaskChange, compare_results, describe_change
from grader.render.csv_rows import as_csv, escape_cell
from grader.render.json_conversion import encode_json, to_plain_json

SCHEMA = "grade-batch-changes/1"

_CAUSES = {
    "tests": "hidden tests",
    "limits": "limits",
    "reference": "reference",
    "grader": "grader",
    "python": "Python or its packages",
    "sandbox": "sandbox",
    "seed": "seed",
    "tasks": "tasks that were asked for",
    "where": "bindings that people gave",
    "assignment": "assignment",
}

MARKS = "marks that people gave"
"""The cause where a task that a person marks has other points."""
UNKNOWN = "nothing on record"
"""The cause where everything is the same: chance, or trouble of the machine."""


@dataclass(frozen=True, slots=True)
class ResultChange:
    """The change of one student's result, with its causes.

    Attributes:
        before: ``None`` if they were not there.
        after: ``None`` if they are no longer there.
        causes: what differs besides.
    """

    id: str
    name: str
    before: BatchRow | None
    after: BatchRow | None
    tasks: tuple[TaskChange, ...]
    causes: tuple[str, ...]

    @property
    def difference(self) -> float:
        """Return the points after minus the points before."""
        return (self.after.result.score if self.after else 0.0) - (
            self.before.result.score if self.before else 0.0
        )


def find_changes(past: EarlierBatch, summary: BatchSummary) -> list[ResultChange]:
    """Return the changes of points, verdicts, readability or presence, one per student."""
    after = {row.name: row for row in summary.rows}
    settings = {**past.settings, **summary.settings}
    found = [
        _change(past.rows.get(name), after.get(name), settings)
        for name in dict.fromkeys([*after, *past.rows])
    ]
    return sorted(
        (change for change in found if change is not None),
        key=lambda change: (change.id, change.name),
    )


def _change(
    before: BatchRow | None, after: BatchRow | None, settings: Mapping[str, Mapping[str, str]]
) -> ResultChange | None:
    either = after or before
    if either is None:
        return None
    if before is None or after is None:
        cause = "not handed in before" if before is None else "no longer there"
        return ResultChange(either.id, either.name, before, after, (), (cause,))
    tasks = compare_results(before.result, after.result)
    if not tasks and _trouble(before) == _trouble(after):
        return None
    causes = _causes(before, after, settings)
    if any(_is_for_a_person(task) for task in tasks):
        causes = (*causes, MARKS)
    return ResultChange(either.id, either.name, before, after, tasks, causes or (UNKNOWN,))


def _is_for_a_person(task: TaskChange) -> bool:
    return any(side is not None and side.verdict is None for side in (task.before, task.after))


def _trouble(row: BatchRow) -> tuple[bool, bool]:
    # Not the sentences: they name the path, under which the same files may have been moved.
    return bool(row.refusal), row.internal


def _causes(
    before: BatchRow, after: BatchRow, settings: Mapping[str, Mapping[str, str]]
) -> tuple[str, ...]:
    causes = ["submission"] if before.digest != after.digest else []
    old, new = settings.get(before.setting, {}), settings.get(after.setting, {})
    causes += [word for name, word in _CAUSES.items() if old.get(name) != new.get(name)]
    if before.internal or after.internal:
        causes.append("internal error " + ("before" if before.internal else "now"))
    return tuple(causes)


# Forms --------------------------------------------------------------------------------------


def changes_as_csv(found: Sequence[ResultChange]) -> str:
    """Return the changes as CSV, a row per student."""
    rows = [
        [
            escape_cell(change.id), _points(change.before), _points(change.after),
            f"{change.difference:.10g}", escape_cell("; ".join(map(describe_change, change.tasks))),
            escape_cell(", ".join(change.causes)), escape_cell(change.name),
        ]
        for change in found
    ]  # fmt: skip
    return as_csv([["id", "before", "after", "difference", "tasks", "causes", "report"], *rows])


def changes_as_json(
    past: EarlierBatch, found: Iterable[ResultChange], settings: Mapping[str, Mapping[str, str]]
) -> str:
    """Return the changes as one JSON document: ASCII only, ends with a newline."""
    return encode_json({
        "schema": SCHEMA,
        "settings": {"before": to_plain_json(past.settings), "after": to_plain_json(settings)},
        "changes": [
            {
                **to_plain_json(change),
                "before": _document(change.before),
                "after": _document(change.after),
                "difference": change.difference,
                "tasks": [
                    {"id": task.id, "before": _task(task.before), "after": _task(task.after)}
                    for task in change.tasks
                ],
            }
            for change in found
        ],
    })  # fmt: skip


def _points(row: BatchRow | None) -> str:
    return "" if row is None else f"{row.result.score:.10g}"


def _document(row: BatchRow | None) -> dict[str, object] | None:
    if row is None:
        return None
    return _some(row.result, "score", "max_score", "errors") | _some(
        row, "digest", "setting", "refusal"
    )


def _task(task: TaskScore | None) -> dict[str, object] | None:
    return None if task is None else _some(task, "score", "max_score", "verdict")


def _some(value: BatchRow | ResultSummary | TaskScore, *names: str) -> dict[str, object]:
    return {name: to_plain_json(getattr(value, name)) for name in names}

"""A batch as JSON, for scripts and for the next run. ``docs/batch.md`` says what the keys mean."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import grader
from grader.batch.files import report_path
from grader.batch.row import Row
from grader.batch.summary import BINS, Summary
from grader.jobs import answer as answers
from grader.model.escape import one_line
from grader.render.document import Node, ReportError
from grader.render.jsonfile import encode

NAME = "summary.json"
SCHEMA = "grade-batch/1"
"""Changes when a key goes away or means something else; keys may be added."""


def dumps(summary: Summary) -> str:
    """``summary`` as one JSON document: ASCII only, ends with a newline."""
    return encode({
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        "assignment": summary.assignment,
        "settings": {digest: dict(parts) for digest, parts in summary.settings.items()},
        "seconds": summary.seconds,
        "hand_ins": len(summary.rows),
        "graded": summary.graded,
        "full_marks": summary.full,
        "refused": len(summary.refused),
        "internal_errors": len(summary.internal),
        "share": {
            "mean": summary.mean,
            "median": summary.median,
            "lowest": min(summary.shares, default=0.0),
            "highest": max(summary.shares, default=0.0),
            "distribution": [
                {"from": place / BINS, "students": students}
                for place, students in enumerate(summary.histogram)
            ],
        },
        "tasks": [
            {
                "id": task.id,
                "title": task.title,
                "max_score": task.max_score,
                "mean": task.mean,
                "accepted": task.accepted,
                "verdicts": {verdict.value: n for verdict, n in task.verdicts.items()},
            }
            for task in summary.tasks
        ],
        "diagnoses": [
            {"task": common.task, "sentence": common.sentence, "students": common.students}
            for common in summary.diagnoses
        ],
        "slowest": [row.name for row in summary.slowest],
        "submissions": [_row(row) for row in summary.rows],
    })  # fmt: skip


def _row(row: Row) -> dict[str, object]:
    return {
        "id": row.id,
        "name": row.name,
        "path": row.path,
        "report": "" if row.refusal else report_path("json", row.name),
        "digest": row.digest,
        "setting": row.setting,
        "graded": row.graded,
        "refusal": row.refusal,
        "score": row.result.score,
        "max_score": row.result.max_score,
        "undecided": row.result.undecided,
        **answers.document(row.result),
    }


@dataclass(frozen=True, slots=True)
class Past:
    """What is read back of an earlier batch.

    Attributes:
        rows: by the name of their files.
        settings: by the digest that rows have.
    """

    assignment: str
    rows: Mapping[str, Row]
    settings: Mapping[str, Mapping[str, str]]


class NoResults(Exception):
    """A folder holds no results that can be used; the message is one sentence, safe to print."""


def read(results: Path) -> Past:
    """The batch whose results are in the folder ``results``.

    Raises:
        NoResults: if there are none.
    """
    path = results / NAME
    try:
        return _past(Node(json.loads(path.read_text("utf-8"))))
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise NoResults(
            f"{one_line(str(path))} cannot be read ({reason}); "
            "give the folder that an earlier `grade batch --out` has written."
        ) from None
    except (ValueError, RecursionError, ReportError) as problem:
        told = one_line(str(problem).removeprefix("This is not a grade report: "), 300)
        raise NoResults(f"{one_line(str(path))} is not the summary of a batch: {told}") from None


def _past(node: Node) -> Past:
    if node["schema"].text() != SCHEMA:
        raise ReportError(f"its schema is not {SCHEMA}.")
    settings = node["settings"]
    return Past(
        assignment=node["assignment"].text(),
        rows={row.name: row for row in _past_rows(node["submissions"].items())},
        settings={
            digest: {name: settings[digest][name].text() for name in settings[digest].members()}
            for digest in settings.members()
        },
    )


def _past_rows(nodes: Sequence[Node]) -> list[Row]:
    return [
        Row(
            id=node["id"].text(),
            name=node["name"].text(),
            path=node["path"].text(),
            digest=node["digest"].text(),
            setting=node["setting"].text(),
            result=answers.read(node),
            refusal=node["refusal"].text(),
        )
        for node in nodes
    ]

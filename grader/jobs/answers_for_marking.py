"""Collects from the notebook of a submission the answers that a person marks, beside its report.

It is read when a report is written and is no part of it: a report follows from the code alone, so
that equal code is graded once, and stays small enough to be kept by the hundred.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from grader import intake
from grader.assignment import Assignment
from grader.assignment.notebook_cells_by_task import sort_cells_by_task
from grader.intake import notebook_texts
from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_count, format_some_names
from grader.model.notebook_texts_and_outputs import (
    MarkdownText,
    NotebookByTask,
    NotebookCell,
    NotebookSection,
    OmittedOutput,
    Picture,
)
from grader.model.report import Report
from grader.model.submission import Submission

_LONGEST = 60
"""Characters of a heading that are quoted."""
_MOST = 3
"""Headings that are quoted."""


_SAID = "The notebook changed while it was graded, so that nothing of it is shown here."
CHANGED_NOTEBOOK = NotebookByTask(
    rest=(NotebookSection("", (NotebookCell("", (OmittedOutput(_SAID),)),)),)
)
"""What is shown of a notebook that is not there any more as it was graded."""


def collect_notebook_answers(
    contents: Sequence[tuple[str, bytes]], submission: Submission, assignment: Assignment
) -> NotebookByTask | None:
    """Return the notebook cells by task; ``None`` if no person has to read them.

    Args:
        contents: its files, by name. If they have changed since it was read, that is said.
    """
    if not any(task.written for task in assignment.tasks):
        return None
    if not submission.beside:
        return None
    if intake.digest_notebooks(contents) != submission.beside:
        return CHANGED_NOTEBOOK
    return sort_cells_by_task(notebook_texts.read_cells_without_code(contents), assignment.tasks)


def add_notebook_notes(report: Report, found: NotebookByTask) -> Report:
    """Return ``report`` with notes that say where each written task is answered."""
    twice = _find_repeated_headings(found)
    tasks = (
        replace(task, note=_describe_sections(found.parts[task.id], twice))
        if task.by_hand and not task.note and task.id in found.parts
        else task
        for task in report.tasks
    )
    return replace(report, tasks=tuple(tasks))


def _find_repeated_headings(found: NotebookByTask) -> set[str]:
    """Return the headings that stand in several places of the notebook."""
    places: dict[str, set[tuple[int, ...]]] = {}
    for sections in found.parts.values():
        for heading in {each.heading for each in sections}:
            there = tuple(id(each) for each in sections if each.heading == heading)
            places.setdefault(heading, set()).add(there)
    return {heading for heading, there in places.items() if len(there) > 1}


def _describe_sections(sections: Sequence[NotebookSection], twice: Collection[str]) -> str:
    """Return a sentence on the headings that a task is below, and how much is there.

    Args:
        twice: headings that are not enough to find the place; the cell is said as well.
    """
    if not sections:
        return "No heading of the notebook says where the answer is."
    headings = [
        f"“{escape_to_one_line(each.heading, _LONGEST)}”"
        + (f" ({each.cells[0].name})" if each.heading in twice and each.cells else "")
        for each in sections
    ]
    pieces = [piece for each in sections for cell in each.cells for piece in cell.pieces]
    texts = sum(isinstance(piece, MarkdownText) for piece in pieces)
    pictures = sum(isinstance(piece, Picture) for piece in pieces)
    numbers = {"text": texts, "output": len(pieces) - texts - pictures, "picture": pictures}
    holds = ", ".join(format_count(number, what) for what, number in numbers.items() if number)
    return f"In the notebook below {format_some_names(headings, _MOST)}: {holds or 'nothing'}."

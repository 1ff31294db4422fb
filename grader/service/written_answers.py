"""Reads a notebook's written answers by task, and the course's model answers and rubrics.

The model answer to task 1.2 is ``reference/<id>/written/task_1_2.md`` of the course. A table in it
of points and what they are for can become the rubric.
"""

from __future__ import annotations

import re

from grader import intake
from grader.assignment import Assignment
from grader.assignment.notebook_cells_by_task import sort_cells_by_task
from grader.intake import IntakeError, notebook_texts
from grader.model.notebook_texts_and_outputs import (
    MarkdownText,
    NotebookByTask,
    NotebookCell,
    NotebookSection,
)
from grader.render.html.notebook_view import SectionView, SectionViewBuilder

_ROW = re.compile(r"^\|\s*([+-]?\d+(?:\.\d+)?)\s*\|\s*(.+?)\s*\|\s*$", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z0-9.-]{1,40}")


def answer_sections(
    filename: str, content: bytes, assignment: Assignment, task: str
) -> list[SectionView]:
    """Return a notebook's cells below the headings of a task; empty for other files."""
    found = non_code_cells_by_task(filename, content, assignment)
    return SectionViewBuilder(found).part(task)


def non_code_cells_by_task(filename: str, content: bytes, assignment: Assignment) -> NotebookByTask:
    """Return a file's notebook cells other than code, sorted by the tasks that people mark."""
    try:
        held = intake.read_contents_of_bytes(filename, content, assignment.file_rules)
    except IntakeError:
        return NotebookByTask()
    return sort_cells_by_task(notebook_texts.read_cells_without_code(held.graded), assignment.tasks)


def read_model_answer(assignment: Assignment, task: str) -> str:
    """Return the model answer to a task, in Markdown; empty if the course has none."""
    if not _NAME.fullmatch(task):
        return ""
    path = assignment.reference / "written" / f"task_{task.replace('.', '_')}.md"
    return path.read_text("utf-8") if path.is_file() else ""


def markdown_sections(markdown: str) -> list[SectionView]:
    """Return Markdown that the course wrote, such as a model answer, as sections of a page."""
    if not markdown:
        return []
    section = NotebookSection("", (NotebookCell("", (MarkdownText(markdown),)),))
    return SectionViewBuilder(NotebookByTask({"": (section,)})).part("")


def parse_rubric(markdown: str) -> list[tuple[str, float]]:
    """Return the items and points in the table of a model answer."""
    return [(match[2], float(match[1])) for match in _ROW.finditer(markdown)]

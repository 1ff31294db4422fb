"""Headings of a notebook say which cells belong to which task."""

from __future__ import annotations

import pytest

from grader.assignment.model import Task
from grader.assignment.notebook_cells_by_task import sort_cells_by_task
from grader.model.notebook_texts_and_outputs import (
    MarkdownText,
    NotebookByTask,
    NotebookCell,
    NotebookSection,
    PlainOutput,
)

TASKS = (
    Task("1", "Search problem", 5, None),
    Task("2", "Minimax", 5, "minimax"),
    Task("2.1", "Minimax with pruning", 5, None),
    Task("3", "Experiments", 5, None, headings=("Part C", "Results of")),
    Task("4", "Discussion", 5, None, headings=("Part C",)),
)


def text(source: str, number: int = 1) -> NotebookCell:
    return NotebookCell(f"text cell {number}", (MarkdownText(source),))


def owners(heading: str) -> list[str]:
    found = sort_cells_by_task([text(f"## {heading}\n")], TASKS)
    return [task for task, sections in found.parts.items() if sections]


@pytest.mark.parametrize(
    ("heading", "tasks"),
    [
        ("Task 1: the problem", ["1"]),
        ("Question 1", ["1"]),
        ("1. Anything", ["1"]),
        ("**1** Anything", ["1"]),
        ("The SEARCH  problem [5 points]", ["1"]),
        ("Searching problems", []),
        ("Task 10", []),
        ("In task 1 we saw", []),
        ("Minimax", []),
        ("Minimax with pruning", ["2.1"]),
        ("2.1", ["2.1"]),
        ("2.1.1", []),
        ("2", []),
        ("Part C: results", ["3", "4"]),
        ("Part Cx", []),
        ("Results of the games", ["3"]),
        ("Experiments", []),
        ("Task 3", []),
        ("", []),
    ],
)
def test_which_task_a_heading_names(heading: str, tasks: list[str]) -> None:
    assert owners(heading) == tasks


def test_cells_belong_to_the_heading_above_them() -> None:
    cells = [
        text("Welcome", 1),
        text("# Task 1\nSearch.\n### States\nMany.", 2),
        NotebookCell("code cell 1", (PlainOutput("# Task 2\n"),)),
        text("# Task 2\nCode.", 3),
        text("```\n# Task 1\n```\n## Sub\nMore.", 4),
        text("# Thanks\n", 5),
        text("no heading: #Task 1\n\n# Task 1 ##\nAgain.", 6),
    ]
    assert sort_cells_by_task(cells, TASKS[:2]) == NotebookByTask(
        {
            "1": (
                NotebookSection(
                    "Task 1",
                    (
                        NotebookCell(
                            "text cell 2",
                            (MarkdownText("# Task 1\nSearch."), MarkdownText("### States\nMany.")),
                        ),
                        NotebookCell("code cell 1", (PlainOutput("# Task 2\n"),)),
                    ),
                ),
                NotebookSection("Task 1", (text("# Task 1 ##\nAgain.", 6),)),
            )
        },
        (
            NotebookSection("", (text("Welcome", 1),)),
            NotebookSection(
                "Task 2",
                (
                    text("# Task 2\nCode.", 3),
                    NotebookCell(
                        "text cell 4",
                        (MarkdownText("```\n# Task 1\n```"), MarkdownText("## Sub\nMore.")),
                    ),
                ),
            ),
            NotebookSection("Thanks", (text("# Thanks\n", 5), text("no heading: #Task 1\n", 6))),
        ),
    )


def test_a_heading_may_be_told_from_one_of_the_same_words_by_what_is_above() -> None:
    tasks = (
        Task("3", "Search", 1, "search"),
        Task("3b", "Games", 1, None, headings=("Task 3 > Playtime",)),
        Task("4b", "Games again", 1, None, headings=("Task 4 > Playtime", "Task 4 > Speed > Play")),
        Task("x", "Anything", 1, None, headings=("Playtime",)),
    )
    headings = (
        "# Playtime", "## Task 3: search", "### Playtime", "### Order", "## Task 4", "### Speed",
        "#### Play", "### Playtime!", "## Task 5", "### Playtime",
    )  # fmt: skip
    cells = [text(heading, number) for number, heading in enumerate(headings)]
    found = sort_cells_by_task(cells, tasks)
    names = {
        task: [cell.name for section in sections for cell in section.cells]
        for task, sections in found.parts.items()
    }
    assert names == {
        "3b": ["text cell 2"],
        "4b": ["text cell 6", "text cell 7"],
        "x": ["text cell 0", "text cell 9"],
    }


def test_nothing_is_lost_among_very_many_headings() -> None:
    lines = [f"# Task {number % 3}" for number in range(5000)]
    found = sort_cells_by_task([text("\n".join(lines))], TASKS)
    sections = [*found.parts["1"], *found.rest]
    seen = [
        line
        for section in sections
        for cell in section.cells
        for piece in cell.pieces
        if isinstance(piece, MarkdownText)
        for line in piece.text.split("\n")
    ]
    assert sorted(seen) == sorted(lines)
    assert len(sections) <= 501

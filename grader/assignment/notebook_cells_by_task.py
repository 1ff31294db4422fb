"""Sorts the cells of a notebook by the task they belong to, by its headings as people read them.

A heading names a task if it begins with one of the task's ``headings``, or, where the assignment
declares none, if it has the task's number or title in it. ``Task 4 > Playtime`` begins a heading
that stands below one that begins with ``Task 4``. What follows belongs to the task, up to the next
heading that names one, or that is on the same level or above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from grader.assignment.model import Task
from grader.model.notebook_texts_and_outputs import (
    MarkdownText,
    NotebookByTask,
    NotebookCell,
    NotebookSection,
)

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_LONGEST = 200
"""Characters of a heading that are looked at."""
_MOST_HEADINGS = 500
"""Of a notebook; whatever follows belongs to the last one."""
_BEFORE_NUMBER = r"(?:(?:task|question|part|exercise|problem|section) )?"


def sort_cells_by_task(cells: Iterable[NotebookCell], tasks: Sequence[Task]) -> NotebookByTask:
    """Return ``cells``, sorted by the tasks that a person marks.

    A heading may name several of them: what is below it belongs to each.
    """
    parts: dict[str, tuple[NotebookSection, ...]] = {task.id: () for task in tasks if task.written}
    rest: list[NotebookSection] = []
    for found in _sections(cells, tasks):
        section = NotebookSection(found.heading, tuple(found.cells))
        owners = [task.id for task in found.tasks if task.written]
        for owner in owners:
            parts[owner] += (section,)
        if not owners and section.cells:
            rest.append(section)
    return NotebookByTask(parts, tuple(rest))


@dataclass(slots=True)
class _OpenSection:
    """A section of a notebook to which cells are still added."""

    heading: str
    level: int
    tasks: Sequence[Task]
    cells: list[NotebookCell] = field(default_factory=list)

    def add(self, part: NotebookCell) -> None:
        """Add a part of a cell, joined to the part before if both are of the same cell."""
        if self.cells and self.cells[-1].name == part.name:
            part = replace(part, pieces=self.cells.pop().pieces + part.pieces)
        self.cells.append(part)


def _sections(cells: Iterable[NotebookCell], tasks: Sequence[Task]) -> Iterator[_OpenSection]:
    now, left = _OpenSection("", 0, ()), _MOST_HEADINGS
    path: list[tuple[int, str]] = []
    for cell in cells:
        for level, heading, part in _split_at_headings(cell, left):
            if level:
                left -= 1
                path = [(above, words) for above, words in path if above < level]
                path.append((level, _normalise_words(heading)))
                named = _find_named_tasks([words for _, words in path], tasks)
                if named or level <= now.level:
                    yield now
                    now = _OpenSection(heading, level, named)
            now.add(part)
    yield now


def _split_at_headings(cell: NotebookCell, most: int) -> Iterator[tuple[int, str, NotebookCell]]:
    """Yield the parts of a cell between its headings: level, heading, and part.

    A part without a heading has the level 0. Outputs have no headings, even if they are text.
    """
    for piece in cell.pieces:
        if not isinstance(piece, MarkdownText) or not cell.name.startswith("text"):
            yield 0, "", replace(cell, pieces=(piece,))
            continue
        for level, heading, text in _cut(piece.text, most):
            yield level, heading, replace(cell, pieces=(MarkdownText(text),))


def _cut(text: str, most: int) -> Iterator[tuple[int, str, str]]:
    level, heading, fence = 0, "", ""
    lines: list[str] = []
    for line in text.split("\n"):
        if mark := _FENCE.match(line):
            fence = "" if fence == mark[1] else fence or mark[1]
        found = _HEADING.match(line[:_LONGEST]) if most and not fence else None
        if found:
            if any(map(str.strip, lines)):
                yield level, heading, "\n".join(lines)
            level, heading, lines = len(found[1]), found[2], []
            most -= 1
        lines.append(line)
    if any(map(str.strip, lines)):
        yield level, heading, "\n".join(lines)


def _find_named_tasks(path: Sequence[str], tasks: Sequence[Task]) -> list[Task]:
    """Return the tasks that the last heading of ``path`` matches best; none if it names no task.

    Args:
        path: words of the headings that it is below, and its own.
    """
    lengths = {task.id: _match_length(path, task) for task in tasks}
    longest = max(lengths.values(), default=0)
    return [task for task in tasks if longest and lengths[task.id] == longest]


def _match_length(path: Sequence[str], task: Task) -> int:
    """Return how well a heading matches ``task``; 0 if it does not name the task."""
    words = path[-1]
    if task.headings:
        return max(_score_heading_match(path, each) for each in task.headings)
    number = re.match(f"{_BEFORE_NUMBER}{re.escape(_normalise_words(task.id))}(?= |$)", words)
    if number and _normalise_words(task.id):
        return _LONGEST + len(number[0])
    title = _normalise_words(task.title)
    return len(title) if title and f" {title} " in f" {words} " else 0


def _score_heading_match(path: Sequence[str], declared: str) -> int:
    """Return how well a heading matches one declared heading of a task; 0 if it does not."""
    *above, own = map(_normalise_words, declared.split(">"))
    if not _begins(path[-1], own):
        return 0
    left = iter(path[:-1])
    if not all(any(_begins(words, wanted) for words in left) for wanted in above):
        return 0
    return _LONGEST * (1 + len(above)) + len(own)


def _begins(words: str, wanted: str) -> bool:
    return f"{words} ".startswith(f"{wanted} ")


def _normalise_words(text: str) -> str:
    """Return the words of ``text`` in lower case, with one space between them."""
    return " ".join(re.findall(r"\w+(?:\.\w+)*", text.casefold()))

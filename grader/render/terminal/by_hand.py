"""What is said about the tasks that a person marks, for the terminal: each note once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.model.escape import escape_label
from grader.model.report import TaskResult
from grader.render.terminal.quoted_text import Rail, quoted


def only_noted(task: TaskResult) -> bool:
    """Whether a note is all that there is about ``task``, which a person marks."""
    return task.by_hand and not task.tests


def draw(tasks: Iterable[TaskResult]) -> Iterator[RenderableType]:
    """A line for each note, with the tasks that it is about; nothing if there are no notes."""
    noted: dict[str, list[str]] = {}
    for task in tasks:
        if only_noted(task) and task.note:
            noted.setdefault(task.note, []).append(task.id)
    if noted:
        yield Padding(Text("To be graded by hand", "bold"), (1, 0, 0, 0))
        yield Rail(Group(*(_line(ids, note) for note, ids in noted.items())))


def _line(ids: Iterable[str], note: str) -> Text:
    line = Text(f"{', '.join(map(escape_label, ids))}: ", "cyan", overflow="fold")
    return line.append_text(quoted(note, "default", first=3))

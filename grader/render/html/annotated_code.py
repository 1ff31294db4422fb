"""Shows the submitted code with remarks below the lines they are about, as a code review does.

Lines that are far from any remark are folded. A definition is found by its first line alone:
nothing here reads Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model.formatting import format_count
from grader.model.report import Report, TaskResult
from grader.model.staff_decisions import NO_DECISIONS, StaffDecisions
from grader.model.submission import Cell
from grader.render.html.arrange_report import TaskView, TestView
from grader.render.html.html_injection_safety import cut_lines
from grader.render.report_sentences import failing_cases_to_show

_AROUND = 3
"""Lines that are shown before and behind one with a remark."""
_SHORTEST = 4
"""Lines that are worth folding."""
_LINES = 4_000
"""Lines that the page has room for."""
_ROOM = 200_000
"""Characters, too."""
_PRINTED = 160
"""Lines that are on paper, too."""
_REMARKS = 6
"""Remarks on one line."""
_WORDS = 200

_DEFINITION = re.compile(r"\s*(?:async\s+)?(?:def|class)\s+(\w+)")

Place = tuple[str, int]
"""Name of a cell, and a line of it from 1."""


@dataclass(frozen=True, slots=True)
class LineRemark:
    """A remark on a line of the submitted code.

    Attributes:
        task: id of the task that it is about; empty if it is about loading.
        anchor: of the part of the page that says more; empty if none does.
        words: what went wrong there.
        printed: whether it is on paper, too.
    """

    task: str
    anchor: str
    words: str
    printed: bool = True


@dataclass(frozen=True, slots=True)
class CodeRow:
    """A line of code with its remarks."""

    number: int
    text: str
    remarks: Sequence[LineRemark]


@dataclass(frozen=True, slots=True)
class FoldableRows:
    """A stretch of neighbouring lines, folded or not.

    Attributes:
        printed: whether they are on paper, too: they are near a remark, and not too many.
    """

    rows: Sequence[CodeRow]
    folded: bool
    printed: bool


@dataclass(frozen=True, slots=True)
class CodeView:
    """A file or notebook cell of the submission as the page shows it.

    Attributes:
        left: lines that the page has no room for.
    """

    name: str
    stretches: Sequence[FoldableRows]
    remarks: int
    left: int

    @property
    def printed(self) -> int:
        """Return the number of lines that are also printed on paper."""
        return sum(len(stretch.rows) for stretch in self.stretches if stretch.printed)

    @property
    def lines(self) -> int:
        """Return the number of lines of the cell."""
        return sum(len(stretch.rows) for stretch in self.stretches) + self.left


def annotate_code(
    report: Report, tasks: Sequence[TaskView], decided: StaffDecisions = NO_DECISIONS
) -> list[CodeView]:
    """Return the code of ``report`` with remarks that link to ``tasks`` on the page.

    Args:
        decided: whose comments on lines are remarks, too, before those of the grader.
    """
    remarks = _remarks(report, tasks)
    for place, said in _comments(report.cells, tasks, decided).items():
        remarks[place] = [*said, *remarks.get(place, [])]
    lines, room, paper = _LINES, _ROOM, _PRINTED
    shown: list[CodeView] = []
    for cell in report.cells:
        texts = cell.source.rstrip("\n").split("\n")
        taken = 0
        for text in texts[:lines]:
            room -= len(text)
            if room < 0:
                break
            taken += 1
        lines -= taken
        shown.append(_cell(cell, texts, taken, remarks, paper))
        paper -= shown[-1].printed
    return shown


def _cell(
    cell: Cell,
    texts: Sequence[str],
    taken: int,
    remarks: Mapping[Place, Sequence[LineRemark]],
    paper: int,
) -> CodeView:
    rows = [
        CodeRow(number, text, remarks.get((cell.name, number), ()))
        for number, text in enumerate(texts[:taken], start=1)
    ]
    marked = sum(len(row.remarks) for row in rows)
    return CodeView(cell.name, _fold_rows(rows, paper), marked, len(texts) - taken)


def _fold_rows(rows: Sequence[CodeRow], paper: int) -> list[FoldableRows]:
    """Return ``rows`` in stretches that are all near a remark, or all far from any.

    Args:
        paper: lines that there is room for on paper.
    """
    near = {
        at
        for place, row in enumerate(rows)
        if row.remarks
        for at in range(place - _AROUND, place + _AROUND + 1)
    }
    found: list[list[CodeRow]] = []
    folded: list[bool] = []
    for place, row in enumerate(rows):
        far = bool(near) and place not in near
        if not found or folded[-1] != far:
            found.append([])
            folded.append(far)
        found[-1].append(row)
    stretches: list[FoldableRows] = []
    for part, far in zip(found, folded, strict=True):
        said = any(remark.printed for row in part for remark in row.remarks)
        printed = said and len(part) <= paper
        paper -= len(part) if printed else 0
        stretches.append(FoldableRows(part, far and len(part) >= _SHORTEST, printed))
    return stretches


def _remarks(report: Report, tasks: Sequence[TaskView]) -> dict[Place, list[LineRemark]]:
    found: dict[Place, list[LineRemark]] = {}
    for note in report.load_notes:
        if note.line is not None:
            remark = LineRemark("", "loading", cut_lines(note.message, 1)[:_WORDS])
            found.setdefault((note.file, note.line), []).append(remark)
    starts = dict(_find_definitions(report.cells))
    names = {role.role: role.function for role in report.roles if role.settled}
    for view in tasks:
        broken = _remarks_on_crashes(view)
        if not broken and view.failing and not view.absent:
            name = view.task.function or ""
            place = starts.get(names.get(name, name))
            if place is not None:
                broken = {
                    place: [LineRemark(view.task.id, view.anchor, _count_failing_tests(view.task))]
                }
        for place, its in broken.items():
            found.setdefault(place, []).extend(its)
    return {place: remarks[:_REMARKS] for place, remarks in found.items()}


def _comments(
    cells: Sequence[Cell], tasks: Sequence[TaskView], decided: StaffDecisions
) -> dict[Place, list[LineRemark]]:
    """Return the comments of people on lines, by their places."""
    anchors = {view.task.id: view.anchor for view in tasks}
    every = [("", each) for each in decided.remarks] + [
        (task, each) for task, own in decided.tasks.items() for each in own.remarks
    ]
    found: dict[Place, list[LineRemark]] = {}
    for task, each in every:
        if each.line and 0 <= each.cell < len(cells):
            remark = LineRemark(task, anchors.get(task, ""), f"The staff: {each.text}")
            found.setdefault((cells[each.cell].name, each.line), []).append(remark)
    return found


def _remarks_on_crashes(view: TaskView) -> dict[Place, list[LineRemark]]:
    """Return a remark for each line at which calls of a task raised or were stopped."""
    cases: dict[tuple[Place, str], tuple[TestView, int]] = {}
    for shown in view.failing:
        for case in failing_cases_to_show(shown.test):
            if case.call is None or case.call.excerpt is None:
                continue
            place = case.call.excerpt.file, case.call.excerpt.line
            words = _last_line(case.call.traceback) if case.actual is None else case.actual
            key = place, cut_lines(words or case.verdict.words, 1)[:_WORDS]
            first, number = cases.get(key, (shown, 0))
            cases[key] = first, number + 1
    found: dict[Place, list[LineRemark]] = {}
    for (place, words), (shown, number) in cases.items():
        told = f"{words}, in {format_count(number, 'case')}"
        remark = LineRemark(view.task.id, shown.anchor, told, view.printed)
        found.setdefault(place, []).append(remark)
    return found


def _last_line(traceback: str) -> str:
    last = traceback.rstrip("\n").rpartition("\n")[2]
    return "" if last[:1].isspace() else last


def _count_failing_tests(task: TaskResult) -> str:
    """Return a task's verdict and failures: ``wrong answer: 3 of 16 tests failed``."""
    failing = sum(not test.verdict.passed for test in task.tests)
    words = "" if task.verdict is None else task.verdict.words
    return f"{words}: {failing} of {format_count(len(task.tests), 'test')} failed"


def _find_definitions(cells: Sequence[Cell]) -> Iterator[tuple[str, Place]]:
    """Yield names with the line at which each is defined; of several, the last one counts."""
    for cell in cells:
        for number, line in enumerate(cell.source.split("\n"), start=1):
            if match := _DEFINITION.match(line):
                yield match[1], (cell.name, number)

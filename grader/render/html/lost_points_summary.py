"""Lists why each failing task lost points, below the score, as many as the first screen holds.

A page has no script that could measure, so that heights are reckoned here from the lengths of
texts, for a window of 1280×800 pixels and for a phone of 390×844. What has no room is there, too:
it is shown once its link is followed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.model.report import Report
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from grader.render.html.arrange_report import TaskView
from grader.render.report_sentences import (
    describe_lost_points,
    explain_verdict,
    is_failing,
    is_worth_reading,
)

_SENTENCES, _LONGEST = 120, 220
"""Characters up to which further sentences follow the first, and those of a single long one: the
task below says all of it."""
_NOT_FOUND = {Verdict.NOT_ATTEMPTED, Verdict.LOAD_ERROR}
_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])")
_NOTES = 3
"""Notes about loading that stand on the first screen of a page on which nothing was found."""


@dataclass(frozen=True, slots=True)
class _ScreenSize:
    """The room that the first screen of a device has for lines below the score.

    Attributes:
        height: pixels that are left for lines and warnings.
        line: characters of a line, of narrow and wide ones alike.
        most: lines of an entry; the style sheet cuts what is longer. Where several tasks have the
            same cause, it cuts after :data:`_TOGETHER` lines.
    """

    height: int
    line: int
    most: int


_DESKTOP = _ScreenSize(height=540, line=105, most=2)
_PHONE = _ScreenSize(height=560, line=43, most=4)
_TOGETHER = 9
_LINE, _GAP = 22, 6
"""Pixels of a line, and between two entries."""
_WARNING = 30
"""Pixels around the words of a warning."""


@dataclass(frozen=True, slots=True)
class CauseLine:
    """A line below the score: one cause of lost points, and the tasks it concerns.

    Attributes:
        tasks: that it is about; the others have the same cause as the first.
        words: the cause.
        cost: what the tasks lost.
        on_desktop: whether the first screen of a desktop has room for it,
        on_phone: and that of a phone.
    """

    tasks: Sequence[TaskView]
    words: str
    cost: str
    on_desktop: bool = True
    on_phone: bool = True


@dataclass(frozen=True, slots=True)
class FailureCauses:
    """The lines below the score: causes of lost points, or why nothing was found.

    Attributes:
        nothing_found: whether none of the functions that the assignment asks for is there.
        notes: about loading, if nothing was found: they say why.
        entries: the costliest first.
    """

    nothing_found: bool
    notes: Sequence[LoadNote]
    entries: Sequence[CauseLine]

    @property
    def left_on_desktop(self) -> int:
        """Return the number of failing tasks beyond a desktop's first screen."""
        return sum(len(each.tasks) for each in self.entries if not each.on_desktop)

    @property
    def left_on_phone(self) -> int:
        """Return the number of failing tasks beyond a phone's first screen."""
        return sum(len(each.tasks) for each in self.entries if not each.on_phone)


def list_failure_causes(
    report: Report, views: Sequence[TaskView], warnings: Sequence[str]
) -> FailureCauses:
    """Return a line for each failing task on why it lost points, below the ``warnings``."""
    graded = [view for view in views if not view.task.by_hand]
    nothing_found = bool(graded) and all(view.task.verdict in _NOT_FOUND for view in graded)
    notes = report.load_notes[:_NOTES] if nothing_found else ()
    above = [note.message for note in notes]
    entries = sorted(_list_entries(graded), key=_missing, reverse=True)
    return FailureCauses(nothing_found, notes, _mark_entries_that_fit(entries, warnings, above))


def _list_entries(views: Sequence[TaskView]) -> Iterator[CauseLine]:
    """Yield an entry for each failing task; tasks with the same missing function share one."""
    alike: dict[str, list[TaskView]] = {}
    for view in views:
        if is_failing(view.task):
            words = _first_sentences(explain_verdict(view.task))
            kind = words.replace(view.task.function or "\0", "\0") if view.absent else view.task.id
            alike.setdefault(kind, []).append(view)
    for together in alike.values():
        losing = [test for view in together for test in view.task.tests if is_worth_reading(test)]
        yield CauseLine(
            together,
            _first_sentences(explain_verdict(together[0].task)),
            describe_lost_points(*losing),
        )


def _first_sentences(words: str) -> str:
    """Return the first sentences of ``words``, as many as a short line has room for."""
    first, *others = _SENTENCE.split(" ".join(words.split()))
    for sentence in others:
        if len(first) + len(sentence) >= _SENTENCES:
            break
        first = f"{first} {sentence}"
    return first if len(first) <= _LONGEST else f"{first[:_LONGEST]}…"


def _missing(entry: CauseLine) -> float:
    return sum(view.task.max_score - (view.task.score or 0) for view in entry.tasks)


def _mark_entries_that_fit(
    entries: Sequence[CauseLine], warnings: Sequence[str], above: Sequence[str]
) -> list[CauseLine]:
    """Return ``entries``, each marked with the devices on whose first screen it fits."""
    desktop, phone = (
        device.height
        - sum(_WARNING + _height(device, len(text), 4) for text in warnings)
        - sum(_height(device, len(text) + 20, device.most) for text in above)
        for device in (_DESKTOP, _PHONE)
    )
    placed: list[CauseLine] = []
    for entry in entries:
        names = sum(len(_name(view)) + 2 for view in entry.tasks)
        length = names + len(entry.words) + len(entry.cost) + 3
        most = _TOGETHER if len(entry.tasks) > 1 else 0
        desktop -= _height(_DESKTOP, length, most or _DESKTOP.most)
        phone -= _height(_PHONE, length, most or _PHONE.most)
        first = not placed
        placed.append(
            replace(entry, on_desktop=first or desktop >= 0, on_phone=first or phone >= 0)
        )
    return placed


def _height(device: _ScreenSize, characters: int, most: int) -> int:
    return _GAP + _LINE * min(math.ceil(characters / device.line), most)


def _name(view: TaskView) -> str:
    return f"{view.task.id} {view.task.function or view.task.title}"

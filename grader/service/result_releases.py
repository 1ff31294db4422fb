"""Decides which results students may see: marks and comments only once they are released.

What the grader says of a fresh submission is visible at once. Marks, comments, and gradings that
were done again by a new edition are people's decisions, and wait for a release. One is of a task or
of the whole assignment, and can be taken back; of those that concern a task the newest counts.
Which edition's gradings students see, only a release of the whole assignment says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service.data.database import cache_per_reading
from grader.service.data.decision_tables import Release
from grader.service.data.tables import Grading, GradingState

CONCLUSIVE = frozenset({GradingState.DONE, GradingState.REFUSED})
"""States of a grading that say something about the submission, not about the grader."""


class GradingFacts(msgspec.Struct, frozen=True, gc=False):
    """The part of a grading that decides who sees it.

    Attributes:
        reachable: as the grading has it; only for who decides which submission counts.
    """

    id: int
    state: str
    edition_id: int
    reachable: float | None = None


def grading_for_staff(gradings: Sequence[GradingFacts]) -> GradingFacts:
    """Return the latest conclusive grading of a submission, or else the latest of all."""
    if len(gradings) == 1:
        return gradings[0]
    return max(gradings, key=lambda each: (each.state in CONCLUSIVE, each.id))


@dataclass(frozen=True, slots=True)
class ReleasedDecisions:
    """The releases of an assignment.

    Attributes:
        rows: all decisions about it, the newest first.
    """

    rows: tuple[Release, ...] = ()

    def shows(self, task: str) -> bool:
        """Return whether students see marks and comments of a task, or of the code if empty."""
        return any(each.shown for each in self._about(task)[:1])

    def at(self, task: str) -> float:
        """Return when a task was released last; 0 if students do not see it."""
        return next((each.at for each in self._about(task)[:1] if each.shown), 0.0)

    @property
    def standing(self) -> list[Release]:
        """Return the releases in force, one of each task, the newest first."""
        tasks = dict.fromkeys(each.task for each in self.rows)
        newest = [self._about(task)[0] for task in tasks]
        kept = {each.id: each for each in newest if each.shown}
        return sorted(kept.values(), key=lambda each: each.id, reverse=True)

    @property
    def messages(self) -> tuple[Release, ...]:
        """Return the releases in force that have a message, the newest first."""
        return tuple(each for each in self.standing if each.message)

    @property
    def editions(self) -> list[int]:
        """Return the editions whose gradings students see, the latest release first."""
        found: dict[int, None] = {}
        for each in self.rows:
            if each.task:
                continue
            if not each.shown:
                break
            found.setdefault(each.edition_id)
        return list(found)

    def grading(self, gradings: Sequence[Grading]) -> Grading:
        """Return the grading that the student sees, out of a submission's gradings."""
        by_id = {each.id: each for each in gradings}
        every = [GradingFacts(each.id, each.state, each.edition_id) for each in gradings]
        return by_id[self.shown(every).id]

    def shown(self, gradings: Sequence[GradingFacts]) -> GradingFacts:
        """Return the facts of the grading that the student sees; there must be at least one."""
        if len(gradings) == 1:
            return gradings[0]
        in_order = sorted(gradings, key=lambda each: each.id)
        conclusive = [each for each in in_order if GradingState(each.state) in CONCLUSIVE]
        for edition in self.editions:
            for each in conclusive:
                if each.edition_id == edition:
                    return each
        # What they have seen already; if the grader had failed on it, what was said first.
        return (conclusive or in_order)[0]

    def _about(self, task: str) -> list[Release]:
        return [each for each in self.rows if each.task in {"", task}]


@cache_per_reading
def releases_of_course(session: Session, course: int) -> Mapping[str, ReleasedDecisions]:
    """Return the releases of each assignment of a course."""
    found: dict[str, list[Release]] = defaultdict(list)
    for row in session.scalars(
        select(Release).where(Release.course_id == course).order_by(Release.id.desc())
    ):
        found[row.assignment].append(row)
    return defaultdict(
        ReleasedDecisions, {name: ReleasedDecisions(tuple(rows)) for name, rows in found.items()}
    )

"""What students may see of what people decided: nothing before it is released.

What the grader says of a fresh submission is visible at once. Marks, comments, and gradings that
were done again by a new edition are people's decisions, and wait for a release. One is of a task or
of the whole assignment, and can be taken back; of those that concern a task the newest counts.
Which edition's gradings students see, only a release of the whole assignment says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service.data.decided import Release
from grader.service.data.tables import Grading, State, Submission

TOLD = frozenset({State.DONE, State.REFUSED})
"""States of a grading that say something about the submission."""


@dataclass(frozen=True, slots=True)
class Released:
    """What is released of an assignment.

    Attributes:
        rows: all decisions about it, the newest first.
    """

    rows: tuple[Release, ...] = ()

    def shows(self, task: str) -> bool:
        """Whether students see marks and comments of a task, or of the code as such (empty)."""
        return any(each.shown for each in self._about(task)[:1])

    def at(self, task: str) -> float:
        """When a task was released last; 0 if students do not see it."""
        return next((each.at for each in self._about(task)[:1] if each.shown), 0.0)

    @property
    def standing(self) -> list[Release]:
        """Releases that nothing newer has taken back, the newest first; one of each task."""
        tasks = dict.fromkeys(each.task for each in self.rows)
        newest = [self._about(task)[0] for task in tasks]
        kept = {each.id: each for each in newest if each.shown}
        return sorted(kept.values(), key=lambda each: each.id, reverse=True)

    @property
    def editions(self) -> list[int]:
        """Editions whose gradings students see, the one that was released last before others."""
        found: dict[int, None] = {}
        for each in self.rows:
            if each.task:
                continue
            if not each.shown:
                break
            found.setdefault(each.edition_id)
        return list(found)

    def grading(self, gradings: Sequence[Grading]) -> Grading:
        """Which of a submission's gradings its student sees; there has to be one."""
        in_order = sorted(gradings, key=lambda each: each.id)
        told = [each for each in in_order if State(each.state) in TOLD]
        for edition in self.editions:
            for each in told:
                if each.edition_id == edition:
                    return each
        # What they have seen already; if the grader had failed on it, what was said first.
        return (told or in_order)[0]

    def _about(self, task: str) -> list[Release]:
        return [each for each in self.rows if each.task in {"", task}]


def released(session: Session, course: int, assignment: str) -> Released:
    """What is released of an assignment now."""
    rows = session.scalars(
        select(Release)
        .where(Release.course_id == course, Release.assignment == assignment)
        .order_by(Release.id.desc())
    )
    return Released(tuple(rows))


def place_of(submission: Submission) -> tuple[int, str]:
    """The course and the assignment of a submission, about which people decide."""
    return submission.course_id, submission.assignment


def released_of(
    session: Session, submissions: Iterable[Submission]
) -> dict[tuple[int, str], Released]:
    """What is released of the assignments of these submissions, each looked up once."""
    return {place: released(session, *place) for place in set(map(place_of, submissions))}

"""The gradebook of an assignment: a row for each student of the course, with what counts.

Gradings are those that students see: a new edition's regrade counts once it is released. People's
marks count at once. Late work costs what the terms of the assignment say.
"""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass
from itertools import chain

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import looking, scores
from grader.service.data.tables import Edition, Membership, Person, Role, State
from grader.service.deadlines import Deadlines
from grader.service.lateness import Cost
from grader.service.looking import Seen
from grader.service.scores import Counted, Scores


@dataclass(frozen=True, slots=True)
class Row:
    """A student.

    Attributes:
        seen: their newest submission; ``None`` if they handed in nothing.
        scores: of its tasks, if it has a report; where the grader failed, people's alone.
        cost: what being late costs.
        late_by: seconds after their own deadline.
        open: whether nothing came from them yet, and their own last day is still to come.
    """

    person: Person
    seen: Seen | None
    scores: Scores
    cost: Cost
    late_by: float = 0.0
    open: bool = False

    @property
    def refused(self) -> bool:
        """Whether it cannot be read as a submission, and so earns nothing."""
        return self.seen is not None and self.seen.state is State.REFUSED

    @property
    def decided(self) -> bool:
        """Whether all points are known that they will have."""
        if self.seen is None or self.refused:
            return not self.open
        return self.scored and not self.scores.undecided

    @property
    def scored(self) -> bool:
        """Whether there are points: the grader's, or where it failed, those that people gave."""
        return self.seen is not None and (self.seen.has_report or self.scores.scored)

    @property
    def points(self) -> float:
        """Points on the tasks that are decided, without what lateness costs."""
        return self.scores.points

    @property
    def total(self) -> float:
        """Points on the tasks that are decided, after what lateness costs."""
        return round(self.cost.of(self.points), 6)


@dataclass(frozen=True, slots=True)
class Gradebook:
    """An assignment's gradebook.

    Attributes:
        tasks: id, title and points to be had of each task that anybody has.
        maximum: points to be had, by the newest edition that any row is graded by.
        rows: by name.
    """

    title: str
    tasks: tuple[tuple[str, str, float], ...]
    maximum: float
    rows: tuple[Row, ...]

    @property
    def undecided(self) -> int:
        """How many students have points that are not decided yet."""
        return sum(not row.decided for row in self.rows)


def gradebook(session: Session, edition: Edition) -> Gradebook:
    """The gradebook of the edition's assignment, with all students of its course."""
    course, assignment = edition.course_id, edition.assignment
    newest = looking.newest_of_each(session, course, assignment, staff=False)
    by_person = {each.submission.person_id: each for each in newest}
    late = Deadlines.of(session, course)
    counted = scores.of(session, newest, late.terms)
    costs, now = late.costs(), time.time()
    students = session.scalars(
        select(Person)
        .join(Membership, Membership.person_id == Person.id)
        .where(Membership.course_id == course, Membership.role == Role.STUDENT.value)
        .order_by(Person.name, Person.login)
    ).all()
    rows = []
    for person in students:
        seen = by_person.get(person.id)
        if seen is None:
            waits = late.waits(person.id, assignment, now)
            rows.append(Row(person, None, Scores(()), Cost(), open=waits))
            continue
        at = seen.submission.created_at
        due = late.rule(person.id, assignment).due_at
        late_by = max(at - due, 0.0) if due else 0.0
        own = counted[seen.submission.id]
        rows.append(Row(person, seen, own, costs[person.id, assignment], late_by))
    by_age = _by_age(rows)
    counting = _tasks(by_age[:1])
    return Gradebook(
        edition.title, _tasks(by_age), sum(points for _, _, points in counting), tuple(rows)
    )


def _by_age(rows: list[Row]) -> list[list[Counted]]:
    """The tasks of each edition that a row is graded by, the newest edition first."""
    found: dict[tuple[float, int], list[Counted]] = defaultdict(list)
    for row in rows:
        if row.seen is not None and row.scores.tasks:
            edition = row.seen.grading.edition
            found[edition.created_at, edition.id] += row.scores.tasks
    return [found[age] for age in sorted(found, reverse=True)]


def _tasks(editions: list[list[Counted]]) -> tuple[tuple[str, str, float], ...]:
    found: dict[str, tuple[str, str, float]] = {}
    for each in chain.from_iterable(editions):
        found.setdefault(each.task.id, (each.task.id, each.task.title, each.max_points))
    return tuple(found.values())

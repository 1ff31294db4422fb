"""The gradebook of an assignment: a row for each student of the course, with what counts.

Gradings are those that students see: a new edition's regrade counts once it is released. People's
marks count at once. Late work costs what the terms of the assignment say.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import deadlines, looking, scores
from grader.service.data.tables import Edition, Membership, Person, Role, State
from grader.service.lateness import Cost
from grader.service.looking import Seen
from grader.service.scores import Scores


@dataclass(frozen=True, slots=True)
class Row:
    """A student.

    Attributes:
        seen: their newest submission; ``None`` if they handed in nothing.
        scores: of its tasks, if it has a report.
        cost: what being late costs.
        late_by: seconds after their own deadline.
    """

    person: Person
    seen: Seen | None
    scores: Scores
    cost: Cost
    late_by: float = 0.0

    @property
    def refused(self) -> bool:
        """Whether it cannot be read as a submission, and so earns nothing."""
        return self.seen is not None and self.seen.state is State.REFUSED

    @property
    def decided(self) -> bool:
        """Whether all points are known that they will have."""
        if self.seen is None or self.refused:
            return True
        return self.seen.has_report and not self.scores.undecided

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
        rows: by name.
    """

    title: str
    tasks: tuple[tuple[str, str, float], ...]
    rows: tuple[Row, ...]

    @property
    def maximum(self) -> float:
        """Points to be had."""
        return sum(points for _, _, points in self.tasks)

    @property
    def undecided(self) -> int:
        """How many students have points that are not decided yet."""
        return sum(not row.decided for row in self.rows)


def gradebook(session: Session, edition: Edition) -> Gradebook:
    """The gradebook of the edition's assignment, with all students of its course."""
    course, assignment = edition.course_id, edition.assignment
    newest = looking.newest_of_each(session, course, assignment, staff=False)
    by_person = {each.submission.person_id: each for each in newest}
    counted = scores.of(session, newest)
    costs, rules = deadlines.course_costs(session, course), deadlines.rules(session, course)
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
            rows.append(Row(person, None, Scores(()), Cost()))
            continue
        at = seen.submission.created_at
        due = rules[person.id, assignment].due_at
        late_by = max(at - due, 0.0) if due else 0.0
        own = counted[seen.submission.id] if seen.has_report else Scores(())
        rows.append(Row(person, seen, own, costs[person.id, assignment], late_by))
    return Gradebook(edition.title, _tasks(rows), tuple(rows))


def _tasks(rows: list[Row]) -> tuple[tuple[str, str, float], ...]:
    """Those of the newest edition's reports come first, if editions differ."""
    in_order = sorted(rows, key=lambda row: -(row.seen.grading.edition_id if row.seen else 0))
    found: dict[str, tuple[str, str, float]] = {}
    for row in in_order:
        for each in row.scores.tasks:
            found.setdefault(each.task.id, (each.task.id, each.task.title, each.max_points))
    return tuple(found.values())

"""Makes the gradebook of one assignment: a row for each student of the course, with what counts.

Which submission counts, :mod:`grader.service.counted_submissions` says. Gradings are those that
students see: a new edition's regrade counts once it is released. People's marks count at once. Late
work costs what the terms of the assignment say.

``web/templates/gradebook.html`` shows it, :mod:`grader.service.gradebook_export` writes its CSV,
:mod:`grader.service.api.course_lists` its JSON and :mod:`grader.service.lti.score_outbox` sends it.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import final_scores
from grader.service.carried_marks import find_submissions_lacking_marks
from grader.service.counted_submissions import CountingDecision, counting_submissions_by_person
from grader.service.data.tables import Edition, Membership, Person, Role
from grader.service.deadlines import Deadlines
from grader.service.final_scores import CountedTask, SubmissionScores
from grader.service.late_penalty import NOTHING_LOST, LatenessCost
from grader.service.submission_queries import ResultRow, SubmissionView


@dataclass(frozen=True, slots=True)
class GradebookRow:
    """A student's row: the submission that counts, its scores and what lateness costs.

    Attributes:
        seen: the submission that counts; ``None`` if they handed in nothing. If nothing of theirs
            can be read, the newest one, which does not count.
        decision: why it counts, and what being late costs it.
        scores: of its tasks, if it has a report; where the grader failed, people's alone.
        late_by: seconds after their own deadline.
        left_behind: whether people gave points for another submission that this one lacks.
        section: of the student; empty if they are in none.
        open: whether nothing that counts came from them, and their own last day is still to come.
    """

    person: Person
    seen: SubmissionView | None
    scores: SubmissionScores
    decision: CountingDecision | None = None
    late_by: float = 0.0
    open: bool = False
    left_behind: bool = False
    section: str = ""

    @property
    def team(self) -> str:
        """Return the name of the team for which the submission was handed in; empty for none."""
        team = None if self.seen is None else self.seen.submission.team
        return "" if team is None else team.name

    @property
    def refused(self) -> bool:
        """Return whether no submission of the student can be read, so that none counts."""
        return self.decision is not None and not self.decision.counts

    @property
    def cost(self) -> LatenessCost:
        """Return what lateness costs the student."""
        return NOTHING_LOST if self.decision is None else self.decision.cost

    @property
    def why(self) -> str:
        """Return why this submission counts; empty if the student has only one."""
        found = self.decision
        if found is None or not found.counts or found.number == 1:
            return ""
        return f"submission {found.submission} of {found.number} counts: {found.why}"

    @property
    def decided(self) -> bool:
        """Return whether the student's points are final."""
        if self.seen is None or self.refused:
            return not self.open
        assert self.decision is not None
        return self.scored and not self.scores.undecided and not self.decision.pending

    @property
    def scored(self) -> bool:
        """Return whether there are points, from the grader or from people."""
        return self.seen is not None and (self.seen.has_report or self.scores.scored)

    @property
    def points(self) -> float:
        """Return the points on decided tasks, before lateness is subtracted."""
        return self.scores.points

    @property
    def total(self) -> float:
        """Return the points on decided tasks, after lateness is subtracted."""
        return round(self.cost.of(self.points), 6)


@dataclass(frozen=True, slots=True)
class Gradebook:
    """An assignment's gradebook, with a row for each student.

    Attributes:
        tasks: id, title and points to be had of each task that anybody has.
        maximum: points to be had, by the newest edition that any row is graded by.
        rows: by name.
    """

    title: str
    tasks: tuple[tuple[str, str, float], ...]
    maximum: float
    rows: tuple[GradebookRow, ...]

    @property
    def left_behind(self) -> int:
        """Return how many students have marks that their counting submission lacks."""
        return sum(row.left_behind for row in self.rows)

    @property
    def undecided(self) -> int:
        """Return how many students have points that are not final."""
        return sum(not row.decided for row in self.rows)


def make_gradebook(
    session: Session, edition: Edition, people: Sequence[int] | None = None
) -> Gradebook:
    """Return the gradebook of the edition's assignment, with all students of its course.

    Args:
        people: the only ones who are wanted, if they are given.
    """
    course, assignment = edition.course_id, edition.assignment
    by_person = counting_submissions_by_person(session, course, assignment, people, staff=False)
    late, now = Deadlines.of(session, course), time.time()
    results = {person: ResultRow.of(seen) for person, (seen, _) in by_person.items()}
    counted = final_scores.scores_of_people(session, course, results, late.terms)
    lacking = find_submissions_lacking_marks(session, course, assignment, results.values())
    students = session.scalars(
        select(Person)
        .join(Membership, Membership.person_id == Person.id)
        .where(
            Membership.course_id == course,
            Membership.role == Role.STUDENT.value,
            *([] if people is None else [Person.id.in_(people)]),
        )
        .order_by(Person.name, Person.login)
    ).all()
    rows = []
    for person in students:
        waits = late.waits(person.id, assignment, now)
        section = late.sections.label(person.id)
        if person.id not in by_person:
            rows.append(GradebookRow(
                person, None, SubmissionScores(()), open=waits, section=section
            ))  # fmt: skip
            continue
        seen, decision = by_person[person.id]
        at = seen.submission.created_at
        late_by = late.rule(person.id, assignment).late_by(at)
        rows.append(GradebookRow(
            person, seen, counted[person.id], decision, late_by, waits and not decision.counts,
            seen.submission.id in lacking, section,
        ))  # fmt: skip
    by_age = _by_age(rows)
    newest = _tasks(by_age[:1])
    return Gradebook(
        edition.title, _tasks(by_age), sum(points for _, _, points in newest), tuple(rows)
    )


def _by_age(rows: list[GradebookRow]) -> list[list[CountedTask]]:
    """Return the tasks of each edition that a row is graded by, the newest edition first."""
    found: dict[tuple[float, int], list[CountedTask]] = defaultdict(list)
    for row in rows:
        if row.seen is not None and row.scores.tasks:
            edition = row.seen.grading.edition
            found[edition.created_at, edition.id] += row.scores.tasks
    return [found[age] for age in sorted(found, reverse=True)]


def _tasks(editions: list[list[CountedTask]]) -> tuple[tuple[str, str, float], ...]:
    found: dict[str, tuple[str, str, float]] = {}
    for each in chain.from_iterable(editions):
        found.setdefault(each.task.id, (each.task.id, each.task.title, each.max_points))
    return tuple(found.values())

"""Makes the gradebook of one assignment: a row for each student of the course, with what counts.

Which submission counts, :mod:`grader.service.submission_that_counts` says. Gradings are those that
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
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.service import final_scores, submission_queries
from grader.service.carry_over_marks import find_submissions_lacking_marks
from grader.service.data.tables import AssignmentEdition, Person, Team
from grader.service.deadlines import Deadlines
from grader.service.final_scores import CountedTask, SubmissionScores
from grader.service.late_penalty import NOTHING_LOST, LatenessCost
from grader.service.people import select_students
from grader.service.submission_queries import SubmissionResult
from grader.service.submission_that_counts import (
    CountingDecision,
    decide_for_course,
    decide_for_people,
)


class Student(NamedTuple):
    """A student of a course, as lists name them."""

    id: int
    login: str
    name: str


@dataclass(frozen=True, slots=True)
class GradebookRow:
    """A student's row: the submission that counts, its scores and what lateness costs.

    Attributes:
        seen: the result of the submission that counts; ``None`` if they handed in nothing. If
            nothing of theirs can be read, that of the newest one, which does not count.
        decision: why it counts, and what being late costs it; ``None`` if there is none.
        scores: of its tasks, if it has a report; where the grader failed, people's alone.
        late_by: seconds after their own deadline.
        left_behind: whether people gave points for another submission that this one lacks.
        section: of the student; empty if they are in none.
        team: for which they handed it in; empty for none.
        open: whether nothing that counts came from them, and their own last day is still to come.
    """

    person: Student
    seen: SubmissionResult | None
    scores: SubmissionScores
    decision: CountingDecision | None = None
    late_by: float = 0.0
    open: bool = False
    left_behind: bool = False
    section: str = ""
    team: str = ""

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
    session: Session, edition: AssignmentEdition, people: Sequence[int] | None = None
) -> Gradebook:
    """Return the gradebook of the edition's assignment, with all students of its course.

    Args:
        people: the only ones who are wanted, if they are given.
    """
    course, assignment = edition.course_id, edition.assignment
    if people is None:
        found = decide_for_course(session, course, assignment=assignment)
    else:
        found = decide_for_people(session, course, people)
    decided = {person: each for (person, name), each in found.items() if name == assignment}
    read = {
        each.id: each
        for each in submission_queries.results_of_gradings(
            session, {each.shown for each in decided.values()}
        )
    }
    results = {person: read[each.submission] for person, each in decided.items()}
    late, now = Deadlines.of(session, course), time.time()
    counted = final_scores.scores_of_people(session, course, results)
    lacking = find_submissions_lacking_marks(session, course, assignment, results.values())
    students = session.execute(
        select(Person.id, Person.login, Person.name)
        .where(
            Person.id.in_(select_students(course)),
            *([] if people is None else [Person.id.in_(people)]),
        )
        .order_by(Person.name, Person.login)
    ).all()
    teams = dict(session.execute(
        select(Team.id, Team.name).where(Team.course_id == course, Team.assignment == assignment)
    ).tuples().all())  # fmt: skip
    rows = []
    for person in map(Student._make, students):
        waits = late.waits(person.id, assignment, now)
        section = late.sections.label(person.id)
        if person.id not in decided:
            rows.append(GradebookRow(
                person, None, SubmissionScores(()), open=waits, section=section
            ))  # fmt: skip
            continue
        seen, decision = results[person.id], decided[person.id]
        late_by = late.rule(person.id, assignment).late_by(decision.at)
        rows.append(GradebookRow(
            person, seen, counted[person.id], decision, late_by, waits and not decision.counts,
            seen.id in lacking, section, teams.get(seen.team_id or 0, ""),
        ))  # fmt: skip
    by_age = _group_tasks_by_edition(session, edition, rows)
    newest = _tasks(by_age[:1])
    return Gradebook(
        edition.title, _tasks(by_age), sum(points for _, _, points in newest), tuple(rows)
    )


def _group_tasks_by_edition(
    session: Session, edition: AssignmentEdition, rows: list[GradebookRow]
) -> list[list[CountedTask]]:
    """Return the tasks of all rows, one list for each edition that graded any, newest first."""
    found: dict[int, list[CountedTask]] = defaultdict(list)
    for row in rows:
        if row.seen is not None:
            found[row.seen.edition_id] += row.scores.tasks
    by_age = session.scalars(
        select(AssignmentEdition.id)
        .where(
            AssignmentEdition.course_id == edition.course_id,
            AssignmentEdition.assignment == edition.assignment,
        )
        .order_by(AssignmentEdition.created_at.desc(), AssignmentEdition.id.desc())
    )
    return [found[each] for each in by_age if found.get(each)]


def _tasks(editions: list[list[CountedTask]]) -> tuple[tuple[str, str, float], ...]:
    found: dict[str, tuple[str, str, float]] = {}
    for each in chain.from_iterable(editions):
        if each.task.id not in found:
            found[each.task.id] = each.task.id, each.task.title, each.max_points
    return tuple(found.values())

"""Deadlines as the database has them: the terms of assignments, extensions, and who is late."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.model.wording import count, percent
from grader.service.data.decided import Extension, Terms
from grader.service.data.tables import Membership, Role, Submission
from grader.service.lateness import Cost, HandIn, Rule, costs


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a student stands with an assignment, if they handed in at a certain time.

    Attributes:
        rule: their own deadline, and what follows from it.
        extended: whether an extension gave them more time.
        late_days_left: late days that they may use for this assignment.
        cost: what handing in at that time costs.
        taken: whether anything is taken at that time.
    """

    rule: Rule
    extended: bool
    late_days_left: int
    cost: Cost
    taken: bool

    @property
    def sentence(self) -> str:
        """What it means to hand in at that time; empty if it is in time."""
        if not self.taken:
            return (
                f"This assignment is closed: the last moment to hand in was "
                f"{moment(self.rule.last_at)}. Ask the staff of the course if you need more time."
            )
        return self.late

    @property
    def late(self) -> str:
        """The same for what was taken at that time, whatever the terms are by now."""
        if not self.cost.days:
            return ""
        uses = f"uses {self.cost.free} of {count(self.late_days_left, 'late day')} left"
        loses = f"costs {percent(self.cost.lost)} of the points that you reach"
        so = " and ".join(
            [*([uses] if self.cost.free else []), *([loses] if self.cost.lost else [])]
        )
        said = f"This is {count(self.cost.days, 'day')} late."
        return f"{said} That {so}." if so else said


def moment(at: float) -> str:
    """A time for people: ``2026-11-25 23:59 UTC``."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))


def terms(session: Session, course: int, assignment: str) -> Terms:
    """The terms that count now. Without any there is no deadline, and nothing may be asked for."""
    return every_terms(session, course).get(assignment) or Terms(
        course_id=course, assignment=assignment, due_at=0.0, late_days=0, per_day=0.0, last_day=0,
        requests=0, request_days=7, blind=False, markers=1, at=0.0,
    )  # fmt: skip


def every_terms(session: Session, course: int) -> dict[str, Terms]:
    """The terms of a course that count now, by assignment."""
    newest = select(func.max(Terms.id)).where(Terms.course_id == course).group_by(Terms.assignment)
    return {each.assignment: each for each in session.scalars(
        select(Terms).where(Terms.id.in_(newest))
    )}  # fmt: skip


def extensions(session: Session, course: int, person: int = 0) -> dict[tuple[int, str], Extension]:
    """The extensions that count now, by person and assignment; of one ``person`` if given."""
    newest = (
        select(func.max(Extension.id))
        .where(Extension.course_id == course)
        .group_by(Extension.person_id, Extension.assignment)
    )
    which = [Extension.id.in_(newest), *([Extension.person_id == person] if person else [])]
    rows = session.scalars(select(Extension).where(*which).order_by(Extension.id))
    return {(each.person_id, each.assignment): each for each in rows}


@dataclass(frozen=True, slots=True)
class Deadlines:
    """All deadlines of a course as they are now, read once.

    Attributes:
        terms: by assignment.
        extensions: by person and assignment.
        handed_in: when the newest submission came, by person and assignment.
    """

    terms: Mapping[str, Terms]
    extensions: Mapping[tuple[int, str], Extension]
    handed_in: Mapping[tuple[int, str], float]

    @classmethod
    def of(cls, session: Session, course: int, person: int = 0) -> Deadlines:
        """Those of everybody, or of one ``person`` if given."""
        return cls(
            every_terms(session, course),
            extensions(session, course, person),
            _newest(session, course, person),
        )

    def rule(self, person: int, assignment: str) -> Rule:
        """What counts for somebody and an assignment."""
        found = self.terms.get(assignment)
        if found is None or not found.due_at:
            return Rule()
        extension = self.extensions.get((person, assignment))
        due_at = max(found.due_at, extension.due_at if extension else 0.0)
        return Rule(due_at, found.late_days, found.per_day, found.last_day)

    def extended(self, person: int, assignment: str) -> bool:
        """Whether an extension gives somebody more time than others have."""
        found = self.terms.get(assignment)
        return found is not None and self.rule(person, assignment).due_at > found.due_at

    def waits(self, person: int, assignment: str, at: float) -> bool:
        """Whether there is a deadline, and somebody's own last day is after that time."""
        rule = self.rule(person, assignment)
        return bool(rule.due_at) and rule.takes(at)

    def costs(self) -> dict[tuple[int, str], Cost]:
        """What being late costs for each newest submission, by person and assignment."""
        by_person: dict[int, list[HandIn]] = {}
        for (person, assignment), at in self.handed_in.items():
            own = HandIn(assignment, self.rule(person, assignment), at)
            by_person.setdefault(person, []).append(own)
        return {
            (person, assignment): cost
            for person, hand_ins in by_person.items()
            for assignment, cost in costs(hand_ins).items()
        }


def standing(session: Session, course: int, assignment: str, person: int, at: float) -> Standing:
    """Where somebody would stand who handed in at that time, or did."""
    every = Deadlines.of(session, course, person)
    others = [
        HandIn(name, every.rule(person, name), when)
        for (_, name), when in every.handed_in.items()
        if name != assignment
    ]
    rule = every.rule(person, assignment)
    own = HandIn(assignment, rule, at)
    earlier = costs([*others, own])
    used = sum(
        earlier[each.assignment].free
        for each in others
        if (each.rule.due_at, each.assignment) < (rule.due_at, assignment)
    )
    return Standing(
        rule, every.extended(person, assignment), max(rule.late_days - used, 0),
        earlier[assignment], rule.takes(at),
    )  # fmt: skip


def refusal(session: Session, course: int, assignment: str, person: int, at: float) -> str:
    """Why nothing is taken from a student at that time; empty if it is. Staff may always try."""
    membership = session.get(Membership, (person, course))
    if membership is None or membership.role != Role.STUDENT:
        return ""
    found = standing(session, course, assignment, person, at)
    return "" if found.taken else found.sentence


def _newest(session: Session, course: int, person: int = 0) -> dict[tuple[int, str], float]:
    """When the newest submission of everybody came, or of one person."""
    newest = (
        select(func.max(Submission.id))
        .where(Submission.course_id == course)
        .group_by(Submission.person_id, Submission.assignment)
    )
    which = [Submission.id.in_(newest), *([Submission.person_id == person] if person else [])]
    rows = session.execute(
        select(Submission.person_id, Submission.assignment, Submission.created_at).where(*which)
    )
    return {(who, assignment): at for who, assignment, at in rows}

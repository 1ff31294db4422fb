"""Reads deadlines from the database: due dates of sections, extensions, and who is late.

A student's own extension wins over the due date of their section, and that over the assignment's.
Nobody has less time by an extension than without it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from grader.model.formatting import format_count, format_percent_in_tenths
from grader.service.assignment_terms import AssignmentConditions, current_terms
from grader.service.course_time import UTC, format_time, zone_of_course
from grader.service.data.database import cache_per_reading
from grader.service.data.decision_tables import DeadlineExtension
from grader.service.data.group_tables import SectionDeadline
from grader.service.data.tables import Course, Role
from grader.service.late_penalty import CountedHandIn, DeadlineRule, LatenessCost, lateness_costs
from grader.service.sections import CourseSections, sections_of_course
from grader.service.team_membership import NO_TEAMS, CourseTeams, teams_of_course


@dataclass(frozen=True, slots=True)
class DeadlineStatus:
    """The state of a deadline for one student at one time: open or not, how late, what penalty.

    Attributes:
        rule: their own deadline, and what follows from it.
        extended: whether an extension gave them more time.
        late_days_left: late days that they may use for this assignment.
        cost: what handing in at that time costs.
        taken: whether anything is taken at that time.
        section: whose due date it is; empty if it is that of the assignment or their own.
        opens: whether it is taken later, as the assignment has not opened yet.
    """

    rule: DeadlineRule
    extended: bool
    late_days_left: int
    cost: LatenessCost
    taken: bool
    section: str = ""
    opens: bool = False

    @property
    def sentence(self) -> str:
        """Return a sentence about handing in at that time; empty if it is in time."""
        if self.opens:
            return f"This assignment opens on {format_time(self.rule.opens_at, self.rule.zone)}."
        if not self.taken:
            return (
                f"This assignment is closed: the last moment to hand in was "
                f"{format_time(self.rule.last_at, self.rule.zone)}. Ask the staff of the course if "
                "you need more time."
            )
        return self.late

    def refusal(self, role: str | None) -> str:
        """Return why a person with this role may not hand in; empty if they may.

        Staff may always try.
        """
        refused = role is not None and Role(role).learns and not self.taken
        return self.sentence if refused else ""

    @property
    def late(self) -> str:
        """Return how late an accepted submission is, and its cost; empty if in time."""
        if not self.cost.days:
            return ""
        uses = f"uses {self.cost.free} of {format_count(self.late_days_left, 'late day')} left"
        loses = f"costs {format_percent_in_tenths(self.cost.lost)} of the points that you reach"
        so = " and ".join(
            [*([uses] if self.cost.free else []), *([loses] if self.cost.lost else [])]
        )
        said = f"This is {format_count(self.cost.days, 'day')} late."
        return f"{said} That {so}." if so else said


@cache_per_reading
def current_extensions(
    session: Session, course: int, person: int = 0
) -> dict[tuple[int, str], DeadlineExtension]:
    """Return the extensions that count now, by person and assignment.

    They are those of all people, or those of one and of everybody in a team with them.
    """
    people, _ = teams_of_course(session, course, person).around([person] if person else [])
    newest = (
        select(func.max(DeadlineExtension.id))
        .where(DeadlineExtension.course_id == course, *_of(DeadlineExtension.person_id, people))
        .group_by(DeadlineExtension.person_id, DeadlineExtension.assignment)
    )
    rows = session.scalars(select(DeadlineExtension).where(DeadlineExtension.id.in_(newest)))
    return {(each.person_id, each.assignment): each for each in rows}


@cache_per_reading
def current_section_deadlines(
    session: Session, course: int
) -> dict[tuple[str, str], SectionDeadline]:
    """Return the due dates of sections that count now, by assignment and section."""
    newest = (
        select(func.max(SectionDeadline.id))
        .where(SectionDeadline.course_id == course)
        .group_by(SectionDeadline.assignment, SectionDeadline.section)
    )
    rows = session.scalars(select(SectionDeadline).where(SectionDeadline.id.in_(newest)))
    return {(each.assignment, each.section): each for each in rows if each.due_at}


@dataclass(frozen=True, slots=True)
class Deadlines:
    """All deadlines of a course as they are now, read once.

    Attributes:
        terms: by assignment.
        extensions: by person and assignment.
        teams: who hands in together.
        zone: the course's.
        sections: who is in which.
        own_dates: due dates of sections, by assignment and section.
    """

    terms: Mapping[str, AssignmentConditions]
    extensions: Mapping[tuple[int, str], DeadlineExtension]
    teams: CourseTeams = NO_TEAMS
    zone: ZoneInfo = UTC
    sections: CourseSections = field(default_factory=lambda: CourseSections((), {}))
    own_dates: Mapping[tuple[str, str], SectionDeadline] = field(default_factory=dict)
    _usual: dict[str, DeadlineRule] = field(default_factory=dict)
    """Rules of everybody without dates of their own, by assignment."""

    @classmethod
    def of(cls, session: Session, course: int, person: int = 0) -> Deadlines:
        """Return the deadlines of a course, with the extensions of all people or of one."""
        return cls(
            current_terms(session, course), current_extensions(session, course, person),
            teams_of_course(session, course, person),
            zone_of_course(session.get_one(Course, course)), sections_of_course(session, course),
            current_section_deadlines(session, course),
        )  # fmt: skip

    def rule(self, person: int, assignment: str) -> DeadlineRule:
        """Return the deadline rule of a person for an assignment.

        A team's deadline is the latest of its members'.
        """
        if (person, assignment) not in self.teams.team_of:
            return self.own_rule(person, assignment)
        return max(
            (self.own_rule(each, assignment) for each in self.teams.mates(person, assignment)),
            key=lambda rule: rule.due_at,
        )

    def own_rule(self, person: int, assignment: str) -> DeadlineRule:
        """Return the deadline rule that a person would have without a team."""
        if (person, assignment) in self.extensions or self.own_dates:
            extension = self.extensions.get((person, assignment))
            due_at, _ = self.due_without_extension(person, assignment)
            return self._rule(assignment, max(due_at, extension.due_at if extension else 0.0))
        if assignment not in self._usual:
            self._usual[assignment] = self._rule(assignment, self.terms[assignment].due_at)
        return self._usual[assignment]

    def _rule(self, assignment: str, due_at: float) -> DeadlineRule:
        found = self.terms[assignment]
        if not found.due_at:
            return DeadlineRule(opens_at=found.opens_at, zone=self.zone)
        grace = 60.0 * found.grace_minutes
        return DeadlineRule(
            due_at, found.late_days, found.per_day, found.last_day, grace, found.opens_at,
            self.zone,
        )  # fmt: skip

    def earliest_due(self, assignment: str) -> float:
        """Return the earliest date at which an assignment is due for anybody; 0 if for nobody."""
        due_at = self.terms[assignment].due_at
        theirs = [each.due_at for (name, _), each in self.own_dates.items() if name == assignment]
        return min([due_at, *theirs]) if due_at else 0.0

    def due_without_extension(self, person: int, assignment: str) -> tuple[float, str]:
        """Return when an assignment is due for a person, and the section that this comes from.

        Of several sections, the latest date counts; without any, that of the assignment.
        """
        dates = [
            (self.own_dates[assignment, each].due_at, each)
            for each in self.sections.of(person)
            if (assignment, each) in self.own_dates
        ]
        return max(dates, default=(self.terms[assignment].due_at, ""))

    def extended(self, person: int, assignment: str) -> bool:
        """Return whether an extension gives a person more time than their section has."""
        due_at, _ = self.due_without_extension(person, assignment)
        return self.rule(person, assignment).due_at > due_at

    def waits(self, person: int, assignment: str, at: float) -> bool:
        """Return whether a person has a deadline and may still hand in after a time."""
        rule = self.rule(person, assignment)
        return bool(rule.due_at) and rule.takes(at)

    def standing(
        self, person: int, assignment: str, at: float, counting: Mapping[str, float]
    ) -> DeadlineStatus:
        """Return how late a student is who hands in at a time, and what that costs.

        Args:
            counting: when what counts of theirs came, by assignment.
        """
        others = [
            CountedHandIn(name, self.rule(person, name), when)
            for name, when in counting.items()
            if name != assignment
        ]
        rule = self.rule(person, assignment)
        earlier = lateness_costs([*others, CountedHandIn(assignment, rule, at)])
        used = sum(
            earlier[each.assignment].free
            for each in others
            if (each.rule.due_at, each.assignment) < (rule.due_at, assignment)
        )
        return DeadlineStatus(
            rule, self.extended(person, assignment), max(rule.late_days - used, 0),
            earlier[assignment], rule.takes(at),
            "" if self.extended(person, assignment)
            else self.due_without_extension(person, assignment)[1],
            not rule.is_open(at),
        )  # fmt: skip


def _of(column: InstrumentedAttribute[int], people: Collection[int]) -> list[ColumnElement[bool]]:
    return [column.in_(people)] if people else []

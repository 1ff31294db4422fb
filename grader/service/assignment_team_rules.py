"""Reads and sets the rules for teams of an assignment: how large, formed by whom, until when."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from datetime import tzinfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.model.formatting import format_count
from grader.service import ServiceProblem
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.course_time import format_time, zone_of_course
from grader.service.data.database import cache_per_reading
from grader.service.data.group_tables import TeamMember, TeamRules
from grader.service.data.tables import AssignmentEdition, Course, Team

LARGEST = 20
"""Members that a team may have at most."""


@dataclass(frozen=True, slots=True)
class TeamRuleValues:
    """The values of an assignment's rules for teams, apart from their row in the database."""

    smallest: int = 1
    largest: int = 1
    by_students: bool = True
    form_until: float = 0.0

    @property
    def teams(self) -> bool:
        """Return whether there are teams at all."""
        return self.largest > 1

    def open_to_students(self, now: float) -> bool:
        """Return whether students may form teams at a time."""
        return self.teams and self.by_students and (not self.form_until or now <= self.form_until)

    def reason_if_fewer(self, members: int) -> str:
        """Return why so many members may not hand in, 0 without a team; empty if they may."""
        if not self.teams or max(members, 1) >= self.smallest:
            return ""
        own = f"yours has {members}" if members else "you are in none"
        return (
            f"Teams of {self.smallest} to {self.largest} hand in for this assignment, and {own}. "
            f"Form one of at least {format_count(self.smallest, 'member')} first, or ask the staff "
            "of the course."
        )

    def in_words(self, zone: tzinfo) -> str:
        """Return the rules in a few words, with the time in the course's zone."""
        if not self.teams:
            return "no teams"
        until = f" until {format_time(self.form_until, zone)}" if self.form_until else ""
        by = f"formed by students{until}" if self.by_students else "formed by staff"
        return f"teams of {self.smallest} to {self.largest}, {by}"


@cache_per_reading
def current_team_rules(session: Session, course: int) -> dict[str, TeamRuleValues]:
    """Return the newest rules of each assignment of a course that has any."""
    newest = (
        select(func.max(TeamRules.id))
        .where(TeamRules.course_id == course)
        .group_by(TeamRules.assignment)
    )
    return {
        each.assignment: TeamRuleValues(
            each.smallest, each.largest, each.by_students, each.form_until
        )
        for each in session.scalars(select(TeamRules).where(TeamRules.id.in_(newest)))
    }


def team_rules_of(session: Session, course: int, assignment: str) -> TeamRuleValues:
    """Return the rules of an assignment; without any, everybody hands in alone."""
    return current_team_rules(session, course).get(assignment, TeamRuleValues())


def set_team_rules(session: Session, place: AssignmentDecisions, given: TeamRuleValues) -> None:
    """Store new rules, which count from now on; teams that there are stay as they are.

    Raises:
        ServiceProblem: if a team may have fewer members than it needs.
    """
    if given.smallest > given.largest:
        raise ServiceProblem(
            f"A team needs {given.smallest} members, but may have only {given.largest}; make the "
            "largest number at least the smallest one."
        )
    session.add(TeamRules(
        course_id=place.course, assignment=place.assignment, by_id=place.who, at=time.time(),
        **asdict(given),
    ))  # fmt: skip
    zone = zone_of_course(session.get_one(Course, place.course))
    place.note(session, "set team rules", given.in_words(zone))
    session.flush()


def reason_if_too_few(session: Session, edition: AssignmentEdition, team: Team | None) -> str:
    """Return why a student may not hand in for too small a team, or none; empty if they may."""
    rules = team_rules_of(session, edition.course_id, edition.assignment)
    if team is None or not rules.teams:
        return rules.reason_if_fewer(0)
    members = select(func.count()).select_from(TeamMember)
    return rules.reason_if_fewer(
        session.scalars(members.where(TeamMember.team_id == team.id)).one()
    )

"""Reads who hands in together, and decides to whom a submission belongs.

A submission belongs to all present members of the team for which it was handed in. One that was
handed in for no team, or for a team that nobody is in any more, belongs to the person who handed it
in, and to those who are in a team with them now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from grader.service.data.database import cache_per_reading
from grader.service.data.group_tables import TeamMember
from grader.service.data.tables import Submission, Team


@dataclass(frozen=True, slots=True)
class CourseTeams:
    """The teams of a course as they are now, read once.

    Attributes:
        members: ids of the members of each team, by its id; a team without members is not there.
        team_of: the team of a person for an assignment.
    """

    members: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    team_of: Mapping[tuple[int, str], int] = field(default_factory=dict)

    def mates(self, person: int, assignment: str) -> tuple[int, ...]:
        """Return the members of a person's team; only the person if they are in none."""
        return self.members.get(self.team_of.get((person, assignment), 0), (person,))

    def owners(self, person: int, assignment: str, team: int | None) -> tuple[int, ...]:
        """Return the people to whom a submission belongs.

        Args:
            person: who handed it in.
            team: for which they did.
        """
        if not self.members:
            return (person,)
        return self.members.get(team or 0) or self.mates(person, assignment)

    def around(self, people: Iterable[int]) -> tuple[set[int], set[int]]:
        """Return these people with all their team mates, and the ids of their teams."""
        wanted = set(people)
        teams = {team for (person, _), team in self.team_of.items() if person in wanted}
        return wanted.union(*(self.members[team] for team in teams)), teams


NO_TEAMS = CourseTeams()
"""What a course has in which everybody hands in alone."""


@cache_per_reading
def teams_of_course(session: Session, course: int, person: int = 0) -> CourseTeams:
    """Return the teams of a course, or those that concern the submissions of one person."""
    which = [TeamMember.course_id == course]
    if person:
        mine = select(TeamMember.team_id).where(
            TeamMember.person_id == person, TeamMember.course_id == course
        )
        handed_in_for = select(Submission.team_id).where(
            Submission.course_id == course,
            Submission.person_id == person,
            Submission.team_id.is_not(None),
        )
        teams = {*session.scalars(mine), *session.scalars(handed_in_for)}
        if not teams:
            return NO_TEAMS
        mates = select(TeamMember.person_id).where(TeamMember.team_id.in_(teams))
        # A mate may have handed in for another team before: that one says whose it is.
        earlier = select(Submission.team_id).where(
            Submission.course_id == course,
            Submission.person_id.in_(mates),
            Submission.team_id.is_not(None),
        )
        which.append(TeamMember.team_id.in_({*teams, *session.scalars(earlier)}))
    rows = session.execute(
        select(TeamMember.team_id, TeamMember.person_id, TeamMember.assignment)
        .where(*which)
        .order_by(TeamMember.team_id, TeamMember.person_id)
    )
    members: dict[int, tuple[int, ...]] = {}
    team_of: dict[tuple[int, str], int] = {}
    for team, member, assignment in rows:
        members[team] = (*members.get(team, ()), member)
        team_of[member, assignment] = team
    return CourseTeams(members, team_of)


def owners_of_submission(session: Session, submission: Submission) -> tuple[int, ...]:
    """Return the ids of the people to whom a submission belongs, of whom there is at least one."""
    teams = teams_of_course(session, submission.course_id, submission.person_id)
    return teams.owners(submission.person_id, submission.assignment, submission.team_id)


def choose_viewing_owner(session: Session, submission: Submission, visitor: int = 0) -> int:
    """Return the owner as whom a visitor looks at a submission.

    That is the visitor if it is theirs, else who handed it in, else any of those whose it is now.
    """
    owners = owners_of_submission(session, submission)
    for each in (visitor, submission.person_id):
        if each in owners:
            return each
    return owners[0]


def condition_for_submissions_of(
    teams: CourseTeams, people: Collection[int]
) -> ColumnElement[bool]:
    """Return a condition that holds for all submissions of these people, and perhaps for others.

    It uses the indexes of the table; :meth:`CourseTeams.owners` says whose each one is.
    """
    mates, own = teams.around(people)
    persons = Submission.person_id.in_(mates)
    return or_(persons, Submission.team_id.in_(own)) if own else persons


@cache_per_reading
def own_submission_ids(
    session: Session, course: int, person: int, assignment: str = ""
) -> list[int]:
    """Return the ids of all submissions that belong to a person, the oldest first."""
    teams = teams_of_course(session, course, person)
    which = [Submission.course_id == course, condition_for_submissions_of(teams, [person])]
    if assignment:
        which.append(Submission.assignment == assignment)
    rows = session.execute(
        select(Submission.id, Submission.person_id, Submission.assignment, Submission.team_id)
        .where(*which)
        .order_by(Submission.id)
    )
    return [own for own, by, name, team in rows if person in teams.owners(by, name, team)]


def owners_by_assignment(
    session: Session, course: int, assignment: str = ""
) -> dict[str, set[int]]:
    """Return the ids of the people who own at least one submission, by assignment.

    Args:
        assignment: the only one that is asked for, if it is given.
    """
    teams = teams_of_course(session, course)
    rows = (
        select(Submission.person_id, Submission.assignment, Submission.team_id)
        .where(Submission.course_id == course)
        .distinct()
    )
    found: dict[str, set[int]] = defaultdict(set)
    for person, name, team in session.execute(
        rows.where(Submission.assignment == assignment) if assignment else rows
    ):
        found[name].update(teams.owners(person, name, team))
    return found


def team_of_person(session: Session, course: int, assignment: str, person: int) -> Team | None:
    """Return the team of a person for an assignment; ``None`` if they are in none."""
    return session.scalars(
        select(Team)
        .join(TeamMember, TeamMember.team_id == Team.id)
        .where(
            TeamMember.course_id == course,
            TeamMember.assignment == assignment,
            TeamMember.person_id == person,
        )
    ).one_or_none()

"""Forms and changes teams: students invite each other, staff put people where they belong.

Students form teams until the time that the rules of the assignment say, and until something was
handed in for theirs. After that, changes are staff's. Every change leaves an entry in the audit.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_count
from grader.service import ServiceProblem, deadlines
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.assignment_team_rules import TeamRuleValues, team_rules_of
from grader.service.course_time import format_time, zone_of_course
from grader.service.data.decision_tables import DeadlineExtension
from grader.service.data.group_tables import TeamInvitation, TeamMember
from grader.service.data.tables import Course, Membership, Person, Role, Submission, Team
from grader.service.people import find_person, select_students
from grader.service.team_membership import team_of_person
from grader.service.text_input import check_length

TEAM_DEEDS = (
    "invited to team", "took invitation back", "declined team", "joined team", "left team",
    "put into team", "took out of team", "extended for team",
)  # fmt: skip
"""Deeds of the audit whose entries name a person by their login, as the second word."""
_LONGEST_NAME = 60
_STAFFS_MATTER = "Only the staff of the course can change teams now"


@dataclass(frozen=True, slots=True)
class TeamWithPeople:
    """A team, its members and those whom it has invited, each by name."""

    team: Team
    members: tuple[Person, ...]
    invited: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """All that a student sees of teams for an assignment.

    Attributes:
        own: their team; ``None`` if they are in none.
        invitations: teams that have invited them.
        locked: why they cannot change anything; empty if they can.
    """

    rules: TeamRuleValues
    own: TeamWithPeople | None
    invitations: tuple[TeamWithPeople, ...]
    locked: str

    @property
    def too_few(self) -> str:
        """Return why the student cannot hand in for lack of members; empty if they can."""
        return self.rules.reason_if_fewer(0 if self.own is None else len(self.own.members))


def list_teams(session: Session, course: int, assignment: str) -> list[TeamWithPeople]:
    """Return the teams of an assignment that have members, by name."""
    found: dict[int, list[Person]] = {}
    for member in session.scalars(
        select(TeamMember).where(
            TeamMember.course_id == course, TeamMember.assignment == assignment
        )
    ):
        found.setdefault(member.team_id, []).append(member.person)
    invited: dict[int, list[Person]] = {}
    for team, person in session.execute(
        select(TeamInvitation.team_id, Person)
        .join(Person, Person.id == TeamInvitation.person_id)
        .join(Team, Team.id == TeamInvitation.team_id)
        .where(Team.course_id == course, Team.assignment == assignment)
    ):
        invited.setdefault(team, []).append(person)
    teams = session.scalars(
        select(Team).where(Team.course_id == course, Team.assignment == assignment)
    )
    return sorted(
        (
            TeamWithPeople(each, _by_name(found[each.id]), _by_name(invited.get(each.id, [])))
            for each in teams
            if each.id in found
        ),
        key=lambda each: (len(each.team.name), each.team.name),  # Team 2 before Team 10
    )


def students_without_team(session: Session, course: int, assignment: str) -> list[Person]:
    """Return the students of a course who are in no team of an assignment, by name."""
    placed = select(TeamMember.person_id).where(
        TeamMember.course_id == course, TeamMember.assignment == assignment
    )
    return list(session.scalars(
        select(Person)
        .where(Person.id.in_(select_students(course)), Person.id.not_in(placed))
        .order_by(Person.name, Person.login)
    ))  # fmt: skip


def own_team(session: Session, course: int, assignment: str, person: int) -> OwnTeam:
    """Return a student's team and invitations for an assignment, as the student sees them."""
    rules = team_rules_of(session, course, assignment)
    team = team_of_person(session, course, assignment, person)
    invited = session.scalars(
        select(Team)
        .join(TeamInvitation, TeamInvitation.team_id == Team.id)
        .where(
            TeamInvitation.person_id == person, Team.course_id == course,
            Team.assignment == assignment,
        )
        .order_by(TeamInvitation.id)
    ).all()  # fmt: skip
    return OwnTeam(
        rules, _with_people(session, team) if team is not None else None,
        tuple(_with_people(session, each) for each in invited),
        reason_if_locked(session, course, assignment, team, time.time()),
    )  # fmt: skip


def _with_people(session: Session, team: Team) -> TeamWithPeople:
    members = session.scalars(
        select(Person).join(TeamMember).where(TeamMember.team_id == team.id)
    ).all()
    invited = session.scalars(
        select(Person)
        .join(TeamInvitation, TeamInvitation.person_id == Person.id)
        .where(TeamInvitation.team_id == team.id)
    ).all()
    return TeamWithPeople(team, _by_name(members), _by_name(invited))


def _by_name(people: Collection[Person]) -> tuple[Person, ...]:
    return tuple(sorted(people, key=lambda each: (each.name, each.login)))


# Students -----------------------------------------------------------------------------------


def reason_if_locked(
    session: Session, course: int, assignment: str, team: Team | None, now: float
) -> str:
    """Return why students cannot change a team by themselves; empty if they can."""
    rules = team_rules_of(session, course, assignment)
    if not rules.teams:
        return "This assignment has no teams: everybody hands in alone."
    if not rules.by_students:
        return "The staff of the course form the teams of this assignment."
    if not rules.open_to_students(now):
        zone = zone_of_course(session.get_one(Course, course))
        until = format_time(rules.form_until, zone)
        return f"{_STAFFS_MATTER}: the time to form them ended at {until}."
    if team is not None and _has_handed_in(session, team):
        return f"{_STAFFS_MATTER}: {team.name} has handed in already."
    return ""


def _has_handed_in(session: Session, team: Team) -> bool:
    own = select(Submission.id).where(Submission.team_id == team.id).limit(1)
    return session.scalars(own).first() is not None


def get_or_create_own_team(session: Session, place: AssignmentDecisions) -> Team:
    """Return the student's own team; create it with them alone if they are in none.

    Raises:
        ServiceProblem: if students cannot form teams now.
    """
    team = team_of_person(session, place.course, place.assignment, place.who)
    if team is not None:
        return team
    _require_unlocked(session, place, None)
    team = _add_team(session, place.course, place.assignment)
    _place_in_team(session, team, place.who)
    _note(session, place, "joined team", place.who, team)
    return team


def invite_to_team(session: Session, place: AssignmentDecisions, login: str) -> None:
    """Ask a student to join the team of the one who invites, which is made if need be.

    Raises:
        ServiceProblem: if nobody may be invited, or not that one.
    """
    guest = _student(session, place.course, login)
    if guest.id == place.who:
        raise ServiceProblem("You are in your own team already; invite somebody else.")
    team = team_of_person(session, place.course, place.assignment, place.who)
    _require_unlocked(session, place, team)
    if team_of_person(session, place.course, place.assignment, guest.id) is not None:
        raise ServiceProblem(f"{guest.login} is in a team of this assignment already.")
    team = get_or_create_own_team(session, place)
    people = _with_people(session, team)
    if guest in people.invited:
        return
    most = team_rules_of(session, place.course, place.assignment).largest
    if len(people.members) + len(people.invited) >= most:
        raise ServiceProblem(
            f"A team has at most {format_count(most, 'member')}, and yours has "
            f"{len(people.members)} and has invited {len(people.invited)}."
        )
    session.add(
        TeamInvitation(team_id=team.id, person_id=guest.id, by_id=place.who, at=time.time())
    )
    _note(session, place, "invited to team", guest.id, team)


def answer_invitation(
    session: Session, place: AssignmentDecisions, team: int, *, accept: bool
) -> None:
    """Join a team that has invited one, or decline.

    Raises:
        ServiceProblem: if it has not, or it is too late, or the team is full.
    """
    invitation = _invitation(session, place, team, place.who)
    found = session.get_one(Team, team)
    if accept:
        members = _with_people(session, found).members
        _require_unlocked(session, place, found)
        if team_of_person(session, place.course, place.assignment, place.who) is not None:
            raise ServiceProblem("You are in a team already; leave it before you join another one.")
        most = team_rules_of(session, place.course, place.assignment).largest
        if len(members) >= most:
            raise ServiceProblem(f"{found.name} has {len(members)} members by now, and is full.")
        _place_in_team(session, found, place.who)
    session.delete(invitation)
    _note(session, place, "joined team" if accept else "declined team", place.who, found)


def withdraw_invitation(session: Session, place: AssignmentDecisions, login: str) -> None:
    """Take back an invitation of one's own team.

    Raises:
        ServiceProblem: if there is none.
    """
    guest = _student(session, place.course, login)
    team = team_of_person(session, place.course, place.assignment, place.who)
    if team is None:
        raise ServiceProblem("You are in no team, so there is no invitation to take back.")
    session.delete(_invitation(session, place, team.id, guest.id))
    _note(session, place, "took invitation back", guest.id, team)


def leave_team(session: Session, place: AssignmentDecisions) -> None:
    """Leave one's team, as long as nobody in it has handed in.

    Raises:
        ServiceProblem: if it is too late, or there is nothing to leave.
    """
    team = team_of_person(session, place.course, place.assignment, place.who)
    if team is None:
        raise ServiceProblem("You are in no team.")
    _require_unlocked(session, place, team)
    _take_from_team(session, team, place.who)
    _note(session, place, "left team", place.who, team)


def _require_unlocked(session: Session, place: AssignmentDecisions, team: Team | None) -> None:
    if why := reason_if_locked(session, place.course, place.assignment, team, time.time()):
        raise ServiceProblem(why)


def _invitation(
    session: Session, place: AssignmentDecisions, team: int, person: int
) -> TeamInvitation:
    found = session.scalars(
        select(TeamInvitation)
        .join(Team, Team.id == TeamInvitation.team_id)
        .where(
            TeamInvitation.team_id == team, TeamInvitation.person_id == person,
            Team.course_id == place.course, Team.assignment == place.assignment,
        )
    ).one_or_none()  # fmt: skip
    if found is None:
        raise ServiceProblem("There is no such invitation any more; load the page again.")
    return found


# Staff --------------------------------------------------------------------------------------


def change_team_of(session: Session, place: AssignmentDecisions, login: str, name: str) -> None:
    """Put a student into the team of a name, which is made if need be, or out of any for ``""``.

    What was handed in for a team stays the team's; what a student handed in before they were in any
    goes with them.

    Raises:
        ServiceProblem: if they are no student of the course, or the name cannot be one.
    """
    person = _student(session, place.course, login, joining=bool(name.strip()))
    name = check_team_name(name) if name.strip() else ""
    before = team_of_person(session, place.course, place.assignment, person.id)
    if (before.name if before is not None else "") == name:
        return
    if before is not None:
        _take_from_team(session, before, person.id)
        _note(session, place, "took out of team", person.id, before)
    if not name:
        return
    team = session.scalars(
        select(Team).where(
            Team.course_id == place.course, Team.assignment == place.assignment, Team.name == name
        )
    ).one_or_none() or _add_team(session, place.course, place.assignment, name)
    _place_in_team(session, team, person.id)
    _note(session, place, "put into team", person.id, team)


def check_team_name(text: str) -> str:
    """Return the name of a team on one line.

    Raises:
        ServiceProblem: if it is too long or hides something.
    """
    name = " ".join(check_length(text, "The name of a team", _LONGEST_NAME).split())
    if not name or escape_to_one_line(name, 10 * _LONGEST_NAME) != name:
        raise ServiceProblem("The name of a team has invisible characters; choose a plain one.")
    return name


def pass_extension_to_team(session: Session, person: int, by: int) -> None:
    """Give a later deadline that only one member has to the others, before the member is forgotten.

    The team would be late for work that was in time.
    """
    for membership in session.scalars(
        select(TeamMember).where(TeamMember.person_id == person)
    ).all():
        course, assignment = membership.course_id, membership.assignment
        dates = deadlines.Deadlines.of(session, course, person)
        due_at = dates.own_rule(person, assignment).due_at
        for mate in dates.teams.mates(person, assignment):
            if mate != person and dates.own_rule(mate, assignment).due_at < due_at:
                session.add(DeadlineExtension(
                    course_id=course, assignment=assignment, person_id=mate, due_at=due_at,
                    reason="The team had this deadline by a former member.", by_id=by,
                    at=time.time(),
                ))  # fmt: skip
    session.flush()


def _student(session: Session, course: int, login: str, *, joining: bool = True) -> Person:
    """Return a student of the course; who is taken out of a team need not be one any more."""
    person = find_person(session, login)
    membership = session.get(Membership, (person.id, course)) if person is not None else None
    known = membership is not None and membership.role == Role.STUDENT
    if person is None or (joining and not known):
        raise ServiceProblem(
            f"No student of this course has the login {escape_to_one_line(login.strip(), 80)!r}."
        )
    return person


def _add_team(session: Session, course: int, assignment: str, name: str = "") -> Team:
    taken = set(session.scalars(
        select(Team.name).where(Team.course_id == course, Team.assignment == assignment)
    ))  # fmt: skip
    number = 1 + len(taken)
    while not name or name in taken:
        name, number = f"Team {number}", number + 1
    team = Team(course_id=course, assignment=assignment, name=name, created_at=time.time())
    session.add(team)
    session.flush()
    return team


def _place_in_team(session: Session, team: Team, person: int) -> None:
    session.add(TeamMember(
        person_id=person, course_id=team.course_id, assignment=team.assignment, team_id=team.id
    ))  # fmt: skip
    session.flush()


def _take_from_team(session: Session, team: Team, person: int) -> None:
    session.execute(delete(TeamMember).where(
        TeamMember.team_id == team.id, TeamMember.person_id == person
    ))  # fmt: skip
    left = session.scalars(
        select(func.count()).select_from(TeamMember).where(TeamMember.team_id == team.id)
    ).one()
    if not left:
        session.execute(delete(TeamInvitation).where(TeamInvitation.team_id == team.id))
    session.flush()


def _note(session: Session, place: AssignmentDecisions, deed: str, person: int, team: Team) -> None:
    login = session.get_one(Person, person).login
    place.note(session, deed, f"{login} {team.name}")

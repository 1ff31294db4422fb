"""Reads tables of teams: looked through first, then entered as a whole or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.intake.csv_reader import NotATable, TableRow, decode_table, read_table
from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_count
from grader.service import ServiceProblem
from grader.service.assignment_policies import AssignmentDecisions
from grader.service.assignment_team_rules import team_rules_of
from grader.service.data.group_tables import TeamMember
from grader.service.data.tables import Person, Team
from grader.service.people import normalise_login, select_students
from grader.service.teams import change_team_of, check_team_name

MOST = 2000
"""Lines of one table."""
_COLUMNS = ("team", "login")


@dataclass(frozen=True, slots=True)
class TeamTableEntry:
    """A valid line of a table: a student, and the team that they are put into.

    Attributes:
        team: empty if they are taken out of their team.
        before: the team that they are in; empty for none.
    """

    line: int
    login: str
    team: str
    before: str

    @property
    def effect(self) -> str:
        """Return in words what happens when the line is entered."""
        if self.team == self.before:
            return "stays"
        if not self.team:
            return f"leaves {self.before}"
        return f"moves from {self.before}" if self.before else "joins"


@dataclass(frozen=True, slots=True)
class CheckedTeamTable:
    """A table that was read and checked, with its entries and its problems.

    Attributes:
        text: the table as a text.
        problems: a sentence for each line that cannot be right.
        doubts: what may be meant, but is unusual.
    """

    text: str
    entries: tuple[TeamTableEntry, ...] = ()
    problems: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def read_team_table(
    session: Session, course: int, assignment: str, data: bytes | str
) -> CheckedTeamTable:
    """Read and check a table with a team and a login in each line.

    A first line that names these columns may give them another order, and others between them.

    Args:
        data: the content of a file, or the text of a form.
    """
    text, doubt = "", ""
    try:
        text, doubt = (data, "") if isinstance(data, str) else decode_table(data)
        rows = read_table(text, _COLUMNS).rows
    except NotATable as refusal:
        return CheckedTeamTable(text, (), (f"The table {refusal}.",))
    students = set(session.scalars(
        select(Person.login).where(Person.id.in_(select_students(course)))
    ))  # fmt: skip
    before = dict(
        session.execute(
            select(Person.login, Team.name)
            .join(TeamMember, TeamMember.person_id == Person.id)
            .join(Team, Team.id == TeamMember.team_id)
            .where(TeamMember.course_id == course, TeamMember.assignment == assignment)
        )
        .tuples()
        .all()
    )
    entries: dict[str, TeamTableEntry] = {}
    problems: list[str] = []
    for line, (name, given) in _team_and_login(rows):
        login = normalise_login(given)
        if login not in students:
            shown = escape_to_one_line(given, 80)
            problems.append(f"Line {line}: no student of this course has the login {shown!r}.")
            continue
        if login in entries:
            problems.append(f"Line {line}: {login} is in line {entries[login].line} already.")
            continue
        try:
            team = check_team_name(name) if name else ""
        except ServiceProblem as problem:
            problems.append(f"Line {line}: {problem}")
            continue
        entries[login] = TeamTableEntry(line, login, team, before.get(login, ""))
    if len(rows) > MOST:
        problems.append(f"Put at most {MOST} people into teams at a time.")
    if not entries and not problems:
        problems.append("There is nobody in the table.")
    teams = {**before, **{each.login: each.team for each in entries.values()}}
    sizes = Counter(filter(None, teams.values()))
    rules = team_rules_of(session, course, assignment)
    doubts = [f"The table {doubt}."] if doubt else []
    doubts += [
        f"{name} has {format_count(size, 'member')} then; the rules say {rules.smallest} to "
        f"{rules.largest}."
        for name, size in sorted(sizes.items())
        if not rules.smallest <= size <= rules.largest
    ]
    return CheckedTeamTable(text, tuple(entries.values()), tuple(problems), tuple(doubts))


def enter_team_table(session: Session, place: AssignmentDecisions, table: CheckedTeamTable) -> None:
    """Put everybody into the team that a checked table says."""
    for each in table.entries:
        change_team_of(session, place, each.login, each.team)


def _team_and_login(rows: Sequence[TableRow]) -> list[tuple[int, tuple[str, str]]]:
    names = [each.lower() for each in rows[0].cells] if rows else []
    places = (0, 1)
    if {*_COLUMNS} <= {*names}:
        places = (names.index("team"), names.index("login"))
        rows = rows[1:]
    found = []
    for row in rows:
        cells = (*row.cells, *[""] * (1 + max(places)))
        found.append((row.line, (cells[places[0]], cells[places[1]])))
    return found

"""Reads rosters of a course from tables: looked through first, then entered as a whole or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.intake.csv_reader import NotATable, TableRow, decode_table, read_table
from grader.model.escape import escape_invisible, escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data.tables import Course, Membership, Person, Role
from grader.service.mail.addresses import ADDRESS_RULE, is_mail_address
from grader.service.people import LOGIN_RULE, is_login, normalise_login
from grader.service.sections import format_sections, parse_sections, reason_sections_do_not_fit

MOST = 2000
"""People of one list."""
_COLUMNS = ("login", "name", "role")
"""Columns that a list has to have."""


class _Cells(NamedTuple):
    """The cells of a row, by the names of their columns; ``section`` and ``email`` may lack."""

    login: str
    name: str
    role: str
    section: str | None = None
    email: str = ""


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """A valid line of a list: a login, a name and a role, and perhaps sections.

    Attributes:
        sections: that they are to be in; ``None`` if the list says nothing of sections.
        known: the person of that login, if there is one; their name is their own.
        before: the role that they have in the course.
        email: their mail address; empty if the list has none.
    """

    line: int
    login: str
    name: str
    role: Role
    known: Person | None
    before: Role | None
    sections: tuple[str, ...] | None = None
    email: str = ""

    @property
    def effect(self) -> str:
        """Return in words what happens when the line is entered."""
        said = self._role_effect()
        if self.sections is None:
            return said
        return f"{said}; {format_sections(self.sections) or 'in no section'}"

    def _role_effect(self) -> str:
        if self.known is None:
            return "joins, with a new account"
        if self.before is None:
            # Whoever made it first may have taken a login that is somebody else's.
            return f"joins, with the account that {self.known.name} has here already"
        return "stays" if self.before is self.role else f"was {self.before.value}"


@dataclass(frozen=True, slots=True)
class Roster:
    """A list that was read and checked, with its entries and its problems.

    Attributes:
        text: the list as a text.
        problems: a sentence for each line that cannot be right.
        doubt: a sentence about how the list was read, if that was a guess.
        demoted: logins of instructors who would be none any more, if nobody else would be one.
    """

    text: str
    entries: tuple[RosterEntry, ...] = ()
    problems: tuple[str, ...] = ()
    doubt: str = ""
    demoted: tuple[str, ...] = ()


def read_roster(session: Session, course: Course, data: bytes | str) -> Roster:
    """Read and check a list with a login, a name and a role in each line.

    A first line that names these columns may give them another order, and others between them.

    Args:
        data: the content of a file, or the text of a form.
    """
    text = ""
    try:
        text, doubt = (data, "") if isinstance(data, str) else decode_table(data)
        rows = read_table(text, _Cells._fields).rows
    except NotATable as refusal:
        return Roster(text, (), (f"The list {refusal}.",))
    problems: list[str] = []
    roles = {
        person: Role(role)
        for person, role in session.execute(
            select(Membership.person_id, Membership.role).where(Membership.course_id == course.id)
        )
    }
    known = {person.login: person for person in session.scalars(select(Person))}
    entries: dict[str, RosterEntry] = {}
    for line, cells in _required_cells(rows, problems):
        login, role = normalise_login(cells.login), cells.role.lower()
        sections, wrong_sections = _sections(role, cells.section)
        problem = (
            _wrong(login, role, cells.email)
            or wrong_sections
            or (
                f"the login {login} is in line {entries[login].line} already"
                if login in entries
                else ""
            )
        )
        if problem:
            problems.append(f"Line {line}: {problem}.")
            continue
        person = known.get(login)
        before = roles.get(person.id) if person else None
        name = escape_invisible(" ".join(cells.name.split()))
        entries[login] = RosterEntry(
            line, login, name, Role(role), person, before, sections, cells.email
        )
    if len(entries) > MOST:
        problems.append(f"Add at most {MOST} people at a time.")
    if not entries and not problems:
        problems.append("There is nobody in the list.")
    return Roster(
        text, tuple(entries.values()), tuple(problems), f"The list {doubt}." if doubt else "",
        _last_instructors_demoted(roles, tuple(entries.values())),
    )  # fmt: skip


def _required_cells(rows: Sequence[TableRow], problems: list[str]) -> list[tuple[int, _Cells]]:
    """Return the line number and the cells of each row that has a login, a name and a role.

    Args:
        problems: takes a sentence for each other row.
    """
    if not rows:
        return []
    names = [each.lower() for each in rows[0].cells]
    named = set(names) & set(_COLUMNS)
    if "login" in named or len(named) > 1:
        if problem := _wrong_header(names):
            problems.append(f"Line {rows[0].line}: {problem}.")
            return []
        places = {each: names.index(each) for each in _Cells._fields if each in names}
        return [
            (row.line, _Cells(**{name: cells[place] for name, place in places.items()}))
            for row in rows[1:]
            # Spreadsheets leave out empty cells at the end of a line.
            for cells in [(*row.cells, *[""] * len(names))]
        ]
    found: list[tuple[int, _Cells]] = []
    for row in rows:
        match row.cells:
            case (login, name, role):
                found.append((row.line, _Cells(login, name, role)))
            case (login, name, role, section_cell, *email) if (
                role.lower() in [*Role] and len(email) <= 1
            ):
                found.append((row.line, _Cells(login, name, role, section_cell, *email)))
            case _:
                problems.append(
                    f"Line {row.line}: expected a login, a name and a role with commas between "
                    f"them, not {len(row.cells)} cells; put a name with a comma in quotes, or name "
                    "the columns in a first line, such as login,name,role,section,email."
                )
    return found


def _wrong_header(names: Sequence[str]) -> str:
    """Return a sentence on what is wrong with the columns' names; empty if nothing is."""
    if lacking := [each for each in _COLUMNS if each not in names]:
        there = escape_to_one_line(", ".join(filter(None, names)), 200)
        return f"there is no column {' and no column '.join(lacking)}; the columns are {there}"
    counts = Counter(names)
    twice = [each for each in _Cells._fields if counts[each] > 1]
    return f"there are several columns {', '.join(twice)}; leave one of each" if twice else ""


def _sections(role: str, cell: str | None) -> tuple[tuple[str, ...] | None, str]:
    """Return the sections of a cell, ``None`` without a cell, and what is wrong with them."""
    if cell is None:
        return None, ""
    try:
        found = parse_sections(cell)
    except ServiceProblem as problem:
        return (), str(problem)
    return found, reason_sections_do_not_fit(Role(role), found) if role in [*Role] else ""


def _wrong(login: str, role: str, email: str) -> str:
    if not is_login(login):
        return f"{escape_to_one_line(login, 80)!r} cannot be a login; {LOGIN_RULE}"
    if role not in [*Role]:
        return (
            f"{escape_to_one_line(role, 40)!r} is not a role; expected student, assistant, "
            "instructor or test"
        )
    if email and not is_mail_address(email):
        return f"{escape_to_one_line(email, 80)!r} is no mail address; {ADDRESS_RULE}"
    return ""


def _last_instructors_demoted(
    roles: dict[int, Role], entries: Sequence[RosterEntry]
) -> tuple[str, ...]:
    """Return the logins of the demoted instructors if a list leaves the course without any."""
    after = dict(roles)
    for each in entries:
        if each.known is not None:
            after[each.known.id] = each.role
    stays = Role.INSTRUCTOR in after.values()
    joins = any(each.known is None and each.role is Role.INSTRUCTOR for each in entries)
    if stays or joins:
        return ()
    return tuple(each.login for each in entries if each.before is Role.INSTRUCTOR)

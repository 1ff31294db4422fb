"""Lists of people for a course, as CSV: looked through first, then entered as a whole or not."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.model.escape import one_line, visible
from grader.service.data.tables import Course, Membership, Person, Role
from grader.service.people import LOGIN

MOST = 2000
"""People of one list."""
_COLUMNS = ("login", "name", "role")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line that can be right.

    Attributes:
        known: the person of that login, if there is one; their name is their own.
        before: the role that they have in the course.
    """

    line: int
    login: str
    name: str
    role: Role
    known: Person | None
    before: Role | None

    @property
    def effect(self) -> str:
        """What entering it does, in words."""
        if self.known is None:
            return "joins, with a new account"
        if self.before is None:
            # Whoever made it first may have taken a login that is somebody else's.
            return f"joins, with the account that {self.known.name} has here already"
        return "stays" if self.before is self.role else f"was {self.before.value}"


@dataclass(frozen=True, slots=True)
class Roster:
    """A list that was looked through.

    Attributes:
        problems: a sentence for each line that cannot be right.
    """

    entries: tuple[Entry, ...]
    problems: tuple[str, ...]


def read(session: Session, course: Course, text: str) -> Roster:
    """Look through a list: a login, a name and a role a line.

    A first line with these three words may give them another order.
    """
    roles = {
        person: Role(role)
        for person, role in session.execute(
            select(Membership.person_id, Membership.role).where(Membership.course_id == course.id)
        )
    }
    known = {person.login: person for person in session.scalars(select(Person))}
    entries: dict[str, Entry] = {}
    problems: list[str] = []
    for line, cells in _rows(text, problems):
        login, name, role = (*cells, "", "", "")[:3]
        login = login.lower()
        problem = _wrong(cells, login, role) or (
            f"the login {login} is in line {entries[login].line} already"
            if login in entries
            else ""
        )
        if problem:
            problems.append(f"Line {line}: {problem}.")
            continue
        person = known.get(login)
        before = roles.get(person.id) if person else None
        entries[login] = Entry(line, login, visible(name), Role(role), person, before)
    if len(entries) > MOST:
        problems.append(f"Add at most {MOST} people at a time.")
    if not entries and not problems:
        problems.append("There is nobody in the list.")
    return Roster(tuple(entries.values()), tuple(problems))


def _rows(text: str, problems: list[str]) -> list[tuple[int, list[str]]]:
    first = text.partition("\n")[0]
    # As spreadsheets write it where the comma stands in decimal fractions.
    apart = ";" if ";" in first and "," not in first else ","
    rows = csv.reader(io.StringIO(text), strict=True, delimiter=apart, skipinitialspace=True)
    found: list[tuple[int, list[str]]] = []
    order = [0, 1, 2]
    try:
        for row in rows:
            cells = [each.strip() for each in row]
            words = [each.lower() for each in cells]
            if not found and sorted(words) == sorted(_COLUMNS):
                order = [words.index(each) for each in _COLUMNS]
            elif any(cells):
                whole = len(cells) == len(order)
                found.append((rows.line_num, [cells[at] for at in order] if whole else cells))
    except csv.Error as problem:
        problems.append(f"Line {rows.line_num}: it is not CSV ({problem}).")
    return found


def _wrong(cells: list[str], login: str, role: str) -> str:
    if len(cells) != 3:
        return (
            f"expected a login, a name and a role with commas between them, not {len(cells)} "
            "cells; put a name with a comma in quotes"
        )
    if not LOGIN.fullmatch(login):
        return (
            f"{one_line(login, 80)!r} cannot be a login; use up to 64 letters, digits and . _ @ + -"
        )
    if role not in [*Role]:
        return f"{one_line(role, 40)!r} is not a role; expected student, assistant or instructor"
    return ""

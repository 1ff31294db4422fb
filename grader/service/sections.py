"""Keeps the sections of a course: tutorial groups with their students and their assistants.

A section is there as long as somebody is in it. A student is in one at most, staff in any number.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.model.escape import escape_invisible, escape_to_one_line
from grader.service import ServiceProblem
from grader.service.auth.access import Visitor
from grader.service.data import audit
from grader.service.data.database import cache_per_reading
from grader.service.data.group_tables import SectionMember
from grader.service.data.tables import Course, Membership, Person, Role

OWN_SECTIONS = "~"
"""What a list's filter has for the sections of whoever asks. No section has this name."""
ALL_SECTIONS = "*"
"""What it has for everybody."""
_LONGEST, _MOST = 40, 20
_SEPARATOR = ";"


@dataclass(frozen=True, slots=True)
class CourseSections:
    """The sections of a course: their names, and those that each person is in."""

    names: tuple[str, ...]
    by_person: Mapping[int, tuple[str, ...]]

    def of(self, person: int) -> tuple[str, ...]:
        """Return the sections that a person is in."""
        return self.by_person.get(person, ())

    def label(self, person: int) -> str:
        """Return the sections of a person as one text."""
        return format_sections(self.of(person))


@dataclass(frozen=True, slots=True)
class SectionFilter:
    """The sections whose students a list shows.

    Attributes:
        sections: all that the course has.
        own: those of whoever looks.
        chosen: a section, :data:`OWN_SECTIONS` or :data:`ALL_SECTIONS`.
    """

    sections: CourseSections
    own: tuple[str, ...] = ()
    chosen: str = ALL_SECTIONS

    def takes(self, person: int) -> bool:
        """Return whether the list shows a person."""
        if self.chosen == ALL_SECTIONS:
            return True
        wanted = self.own if self.chosen == OWN_SECTIONS else (self.chosen,)
        return any(each in wanted for each in self.sections.of(person))


@cache_per_reading
def sections_of_course(session: Session, course: int) -> CourseSections:
    """Return all sections of a course, in the order of the alphabet."""
    found: dict[int, list[str]] = defaultdict(list)
    rows = session.execute(
        select(SectionMember.person_id, SectionMember.section)
        .where(SectionMember.course_id == course)
        .order_by(SectionMember.section)
    )
    for person, section in rows:
        found[person].append(section)
    names = sorted({each for own in found.values() for each in own})
    return CourseSections(tuple(names), {person: tuple(own) for person, own in found.items()})


def filter_by_section(session: Session, who: Visitor, course: int, asked: str) -> SectionFilter:
    """Return the filter that a visitor asks for; assistants see their own sections by default.

    Args:
        asked: a section, :data:`OWN_SECTIONS` or :data:`ALL_SECTIONS`; empty if nothing was said.
    """
    every = sections_of_course(session, course)
    own = every.of(who.id)
    if not asked and own and who.roles.get(course) is Role.ASSISTANT:
        asked = OWN_SECTIONS
    if not asked or (asked == OWN_SECTIONS and not own):
        asked = ALL_SECTIONS
    return SectionFilter(every, own, asked)


def parse_sections(text: str) -> tuple[str, ...]:
    """Return the names of sections in a text, which has ``;`` between them.

    Raises:
        ServiceProblem: if one cannot be the name of a section.
    """
    found = dict.fromkeys(
        filter(
            None,
            (" ".join(each.split()) for each in normalise_section_name(text).split(_SEPARATOR)),
        )
    )
    for each in found:
        if len(each) > _LONGEST or not each[0].isalnum() or escape_invisible(each) != each:
            raise ServiceProblem(
                f"{escape_to_one_line(each, 60)!r} cannot be the name of a section; use up to "
                f"{_LONGEST} characters that begin with a letter or a digit"
            )
    if len(found) > _MOST:
        raise ServiceProblem(f"nobody is in more than {_MOST} sections")
    return tuple(found)


def normalise_section_name(text: str) -> str:
    """Return a text in the one Unicode form in which names of sections are kept."""
    return unicodedata.normalize("NFC", text)


def format_sections(names: Iterable[str]) -> str:
    """Return names of sections as one text, which :func:`parse_sections` reads."""
    return f"{_SEPARATOR} ".join(names)


def reason_sections_do_not_fit(role: Role, names: Sequence[str]) -> str:
    """Return why somebody of this role cannot be in these sections; empty if they can."""
    if role.learns and len(names) > 1:
        return f"a student is in one section, not in {len(names)}"
    return ""


def set_sections(
    session: Session, who: int, course: Course, person: int, names: Sequence[str]
) -> None:
    """Let a member of a course be in these sections alone, and note a change in the audit.

    Raises:
        ServiceProblem: if they are not in the course, or a student in several sections.
    """
    membership = session.get(Membership, (person, course.id))
    if membership is None:
        raise ServiceProblem("Nobody in this course is that person; load the page again.")
    if problem := reason_sections_do_not_fit(Role(membership.role), names):
        raise ServiceProblem(f"{problem[0].upper()}{problem[1:]}.")
    own = SectionMember.course_id == course.id, SectionMember.person_id == person
    before = set(session.scalars(select(SectionMember.section).where(*own)))
    if before == set(names):
        return
    session.execute(delete(SectionMember).where(*own))
    session.add_all(
        SectionMember(course_id=course.id, person_id=person, section=each) for each in names
    )
    login = session.scalars(select(Person.login).where(Person.id == person)).one()
    where = format_sections(names) or "no section"
    audit.add_audit_entry(session, who, "section", f"{login} in {course.slug}: {where}")
    session.flush()

"""Defines the tables of groups: teams, by which rules and with which marks of one member; sections.

Students of a team hand in together. A section is a tutorial group, which may have due dates of its
own. Times are seconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.service.data.tables import Base, ByPerson, Numbered, OfAssignment, Person


class TeamRules(Numbered, OfAssignment, ByPerson, Base):
    """The rules of who may form teams for an assignment, and how large. The newest row counts.

    Attributes:
        smallest: members that a team needs before it may hand in, from 1.
        largest: members that a team may have; 1 if there are no teams.
        by_students: whether students form teams themselves.
        form_until: the last moment at which they may; 0 if until they hand in.
    """

    __tablename__ = "team_rules"
    __table_args__ = (Index("team_rules_of", "course_id", "assignment"),)

    smallest: Mapped[int] = mapped_column(default=1)
    largest: Mapped[int] = mapped_column(default=1)
    by_students: Mapped[bool] = mapped_column(default=True)
    form_until: Mapped[float] = mapped_column(default=0.0)


class TeamMember(Base):
    """A person's place in a team; the key lets nobody be in two teams of one assignment."""

    __tablename__ = "team_member"
    __table_args__ = (Index("team_member_of", "team_id"),)

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("course.id"), primary_key=True)
    assignment: Mapped[str] = mapped_column(primary_key=True)
    team_id: Mapped[int] = mapped_column(ForeignKey("team.id"))
    person: Mapped[Person] = relationship()


class TeamInvitation(Numbered, ByPerson, Base):
    """A student whom a member asks to join a team. The row goes when they answer."""

    __tablename__ = "team_invitation"
    __table_args__ = (UniqueConstraint("team_id", "person_id"),)

    team_id: Mapped[int] = mapped_column(ForeignKey("team.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class MemberMark(Numbered, OfAssignment, ByPerson, Base):
    """Points of one member of a team for a task, in place of the team's. The newest row counts.

    They are about what the member contributed, so they stay whichever submission counts.

    Attributes:
        person_id: the member.
        points: empty if it is taken back.
    """

    __tablename__ = "member_mark"
    __table_args__ = (Index("member_mark_of", "course_id", "assignment", "person_id"),)

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    task: Mapped[str]
    points: Mapped[float | None]
    reason: Mapped[str] = mapped_column(default="")


class SectionMember(Base):
    """A person's place in a section of a course: a student has one, an assistant any number."""

    __tablename__ = "section_member"

    course_id: Mapped[int] = mapped_column(ForeignKey("course.id"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    section: Mapped[str] = mapped_column(primary_key=True)


class SectionDeadline(Numbered, OfAssignment, ByPerson, Base):
    """A due date of one section for an assignment. The newest row counts.

    Attributes:
        due_at: in place of the assignment's; 0 if it was taken back.
    """

    __tablename__ = "section_deadline"
    __table_args__ = (Index("section_deadline_of", "course_id", "assignment"),)

    section: Mapped[str]
    due_at: Mapped[float]
    reason: Mapped[str]

"""Defines the tables of sections: who is in which tutorial group, and its own due dates."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from grader.service.data.tables import Base


class SectionMember(Base):
    """A person's place in a section of a course: a student has one, an assistant any number."""

    __tablename__ = "section_member"

    course_id: Mapped[int] = mapped_column(ForeignKey("course.id"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    section: Mapped[str] = mapped_column(primary_key=True)


class SectionDeadline(Base):
    """A due date of one section for an assignment. The newest row counts.

    Attributes:
        due_at: in place of the assignment's; 0 if it was taken back.
    """

    __tablename__ = "section_deadline"
    __table_args__ = (Index("section_deadline_of", "course_id", "assignment"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("course.id"))
    assignment: Mapped[str]
    section: Mapped[str]
    due_at: Mapped[float]
    reason: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[float]

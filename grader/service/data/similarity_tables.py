"""Table of comparisons: which submissions for an assignment look alike."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.service.data.tables import Base, Course, State


class Comparison(Base):
    """What counts of everybody compared with each other, because somebody asked.

    Attributes:
        state: ``QUEUED``, ``RUNNING``, ``DONE`` or ``FAILED``.
        taken_at: when a worker began it; 0 until then.
        tries: how many began it.
        result: :class:`grader.service.similarity.Likeness` as JSON, which names submissions by
            their numbers alone; empty without one.
        reason: a sentence, if it failed.
    """

    __tablename__ = "comparison"
    __table_args__ = (Index("comparison_of", "course_id", "assignment"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("course.id"))
    assignment: Mapped[str]
    state: Mapped[str] = mapped_column(default=State.QUEUED.value)
    taken_at: Mapped[float] = mapped_column(default=0.0)
    tries: Mapped[int] = mapped_column(default=0)
    result: Mapped[str] = mapped_column(default="")
    reason: Mapped[str] = mapped_column(default="")
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[float]
    course: Mapped[Course] = relationship()

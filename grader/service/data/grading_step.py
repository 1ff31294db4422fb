"""Defines the table of what running gradings are at."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from grader.service.data.tables import Base


class GradingStep(Base):
    """The task at which a running grading was when its worker noted it last.

    Attributes:
        place: of the task among those that are graded, from 1; 0 if it is not known.
        tasks: how many are graded.
        done: cases that were run.
        total: cases of all tasks.
    """

    __tablename__ = "grading_step"

    grading_id: Mapped[int] = mapped_column(ForeignKey("grading.id"), primary_key=True)
    task: Mapped[str]
    place: Mapped[int]
    tasks: Mapped[int]
    done: Mapped[int]
    total: Mapped[int]
    at: Mapped[float]

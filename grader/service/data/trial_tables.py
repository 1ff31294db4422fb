"""Table of bindings that people try before they decide; workers carry the trials out."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from grader.service.data.tables import Base, State


class Trial(Base):
    """A line tried for a role of a submission. Of each role the newest is kept.

    Attributes:
        edition_id: by which it is tried.
        state: ``QUEUED``, ``RUNNING``, ``DONE`` or ``FAILED``.
        taken_at: when a worker began it; 0 until then.
        tries: how many began it.
        result: as :mod:`grader.jobs.binding_trials` writes it; empty without one.
        reason: a sentence, if it failed.
    """

    __tablename__ = "trial"
    __table_args__ = (
        Index("trial_of", "submission_id", "role"),
        Index("trial_by_state", "state"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submission.id"))
    edition_id: Mapped[int] = mapped_column(ForeignKey("edition.id"))
    role: Mapped[str]
    line: Mapped[str]
    state: Mapped[str] = mapped_column(default=State.QUEUED.value)
    taken_at: Mapped[float] = mapped_column(default=0.0)
    tries: Mapped[int] = mapped_column(default=0)
    result: Mapped[str] = mapped_column(default="")
    reason: Mapped[str] = mapped_column(default="")
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[float]

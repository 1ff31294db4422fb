"""Defines the columns of tables whose rows are messages to other machines."""

from __future__ import annotations

from sqlalchemy.orm import Mapped, mapped_column


class OutboxColumns:
    """The columns of a message that :class:`grader.service.outbox.Outbox` has sent.

    Attributes:
        at: when it was stored, in the same transaction as its cause.
        tries: how often it was sent, or is being sent.
        next_at: when it is sent if it has not arrived by then.
        delivered_at: 0 until it has.
        problem: what was wrong the last time.
    """

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[float]
    tries: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[float]
    delivered_at: Mapped[float] = mapped_column(default=0.0)
    problem: Mapped[str] = mapped_column(default="")

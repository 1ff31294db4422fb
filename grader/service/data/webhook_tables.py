"""Tables of webhooks: who is told of what happens in a course, and what they have been told."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.service.data.tables import Base


class Webhook(Base):
    """An address that is told what happens in a course.

    Attributes:
        secret: what its deliveries are signed with.
        private: whether an administrator lets it lead to addresses of the service's own network.
        removed_at: 0 as long as it is used.
    """

    __tablename__ = "webhook"

    id: Mapped[int] = mapped_column(primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("course.id"))
    url: Mapped[str]
    secret: Mapped[str]
    private: Mapped[bool] = mapped_column(default=False)
    removed_at: Mapped[float] = mapped_column(default=0.0)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[float]


class Delivery(Base):
    """Something that a webhook is told, kept together with what it is about.

    Attributes:
        body: JSON, sent as it stands here.
        tries: how often it was sent, or is being sent, or nobody was reached in its place.
        next_at: when it is sent if it has not arrived by then.
        delivered_at: 0 until it has.
        problem: what was wrong the last time.
    """

    __tablename__ = "delivery"
    __table_args__ = (
        Index("delivery_due", "delivered_at", "next_at"),
        {"sqlite_autoincrement": True},  # receivers tell by the number what they know already
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhook.id"))
    event: Mapped[str]
    body: Mapped[str]
    at: Mapped[float]
    tries: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[float]
    delivered_at: Mapped[float] = mapped_column(default=0.0)
    problem: Mapped[str] = mapped_column(default="")
    webhook: Mapped[Webhook] = relationship()

"""Defines the tables of mail: addresses, what people turned off, notices, mails, announcements."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.service.data.tables import Base, ByPerson, Course, Numbered, OutboxColumns, Person


class MailKind(StrEnum):
    """The kind of a mail."""

    RECEIPT = "receipt"
    DEADLINE = "deadline"
    RELEASE = "release"
    ANSWER = "answer"
    ANNOUNCEMENT = "announcement"
    FAILURE = "failure"
    QUEUE = "queue"
    ADDRESS = "address"
    SIGN_IN = "sign-in"
    INVITATION = "invitation"
    TEST = "test"


OPTIONAL = (
    MailKind.RECEIPT, MailKind.DEADLINE, MailKind.RELEASE, MailKind.ANSWER,
    MailKind.ANNOUNCEMENT, MailKind.FAILURE, MailKind.QUEUE,
)  # fmt: skip
"""Kinds of mail that people can turn off."""


class MailAddress(Base):
    """The mail address of a person. It never decides who somebody is.

    Attributes:
        key: signs links in mails to this address; a new address has a new one.
        confirmed_at: when its owner confirmed it, or staff entered it; 0 until then.
    """

    __tablename__ = "mail_address"

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    address: Mapped[str]
    key: Mapped[str]
    confirmed_at: Mapped[float] = mapped_column(default=0.0)
    at: Mapped[float]
    person: Mapped[Person] = relationship()


class MailOptOut(Base):
    """A kind of mail that a person has turned off."""

    __tablename__ = "mail_opt_out"

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)


class QueuedNotice(Numbered, Base):
    """A notice for a person, stored with its cause; notices of one kind go into one mail later.

    Attributes:
        key: the same for notices that say the same again.
        subject: of a mail with this notice alone.
        text: a sentence or more, without anything secret.
        path: of the page of the service where more is to be seen.
        ready_at: the earliest time for a mail with it.
        mailed_at: when a mail was made of it; 0 until then.
    """

    __tablename__ = "mail_notice"
    __table_args__ = (
        Index("mail_notice_of", "person_id", "kind", "key"),
        Index("mail_notice_waiting", "mailed_at", "ready_at"),
    )

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    kind: Mapped[str]
    key: Mapped[str]
    subject: Mapped[str]
    text: Mapped[str]
    path: Mapped[str]
    at: Mapped[float]
    ready_at: Mapped[float]
    mailed_at: Mapped[float] = mapped_column(default=0.0)


class Mail(OutboxColumns, Base):
    """A mail to a person. Its address is looked up when it is sent.

    Attributes:
        message_id: the same with each try, so that receivers can tell.
        refused_at: when the mail server refused it for good; 0 if it did not.
    """

    __tablename__ = "mail"
    __table_args__ = (
        Index("mail_due", "delivered_at", "next_at"),
        Index("mail_of", "person_id", "kind"),
    )

    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    kind: Mapped[str]
    message_id: Mapped[str]
    subject: Mapped[str]
    text: Mapped[str]
    refused_at: Mapped[float] = mapped_column(default=0.0)
    person: Mapped[Person] = relationship()


class Announcement(Numbered, ByPerson, Base):
    """A text that staff show on a course's pages to everybody in it, and may also send by mail.

    Attributes:
        text: in Markdown.
        mailed: whether people were told by mail.
        removed_at: 0 as long as it is shown.
    """

    __tablename__ = "announcement"
    __table_args__ = (Index("announcement_of", "course_id"),)

    course_id: Mapped[int] = mapped_column(ForeignKey("course.id"))
    title: Mapped[str]
    text: Mapped[str]
    mailed: Mapped[bool]
    removed_at: Mapped[float] = mapped_column(default=0.0)
    by: Mapped[Person] = relationship()
    course: Mapped[Course] = relationship()

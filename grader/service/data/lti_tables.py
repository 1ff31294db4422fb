"""Defines the tables of LTI 1.3: platforms, their courses, members, line items and scores.

A platform is a learning management system, such as Canvas or Moodle. What it calls a context is a
course there. Times are seconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.service.data.tables import Base, ByPerson, Course, Numbered, Person


class LtiPlatform(Numbered, ByPerson, Base):
    """A platform that may send people here, as an administrator registered it.

    Attributes:
        name: what people call it.
        issuer: how it names itself, exactly.
        client_id: how it names this service.
        auth_url: where a launch continues after its first step.
        token_url: where the service gets access tokens.
        audience: whom requests for tokens are addressed to; the token URL if empty.
        jwks_url: where its public keys are.
        private: whether its addresses may lead into the service's own network.
        removed_at: 0 as long as it is used.
    """

    __tablename__ = "lti_platform"

    name: Mapped[str]
    issuer: Mapped[str]
    client_id: Mapped[str]
    auth_url: Mapped[str]
    token_url: Mapped[str]
    audience: Mapped[str] = mapped_column(default="")
    jwks_url: Mapped[str]
    private: Mapped[bool] = mapped_column(default=False)
    removed_at: Mapped[float] = mapped_column(default=0.0)


class LtiDeployment(Numbered, Base):
    """A deployment of the service at a platform. Launches count once it is accepted.

    Attributes:
        accepted_at: 0 if a launch named it and nobody has accepted it yet.
    """

    __tablename__ = "lti_deployment"
    __table_args__ = (UniqueConstraint("platform_id", "name"),)

    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platform.id"))
    name: Mapped[str]
    accepted_at: Mapped[float] = mapped_column(default=0.0)


class LtiKey(Numbered, Base):
    """A key pair with which the service signs what it sends to platforms.

    Attributes:
        private_key: as a JSON Web Key. It has to be known in the clear, as secrets of webhooks.
        starts_at: from when on it signs, so that platforms learn of it before.
        ends_at: until when its public half is published; 0 as long as it is not replaced.
    """

    __tablename__ = "lti_key"

    kid: Mapped[str] = mapped_column(unique=True)
    private_key: Mapped[str]
    starts_at: Mapped[float]
    ends_at: Mapped[float] = mapped_column(default=0.0)


class LtiLogin(Numbered, Base):
    """A launch that has begun, or one whose person has to say which account is theirs.

    Attributes:
        state: a hash of the random value that the platform sends back, once.
        browser: a hash of the cookie of the browser that began it; empty if none is needed.
        nonce: what the platform's token has to repeat.
        target: the address that the platform asked for.
        message: what the platform said of the person; JSON, empty until it did.
    """

    __tablename__ = "lti_login"

    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platform.id"))
    state: Mapped[str] = mapped_column(unique=True)
    browser: Mapped[str]
    nonce: Mapped[str]
    target: Mapped[str]
    message: Mapped[str] = mapped_column(default="")
    expires_at: Mapped[float]


class LtiRegistrationTicket(Numbered, Base):
    """A link with which an administrator lets one platform register itself.

    Attributes:
        ticket: a hash of its secret part.
        private: whether the platform may be in the service's own network.
    """

    __tablename__ = "lti_registration"

    ticket: Mapped[str] = mapped_column(unique=True)
    private: Mapped[bool]
    expires_at: Mapped[float]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class LtiContext(Numbered, Base):
    """A course of a platform, and the course of the service that staff linked it to.

    Attributes:
        deployment: by which name the platform deploys the service there.
        name: by which the platform knows it.
        line_items_url: where its line items are; empty if the platform offers none.
        memberships_url: where its roster is; empty if the platform offers none.
        scopes: what the platform lets the service ask for, with spaces between them.
        course_id: ``None`` until somebody links it.
        roster_at: when the roster was read last; 0 if never.
        roster_next_at: when it is read next.
        roster_problem: why it could not be read the last time.
        scores_seen: a fingerprint of what decided the scores that were last compared.
        scores_next_at: when they are compared at the latest, whatever the fingerprint.
    """

    __tablename__ = "lti_context"
    __table_args__ = (UniqueConstraint("platform_id", "deployment", "name"),)

    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platform.id"))
    deployment: Mapped[str]
    name: Mapped[str]
    title: Mapped[str]
    line_items_url: Mapped[str] = mapped_column(default="")
    memberships_url: Mapped[str] = mapped_column(default="")
    scopes: Mapped[str] = mapped_column(default="")
    course_id: Mapped[int | None] = mapped_column(ForeignKey("course.id"))
    roster_at: Mapped[float] = mapped_column(default=0.0)
    roster_next_at: Mapped[float] = mapped_column(default=0.0)
    roster_problem: Mapped[str] = mapped_column(default="")
    scores_seen: Mapped[str] = mapped_column(default="")
    scores_next_at: Mapped[float] = mapped_column(default=0.0)
    platform: Mapped[LtiPlatform] = relationship()
    course: Mapped[Course | None] = relationship()


class LtiMember(Numbered, Base):
    """A member of a context: what the service did about them, and what the platform says now.

    Attributes:
        subject: by which the platform knows them.
        person_id: whom that is here; ``None`` until they came or staff let them in.
        role: that they got here because of the platform; empty if none.
        left_at: when staff confirmed that they left; 0 while they have not.
        name: as the newest roster has it; empty if none did.
        login: what the platform calls them; a new account's login is made of it.
        listed_role: as the newest roster has it; empty if they are not in it.
    """

    __tablename__ = "lti_member"
    __table_args__ = (
        UniqueConstraint("context_id", "subject"),
        Index("lti_member_of", "person_id"),
    )

    context_id: Mapped[int] = mapped_column(ForeignKey("lti_context.id"))
    subject: Mapped[str]
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    role: Mapped[str] = mapped_column(default="")
    left_at: Mapped[float] = mapped_column(default=0.0)
    name: Mapped[str] = mapped_column(default="")
    login: Mapped[str] = mapped_column(default="")
    listed_role: Mapped[str] = mapped_column(default="")
    person: Mapped[Person | None] = relationship()


class LtiLineItem(Numbered, Base):
    """The column of an assignment in a platform's gradebook.

    Attributes:
        url: where the platform has it; empty until it is known.
        problem: why it could not be made.
        next_at: when making it is tried again.
    """

    __tablename__ = "lti_line_item"
    __table_args__ = (UniqueConstraint("context_id", "assignment"),)

    context_id: Mapped[int] = mapped_column(ForeignKey("lti_context.id"))
    assignment: Mapped[str]
    url: Mapped[str] = mapped_column(default="")
    problem: Mapped[str] = mapped_column(default="")
    tries: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[float] = mapped_column(default=0.0)
    context: Mapped[LtiContext] = relationship()


class LtiScore(Numbered, Base):
    """The score of a student that a platform should have, and what it was sent.

    The row is the outbox: what is wanted is stored first, and sent until the platform has it.

    Attributes:
        wanted: the body of the message, JSON; the same body is sent at each try.
        sent: the body that the platform took last; empty if none.
        begun: whether a try was begun of which nobody knows how it ended.
        tries: how often ``wanted`` was sent, or is being sent.
        next_at: when it is sent if the platform has not taken it by then.
        refused: whether the platform does not take it, so that only a person tries again.
        problem: what the platform answered the last time.
        sent_at: when the platform took ``sent``.
    """

    __tablename__ = "lti_score"
    __table_args__ = (
        UniqueConstraint("line_item_id", "person_id"),
        Index("lti_score_due", "next_at"),
    )

    line_item_id: Mapped[int] = mapped_column(ForeignKey("lti_line_item.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    wanted: Mapped[str]
    sent: Mapped[str] = mapped_column(default="")
    begun: Mapped[bool] = mapped_column(default=False)
    tries: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[float] = mapped_column(default=0.0)
    refused: Mapped[bool] = mapped_column(default=False)
    problem: Mapped[str] = mapped_column(default="")
    sent_at: Mapped[float] = mapped_column(default=0.0)
    line_item: Mapped[LtiLineItem] = relationship()
    person: Mapped[Person] = relationship()

"""Defines the tables of ladders: which agents play, their games, and tournaments of a course."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from grader.service.data.tables import (
    Base,
    ByPerson,
    CompressedText,
    Course,
    GradingState,
    Numbered,
    OfAssignment,
    Person,
    Submission,
    Team,
)


class Ladder(Numbered, OfAssignment, ByPerson, Base):
    """The ladder of an assignment, which an instructor has switched on or off again.

    Attributes:
        pairs: pairs of games that each submission plays.
        seconds: for each move; 0 for what the assignment promises.
        edition_id: whose reference agents are among its players; ``None`` until a worker looked.
        rated_pairs: pairs by which strengths were computed last, and ...
        rated_at: ... when that was.
    """

    __tablename__ = "ladder"
    __table_args__ = (UniqueConstraint("course_id", "assignment"),)

    running: Mapped[bool] = mapped_column(default=True)
    pairs: Mapped[int]
    seconds: Mapped[float] = mapped_column(default=0.0)
    edition_id: Mapped[int | None] = mapped_column(ForeignKey("edition.id"))
    rated_pairs: Mapped[int] = mapped_column(default=0)
    rated_at: Mapped[float] = mapped_column(default=0.0)
    course: Mapped[Course] = relationship()


class LadderPlayer(Numbered, Base):
    """A student, a team or a reference agent in a ladder. Exactly one of the three is given.

    Attributes:
        agent: name of the reference agent; empty for students.
        number: by which others know a student who does not show their name.
        named: whether others see the name.
        served_at: when a pair of theirs began last, so that all have their turn.
    """

    __tablename__ = "ladder_player"
    __table_args__ = (
        UniqueConstraint("ladder_id", "person_id"),
        UniqueConstraint("ladder_id", "team_id"),
        UniqueConstraint("ladder_id", "number"),
    )

    ladder_id: Mapped[int] = mapped_column(ForeignKey("ladder.id"))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    team_id: Mapped[int | None] = mapped_column(ForeignKey("team.id"))
    agent: Mapped[str] = mapped_column(default="")
    number: Mapped[int]
    named: Mapped[bool] = mapped_column(default=False)
    served_at: Mapped[float] = mapped_column(default=0.0)
    person: Mapped[Person | None] = relationship()
    team: Mapped[Team | None] = relationship()


class LadderEntry(Numbered, Base):
    """A program in a ladder. A player's newer submission retires the one before.

    Attributes:
        submission_id: ``None`` for a reference agent.
        retired_at: 0 as long as it plays.
        problem: why it cannot play; empty if it can, ``None`` until a worker has tried it.
        elo: strength above the average; ``None`` before it is rated.
    """

    __tablename__ = "ladder_entry"
    __table_args__ = (Index("ladder_entry_of", "player_id"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("ladder_player.id"))
    submission_id: Mapped[int | None] = mapped_column(ForeignKey("submission.id"), unique=True)
    retired_at: Mapped[float] = mapped_column(default=0.0)
    problem: Mapped[str | None]
    elo: Mapped[float | None]
    elo_margin: Mapped[float] = mapped_column(default=0.0)
    at: Mapped[float]
    player: Mapped[LadderPlayer] = relationship()
    submission: Mapped[Submission | None] = relationship()


class LadderPair(Numbered, Base):
    """Two games between two entries from one opening, the second with sides changed.

    Attributes:
        first_id: the entry that moves first in the first game; the pair was played for it.
        seed: all random numbers of both games are drawn from it.
        state: ``RUNNING``, ``DONE`` or ``FAILED``.
        worker: id of the one that plays it; empty if it was broken off for a grading.
        losses: workers that were lost or failed over it.
        points: of the first entry in the first game, and ...
        points_back: ... in the second one: 1, 0.5 or 0.
        reason: a sentence, if it failed.
        games: both records, a line of JSON each, as ``grade tournament`` writes them. Players are
            called by the ids of their entries.
        replays: JSON of both :class:`grader.model.game_replay.Replay`, without the records.
    """

    __tablename__ = "ladder_pair"
    __table_args__ = (
        Index("ladder_pair_of", "ladder_id", "edition_id"),
        Index("ladder_pair_first", "first_id"),
        Index("ladder_pair_second", "second_id"),
    )

    ladder_id: Mapped[int] = mapped_column(ForeignKey("ladder.id"))
    edition_id: Mapped[int] = mapped_column(ForeignKey("edition.id"))
    first_id: Mapped[int] = mapped_column(ForeignKey("ladder_entry.id"))
    second_id: Mapped[int] = mapped_column(ForeignKey("ladder_entry.id"))
    seed: Mapped[int]
    state: Mapped[str] = mapped_column(default=GradingState.RUNNING.value)
    worker: Mapped[str] = mapped_column(default="")
    losses: Mapped[int] = mapped_column(default=0)
    began_at: Mapped[float]
    ended_at: Mapped[float] = mapped_column(default=0.0)
    points: Mapped[float] = mapped_column(default=0.0)
    points_back: Mapped[float] = mapped_column(default=0.0)
    reason: Mapped[str] = mapped_column(default="")
    games: Mapped[str | None] = mapped_column(CompressedText, deferred=True)
    replays: Mapped[str | None] = mapped_column(CompressedText, deferred=True)
    first: Mapped[LadderEntry] = relationship(foreign_keys=first_id)
    second: Mapped[LadderEntry] = relationship(foreign_keys=second_id)


class CourseTournament(Numbered, OfAssignment, ByPerson, Base):
    """A tournament of all agents that count, which an instructor asked for.

    Attributes:
        pairs: pairs of games in each meeting.
        seconds: for each move; 0 for what the assignment promises.
        state: ``QUEUED``, ``RUNNING``, ``DONE`` or ``FAILED``.
        worker: id of the one that plays it.
        losses: workers that were lost over it.
        played: games that are kept.
        reason: a sentence, if it failed.
        games: the file ``games.jsonl`` as far as it is known, compressed by zlib, from which
            another worker goes on.
        files: the folder of ``grade tournament`` as a ZIP archive, once it is over.
    """

    __tablename__ = "course_tournament"
    __table_args__ = (Index("course_tournament_of", "course_id", "assignment"),)

    pairs: Mapped[int]
    seconds: Mapped[float] = mapped_column(default=0.0)
    state: Mapped[str] = mapped_column(default=GradingState.QUEUED.value)
    worker: Mapped[str] = mapped_column(default="")
    losses: Mapped[int] = mapped_column(default=0)
    played: Mapped[int] = mapped_column(default=0)
    reason: Mapped[str] = mapped_column(default="")
    games: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    files: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    course: Mapped[Course] = relationship()

"""Hands the work of ladders to workers: pairs of games, ratings, and the names of agents.

Every function on the database is one step within a transaction of :meth:`Database.writing`, which
one process at a time has. The same state of a ladder leads to the same choice of who plays next. A
pair that is broken off or whose worker is lost is played again, by the same seed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session, joinedload

from grader.model.seeds import derive_seed
from grader.service.course_editions import current_editions
from grader.service.data.ladder_tables import Ladder, LadderEntry, LadderPair
from grader.service.data.tables import AssignmentEdition, Course, GradingState
from grader.service.ladder.entries import active_entries
from grader.service.ladder.game_claims import (
    LOSSES,
    count_lost_worker,
    is_abandoned,
    is_played_by_worker,
    update_if_still_played,
)

MEETINGS = 2
"""Pairs of games that the same two entries play at most."""
_STAFF_EVERY = 3
"""Every so many pairs, a reference agent is preferred: what it can do does not change."""


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry that can play.

    Attributes:
        elo: its strength; 0, the average, before it is rated.
        pairs: that it has played or plays, also those that were another entry's turn.
        staff: whether it is a reference agent.
        served_at: when a pair was played last for its player.
    """

    id: int
    elo: float
    pairs: int
    staff: bool = False
    served_at: float = 0.0


def meeting_key(one: int, other: int) -> tuple[int, int]:
    """Return two entries as a key that does not depend on their order."""
    return min(one, other), max(one, other)


def choose_meeting(
    contenders: Iterable[Contender], met: Mapping[tuple[int, int], int], wanted: int
) -> tuple[int, int] | None:
    """Return who plays next, and against whom; ``None`` once everybody has played enough.

    The player who was served longest ago is next. Their opponent is the nearest in strength whom
    they have not met twice, of equals the one with the fewest games.

    Args:
        met: how many pairs two entries have played, by :func:`meeting_key`.
        wanted: pairs that each entry of a student plays.
    """
    every = sorted(contenders, key=lambda each: (each.served_at, each.id))
    for one in every:
        if one.staff or one.pairs >= wanted:
            continue
        others = [
            other
            for other in every
            if other.id != one.id and met.get(meeting_key(one.id, other.id), 0) < MEETINGS
        ]
        staff = one.pairs % _STAFF_EVERY == 0
        if others:
            found = min(
                others,
                key=lambda each: (
                    each.staff is not staff,
                    met.get(meeting_key(one.id, each.id), 0),
                    abs(each.elo - one.elo),
                    each.pairs,
                    each.id,
                ),
            )
            return one.id, found.id
    return None


RATE_EVERY = 30.0
"""Seconds between two computations of strengths while games are played."""
_SEEDS = 2**31
"""Seeds are below this, so that any database keeps them as whole numbers."""


class LadderJobKind(Enum):
    """The kinds of work that a worker does for a ladder."""

    LIST_AGENTS = auto()
    RATE = auto()
    PLAY = auto()


@dataclass(frozen=True, slots=True)
class LadderJob:
    """A piece of work for one ladder.

    Attributes:
        pair: id of the pair to be played; 0 for other tasks.
        worker: that has it, and alone can end it.
        losses: of that pair.
    """

    task: LadderJobKind
    ladder: int
    edition: int
    worker: str
    pair: int = 0
    losses: int = 0


def running_ladders(session: Session) -> list[tuple[Ladder, AssignmentEdition]]:
    """Return the running ladders of courses in use, each with the edition by which it plays."""
    ladders = session.scalars(
        select(Ladder)
        .join(Course)
        .where(Ladder.running, Course.archived_at == 0.0)
        .options(joinedload(Ladder.course))
        .order_by(Ladder.id)
    ).all()
    return [
        (ladder, edition)
        for ladder in ladders
        for edition in current_editions(session, ladder.course)
        if edition.assignment == ladder.assignment
    ]


def take_job(session: Session, worker: str, editions: Collection[int]) -> LadderJob | None:
    """Begin the next piece of work and return it; ``None`` if there is none.

    Args:
        worker: id of the one that takes it.
        editions: by which it can play.
    """
    for ladder, edition in running_ladders(session):
        if edition.id in editions and (job := _take(session, ladder, edition.id, worker)):
            return job
    return None


def _take(session: Session, ladder: Ladder, edition: int, worker: str) -> LadderJob | None:
    if ladder.edition_id != edition:
        return LadderJob(LadderJobKind.LIST_AGENTS, ladder.id, edition, worker)
    entries = active_entries(session, ladder)
    playing = {each.id: each for each in entries if not each.problem}
    if (
        job := _retake_broken_off_pair(session, ladder, edition, worker, playing.keys())
    ) is not None:
        return job
    rows = session.execute(
        select(LadderPair.first_id, LadderPair.second_id, LadderPair.state).where(
            LadderPair.ladder_id == ladder.id, LadderPair.edition_id == edition
        )
    )
    pairs = [(first, second, state) for first, second, state in rows]
    done = sum(state == GradingState.DONE for _, _, state in pairs)
    now = time.time()
    chosen = choose_meeting(
        _contenders(playing.values(), pairs),
        Counter(meeting_key(first, second) for first, second, _ in pairs),
        ladder.pairs,
    )
    if done != ladder.rated_pairs and (chosen is None or now - ladder.rated_at > RATE_EVERY):
        return LadderJob(LadderJobKind.RATE, ladder.id, edition, worker)
    if chosen is None:
        return None
    first, second = chosen
    number = sum(meeting_key(*each[:2]) == meeting_key(first, second) for each in pairs)
    made = LadderPair(
        ladder_id=ladder.id, edition_id=edition, first_id=first, second_id=second,
        seed=derive_seed("ladder", first, second, number) % _SEEDS, worker=worker, began_at=now,
    )  # fmt: skip
    session.add(made)
    playing[first].player.served_at = now
    session.flush()
    return LadderJob(LadderJobKind.PLAY, ladder.id, edition, worker, made.id)


def _retake_broken_off_pair(
    session: Session, ladder: Ladder, edition: int, worker: str, playing: Collection[int]
) -> LadderJob | None:
    """Take a pair that was broken off, or whose worker is lost; drop what nobody needs now."""
    lost = session.scalars(
        select(LadderPair)
        .where(LadderPair.ladder_id == ladder.id, is_abandoned(LadderPair))
        .order_by(LadderPair.id)
    ).all()
    for pair in lost:
        if pair.edition_id != edition or not {pair.first_id, pair.second_id} <= {*playing}:
            session.delete(pair)
            continue
        pair.began_at = time.time()
        if count_lost_worker(pair):
            continue
        pair.worker = worker
        session.flush()
        return LadderJob(LadderJobKind.PLAY, ladder.id, edition, worker, pair.id, pair.losses)
    session.flush()
    return None


def _contenders(
    entries: Iterable[LadderEntry], pairs: Sequence[tuple[int, int, str]]
) -> list[Contender]:
    played = Counter(entry for first, second, _ in pairs for entry in (first, second))
    return [
        Contender(
            each.id, each.elo or 0.0, played[each.id], bool(each.player.agent),
            each.player.served_at,
        )
        for each in entries
    ]  # fmt: skip


def finish_pair(
    session: Session, job: LadderJob, points: tuple[float, float], games: str, replays: str
) -> bool:
    """Keep the games of a pair; return whether it was still this worker's."""
    return update_if_still_played(
        session, LadderPair, job.pair, job.worker, state=GradingState.DONE.value,
        points=points[0], points_back=points[1], games=games, replays=replays,
        ended_at=time.time(), worker="",
    )  # fmt: skip


def fail_pair(session: Session, job: LadderJob, reason: str) -> None:
    """Note that a pair could not be played; it is tried again unless that was too often."""
    losses = job.losses + 1
    state = GradingState.FAILED if losses >= LOSSES else GradingState.RUNNING
    update_if_still_played(
        session, LadderPair, job.pair, job.worker, state=state.value, losses=losses,
        reason=reason, worker="",
    )  # fmt: skip


def break_off_pair(session: Session, job: LadderJob) -> None:
    """Give a pair back, as something else is to be done first."""
    update_if_still_played(session, LadderPair, job.pair, job.worker, worker="")


def store_entry_problems(session: Session, job: LadderJob, problems: Mapping[int, str]) -> None:
    """Note which entries of a pair can play, and why others cannot; drop the pair if one cannot.

    Args:
        problems: by entry; empty for one that can.
    """
    for entry, problem in problems.items():
        session.execute(update(LadderEntry).where(LadderEntry.id == entry).values(problem=problem))
    if any(problems.values()):
        session.execute(
            delete(LadderPair).where(is_played_by_worker(LadderPair, job.pair, job.worker))
        )


def points_of_pairs(
    session: Session, ladder: int, edition: int
) -> list[tuple[int, int, float, float]]:
    """Return the entries of each pair that was played, and the points of the first one."""
    rows = session.execute(
        select(LadderPair.first_id, LadderPair.second_id, LadderPair.points, LadderPair.points_back)
        .where(
            LadderPair.ladder_id == ladder, LadderPair.edition_id == edition,
            LadderPair.state == GradingState.DONE.value,
        )
        .order_by(LadderPair.id)
    )  # fmt: skip
    return [(first, second, points, back) for first, second, points, back in rows]


def store_ratings(
    session: Session, job: LadderJob, pairs: int, strengths: Mapping[int, tuple[float, float]]
) -> None:
    """Store the strengths of entries with their margins, computed by that many pairs."""
    ladder = session.get(Ladder, job.ladder)
    if ladder is None or ladder.edition_id != job.edition:
        return
    for entry, (elo, margin) in strengths.items():
        session.execute(
            update(LadderEntry)
            .where(LadderEntry.id == entry)
            .values(elo=round(elo, 1), elo_margin=round(margin, 1))
        )
    ladder.rated_pairs, ladder.rated_at = pairs, time.time()


def count_unfinished_pairs(session: Session, ladder: int, edition: int) -> int:
    """Return how many pairs are being played, or were interrupted and wait to be played again."""
    return session.scalars(
        select(func.count())
        .select_from(LadderPair)
        .where(
            LadderPair.ladder_id == ladder, LadderPair.edition_id == edition,
            LadderPair.state == GradingState.RUNNING.value,
        )
    ).one()  # fmt: skip

"""Decides which programs are in a ladder: each student's newest, and the reference agents.

A submission comes in when its grading ends, and retires the one before. Test accounts and staff
never do, and who has left the course is no longer shown and no longer plays.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, exists, func, or_, select, update
from sqlalchemy.orm import Session, joinedload

from grader.service.data import audit
from grader.service.data.group_tables import TeamMember
from grader.service.data.ladder_tables import Ladder, LadderEntry, LadderPlayer
from grader.service.data.tables import (
    AssignmentEdition,
    Grading,
    GradingState,
    Membership,
    Role,
    Submission,
)
from grader.service.people import select_students

PAIRS = 10
"""Pairs of games that a submission plays, unless an instructor says otherwise."""
MOST_PAIRS = 30
_NUMBERS = 900
"""Numbers of three digits, drawn until there are so many players; longer ones afterwards."""


def find_ladder(session: Session, course: int, assignment: str) -> Ladder | None:
    """Return the ladder of an assignment, running or not; ``None`` if it never had one."""
    return session.scalars(
        select(Ladder).where(Ladder.course_id == course, Ladder.assignment == assignment)
    ).one_or_none()


def running_ladders_of_course(session: Session, course: int) -> set[str]:
    """Return the assignments of a course whose ladders run."""
    return set(
        session.scalars(select(Ladder.assignment).where(Ladder.course_id == course, Ladder.running))
    )


def set_ladder(
    session: Session,
    who: int,
    edition: AssignmentEdition,
    *,
    running: bool,
    pairs: int,
    seconds: float,
) -> Ladder:
    """Switch a ladder on or off; one that is switched on takes in what was handed in before."""
    ladder = find_ladder(session, edition.course_id, edition.assignment)
    if ladder is None:
        ladder = Ladder(course_id=edition.course_id, assignment=edition.assignment)
        session.add(ladder)
    ladder.running, ladder.pairs, ladder.seconds = running, pairs, seconds
    ladder.by_id, ladder.at = who, time.time()
    session.flush()
    about = f"{edition.assignment}: {'on' if running else 'off'}, {pairs} pairs, {seconds:g} s"
    audit.add_audit_entry(session, who, "ladder", about)
    if running:
        for submission in _graded_submissions(session, ladder):
            _enter(session, ladder, submission)
    return ladder


def enter_graded_submission(session: Session, grading: int) -> None:
    """Take the submission of a grading that has ended well into the ladder of its assignment."""
    submission = session.scalars(
        select(Submission).join(Grading).where(Grading.id == grading)
    ).one()
    ladder = find_ladder(session, submission.course_id, submission.assignment)
    if ladder is not None and ladder.running and _is_student(session, submission):
        _enter(session, ladder, submission)


def enter_agents(session: Session, ladder: Ladder, edition: int, names: Sequence[str]) -> None:
    """Take the reference agents of an edition into a ladder, and retire those it does not have."""
    known = {
        each.agent: each
        for each in session.scalars(
            select(LadderPlayer).where(
                LadderPlayer.ladder_id == ladder.id, LadderPlayer.agent != ""
            )
        )
    }
    for name in names:
        if name not in known:
            known[name] = _add_player(session, ladder, agent=name)
            session.add(LadderEntry(player_id=known[name].id, at=time.time()))
    for name, player in known.items():
        retired_at = 0.0 if name in names else time.time()
        session.execute(
            update(LadderEntry)
            .where(LadderEntry.player_id == player.id)
            .values(retired_at=retired_at, problem=None)
        )
    if ladder.edition_id != edition:  # games by another edition say nothing about this one
        of_ladder = select(LadderPlayer.id).where(LadderPlayer.ladder_id == ladder.id)
        session.execute(
            update(LadderEntry)
            .where(LadderEntry.player_id.in_(of_ladder))
            .values(elo=None, elo_margin=0.0, problem=None)
        )
        ladder.edition_id, ladder.rated_pairs = edition, 0
    session.flush()


def set_name_shown(session: Session, ladder: Ladder, person: int, *, named: bool) -> None:
    """Store whether others see the name of a student, or of their team for the whole team."""
    player = own_player(session, ladder, person)
    if player is None:
        player = _add_player(session, ladder, person_id=person)
    player.named = named
    session.flush()


def own_player(session: Session, ladder: Ladder, person: int) -> LadderPlayer | None:
    """Return the player that a person is in a ladder, alone or with their team."""
    team = select(TeamMember.team_id).where(
        TeamMember.course_id == ladder.course_id,
        TeamMember.assignment == ladder.assignment,
        TeamMember.person_id == person,
    )
    mine = or_(LadderPlayer.person_id == person, LadderPlayer.team_id.in_(team))
    return session.scalars(
        select(LadderPlayer)
        .where(LadderPlayer.ladder_id == ladder.id, mine)
        # What somebody handed in before they were in a team counts for the team.
        .order_by(LadderPlayer.team_id.is_(None))
        .limit(1)
    ).one_or_none()


def is_player_in_course(course: int) -> ColumnElement[bool]:
    """Return the condition that a player is a reference agent, or a student of the course now."""
    students = select_students(course)
    of_team = exists().where(
        TeamMember.team_id == LadderPlayer.team_id, TeamMember.person_id.in_(students)
    )
    return or_(LadderPlayer.agent != "", LadderPlayer.person_id.in_(students), of_team)


def list_entries(
    session: Session, ladder: Ladder, *which: ColumnElement[bool]
) -> list[LadderEntry]:
    """Return the entries of a ladder in order, with their players; ``which`` are conditions."""
    return list(session.scalars(
        select(LadderEntry)
        .join(LadderPlayer)
        .where(LadderPlayer.ladder_id == ladder.id, is_player_in_course(ladder.course_id), *which)
        .options(
            joinedload(LadderEntry.player).joinedload(LadderPlayer.person),
            joinedload(LadderEntry.player).joinedload(LadderPlayer.team),
        )
        .order_by(LadderEntry.id)
    ))  # fmt: skip


def active_entries(session: Session, ladder: Ladder) -> list[LadderEntry]:
    """Return the entries that play, with their players; those that cannot play are among them."""
    return list_entries(session, ladder, LadderEntry.retired_at == 0.0)


def _enter(session: Session, ladder: Ladder, submission: Submission) -> None:
    """Add an entry for a submission, unless the player has a newer one; retire the older ones."""
    known = session.scalars(
        select(LadderEntry).where(LadderEntry.submission_id == submission.id)
    ).one_or_none()
    if known is not None:
        known.problem = None  # somebody may have said meanwhile how it is called
        return
    members: Collection[int] = ()
    if submission.team_id is None:
        which = LadderPlayer.person_id == submission.person_id
    else:
        which = LadderPlayer.team_id == submission.team_id
        members = session.scalars(
            select(TeamMember.person_id).where(TeamMember.team_id == submission.team_id)
        ).all()
    player = session.scalars(
        select(LadderPlayer).where(LadderPlayer.ladder_id == ladder.id, which)
    ).one_or_none()
    if player is None:
        person = None if submission.team_id else submission.person_id
        player = _add_player(session, ladder, person_id=person, team_id=submission.team_id)
    theirs = select(LadderPlayer.id).where(
        LadderPlayer.ladder_id == ladder.id,
        or_(LadderPlayer.id == player.id, LadderPlayer.person_id.in_(members)),
    )
    active = LadderEntry.player_id.in_(theirs) & (LadderEntry.retired_at == 0.0)
    newest = session.scalars(select(func.max(LadderEntry.submission_id)).where(active)).one()
    now = time.time()
    if newest is None or newest < submission.id:
        session.execute(update(LadderEntry).where(active).values(retired_at=now))
        session.add(LadderEntry(player_id=player.id, submission_id=submission.id, at=now))
        session.flush()


def _add_player(
    session: Session, ladder: Ladder, *, agent: str = "", person_id: int | None = None,
    team_id: int | None = None,
) -> LadderPlayer:  # fmt: skip
    taken = set(session.scalars(
        select(LadderPlayer.number).where(LadderPlayer.ladder_id == ladder.id)
    ))  # fmt: skip
    # Drawn, so that nobody is known by when they handed in first.
    size = max(_NUMBERS, 4 * len(taken))
    number = secrets.choice([each for each in range(100, 100 + size) if each not in taken])
    player = LadderPlayer(
        ladder_id=ladder.id, agent=agent, person_id=person_id, team_id=team_id, number=number
    )
    session.add(player)
    session.flush()
    return player


def _graded_submissions(session: Session, ladder: Ladder) -> Sequence[Submission]:
    """Return the newest submission of each student or team that the grader could read."""
    graded = exists().where(
        Grading.submission_id == Submission.id, Grading.state == GradingState.DONE
    )
    every = session.scalars(
        select(Submission)
        .join(Membership, (Membership.person_id == Submission.person_id)
              & (Membership.course_id == Submission.course_id))
        .where(
            Submission.course_id == ladder.course_id, Submission.assignment == ladder.assignment,
            Membership.role == Role.STUDENT.value, graded,
        )
        .order_by(Submission.id)
    )  # fmt: skip
    return list({(each.team_id, each.team_id or each.person_id): each for each in every}.values())


def _is_student(session: Session, submission: Submission) -> bool:
    member = session.get(Membership, (submission.person_id, submission.course_id))
    return member is not None and member.role == Role.STUDENT.value

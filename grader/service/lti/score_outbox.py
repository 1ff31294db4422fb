"""Computes the scores that platforms should have, and keeps them until they have arrived.

The scores are those that students see, once the whole assignment is released, after what lateness
costs. Nothing tells this module of a change: it compares, so that nothing can be forgotten. A
fingerprint of what decides scores says cheaply whether there may be a change.

A row has the body that the platform should get. The same body, with the same time stamp, is sent at
each try. After a try of which nobody knows how it ended, the platform is asked what it has.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, joinedload

from grader.model.escape import escape_to_one_line
from grader.service import course_editions, student_visible_results
from grader.service.assignment_gradebook import Gradebook, GradebookRow, make_gradebook
from grader.service.data.decision_tables import (
    AssignmentTerms,
    DeadlineExtension,
    Mark,
    Release,
    SubmissionChoice,
)
from grader.service.data.group_tables import MemberMark, SectionDeadline, SectionMember, TeamMember
from grader.service.data.lti_tables import LtiContext, LtiLineItem, LtiMember, LtiPlatform, LtiScore
from grader.service.data.tables import AssignmentEdition, Course, Grading, Membership, Submission
from grader.service.lti.contexts import line_item_of
from grader.service.result_releases import ReleasedDecisions, releases_of_course

DELAYS = (10.0, 60.0, 300.0, 1800.0, 7200.0, 21600.0, 86400.0)
"""Seconds until the next try, after each that failed; then it is tried once a day."""
_LEASE = 90.0
"""Seconds for which a worker has a row to itself: more than it may take to send it."""
_COMPARED = 600.0
"""Seconds after which scores are compared in any case: deadlines pass."""
_GIVEN_UP = 20
"""Tries after which only a person tries again."""


@dataclass(frozen=True, slots=True)
class WantedScores:
    """The scores that the platform of a context should have.

    Attributes:
        context: its id.
        fingerprint: of what they were made of.
        scores: points and maximum of each student, by assignment; ``None`` if it is not released.
    """

    context: int
    fingerprint: str
    scores: Mapping[str, Mapping[int, tuple[float, float]] | None]


def compute_wanted_scores(session: Session, now: float) -> WantedScores | None:
    """Return the scores of the next context of which some may have changed; ``None`` without one.

    That takes a while in a large course, so a session that only reads does it.
    """
    for context in session.scalars(
        select(LtiContext)
        .join(LtiPlatform, LtiPlatform.id == LtiContext.platform_id)
        .join(Course, Course.id == LtiContext.course_id)
        .where(Course.archived_at == 0.0, LtiPlatform.removed_at == 0.0)
        .options(joinedload(LtiContext.course))
        .order_by(LtiContext.scores_next_at)
    ):
        seen = _fingerprint(session, context)
        if seen != context.scores_seen or context.scores_next_at <= now:
            assert context.course is not None
            releases = releases_of_course(session, context.course.id)
            return WantedScores(context.id, seen, {
                each.assignment:
                    visible_scores(session, each) if releases[each.assignment].editions else None
                for each in course_editions.current_editions(session, context.course)
            })  # fmt: skip
    return None


def _fingerprint(session: Session, context: LtiContext) -> str:
    """Return a text that changes when anything changes of which scores are made."""
    course = context.course_id
    own = select(Submission.id).where(Submission.course_id == course)
    marks, gradings = Mark.submission_id.in_(own), Grading.submission_id.in_(own)
    queries: list[Select[Any]] = [
        select(func.count(), func.max(Mark.id)).where(marks),
        select(func.count(), func.max(Grading.finished_at), func.max(Grading.id)).where(gradings),
        *(
            select(func.count(), func.max(kind.id)).where(kind.course_id == course)
            for kind in (
                Release,
                AssignmentTerms,
                DeadlineExtension,
                SectionDeadline,
                SubmissionChoice,
                MemberMark,
                AssignmentEdition,
            )
        ),
        *(
            select(func.count()).where(kind.course_id == course)
            for kind in (Membership, TeamMember, SectionMember)
        ),
        select(func.count(), func.max(LtiMember.id), func.count(LtiMember.person_id)).where(
            LtiMember.context_id == context.id
        ),
        select(func.count(), func.max(LtiLineItem.id)).where(LtiLineItem.context_id == context.id),
    ]
    return json.dumps([list(session.execute(each).one()) for each in queries])


def store_wanted_scores(session: Session, wanted: WantedScores, now: float) -> None:
    """Store the scores that the platform of a context should have, where they are new."""
    context = session.get_one(LtiContext, wanted.context)
    subjects = _subjects(session, context)
    for assignment, scores in wanted.scores.items():
        item = line_item_of(session, context.id, assignment)
        known = {
            each.person_id: each
            for each in session.scalars(select(LtiScore).where(LtiScore.line_item_id == item.id))
        }
        for person, subject in subjects.items():
            if scores is not None and person in scores:
                _want(session, item, known.get(person), person, subject, scores[person], now)
            elif scores is None and person in known:
                # A release that was taken back: the platform shall not show it any more.
                _want(session, item, known[person], person, subject, None, now)
    context.scores_seen, context.scores_next_at = wanted.fingerprint, now + _COMPARED


def _subjects(session: Session, context: LtiContext) -> dict[int, str]:
    rows = session.execute(
        select(LtiMember.person_id, LtiMember.subject).where(
            LtiMember.context_id == context.id, LtiMember.person_id.is_not(None)
        )
    )
    return {person: subject for person, subject in rows if person is not None}


def visible_scores(session: Session, edition: AssignmentEdition) -> dict[int, tuple[float, float]]:
    """Return the points and their maximum of each student of an assignment, as students see them.

    Left out is whoever has points that are not decided yet.
    """
    book = make_gradebook(session, edition)
    release = releases_of_course(session, edition.course_id)[edition.assignment]
    found = {}
    for row in book.rows:
        points = _points(book, row, release)
        if points is not None:
            found[row.person.id] = (points, book.maximum)
    return found


def _points(book: Gradebook, row: GradebookRow, release: ReleasedDecisions) -> float | None:
    """Return the points that a student sees; ``None`` as long as they are not decided."""
    if not row.decided or not book.maximum:
        return None
    if row.seen is None or row.refused:
        return 0.0  # nothing that counts came, and their last day is over
    own = student_visible_results.released_scores(row.scores, release, fair=row.seen.has_report)
    return None if own.undecided else round(row.cost.of(own.points), 6)


def _want(
    session: Session, item: LtiLineItem, row: LtiScore | None, person: int, subject: str,
    points: tuple[float, float] | None, now: float,
) -> None:  # fmt: skip
    body: dict[str, Any] = {"userId": subject, "activityProgress": "Completed"}
    if points is None:
        body |= {"activityProgress": "Submitted", "gradingProgress": "Pending"}
    else:
        body |= {
            "scoreGiven": points[0], "scoreMaximum": points[1], "gradingProgress": "FullyGraded",
        }  # fmt: skip
    if row is None:
        row = LtiScore(line_item_id=item.id, person_id=person, wanted="")
        session.add(row)
    elif score_without_timestamp(row.wanted) == body:
        return
    # Platforms take a score only if it is newer than the one before.
    stamp = dt.datetime.fromtimestamp(now, dt.UTC).isoformat(timespec="milliseconds")
    row.wanted = json.dumps({**body, "timestamp": stamp}, sort_keys=True)
    row.tries, row.next_at, row.begun, row.refused, row.problem = 0, now, False, False, ""
    session.flush()


def score_without_timestamp(body: str) -> dict[str, Any]:
    """Return a stored body without its time stamp; empty if there is none."""
    found: dict[str, Any] = json.loads(body) if body else {}
    return {key: value for key, value in found.items() if key != "timestamp"}


def take_next_score(session: Session, now: float) -> tuple[LtiScore, bool] | None:
    """Take the next score that is due; ``None`` if there is none.

    With it comes whether an earlier try was begun of which nobody knows how it ended. No other
    worker takes it while this one may still send it.
    """
    found = session.scalars(
        select(LtiScore)
        .join(LtiLineItem, LtiLineItem.id == LtiScore.line_item_id)
        .join(LtiContext, LtiContext.id == LtiLineItem.context_id)
        .join(LtiPlatform, LtiPlatform.id == LtiContext.platform_id)
        .where(
            LtiScore.wanted != LtiScore.sent,
            LtiScore.refused.is_(False),
            LtiScore.next_at <= now,
            LtiLineItem.url != "",
            LtiContext.course_id.is_not(None),
            LtiPlatform.removed_at == 0.0,
        )
        .options(
            joinedload(LtiScore.line_item)
            .joinedload(LtiLineItem.context)
            .joinedload(LtiContext.platform)
        )
        .order_by(LtiScore.next_at, LtiScore.id)
        .limit(1)
    ).first()
    if found is None:
        return None
    unknown = found.begun
    found.begun, found.tries, found.next_at = True, found.tries + 1, now + _LEASE
    session.flush()
    return found, unknown


def record_score(
    session: Session, taken: LtiScore, now: float, problem: str, *, for_good: bool = False,
    unknown: bool = False,
) -> None:  # fmt: skip
    """Record that a platform took a score, or why it did not and when that is tried again.

    Args:
        for_good: whether the platform would refuse the same again.
        unknown: whether it may have taken it although nobody heard so.
    """
    found = session.get(LtiScore, taken.id)
    if found is None:
        return  # its person was deleted meanwhile
    if not problem:
        found.sent, found.sent_at = taken.wanted, now
    if found.wanted != taken.wanted:
        return  # a newer one waits already, with its own tries
    found.begun = unknown and bool(problem)
    found.problem = escape_to_one_line(problem, 300)
    if problem:
        found.refused = for_good or found.tries >= _GIVEN_UP
        found.next_at = now + DELAYS[min(found.tries, len(DELAYS)) - 1]


def retry_scores(session: Session, context: int) -> None:
    """Let all scores and line items of a context that did not arrive be tried again at once."""
    for item in session.scalars(select(LtiLineItem).where(LtiLineItem.context_id == context)):
        item.tries, item.next_at, item.problem = 0, 0.0, ""
        for each in session.scalars(select(LtiScore).where(LtiScore.line_item_id == item.id)):
            if each.wanted != each.sent:
                each.tries, each.next_at, each.refused = 0, 0.0, False

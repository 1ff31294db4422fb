"""Decides which of a student's submissions for an assignment counts.

The terms of an assignment say by which rule:

- ``latest``: the newest one;
- ``best``: the one with most points after what lateness costs. Of several, the one that uses up
  fewer late days, then the newest. A task that waits for people is compared with all its points,
  so that people mark the one that may become the best;
- ``chosen``: the one that the student chose; the newest one until they choose.

What cannot be read as a submission never counts. Gradings are those that students see, so that an
edition that is not released decides nothing. Late days are used up by what counts, in the order of
the deadlines.

A team's submissions are those of all its members, and the same one counts for each. Its deadline is
the latest of its members', and each member pays for lateness with their own late days. Where the
best one counts, a team's are compared as if no late days were left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, or_, select, tuple_
from sqlalchemy.orm import Session, aliased

from grader.jobs.grading_answer import TaskScore, load_summary_line
from grader.service import ServiceProblem, final_scores, submission_queries
from grader.service.course_time import format_time
from grader.service.data import audit
from grader.service.data.database import cache_per_reading, split_into_chunks
from grader.service.data.decision_tables import CountingRule, Mark, SubmissionChoice
from grader.service.data.tables import Grading, GradingState, Role, Submission
from grader.service.deadlines import Deadlines
from grader.service.late_penalty import NOTHING_LOST, LatenessCost, lateness_cost
from grader.service.people import member_ids
from grader.service.result_releases import (
    GradingFacts,
    ReleasedDecisions,
    grading_for_staff,
    releases_of_course,
)
from grader.service.submission_queries import SubmissionResult, SubmissionView
from grader.service.team_membership import (
    CourseTeams,
    choose_viewing_owner,
    condition_for_submissions_of,
    teams_of_course,
)

NONE_COUNTS = "no submission can be read"
"""Why no submission of a student counts."""
_JUDGED = frozenset({GradingState.DONE, GradingState.FAILED})
"""States in which a submission is compared with others: a person gives points if the grader failed.
"""
_FEW = 200
"""Submissions that are asked for by number rather than with all of their assignment."""
_Place = tuple[int, str]
"""A person and an assignment."""


class CountingCandidate(msgspec.Struct, frozen=True, gc=False):
    """A submission that may count for an assignment.

    Attributes:
        at: when it came.
        by: who handed it in.
        refused: whether it cannot be read as a submission.
        points: that it has or may still get from people, before lateness; ``None`` as long as the
            grader has not judged it.
        grading: id of the grading that staff see.
        shown: id of the grading that students see.
    """

    id: int
    at: float
    refused: bool = False
    points: float | None = None
    by: int = 0
    grading: int = 0
    shown: int = 0


class CountingDecision(msgspec.Struct, frozen=True, gc=False):
    """The submission of a student that counts for an assignment, and why it counts.

    Attributes:
        submission: the one that counts; if none does, the newest, which cannot be read.
        counts: whether it does.
        why: for people, as the end of a sentence that begins with "It counts: ".
        number: how many submissions there are.
        cost: what lateness costs it.
        pending: whether another one may count instead once the grader has judged it.
        rivals: others that may count instead if another edition judges them otherwise.
        by: who handed in the one that counts.
        grading: id of its grading that staff see.
        shown: id of its grading that students see.
    """

    submission: int
    at: float
    counts: bool
    why: str
    number: int = 1
    cost: LatenessCost = NOTHING_LOST
    pending: bool = False
    rivals: tuple[int, ...] = ()
    by: int = 0
    grading: int = 0
    shown: int = 0


def decide_which_counts(
    rule: CountingRule,
    every: Sequence[CountingCandidate],
    costs: Mapping[int, LatenessCost],
    chosen: int = 0,
    compared: Mapping[int, LatenessCost] | None = None,
) -> CountingDecision:
    """Return which of one student's submissions for an assignment counts, and why.

    Args:
        every: at least one, the newest last.
        costs: what lateness would cost each, by its id.
        chosen: id of the one that the student chose; 0 if they did not.
        compared: the costs by which the best one is found, if not ``costs``.
    """
    worth = costs if compared is None else compared
    readable = [each for each in every if not each.refused]
    if not readable:
        newest, others = every[-1], tuple(each.id for each in every[:-1])
        return CountingDecision(
            newest.id, newest.at, False, NONE_COUNTS, len(every), rivals=others, by=newest.by,
            grading=newest.grading, shown=newest.shown,
        )  # fmt: skip
    graded = [each for each in readable if each.points is not None]
    picked = next((each for each in readable if each.id == chosen), None)
    best = rule is CountingRule.BEST
    found, why = readable[-1], _why_newest(every, readable[-1])
    if best and graded and len(every) > 1:
        found = max(graded, key=lambda each: _worth(each, worth[each.id]))
        why = "it has the most points" if len(graded) > 1 else "no other one has been graded"
    elif rule is CountingRule.CHOSEN and picked is not None:
        found, why = picked, "it was chosen"
    elif rule is CountingRule.CHOSEN and len(every) > 1:
        why = f"{why}, and none was chosen"
    newer = {each.id for each in every if each.id > found.id}
    others = tuple(
        each.id
        for each in every
        if each is not found
        and (best or (picked is None and each.refused and each.id in {chosen, *newer}))
    )
    return CountingDecision(
        found.id, found.at, True, why, len(every), costs[found.id],
        pending=best and bool(graded) and len(graded) < len(readable), rivals=others,
        by=found.by, grading=found.grading, shown=found.shown,
    )  # fmt: skip


def _why_newest(every: Sequence[CountingCandidate], found: CountingCandidate) -> str:
    if len(every) == 1:
        return "it is the only one"
    return "it is the newest" if found is every[-1] else "it is the newest that can be read"


def _worth(each: CountingCandidate, lost: LatenessCost) -> tuple[float, int, int]:
    assert each.points is not None
    return round(lost.of(each.points), 9), -lost.free, each.id


# What the database says ---------------------------------------------------------------------


def decide_for_course(
    session: Session,
    course: int,
    *,
    assignment: str = "",
    person: int = 0,
    student: bool = False,
    tests: bool = False,
) -> dict[_Place, CountingDecision]:
    """Return which submissions count in a course, by person and assignment.

    Args:
        assignment: the only one that is asked for, if it is given.
        person: the only one who is asked for, if they are given.
        student: by what students may know, without marks that are not released.
        tests: whether those of test accounts are there, too; one who is asked for always is.
    """
    dates = Deadlines.of(session, course, person)
    people = [person] if person else []
    return _decide(session, course, dates, people, assignment, student=student, tests=tests)


def decide_for_people(
    session: Session, course: int, people: Sequence[int]
) -> dict[_Place, CountingDecision]:
    """Return which submissions of some people count in a course, by person and assignment."""
    dates = Deadlines.of(session, course)
    found: dict[_Place, CountingDecision] = {}
    for some in split_into_chunks(people):
        found |= _decide(session, course, dates, some)
    return found


def _decide(
    session: Session, course: int, dates: Deadlines, people: Sequence[int], assignment: str = "",
    *, student: bool = False, tests: bool = False,
) -> dict[_Place, CountingDecision]:  # fmt: skip
    found = _CandidateReader(session, course, dates, student=student)
    own = found.of(
        *_where(Submission.assignment, assignment),
        *([condition_for_submissions_of(dates.teams, people)] if people else []),
    )
    wanted = set(people)
    # What a test account hands in for a team counts for the others.
    hidden = set[int]() if people or tests else member_ids(session, course, Role.TEST)
    places: dict[int, dict[str, list[CountingCandidate]]] = defaultdict(dict)
    for (who, name), every in own.items():
        if who not in hidden and (not wanted or who in wanted):
            places[who][name] = every
    if assignment:
        # Late days that are used up elsewhere change the cost of what is late here.
        late = [
            who
            for who, names in places.items()
            if (rule := dates.rule(who, assignment)).late_days
            and any(rule.days(each.at) for each in names[assignment])
        ]
        last = max((dates.rule(who, assignment).due_at for who in late), default=0.0)
        earlier = {
            name: due_at
            for name in dates.terms
            if name != assignment and 0.0 < (due_at := dates.earliest_due(name)) <= last
        }
        for some in split_into_chunks(late) if earlier else ():
            others = found.of(*_conditions_for_late_assignments(course, dates.teams, some, earlier))
            here = set(some)
            for (who, name), every in others.items():
                if who in here:
                    places[who][name] = every
    one = people[0] if len(people) == 1 else 0
    picks = _chosen_submissions(session, course, one)
    return {
        (who, name): decision
        for who, names in places.items()
        for name, decision in _of_student(who, names, dates, picks).items()
        if assignment in {"", name}
    }


def decisions_by_submission(
    session: Session, course: int, assignment: str, *, tests: bool = False
) -> dict[int, CountingDecision]:
    """Return the decision about each counting submission by its id, the oldest first.

    Students who handed in nothing that can be read are there with the newest file they handed in.
    A team's is there once, with what lateness costs one of its members.

    Args:
        tests: whether those of test accounts are there, too.
    """
    found = decide_for_course(session, course, assignment=assignment, tests=tests).values()
    by_id = {each.submission: each for each in found}
    return {number: by_id[number] for number in sorted(by_id)}


def submissions_that_count(session: Session, course: int, assignment: str) -> list[SubmissionView]:
    """Return the counting submissions of all students as staff see them, ordered by age.

    They are read whole: lists of many take :func:`decisions_by_submission` and read one page.
    """
    by_id = decisions_by_submission(session, course, assignment)
    return submission_queries.submissions_by_ids(session, course, by_id)


def results_for_staff(
    session: Session, decided: Iterable[CountingDecision]
) -> list[SubmissionResult]:
    """Return the results of counting submissions as staff see them, the oldest first."""
    return submission_queries.results_of_gradings(session, {each.grading for each in decided})


def decide_for_submission(
    session: Session, submission: Submission, *, student: bool = False, visitor: int = 0
) -> CountingDecision:
    """Return which submission of the same student or team for the same assignment counts.

    Args:
        visitor: who looks at it; a member of its team sees what lateness costs them.
    """
    person = choose_viewing_owner(session, submission, visitor)
    found = decide_for_course(
        session, submission.course_id, assignment=submission.assignment, person=person,
        student=student,
    )  # fmt: skip
    return found[person, submission.assignment]


def choose_submission(session: Session, seen: SubmissionView, who: int, now: float) -> None:
    """Record that one of its owners chose a submission to count, until any chooses another one.

    Raises:
        ServiceProblem: if the student does not choose, or no longer, or it cannot be read.
    """
    own = seen.submission
    dates = Deadlines.of(session, own.course_id, who)
    if dates.terms[own.assignment].counts != CountingRule.CHOSEN:
        raise ServiceProblem("In this assignment, students do not choose which submission counts.")
    rule = dates.rule(who, own.assignment)
    if not rule.takes(now):
        raise ServiceProblem(
            "The time to choose is over: the last moment was "
            f"{format_time(rule.last_at, rule.zone)}."
        )
    if seen.state is GradingState.REFUSED:
        raise ServiceProblem("This submission cannot be read, so it cannot count; choose another.")
    picks = _chosen_submissions(session, own.course_id, who)
    if picks.get((who, own.assignment)) == own.id:
        return
    session.add(SubmissionChoice(
        course_id=own.course_id, assignment=own.assignment, person_id=who,
        submission_id=own.id, at=now,
    ))  # fmt: skip
    audit.add_audit_entry(session, who, "chose", f"submission {own.id} for {own.assignment}")
    session.flush()


def _of_student(
    person: int, names: Mapping[str, Sequence[CountingCandidate]], dates: Deadlines,
    picks: Mapping[_Place, int],
) -> dict[str, CountingDecision]:  # fmt: skip
    found: dict[str, CountingDecision] = {}
    used = 0
    for name in sorted(names, key=lambda each: (dates.rule(person, each).due_at, each)):
        rule = dates.rule(person, name)
        costs = {each.id: lateness_cost(rule, each.at, used) for each in names[name]}
        by = dates.terms[name].counts
        chosen = picks.get((person, name), 0)
        # Otherwise another one might count for a member who has late days left than for others.
        compared = (
            {each.id: lateness_cost(rule, each.at, rule.late_days) for each in names[name]}
            if (person, name) in dates.teams.team_of
            else None
        )
        found[name] = decide_which_counts(by, names[name], costs, chosen, compared)
        used += found[name].cost.free
    return found


def _conditions_for_late_assignments(
    course: int, teams: CourseTeams, people: Sequence[int], due: Mapping[str, float]
) -> list[ColumnElement[bool]]:
    """Return conditions for people's submissions for those assignments in which any is late.

    Where none is, none uses up late days, whichever counts. Extensions only make fewer late.
    """
    found = [condition_for_submissions_of(teams, people), Submission.assignment.in_(list(due))]
    if not teams.team_of:  # whose a team's submission is, no query says
        late = aliased(Submission)
        found.append(tuple_(Submission.person_id, Submission.assignment).in_(
            select(late.person_id, late.assignment).where(
                late.course_id == course,
                late.person_id.in_(people),
                or_(*(
                    (late.assignment == name) & (late.created_at > at)
                    for name, at in due.items()
                )),
            )
        ))  # fmt: skip
    return found


@dataclass(frozen=True, slots=True)
class _CandidateReader:
    """Reads the submissions that may count from the database."""

    session: Session
    course: int
    dates: Deadlines
    student: bool

    def of(self, *which: ColumnElement[bool]) -> dict[_Place, list[CountingCandidate]]:
        """Return the submissions of each person and assignment, the newest last.

        A team's are there for each of its members.
        """
        releases = releases_of_course(self.session, self.course)
        rows = self.session.execute(
            select(
                Submission.id, Submission.person_id, Submission.assignment, Submission.created_at,
                Submission.team_id, Grading.id, Grading.state, Grading.edition_id,
                Grading.reachable,
            )
            .join(Grading, Grading.submission_id == Submission.id)
            .where(Submission.course_id == self.course, *which)
            .order_by(Submission.id, Grading.id)
        )  # fmt: skip
        handed: dict[int, tuple[int, str, float, int | None]] = {}
        gradings: dict[int, list[GradingFacts]] = {}
        for own, person, assignment, at, team, grading, state, edition, most in rows:
            handed[own] = person, assignment, at, team
            gradings.setdefault(own, []).append(GradingFacts(grading, state, edition, most))
        names = {assignment for _, assignment, _, _ in handed.values()}
        best = {name for name in names if self.dates.terms[name].counts == CountingRule.BEST}
        shown = {own: releases[handed[own][1]].shown(every) for own, every in gradings.items()}
        compared = {
            own: each
            for own, each in shown.items()
            if each.state in _JUDGED and handed[own][1] in best
        }
        points = self._points(compared, {own: each[1] for own, each in handed.items()}, releases)
        found: dict[_Place, list[CountingCandidate]] = defaultdict(list)
        for own, (person, assignment, at, team) in handed.items():
            refused = shown[own].state == GradingState.REFUSED
            candidate = CountingCandidate(
                own, at, refused, points.get(own), person,
                grading_for_staff(gradings[own]).id, shown[own].id,
            )  # fmt: skip
            for owner in self.dates.teams.owners(person, assignment, team):
                found[owner, assignment].append(candidate)
        return dict(found)

    def _points(
        self, compared: Mapping[int, GradingFacts], names: Mapping[int, str],
        releases: Mapping[str, ReleasedDecisions],
    ) -> dict[int, float]:  # fmt: skip
        """Return the points that each submission has or may still get from people.

        Args:
            compared: the grading by which each is compared.
            names: the assignment of each.
        """
        if not compared:
            return {}
        which = (
            Mark.submission_id.in_(compared)
            if len(compared) <= _FEW
            else Submission.assignment.in_({names[own] for own in compared})
        )
        marked = set(self.session.scalars(
            select(Mark.submission_id)
            .join(Submission, Submission.id == Mark.submission_id)
            .where(Submission.course_id == self.course, which)
            .distinct()
        ))  # fmt: skip
        found: dict[int, float] = {}
        rest = []
        for own, grading in compared.items():
            # A grading that failed has results at most from before it did.
            most = grading.reachable if grading.state == GradingState.DONE else None
            if most is None or own in marked:
                rest.append(own)
            else:
                found[own] = most
        for some in split_into_chunks(rest):
            marks = final_scores.marks_of_submissions(self.session, some)
            gradings = {compared[own].id: own for own in some}
            rows = self.session.execute(
                select(Grading.id, Grading.state, Grading.result).where(Grading.id.in_(gradings))
            )
            for number, state, result in rows:
                own = gradings[number]
                name = names[own]
                fair = state == GradingState.DONE
                needed = final_scores.required_markers(self.dates.terms[name])
                tasks = final_scores.tasks_of_result(
                    load_summary_line(result) if result else None, fair=fair
                )
                its = final_scores.SubmissionScores(tuple(
                    final_scores.score_of_task(
                        task, self._marks(marks, own, task, releases[name]), needed
                    )
                    for task in tasks
                ))  # fmt: skip
                if fair or (its.scored and not its.undecided):
                    found[own] = final_scores.sum_points([its.points, its.undecided])
        return found

    def _marks(
        self, marks: Mapping[tuple[int, str], Sequence[Mark]], own: int, task: TaskScore,
        release: ReleasedDecisions,
    ) -> Sequence[Mark]:  # fmt: skip
        if self.student and not release.shows(task.id):
            return ()
        return marks.get((own, task.id), ())


@cache_per_reading
def _chosen_submissions(session: Session, course: int, person: int) -> dict[_Place, int]:
    """Return the ids of the submissions that students chose, by person and assignment.

    In a team, the newest choice of any member counts for all.
    """
    teams = teams_of_course(session, course, person)
    found: dict[_Place, int] = {}
    rows = session.execute(
        select(Submission.id, Submission.person_id, Submission.assignment, Submission.team_id)
        .join(SubmissionChoice, SubmissionChoice.submission_id == Submission.id)
        .where(
            Submission.course_id == course,
            *([condition_for_submissions_of(teams, [person])] if person else []),
        )
        .order_by(SubmissionChoice.id)
    )
    for submission, by, assignment, team in rows:
        for owner in teams.owners(by, assignment, team):
            found[owner, assignment] = submission
    return found


def _where(column: Any, value: object) -> list[ColumnElement[bool]]:
    return [column == value] if value else []

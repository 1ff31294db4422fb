"""Computes how late something was handed in, and the points that this costs.

Days are calendar days in the course's time zone, from a student's own deadline on: each ends when
clocks show the deadline's time again. One that has begun counts. A course
may let its students be late for some days without loss: these are used up in the order of the
deadlines, whatever was handed in first, so that the outcome does not depend on when somebody looks.
Rates are terms of the assignment: :class:`grader.service.assignment_terms.AssignmentConditions`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import tzinfo

import msgspec

from grader.service.course_time import UTC, add_calendar_days

DAY = 86_400.0
"""Seconds of most days."""


@dataclass(frozen=True, slots=True)
class DeadlineRule:
    """The deadline of one student for one assignment, and the penalty for late work.

    Attributes:
        due_at: their own deadline, with an extension if they have one; 0 if there is none.
        late_days: how many days they may have been late without loss, with this assignment and
            those that were due before it.
        per_day: share of the points they reach that each further day costs.
        last_day: days after the deadline until which late work is taken.
        grace: seconds after the deadline, and after each day, that count as before it.
        opens_at: before which nothing is taken; 0 if it always was.
        zone: by whose calendar days are counted.
    """

    due_at: float = 0.0
    late_days: int = 0
    per_day: float = 0.0
    last_day: int = 0
    grace: float = 0.0
    opens_at: float = 0.0
    zone: tzinfo = UTC

    @property
    def last_at(self) -> float:
        """Return the last time to hand in; 0 if there is no deadline."""
        return self._end_of_day(self.last_day) if self.due_at else 0.0

    def days(self, at: float) -> int:
        """Return how many days late a submission of that time is."""
        if not self.late_by(at):
            return 0
        days = max(1, math.ceil((at - self.due_at - self.grace) / DAY) - 1)
        while at > self._end_of_day(days) + self.grace:
            days += 1
        return days

    def late_by(self, at: float) -> float:
        """Return how many seconds late a submission of that time is; 0 within the grace."""
        return at - self.due_at if self.due_at and at > self.due_at + self.grace else 0.0

    def takes(self, at: float) -> bool:
        """Return whether a submission of that time is accepted."""
        return self.is_open(at) and (not self.due_at or at <= self.last_at + self.grace)

    def is_open(self, at: float) -> bool:
        """Return whether students may see the assignment's work and begin to hand in."""
        return at >= self.opens_at

    def _end_of_day(self, days: int) -> float:
        return add_calendar_days(self.due_at, days, self.zone)


@dataclass(frozen=True, slots=True)
class CountedHandIn:
    """The time of a student's counting submission for an assignment, and its deadline."""

    assignment: str
    rule: DeadlineRule
    at: float


class LatenessCost(msgspec.Struct, frozen=True, gc=False):
    """The late days that a late submission uses, and the share of points that it loses.

    A struct, as are other values of which a large course has thousands.

    Attributes:
        days: how late it is.
        free: late days that it uses up.
        lost: share of the points that is lost, from 0 to 1.
    """

    days: int = 0
    free: int = 0
    lost: float = 0.0

    def of(self, points: float) -> float:
        """Return the points that remain after the lost share is subtracted."""
        return points * (1.0 - self.lost)


NOTHING_LOST = LatenessCost()
"""What being in time costs."""


def lateness_cost(rule: DeadlineRule, at: float, used: int) -> LatenessCost:
    """Return the cost of a submission whose student has used so many late days before."""
    days = rule.days(at)
    if not days:
        return NOTHING_LOST
    free = min(days, max(rule.late_days - used, 0))
    return LatenessCost(days, free, min(round((days - free) * rule.per_day, 9), 1.0))


def lateness_costs(hand_ins: Iterable[CountedHandIn]) -> dict[str, LatenessCost]:
    """Return the lateness cost of each of one student's submissions, by assignment."""
    found: dict[str, LatenessCost] = {}
    used = 0
    for each in sorted(hand_ins, key=lambda each: (each.rule.due_at, each.assignment)):
        found[each.assignment] = lateness_cost(each.rule, each.at, used)
        used += found[each.assignment].free
    return found

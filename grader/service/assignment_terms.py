"""Reads the terms of an assignment: its deadline, its late penalty, and how it is marked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import tzinfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.model.formatting import format_count
from grader.service.course_time import format_time
from grader.service.data.database import cache_per_reading
from grader.service.data.decision_tables import AssignmentTerms, CountingRule


@dataclass(frozen=True, slots=True)
class AssignmentConditions:
    """The values of an assignment's terms, apart from their row in the database.

    What each means is said where the row has it: :class:`AssignmentTerms`.
    """

    due_at: float = 0.0
    late_days: int = 0
    per_day: float = 0.0
    last_day: int = 0
    requests: int = 0
    request_days: int = 7
    blind: bool = False
    markers: int = 1
    counts: CountingRule = CountingRule.LATEST
    grace_minutes: int = 0
    opens_at: float = 0.0
    kit_url: str = ""

    def described(self, zone: tzinfo) -> str:
        """Return all values as the audit shows them, with times in ``zone``."""
        due = format_time(self.due_at, zone) if self.due_at else "never"
        return (
            f"due {due}, {format_count(self.late_days, 'late day')}, "
            f"{100 * self.per_day:g} % per day, "
            f"last day {self.last_day}, {format_count(self.requests, 'request')} within "
            f"{format_count(self.request_days, 'day')}, "
            f"{'blind' if self.blind else 'not blind'}, "
            f"{format_count(self.markers, 'marker')}, "
            f"the {self.counts.value} counts, "
            f"{format_count(self.grace_minutes, 'minute')} of grace"
            + (f", opens {format_time(self.opens_at, zone)}" if self.opens_at else "")
            + (f", public tests at {self.kit_url}" if self.kit_url else "")
        )


@cache_per_reading
def current_terms(session: Session, course: int) -> Mapping[str, AssignmentConditions]:
    """Return the newest terms of each assignment of a course.

    An assignment without terms has no deadline, and students cannot ask for a regrade.
    """
    newest = (
        select(func.max(AssignmentTerms.id))
        .where(AssignmentTerms.course_id == course)
        .group_by(AssignmentTerms.assignment)
    )
    rows = session.scalars(select(AssignmentTerms).where(AssignmentTerms.id.in_(newest)))
    return defaultdict(AssignmentConditions, {row.assignment: _conditions(row) for row in rows})


def _conditions(row: AssignmentTerms) -> AssignmentConditions:
    values = {each.name: getattr(row, each.name) for each in fields(AssignmentConditions)}
    return AssignmentConditions(**{**values, "counts": CountingRule(row.counts)})

"""Reads and writes times in a course's time zone, also in the nights in which clocks change."""

from __future__ import annotations

import functools
from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data.tables import Course

DEFAULT_ZONE = "UTC"
UTC = ZoneInfo(DEFAULT_ZONE)
_FIELD = "%Y-%m-%dT%H:%M"


class TimeDoesNotExist(ServiceProblem):
    """The error of a time that no clock of the zone shows, as clocks go forward over it."""


def require_zone(name: str) -> ZoneInfo:
    """Return the time zone of an IANA name.

    Raises:
        ServiceProblem: if this machine knows no such zone.
    """
    name = name.strip()
    if name in zone_names():
        return ZoneInfo(name)
    raise ServiceProblem(
        f"{escape_to_one_line(name, 60)!r} is no time zone; expected a name of the IANA database, "
        "such as Europe/Berlin, America/New_York or UTC."
    )


@functools.cache
def zone_names() -> tuple[str, ...]:
    """Return the names of time zones that this machine knows, in the order of the alphabet."""
    # Files beside the database that are no places.
    return tuple(sorted(available_timezones() - {"localtime", "Factory", "posixrules"}))


def zone_of_course(course: Course) -> ZoneInfo:
    """Return the time zone of a course; UTC if this machine does not know it."""
    try:
        return ZoneInfo(course.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def parse_local_time(text: str, zone: tzinfo) -> float:
    """Return the time that a form's field names, such as ``2026-12-04T23:59``.

    A time that clocks show twice is the second one.

    Raises:
        ValueError: if the text is no date with a time.
        TimeDoesNotExist: if clocks go forward over it.
    """
    found = datetime.strptime(text, _FIELD).replace(tzinfo=zone)
    first, second = found.timestamp(), found.replace(fold=1).timestamp()
    if first > second:
        before, after = datetime.fromtimestamp(second, zone), datetime.fromtimestamp(first, zone)
        raise TimeDoesNotExist(
            f"clocks in {zone} go forward that night, so {found:%H:%M} does not exist; take "
            f"{before:%H:%M} or {after:%H:%M}"
        )
    return second


def format_time_field(at: float, zone: tzinfo = UTC) -> str:
    """Return the text for a time in a form's field; empty for 0."""
    return datetime.fromtimestamp(at, zone).strftime(_FIELD) if at else ""


def format_time(at: float, zone: tzinfo = UTC, *, seconds: bool = False) -> str:
    """Return a time as people read it, such as ``Fri 4 Dec 2026, 23:59 CET``."""
    found = datetime.fromtimestamp(at, zone)
    clock = "%H:%M:%S" if seconds else "%H:%M"
    zone_name = _zone_abbreviation(found)
    return f"{found:%a} {found.day} {found:%b} {found.year}, {found:{clock}} {zone_name}"


def _zone_abbreviation(found: datetime) -> str:
    """Return the short name of the zone at a time; many have only their distance from UTC."""
    name = found.tzname() or ""
    if name[:1] not in {"+", "-"}:
        return name
    return f"UTC{name[:3]}:{name[3:]}" if len(name) > 3 else f"UTC{name}"


def format_machine_time(at: float, zone: tzinfo = UTC) -> str:
    """Return a time for programs, with its distance from UTC: ``2026-12-04T23:59:00+01:00``."""
    return datetime.fromtimestamp(at, zone).isoformat(timespec="seconds")


@functools.lru_cache(maxsize=1024)  # all students' lateness is counted from a few deadlines
def add_calendar_days(at: float, days: int, zone: tzinfo) -> float:
    """Return the time some calendar days later at which clocks show the same.

    Where they show it twice, it is the second time. Where they do not show it, it is as much later
    as they go forward.
    """
    if not days:
        return at
    whole = int(at)
    found = datetime.fromtimestamp(whole, zone) + timedelta(days=days)
    both = found.replace(fold=0).timestamp(), found.replace(fold=1).timestamp()
    return max(both) + (at - whole)

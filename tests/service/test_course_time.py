"""Times in the zone of a course, and the nights in which its clocks change."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from grader.service import ServiceProblem, course_time
from grader.service.course_time import TimeDoesNotExist
from grader.service.data.tables import Role
from grader.service.late_penalty import DeadlineRule
from tests.service.scene import Scene
from tests.service.site import Browser, words

BERLIN = ZoneInfo("Europe/Berlin")
TERMS = "/c/demo/demo/terms"


def utc(text: str) -> float:
    """Seconds since 1970 of a time in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("zone", "given", "meant"),
    [
        ("Europe/Berlin", "2026-12-04T23:59", "2026-12-04T22:59"),
        ("Europe/Berlin", "2026-07-04T23:59", "2026-07-04T21:59"),
        ("Asia/Kathmandu", "2026-12-04T23:59", "2026-12-04T18:14"),
        ("America/New_York", "2026-12-04T23:59", "2026-12-05T04:59"),
        # Clocks go back at 3:00, and show what is between 2 and 3 twice: the second one counts.
        ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T01:30"),
        ("Europe/Berlin", "2026-10-25T01:59", "2026-10-24T23:59"),
        ("Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00"),
    ],
)
def test_a_time_is_read_in_its_zone(zone: str, given: str, meant: str) -> None:
    found = course_time.parse_local_time(given, ZoneInfo(zone))
    assert found == utc(meant)
    assert course_time.format_time_field(found, ZoneInfo(zone)) == given


@pytest.mark.parametrize("minute", ["02:00", "02:30", "02:59"])
def test_a_time_that_clocks_leave_out_is_refused(minute: str) -> None:
    with pytest.raises(TimeDoesNotExist, match=r"take 01:\d\d or 03:\d\d"):
        course_time.parse_local_time(f"2027-03-28T{minute}", BERLIN)


@pytest.mark.parametrize(
    ("zone", "at", "said"),
    [
        ("Europe/Berlin", "2026-12-04T22:59", "Fri 4 Dec 2026, 23:59 CET"),
        ("Europe/Berlin", "2026-07-04T21:59", "Sat 4 Jul 2026, 23:59 CEST"),
        ("America/Sao_Paulo", "2026-12-04T22:59", "Fri 4 Dec 2026, 19:59 UTC-03"),
        ("Asia/Kathmandu", "2026-12-04T18:14", "Fri 4 Dec 2026, 23:59 UTC+05:45"),
        ("UTC", "2026-12-04T22:59", "Fri 4 Dec 2026, 22:59 UTC"),
        # The same clocks twice in a night, told apart by the name of the zone.
        ("Europe/Berlin", "2026-10-25T00:30", "Sun 25 Oct 2026, 02:30 CEST"),
        ("Europe/Berlin", "2026-10-25T01:30", "Sun 25 Oct 2026, 02:30 CET"),
    ],
)
def test_people_read_the_day_and_the_zone(zone: str, at: str, said: str) -> None:
    assert course_time.format_time(utc(at), ZoneInfo(zone)) == said


@pytest.mark.parametrize(
    ("due", "at", "days"),
    [
        # Due on the evening before clocks go back: the day after has 25 hours.
        ("2026-10-24T21:59", "2026-10-25T22:59", 1),
        ("2026-10-24T21:59", "2026-10-25T23:00", 2),
        ("2026-10-24T21:59", "2026-10-27T22:59", 3),
        # Before they go forward, it has 23.
        ("2027-03-27T22:59", "2027-03-28T21:59", 1),
        ("2027-03-27T22:59", "2027-03-28T22:00", 2),
        # The day's end, 2:30, does not exist in that night, and is an hour later.
        ("2027-03-27T01:30", "2027-03-28T01:30", 1),
        ("2027-03-27T01:30", "2027-03-28T01:31", 2),
        # It exists twice in this one: the second time counts.
        ("2026-10-24T00:30", "2026-10-25T01:30", 1),
        ("2026-10-24T00:30", "2026-10-25T01:31", 2),
    ],
)
def test_late_days_are_days_of_the_calendar(due: str, at: str, days: int) -> None:
    rule = DeadlineRule(utc(due), last_day=days - 1, zone=BERLIN)
    assert rule.days(utc(at)) == days
    assert not rule.takes(utc(at))
    assert DeadlineRule(utc(due), last_day=days, zone=BERLIN).takes(utc(at))


@pytest.mark.parametrize("name", ["", "Berlin", "Europe/Atlantis", "../../etc/passwd", "CEST+1"])
def test_no_other_zone_is_taken(name: str) -> None:
    with pytest.raises(ServiceProblem, match="is no time zone; expected"):
        course_time.require_zone(name)


def test_a_course_has_its_zone_on_all_pages(scene: Scene) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    refused = staff.send_form("/c/demo/time-zone", {"zone": "Mars/Olympus"})
    assert refused.status_code == 400
    assert staff.send_form("/c/demo/time-zone", {"zone": "Europe/Berlin"}).status_code == 303
    form = {"due": "2099-12-04T23:59", "opens": "2099-11-01T10:00"}
    assert staff.send_form(TERMS, form).status_code == 303
    assert 'value="2099-12-04T23:59"' in staff.get(TERMS).text
    student = Browser(scene, scene.person("ada"))
    page = student.get("/c/demo").text
    assert '<time datetime="2099-12-04T23:59:00+01:00">Fri 4 Dec 2099, 23:59 CET</time>' in page
    assert "opens Sun 1 Nov 2099, 10:00 CET" in words(page)


def test_a_deadline_that_no_clock_shows_is_refused_in_words(scene: Scene) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    staff.send_form("/c/demo/time-zone", {"zone": "Europe/Berlin"})
    answer = staff.send_form(TERMS, {"due": "2027-03-28T02:30"})
    assert answer.status_code == 400
    assert (
        "Deadline: clocks in Europe/Berlin go forward that night, so 02:30 does not exist; take "
        "01:30 or 03:30." in words(answer.text)
    )


def test_before_it_opens_students_see_when_and_cannot_hand_in(scene: Scene) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    staff.send_form(TERMS, {"opens": "2099-11-01T10:00"})
    for role in (Role.STUDENT, Role.TEST):
        student = Browser(scene, scene.person(role.value, role))
        page = student.get("/c/demo").text
        assert "This assignment opens on Sun 1 Nov 2099, 10:00 UTC." in words(page)
        assert 'type="file"' not in page
        form = {"key": "k"}
        answer = student.send_form("/c/demo/demo/submissions", form)
        assert (answer.status_code, "opens on" in answer.text) == (400, True)
    assert 'type="file"' in staff.get("/c/demo").text  # staff try it before


def test_it_opens_before_it_is_due(scene: Scene) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    answer = staff.send_form(TERMS, {"opens": "2099-11-01T10:00", "due": "2099-11-01T10:00"})
    assert (answer.status_code, "Opening: it is not before" in answer.text) == (400, True)

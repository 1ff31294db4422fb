"""Every page of a course says where it is, and leads only to where its reader may go."""

from __future__ import annotations

import re

import pytest

from tests.service.cast import Cast
from tests.service.test_access import GET

NAV = re.compile(r'<nav class="facts[^>]*>.*?</nav>', re.DOTALL)
LINK = re.compile(r'href="([^"]+)"')
CURRENT = re.compile(r'<strong aria-current="page">([^<]+)</strong>')
PAGES = {
    "/c/{slug}": "Assignments", "/c/{slug}/matrix": "Students and tasks",
    "/c/{slug}/people": "People", "/c/{slug}/time-zone": "Time zone",
    "/c/{slug}/webhooks": "Webhooks", "/c/{slug}/lti": "Platforms", "/c/{slug}/manage": "Course",
    "/c/{slug}/{assignment}/teams": "Teams",
    "/c/{slug}/announcements": "Announcements",
    "/c/{slug}/{assignment}/marking": "Marking",
    "/c/{slug}/{assignment}/submissions": "Submissions",
    "/c/{slug}/{assignment}/overview": "Overview", "/c/{slug}/{assignment}/terms": "Deadlines",
    "/c/{slug}/{assignment}/release": "Release", "/c/{slug}/{assignment}/regrade": "Regrade",
    "/c/{slug}/{assignment}/gradebook": "Gradebook", "/c/{slug}/{assignment}/similar": "Similar",
    "/s/{id}": "Result", "/s/{id}/history": "All submissions", "/s/{id}/marking": "Code and points",
}  # fmt: skip


@pytest.mark.parametrize("who", ["owner", "assistant", "instructor"])
def test_pages_say_where_they_are_and_lead_where_their_reader_may_go(cast: Cast, who: str) -> None:
    browser = cast.browser(who)
    addresses: set[str] = set()
    for path, words in PAGES.items():
        if who in GET[path]:
            page = browser.get(cast.path(path)).text
            navigation = "".join(NAV.findall(page))
            assert CURRENT.findall(navigation) == [words], path
            addresses |= set(LINK.findall(navigation))
    addresses |= set(
        LINK.findall("".join(NAV.findall(browser.get(cast.path("/s/{id}/report")).text)))
    )
    assert {address: browser.get(address).status_code for address in addresses} == dict.fromkeys(
        addresses, 200
    )
    assert cast.path("/s/{id}/history") in addresses
    assert (cast.path("/s/{id}/marking") in addresses) == (who != "owner")

"""Reading and changing what is others': other students', other courses', other roles'."""

from __future__ import annotations

from tests.service.cast import PRIVATE, Cast, Row, routes, rows
from tests.service.site import Browser
from tests.service.test_access import ANYBODY, API, GET, POST, READERS, SIGNED

FREE = ("audit", "secret", "worker")
"""Tables that whoever asks may add to."""


def pages(cast: Cast) -> set[str]:
    """Pages that show somebody what only the owner of the submission and staff may read."""
    found = set()
    for who in sorted(ANYBODY - READERS):
        browser = cast.browser(who)
        for path in GET:
            answer = browser.get(cast.path(path))
            if PRIVATE in answer.text or PRIVATE in str(answer.headers):
                found.add(path)
    return found


def pages_of_another_role(cast: Cast) -> set[str]:
    """Pages that open for somebody whom the table does not name."""
    return {
        path
        for path, allowed in GET.items()
        for who in sorted(ANYBODY - allowed)
        if cast.browser(who).get(cast.path(path)).status_code == 200
    }


def programs(cast: Cast) -> set[str]:
    """What programs are told of others' work, or do in their place."""
    found, browser = set(), Browser(cast.scene)
    for (method, path), (allowed, _) in API.items():
        for who in sorted(SIGNED - allowed):
            before = _kept(cast)
            answer = browser.send_to_api(method, cast.path(path), cast.token(who))
            if answer.status_code < 400 or PRIVATE in answer.text or _kept(cast) != before:
                found.add(path)
    return found


def forms(cast: Cast) -> set[str]:
    """Forms that change something for somebody who may not send them."""
    found = set()
    for path, (allowed, values) in POST.items():
        for who in sorted(ANYBODY - allowed):
            browser, before = cast.browser(who), _kept(cast)
            answer = browser.send_form(cast.path(path), values)
            told = PRIVATE in answer.text and who not in READERS
            taken = answer.status_code < 400 and answer.headers.get("location") != "/sign-in"
            if taken or told or _kept(cast) != before:
                found.add(path)
    return found


def tokens_of_others(cast: Cast) -> set[str]:
    """Forms about one's own tokens that reach those of somebody else."""
    path = "/account/tokens/{id}/revoke"
    address, before = cast.path(path), rows(cast.scene.database, without=("audit",))
    other = cast.browser("other")
    answer = other.send_form(address, {})
    gone = before - rows(cast.scene.database, without=("audit",))
    return {path} if gone or PRIVATE in answer.text else set()


def through_another_course(cast: Cast) -> set[str]:
    """Addresses that say a course which is one's own, and a submission that is not."""
    found, foreign = set(), cast.browser("foreign")
    for path in GET:
        if PRIVATE in foreign.get(cast.path(path, slug="other")).text:
            found.add(path)
    for path, (_, values) in POST.items():
        before = _about_demo(cast)
        answer = cast.browser("foreign").send_form(cast.path(path, slug="other"), values)
        if PRIVATE in answer.text or _about_demo(cast) != before:
            found.add(path)
    return found


def changes_by_looking(cast: Cast) -> set[str]:
    """Addresses that change something although one only follows a link to them."""
    found, admin = set(), cast.browser("admin")
    for method, path in routes(cast.app):
        before = _kept(cast)
        if method == "GET":
            admin.get(cast.path(path), headers=cast.token("admin"))
        if _kept(cast) != before:
            found.add(path)
    return found


def _kept(cast: Cast) -> set[Row]:
    return rows(cast.scene.database, without=FREE)


def _about_demo(cast: Cast) -> set[Row]:
    """Rows of the course ``demo``, and of its submission."""
    return rows(cast.scene.database, of_course=cast.scene.course.id, without=FREE)

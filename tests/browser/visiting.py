"""Pages of the service in a real browser, for whoever may open them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.service.cast import Cast
from tests.service.running import cookie, running
from tests.service.test_access import ANYBODY, GET

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

VISITORS = ("nobody", "stranger", "owner", "assistant", "instructor", "admin")
NO_PAGES = {
    "/health", "/ready", "/s/{id}/file", "/s/{id}/events", "/s/{id}/progress",
    "/c/{slug}/{assignment}/gradebook/{shape}", "/admin/audit.csv", "/lti/jwks",
    "/c/{slug}/{assignment}/ladder/tournaments/{tournament}/files",
}  # fmt: skip
"""Addresses that are not made for eyes."""


def pages_for(who: str) -> list[str]:
    """The pages that somebody may open, by the table that says whose each is."""
    assert who in ANYBODY
    return [path for path, allowed in GET.items() if who in allowed and path not in NO_PAGES]


@contextmanager
def visit(browser: Browser, cast: Cast, who: str, **how: Any) -> Iterator[BrowserContext]:
    """A context in which somebody is signed in; addresses in it begin with ``/``."""
    with running(cast.scene) as address:
        context = browser.new_context(base_url=address, **how)
        person = cast.people[who]
        if person is not None:
            raw = cookie(cast.scene, person)
            context.add_cookies([{"name": "session", "value": raw, "url": address}])
        try:
            yield context
        finally:
            context.close()

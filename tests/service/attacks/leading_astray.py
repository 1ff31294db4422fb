"""Having the service send people elsewhere, or speak in the name of another host."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import httpx2

from tests.service.cast import Cast, routes
from tests.service.site import URL
from tests.service.test_access import POST

ELSEWHERE = "evil.test"
HOSTS = (ELSEWHERE, f"grades.test.{ELSEWHERE}", f"grades.test@{ELSEWHERE}", f"{ELSEWHERE}:80", "")
WISHES = "?" + "&".join(
    f"{name}=https://{ELSEWHERE}/" for name in ("next", "to", "url", "back", "redirect", "return")
)


def to_another_site(cast: Cast) -> set[str]:
    """Addresses of the service that lead away from it."""
    found = set()
    for method, path in routes(cast.app):
        for who in ("nobody", "admin"):
            browser, at = cast.browser(who), cast.path(path)
            for asked in (
                at + WISHES,
                f"{at}/{WISHES}",
                f"//{ELSEWHERE}{at}/",
                f"/\\{ELSEWHERE}{at}/",
            ):
                for host in HOSTS if method == "GET" else ():
                    answer = browser.get(URL + asked, headers={"host": host})
                    if _leads_away(answer) or ELSEWHERE in answer.text:
                        found.add(path)
                if _leads_away(browser.get(URL + asked)):
                    found.add(path)
            if path in POST and _leads_away(browser.send_form(at + WISHES, POST[path][1])):
                found.add(path)
    return found


def by_another_name(cast: Cast) -> set[str]:
    """Names of other hosts under which the service answers."""
    return {
        host for host in HOSTS
        if cast.browser("admin").get("/", headers={"host": host}).status_code != 400
    }  # fmt: skip


def _leads_away(answer: httpx2.Response) -> bool:
    to = answer.headers.get("location")
    return to is not None and urlsplit(urljoin(URL, to.replace("\\", "/"))).netloc != URL[7:]

"""Having somebody's browser send a form that they did not mean to send."""

from __future__ import annotations

from grader.service.auth import auth_secrets, passwords
from grader.service.data.tables import Person, SecretKind
from tests.service.cast import Cast, rows
from tests.service.site import URL, Browser
from tests.service.test_access import API, POST, WITHOUT_SESSION

ORIGINS = (None, "null", "", "http://evil.test", f"{URL}.evil.test", f"{URL}:81", f"{URL}/",
           URL.replace("http", "https"), URL.upper(), f"http://a@{URL[7:]}")  # fmt: skip

PASSWORD = "correct horse battery"


def from_another_site(cast: Cast) -> set[str]:
    """Forms that are taken although the browser names no site, or another one."""
    found = set()
    with cast.scene.database.writing() as session:
        session.get_one(Person, cast.person("other").id).password = passwords.hash_password(
            PASSWORD
        )
        link = auth_secrets.issue_secret(session, cast.person("other").id, SecretKind.LINK)
    sign_in = {"login": "other", "password": PASSWORD, "link": link}
    for origin in ORIGINS:
        browser = cast.browser("admin")
        del browser.headers["origin"]
        if origin is not None:
            browser.headers["origin"] = origin
        for path in [*POST, *sorted(WITHOUT_SESSION)]:
            values = POST[path][1] if path in POST else sign_in
            if _is_taken(cast, browser, path, values):
                found.add(path)
    return found


def with_anothers_token(cast: Cast) -> set[str]:
    """Forms that are taken without the token of the session, or with somebody else's."""
    found, others = set(), cast.browser("instructor").csrf
    for path, (_, values) in POST.items():
        for csrf in ("", others, others.upper(), "\\ud800", "é"):
            browser = cast.browser("admin")
            if _is_taken(cast, browser, path, {**values, "csrf": csrf}):
                found.add(path)
    return found


def of_programs(cast: Cast) -> set[str]:
    """What programs do that a browser can be made to do with its cookie alone."""
    admin = cast.browser("admin")
    return {
        path
        for method, path in API
        if admin.send_to_api(method, cast.path(path), {}).status_code != 401
    }


def _is_taken(cast: Cast, browser: Browser, path: str, values: dict[str, str]) -> bool:
    where, before = cast.path(path), rows(cast.scene.database)
    answer = browser.send_form(where, values)
    return answer.status_code != 403 or rows(cast.scene.database) != before

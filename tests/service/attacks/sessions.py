"""Taking over a session, and what tokens of programs must not do."""

from __future__ import annotations

from grader.service.auth import auth_secrets
from grader.service.auth.access import SCOPES
from grader.service.data.tables import SecretKind
from tests.service.cast import PRIVATE, Cast
from tests.service.site import Browser
from tests.service.test_access import API


def fixed_beforehand(cast: Cast) -> set[str]:
    """Cookies that an attacker knows, and that stand for somebody else once they have signed in."""
    own = cast.browser("other").cookies["session"]
    return {
        kind for kind, cookie in {"made up": "planted", "one's own": own}.items()
        if _is_owners(cast, cookie)
    }  # fmt: skip


def _is_owners(cast: Cast, cookie: str) -> bool:
    """Whether a browser with that cookie is the owner's after they signed in elsewhere."""
    victim, attacker = Browser(cast.scene), Browser(cast.scene)
    for browser in (victim, attacker):
        browser.cookies.set("session", cookie, domain="grades.test")
    with cast.scene.database.writing() as session:
        link = auth_secrets.issue_secret(session, cast.person("owner").id, SecretKind.LINK)
    assert victim.post("/link", data={"link": link}).status_code == 303
    return PRIVATE in attacker.get(cast.path("/s/{id}")).text


def after_its_end(cast: Cast) -> set[str]:
    """Ways to end a session after which its cookie still opens pages."""
    found = set()
    for end, values in {"/sign-out": {}, "/account/password": {"new": "a long password"}}.items():
        browser, other = cast.browser("owner"), cast.browser("owner")
        cookie = other.cookies["session"]
        (other if end == "/sign-out" else browser).send_form(end, values)
        with Browser(cast.scene) as late:
            late.cookies.set("session", cookie, domain="grades.test")
            if late.get("/account").status_code == 200:
                found.add(end)
    return found


def beyond_their_scope(cast: Cast) -> set[str]:
    """What programs of who may do it may do although their token is not good for it."""
    found, browser = set(), Browser(cast.scene)
    for (method, path), (allowed, scope) in API.items():
        who = "admin" if "admin" in allowed else "owner"
        others = " ".join(other for other in SCOPES if other != scope)
        for scopes in ("", others, "nonsense"):
            answer = browser.send_to_api(method, cast.path(path), cast.token(who, scopes))
            if answer.status_code != 404:
                found.add(path)
    return found

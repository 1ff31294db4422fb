"""Pages of the service as people meet them: nothing acts, all can be read, by keyboard as well."""

from __future__ import annotations

from functools import partial
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from grader.service.web import page_rendering, security_middleware
from grader.service.web import request_context as contexts
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.visiting import VISITORS, pages_for, visit
from tests.render.samples import EVERYTHING, EVIL, hostile
from tests.service.cast import Cast
from tests.service.scene import Scene

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NASTY = (
    "</title></textarea></script><script>alert(1)</script><img src=x onerror=alert(2)>"
    "<svg onload=alert(3)></svg><a href='javascript:alert(4)' id=x>\"'>"
    "<link rel=stylesheet href=//evil.test/a><img src=//evil.test/b>"
    "<meta http-equiv=refresh content='0;url=//evil.test/c'><base href=//evil.test/>"
    "<style>@import '//evil.test/d'</style><iframe srcdoc='<script>alert(5)</script>'></iframe>"
    "<form action=//evil.test/e><button autofocus onfocus=alert(6)>{{7*7}}${7*7}</button></form>"
)
FILENAME = "<img src=x onerror=alert(7)>'\".py"
USUAL = ("frame is sandboxed", "status of 404")
"""What browsers say of the script of a report, which the service keeps from running, and of the
icon that reports do not name."""


@pytest.mark.parametrize("who", VISITORS)
def test_nothing_that_people_wrote_acts(browser: Browser, scene: Scene, who: str) -> None:
    assert _acts(browser, _hostile(scene), who) == []


def test_it_would_act_without_escapes_and_policy(
    browser: Browser,
    scene: Scene,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rendered, cast = page_rendering.render_template, _hostile(scene)

    def raw(template: str, **values: Any) -> str:
        return unescape(rendered(template, **values))

    monkeypatch.setattr(contexts, "render_template", raw)
    assert any("Content Security Policy" in said for said in _acts(browser, cast, "assistant"))
    monkeypatch.setattr(security_middleware, "_HEADERS", {})
    assert any("alert" in said for said in _acts(browser, cast, "assistant"))


def _hostile(scene: Scene) -> Cast:
    return Cast.made(scene, hostile(EVIL), NASTY, FILENAME)


def _acts(browser: Browser, cast: Cast, who: str) -> list[str]:
    """What pages do that they should not: dialogs, requests to elsewhere, what a policy stops."""
    found: list[str] = []
    with visit(browser, cast, who) as context:
        page = context.new_page()
        page.on("dialog", partial(_refuse, found))
        page.on("pageerror", lambda error: found.append(f"error: {error}"))
        page.on("console", lambda said: found.append(said.text))
        page.on("request", lambda asked: found.append(asked.url))
        for path in pages_for(who):
            _look(page, cast.path(path), found)
        own = f"http://{page.url.split('/')[2]}/"
    return [said for said in found if not (said.startswith(own) or any(map(said.count, USUAL)))]


def _look(page: Page, path: str, found: list[str]) -> None:
    """Open a page and all that is folded on it, and leave it some time to act."""
    from playwright.sync_api import Error

    try:
        answer = page.goto(path)
        # The task of that name is none of a report in which all names are hostile.
        if "/answer/" not in path and (answer is None or answer.status != 200):
            found.append(f"error: {path} is not shown")
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        page.wait_for_timeout(50)
    except Error as problem:  # for example because the page leads elsewhere
        found.append(f"error: {problem}")


def _refuse(found: list[str], dialog: Dialog) -> None:
    found.append(f"alert: {dialog.message}")
    dialog.dismiss()


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
@pytest.mark.parametrize("who", VISITORS)
def test_every_page_is_accessible_and_fits(
    browser: Browser,
    scene: Scene,
    who: str,
    width: int,
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    cast, found = Cast.made(scene, EVERYTHING), []
    with visit(browser, cast, who, viewport={"width": width, "height": 900}, bypass_csp=True) as at:
        page = at.new_page()
        for path in pages_for(who):
            page.goto(cast.path(path))
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                violations = Axe().run(page).response["violations"]
                found += [
                    (path, scheme, each["id"], each["nodes"][0]["html"]) for each in violations
                ]
            if (actual := page.evaluate("document.documentElement.scrollWidth")) > width:
                found.append((path, "", "is too wide", str(actual)))
    assert found == []


@pytest.mark.parametrize("who", VISITORS)
def test_everything_is_reached_by_keyboard_and_seen_to_be(
    browser: Browser,
    scene: Scene,
    who: str,
) -> None:
    cast, found = Cast.made(scene, EVERYTHING), []
    with visit(browser, cast, who) as context:
        page = context.new_page()
        for path in pages_for(who):
            page.goto(cast.path(path))
            if not path.endswith("/report"):  # which tests of its own look at
                found += [(path, missed) for missed in _not_reached(page)]
    assert found == []


STOPS_IN_A_DATE = 7
"""The key Tab goes through day, month, year, hour, minute, half of the day, and the calendar."""

_OPERABLE = """() => {
  const kinds = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const all = document.querySelectorAll(kinds);
  window.left = new Set([...all].filter(e => e.type !== 'hidden' && !e.disabled
    && !(e.type === 'radio' && !e.checked) && e.checkVisibility()));
  const dates = document.querySelectorAll('input[type=datetime-local]').length;
  return window.left.size + dates * STOPS;
}""".replace("STOPS", str(STOPS_IN_A_DATE))
_TABBED = """() => {
  const at = document.activeElement, style = getComputedStyle(at);
  if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) window.left.delete(at);
  return window.left.size;
}"""


def _not_reached(page: Page) -> list[str]:
    """What can be operated and the key Tab does not lead to, or does so without a sign of it."""
    for _ in range(page.evaluate(_OPERABLE) + 5):
        page.keyboard.press("Tab")
        if page.evaluate(_TABBED) == 0:
            return []
    left: list[str] = page.evaluate("[...window.left].map(each => each.outerHTML.slice(0, 100))")
    return left

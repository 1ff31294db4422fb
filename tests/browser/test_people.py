"""A list of people in a real browser, which sends the lines of a text area in its own way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.service.data.tables import Role
from tests.service.running import cookie, running
from tests.service.scene import Scene

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIST = (
    'login\tname\trole\r\n\r\nzoë\t"Straße ""Z"" </textarea>, Zoë"\tStudent\r\n'
    "ben\tBen\tassistant\r\n"
)


@pytest.mark.parametrize("by_file", [False, True])
def test_a_list_is_shown_often_and_then_added(
    scene: Scene, browser: Browser, tmp_path: Path, *, by_file: bool
) -> None:
    file = tmp_path / "people.txt"
    file.write_bytes(LIST.encode("utf-16"))
    with running(scene) as url:
        context = browser.new_context()
        own = cookie(scene, scene.person("ines", Role.INSTRUCTOR))
        context.add_cookies([{"name": "session", "value": own, "url": url}])
        page = context.new_page()
        page.goto(f"{url}/c/demo/people")
        if by_file:
            page.set_input_files("#file", file)
        else:
            page.fill("#lines", "\n\n" + LIST)
        for _ in range(3):
            page.click("text=Show what this would do")
            assert "The list is in order" in page.inner_text("[role=status]")
        page.click("text=Add them")
        assert page.locator(".secret").count() == 2
        assert 'Straße "Z" </textarea>, Zoë' in page.inner_text("main")
        context.close()

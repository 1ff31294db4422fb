"""The README's moving picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Open
from tests.browser.film import LINGER, SECONDS, film
from tests.render import replays

pytestmark = pytest.mark.browser

VISIBLE = """() => [...document.querySelectorAll(".frame, .last")]
    .map((each, number) => getComputedStyle(each).visibility === "visible" ? number : -1)
    .filter(number => number >= 0)"""
AT = """seconds => document.getAnimations().forEach(each => {
    each.pause();
    each.currentTime = 1000 * seconds;
})"""


def test_one_position_after_the_other(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    path.write_text(film(replays.GAME), "utf-8")
    page = opened(path)
    last = len(replays.GAME.moves)
    seen = []
    for number in range(last + LINGER + 1):
        page.evaluate(AT, (number + 0.5) * SECONDS)
        seen += page.evaluate(VISIBLE)
    assert seen == [*range(last), *[last] * LINGER, 0]


def test_it_stands_still_on_request(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    path.write_text(film(replays.GAME), "utf-8")
    page = opened(path)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(VISIBLE) == [len(replays.GAME.moves)]


def test_it_is_small() -> None:
    assert len(film(replays.long(60)).encode()) < 200_000

"""A game is stepped through in a real browser: by keys, by buttons, and without a script."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.model.game_record import GameEnding, GameRecord, Ply
from grader.model.game_replay import Replay
from grader.play.build_replay import build_replay
from grader.render.html.replay_page import render
from hidden_tests.breakthrough_agent.game import Breakthrough
from hidden_tests.breakthrough_agent.judging import BreakthroughJudge
from hidden_tests.connect4.game import ConnectFour
from hidden_tests.connect4.judging import ConnectFourJudge
from tests.browser.conftest import PHONE, Open
from tests.render import replays
from tests.render.samples import EVIL

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replays") / "game.html"
    path.write_text(render(replays.GAME), "utf-8")
    return path


def shown(page: Any) -> list[int]:
    """Numbers of the positions whose boards can be seen."""
    boards = page.locator(".position svg.grid")
    return [n for n in range(boards.count()) if boards.nth(n).is_visible()]


def test_keys(opened: Open, game: Path) -> None:
    page = opened(game)
    assert shown(page) == [0]
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"):
        page.keyboard.press(key)
        seen += shown(page)
    assert seen == [1, 2, 1, 8, 8, 0, 0]


def test_keys_of_the_browser_are_left_alone(opened: Open, game: Path) -> None:
    page = opened(game, "#ply-3")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowDown")
    assert shown(page) == [3]


def test_buttons(opened: Open, game: Path) -> None:
    page = opened(game, width=PHONE)
    seen = []
    for name in ("Forward", "Forward", "Back", "Last position", "First position"):
        page.get_by_role("button", name=name).click()
        seen += shown(page)
    assert seen == [1, 2, 1, 8, 0]


def test_it_plays_by_itself_until_a_key_stops_it(opened: Open, game: Path) -> None:
    page = opened(game)
    page.clock.install()
    button = page.get_by_role("button", name="Play")
    page.keyboard.press("Space")
    assert button.get_attribute("aria-pressed") == "true"
    page.clock.run_for(2000)
    assert shown(page) == [2]
    page.keyboard.press("Space")
    page.clock.run_for(5000)
    assert shown(page) == [2]
    button.click()
    page.clock.run_for(60_000)
    assert shown(page) == [8]
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    assert shown(page) == [0], "it starts again from the first position"


def test_a_button_with_the_focus_is_not_pressed_twice_by_space(opened: Open, game: Path) -> None:
    page = opened(game)
    page.get_by_role("button", name="Forward").focus()
    page.keyboard.press("Space")
    assert shown(page) == [1]


def test_a_move_is_a_link_to_its_position(opened: Open, game: Path) -> None:
    page = opened(game)
    link = page.get_by_role("link", name="c2", exact=True)
    link.click()
    assert shown(page) == [5]
    assert link.get_attribute("aria-current") == "step"
    assert page.url.endswith("#ply-5")
    assert shown(opened(game, "#ply-5")) == [5]
    assert "5. c2" in (page.locator("[role=status]").text_content() or "")


def test_the_graph_leads_to_positions(opened: Open, game: Path) -> None:
    page = opened(game)
    page.locator(".standings rect").nth(6).click(force=True)
    assert shown(page) == [6]


def test_an_address_of_no_position_shows_the_first(opened: Open, game: Path) -> None:
    assert shown(opened(game, "#ply-99")) == [0]
    assert shown(opened(game, "#moves")) == [0]


def test_without_a_script_links_are_enough(browser: Any, game: Path) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(game.as_uri())
    assert shown(page) == [8]
    page.get_by_role("link", name="c2", exact=True).click()
    assert shown(page) == [5]
    assert not page.locator("button").first.is_visible()
    page.close()


def test_the_chosen_move_stays_in_sight(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "long.html"
    path.write_text(render(replays.long(120)), "utf-8")
    page = opened(path)
    page.keyboard.press("End")
    inside = """() => {
        const list = document.querySelector(".list").getBoundingClientRect();
        const row = document.querySelector(".list .current").getBoundingClientRect();
        return row.top >= list.top && row.bottom <= list.bottom + 1;
    }"""
    assert page.evaluate(inside)
    page.keyboard.press("Home")
    assert page.evaluate(inside)


def lost(game: Any, judge: Any, moves: str) -> Replay:
    """A game that one of its moves loses."""
    state = game.start()
    for word in moves.split():
        state = game.apply(state, game.read(state, word))
    plies = tuple(Ply(word, cpu_seconds=0.5) for word in moves.split())
    record = GameRecord(
        "game", ("ann", "bob"), 1, 3.0, (), plies, game.result(state), GameEnding.RULES
    )
    replay = build_replay(game, record, "Any game", judge, 60.0)
    assert replay.losing is not None
    return replay


LOST = {
    "connect4": (ConnectFour(4, 4), ConnectFourJudge(), "2 2 1 1 1 1 3 3 0"),
    "breakthrough": (
        Breakthrough(4, 4), BreakthroughJudge(4, 4),
        "1.1-2.2 2.1-1.2 0.1-1.2 3.1-2.2 1.2-2.1 2.2-1.2 2.1-3.2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("width", [1280, PHONE])
@pytest.mark.parametrize("name", LOST)
def test_a_lost_game_of_either_assignment(
    opened: Open, tmp_path: Path, name: str, width: int
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    replay = lost(*LOST[name])
    path = tmp_path / "lost.html"
    path.write_text(render(replay), "utf-8")
    page = opened(path, width=width)
    page.locator(".result a").click()
    assert shown(page) == [replay.losing]
    position = page.locator(f"#ply-{replay.losing}")
    assert position.locator("svg.grid .right").first.is_visible()
    assert position.locator("svg.grid .yours").first.is_visible()
    assert position.locator(".better").is_visible()
    for _ in range(2):
        found = Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        page.keyboard.press("End")
    assert page.get_by_text("It wins.").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_hostile_texts_do_nothing(browser: Any, tmp_path: Path) -> None:
    from axe_playwright_python.sync_playwright import Axe

    path = tmp_path / "hostile.html"
    path.write_text(render(replays.hostile(EVIL)), "utf-8")
    page = browser.new_page()
    said: list[str] = []
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda asked: said.append(asked.url))
    page.goto(path.as_uri())
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert shown(page) == [8]
    assert said == [path.as_uri()]
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    page.close()

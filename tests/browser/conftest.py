from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NoReturn

import pytest

from grader.batch import batch_page as course
from grader.batch import compare_batches
from grader.batch.batch_json import EarlierBatch
from grader.intake import notebook_texts
from grader.model.notebook_texts_and_outputs import NotebookByTask, NotebookSection
from grader.model.report import View
from grader.render.html import render, replay_page
from grader.similar import similarity_report as similar
from grader.tournament import result_pages
from grader.tournament import result_pages as tournament
from grader.tournament.player_records import make_player_records
from grader.tournament.result_pages import page_file_name
from grader.tournament.standings import compute_standings
from tests.batch.test_outcomes import HOSTILE, ROWS, SETTING
from tests.browser import chromium
from tests.browser.shots import lot
from tests.intake import notebooks
from tests.render import replays, samples
from tests.render.games import PICTURES
from tests.service.conftest import empty_file, quick_passwords
from tests.service.empty import Empty
from tests.service.scene import Scene
from tests.similar.test_forms import outcome
from tests.tournament import made_up

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["empty_file", "quick_passwords"]

SAMPLES = {
    "everything": samples.EVERYTHING,
    "hostile": samples.hostile(samples.EVIL),
    "right": samples.report(samples.RIGHT),
    "nothing": samples.report(),
    "games": samples.report(
        samples.task(samples.a_test(samples.case(figures=tuple(PICTURES.values()), call=None)))
    ),
}
FOR_STUDENTS = ("everything", "hostile")
DESKTOP, PHONE = 1280, 375

Open = Callable[..., "Page"]


def missing(problem: str) -> NoReturn:
    """Skips a test for want of what it needs; in CI that is an error instead."""
    if os.environ.get("CI"):
        pytest.fail(f"{problem} In CI pages have to be looked at.", pytrace=False)
    pytest.skip(problem)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """No longer than that: as long as it runs, no other test of the process can use asyncio."""
    if problem := chromium.missing():
        missing(problem)
    with chromium.started() as browser:
        yield browser


@pytest.fixture
def scene(tmp_path: Path, empty_file: Empty) -> Iterator[Scene]:
    """The service, on SQLite: pages are the same on both databases."""
    scene = Scene.made(tmp_path, empty_file)
    yield scene
    scene.database.close()


def _similar() -> str:
    return similar.render_comparison_page(outcome(samples.EVIL))


def _notebook() -> str:
    """A report with the notebook beside it, which holds what is usual and what is hostile."""
    frame = "<table border=1><tr><th></th>" + "<th>column</th>" * 20 + "</tr></table>"
    evil = (
        "<script>alert(1)</script><img src=x onerror=alert(1)><a href='javascript:alert(1)'>x</a>"
    )
    styled = "<p style='background:url(https://example.com/x)'>x</p><iframe src=//example.com>"
    wide = f"|{'a|' * 30}\n|{'-|' * 30}\n|{'value|' * 30}"
    cells = [
        notebooks.text(f"# Why\n\n{wide}\n\n- one\n- two\n\n```\n{'x' * 300}\n```\n\n> said"),
        notebooks.code(
            notebooks.shown(text_html=frame),
            notebooks.shown(image_png=notebooks.encoded(notebooks.png(2000, 500))),
            notebooks.stream(f"{'word' * 200}\n{samples.EVIL}\x1b[2J\n" * 60),
        ),
        notebooks.text(f"{evil} ![y](https://example.com/y.png) {samples.EVIL}"),
        notebooks.code(
            notebooks.shown(text_html=f"{evil}{styled}<table><tr><td>{evil}</td></tr></table>"),
            notebooks.shown(image_svg__xml="<svg onload='alert(1)'/>"),
            notebooks.shown(image_png=notebooks.encoded(notebooks.png(50_000, 50_000))),
            notebooks.shown(image_png="%%%"),
        ),
    ]
    found = notebook_texts.read_cells_without_code([("alice.ipynb", notebooks.book(*cells))])
    section, rest = NotebookSection("Why", found), NotebookSection("Rest", found[:2])
    return render(samples.EVERYTHING, View.STAFF, NotebookByTask({"1.1": (section,)}, (rest,)))


def _course() -> str:
    """A batch of hostile names, of which everything changed since an earlier one."""
    before = EarlierBatch("demo", {row.name: row for row in ROWS}, {SETTING.digest: SETTING.parts})
    return course.render_batch_page(HOSTILE, compare_batches.find_changes(before, HOSTILE))


def _tournament(player: int | None = None) -> str:
    """The standings of players with hostile names, some games with a page and some without.

    Args:
        player: the page of this one instead, by rank.
    """
    names = (samples.EVIL, "a" * 60, "bob", "cem")
    plan = made_up.plan(names)
    slots = plan.due({})[:-3]
    games = {slot: made_up.games_of(plan.pair(slot), Random(str(slot))) for slot in slots}
    refused = ((samples.EVIL, samples.EVIL), ("dan", "dan.py, line 3: it could not be read."))
    found = compute_standings(plan, games, samples.EVIL, ("First", "Second"), refused)
    linked = [replace(game, page=f"games/{game.number}.html") for game in found.games[:4]]
    rows = [replace(row, page=f"players/{page_file_name(row.name)}") for row in found.rows]
    found = replace(found, games=(*linked, *found.games[4:]), rows=tuple(rows))
    if player is None:
        return tournament.render_standings_page(found, ("standings.csv", "games.pgn"))
    pages = {name: page_file_name(name) for name in names}
    return result_pages.render_player_page(
        make_player_records(plan, games, found)[player], found, pages
    )


PAGES: dict[str, Callable[[], str]] = {
    **{name: partial(render, report, View.STAFF) for name, report in SAMPLES.items()},
    **{f"{name}-student": partial(render, SAMPLES[name], View.STUDENT) for name in FOR_STUDENTS},
    "notebook": _notebook,
    "similar": _similar,
    "course": _course,
    "lot": lambda: course.render_batch_page(lot()),
    "tournament": _tournament,
    "player-best": partial(_tournament, 0),
    "player-last": partial(_tournament, 3),
    "replay": partial(replay_page.render, replays.GAME),
    "replay-hostile": partial(replay_page.render, replays.hostile(samples.EVIL)),
}


@pytest.fixture(scope="session", params=PAGES)
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each page that there is, as a file on disk."""
    return _written(request.param, tmp_path_factory)


@pytest.fixture(scope="session")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample that holds every part a report can have."""
    return _written("everything", tmp_path_factory)


@pytest.fixture(scope="session")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report beside which the notebook stands."""
    return _written("notebook", tmp_path_factory)


def _written(name: str, folders: pytest.TempPathFactory) -> Path:
    path = folders.mktemp("pages") / f"{name}.html"
    path.write_text(PAGES[name](), "utf-8")
    return path


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens a file, in a window of that ``width`` and in that colour scheme."""
    contexts = []

    def opened(path: Path, fragment: str = "", width: int = DESKTOP, scheme: str = "light") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if scheme == "dark" else "light",
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{path.as_uri()}{fragment}")
        return page

    yield opened
    for context in contexts:
        context.close()

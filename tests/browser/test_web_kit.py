"""The kit's page in a real browser, from a plain static server: Python runs in it, and ends."""

from __future__ import annotations

import http.server
import io
import json
import shutil
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.export.find_pyodide_files import PYODIDE_VERSION, read_pyodide
from grader.export.web_kit import write_web_kit
from grader.machine.cache_folder import cache_folder
from tests.browser.conftest import DESKTOP, missing
from tests.export.web_kits import KIT, RIGHT, add_wheels
from tests.render.samples import EVIL

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Dialog, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = 390
LOADED = 40_000
"""Milliseconds: the machine may be busy."""


@dataclass
class Host:
    """A static host, and what it was asked for."""

    address: str
    asked: list[str] = field(default_factory=list)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    asked: list[str]

    def __init__(self, asked: list[str], *args: Any, **more: Any) -> None:
        self.asked = asked
        super().__init__(*args, **more)

    def log_message(self, *args: Any) -> None:
        self.asked.append(self.requestline)


@pytest.fixture(scope="module")
def runtime() -> Path:
    cache = cache_folder()
    place = None if cache is None else cache / f"pyodide-{PYODIDE_VERSION}"
    if place is None or not place.is_dir():
        missing("Pyodide is not installed (scripts/install-pyodide).")
    return place


def _served(folder: Path) -> Iterator[Host]:
    host = Host("")
    handler = partial(_Quiet, host.asked, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        host.address = f"http://127.0.0.1:{server.server_port}/"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield host
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def host(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("kit") / "page"
    write_web_kit(folder, KIT, read_pyodide(runtime, ()))
    yield from _served(folder)


@pytest.fixture(params=[DESKTOP, PHONE])
def width(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 900})
    context.set_default_timeout(LOADED)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, host: Host) -> Page:
    page = context.new_page()
    page.goto(host.address)
    return page


def status(page: Page, words: str) -> None:
    page.locator("#status", has_text=words).wait_for()


def check(page: Page, source: str, words: str) -> None:
    page.get_by_label("Python code").fill(source)
    page.get_by_role("button", name="Check", exact=True).click()
    status(page, words)


def test_a_program_is_checked_and_so_is_an_edit(page: Page) -> None:
    check(page, RIGHT, "ps1.py: 3 of 3 public cases accepted. This is no grade.")
    assert page.locator(".results .verdict.good").count() == 4  # in the table, and of each task
    check(page, RIGHT.replace("a + b", "a - b"), "1 of 3 public cases accepted")
    wrong = page.locator(".case[open]").first
    assert str(page.locator(".test h4").first.text_content()) == "✘ Adds small numbers"
    assert wrong.locator("summary").text_content() == "1.1/add(1, 2) ✘ wrong answer"
    assert wrong.locator(".message").text_content() == "This is not the right number."
    assert wrong.locator(".call").text_content() == "add(1, 2)"
    assert wrong.locator(".right dd").text_content() == "3"
    assert wrong.locator(".yours dd").text_content() == "-1"
    page.get_by_role("link", name="1.1 Sums").click()
    assert page.locator(":target").text_content() == "1.1 Sums"
    assert page.locator(".summary tbody td:nth-child(2)").all_text_contents() == [
        "✘ wrong answer",
        "✔ accepted",
    ]


def test_what_is_wrong_with_the_whole_file_is_said_once(page: Page) -> None:
    check(page, "def (\n", "0 of 3 public cases accepted")
    assert page.locator("#found .note").count() == 1
    assert "invalid syntax" in str(page.locator("#found .note").text_content())
    assert page.locator("#found .task").count() == 0


def test_a_program_is_wanted_before_python_is_there(page: Page) -> None:
    page.get_by_label("Python code").fill(RIGHT)
    page.keyboard.press("Control+Enter")
    status(page, "3 of 3 public cases accepted")


def test_a_loop_without_end_is_stopped_and_python_starts_anew(page: Page) -> None:
    endless = f"{RIGHT}\n\ndef double(n):\n    while True:\n        pass\n"
    for source, words, verdicts in (
        ("while True:\n    pass\n", "while the file was loaded", []),
        (
            endless,
            "in the case that is marked below. 2 of 3",
            ["✔ accepted", "◔ time limit exceeded"],
        ),
    ):
        check(page, source, "Checking")
        page.wait_for_timeout(500)  # so that it is in the loop
        page.get_by_role("button", name="Stop").click()
        status(page, words)
        shown = page.locator(".summary tbody td:nth-child(2)").all_text_contents()
        assert shown == verdicts
    check(page, RIGHT, "3 of 3 public cases accepted")


def test_what_has_changed_is_shown_first_and_before_the_rest_ends(page: Page) -> None:
    endless = "def add(a, b):\n    while True: pass\n\ndef double(n):\n    return 3 * n\n"
    stop = page.get_by_role("button", name="Stop")
    shown = page.locator("#found .task h3")
    check(page, endless, "Checking")
    page.wait_for_timeout(500)  # so that it is in the loop
    stop.click()
    status(page, "0 of 1")
    check(page, endless.replace("3 * n", "2 * n"), "Checking")
    page.locator("#found .task", has_text="1.2 Doubles").wait_for()
    assert shown.all_text_contents() == ["1.2 Doubles"]
    page.locator(".task summary").click()
    stop.click()
    status(page, "1 of 2 public cases accepted")
    assert shown.all_text_contents() == ["1.2 Doubles", "1.1 Sums"]
    assert page.locator(".task details[open]", has_text="Doubles a number").count() == 1


def test_what_ends_the_check_is_told_and_python_starts_anew(page: Page) -> None:
    check(page, "raise SystemExit(3)\n", "it ended early, after 0 results")
    assert page.locator("#trouble").is_visible()
    check(page, RIGHT, "3 of 3 public cases accepted")
    assert not page.locator("#trouble").is_visible()


def test_a_file_is_chosen_or_dropped(page: Page, tmp_path: Path) -> None:
    right, notebook = tmp_path / "mine.py", tmp_path / "mine.ipynb"
    right.write_text(RIGHT, "utf-8")
    cells = [
        {"cell_type": "markdown", "source": "words"},
        {"cell_type": "code", "source": ["%matplotlib inline\n", RIGHT.partition("\n\n")[0]]},
    ]
    notebook.write_text(json.dumps({"cells": cells}), "utf-8")
    page.locator("#file").set_input_files(right)
    status(page, "mine.py: 3 of 3")
    page.locator("#file").set_input_files(notebook)
    status(page, "mine.py: 2 of 3")
    assert page.locator("#code").input_value().startswith("# %matplotlib inline\ndef add")
    page.evaluate(
        """(source) => {
            const data = new DataTransfer();
            data.items.add(new File([source], "dropped.py"));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }""",
        "def add(a, b):\n    return 3\n",
    )
    status(page, "dropped.py: 1 of 3")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "dropped.py"
    assert download.value.path().read_text("utf-8").endswith("return 3\n")


def test_it_checks_by_itself_when_that_is_wanted(page: Page) -> None:
    check(page, RIGHT, "3 of 3")
    page.get_by_label("Check when I pause").check()
    page.get_by_label("Python code").fill("x = 1\n")
    status(page, "0 of 3")


def test_nothing_is_sent_and_nothing_fetched_once_the_files_are_there(
    page: Page, host: Host
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    check(page, RIGHT, "3 of 3")
    before = len(host.asked)
    assert all(line.startswith("GET /") for line in host.asked)
    tries = f"""
import js
from pyodide.code import run_js

def attempt(words):
    try:
        run_js(words)
        return "done"
    except Exception as error:
        return type(error).__name__

tried = [attempt(words) for words in (
    "fetch('{host.address}secret')",
    "new XMLHttpRequest()",
    "new WebSocket('ws://127.0.0.1:1/')",
    "new Worker('data:text/javascript,1')",
    "indexedDB.open('x')",
    "import('{host.address}secret.js')",
    "navigator.sendBeacon && navigator.sendBeacon('{host.address}secret')",
)]

def add(a, b):
    return str(tried)

double = add
"""
    check(page, tries, "0 of 3")
    page.evaluate("address => fetch(address).catch(() => null)", f"{host.address}secret")
    got = str(page.locator(".case[open] .yours dd").first.text_content())
    assert got.count("done") <= 2, got  # what an import promises, and no beacon
    check(page, RIGHT, "3 of 3")
    assert host.asked[before:] == []
    assert any("Content Security Policy" in each for each in said)


def test_what_a_student_wrote_is_text(page: Page) -> None:
    said: list[str] = []
    page.on("dialog", partial(_refuse, said))
    markup = f"<img src=x onerror=alert(1)><script>alert(2)</script>{EVIL}"
    check(page, f"def add(a, b):\n    return {markup!r}\n", "0 of 3")
    found = page.locator("#found")
    assert found.locator("img, script, iframe, link, style, form").count() == 0
    assert markup[:60] in str(found.locator(".yours dd").first.text_content())
    assert said == []


def _refuse(said: list[str], dialog: Dialog) -> None:
    said.append(dialog.message)
    dialog.dismiss()


def test_it_is_reached_by_keyboard(page: Page) -> None:
    check(page, RIGHT.replace("a + b", "a - b"), "1 of 3")
    code = page.get_by_label("Python code")
    code.fill("if x:")
    code.press("End")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert code.input_value() == "if x:\n        "
    page.keyboard.press("Control+z")
    assert code.input_value() != "if x:\n        "
    page.keyboard.press("Escape")
    seen = []
    for _ in range(7):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert seen[:4] == ["check", "stop", "save", "live"]
    assert seen[4:] == ["A", "A", "SUMMARY"]
    code.focus()
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.id") == "file"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_and_fits(page: Page, width: int, scheme: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    for source, words in (
        ("", "There is no program yet"),
        ("def add(a, b):\n    return 'x' * 500\n", "0 of 3"),
        ("while True: pass", "Checking"),
    ):
        status(page, "") if words == "0 of 3" else page.locator("progress").wait_for(state="hidden")
        check(page, source, words)
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        found = Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_wheel_that_was_brought_along_is_there(
    runtime: Path, tmp_path: Path, context: BrowserContext
) -> None:
    folder = tmp_path / "runtime"
    shutil.copytree(runtime, folder)
    wheel = io.BytesIO()
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("numpy/__init__.py", "def add(a, b): return a + b\n")
        file.writestr("numpy-1.0.dist-info/METADATA", "Name: numpy\nVersion: 1.0\n")
        file.writestr("numpy-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    add_wheels(folder, lock, {"numpy": wheel.getvalue()})
    write_web_kit(tmp_path / "page", KIT, read_pyodide(folder, ("numpy",)))
    for host in _served(tmp_path / "page"):
        page = context.new_page()
        page.goto(host.address)
        check(page, "from numpy import add\n", "2 of 3")


def test_from_a_folder_the_page_says_what_it_needs(
    runtime: Path, tmp_path: Path, context: BrowserContext
) -> None:
    write_web_kit(tmp_path / "page", KIT, read_pyodide(runtime, ()))
    page = context.new_page()
    page.goto((tmp_path / "page" / "index.html").as_uri())
    status(page, "Nothing can be checked here.")
    assert "from a web server" in str(page.get_by_role("alert").text_content())


def test_a_missing_file_is_named(runtime: Path, tmp_path: Path, context: BrowserContext) -> None:
    write_web_kit(tmp_path / "page", KIT, read_pyodide(runtime, ()))
    (tmp_path / "page" / "kit" / "kit.json").unlink()
    for host in _served(tmp_path / "page"):
        page = context.new_page()
        page.goto(host.address)
        status(page, "Nothing can be checked here.")
        assert "kit/kit.json could not be loaded (404)" in str(
            page.get_by_role("alert").text_content()
        )

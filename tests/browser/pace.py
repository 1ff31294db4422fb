"""How fast one marks: ``python -m tests.browser.pace``.

A scripted teaching assistant marks written answers by their rubric and overrides points of the
grader, in a real browser and by the documented keys alone, on a service that is at rest otherwise.
It counts keys, and measures the time that the service and the browser take. Reading and thinking
are not in it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from grader.service.data.decision_tables import Mark
from grader.service.data.tables import Role
from tests.browser import chromium
from tests.intake import notebooks
from tests.service.empty import EmptyFile
from tests.service.running import cookie, running
from tests.service.scene import Scene
from tests.service.test_marking import failing, rubric

if TYPE_CHECKING:
    from playwright.sync_api import Page

_SAID = "# 1.1 State representation\n\nA state is a list of cities, each of them once."
_REASON = "The handout leaves it open."
_CHOSEN = (("1", "2"), ("1",), ("1", "3"), ())
"""Items that are ticked, in turn."""


@dataclass
class Pace:
    """What was done so far.

    Attributes:
        keys: for each item, how many were pressed; of a reason that is typed, its letters as one.
        seconds: for each item, until the browser shows what comes after it.
    """

    keys: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @contextmanager
    def item(self, keys: int) -> Iterator[None]:
        """One item, for which so many keys are pressed."""
        began = time.perf_counter()
        yield
        self.keys.append(keys)
        self.seconds.append(time.perf_counter() - began)

    @property
    def words(self) -> str:
        """Both as a row of a table."""
        return (
            f"{len(self.keys)} | {sum(self.keys) / len(self.keys):.1f} | {max(self.keys)} | "
            f"{median(self.seconds):.2f} s | {max(self.seconds):.2f} s"
        )


def answers(page: Page, number: int) -> Pace:
    """Mark so many written answers, from the queue on, each with ``n`` to the next."""
    pace = Pace()
    with page.expect_navigation():
        page.keyboard.press("n")
    for at in range(number):
        chosen = _CHOSEN[at % len(_CHOSEN)]
        # Without an item, 0 gives no points and goes on.
        keys = [*chosen, "n"] if chosen else ["0"]
        with pace.item(len(keys)), page.expect_navigation():
            for key in keys:
                page.keyboard.press(key)
    return pace


def overrides(page: Page, addresses: Sequence[str]) -> Pace:
    """Override points of the grader: open the page at the task, ``p``, points, reason, Enter."""
    pace = Pace()
    for address in addresses:
        with pace.item(6):
            page.goto(address)
            page.keyboard.press("p")
            page.keyboard.type("1")
            page.keyboard.press("Tab")
            page.keyboard.type(_REASON)
            page.keyboard.press("Tab")
            with page.expect_navigation():
                page.keyboard.press("Enter")
    return pace


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pace")
    parser.add_argument("--answers", type=int, default=20, metavar="N")
    parser.add_argument("--overrides", type=int, default=10, metavar="N")
    options = parser.parse_args(arguments)
    if problem := chromium.missing():
        parser.error(problem)
    with tempfile.TemporaryDirectory() as folder, chromium.started() as browser:
        scene = Scene.made(Path(folder), EmptyFile(Path(folder)))
        book = notebooks.book(notebooks.text(_SAID), notebooks.code(source="x = 1"))
        every = [
            scene.graded(scene.person(f"student{at}"), failing("Wrong."), f"s{at}.ipynb", book)
            for at in range(max(options.answers, options.overrides))
        ]
        rubric(scene, 1.0, 0.5, -0.5)
        person = scene.person("ines", Role.ASSISTANT)
        with running(scene) as url:
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            context.add_cookies([{"name": "session", "value": cookie(scene, person), "url": url}])
            page = context.new_page()
            page.goto(f"{url}/c/demo/demo/marking")
            marked = answers(page, options.answers)
            pages = [f"{url}/s/{each}/marking?task=3.1" for each in every[: options.overrides]]
            overridden = overrides(page, pages)
            context.close()
        with scene.database.reading() as session:
            kept = session.scalars(select(func.count()).select_from(Mark)).one()
    if kept != options.answers + options.overrides:
        parser.exit(1, f"{kept} marks were kept instead of all.\n")
    sys.stdout.write(
        "| by keys | items | keys for each | most | median | slowest |\n"
        "|---|---:|---:|---:|---:|---:|\n"
        f"| written answers, by rubric | {marked.words} |\n"
        f"| overrides, with a reason | {overridden.words} |\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

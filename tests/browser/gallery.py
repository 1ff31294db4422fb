"""Every page there is to look at: ``make gallery``.

Grades every sample submission and every known-wrong solution, and opens each report in a browser,
for staff and for students, on a desktop and on a phone. What the browser or an audit of
accessibility complains about is listed; the rest is for eyes: ``index.html`` shows all pictures.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

import grader
from grader import assignment as assignments
from grader import intake
from grader.assignment import Assignment
from grader.author import solution_variants
from grader.examine.test_collection import prepare_hidden_tests
from grader.jobs.forked_worker import Work
from grader.jobs.grading import grade
from grader.jobs.process_pool import PoolJob, available_cores, run_jobs
from grader.model.report import Progress, Report, View
from grader.model.submission import Submission
from grader.render.html import render as as_html
from grader.render.report_json import dumps, loads
from grader.render.terminal.report import render as as_text
from grader.sandbox import choose_backend
from tests.browser import chromium
from tests.deep.shard import Shard

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Page

SAMPLES = Path(grader.__file__).parents[1] / "submissions"
WIDTHS = {"desktop": 1280, "phone": 375}
TALLEST = 4000
"""Pixels of a page that a picture shows."""
_AUDIT: dict[str, Any] = {"resultTypes": ["violations"]}
_AUDITS = {
    "desktop": _AUDIT,
    "phone": {**_AUDIT, "runOnly": ["meta-viewport", "scrollable-region-focusable", "target-size"]},
}
"""What does not depend on the width is looked at once: of a large page that takes ten seconds."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something to be graded and looked at; ``tasks`` are all if empty."""

    name: str
    submission: Submission
    tasks: Sequence[str] = ()


def subjects(assignment: Assignment, every: int) -> list[Subject]:
    """Every sample, and every so-many-th known-wrong solution."""
    files = sorted(path for path in SAMPLES.iterdir() if path.suffix in {".py", ".ipynb"})
    samples = [Subject(path.stem, intake.read_submission(path)) for path in files]
    wrong = [
        Subject(
            re.sub(r"\W+", "-", each.name),
            solution_variants.variant_submission(assignment, each),
            each.fails,
        )
        for each in solution_variants.read_mutants(assignment)[::every]
    ]
    return samples + wrong


def graded(chosen: Sequence[Subject], assignment: Assignment) -> Iterator[tuple[Subject, Report]]:
    """Each with its report, in the order in which they are done."""
    sandbox = choose_backend("auto")
    tests = prepare_hidden_tests(assignment)

    def work(subject: Subject) -> Work:
        def work(_: Progress) -> str:
            report = grade(
                subject.submission, assignment, sandbox, tasks=subject.tasks, tests=tests
            )
            return dumps(report, View.STAFF)

        return work

    jobs = (PoolJob(number, work(subject)) for number, subject in enumerate(chosen))
    with run_jobs(jobs, available_cores()) as done:
        for outcome in done:
            if outcome.answer is None:
                sys.exit(f"{chosen[outcome.key].name}: {outcome.lost}")
            yield chosen[outcome.key], loads(outcome.answer)


_browsers: list[Browser] = []
"""That of this process."""
_open = ExitStack()


def open_browser() -> None:
    """Start that of this process."""
    _browsers.append(_open.enter_context(chromium.started()))


def complaints(
    file: Path, device: str, picture: Path, *, width: int | None = None, scheme: str = "light"
) -> list[str]:
    """What is wrong with a page on a device; takes a picture of it.

    Args:
        width: in pixels, if it is not that of the device.
        scheme: light or dark.
    """
    from axe_playwright_python.sync_playwright import Axe

    found: list[str] = []
    width = width or WIDTHS[device]
    (browser,) = _browsers
    page = browser.new_page(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page.on("console", lambda message: found.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: found.append(f"error: {error}"))
    page.goto(file.resolve().as_uri())
    page.on("request", lambda asked: found.append(f"asks for {asked.url}"))
    page.screenshot(path=picture, full_page=True, clip=_top(page, width))
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    if (actual := page.evaluate("document.documentElement.scrollWidth")) > width:
        found.append(f"is {actual} pixels wide")
    violations = Axe().run(page, options=_AUDITS[device]).response["violations"]
    found += [f"{each['id']}: {each['nodes'][0]['html']}" for each in violations]
    page.close()
    return found


def _top(page: Page, width: int) -> FloatRect:
    height = page.evaluate("document.documentElement.scrollHeight")
    return {"x": 0, "y": 0, "width": width, "height": min(height, TALLEST)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 1 if anything is complained about."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.gallery")
    parser.add_argument("--out", type=Path, default=Path("build/gallery"))
    parser.add_argument("--every", type=int, default=1, help="only every so-many-th mistake")
    parser.add_argument("--shard", type=Shard.parse, default=Shard(1, 1), metavar="K/N",
                        help="only the K-th of N shares of all that is left")  # fmt: skip
    options = parser.parse_args(arguments)
    if problem := chromium.missing():
        parser.error(problem)
    options.out.mkdir(parents=True, exist_ok=True)
    assignment = assignments.load_assignment("ps2")
    chosen = options.shard.pick(subjects(assignment, options.every))
    looks: dict[Path, Future[list[str]]] = {}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(available_cores(), context, open_browser) as browsers:
        for subject, report in graded(chosen, assignment):
            for view in View:
                name = f"{subject.name}-{view.value}"
                file = options.out / f"{name}.html"
                file.write_text(as_html(report, view), "utf-8")
                with file.with_suffix(".txt").open("w", encoding="utf-8") as text:
                    as_text(report, view, Console(file=text, width=88))
                for device in WIDTHS:
                    picture = options.out / f"{name}-{device}.png"
                    looks[picture] = browsers.submit(complaints, file, device, picture)
        found = [f"{at.stem}: {each}\n" for at, look in looks.items() for each in look.result()]
    figures = "\n".join(
        f'<a href="{picture.stem.rpartition("-")[0]}.html">'
        f'<img src="{picture.name}" width="300" alt="{picture.stem}"></a>'
        for picture in looks
    )
    index = options.out / "index.html"
    index.write_text(f"<!doctype html><title>Reports</title>\n{figures}\n", "utf-8")
    sys.stdout.writelines(found)
    sys.stdout.write(f"{len(looks)} pages looked at, {len(found)} complaints: {index}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Takes the README's pictures anew: ``make screenshots``."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

import grader
from grader.model.report import Report, View
from grader.render.html import render as as_html
from grader.render.jsonfile import loads
from grader.render.terminal.report import render as as_text
from tests.browser import chromium

ROOT = Path(grader.__file__).parents[1]
IMAGES = ROOT / "docs/images"
SUBMISSION, TASK = "submissions/classic_mistakes.py", "3.2"
COMMAND = f"grade {SUBMISSION} --task {TASK}"
COLUMNS, LINES = 88, 44
WIDTH, HEIGHT = 960, 1400

_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Rich's pictures fetch their fonts from elsewhere; whoever looks at them has fonts."""


def main() -> None:
    if problem := chromium.missing():
        sys.exit(problem)
    report = _graded()
    IMAGES.mkdir(exist_ok=True)
    (IMAGES / "terminal.svg").write_text(_terminal(report), "utf-8")
    _photograph(as_html(report, View.STAFF), IMAGES / "report.png")


def _graded() -> Report:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        command = [sys.executable, "-m", "grader", SUBMISSION, "--task", TASK]
        subprocess.run([*command, "--format", "json", "--output", file], cwd=ROOT, check=True)
        return loads(file.read_text("utf-8"))


def _terminal(report: Report) -> str:
    """The beginning of what the terminal shows."""
    shown = io.StringIO()
    as_text(
        report,
        View.STAFF,
        Console(file=shown, width=COLUMNS, force_terminal=True, color_system="standard"),
    )
    lines = [f"$ {COMMAND}", "", *shown.getvalue().splitlines()[:LINES]]
    picture = Console(file=io.StringIO(), width=COLUMNS, record=True)
    for line in lines:
        picture.print(Text.from_ansi(line))
    return _FONT.sub("", picture.export_svg(title="grade"))


def _photograph(html: str, target: Path) -> None:
    """The top of the page."""
    with tempfile.TemporaryDirectory() as folder, chromium.started() as browser:
        file = Path(folder) / "report.html"
        file.write_text(html, "utf-8")
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(file.as_uri())
        page.screenshot(path=target)


if __name__ == "__main__":
    main()

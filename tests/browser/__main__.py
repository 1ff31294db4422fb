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
from grader import assignment as assignments
from grader.jobs import game_replay_files
from grader.model.game_replay import Replay
from grader.model.report import Report, View
from grader.render import game_file
from grader.render.html import render as as_html
from grader.render.html import replay_page
from grader.render.report_json import loads
from grader.render.terminal.report import render_brief as as_text
from tests.browser import chromium
from tests.browser.film import film

ROOT = Path(grader.__file__).parents[1]
IMAGES = ROOT / "docs/images"
SUBMISSION, TASK = "submissions/classic_mistakes.py", "3.2"
COMMAND = f"grade {SUBMISSION} --task {TASK}"
PLAYERS = ("comprehensive", "cautious")
COLUMNS, LINES = 88, 44
WIDTH, HEIGHT = 960, 1400

_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Rich's pictures fetch their fonts from elsewhere; the people who look at them have fonts."""


def main() -> None:
    if problem := chromium.missing():
        sys.exit(problem)
    report = _graded()
    IMAGES.mkdir(exist_ok=True)
    (IMAGES / "terminal.svg").write_text(_terminal(report), "utf-8")
    _photograph(as_html(report, View.STAFF), IMAGES / "report.png")
    game = _played()
    (IMAGES / "game.svg").write_text(film(game), "utf-8")
    page = replay_page.render(game)
    at = f"#ply-{game.losing or len(game.moves)}"
    _photograph(page, IMAGES / "replay.png", at=at, width=1100, height=1130)
    _photograph(page, IMAGES / "replay-phone.png", at=at, width=390, height=960)


def _graded() -> Report:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        command = [sys.executable, "-m", "grader", SUBMISSION, "--task", TASK]
        subprocess.run([*command, "--format", "json", "--output", file], cwd=ROOT, check=True)
        return loads(file.read_text("utf-8"))


def _played() -> Replay:
    """A game between two reference agents, with ten times less time than students have."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        command = [sys.executable, "-m", "grader", "match", *PLAYERS, "--games", "2"]
        subprocess.run(
            [*command, "--time", "0.3", "--seed", "5", "--out", file], cwd=ROOT, check=True
        )
        record = game_file.load_game_line(file.read_text("ascii").splitlines()[0])
    return game_replay_files.make_replay(
        assignments.load_assignment(record.assignment), record, 3 * game_replay_files.PROOF_SECONDS
    )


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


def _photograph(
    html: str, target: Path, at: str = "", width: int = WIDTH, height: int = HEIGHT
) -> None:
    """The top of the page."""
    with tempfile.TemporaryDirectory() as folder, chromium.started() as browser:
        file = Path(folder) / "report.html"
        file.write_text(html, "utf-8")
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(f"{file.as_uri()}{at}")
        page.screenshot(path=target)


if __name__ == "__main__":
    main()

"""What people see, in pictures: ``make shots``.

A passing, a failing and an unfinished submission of each built-in assignment, for students and for
staff, and a course of sixty, each on a desktop and on a phone, in light and dark. What an audit of
accessibility or the browser complains about is listed; ``index.html`` shows all pictures.

Reports are kept in ``reports``; delete that folder to have everything graded anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from grader import assignment as assignments
from grader import intake
from grader.assignment import Assignment, Task
from grader.author import solution_variants
from grader.batch import batch_page as course
from grader.batch.batch_row import BatchRow
from grader.batch.summary import BatchSummary, summarise_batch
from grader.jobs.grading_answer import ResultSummary, TaskScore
from grader.jobs.grading_key import GradingSetting
from grader.model.report import Report, View
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.render.html import render
from grader.render.report_json import dumps, loads
from tests.browser import chromium
from tests.browser.gallery import SAMPLES, Subject, complaints, graded, open_browser

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTHS = {"desktop": 1280, "phone": 390}
SCHEMES = ("light", "dark")
STUDENTS = 60


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is handed in for an assignment: variants, samples, or the skeleton."""

    passing: str
    failing: str
    unfinished: str


SKELETON = "the skeleton"
CHOSEN: Mapping[str, Chosen] = {
    "ps2": Chosen("alice.py", "classic_mistakes.py", "unfinished.py"),
    "breakthrough_agent": Chosen("search/negamax", "search/leaf_by_the_mover", SKELETON),
    "connect4": Chosen("characters/recommended_names", "search/two_plies_only", SKELETON),
}


def submissions(assignment: Assignment, chosen: Chosen) -> Iterator[tuple[str, Submission]]:
    """Each by the kind that it is of.

    Raises:
        KeyError: if there is no such variant or sample.
    """
    every = (
        *solution_variants.read_right_solutions(assignment),
        *solution_variants.read_mutants(assignment),
    )
    found = {each.name: solution_variants.variant_submission(assignment, each) for each in every}
    found |= {file.name: intake.read_submission(file) for file in SAMPLES.glob("*.py")}
    found[SKELETON] = intake.read_submission(assignment.reference / "skeleton.py")
    for kind in ("passing", "failing", "unfinished"):
        yield kind, found[getattr(chosen, kind)]


def reports(kept: Path, only: str) -> Iterator[tuple[str, Report]]:
    """The report on each of what is chosen, graded unless it is in the folder ``kept``."""
    for name, chosen in CHOSEN.items():
        assignment = assignments.load_assignment(name)
        subjects = [
            Subject(f"{name}-{kind}", submission)
            for kind, submission in submissions(assignment, chosen)
            if only in f"{name}-{kind}"
        ]
        missing = [each for each in subjects if not (kept / f"{each.name}.json").exists()]
        for subject, report in graded(missing, assignment):
            (kept / f"{subject.name}.json").write_text(dumps(report, View.STAFF), "ascii")
        for subject in subjects:
            yield subject.name, loads((kept / f"{subject.name}.json").read_text("ascii"))


def lot(students: int = STUDENTS) -> BatchSummary:
    """A made-up course on a real assignment: who made which known mistake is drawn by lot."""
    assignment = assignments.load_assignment("ps2")
    setting = GradingSetting("ps2", "t", "l", "r", "g", "bubblewrap", "s", "0", "")
    chance = Random(60)
    mistakes = solution_variants.read_mutants(assignment)[::6]

    def scored(task: Task, *, refused: bool) -> TaskScore:
        if task.written:
            return TaskScore(task.id, task.title, task.points, None, None)
        if refused:
            return TaskScore(task.id, task.title, task.points, 0.0, Verdict.NOT_ATTEMPTED)
        part = chance.choice((0.0, 0.25, 0.5, 0.75, 1.0, 1.0, 1.0, 1.0))
        verdict = Verdict.ACCEPTED if part == 1 else Verdict.WRONG_ANSWER
        made = [each.diagnosis for each in mistakes if task.id in each.fails]
        said = chance.sample(made, 1) if made and not verdict.passed else []
        score = part * task.points
        return TaskScore(task.id, task.title, task.points, score, verdict, tuple(said))

    def row(number: int) -> BatchRow:
        refused = number % 29 == 0
        tasks = tuple(scored(task, refused=refused) for task in assignment.tasks)
        name = f"{chance.choice(_FIRST)} {chance.choice(_LAST)}"
        result = ResultSummary(
            tasks, {}, complete=True, cpu_seconds=30 * chance.random(), seconds=12.0
        )
        return BatchRow(
            f"{name} (A{number:04})", f"a{number:04}", name, "d", setting.digest, result,
            _REFUSAL if refused else "", graded=True,
        )  # fmt: skip

    rows = map(row, range(1, students + 1))
    settings = {setting.digest: setting.parts}
    return summarise_batch(assignment.title, rows, assignment.id, settings, 731.0)


_FIRST = [
    "Ana",
    "Bo",
    "Chidi",
    "Dara",
    "Elif",
    "Farid",
    "Gustav",
    "Hyun-woo",
    "Ines",
    "Maximiliane",
]
_LAST = ["Adeyemi", "Berg", "Chen", "Dorj", "Eriksson", "García-Márquez", "Nguyen", "O’Neill", "Wu"]
_REFUSAL = "hw2.zip holds two files that could be the one to grade; hand in one of them."


def pages(kept: Path, only: str) -> Iterator[tuple[str, str]]:
    """Every page by its name, or those with ``only`` in it."""
    if only in "course":
        yield "course", course.render_batch_page(lot())
    for name, report in reports(kept, only):
        for view in View:
            yield f"{name}-{view.value}", render(report, view)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 1 if anything is complained about."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.shots")
    parser.add_argument("--out", type=Path, default=Path("build/shots"))
    parser.add_argument("--only", default="", metavar="TEXT", help="only pages with it in the name")
    options = parser.parse_args(arguments)
    if problem := chromium.missing():
        parser.error(problem)
    kept = options.out / "reports"
    kept.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    pictures: list[Path] = []
    open_browser()
    for name, text in pages(kept, options.only):
        file = options.out / f"{name}.html"
        file.write_text(text, "utf-8")
        for device, width in WIDTHS.items():
            for scheme in SCHEMES:
                picture = options.out / f"{name}-{width}-{scheme}.png"
                said = complaints(file, device, picture, width=width, scheme=scheme)
                found += [f"{picture.stem}: {each}\n" for each in said]
                pictures.append(picture)
    figures = "\n".join(
        f'<a href="{picture.name}"><img src="{picture.name}" width="300" alt="{picture.stem}"></a>'
        for picture in pictures
    )
    index = options.out / "index.html"
    index.write_text(f"<!doctype html><title>What people see</title>\n{figures}\n", "utf-8")
    sys.stdout.writelines(found)
    sys.stdout.write(f"{len(pictures)} pictures, {len(found)} complaints: {index}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

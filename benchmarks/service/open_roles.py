"""Show how long settling open roles takes: python -m benchmarks.service.open_roles.

Notebooks of Connect 4 with an open role are graded by a service with its workers. Then a browser
does what a person does who knows the answer: it opens the first, types a line, presses Enter, sees
what comes back, and presses "Grade again, and the next". What a person reads and thinks meanwhile
comes on top.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from sqlalchemy import select

from benchmarks.service.site import COURSE, enrolled, serving
from grader.jobs.grading_answer import load_summary_line
from grader.service import course_editions, submission_queries
from grader.service.accept_submission import IncomingSubmission, accept_submission
from grader.service.data.database import Database
from grader.service.data.tables import Course, Grading, GradingState, Person, Role
from tests.browser import chromium
from tests.service.empty import EmptyFile

_ROOT = Path(__file__).parents[2]
_SHAPES = _ROOT / "tests" / "connect4_shapes"
_PATIENCE = 1800.0
"""Seconds in which all notebooks have to be graded."""
LINES = {
    "one_search.ipynb": ("forward_pruning_search",
                         "alpha_beta_search_cutoff(board, depth, -0.5, player)"),
    "threshold_letters.ipynb": ("forward_pruning_search",
                                "alpha_beta_search_heuristic(board, depth, fp=-5, player=player)"),
    "winner_letters.ipynb": ("forward_pruning_search",
                             "alpha_beta_search_cutoff(board, depth, 5, player)"),
    "monte_carlo_numbers.ipynb": (
        "monte_carlo_search",
        "UCT_depth1_with_first_moves(to_numbers(board), playouts, {'x': 1, 'o': -1}[player])",
    ),
    "strict_int.py": ("forward_pruning_search",
                      "cutoff_search(board, player, depth, check_below_4th=True)"),
}  # fmt: skip
"""By submission a role, and what a person would write for it."""


def main() -> int:
    """Run the command; 1 if a line did not settle its role."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.service.open_roles")
    parser.add_argument("notebooks", nargs="*", default=[*LINES], metavar="FILE")
    wanted = parser.parse_args().notebooks
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        database = Database(EmptyFile(folder / "empty").new(folder / "data"))
        enrolled(database, _ROOT, len(wanted))
        (staff,) = enrolled(database, _ROOT, 1, Role.ASSISTANT)
        ids = [_hand_in(database, number, one) for number, one in enumerate(wanted)]
        with serving(database, _ROOT) as (address, _):
            _wait(database)
            settled = _settle(address, staff.cookie, dict(zip(ids, wanted, strict=True)))
            began = time.monotonic()
            _wait(database)
            sys.stdout.write(f"all graded again after another {time.monotonic() - began:.0f} s\n")
            sys.stdout.writelines(_left(database, one, name) for one, name in settled.items())
        database.close()
    return 0


def _hand_in(database: Database, number: int, name: str) -> int:
    content = (_SHAPES / name).read_bytes()
    with database.writing() as session:
        course = session.scalars(select(Course).where(Course.slug == COURSE)).one()
        edition = next(
            each
            for each in course_editions.current_editions(session, course)
            if each.assignment == "connect4"
        )
        student = session.scalars(select(Person).where(Person.login == f"student{number}")).one()
        handed = IncomingSubmission.now(student.id, name, content, "key")
        return accept_submission(session, edition, handed).id


def _wait(database: Database) -> None:
    give_up = time.monotonic() + _PATIENCE
    while time.monotonic() < give_up:
        with database.reading() as session:
            states = session.scalars(select(Grading.state)).all()
        if all(GradingState(each).over for each in states):
            return
        time.sleep(1.0)
    raise RuntimeError("The notebooks are not graded in time.")


def _settle(address: str, cookie: str, names: dict[int, str]) -> dict[int, str]:
    """Settle what is open, and print the seconds of each; the submissions by their ids."""
    done: dict[int, str] = {}
    with chromium.started() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.add_cookies([{"name": "session", "value": cookie, "url": address}])
        page = context.new_page()
        page.goto(f"{address}/c/{COURSE}/connect4/bindings?after=0")
        while "/s/" in page.url and len(done) < len(names):
            one = int(page.url.split("/s/")[1].split("/")[0])
            role, line = LINES[names[one]]
            began = time.monotonic()
            row = page.locator(f"[data-role={role}]")
            field = row.locator("input.line")
            field.fill(line)
            field.press("Enter")
            row.locator(".outcome > p").first.wait_for(timeout=60_000)
            tried = time.monotonic()
            said = row.locator(".outcome > p").first.inner_text()
            with page.expect_navigation():
                page.get_by_role("button", name="Grade again, and the next").click()
            ended = time.monotonic()
            sys.stdout.write(
                f"{names[one]}: tried in {tried - began:.1f} s, given after {ended - began:.1f} s: "
                f"{said}\n"
            )
            done[one] = names[one]
    return done


def _left(database: Database, one: int, name: str) -> str:
    with database.reading() as session:
        seen = submission_queries.find_submission(session, one)
        assert seen is not None
        result = load_summary_line(seen.grading.result)
    left = ", ".join(each.role for each in result.open) or "nothing"
    return f"{name}: {result.score:g} of {result.max_score:g} points, open: {left}\n"


if __name__ == "__main__":
    sys.exit(main())

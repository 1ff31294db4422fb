"""``grade new``: a small assignment that works, to be changed bit by bit."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click

from grader.author import new_assignment as author
from grader.cli.stdout import show

_WRONG = Path("mutants", "counting", "counts_the_gap.py")


@click.command()
@click.argument("name", metavar="COURSE/ASSIGNMENT")
@click.option(
    "--free-names",
    is_flag=True,
    help="Let students choose names: with a contract that says how functions are found.",
)
def new(name: str, *, free_names: bool) -> None:
    """Make a small assignment that works in the folder COURSE, which is made if it is not there.

    It has one task with two tests, a solution, the file that students start from, a known-wrong
    solution and a right one. Comments say what each part is for. Nothing is overwritten.

    Exit status: 0 made, 2 usage error, or it cannot be made.
    """
    folder, _, assignment = name.rstrip("/").rpartition("/")
    if not folder and not name.startswith("/"):
        raise click.UsageError(
            f"{name!r} names no course; write the course's folder in front, as in mycourse/week1."
        )
    course = Path(folder or "/")
    made = author.make(course, assignment, free_names=free_names)
    lines = [
        f"Made the assignment {assignment} in {course}:",
        *(f"  {course / file}" for file in made),
    ]
    wrong = course / "reference" / assignment / _WRONG
    chosen = f"--course {_quoted(course)}"
    lines += [
        "",
        "Try its tests, then grade a submission, which has a mistake:",
        f"  grade validate {assignment} {chosen}",
        f"  grade {_quoted(wrong)} {chosen}",
        "",
    ]
    show("\n".join(lines))


def _quoted(path: Path) -> str:
    """``path`` as an argument in a shell."""
    text = os.fspath(path)
    return shlex.quote(f"./{text}" if text.startswith("-") else text)

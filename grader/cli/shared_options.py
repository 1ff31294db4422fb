"""Defines the options that several commands share."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from grader.render.report_formats import ALIASES, FORMS
from grader.sandbox import BACKENDS

Command = Callable[..., None]

FILE = click.Path(dir_okay=False, path_type=Path)

course_option = click.option(
    "--course",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder with hidden_tests/ and reference/; else GRADE_COURSE, else what the "
    "configuration says, else the course that the grader comes with.",
)
seed_option = click.option(
    "--seed", default=0, show_default=True, help="Seed of every random choice."
)
file_option = click.option(
    "--file",
    metavar="NAME",
    help="Name of the file to grade, if SUBMISSION holds several.",
)
sandbox_option = click.option(
    "--sandbox",
    default="auto",
    show_default=True,
    type=click.Choice(BACKENDS),
    help="Where the code runs; auto is bubblewrap, or docker where that does not work. none is for "
    "debugging and protects nothing.",
)
view_option = click.option(
    "--view",
    default="staff",
    show_default=True,
    type=click.Choice(["staff", "student"]),
    help="Who the reports are for. Students see public cases in full, and only verdict and hint of "
    "the others.",
)


def assignment_option(purpose: str) -> Callable[[Command], Command]:
    """Gives a command the options ``--assignment`` and ``--course``."""
    option = click.option(
        "-a",
        "--assignment",
        metavar="ID",
        help=f"{purpose}  [default: the one whose functions are defined]",
    )
    return lambda command: option(course_option(command))


def task_option(verb: str) -> Callable[[Command], Command]:
    """Gives a command the option ``--task``, as the parameter ``tasks``."""
    return click.option(
        "-t", "--task", "tasks", multiple=True, metavar="N",
        help=f"{verb} only this task; 3 means 3.1 and 3.2; repeatable.",
    )  # fmt: skip


def _bound(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    bound: dict[str, str] = {}
    for value in values:
        role, sign, line = (part.strip() for part in value.partition("="))
        if not (role and sign and line):
            raise click.BadParameter(f"{value!r} is not ROLE=BINDING.")
        if bound.setdefault(role, line) != line:
            raise click.BadParameter(
                f"{role} has two bindings, {bound[role]} and {line}; keep one."
            )
    return bound


bind_option = click.option(
    "--bind",
    "bindings",
    multiple=True,
    callback=_bound,
    metavar="ROLE=BINDING",
    help="How the submission is called for a role of the assignment, as in 'search=best(board, "
    "player)', or which function it is; repeatable. It answers a question in a report.",
)

_ADDRESS = re.compile(r"((tcp|tls|wss?)://)?([^\s/:\[\]]+|\[[^\s/\]]+\]):(?P<port>\d{1,5})")


def _address(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is None or value == "local":
        return value
    if (match := _ADDRESS.fullmatch(value)) and 0 < int(match["port"]) < 1 << 16:
        return value
    raise click.BadParameter(
        f"{value!r} is not the address of a scheduler, as tcp://HOST:8786, nor local."
    )


cluster_option = click.option(
    "--cluster",
    callback=_address,
    metavar="ADDRESS",
    help="Have it done by the workers of a Dask scheduler, as tcp://HOST:8786; local starts one.",
)


class FormParameter(click.Choice[str]):
    """A parameter type for the name of a report form, or an alias of it."""

    def __init__(self) -> None:
        super().__init__(FORMS)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name of the form that ``value`` or its alias means."""
        return super().convert(ALIASES.get(value, value), param, ctx)


class Percent(click.FloatRange):
    """A parameter type for a number from 0 to 100."""

    def __init__(self) -> None:
        super().__init__(0, 100)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; refuse ``nan``, which no range excludes."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail("nan is not a percentage.", param, ctx)
        return number


fail_under_option = click.option(
    "--fail-under",
    type=Percent(),
    metavar="PCT",
    help="Exit with status 1 if a score is below PCT percent.",
)

"""Defines options of the commands that work on the service's database."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from grader.cli.exit_status import note
from grader.machine import logging_config

_Command = Callable[..., Any]


def database_option(purpose: str) -> Callable[[_Command], _Command]:
    """Gives a command the option ``--database``."""
    return click.option(
        "--database",
        metavar="URL",
        envvar="GRADE_DATABASE",
        show_envvar=True,
        help=f"{purpose}: sqlite:////folder/grader.db, or postgresql+psycopg://USER@HOST/DATABASE.",
    )


def data_options(command: _Command) -> _Command:
    """Gives a command the options ``--data`` and ``--database``, which locate the database."""
    data = click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        default=Path("grade-data"),
        show_default=True,
        metavar="FOLDER",
        help="Where the database of the service is; grade serve makes it.",
    )
    database = database_option("The database of the service, instead of the one in --data")
    return data(database(command))


def warn_of_open_folder(folder: Path | None) -> None:
    """Warn if anybody but its owner has access to the folder of a database.

    Args:
        folder: ``None`` if a server keeps the database.
    """
    from grader.service.data.sqlite import describe_folder_access

    if folder is not None and (what := describe_folder_access(folder)):
        note(f"  others may {what} in {folder}; make it yours alone: chmod 700 {folder}")


def log_option(command: _Command) -> _Command:
    """Gives a command the option ``--log``, which is applied before the command begins."""

    def configure(context: click.Context, _: click.Parameter, form: str) -> None:
        if not context.resilient_parsing:
            logging_config.configure_logging(form)

    return click.option(
        "--log",
        type=click.Choice(logging_config.FORMS),
        default="plain",
        show_default=True,
        envvar=logging_config.VARIABLE,
        show_envvar=True,
        expose_value=False,
        callback=configure,
        help="What is logged on standard error: plain, only warnings; json, every event as a line "
        "of JSON.",
    )(command)


def require_protection(sandbox: str) -> None:
    """Raise a usage error if ``--sandbox`` is ``none``, which no service may use."""
    if sandbox == "none":
        raise click.UsageError("--sandbox none protects nothing; it is not for a service.")

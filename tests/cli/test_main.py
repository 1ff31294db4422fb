"""The group of commands: what a start loads, and what the list of commands says."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from grader.cli import main
from tests.cli.process import environment

LOADED = (
    "import sys\n"
    "sys.argv[0] = 'grade'\n"
    "from grader.__main__ import main\n"
    "try:\n"
    "    main()\n"
    "except SystemExit as end:\n"
    "    assert not end.code, end.code\n"
    "print('LOADED', *sys.modules)\n"
)


def start(*arguments: str, **changes: str) -> tuple[str, set[str]]:
    """What a start prints, and the modules that it loads."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], env=environment(changes),
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    said, _, modules = done.stdout.rpartition("LOADED ")
    return said, set(modules.split())


def test_the_version_needs_no_command_line() -> None:
    said, loaded = start("--version")
    assert said == CliRunner().invoke(main, ["--version"], prog_name="grade").output
    assert "grader.machine.interrupts" in loaded
    assert not {"click", "grader.cli"} & loaded


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_loads_no_command(option: str) -> None:
    said, loaded = start(option)
    assert "Commands:" in said
    ours = {name for name in loaded if name.startswith("grader.")}
    commands = {name for name in ours if name.startswith("grader.cli.")}
    assert commands == {"grader.cli.main", "grader.cli.exit_status"}
    rooms = {name.split(".")[1] for name in ours}
    assert rooms == {"__main__", "cli", "machine", "model"}
    assert not {"rich", "numpy", "pytest", "jinja2", "msgspec"} & loaded


def test_completion_of_a_command_loads_none() -> None:
    completed, loaded = start(
        _GRADE_COMPLETE="bash_complete", COMP_WORDS="grade sh", COMP_CWORD="1"
    )
    assert "plain,show" in completed
    assert not {name for name in loaded if name.startswith("grader.cli.")} - {
        "grader.cli.main", "grader.cli.exit_status",
    }  # fmt: skip


def test_every_command_of_the_list_is_there_and_said_in_full() -> None:
    context = click.Context(main)
    names = main.list_commands(context)
    assert names == sorted(names)
    shown = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    for name in names:
        command = main.get_command(context, name)
        assert command is not None
        assert (command.name, bool(command.help)) == (name, True)
        assert f"  {name} " in shown
        assert f" {command.short_help}\n" in shown, "it goes over a line of 80 columns"

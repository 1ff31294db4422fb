"""The group of commands: what a start loads, and what the list of commands says."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

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
    assert "grader.machine.termination_signals" in loaded
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


GROUPS = {name: group for name, group in main.commands.items() if isinstance(group, click.Group)}


def commands() -> Iterator[tuple[str, click.Command]]:
    """The commands of all groups, as one types them."""
    context = click.Context(main)
    for name in main.list_commands(context):
        if name not in GROUPS:
            command = main.get_command(context, name)
            assert command is not None
            yield name, command
    for group in GROUPS.values():
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            yield f"{group.name} {name}", command


def test_every_command_is_listed_in_its_group_and_described_in_full() -> None:
    shown = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    everybody, *others = shown.partition("Commands:\n")[2].split("\n\n")
    titles = {f"{group.short_help}:": name for name, group in GROUPS.items()}
    sections = {titles[each.partition("\n")[0]]: each for each in others}
    context = click.Context(main)
    assert set(sections) == {n for n, group in GROUPS.items() if group.list_commands(context)}
    for name, command in commands():
        section = sections.get(name.split()[0], everybody)
        assert (command.name, bool(command.help)) == (name.split()[-1], True)
        line = re.compile(rf"^  {name} +{re.escape(str(command.short_help))}$", re.MULTILINE)
        assert line.search(section), name


def test_help_is_short() -> None:
    shown = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    assert len(shown.splitlines()) <= 54


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_lists_its_own_commands(group: str) -> None:
    shown = CliRunner().invoke(main, [group, "--help"], terminal_width=80).output
    listed = re.findall(r"^  (\w+)  ", shown.partition("Commands:\n")[2], re.MULTILINE)
    assert listed == GROUPS[group].list_commands(click.Context(main))
    unknown = CliRunner().invoke(main, [group, "nonsense"])
    assert (unknown.exit_code, "There is no command nonsense." in unknown.output) == (2, True)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bacth", "grade batch"),
        ("tournamen --help", "grade tournament"),
        ("author validat", "grade author validate"),
        ("export grade-book", "grade export gradebook"),
    ],
)
def test_a_word_that_is_almost_a_command_is_answered_with_the_command(
    typed: str, meant: str
) -> None:
    done = CliRunner().invoke(main, typed.split(), prog_name="grade")
    assert (done.exit_code, f"; did you mean {meant}?" in done.stderr) == (2, True)


def test_a_file_may_be_called_almost_like_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bacth").touch()
    done = CliRunner().invoke(main, ["bacth"], prog_name="grade")
    assert (done.exit_code, "is not a kind of file that is graded" in done.stderr) == (2, True)


FORMER = {
    "new": "author new", "validate": "author validate", "costs": "author costs",
    "diagnoses": "author diagnoses", "backup": "admin backup", "restore": "admin restore",
    "forget": "admin forget", "link": "admin link", "worker": "admin worker",
    "cluster certificates": "admin certificates", "cluster": "admin",
}  # fmt: skip


@pytest.mark.parametrize("former", FORMER)
def test_a_former_name_works_and_says_the_present_one(former: str) -> None:
    present = FORMER[former]
    done = CliRunner().invoke(main, [*former.split(), "--help"], prog_name="grade")
    assert done.exit_code == 0
    assert done.stderr == f"grade: `grade {former}` is now `grade {present}`.\n"
    asked = CliRunner().invoke(main, [*present.split(), "--help"], prog_name="grade")
    assert (done.stdout, asked.stderr) == (asked.stdout, "")
    assert done.stdout.startswith(f"Usage: grade {present} ")


def test_a_former_name_takes_its_arguments(tmp_path: Path) -> None:
    for names, course in ((["new"], "former"), (["author", "new"], "present")):
        done = CliRunner().invoke(main, [*names, f"{tmp_path / course}/week1"])
        assert done.exit_code == 0
        assert (tmp_path / course / "hidden_tests" / "week1" / "assignment.toml").exists()


@pytest.mark.parametrize("words", ["grade author val", "grade admin certi"])
def test_completion_within_a_group_loads_no_command(words: str) -> None:
    completed, loaded = start(_GRADE_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD="2")
    (name,) = completed.split()
    assert name == f"plain,{'validate' if 'author' in words else 'certificates'}"
    assert not {"grader.cli.validate", "grader.cli.author", "grader.cli.admin"} & loaded


def test_completion_of_a_former_name_is_silent_and_not_offered() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        env=environment({
            "_GRADE_COMPLETE": "bash_complete", "COMP_WORDS": "grade validate --onl",
            "COMP_CWORD": "2",
        }),
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert ("plain,--only" in done.stdout, done.stderr) == (True, "")
    completed, _ = start(_GRADE_COMPLETE="bash_complete", COMP_WORDS="grade va", COMP_CWORD="1")
    assert "validate" not in completed

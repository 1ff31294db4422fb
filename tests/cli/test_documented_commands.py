"""The commands that documents show are such as the program has, with options that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from grader.cli import main
from tests.cli.test_main import FORMER
from tests.test_documents import PAGES, named, prose

_CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(r"^\w*\$ (?:[A-Z_]+=\S+ )?(?:\S*/)?grade (.*?)(?: +#.*)?$", re.MULTILINE)
_SPAN = re.compile(r"`grade ([^`]+)`")
_OPTION = re.compile(r"--?[a-z][\w-]*")


def shown(page: Path) -> Iterator[str]:
    """What stands behind ``grade`` in the listings and the sentences of a page."""
    for listing in _CONSOLE.findall(page.read_text("utf-8")):
        yield from _TYPED.findall(listing)
    yield from (" ".join(words.split()) for words in _SPAN.findall(prose(page)))


def resolved(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that ``words`` begin with, and the words behind it."""
    context = click.Context(main)
    command: click.Command = main
    while isinstance(command, click.Group) and words:
        below = command.get_command(context, words[0])
        if below is None:
            break
        command, words = below, words[1:]
    if command is main and words and words[0] not in {"-h", "--help", "--version"}:
        run = main.get_command(context, "run")
        assert run is not None
        return run, words
    return command, words


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_commands_and_options_exist(page: Path) -> None:
    for line in shown(page):
        words = line.split()
        assert words[0] not in FORMER, line
        command, rest = resolved(words)
        group = isinstance(command, click.Group) and command is not main
        assert not (group and rest) or rest == ["…"], line
        with click.Context(command, help_option_names=["-h", "--help"]) as context:
            known = {name for each in command.get_params(context) for name in each.opts}
        for word in rest:
            option = _OPTION.match(word)
            assert option is None or option[0] in known, line


def test_commands_are_found_in_documents() -> None:
    assert sum(len(list(shown(page))) for page in PAGES) > 150

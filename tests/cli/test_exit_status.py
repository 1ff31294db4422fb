"""The sentences that commands end with: whatever they quote, nobody obeys it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.cli.exit_status import INTERNAL, USAGE, say, stop, stop_for_bug, warn

EVIL = "a ##[error]b\x1b[2J\u202e\n ::error::c"
HARMLESS = "a #\\x23[error]b\\x1b[2J\\u202e\n \\x3a:error::c\n"


@pytest.mark.parametrize(("write", "before"), [(say, "grade: "), (warn, "")])
def test_nothing_in_a_sentence_acts(
    write: Callable[[str], None], before: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(EVIL)
    assert capsys.readouterr().err == before + HARMLESS


def test_nothing_in_the_last_sentence_acts(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        stop(USAGE, EVIL)
    assert ended.value.code == USAGE
    assert capsys.readouterr().err == f"grade: {HARMLESS}"


def test_nothing_in_what_a_bug_says_acts(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError(EVIL)
    except ValueError as bug:
        with pytest.raises(SystemExit) as ended:
            stop_for_bug(bug)
    assert ended.value.code == INTERNAL
    assert HARMLESS.rstrip("\n") in capsys.readouterr().err


def test_ordinary_sentences_stay_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    say("Übung 2.py holds 3 ## signs; that is fine – really.")
    assert capsys.readouterr().err == "grade: Übung 2.py holds 3 ## signs; that is fine – really.\n"


@pytest.mark.parametrize("arguments", [[f"--{EVIL}"], ["a.py", "--seed", EVIL], ["a.py", EVIL]])
def test_nothing_in_a_wrong_command_line_acts(arguments: list[str]) -> None:
    """A pattern of the shell puts names of files there, which can look like options."""
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == USAGE
    assert not any(active in result.stderr for active in ("\x1b", "\u202e", "##["))
    assert not any(line.lstrip().startswith("::") for line in result.stderr.splitlines())

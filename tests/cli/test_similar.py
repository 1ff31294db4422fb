"""``grade similar`` from the command line."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from grader.similar import CAUTION
from tests.cli.process import ROOT
from tests.similar.programs import need_the_package


def similar(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["similar", *map(str, arguments)])


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """Two that are alike, and one that is as it was handed out."""
    need_the_package()
    alice = (ROOT / "submissions/alice.py").read_text()
    folder = tmp_path / "hand-ins"
    folder.mkdir()
    (folder / "alice.py").write_text(alice)
    (folder / "bob.py").write_text(alice.replace("route", "tour"))
    (folder / "none.py").write_text((ROOT / "reference/ps2/skeleton.py").read_text())
    return folder


def test_the_list(copies: Path) -> None:
    result = similar(copies)
    assert result.exit_code == 0, result.output
    assert "3 submissions compared, 1 pair shares at least 30 %" in result.stdout
    assert "bob.py" in result.stdout
    assert "100 %" in result.stdout
    assert " ".join(CAUTION.split()) in " ".join(result.stdout.split())


def test_the_other_forms(copies: Path, tmp_path: Path) -> None:
    places = tmp_path / "s.json", tmp_path / "s.html"
    result = similar(copies, "--json", places[0], "--html", places[1], "--most", "1")
    assert result.exit_code == 0, result.output
    assert json.loads(places[0].read_text())["schema"] == "grade-similar/1"
    assert "<h1>Submissions that look alike</h1>" in places[1].read_text()


def test_code_that_was_given_besides(copies: Path) -> None:
    result = similar(copies, "--ignore", ROOT / "submissions/alice.py")
    assert "0 pairs share" in result.stdout


def test_those_of_an_earlier_year_are_not_compared_with_each_other(
    copies: Path, tmp_path: Path
) -> None:
    now, out = tmp_path / "now", tmp_path / "s.json"
    now.mkdir()
    (now / "eve.py").write_text((copies / "alice.py").read_text())
    result = similar(now, "--earlier", copies, "--assignment", "ps2", "--json", out)
    assert result.exit_code == 0, result.output
    pairs = {
        frozenset(Path(each[side]["path"]).name for side in ("one", "other"))
        for each in json.loads(out.read_text())["pairs"]
    }
    assert pairs == {frozenset(("eve.py", "alice.py")), frozenset(("eve.py", "bob.py"))}


@pytest.mark.slow
def test_what_is_ignored_may_be_hostile(copies: Path, tmp_path: Path) -> None:
    (tmp_path / "given.py").write_text("x" + " \n" * 50_000 + "y")
    result = similar(copies, "--ignore", tmp_path / "given.py")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "takes too long to read" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere",), "There is no file nowhere"),
        (("{copies}/alice.py",), "There are not two submissions"),
        (("{copies}", "-a", "ps9"), "ps9"),
        (("{copies}", "--earlier", "nowhere"), "There is no file nowhere"),
        (("{copies}", "--ignore", "nowhere.py"), "There is no file nowhere.py"),
        (("{copies}", "--json", "{copies}/alice.py"), "it is a submission"),
        (("{copies}", "--html", "/nowhere/x.html"), "the folder /nowhere does not exist"),
        (("{copies}", "--html", "x", "--json", "x"), "Cannot write two reports"),
    ],
)
def test_refusals(copies: Path, arguments: tuple[str, ...], said: str) -> None:
    before = (copies / "alice.py").read_bytes()
    result = similar(*(argument.format(copies=copies) for argument in arguments))
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert (copies / "alice.py").read_bytes() == before


@pytest.mark.parametrize(
    "arguments", [(), ("--most", "0"), ("--at-least", "101"), ("--at-least", "nan")]
)
def test_usage_errors(arguments: tuple[str, ...]) -> None:
    given = ("submissions", *arguments) if arguments else ()
    assert similar(*given).exit_code == 2


def test_without_the_optional_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    result = similar("submissions")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.count("\n") == 1
    assert "make similar" in result.stderr

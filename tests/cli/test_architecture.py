"""Pages for developers name what exists, and the path that a grading really takes."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.cli.process import ROOT, environment

ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def section(title: str) -> str:
    return ARCHITECTURE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def files(cell: str) -> list[str]:
    return re.findall(r"`([\w/]+\.py)`", cell)


PATH = rows(section("The path of `grade submissions/alice.py`"))
GLOSSARY = rows(section("Glossary"))


def test_architecture_fits_on_a_page() -> None:
    lines = ARCHITECTURE.splitlines()
    assert len(lines) <= 110
    assert max(map(len, lines)) <= 100
    assert len(PATH) <= 15
    assert sum(len(files(row[1])) for row in PATH) <= 30
    assert len(GLOSSARY) <= 30


def test_architecture_names_files_that_there_are() -> None:
    assert all(files(row[1]) for row in PATH)
    assert all(files(row[2]) for row in GLOSSARY)
    all_files = [file for row in PATH for file in files(row[1])]
    assert len(all_files) == len(set(all_files))
    glossary = [file for row in GLOSSARY for file in files(row[2])]
    assert [
        file for file in (*all_files, *glossary) if not (ROOT / "grader" / file).is_file()
    ] == []


def test_architecture_names_every_room() -> None:
    listed = {name for row in rows(section("Rooms")) for name in re.findall(r"`(\w+)`", row[0])}
    assert listed == {path.parent.name for path in ROOT.glob("grader/*/__init__.py")}


BEGINNINGS = (ROOT / "docs" / "where-to-begin.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("file", "name"), sorted(set(re.findall(r"`([\w/]+\.\w+)(?:::(\w+))?`", BEGINNINGS)))
)
def test_changes_begin_at_what_there_is(file: str, name: str) -> None:
    found = [path for path in (ROOT / "grader" / file, ROOT / file) if path.is_file()]
    assert found
    text = found[0].read_text("utf-8")
    defined = rf"^\s*(?:(?:def|class) {name}\b|{name}\b.* = )"
    assert not name or re.search(defined, text, re.MULTILINE)


MOST_MODULES = 150
"""Modules of the grader that one grading may load; 147 in November 2026."""


def loaded(*arguments: str) -> set[str]:
    """Return the grader's modules that a command loads, its workers included."""
    done = subprocess.run(
        [sys.executable, "-v", "-m", "grader", *arguments],
        env=environment({}), cwd=ROOT, capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return set(re.findall(r"^import '(grader[\w.]*)' # ", done.stderr, re.MULTILINE))


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_grading_takes_the_path_and_loads_few_modules() -> None:
    modules = loaded(
        "run", "submissions/alice.py", "-t", "1.3", "-t", "3.1", "--sandbox=bubblewrap"
    )
    on_the_path = {
        f"grader/{file}".removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
        for row in PATH
        for file in files(row[1])
    }
    # The runner's modules are sent into the sandbox as texts.
    outside = {name for name in on_the_path if not name.startswith("grader.runner.")}
    assert outside - modules - {"grader.__main__"} == set()
    assert len(modules) <= MOST_MODULES

"""docs/security.md names the promises that there are, and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import grader
from grader import doctor as probing

ROOT = Path(grader.__file__).parents[1]
TEXT = (ROOT / "docs" / "security.md").read_text("utf-8")


def test_every_promise_has_its_row() -> None:
    promised = TEXT.partition("## What is promised")[2].partition("Beyond the sandbox")[0]
    assert re.findall(r"^\| \*\*([^*]+)\*\*", promised, re.MULTILINE) == [*probing.JUDGES]


def test_every_file_that_is_named_exists() -> None:
    named = set(re.findall(r"`((?:tests|grader)/[\w/.]+)`", TEXT))
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_group_and_program_of_the_attack_suite_exists() -> None:
    groups = {path.name for path in (ROOT / "tests/adversarial/data").iterdir() if path.is_dir()}
    assert {name for name in groups if f"`{name}`" in TEXT} == groups
    programs = re.findall(r"`(\w+/\w+\.py)`", TEXT.partition("## What is not promised")[2])
    assert programs
    for program in programs:
        assert (ROOT / "tests/adversarial/data" / program).is_file()

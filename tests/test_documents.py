"""The documents for people: their links lead somewhere, and their pages are short."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import grader

ROOT = Path(grader.__file__).parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]
)  # fmt: skip
CONTRIBUTING = ROOT / "CONTRIBUTING.md"

_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^()\s]+)\)")


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(page: Path) -> str:
    """What a page says outside of its listings."""
    return _FENCED.sub("", page.read_text("utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors that GitHub makes of a page's headings."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return frozenset(
        re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading))
        .lower()
        .replace(" ", "-")
        for heading in headings
    )


def links(page: Path) -> Iterator[str]:
    """The links of a page to files of this repository, and to anchors in them."""
    for target in _LINK.findall(prose(page)):
        if not re.match(r"[a-z]+:", target):
            yield target


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = Path(os.path.normpath(page.parent / path)) if path else page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_a_page_has_at_most_300_lines_of_100_columns(page: Path) -> None:
    assert len(page.read_text("utf-8").splitlines()) <= 300
    # Rows of tables, headings, images, listings and addresses cannot be broken.
    whole = re.compile(r"[|#]|!\[| {4}|\S*$")
    lines = prose(page).splitlines()
    assert [line for line in lines if len(line) > 100 and not whole.match(line)] == []


def test_contributing_is_short() -> None:
    assert len(CONTRIBUTING.read_text("utf-8").split()) < 500

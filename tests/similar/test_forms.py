"""The outcome as text, JSON and HTML: the same in each, and nothing in it acts."""

from __future__ import annotations

import base64
import hashlib
import io
import json
from itertools import pairwise

import pytest
from rich.console import Console

from grader.cli.output import render_to_text
from grader.similar import CAUTION, similarity_report
from grader.similar.comparison_outcome import (
    ComparisonOutcome,
    OmittedSubmission,
    Passage,
    SimilarPair,
    SourceLine,
)
from tests.render.html_page import parse
from tests.render.samples import EVIL


def lines(file: str, *numbers: int, code: str = "x = 1") -> tuple[SourceLine, ...]:
    return tuple(SourceLine(file, number, code) for number in numbers)


def outcome(evil: str = "a <b>.py", **changes: object) -> ComparisonOutcome:
    passage = Passage(
        lines(evil, 3, 4, code=evil.replace("\n", " ")), lines("b.ipynb cell 2", 7, 8, 9), 61
    )
    pair = SimilarPair(evil, "b.ipynb", 0.5, 0.999, 61, (passage, passage))
    values: dict[str, object] = {
        "submissions": (evil, "b.ipynb", "c.py"),
        "pairs": (pair,),
        "beyond": 2,
        "at_least": 0.3,
        "ignored": ("skeleton.py",),
        "left_out": (OmittedSubmission(evil, "It is empty."),),
    }
    return ComparisonOutcome(**{**values, **changes})  # type: ignore[arg-type] # checked where it is read


NOTHING = outcome(pairs=(), beyond=0, left_out=(), ignored=())
OUTCOMES = pytest.mark.parametrize(
    "shown", [outcome(), outcome(EVIL), NOTHING], ids=["usual", "hostile", "nothing"]
)


def as_text(shown: ComparisonOutcome) -> str:
    return render_to_text(
        lambda console: similarity_report.render_comparison(shown, console), for_file=True
    )


@OUTCOMES
def test_every_form_says_that_it_is_no_verdict(shown: ComparisonOutcome) -> None:
    assert " ".join(CAUTION.split()) in " ".join(as_text(shown).split())
    assert json.loads(similarity_report.dump_comparison(shown))["caution"] == CAUTION
    assert CAUTION in parse(similarity_report.render_comparison_page(shown)).one("header").text


@pytest.mark.parametrize(
    ("one", "other", "shown", "folder"),
    [
        ("in/a/x.py", "in/b/y.py", ("a/x.py", "b/y.py"), "All of them are in in."),
        ("/in/a.py", "/in/b.py", ("a.py", "b.py"), "All of them are in /in."),
        ("a.py", "in/b.py", ("a.py", "in/b.py"), ""),
        ("a.py", "/in/b.py", ("a.py", "/in/b.py"), ""),
    ],
)
def test_text_says_once_what_paths_begin_with(
    one: str, other: str, shown: tuple[str, str], folder: str
) -> None:
    pair = SimilarPair(one, other, 0.5, 0.5, 61)
    text = as_text(outcome(pairs=(pair,), left_out=()))
    (row,) = (line.split() for line in text.splitlines() if "50" in line)
    assert (row[0], row[3]) == shown
    assert ("All of them are in" in text) == bool(folder)
    assert folder in text


def test_text_has_a_line_for_every_pair() -> None:
    shown = as_text(outcome())
    assert "3 submissions compared, 3 pairs share at least 30 % of one of them" in shown
    row = next(line for line in shown.splitlines() if "b.ipynb" in line)
    assert row.split() == ["a", "<b>.py", "50", "%", "b.ipynb", "99", "%", "6", "3"]
    assert "… 2 more pairs; --most N lists more." in shown
    assert "! a <b>.py: It is empty." in shown


def test_json_has_places_and_no_code() -> None:
    found = json.loads(similarity_report.dump_comparison(outcome()))
    (pair,) = found["pairs"]
    assert pair["one"] == {"path": "a <b>.py", "share": 0.5}
    assert pair["passages"][0]["other"] == {
        "from": {"file": "b.ipynb cell 2", "line": 7},
        "to": {"file": "b.ipynb cell 2", "line": 9},
    }


def test_the_page_has_passages_side_by_side() -> None:
    whole = parse(similarity_report.render_comparison_page(outcome()))
    pair = whole.one("section", id="pair-1")
    assert "a <b>.py 50 % and b.ipynb 99 %" in pair.one("h2").text
    first, second = pair.all("details", kind="passage")
    assert (first.has("open"), second.has("open")) == (True, False)
    sides = first.all("div", kind="side")
    assert [side.one("h3").text for side in sides] == [
        "a <b>.py, lines 3–4", "b.ipynb cell 2, lines 7–9"
    ]  # fmt: skip
    assert whole.one("a", href="#pair-1").text == "pair 1"


@OUTCOMES
def test_the_page_allows_itself_nothing_but_its_own_style(shown: ComparisonOutcome) -> None:
    whole = parse(similarity_report.render_comparison_page(shown))
    style = whole.one("style").element.text or ""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = whole.one("meta", **{"http-equiv": "Content-Security-Policy"}).get("content")
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    assert "url(" not in style
    assert {each.tag for each in whole.all()}.isdisjoint({"script", "img", "iframe", "form"})
    levels = [int(each.tag[1]) for each in whole.all() if each.tag in {"h1", "h2", "h3", "h4"}]
    assert all(below <= above + 1 for above, below in pairwise(levels))
    ids = [each.get("id") for each in whole.all() if each.has("id")]
    assert len(ids) == len(set(ids))


def test_hostile_names_and_code_are_there_to_be_read() -> None:
    shown = outcome(EVIL)
    code = parse(similarity_report.render_comparison_page(shown)).one("body").text
    assert "<script>alert(1)</script>" in code
    for form in (
        as_text(shown),
        similarity_report.render_comparison_page(shown),
        similarity_report.dump_comparison(shown),
    ):
        assert not {"\x1b", "\u202e", "\u200b", "\x00"} & set(form)
    assert not [line for line in as_text(shown).splitlines() if line.lstrip().startswith("::")]


def test_thousands_of_lines_fit_on_a_page() -> None:
    long = tuple(SourceLine("a.py", number, "<\u202e" * 5000) for number in range(5000))
    passages = (Passage(long, long, 9),) * 40
    pairs = tuple(SimilarPair(f"{n}.py", "b.py", 1, 1, 9, passages) for n in range(100))
    assert len(similarity_report.render_comparison_page(outcome(pairs=pairs))) < 6_000_000


def test_names_in_the_table_are_no_markup() -> None:
    name = "[link=http://evil.example]alice[/link].py"
    page = io.StringIO()
    colourful = Console(file=page, width=200, force_terminal=True, color_system="standard")
    similarity_report.render_comparison(outcome(name, left_out=()), colourful)
    assert name in page.getvalue()
    assert "\x1b]8;" not in page.getvalue()

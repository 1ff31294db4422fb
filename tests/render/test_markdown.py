"""Markdown, read by a parser for CommonMark with the tables and bare addresses of GitHub."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.model.report import Report, View
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from grader.render.markdown import LONGEST, code_block, inline_code, prose_or_code, render
from tests.render import samples
from tests.render.samples import (
    EVERYTHING,
    EVIL,
    RIGHT,
    WRITTEN,
    a_test,
    case,
    hostile,
    report,
    task,
)

# Backslashes and entities are parsed, HTML is recognised: as GitHub does it before cleaning up.
PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
OURS = re.compile(r"</?details>|<summary>[^<]*(?:<code>[^<]*</code>)?[^<]*</summary>|\s+")
ANY_TEXT = st.text(
    st.characters(codec=None) | st.sampled_from("`|\\<>![]()*_~#@&:/.\n "), max_size=40
)


def tokens(text: str) -> list[Token]:
    """Every token, those inside of lines included."""
    found = []
    for token in PARSER.parse(text):
        found += [token, *(token.children or [])]
    return found


def prose(text: str) -> str:
    """What is set as ordinary text, where a platform looks for people, issues and addresses."""
    found = tokens(text)
    written = [token.content for token in found if token.type == "text"]
    written += [
        unescape(re.sub(r"<code>.*?</code>|<[^>]*>", " ", token.content))
        for token in found
        if token.type == "html_block"
    ]
    return "\n".join(written)


def assert_inert(text: str) -> None:
    for token in tokens(text):
        assert token.type not in {"html_inline", "image", "link_open", "s_open", "em_open"}, token
        if token.type == "html_block":
            assert not OURS.sub("", token.content), token.content
    assert not re.search(r"[@#!$~%]\w|www\.|://|\w@\w|:\w+:|\b[A-Z]+-\d", prose(text)), prose(text)


def rows(text: str) -> list[list[str]]:
    """The cells of the table, row by row."""
    found: list[list[str]] = []
    for token, content in zip(tokens(text), tokens(text)[1:], strict=False):
        if token.type == "tr_open":
            found.append([])
        if token.type in {"th_open", "td_open"}:
            found[-1].append(content.content)
    return found


@pytest.mark.parametrize("view", list(View))
def test_hostile_text_is_inert(view: View) -> None:
    assert_inert(render(hostile(EVIL), view))


@pytest.mark.slow
@given(ANY_TEXT)
@settings(max_examples=60)
def test_no_text_whatever_is_interpreted(evil: str) -> None:
    text = render(hostile(evil), View.STAFF)
    assert_inert(text)
    assert {len(row) for row in rows(text)} == {5}


@given(ANY_TEXT)
def test_code_is_one_piece_of_code_also_in_a_table(text: str) -> None:
    shown = inline_code(text)
    table = f"| a | b |\n|---|---|\n| {shown} | end |\n"
    assert rows(table)[1] == [shown, "end"]
    inner = [token for token in tokens(f"x {shown} y") if token.type == "code_inline"]
    assert len(inner) == (1 if shown else 0)


@given(st.text(st.characters(codec=None) | st.sampled_from("`~\n "), max_size=60))
def test_a_fence_holds_whatever_stands_in_it(text: str) -> None:
    (token,) = PARSER.parse(code_block(text))
    assert token.type == "fence"
    assert token.info == "text"


@pytest.mark.parametrize("text", ["```", "a\n```\nb", "````\n```", "~~~\n```text\n"])
def test_a_fence_in_a_fence_does_not_end_it(text: str) -> None:
    (token,) = PARSER.parse(code_block(text))
    assert token.content == text.removesuffix("\n") + "\n"


@pytest.mark.parametrize(
    "words",
    [
        "Finds a forced win.",
        "With a depth of 1, evaluate the positions after each move, and nothing else.",
        "A player's turn: black's (or white's), 2-opt and 0.5 points.",
        "Works for tours, too; nothing more.",
    ],
)
def test_plain_words_are_prose(words: str) -> None:
    assert prose_or_code(words) == words


@pytest.mark.parametrize(
    "text",
    ["@all", "see #1", "www.x.yz", "a@b.cd", "ABC-12", ":smile:", "*x*", "<b>", "1. x", "a_b_"],
)
def test_anything_else_is_code(text: str) -> None:
    assert prose_or_code(text) == f"`{text}`"


def test_the_summary_has_a_row_per_task() -> None:
    header, *tasks = rows(render(EVERYTHING, View.STAFF))
    assert header == ["Task", "", "Points", "Tests", "Verdict"]
    assert tasks[0] == ["1.1", "State representation", "– / 2", "", "✎ by hand"]
    assert tasks[3] == ["3.1", "Minimax search", "0 / 3", "1/4", "◔ time limit exceeded"]
    assert len(tasks) == len(EVERYTHING.tasks)


def test_what_it_says_first() -> None:
    text = render(EVERYTHING, View.STAFF)
    assert text.startswith("## ps2: 2 of 9 points (22 %), 2 points to be graded by hand\n")
    assert "\n> **Note:** Not final: the grader itself failed on some tests" in text
    assert "<summary>While loading</summary>" in text


def test_a_failing_test_is_folded_up() -> None:
    text = render(EVERYTHING, View.STAFF)
    assert "<summary>✘ Finds a forced win, 1 point lost</summary>" in text
    assert "│ This move loses a piece; others keep the win." in text
    assert "- looks like a known mistake: The leaf is evaluated without" in text
    assert "- builds on `transition`: passes with a correct version of it" in text


def test_a_title_that_is_a_sentence_ends_before_what_it_cost() -> None:
    wrong = samples.a_test(samples.case(verdict=Verdict.WRONG_ANSWER), title="Climbs by default.")
    text = render(samples.report(samples.task(wrong)), View.STAFF)
    assert "<summary>✘ Climbs by default, 1 point lost</summary>" in text


def test_a_snippet_can_be_copied() -> None:
    (snippet,) = [
        token for token in tokens(render(EVERYTHING, View.STAFF)) if token.info == "python"
    ]
    assert snippet.content.startswith("from breakthrough import Player")
    assert snippet.content.endswith("generate_valid_moves))\n")


def test_a_function_that_is_not_there_takes_one_line() -> None:
    missing = case(verdict=Verdict.NOT_ATTEMPTED, message="There is none.")
    graded = report(task(a_test(missing), a_test(missing, id="b", title="Other")))
    text = render(graded, View.STAFF)
    assert "– not attempted  2 tests, 2 points lost" in text
    assert "<details>" not in text


def test_full_marks_need_no_details() -> None:
    assert render(report(RIGHT), View.STAFF).count("\n#") == 0


def long_report(tests: int) -> Report:
    failing = [
        a_test(case(message=f"{n} " + "x " * 2000), id=f"t{n}", title=f"Test {n}")
        for n in range(tests)
    ]
    return report(WRITTEN, task(*failing), load_notes=(LoadNote("Odd."),))


def test_what_is_too_long_ends_where_a_part_ends() -> None:
    text = render(long_report(100), View.STAFF)
    assert LONGEST / 2 < len(text) < LONGEST + 100
    assert text.endswith("\nThe JSON form of this report has more.\n")
    assert text.count("<details>") == text.count("</details>") > 3
    assert "has more" not in render(long_report(3), View.STAFF)

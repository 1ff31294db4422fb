"""What a notebook says on the page of a report: all of it hostile, none of it acting."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.notebook_texts_and_outputs import (
    HtmlOutput,
    MarkdownText,
    NotebookByTask,
    NotebookCell,
    NotebookPiece,
    NotebookSection,
    OmittedOutput,
    Picture,
    PlainOutput,
)
from grader.model.report import View
from grader.render.html import render
from grader.render.html.notebook_view import ROOM, SectionViewBuilder
from tests.intake.notebooks import png
from tests.render import samples

ALLOWED = {
    "b", "strong", "i", "em", "s", "code", "sub", "sup", "br", "table", "caption", "thead", "tbody",
    "tfoot", "tr", "th", "td", "p", "div", "pre", "ul", "ol", "li", "blockquote", "hr", "img",
}  # fmt: skip
_TAG = re.compile(r"<(/?)([a-zA-Z!][^\s>]*)([^>]*)>")
_ATTRIBUTES = re.compile(
    r'(?: class="(?:prose|output|heading|plot|more|(?:prose|output) wide)"| role="region"'
    r'| tabindex="0"| aria-label="Table \d+, code cell \d+"| (?:col|row)span="[1-4]?\d"'
    r'| src="data:image/(?:png|jpeg);base64,[A-Za-z0-9+/=]+"| (?:width|height)="\d+"'
    r'| alt="Picture, code cell \d+")*'
)


def shown(*pieces: NotebookPiece) -> str:
    """The markup of pieces, each tag of which must be of those that do nothing."""
    section = NotebookSection("Task", (NotebookCell("code cell 1", pieces),))
    (view,) = SectionViewBuilder(NotebookByTask({"1": (section,)})).part("1")
    html = "".join(piece for cell in view.cells for piece in cell.pieces)
    for _, name, attributes in _TAG.findall(html):
        assert name in ALLOWED, html
        assert _ATTRIBUTES.fullmatch(attributes), html
    assert all(char in "\n\t" or char.isprintable() for char in html), html
    return html


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<img src='data:image/svg+xml,<svg onload=alert(1)>'>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<p style='background:url(https://example.com/x)'>x</p>",
    "<style>*{background:url(//example.com)}</style>",
    "<svg><script>alert(1)</script><foreignObject><img src=x onerror=alert(1)></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1>'>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<meta http-equiv=refresh content='0;url=//example.com'>",
    "<base href='//example.com'><form action='//example.com'><input autofocus onfocus=x()>",
    "<table><tr><td colspan=1000000 onclick=alert(1) class=score id=summary>1</td></tr></table>",
    "<td rowspan='99'>x</td>",
    "</pre></div></section></main><h1>100 of 100</h1>",
    "<details open ontoggle=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<!--><img src=x onerror=alert(1)>-->",
    "\x1b]0;title\x07\x1b[2J&#x1b;[31m&#x202e;\u202e\u200b",
    "::error::owned\n##[error]owned",
    "{{ 7 * 7 }}{% include 'style.css' %}",
    "]]>&lt;script&gt;alert(1)&lt;/script&gt;<![CDATA[<script>alert(1)</script>]]>",
]  # fmt: skip
KINDS: dict[str, Callable[[str], NotebookPiece]] = {
    "prose": MarkdownText,
    "printed": PlainOutput,
    "table": HtmlOutput,
    "in a table": lambda text: HtmlOutput(f"<table><tr><th>{text}</th></tr></table>", text),
    "left out": OmittedOutput,
    "fenced": lambda text: MarkdownText(
        f"```html\n{text}\n```\n`{text}`\n\n# {text}\n\n|{text}|\n|-|\n"
    ),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_hostile_acts(kind: str, text: str) -> None:
    shown(KINDS[kind](text))


@settings(derandomize=True, deadline=None, max_examples=200)
@given(
    st.sampled_from(sorted(KINDS)).map(KINDS.__getitem__),
    st.lists(
        st.sampled_from(HOSTILE)
        | st.sampled_from([*"<>'\"&`*_#|\n[]()!~-", "    "])
        | st.text(max_size=6),
        max_size=8,
    ).map("".join),
)
def test_no_mixture_of_it_acts(kind: Callable[[str], NotebookPiece], text: str) -> None:
    shown(kind(text))


def test_markdown_is_set_without_links_and_pictures_of_others() -> None:
    text = "# Why\n\nIt *is*  **so**:\n\n- one\n- two\n\n| | a |\n|-|-|\n| 1 | 2 |\n\n"
    html = shown(
        MarkdownText(f"{text}[x](javascript:1) ![y](https://example.com/y.png) <https://e.org>")
    )
    assert '<p class="heading">Why</p>' in html
    assert "<em>is</em>  <strong>so</strong>" in html
    assert "<li>one</li>" in html
    assert "<td></td>\n<th>a</th>" in html
    assert "[x](javascript:1) ![y](https://example.com/y.png) &lt;https://e.org&gt;" in html


def test_a_data_frame_stays_a_table() -> None:
    frame = (
        "<style scoped>.dataframe { color: red; }</style><div><table border='1' class='dataframe'>"
        "<thead><tr style='text-align: right;'><th></th><th colspan='2'>wins</th></tr></thead>"
        "<tbody><tr><th>0</th><td>12</td><td>3</td></tr></tbody></table><p>1 rows</p></div>"
    )
    assert shown(HtmlOutput(frame, "plain")) == (
        '<div class="output wide" role="region" tabindex="0" aria-label="Table 1, code cell 1">'
        '<div><table><thead><tr><td></td><th colspan="2">wins</th></tr></thead>'
        "<tbody><tr><th>0</th><td>12</td><td>3</td></tr></tbody></table><p>1 rows</p></div></div>"
    )
    assert (
        shown(HtmlOutput("<script>draw()</script><div id=plot></div>", "a plot"))
        == "<pre>a plot</pre>"
    )


def test_a_picture_is_written_out_in_the_page() -> None:
    html = shown(Picture("png", png(), 3, 2))
    assert html.startswith('<img class="plot" src="data:image/png;base64,iVBOR')
    assert html.endswith('width="3" height="2" alt="Picture, code cell 1">')


def section(*cells: NotebookCell) -> NotebookSection:
    return NotebookSection("Task", cells)


def test_the_page_stays_small_and_says_what_it_lacks() -> None:
    plot = Picture("png", png(behind=b"") + b"\0" * 600_000, 3, 2)
    cells = [NotebookCell(f"code cell {n}", (plot, PlainOutput(str(n)))) for n in range(20)]
    view = SectionViewBuilder(NotebookByTask({"1": (section(*cells),)}, (section(*cells[:1]),)))
    (part,) = view.part("1")
    assert [len(cell.pieces) for cell in part.cells] == [2, 2, 1, 1, 1, 1]
    assert part.left_out == (
        "code cell 2, code cell 3, code cell 4, code cell 5, code cell 6, code cell 7, "
        "code cell 8, code cell 9, code cell 10, code cell 11, code cell 12, code cell 13"
        " and 6 more cells"
    )
    assert view.rest()[0].left_out == "code cell 0"
    assert sum(len(piece) for cell in part.cells for piece in cell.pieces) <= ROOM


def test_what_two_tasks_share_is_shown_once() -> None:
    shared = section(NotebookCell("text cell 1", (MarkdownText("Both"),)))
    view = SectionViewBuilder(NotebookByTask({"1": (shared,), "2": (shared,)}))
    assert "Both" in view.part("1")[0].cells[0].pieces[0]
    assert view.part("2")[0].cells[0].pieces == ["<p>See task 1, which this belongs to, too.</p>"]


WRITTEN = NotebookByTask(
    {"1.1": (section(NotebookCell("text cell 1", (MarkdownText("My *answer*"),))),)},
    (section(NotebookCell("code cell 1", (PlainOutput("other"),))),),
)


def test_staff_read_it_beside_the_points_and_students_do_not() -> None:
    page = render(samples.EVERYTHING, View.STAFF, WRITTEN)
    assert "My <em>answer</em>" in page
    assert "The rest of the notebook" in page
    assert "img-src data:;" in page
    assert "My <em>" not in render(samples.EVERYTHING, View.STUDENT, WRITTEN)
    assert "img-src" not in render(samples.EVERYTHING, View.STUDENT, WRITTEN)
    assert "img-src" not in render(samples.EVERYTHING, View.STAFF)
    for_students = replace(samples.EVERYTHING, view=View.STUDENT)
    assert "My <em>" not in render(for_students, View.STAFF, WRITTEN)


SLOW: dict[str, NotebookPiece] = {
    "nested output": HtmlOutput("<div>" * 10_000),
    "tags that are dropped": HtmlOutput("<section><b>" * 4_000),
    "a table of one column": MarkdownText(
        "|" + "a|" * 3000 + "\n|" + "-|" * 3000 + "\n" + "a\n" * 4000
    ),
    "emphasis": MarkdownText("_*" * 10_000),
    "brackets": MarkdownText("[" * 20_000),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_hostile_pieces_are_given_up_in_the_end(name: str) -> None:
    """What takes long fills the room or uses up the tries, so that the time is bounded."""
    cells = [NotebookCell(f"code cell {n}", (SLOW[name],)) for n in range(2000)]
    (part,) = SectionViewBuilder(NotebookByTask({"1": (section(*cells),)}), room=200_000).part("1")
    assert part.left_out.endswith(" more cells")

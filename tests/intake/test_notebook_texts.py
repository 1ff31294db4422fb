"""What a notebook says beside its code is kept as bounded data, whatever is in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader import intake
from grader.intake import notebook_texts
from grader.model.notebook_texts_and_outputs import (
    HtmlOutput,
    MarkdownText,
    NotebookCell,
    NotebookPiece,
    OmittedOutput,
    Picture,
    PlainOutput,
)
from tests.intake.notebooks import book, code, encoded, png, shown, stream, text

PNG = encoded(png())


def read(*cells: Any) -> tuple[NotebookCell, ...]:
    return notebook_texts.read_cells_without_code([("alice.ipynb", book(*cells))])


def pieces(*found: dict[str, Any]) -> tuple[NotebookPiece, ...]:
    return next((cell.pieces for cell in read(code(*found))), ())


def test_cells_are_named_as_in_the_report_of_their_code() -> None:
    found = read(text("One"), code(), code(stream("two\n")), text("Three"))
    assert found == (
        NotebookCell("text cell 1", (MarkdownText("One"),)),
        NotebookCell("code cell 2", (PlainOutput("two\n"),)),
        NotebookCell("text cell 2", (MarkdownText("Three"),)),
    )


def test_the_best_form_of_an_output_is_taken() -> None:
    picture = Picture("png", png(), 3, 2)
    table = "<table><tr><td>1</td></tr></table>"
    assert pieces(shown(image_png=PNG, text_plain="<Figure>")) == (picture,)
    assert pieces(shown(text_html=table, text_plain="1")) == (HtmlOutput(table, "1"),)
    assert pieces(shown(text_html="<p>" * 50_000, text_plain="1")) == (PlainOutput("1"),)
    assert pieces(shown(text_markdown="*x*", text_plain="x")) == (MarkdownText("*x*"),)
    assert pieces(shown(text_plain=["a\n", "b"])) == (PlainOutput("a\nb"),)
    assert pieces(shown()) == ()


def test_what_is_printed_looks_as_on_a_terminal() -> None:
    assert pieces(stream("10 %\r50 %\r100 %\r\n"), stream(["do", "ne"])) == (
        PlainOutput("100 %\ndone"),
    )
    trace = {"output_type": "error", "traceback": ["\x1b[0;31mValueError\x1b[0m: no", "\x1b[2J"]}
    assert pieces(trace) == (PlainOutput("ValueError: no\n\x1b[2J"),)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (shown(image_svg__xml="<svg/>", text_plain="<Figure>"), "image/svg+xml, text/plain"),
        (shown(application_javascript="alert(1)"), "application/javascript"),
        (shown(image_gif=PNG), "image/gif"),
        (shown(image_png="%%%"), "it is damaged"),
        (shown(image_png=encoded(b"<svg/>")), "it is neither a PNG nor a JPEG"),
        (shown(image_jpeg=encoded(png(40_000, 40_000))), "40,000 × 40,000 pixels"),
        (shown(image_png="A" * 3_000_000), "it has more than 1,000,000 bytes"),
        (shown(image_png={"a": 1}), "it is neither a PNG nor a JPEG"),
        (shown(image_png="\ud800"), "it is damaged"),
    ],
)  # fmt: skip
def test_what_is_not_shown_is_said(output: dict[str, Any], said: str) -> None:
    (piece,) = pieces(output)
    assert isinstance(piece, OmittedOutput)
    assert said in piece.sentence


def test_a_picture_may_be_attached_to_a_text() -> None:
    (cell,) = read(text("![photo](attachment:photo.png)", photo=PNG))
    assert [type(piece) for piece in cell.pieces] == [MarkdownText, Picture]


def test_a_great_deal_is_cut_and_said_to_be() -> None:
    (long,) = pieces(*[stream("x" * 99 + "\n") for _ in range(2000)])
    assert isinstance(long, PlainOutput)
    assert "\n… 180,000 more characters …\n" in long.text
    assert len(long.text) < 21_000
    many = pieces(*[shown(image_png=PNG)] * 500)
    assert len(many) == notebook_texts.MAX_PIECES + 1
    assert many[-1] == OmittedOutput("Only the first 40 outputs are shown.")


def test_what_is_no_notebook_has_nothing_beside_its_code() -> None:
    for data in (b"", b"x = 1", b"{}", b"[]", b'{"cells": 3}', b"\xff\xfe\x00", b"[" * 100_000):
        assert notebook_texts.read_cells_without_code([("alice.py", data)]) == ()


def test_the_digest_of_a_submission_is_that_of_its_code(tmp_path: Path) -> None:
    bare, full = tmp_path / "1" / "a.ipynb", tmp_path / "2" / "a.ipynb"
    for path, cells in ((bare, [code()]), (full, [text("Prose"), code(stream("out"))])):
        path.parent.mkdir()
        path.write_bytes(book(*cells))
    one, other = intake.read_submission(bare), intake.read_submission(full)
    assert one.digest == other.digest
    assert one.beside != other.beside
    program = tmp_path / "a.py"
    program.write_text("x = 1\n")
    assert intake.read_submission(program).beside == ""


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just(PNG),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["cell_type", "source", "outputs", "output_type", "text", "data", "attachments",
                 "traceback", "image/png", "text/html", "text/plain", "text/markdown"]
            ),
            inner | st.sampled_from(["code", "markdown", "stream", "error", "display_data"]),
            max_size=5,
        )
    ),
    max_leaves=30,
)  # fmt: skip


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.lists(ANYTHING, max_size=4))
def test_any_notebook_is_read(cells: list[Any]) -> None:
    data = json.dumps({"cells": cells}).encode()
    for cell in notebook_texts.read_cells_without_code([("alice.ipynb", data)]):
        assert all(isinstance(piece, NotebookPiece) for piece in cell.pieces)

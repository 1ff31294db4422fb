"""Files without code are told before anything is graded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader import intake
from grader.intake import IntakeError
from grader.intake.text_decoding import UnreadableText, holds_code, read_text


def book(*sources: str, kind: str = "code") -> bytes:
    cells = [{"cell_type": kind, "source": each, "metadata": {}} for each in sources]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5}).encode()


@pytest.mark.parametrize(
    "source",
    ["", " \n\t\n", "# mine\n# too", "\ufeff# x", '"""All\nof it."""', "'a'; 'b' \n# c\n",
     "'''\ndef f():\n    return 1\n'''", 'r"""a\\b"""', '"a \\" b"', "''", '""', '""""""'],
)  # fmt: skip
def test_comments_and_strings_are_no_code(source: str) -> None:
    assert not holds_code(source, notebook=False)
    assert not holds_code(source, notebook=True)


@pytest.mark.parametrize(
    "source",
    ["x = 1", "pass", "...", "# a\nimport math", '"""never closed\n', "'one line\n'", "f'{x}'",
     '"""doc"""\ndef f(): ...', "a # b", '"" + ""', "%%writefile a.py\nx = 1"],
)  # fmt: skip
def test_anything_else_is(source: str) -> None:
    assert holds_code(source, notebook=False)
    assert holds_code(source, notebook=True)


@pytest.mark.parametrize("source", ["%matplotlib inline", "  !pip install numpy\n# x"])
def test_commands_to_jupyter_are_no_code_of_a_notebook(source: str) -> None:
    assert not holds_code(source, notebook=True)
    assert holds_code(source, notebook=False)


def test_a_long_text_is_looked_at_once() -> None:
    assert not holds_code("# x\n" * 200_000 + '"""' + '"" ' * 200_000 + '"""', notebook=False)
    assert holds_code('"""' + '"" ' * 200_000, notebook=False)
    assert holds_code("'" * 200_001, notebook=False)


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"PK\3\4x", "zip"), (b"%PDF-1.7", "PDF"), (b"\n <!DOCTYPE HTML><p>", "web page"),
     (b"<html>", "web page"), (b"{\\rtf1", "RTF"), (b"\x89PNG\r\n", "picture")],
)  # fmt: skip
def test_other_kinds_of_files_are_named(data: bytes, kind: str) -> None:
    with pytest.raises(UnreadableText, match=rf"is in fact a.*\b{kind}\b"):
        read_text(data)
    if kind != "picture":  # whose bytes are no letters, wherever they stand
        assert read_text(b"# " + data)[0].startswith("# ")


def test_only_characters_that_no_editor_writes_are_garbled() -> None:
    text, doubt = read_text("caf\xe9\t\f\v\x1a\x85\n".encode("latin-1"))
    assert text.startswith("caf\xe9")
    assert doubt
    with pytest.raises(UnreadableText, match="usual encoding"):
        read_text("caf\xe9\x02".encode("latin-1"))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.py", b"", "is empty"),
        ("a.py", b"# only\n", "no code"),
        ("a.py", b'"""def f(): return 1"""\n', "no code"),
        ("a.py", b"%PDF-1.4 \xe2\xe3", "a PDF document"),
        ("a.py", b"<!doctype html><title>404</title>", "a web page"),
        ("a.py", b"x = '\xe9\x02\x9d'\n", "save it as UTF-8"),
        ("a.py", b"\0\1\2", "binary"),
        ("a.ipynb", b"x = 1\n", "not a notebook"),
        ("a.ipynb", book("# nothing\n", "%matplotlib inline"), "no code in any code cell"),
        ("a.ipynb", book("def f(): ...", kind="markdown"), "no code in any code cell"),
        ("a.zip", b"x = 1\n", "not a readable zip archive"),
    ],
)
def test_what_holds_no_code_is_refused(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(IntakeError, match=words):
        intake.read_submission(path)

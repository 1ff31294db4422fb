"""Bytes to text: whatever an editor has saved is read, and what Python refuses is said."""

from __future__ import annotations

import codecs

import pytest

from grader.intake.text_decoding import decode_with_doubt

CODE = "def f(x):\n    return 'é'\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"# -*- coding: klingon -*-\n" + CODE.encode(), "declares the encoding klingon"),
        (b"\n# vim: set fileencoding=utf-9 :\n" + CODE.encode(), "declares the encoding utf-9"),
        (codecs.BOM_UTF8 + b"# coding: latin-1\n" + CODE.encode(), "begins with the mark of UTF-8"),
        (codecs.BOM_UTF16_LE + CODE.encode("utf-16-le"), "saved as UTF-16."),
        (codecs.BOM_UTF32_BE + CODE.encode("utf-32-be"), "saved as UTF-32."),
        (b"# coding: ascii\n" + CODE.encode(), "declares ascii, but is UTF-8"),
        (CODE.encode("utf-16-le"), "saved as UTF-16."),
        (CODE.encode("utf-16-be"), "saved as UTF-16."),
        (CODE.encode() + b"# " + b"." * 200 + b"\0\n", "NUL characters were left out"),
    ],
)
def test_what_python_itself_refuses_is_read_and_said(data: bytes, said: str) -> None:
    text, doubt = decode_with_doubt(data)
    assert CODE in text
    assert "\0" not in text
    assert said in doubt
    assert "Python itself refuses the file" in doubt


@pytest.mark.parametrize(
    "data",
    [
        CODE.encode(),
        codecs.BOM_UTF8 + b"# coding: utf-8\n" + CODE.encode(),
        b"# coding: latin-1\n" + CODE.encode("latin-1"),
        b"#!/usr/bin/python\n# coding: cp1252\n" + CODE.encode("cp1252"),
        b"x = 1\n# coding: klingon\n" + CODE.encode(),  # no declaration: code is before it
        b"\n\n# coding: klingon\n" + CODE.encode(),
        CODE.replace("\n", "\r").encode(),
        CODE.replace("\n", "\r\n").encode(),
    ],
)
def test_what_python_reads_is_not_doubted(data: bytes) -> None:
    text, doubt = decode_with_doubt(data)
    assert CODE in text
    assert doubt == ""

"""Texts of Python files and notebooks as editors, Jupyter and mischief leave them."""

from __future__ import annotations

import codecs

from tests.fuzz.case import Draw

_LINES = (
    "x = 1", "def f():", "    return 1", "# caf\u00e9 \u2211 \u4e2d", "'\U0001f600'", "\t", "", "{",
    "{}", '{"cells": []}', "\x00", "\x1b[31m", "\u202e", "\ufeff", "((((((((", "%%time", "!ls",
)  # fmt: skip
_CODECS = (
    "utf-8", "utf8", "UTF-8", "utf-8-sig", "utf8-sig", "utf_8_sig", "ascii", "us-ascii", "latin-1",
    "latin1", "iso-8859-1", "iso8859-15", "iso-8859-16", "iso_8859_2", "cp1252", "windows-1251",
    "cp437", "cp932", "cp949", "koi8-r", "koi8-u", "gbk", "gb2312", "gb18030", "big5", "shift_jis",
    "shiftjis", "euc-jp", "euc_kr", "mac-roman", "mac_roman", "utf-16", "utf-16-le", "utf-32",
    "utf-7", "rot13", "zip", "idna", "unicode_escape", "raw_unicode_escape", "mbcs", "klingon",
)  # fmt: skip
_MARKS = (
    codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE,
    codecs.BOM_UTF32_BE, b"",
)  # fmt: skip
_ENCODINGS = (
    "utf-8", "utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "latin-1", "gbk",
)  # fmt: skip
_SOURCES = (
    *('"x = 1"',) * 9, '["x = 1\\n", "y = 2"]', '["x = 1\\r\\n"]', '""', '" "', "[]", '["x", 5]',
    "5", "null", "true", "{}", '[["x"]]', '"\\ud800"', '"\\u0000"', '"\\r\\r\\n"', '"%%time\\nx"',
)  # fmt: skip
_NUMBERS = ("0", "-1", "4", "1e999", "NaN", "-Infinity", "9" * 5000, "1.5", "1E400", "-0")
_KEYS = (
    "cells", "worksheets", "cell_type", "source", "input", "metadata", "nbformat", "", "\\ud800",
)  # fmt: skip


def python_file(draw: Draw) -> bytes:
    """A Python file, sometimes declared or marked as in another encoding than its own."""
    lines = [draw.pick(_LINES[:6] if draw.chance(0.98) else _LINES) for _ in range(draw.few(12))]
    if draw.chance(0.4):
        cookie = draw.pick(("# -*- coding: {} -*-", "#coding={}", "# vim: fileencoding={}", "# {}"))
        lines.insert(draw.below(3), cookie.format(draw.pick(_CODECS)))
    text = draw.pick(("\n", "\n", "\r\n", "\r")).join(lines)
    return _encoded(text, draw)


def notebook(draw: Draw) -> bytes:
    """A notebook, a nearly right one, or another JSON text."""
    if draw.chance(0.01):
        return _long(draw)
    if draw.chance(0.1):
        return _encoded(_json(draw, 5), draw)
    cells = [_cell(draw) for _ in range(draw.few(8))]
    listed = f"[{','.join(cells)}]"
    if draw.chance(0.1):
        sheets = [f'{{"cells": {listed}}}', draw.pick(("7", '{"cells": {}}', "null"))]
        members = [f'"worksheets": [{",".join(sheets)}]']
    else:
        members = [f'"cells": {listed}']
    for _ in range(draw.below(4)):
        other = _json(draw, 2) if draw.chance(0.3) else draw.pick(_NUMBERS)
        members.insert(draw.below(2), f'"{draw.pick(_KEYS)}": {other}')
    return _encoded(f"{{{', '.join(members)}}}", draw)


def _cell(draw: Draw) -> str:
    if draw.chance(0.03):
        return _json(draw, 2)
    kind = draw.pick(('"code"',) * 6 + ('"markdown"', '"raw"', "null", '["code"]', '"Code"'))
    source = draw.pick(_SOURCES)
    key = "source" if draw.chance(0.9) else draw.pick(("input", "sources", ""))
    outputs = f', "outputs": [{_json(draw, 2)}]' if draw.chance(0.1) else ""
    return f'{{"cell_type": {kind}, "{key}": {source}{outputs}}}'


def _json(draw: Draw, room: int) -> str:
    shape = draw.below(6) if room else draw.below(3)
    if shape == 0:
        return draw.pick(_NUMBERS)
    if shape < 3:
        return draw.pick(_SOURCES)
    parts = [_json(draw, room - 1) for _ in range(draw.few(5) - 1)]
    if shape == 3:
        return f"[{','.join(parts)}]"
    return "{" + ",".join(f'"{draw.pick(_KEYS)}":{part}' for part in parts) + "}"


def _long(draw: Draw) -> bytes:
    """Deep, or of many parts, or one long string or number."""
    if draw.chance(0.3):
        levels = draw.few(30_000)
        opening, closing = draw.pick((("[", "]"), ('{"cells":', "}"), ('{"cells":[', "]}")))
        return (opening * levels + "0" + closing * levels).encode()
    # Up to what is read at all, but seldom: a case like that takes as long as a thousand others.
    size = draw.few(50_000) if draw.chance(0.97) else draw.few(17 << 20)
    piece = draw.pick(
        ("0,", "[],", "{},", '{"a":0},', '"",', '{"cell_type":"code","source":"x"},', "9", "\\n")
    )
    around = (
        '{"cells":"%s"}' if piece == "\\n" else '{"a":1%s}' if piece == "9" else '{"cells":[%s0]}'
    )
    return (around % (piece * (size // len(piece)))).encode()


def _encoded(text: str, draw: Draw) -> bytes:
    if draw.chance(0.9):
        return text.encode("utf-8", "surrogatepass")
    return draw.pick(_MARKS) + text.encode(draw.pick(_ENCODINGS), "replace")

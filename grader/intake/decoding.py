"""From bytes to text, for files saved by any editor on any system."""

from __future__ import annotations

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like UTF-16's mark, so it is looked for first
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_COOKIE = re.compile(rb"(?:[^\r\n]*\r?\n)?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)")
"""The declaration that PEP 263 allows on the first two lines."""

_DECLARABLE = re.compile(
    r"utf-?8|utf-8-sig|(us-)?ascii|latin-?1|iso-?8859-(1[013-6]?|[2-9])|(cp|windows-)125[0-8]"
    r"|cp(437|85[02]|949|932)|koi8-[ru]|gbk|gb2312|gb18030|big5|shift-?jis|euc-(jp|kr)|mac-roman"
)
"""Codecs that text editors write; naming any other loads no codec."""


def decode(data: bytes) -> tuple[str, str]:
    """The text with LF newlines, and a doubt about its encoding (empty if there is none)."""
    text, doubt = _decode(data)
    return text.replace("\r\n", "\n").replace("\r", "\n"), doubt


def _decode(data: bytes) -> tuple[str, str]:
    codecs_to_try = ["utf-8"]
    if cookie := _COOKIE.match(data):
        declared = cookie[1].decode("ascii", "replace").lower().replace("_", "-")
        if _DECLARABLE.fullmatch(declared):
            codecs_to_try.insert(0, declared)
    for mark, codec in _MARKS:
        if data.startswith(mark):
            data = data.removeprefix(mark)
            codecs_to_try = [codec]
            break
    for codec in codecs_to_try:
        try:
            return data.decode(codec), ""
        except UnicodeDecodeError:
            continue
    named = codecs_to_try[0].upper()
    return data.decode("latin-1"), f"The text is not valid {named}; it was read as Latin-1"

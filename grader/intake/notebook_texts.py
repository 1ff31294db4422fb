"""Reads the texts and outputs of a notebook, format 4, for people: nothing is run or decoded.

Code is not here: see :mod:`grader.intake.notebook_code`. A submission's digest does not depend on
what is read here, so that the same code is not graded twice.

Pictures are checked by their headers. What a browser will decode is bounded by the size in pixels
and the number of scans; comments, profiles, animations and whatever follows the end are dropped, so
that the bytes are a picture and nothing else. No fault of a decoder can be reached here.

Sources: the PNG specification (third edition), chunks; ITU T.81 (JPEG), annex B, markers.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from grader.intake import notebook_code
from grader.intake.accepted_files import MAX_ENTRIES
from grader.intake.intake_errors import IntakeError
from grader.intake.notebook_code import MAX_PARTS
from grader.intake.text_decoding import decode_with_doubt
from grader.model.notebook_texts_and_outputs import (
    HtmlOutput,
    MarkdownText,
    NotebookCell,
    NotebookPiece,
    OmittedOutput,
    Picture,
    PlainOutput,
)

MAX_TEXT = 20_000
"""Characters of one text; of a longer one the middle is left out."""
MAX_HTML = 50_000
"""Characters of one output in HTML."""
MAX_PIECES = 40
"""Outputs of a cell."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_TEXTS = ("markdown", "raw")
_PICTURES = ("image/png", "image/jpeg")


def read_cells_without_code(contents: Iterable[tuple[str, bytes]]) -> tuple[NotebookCell, ...]:
    """Return the text cells and outputs of the notebooks among these files, without their code."""
    found: list[NotebookCell] = []
    for name, data in contents:
        text, _ = decode_with_doubt(data)
        try:
            cells = notebook_code.all_cells(text, name)
        except IntakeError:
            continue
        found += _cells(cells[:MAX_ENTRIES])
    return tuple(found)


def _cells(cells: list[Any]) -> Iterator[NotebookCell]:
    texts = codes = 0
    for cell in cells:
        kind = cell.get("cell_type") if isinstance(cell, dict) else None
        if kind == "code":
            codes += 1
            outputs = cell.get("outputs")
            pieces = _outputs(outputs if isinstance(outputs, list) else [])
            if pieces:
                yield NotebookCell(f"code cell {codes}", pieces)
        elif kind in _TEXTS:
            texts += 1
            yield NotebookCell(f"text cell {texts}", tuple(_text(cell)))


def _text(cell: Mapping[str, Any]) -> Iterator[NotebookPiece]:
    yield MarkdownText(_bounded(_join_text(cell.get("source"))))
    attachments = cell.get("attachments")
    if isinstance(attachments, dict):
        for bundle in list(attachments.values())[:MAX_PIECES]:
            yield from _best_form_of_output(bundle if isinstance(bundle, dict) else {})


def _outputs(outputs: list[Any]) -> tuple[NotebookPiece, ...]:
    pieces: list[NotebookPiece] = []
    known = (output for output in outputs if isinstance(output, dict))
    # Python prints in small pieces.
    for is_stream, group in groupby(known, lambda output: output.get("output_type") == "stream"):
        if is_stream:
            pieces.append(
                _as_terminal_shows("".join(_join_text(output.get("text")) for output in group))
            )
            continue
        for output in group:
            pieces += _output(output)
            if len(pieces) > MAX_PIECES:
                break
    if len(pieces) > MAX_PIECES:
        pieces[MAX_PIECES:] = [OmittedOutput(f"Only the first {MAX_PIECES} outputs are shown.")]
    return tuple(pieces)


def _output(output: Mapping[str, Any]) -> list[NotebookPiece]:
    match output.get("output_type"):
        case "error":
            return [_as_terminal_shows(_join_text(output.get("traceback"), "\n"))]
        case "display_data" | "execute_result":
            data = output.get("data")
            return _best_form_of_output(data if isinstance(data, dict) else {})
    return []


def _best_form_of_output(bundle: Mapping[str, Any]) -> list[NotebookPiece]:
    """Return the best form of an output that a notebook holds in several forms."""
    for kind in _PICTURES:
        if kind in bundle:
            return [_picture(_join_text(bundle[kind]))]
    html, plain = _join_text(bundle.get("text/html")), _join_text(bundle.get("text/plain"))
    if html and len(html) <= MAX_HTML:
        return [HtmlOutput(html, _as_terminal_shows(plain).text)]
    if "text/markdown" in bundle:
        return [MarkdownText(_bounded(_join_text(bundle["text/markdown"])))]
    pictures = [kind for kind in bundle if kind.startswith("image/")]
    if plain and not pictures:
        return [_as_terminal_shows(plain)]
    kinds = ", ".join(sorted(kind[:40] for kind in bundle)[:5])
    return [OmittedOutput(f"An output of a kind that is not shown: {kinds}.")] if kinds else []


def _picture(encoded: str) -> NotebookPiece:
    try:
        if len(encoded) > 2 * MAX_BYTES:
            raise PictureError(f"it has more than {MAX_BYTES:,} bytes")
        return strip_picture(base64.b64decode("".join(encoded.split()), validate=True))
    except (binascii.Error, ValueError) as problem:
        why = str(problem) if isinstance(problem, PictureError) else "it is damaged"
        return OmittedOutput(f"A picture is not shown: {why}.")


def _as_terminal_shows(text: str) -> PlainOutput:
    r"""Return ``text`` as a terminal shows it: no colours, only text after a line's last ``\r``."""
    lines = _COLOUR.sub("", _bounded(text)).replace("\r\n", "\n").split("\n")
    return PlainOutput("\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines))


def _bounded(text: str) -> str:
    left_out = len(text) - MAX_TEXT
    if left_out <= 0:
        return text
    half = MAX_TEXT // 2
    return f"{text[:half]}\n… {left_out:,} more characters …\n{text[-half:]}"


def _join_text(text: Any, by: str = "") -> str:
    """Return a text that a notebook may hold as a list of lines; empty if it is no text."""
    if isinstance(text, list):
        text = by.join(line for line in text if isinstance(line, str))
    return text if isinstance(text, str) else ""


_TOKEN = re.compile(
    rb"""
    (?P<bulk> "(?:outputs|attachments)" \s*+ : \s*+ [\[{] )
    | " (?: [^"\\]++ | \\.? )*+ (?: " | \Z )
    | (?P<opening> [\[{] )
    | (?P<closing> [\]}] )
    """,
    re.VERBOSE | re.DOTALL,
)
"""Finds strings, in which nothing is looked at, and brackets: they tell where a value ends."""


def without_outputs(data: bytes) -> bytes:
    """Return the JSON of a notebook with all outputs and attachments empty.

    Nothing is decoded, so that this takes no more memory than what it returns. What is no JSON is
    none afterwards either.
    """
    if sum(data.count(mark) for mark in (b"[", b"{")) > MAX_PARTS:
        return data  # which is refused for that
    kept: list[bytes] = []
    start = depth = 0
    for token in _TOKEN.finditer(data):
        match token.lastgroup:
            case "bulk" if depth == 0:
                kept.append(data[start : token.end()])
                depth = 1
            case "bulk" | "opening" if depth > 0:
                depth += 1
            case "closing" if depth > 0:
                depth -= 1
                start = token.start()
    return data if not kept else b"".join([*kept, data[start:] if depth == 0 else b""])


MAX_BYTES = 1_000_000
"""Of one picture."""
MAX_PIXELS = 4_000_000
MAX_SIDE = 8_000
"""Pixels."""
MAX_SCANS = 32
"""Passes over a progressive JPEG; programs write about ten."""

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_NEEDS = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
_FRAMES = {0xC0, 0xC1, 0xC2}
"""Kinds of JPEG that browsers draw: baseline, extended and progressive."""
_OTHER_FRAMES = set(range(0xC3, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_NEEDS = _FRAMES | {0xC4, 0xDB, 0xDD, 0xDA, 0xE0, 0xEE}
"""Frame, tables, restart interval, scan; JFIF's and Adobe's words on colours."""


class PictureError(ValueError):
    """The error of a picture that is not shown; ``str()`` says why, as the end of a sentence."""


def strip_picture(data: bytes) -> Picture:
    """Return the picture in ``data`` without the parts that are not needed to draw it.

    Raises:
        PictureError: if it is none, or too large.
    """
    if len(data) > MAX_BYTES:
        raise PictureError(f"it has {len(data):,} bytes, and at most {MAX_BYTES:,} are shown")
    try:
        if data.startswith(_PNG):
            return _png(data)
        if data.startswith(b"\xff\xd8"):
            return _jpeg(data)
    except (struct.error, IndexError):
        raise PictureError("it is damaged") from None
    raise PictureError("it is neither a PNG nor a JPEG")


def _png(data: bytes) -> Picture:
    chunks = [chunk for chunk in _png_chunks(data) if chunk[0] in _PNG_NEEDS]
    names = [name for name, _ in chunks]
    # A second header could contradict the first.
    if names[:1] != [b"IHDR"] or names.count(b"IHDR") > 1 or b"IDAT" not in names:
        raise PictureError("it is damaged")
    width, height = struct.unpack(">II", chunks[0][1][:8])
    _bound(width, height)
    whole = b"".join(_chunk(name, body) for name, body in chunks)
    return Picture("png", _PNG + whole, width, height)


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the names and contents of a PNG's chunks, up to its end."""
    position, name = len(_PNG), b""
    while name != b"IEND":
        length, name = struct.unpack_from(">I4s", data, position)
        body = data[position + 8 : position + 8 + length]
        (checksum,) = struct.unpack_from(">I", data, position + 8 + length)
        if checksum != zlib.crc32(name + body):
            raise PictureError("it is damaged")
        yield name, body
        position += 12 + length


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _jpeg(data: bytes) -> Picture:
    kept, scans, size = [b"\xff\xd8"], 0, None
    for marker, segment in _jpeg_segments(data):
        if marker in _OTHER_FRAMES or (marker in _FRAMES and size is not None):
            raise PictureError("it is of a kind that browsers do not draw")
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", segment[5:9])
            size = width, height
            _bound(width, height)
        if marker == 0xDA:
            scans += 1
            if size is None:
                raise PictureError("it is drawn before it says how large it is")
            if scans > MAX_SCANS:
                raise PictureError(f"it is drawn in more than {MAX_SCANS} passes")
        if marker in _JPEG_NEEDS:
            kept.append(segment)
    if size is None or not scans:
        raise PictureError("it is damaged")
    return Picture("jpeg", b"".join(kept) + b"\xff\xd9", *size)


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield a JPEG's markers and segments, up to its end. A scan's segment includes its data."""
    position = 2
    while True:
        if data[position] != 0xFF:
            raise PictureError("it is damaged")
        marker = data[position + 1]
        if marker == 0xFF:  # any number of these may stand before a marker
            position += 1
            continue
        if marker == 0xD9:
            return
        (length,) = struct.unpack_from(">H", data, position + 2)
        end = position + 2 + length
        if length < 2 or end > len(data):
            raise PictureError("it is damaged")
        if marker == 0xDA:
            end = _end_of_scan(data, end)
        yield marker, data[position:end]
        position = end


def _end_of_scan(data: bytes, position: int) -> int:
    """Return where the scan's data ends: at the next marker that is no restart."""
    while True:
        position = data.find(b"\xff", position)
        if position < 0 or position + 1 >= len(data):
            raise PictureError("it is damaged")
        follower = data[position + 1]
        if follower != 0 and not 0xD0 <= follower <= 0xD7 and follower != 0xFF:
            return position
        position += 1 if follower == 0xFF else 2


def _bound(width: int, height: int) -> None:
    if not width or not height:
        raise PictureError("it is damaged")
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise PictureError(
            f"it has {width:,} × {height:,} pixels, and at most {MAX_PIXELS:,} are shown"
        )

"""Checks pictures of a notebook by their headers, and keeps only what is needed to draw them.

Nothing is decoded here, so that no fault of a decoder can be reached. What a browser will decode is
bounded by the size in pixels and the number of scans; comments, profiles, animations and whatever
follows the end are dropped, so that the bytes are a picture and nothing else.

Sources: the PNG specification (third edition), chunks; ITU T.81 (JPEG), annex B, markers.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from grader.model.notebook_content import Picture

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

"""Zip archives put together by hand, so that every field of every record can lie."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from tests.fuzz.case import Draw

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_SYMLINK, _FOLDER, _DEVICE = 0o120777 << 16, 0o040755 << 16 | 0x10, 0o020666 << 16
_NAMES = (
    b"a.py", b"hw/ps2.py", b"ps2.ipynb", b"A.PY", b"../../a.py", b"/etc/a.py", b"a.py/", b"a.py/.",
    b"a.py/..", b"C:\\a.py", b"a\\b.py", b".py", b".a.py", b"__init__.py", b"utils.py", b"a.txt",
    b"a\x00.py", b"a.py\x00", b"\x1b[2Ja.py", b"a\n.py", b"", b"/", b".",
    b"a." + b"p" * 300 + b".py", b"\xff\xfe.py", "é中.py".encode(), b"__MACOSX/._a.py", b"a.zip",
    b"x/" * 3000 + b"a.py", b"a.ipynb.",
)  # fmt: skip
_SHORT = (0, 1, 8, 12, 14, 20, 45, 63, 99, 0x800, 0x801, 0x8000, 0xFFFF)
_LONG = (0, 1, 22, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF, 1 << 20, 2000, 2001)
_EXTRAS = (
    b"", b"\x01\x00\x08\x00" + b"\xff" * 8, b"\x01\x00\x18\x00" + b"\xff" * 24, b"\x01\x00",
    b"\x01\x00\x10\x00" + b"\x00" * 16, b"\x01\x00\x20\x00" + b"\x01" * 32, b"\xff\xff\xff\xff",
    b"\x75\x70\x05\x00\x01\x00\x00\x00\x00", b"\x01\x00\x04\x00\xff\xff\xff\xff", b"\x00" * 40,
)  # fmt: skip


@dataclass(slots=True)
class _Entry:
    """What the archive says of one member, in both places; lists in the order of the record."""

    name: bytes
    body: bytes
    short: list[int]
    """Version, flags, method, time, date."""
    long: list[int]
    """Checksum, compressed and full size."""
    extra: bytes
    attributes: int


def archive(draw: Draw, members: list[bytes]) -> bytes:
    """An archive of ``members``, named at random; honest in half of the cases."""
    lying = draw.pick((0.0, 0.0, 0.1, 0.4))
    out = bytearray(draw.pick((b"", b"", b"#!/bin/sh\n", b"PK\x05\x06")) if lying else b"")
    central = bytearray()
    count = 0
    for content in members:
        name = draw.pick(_NAMES[:4]) if draw.chance(0.7) else draw.pick(_NAMES)
        entry = _entry(draw, name, content)
        offset = len(out)
        out += _local(_lied(entry, draw, lying)) + entry.body
        if lying and draw.chance(lying):
            offset = draw.pick(_LONG)
        central += _central(_lied(entry, draw, lying), offset)
        count += 1
    if draw.chance(0.01):
        central *= draw.few(30_000 // (len(central) or 1) + 1)
    end = [0, 0, count, count, len(central), len(out)]
    comment = draw.pick((b"", b"", b"", b"hello", b"PK\x05\x06" + b"\x00" * 18))
    for place in range(len(end)):
        if lying and draw.chance(lying / 2):
            end[place] = draw.pick(_SHORT) if place < 4 else draw.pick(_LONG)
    locator = b""
    if lying and draw.chance(lying / 4):
        locator = b"PK\x06\x06" + bytes(52) + b"PK\x06\x07" + bytes(16)
    return bytes(out + central + locator + _END.pack(b"PK\x05\x06", *end, len(comment)) + comment)


def _entry(draw: Draw, name: bytes, content: bytes) -> _Entry:
    method = 8 if draw.chance(0.6) else 0
    body = content
    if method:
        deflate = zlib.compressobj(1, zlib.DEFLATED, -15)
        body = deflate.compress(content) + deflate.flush()
    attributes = draw.pick((_SYMLINK, _FOLDER, _DEVICE, 0x10)) if draw.chance(0.1) else 0
    flags = 0x800 if draw.chance(0.2) else 0
    return _Entry(
        name, body, [20, flags, method, 0, 33], [zlib.crc32(content), len(body), len(content)],
        draw.pick(_EXTRAS) if draw.chance(0.1) else b"", attributes,
    )  # fmt: skip


def _lied(entry: _Entry, draw: Draw, lying: float) -> _Entry:
    if not lying or not draw.chance(lying):
        return entry
    short, long, extra = list(entry.short), list(entry.long), entry.extra
    for _ in range(draw.few(3)):
        if draw.chance(0.5):
            short[draw.below(len(short))] = draw.pick(_SHORT)
        else:
            long[draw.below(len(long))] = draw.pick(_LONG)
    if draw.chance(0.3):
        extra = draw.pick(_EXTRAS)
    return _Entry(entry.name, entry.body, short, long, extra, entry.attributes)


def _local(entry: _Entry) -> bytes:
    header = _LOCAL.pack(
        b"PK\x03\x04", *entry.short, *entry.long, len(entry.name), len(entry.extra)
    )
    return header + entry.name + entry.extra


def _central(entry: _Entry, offset: int) -> bytes:
    version, *rest = entry.short
    header = _CENTRAL.pack(
        b"PK\x01\x02", 20, version, *rest, *entry.long, len(entry.name), len(entry.extra), 0, 0, 0,
        entry.attributes, offset,
    )  # fmt: skip
    return header + entry.name + entry.extra


def bomb(draw: Draw) -> bytes:
    """Much of the same, so that a small archive holds a large member."""
    return draw.pick((b"#", b"\x00", b"x = 1\n")) * draw.few(3 << 20)

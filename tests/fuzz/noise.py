"""Damage to bytes that knows nothing of their meaning."""

from __future__ import annotations

from tests.fuzz.case import Draw

_BYTES = b'\x00\x01\x0a\x0d\x1a\x1b\x20"[\\]{},:0-9\x7f\x80\xc0\xe2\xfe\xff'
_LENGTHS = (0, 1, 3, 4, 0x7F, 0xFF, 0x100, 0x7FFF, 0xFFFF, 0x10000, 0x1FFFFF, 0x200000, 0x200001)
_LARGE = (0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)
_TOKENS = (
    b"null", b"true", b"NaN", b"-Infinity", b"1e999", b"-0", b"1" * 20, b"9" * 400, b"{}", b"[]",
    b'{"d":[]}', b'{"s":[', b'"f":', b"[0,", b"[1,", b'""', b'"\\ud800"', b'"\\udc00', b"\\u",
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\r\n", b"PK\x01\x02", b"PK\x03\x04",
    b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07", b"../", b".py", b"\x1b[31m", b"\xe2\x80\xae",
)  # fmt: skip
MOST = 1 << 16
"""Bytes to which repetition may blow an input up."""


def damaged(data: bytes, draw: Draw, other: bytes = b"") -> bytes:
    """``data`` after a few accidents; ``other`` is what pieces may come from."""
    for _ in range(draw.few(8)):
        data = draw.pick(_ACCIDENTS)(data, draw, other)
    return data


def _flip(data: bytes, draw: Draw, _other: bytes) -> bytes:
    if not data:
        return data
    at = draw.below(len(data))
    return data[:at] + bytes([data[at] ^ 1 << draw.below(8)]) + data[at + 1 :]


def _replace(data: bytes, draw: Draw, _other: bytes) -> bytes:
    at = draw.below(len(data) + 1)
    return data[:at] + bytes([draw.pick(_BYTES)]) + data[at + 1 :]


def _insert(data: bytes, draw: Draw, _other: bytes) -> bytes:
    at = draw.below(len(data) + 1)
    return data[:at] + draw.pick(_TOKENS) + data[at:]


def _overwrite(data: bytes, draw: Draw, _other: bytes) -> bytes:
    token = draw.pick(_TOKENS)
    at = draw.below(len(data) + 1)
    return data[:at] + token + data[at + len(token) :]


def _delete(data: bytes, draw: Draw, _other: bytes) -> bytes:
    at = draw.below(len(data) + 1)
    return data[:at] + data[at + draw.few(64) :]


def _cut(data: bytes, draw: Draw, _other: bytes) -> bytes:
    at = draw.below(len(data) + 1)
    return data[:at] if draw.chance(0.8) else data[at:]


def _repeat(data: bytes, draw: Draw, _other: bytes) -> bytes:
    at = draw.below(len(data) + 1)
    piece = data[at : at + draw.few(32)]
    times = min(draw.few(2000), (MOST - len(data)) // (len(piece) or 1))
    return data[:at] + piece * times + data[at:]


def _splice(data: bytes, draw: Draw, other: bytes) -> bytes:
    source = other or data
    start = draw.below(len(source) + 1)
    at = draw.below(len(data) + 1)
    skipped = draw.few(64) if draw.chance(0.5) else 0
    return data[:at] + source[start : start + draw.few(256)] + data[at + skipped :]


def _lie(data: bytes, draw: Draw, _other: bytes) -> bytes:
    """Overwrite what may be a length."""
    size = draw.pick((2, 4, 4, 8))
    number = draw.pick(_LENGTHS if draw.chance(0.7) else _LARGE)
    if size == 8 and draw.chance(0.5):
        number = number << 32 | number
    number &= (1 << 8 * size) - 1
    written = number.to_bytes(size, "little" if draw.chance(0.5) else "big")
    at = draw.below(len(data) + 1)
    return data[:at] + written + data[at + size :]


_ACCIDENTS = (_flip, _replace, _insert, _overwrite, _delete, _cut, _repeat, _splice, _lie)

"""The decoder of values and the cutter of frames, as the trusted side uses them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any

from grader import wire
from tests.fuzz import wire_values
from tests.fuzz.case import Bounds, Case, Draw
from tests.fuzz.noise import damaged
from tests.fuzz.same import same

CODEC = wire.Codec(wire_values.ENUMS)
LIMIT = 4096
"""Bytes of a frame in streams of frames, so that many are too long."""
_LIES = (0, 1, LIMIT - 1, LIMIT, LIMIT + 1, 0x7FFFFFFF, 0xFFFFFFFF)
_KINDS = (*(type(None), bool, int, float, str, bytes), *(list, tuple, set, frozenset, dict))


class WireTarget:
    """Decodes ``text`` and cuts ``stream``."""

    name = "wire"
    bounds = Bounds(cpu_seconds=3.0, memory_bytes=256 << 20)

    def prepare(self, place: Path) -> None:
        """See :class:`tests.fuzz.case.Target`."""

    def case(self, draw: Draw) -> Case:
        """See :class:`tests.fuzz.case.Target`."""
        if draw.chance(0.2):
            return Case("stream", stream(draw))
        data = wire_values.text(draw)
        if draw.chance(0.3) and len(data) < 100_000:
            data = damaged(data, draw, wire_values.text(draw)[:4096])
        return Case("text", data)

    def run(self, case: Case) -> str:
        """See :class:`tests.fuzz.case.Target`."""
        return run_stream(case.data) if case.kind == "stream" else run_text(case.data)


def stream(draw: Draw) -> bytes:
    """Frames one after another, some of which lie about their length."""
    frames = []
    for _ in range(draw.few(8)):
        body = wire_values.text(draw)[: LIMIT + 5] if draw.chance(0.7) else bytes(draw.few(LIMIT))
        length = len(body)
        if draw.chance(0.15):
            length = draw.pick((*_LIES, length - 1 if length else 0, length + 1))
        frames.append(length.to_bytes(4, "big") + body)
    data = b"".join(frames)
    return damaged(data, draw) if draw.chance(0.2) else data


def run_text(data: bytes) -> str:
    """What is decoded must be of the protocol's types, and must survive being sent again."""
    try:
        value = CODEC.decode(data)
    except wire.WireError as error:
        said = str(error)
        assert said.isprintable(), said
        assert len(said) < 200, said
        return "refused"
    check_types(value)
    try:
        sent = CODEC.encode(value)
    except wire.Untransferable:
        # What is decoded may be a little larger and deeper than what is encoded.
        return "too large to be sent"
    assert same(CODEC.decode(sent), value), "sent again, the value arrives as a different one"
    return "value"


def check_types(value: Any) -> None:
    """Nothing but exact built-in types and members of known enumerations."""
    layer = [value]
    while layer:
        for part in layer:
            kind = type(part)
            assert kind in _KINDS or issubclass(kind, Enum), kind
        layer = [inner for part in layer for inner in _parts(part)]


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, list | tuple | set | frozenset):
        return value
    return [*value.keys(), *value.values()] if isinstance(value, dict) else ()


def run_stream(data: bytes) -> str:
    """However a stream is cut, the same frames must come out of it and the same end."""
    draw = Draw(zlib.crc32(data))
    pieces, rest = [], data
    while rest:
        size = draw.few(len(rest))
        pieces.append(rest[:size])
        rest = rest[size:]
    whole = _frames([data])
    assert _frames(pieces) == whole, "cut into pieces, the stream has other frames"
    return "bad stream" if whole[1] else "stream"


def _frames(pieces: list[bytes]) -> tuple[list[bytes], bool]:
    """The frames in a stream, and whether it ends with one that is refused."""
    reader = wire.FrameReader(LIMIT)
    bodies: list[bytes] = []
    for piece in [*pieces, b""]:
        try:
            bodies += reader.feed(piece)
        except wire.WireError:
            return bodies, True
        assert len(reader._buffer) <= 4 + max(LIMIT, len(piece)), "it keeps too much"
    return bodies, False

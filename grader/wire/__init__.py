"""Defines the narrow wire between the trusted side and the sandbox: frames and plain values.

Both sides import this package, so it needs nothing but the standard library, and little of that:
``dataclasses`` alone would take a tenth of a sandbox's start. Whatever arrives is hostile until it
is decoded: sizes are checked before anything is scanned, and only exact built-in types, members of
known enumerations, the kinds of function reference and arrays of such values exist here. There
is no way to say "passed", and nothing is ever executed or unpickled.

A frame is a 4-byte big-endian length and that many bytes of ASCII JSON. In a value, JSON's own
``null``, booleans, strings and integers up to 53 bits stand for themselves. A JSON array begins
with 0 if it is a list and with 1 if it is a tuple. Every other type is an object with exactly one
key, its tag. NumPy's arrays and scalars in answers travel as the plain values they hold, and an
argument that is an :class:`Array` becomes NumPy's inside. Everything else arrives as it was sent,
but for a text in which two lone surrogates side by side make up a character: that character
arrives.
"""

from __future__ import annotations

from grader.wire.array_description import Array
from grader.wire.codec import Codec
from grader.wire.frames import (
    MAX_FRAME,
    TOO_LONG,
    FrameReader,
    WireError,
    frame_bytes,
    frame_text,
    read_frame,
    write_frames,
)
from grader.wire.json_parser import MAX_LEVELS, parse
from grader.wire.wire_values import (
    MAX_ARRAY_BYTES,
    MAX_COLLISIONS,
    MAX_DEPTH,
    MAX_INT_BITS,
    MAX_NODES,
    MAX_PAIRS,
    TOO_MANY,
    InjectedFunction,
    LentFunctionHandle,
    OwnFunction,
    Untransferable,
    describe_type,
)

__all__ = [
    "MAX_ARRAY_BYTES",
    "MAX_COLLISIONS",
    "MAX_DEPTH",
    "MAX_FRAME",
    "MAX_INT_BITS",
    "MAX_LEVELS",
    "MAX_NODES",
    "MAX_PAIRS",
    "TOO_LONG",
    "TOO_MANY",
    "Array",
    "Codec",
    "FrameReader",
    "InjectedFunction",
    "LentFunctionHandle",
    "OwnFunction",
    "Untransferable",
    "WireError",
    "describe_type",
    "frame_bytes",
    "frame_text",
    "parse",
    "read_frame",
    "write_frames",
]

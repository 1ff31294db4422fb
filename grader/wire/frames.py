"""Reads and writes frames: a 4-byte big-endian length and that many bytes."""

from __future__ import annotations

import os
import struct

MAX_FRAME = 1 << 21
"""Bytes in one frame that the untrusted side may send, header excluded."""
TOO_LONG = f"bytes where {MAX_FRAME} are allowed"
"""What is said of an answer that has more, after how many it has."""

_HEADER = struct.Struct(">I")


class WireError(ValueError):
    """The error of bytes that are no frame or no value of this protocol."""


def frame_text(body: str) -> bytes:
    """Return ``body`` (ASCII) as one frame."""
    return frame_bytes(body.encode("ascii"))


def frame_bytes(body: bytes) -> bytes:
    """Return ``body`` as one frame."""
    return _HEADER.pack(len(body)) + body


class FrameReader:
    """A reader that cuts a stream of bytes into frames.

    Raises:
        WireError: from :meth:`feed`, as soon as a header announces more than ``limit`` bytes and
            all frames ahead of it have been returned.
    """

    def __init__(self, limit: int = MAX_FRAME) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Take in ``data``, and return the bodies of all frames that are now complete."""
        self._buffer += data
        bodies: list[bytes] = []
        while len(self._buffer) >= _HEADER.size:
            (length,) = _HEADER.unpack_from(self._buffer)
            if length > self.limit:
                if bodies:
                    break  # what came before is not lost; the next call raises
                raise WireError(f"a frame of {length} bytes is announced; {self.limit} are allowed")
            end = _HEADER.size + length
            if len(self._buffer) < end:
                break
            bodies.append(bytes(self._buffer[_HEADER.size : end]))
            del self._buffer[:end]
        return bodies


def read_frame(fd: int) -> bytes | None:
    """Return the body of the next frame of a blocking descriptor; ``None`` at its end."""
    header = _read(fd, _HEADER.size)
    return None if header is None else _read(fd, *_HEADER.unpack(header))


def write_frames(fd: int, *bodies: bytes) -> None:
    """Write ``bodies`` as frames to a blocking descriptor.

    Raises:
        OSError: if nobody reads them any more.
    """
    data = memoryview(b"".join(map(frame_bytes, bodies)))
    while data:
        data = data[os.write(fd, data) :]


def _read(fd: int, size: int) -> bytes | None:
    data = bytearray()
    while len(data) < size:
        chunk = os.read(fd, size - len(data))
        if not chunk:
            return None
        data += chunk
    return bytes(data)

"""Notebooks for tests: cells as Jupyter writes them, and pictures made byte by byte."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import Any


def text(source: str, **attachments: str) -> dict[str, Any]:
    """A text cell; attachments are pictures in base64, by the stem of their names."""
    bundles = {f"{name}.png": {"image/png": data} for name, data in attachments.items()}
    return {"cell_type": "markdown", "source": source, "attachments": bundles}


def code(*outputs: dict[str, Any], source: str = "1 + 1") -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs), "metadata": {}}


def stream(printed: str | list[str]) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": printed}


def shown(**data: Any) -> dict[str, Any]:
    """An output of several forms: ``image_png`` is ``image/png``."""
    forms = {kind.replace("_", "/", 1).replace("__", "+"): form for kind, form in data.items()}
    return {"output_type": "display_data", "data": forms, "metadata": {}}


def book(*cells: dict[str, Any]) -> bytes:
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}).encode()


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(
    width: int = 3, height: int = 2, *extra: bytes, behind: bytes = b"", rows: int = 0
) -> bytes:
    """A grey picture, with further chunks ahead of its data and bytes behind its end."""
    pixels = zlib.compress((b"\0" + b"\x7f" * min(width, 3000)) * (rows or min(height, 3000)))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = [chunk(b"IHDR", header), *extra, chunk(b"IDAT", pixels), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + behind


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def frame(width: int, height: int, marker: int = 0xC0) -> bytes:
    return segment(marker, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00")


SCAN = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + b"\x12\xff\x00\x34\xff\xd0\x56"


def jpeg(*segments: bytes) -> bytes:
    """The frame of a picture; it has no tables, so that no program draws it."""
    return b"\xff\xd8" + b"".join(segments) + b"\xff\xd9"

"""Pictures of a notebook are what their headers say, and nothing besides."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from grader.intake.notebook_texts import MAX_BYTES, MAX_SCANS, PictureError, strip_picture
from tests.intake.notebooks import SCAN, chunk, frame, jpeg, png, segment

PROPERTY = settings(derandomize=True, deadline=None, max_examples=300)


def drawn(kind: str, **options: object) -> bytes:
    """A real picture, as programs write them."""
    image = Image.linear_gradient("L").convert("RGB").resize((40, 30))
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def pixels(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGBA").tobytes()


REAL = {
    "png": drawn("PNG"),
    "interlaced": drawn("PNG", interlace=1),
    "jpeg": drawn("JPEG"),
    "progressive": drawn("JPEG", progressive=True, comment=b"<script>", quality=95),
    "restarts": drawn("JPEG", restart_marker_blocks=1),
}


@pytest.mark.parametrize("name", REAL)
def test_a_real_picture_looks_as_before(name: str) -> None:
    data = REAL[name]
    found = strip_picture(data + b"<script>alert(1)</script>")
    assert (found.width, found.height) == (40, 30)
    assert pixels(found.data) == pixels(data)
    assert b"script" not in found.data
    assert strip_picture(found.data) == found


def test_what_nobody_needs_is_gone() -> None:
    secret = b"<html><script>alert(1)</script>"
    carrying = png(
        3, 2, chunk(b"tEXt", secret), chunk(b"iCCP", secret), chunk(b"acTL", b"\0" * 8),
        behind=secret,
    )  # fmt: skip
    assert strip_picture(carrying).data == png(3, 2)
    segments = segment(0xFE, secret), segment(0xE1, secret), segment(0xED, secret)
    assert strip_picture(jpeg(*segments, frame(3, 2), SCAN) + secret).data == jpeg(
        frame(3, 2), SCAN
    )


DAMAGED = "it is damaged"
REFUSED = {
    "nothing": (b"", "it is neither a PNG nor a JPEG"),
    "svg": (b"<svg onload='alert(1)'/>", "it is neither a PNG nor a JPEG"),
    "gif": (b"GIF89a/*", "it is neither a PNG nor a JPEG"),
    "large": (png(behind=b"\0" * MAX_BYTES), "bytes, and at most 1,000,000 are shown"),
    "bomb": (png(50_000, 50_000), "it has 50,000 × 50,000 pixels"),
    "long": (png(1, 9_000), "it has 1 × 9,000 pixels"),
    "bomb in JPEG": (jpeg(frame(60_000, 60_000), SCAN), "it has 60,000 × 60,000 pixels"),
    "flat": (png(0, 5), DAMAGED),
    "flat JPEG": (jpeg(frame(5, 0), SCAN), DAMAGED),
    "cut off": (png()[:-5], DAMAGED),
    "checksum": (png()[:-1] + b"\0", DAMAGED),
    "two headers": (png(3, 2, png(9_999, 9_999)[8:33]), DAMAGED),
    "only a start": (b"\x89PNG\r\n\x1a\n", DAMAGED),
    "no pixels": (png()[:33] + chunk(b"IEND", b""), DAMAGED),
    "two frames": (jpeg(frame(3, 2), frame(3, 2), SCAN), "of a kind that browsers do not draw"),
    "arithmetic": (jpeg(frame(3, 2, 0xC9), SCAN), "of a kind that browsers do not draw"),
    "passes": (jpeg(frame(3, 2, 0xC2), *[SCAN] * (MAX_SCANS + 1)), "more than 32 passes"),
    "no frame": (jpeg(SCAN), "before it says how large it is"),
    "no scan": (jpeg(frame(3, 2)), DAMAGED),
    "no end": (jpeg(frame(3, 2), SCAN)[:-2], DAMAGED),
    "no marker": (b"\xff\xd8\x00", DAMAGED),
    "long segment": (b"\xff\xd8" + segment(0xFE, b"")[:3] + b"\xff", DAMAGED),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_picture_to_be_shown(name: str) -> None:
    data, reason = REFUSED[name]
    with pytest.raises(PictureError) as refusal:
        strip_picture(data)
    assert reason in str(refusal.value)


@PROPERTY
@given(
    st.sampled_from(sorted(REAL)).map(REAL.__getitem__),
    st.lists(st.tuples(st.integers(0, 2000), st.binary(max_size=3)), max_size=4),
    st.integers(0, 3000),
)
@example(b"\xff\xd8\xff", [], 3)
@example(b"\xff\xd8" + b"\xff" * 50, [], 52)
def test_any_damage_is_a_picture_within_bounds_or_refused(
    data: bytes, changes: list[tuple[int, bytes]], length: int
) -> None:
    spoilt = bytearray(data)
    for at, by in changes:
        spoilt[at : at + len(by)] = by
    try:
        found = strip_picture(bytes(spoilt[:length]))
    except PictureError:
        return
    assert found.width * found.height <= 4_000_000
    assert strip_picture(found.data) == found

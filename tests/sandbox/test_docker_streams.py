"""The one stream in which an engine sends both outputs of a container."""

from __future__ import annotations

import struct

from hypothesis import given
from hypothesis import strategies as st

from grader.sandbox.docker.container import KEPT_COMPLAINTS, AttachedStreamParser

PIECES = st.lists(st.tuples(st.sampled_from([1, 2]), st.binary(max_size=40)))


def sent(pieces: list[tuple[int, bytes]]) -> bytes:
    return b"".join(struct.pack(">BxxxI", kind, len(data)) + data for kind, data in pieces)


@given(PIECES, st.integers(1, 30))
def test_both_outputs_arrive_however_the_stream_is_cut(
    pieces: list[tuple[int, bytes]], size: int
) -> None:
    stream, streams = sent(pieces), AttachedStreamParser()
    chunks = [stream[at : at + size] for at in range(0, len(stream), size)]
    output = b"".join(streams.feed(chunk) for chunk in chunks)
    assert output == b"".join(data for kind, data in pieces if kind == 1)
    assert streams.complaints == b"".join(data for kind, data in pieces if kind == 2)


def test_only_the_end_of_long_complaints_is_kept() -> None:
    streams = AttachedStreamParser()
    for number in range(1000):
        assert streams.feed(sent([(2, b"%04d " % number * 10)])) == b""
    assert len(streams.complaints) == KEPT_COMPLAINTS
    assert streams.complaints.endswith(b"0999 ")

"""What holds for all values and all bytes on the wire; drawn by hypothesis, the same every time.

The fuzzers in tests/fuzz try the same properties on millions of cases.
"""

from __future__ import annotations

import contextlib
import json
import math
from enum import Enum
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader import wire
from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import CallEnding
from grader.sandbox.call_request import Call
from grader.sandbox.reply_parsing import ReplyParser
from grader.wire import Codec, FrameReader, Untransferable, WireError
from tests.fuzz.case import Draw
from tests.fuzz.reply_target import ReplyTarget
from tests.fuzz.same import same, spelt
from tests.fuzz.wire_target import WireTarget, check_types


class Side(Enum):
    LEFT = "l"
    RIGHT = "r"


CODEC = Codec({"game.Side": Side})
READING = ReplyParser(CODEC, "n")
CALL = Call("f", (), {}, 0, CallLimits(1.0, 1.0))
# One failure is enough: to look for others among values as large as these takes an hour.
PROPERTY = settings(derandomize=True, deadline=None, max_examples=150, report_multiple_bugs=False)

numbers = (
    st.integers()
    | st.integers(-(2**70), 2**70)
    | st.sampled_from([1, -1]).map(lambda sign: sign * ((1 << wire.MAX_INT_BITS) - 1))
    | st.sampled_from([2**53 + step for step in (-1, 0, 1)])
    | st.sampled_from([-(2**53) + step for step in (-1, 0, 1)])
)
floats = st.floats() | st.sampled_from([0.0, -0.0, math.nan, math.inf, -math.inf, 5e-324])
texts = st.text(st.characters(exclude_categories=[])) | st.text(
    st.sampled_from("\ud800\udbff\udc00\udfff\U00010000a\0\x7f\u2028"), max_size=6
)
scalars = st.none() | st.booleans() | numbers | floats | texts | st.binary() | st.sampled_from(Side)
hashables = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=4),
    max_leaves=8,
)
values = st.recursive(
    hashables | st.sets(hashables, max_size=4),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.lists(inner, max_size=5).map(tuple)
        | st.dictionaries(hashables, inner, max_size=4)
    ),
    max_leaves=25,
)


def joined(value: Any) -> Any:
    """``value`` with surrogates side by side made the character that they are to JSON."""
    if type(value) is str:
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    if type(value) is dict:
        return {joined(key): joined(item) for key, item in value.items()}
    if type(value) in {list, tuple, set, frozenset}:
        return type(value)(map(joined, value))
    return value


@pytest.mark.slow
@PROPERTY
@given(values)
@example([math.nan, -0.0, {math.nan: math.nan}, (math.nan,)])
@example({1: "int", "1": "str", 1.5: "float", None: "none", (): "tuple"})
@example("\ud800\udc00")
def test_every_value_arrives_as_it_was_sent(value: Any) -> None:
    sent = CODEC.encode(value)
    assert sent.isascii()
    assert same(CODEC.decode(sent), joined(value))
    assert same(CODEC.decode(sent.encode()), joined(value))
    assert same(CODEC.revive(CODEC.tree(value)), value)


@pytest.mark.slow
@PROPERTY
@given(values, values)
def test_values_are_alike_exactly_if_they_are_spelt_alike(one: Any, other: Any) -> None:
    assert same(one, one)
    assert same(one, other) == (spelt(one) == spelt(other))


def test_nearly_the_same_is_not_the_same() -> None:
    near: list[Any] = [0, False, 0.0, -0.0, "0", b"0", None, [], (), {}, set(), frozenset(), [0]]
    for place, one in enumerate(near):
        assert [same(one, other) for other in near].index(True) == place


@PROPERTY
@given(st.lists(st.binary(max_size=40), max_size=6), st.binary(max_size=40), st.data())
def test_frames_do_not_depend_on_the_pieces(
    bodies: list[bytes], rest: bytes, data: st.DataObject
) -> None:
    stream = b"".join(map(wire.frame_bytes, bodies)) + rest
    whole, cut = FrameReader(limit=30), FrameReader(limit=30)
    once = taken(whole, [stream])
    pieces = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        pieces.append(stream[:size])
        stream = stream[size:]
    assert taken(cut, pieces) == once


def taken(reader: FrameReader, pieces: list[bytes]) -> tuple[list[bytes], str]:
    frames: list[bytes] = []
    try:
        for piece in [*pieces, b""]:
            frames += reader.feed(piece)
    except WireError as refused:
        return frames, str(refused)
    return frames, ""


@PROPERTY
@given(st.binary(max_size=400) | st.text(max_size=400).map(lambda text: text.encode("utf-8")))
@example(b"\xef\xbb\xbf0")
@example(b"\x00")
def test_bytes_are_a_value_or_refused(data: bytes) -> None:
    try:
        value = CODEC.decode(data)
    except WireError:
        return
    check_types(value)


@PROPERTY
@given(st.text(max_size=200))
def test_texts_are_a_value_or_refused(text: str) -> None:
    try:
        value = CODEC.decode(text)
    except WireError:
        return
    check_types(value)


json_trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(-(2**64), 2**64) | st.floats()
    | st.text(max_size=8) | st.sampled_from(["game.Side", "LEFT", "0x1p3", "nan", "-ff", "AAEC"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.lists(inner, max_size=3).map(lambda items: [0, *items])
        | st.lists(inner, max_size=3).map(lambda items: [1, *items])
        | st.tuples(st.sampled_from([0, 1, 2]), inner, inner).map(list)
        | st.dictionaries(
            st.sampled_from(["d", "s", "z", "f", "i", "b", "e", "x", "own", "t", "o"])
            | st.text(max_size=2),
            inner, max_size=2,
        )
    ),
    max_leaves=30,
)  # fmt: skip


@PROPERTY
@given(json_trees)
@example({"d": [{"z": []}, {"s": [{"z": [{"f": "nan"}]}]}]})
@example([0, {"d": [[1], 2]}])
def test_json_is_a_value_that_can_be_sent_on_or_refused(tree: Any) -> None:
    with contextlib.suppress(WireError):
        Codec({}, lambda reference: reference).decode(json.dumps(tree))
    try:
        value = CODEC.decode(json.dumps(tree))
    except WireError:
        return
    check_types(value)
    try:
        sent = CODEC.encode(value)
    except Untransferable:
        return
    assert same(CODEC.decode(sent), value)


answer_bodies = st.binary(max_size=100) | json_trees.map(lambda tree: json.dumps(tree).encode())


@PROPERTY
@given(
    st.lists(answer_bodies, max_size=3),
    st.sampled_from(["answered", "cpu", "wall", "memory", "output", "breach", "template_died"]),
)
def test_any_reply_is_an_outcome_of_each_call(answers: list[bytes], outcome: str) -> None:
    reply = {"outcome": outcome, "answers": answers, "cpu": None, "wall": 0.1}
    outcomes = READING.outcomes(reply, [CALL] * 3)
    assert 1 <= len(outcomes) <= max(1, len(answers))
    assert all(isinstance(one.ending, CallEnding) for one in outcomes)


@settings(PROPERTY, max_examples=300)
@given(st.integers(0, 2**40))
def test_the_fuzzers_own_cases(number: int) -> None:
    """Hypothesis picks other cases than a run that counts from 0."""
    draw = Draw()
    target = WireTarget()
    draw.begin(1, number)
    target.run(target.case(draw))


@settings(PROPERTY, max_examples=200)
@given(st.integers(0, 2**40))
def test_the_fuzzers_own_replies(number: int) -> None:
    draw = Draw()
    draw.begin(1, number)
    target = ReplyTarget()
    case = target.case(draw)
    if case.kind == "call":  # loading takes a greeting, which workers do without
        target.run(case)

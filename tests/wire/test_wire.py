from __future__ import annotations

import json
import math
import struct
import sys
from collections import Counter, OrderedDict, namedtuple
from enum import Enum, IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import wire
from grader.wire import Codec, FrameReader, InjectedFunction, OwnFunction, Untransferable, WireError
from tests.fuzz.same import same


class Side(Enum):
    LEFT = "l"
    RIGHT = "r"
    ALSO_LEFT = "l"  # noqa: PIE796 - an alias is what is tested


class Foreign(Enum):
    ONE = 1


CODEC = Codec({"game.Side": Side})

CORNERS = [
    -0.0,
    math.inf,
    -math.inf,
    5e-324,
    True,
    1,
    1.0,
    2**53,
    2**53 + 1,
    -(2**53) - 1,
    2**61 - 1,
    (1 << wire.MAX_INT_BITS) - 1,
    1 - (1 << wire.MAX_INT_BITS),
    "",
    "\ud800",
    "\udfff and \ud800",
    "\x00\x1b[31m\u202e",
    "𐀀",
    (),
    [],
    [()],
    ([],),
    {(1, (2,)): [3]},
    frozenset({frozenset()}),
    Side.RIGHT,
]


@pytest.mark.parametrize("place", range(len(CORNERS)))
def test_corner_values(place: int) -> None:
    value = CORNERS[place]
    assert same(CODEC.decode(CODEC.encode(value)), value)
    assert same(CODEC.revive(CODEC.tree(value)), value)


def test_an_alias_of_a_member_is_the_member() -> None:
    assert CODEC.decode(CODEC.encode(Side.ALSO_LEFT)) is Side.LEFT


class LyingTuple(tuple[int, int]):
    __slots__ = ()

    def __iter__(self) -> Any:
        return iter([3, 4])

    def __getitem__(self, place: Any) -> Any:
        return 5

    def __len__(self) -> int:
        return 6


class LyingList(list[int]):
    __iter__ = LyingTuple.__iter__
    __getitem__ = LyingTuple.__getitem__
    __len__ = LyingTuple.__len__


def test_tuples_and_lists_with_methods_of_their_own_are_what_they_look_like() -> None:
    arrived = CODEC.decode(CODEC.encode([Point(1, 2), LyingTuple((1, 2)), LyingList((1, 2))]))
    assert arrived == [(1, 2), (1, 2), [1, 2]]
    assert [type(value) for value in arrived] == [tuple, tuple, list]


def test_the_deepest_and_the_largest_value_arrive() -> None:
    deep: list[Any] = []
    for _ in range(wire.MAX_DEPTH - 1):
        deep = [deep]
    assert CODEC.decode(CODEC.encode(deep)) == deep
    large = [0] * (wire.MAX_NODES - 1)
    assert CODEC.decode(CODEC.encode(large)) == large


class Text(str):
    __slots__ = ()


class Liar:
    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return int

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(Side)


class EqualToEverything(type):
    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return hash(Side)


class PosesAsSide(metaclass=EqualToEverything):
    pass


class Nameless:
    __module__ = 5  # type: ignore[assignment]


class Rename(str):
    __slots__ = ()

    def __format__(self, spec: str) -> str:
        raise AssertionError("code of the student was run")


class OddName:
    pass


type.__setattr__(OddName, "__module__", Rename("here"))

Point = namedtuple("Point", "x y")


class Small(IntEnum):
    ONE = 1


class LyingNumber(int):
    def __pos__(self) -> int:
        return 7

    def __index__(self) -> int:
        return 7


class Score(float):
    __pos__ = __float__ = LyingNumber.__pos__


def test_instances_of_subclasses_are_what_they_hold() -> None:
    held = [
        Small.ONE,
        LyingNumber(3),
        Score(2.5),
        Text("x"),
        OrderedDict(a=Text("y")),
        Counter("z"),
    ]
    arrived = CODEC.decode(CODEC.encode(held))
    assert arrived == [1, 3, 2.5, "x", {"a": "y"}, {"z": 1}]
    assert [type(value) for value in arrived] == [int, int, float, str, dict, dict]


def cycle() -> list[Any]:
    endless: list[Any] = []
    endless.append(endless)
    return endless


def shared() -> list[Any]:
    doubled: list[Any] = []
    for _ in range(60):
        doubled = [doubled, doubled]
    return doubled


def nested(levels: int) -> list[Any]:
    deep: list[Any] = []
    for _ in range(levels):
        deep = [deep]
    return deep


REFUSED = [
    (Foreign.ONE, "Foreign"),
    (object(), "object"),
    (len, "builtin_function_or_method"),
    (int, "type"),
    (1j, "complex"),
    (range(3), "range"),
    (bytearray(b"x"), "bytearray"),
    (iter([]), "list_iterator"),
    (Liar(), "Liar"),
    (PosesAsSide(), "PosesAsSide"),
    (Nameless(), "an object"),
    (OddName(), "an object"),
    (1 << wire.MAX_INT_BITS, "65537 bits"),
    (cycle(), "nested"),
    (nested(wire.MAX_DEPTH + 1), "nested"),
    (nested(100_000), "nested"),
    (shared(), "more than"),
    ([0] * (wire.MAX_NODES + 1), "more than"),
]


@pytest.mark.parametrize(
    "place",
    [
        *range(len(REFUSED) - 2),
        # So many values that it takes long.
        *(pytest.param(len(REFUSED) - last, marks=pytest.mark.slow) for last in (2, 1)),
    ],
)
def test_refused_when_encoding(place: int) -> None:
    value, said = REFUSED[place]
    for holder in (value, [value], {"key": (value,)}):
        with pytest.raises(Untransferable, match=said):
            CODEC.encode(holder)


def test_references_arrive_only_where_they_can_be_resolved() -> None:
    lent = [
        InjectedFunction("f"),
        InjectedFunction("g", {"by": (1, InjectedFunction("f")), "x": None}),
        OwnFunction("h"),
    ]
    text = CODEC.encode(lent)
    with pytest.raises(WireError, match="unknown tag"):
        CODEC.decode(text)
    assert Codec({}, lambda reference: reference).decode(text) == lent


HOSTILE = [
    "",
    "{",
    "[",
    "nul",
    "'x'",
    "[0" * 100_000,
    "[0," * 300_000,
    '{"d":' * 100_000,
    "[" * 150 + "0" + "]" * 150,
    "[0," * 150 + "0" + "]" * 150,
    '{"s":[' * 150 + "]}" * 150,
    "1.5",
    "1e5",
    "-0.0",
    "NaN",
    "Infinity",
    "-Infinity",
    "9" * 18,
    "-" + "9" * 18,
    "9" * 5000,
    "1" * 1_000_000,
    "[]",
    "[2]",
    "[true]",
    '["0"]',
    "[[]]",
    "[-1,2]",
    "{}",
    '{"f":1,"i":"1"}',
    '{"f":"0x1p0","f":"0x1p0"}',
    '{"?":1}',
    '{"":1}',
    '{"o":"x"}',
    '{"t":[1]}',
    '{"f":1}',
    '{"f":"one"}',
    '{"f":"0x1p99999"}',
    '{"f":[]}',
    '{"i":1}',
    '{"i":"xyz"}',
    '{"i":""}',
    '{"i":"' + "f" * (wire.MAX_INT_BITS // 4 + 2) + '"}',
    '{"i":["1"]}',
    '{"i":null}',
    '{"b":"?"}',
    '{"b":1}',
    '{"b":"é"}',
    '{"e":1}',
    '{"e":[]}',
    '{"e":["game.Side"]}',
    '{"e":["game.Side","UP"]}',
    '{"e":["game.Other","LEFT"]}',
    '{"e":[["game.Side"],"LEFT"]}',
    '{"e":["game.Side",["LEFT"]]}',
    '{"e":{"game.Side":1,"LEFT":2}}',
    '{"d":1}',
    '{"d":[1]}',
    '{"d":[[0],1]}',
    '{"d":[{"s":[]},1]}',
    '{"d":{"s":[]}}',
    '{"s":1}',
    '{"s":[[0]]}',
    '{"s":[{"d":[]}]}',
    '{"z":[{"s":[]}]}',
    '{"x":["f",null]}',
    '{"own":"f"}',
]


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_hostile_texts(place: int) -> None:
    text = HOSTILE[place]
    with pytest.raises(WireError):
        CODEC.decode(text)
    with pytest.raises(WireError):
        CODEC.decode(text.encode())


def test_a_text_that_is_too_long_is_not_even_scanned() -> None:
    with pytest.raises(WireError, match="too long"):
        CODEC.decode(" " * (wire.MAX_FRAME + 1))


@pytest.mark.parametrize("levels", [wire.MAX_LEVELS + 1, 900, 990])
def test_how_deep_a_text_may_be_does_not_depend_on_the_stack(levels: int) -> None:
    # PID 1 must not accept and pass on what the trusted side then fails to read.
    with pytest.raises(WireError, match=r"nested too deeply|RecursionError"):
        wire.parse("[" * levels + "]" * levels)
    assert wire.parse("[" * wire.MAX_LEVELS + "]" * wire.MAX_LEVELS) is not None
    assert wire.parse("[" + "[]," * 1000 + "{}]") is not None
    assert wire.parse('"' + "[{" * 1000 + '"') is not None


def test_too_many_values() -> None:
    with pytest.raises(WireError):
        CODEC.decode("[0" + ",0" * (2 * wire.MAX_NODES + 1) + "]")


@pytest.mark.parametrize("kind", ["s", "z", "d"])
def test_members_whose_hashes_collide_are_refused(kind: str) -> None:
    modulus = sys.hash_info.modulus
    colliding = [{"i": format(factor * modulus, "x")} for factor in range(1, 9_000)]
    body = [part for member in colliding for part in (member, 0)] if kind == "d" else colliding
    with pytest.raises(WireError, match="hash"):
        CODEC.decode(json.dumps({kind: body}))


def alike(breadth: int, levels: int, variant: int = 0) -> Any:
    """Sets in sets, all of one hash, which differ in the last member of the last member only."""
    if not levels:
        return {"i": format((variant + 1) * sys.hash_info.modulus, "x")}
    last = variant * breadth + breadth - 1
    return {"z": [alike(breadth, levels - 1, n) for n in (*range(breadth - 1), last)]}


def test_sets_in_sets_whose_hashes_collide_are_refused() -> None:
    # Each level multiplies the comparisons: twice as many members here took 14 seconds.
    with pytest.raises(WireError, match="hash"):
        CODEC.decode(json.dumps(alike(20, 3)))


def test_a_few_collisions_are_nothing_special() -> None:
    corners = {(x, y) for x in (-2, -1, 0) for y in (-2, -1, 0)}
    assert CODEC.decode(CODEC.encode([corners] * 100)) == [corners] * 100


@pytest.mark.parametrize("kind", ["s", "z", "d"])
def test_sets_and_dicts_that_are_too_large_are_refused(kind: str) -> None:
    # Members whose hashes differ can still be made to walk the whole table one after another.
    body: list[Any] = list(range(10_001))
    if kind == "d":
        body = [part for key in body for part in (key, 0)]
    with pytest.raises(WireError, match="too many members"):
        CODEC.decode(json.dumps({kind: body}))
    made: dict[str, Any] = {"s": set, "z": frozenset, "d": dict.fromkeys}
    with pytest.raises(Untransferable, match="10001 entries"):
        CODEC.encode(made[kind](range(10_001)))
    with pytest.raises(Untransferable, match="entries"):
        CODEC.encode([made[kind](range(5_000))] * 5)
    assert len(CODEC.decode(CODEC.encode(made[kind](range(10_000))))) == 10_000


def test_a_large_honest_set_is_not_refused() -> None:
    tours = {(first, second, -1) for first in range(-50, 50) for second in range(50)}
    assert CODEC.decode(CODEC.encode(tours)) == tours


def test_a_tree_is_checked_like_a_text() -> None:
    deep: list[Any] = [0]
    for _ in range(5_000):
        deep = [0, deep]
    with pytest.raises(WireError, match="nested"):
        CODEC.revive(deep)


@given(st.lists(st.text(st.characters(codec="ascii"), max_size=50)), st.data())
def test_frames_may_arrive_in_any_pieces(bodies: list[str], data: st.DataObject) -> None:
    stream = b"".join(wire.frame_text(body) for body in bodies)
    reader, read = FrameReader(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        read += reader.feed(stream[:size])
        stream = stream[size:]
    assert read == [body.encode() for body in bodies]


def test_a_frame_that_announces_too_much_is_refused_at_once() -> None:
    reader = FrameReader(limit=100)
    assert reader.feed(struct.pack(">I", 100)) == []
    assert reader.feed(b"x" * 99) == []
    assert reader.feed(b"x") == [b"x" * 100]
    with pytest.raises(WireError, match="101 bytes"):
        reader.feed(struct.pack(">I", 101))


def test_frames_ahead_of_one_that_announces_too_much_are_not_lost() -> None:
    reader = FrameReader(limit=100)
    assert reader.feed(wire.frame_text("first") + b"\xff" * 4) == [b"first"]
    with pytest.raises(WireError):
        reader.feed(b"")


def test_types_are_described_without_asking_the_value() -> None:
    described = [wire.describe_type(value) for value in (1, Side.LEFT, Nameless(), Liar, Liar())]
    assert described == ["int", f"{__name__}.Side", "an object", "type", f"{__name__}.Liar"]

"""Texts of wire values, most of them right and some wrong in one place or everywhere."""

from __future__ import annotations

import sys
from enum import Enum

from grader import wire
from tests.fuzz.case import Draw


class Side(Enum):
    """An enumeration that may travel."""

    LEFT = "left"
    RIGHT = "right"
    ALSO_LEFT = "left"  # noqa: PIE796 - an alias is recognised, too


ENUMS = {"game.Side": Side}

_SCALARS = (
    "null", "true", "false", "0", "-1", "-2", "1", "2", "17", "60", "-0", "1000000007",
    "9007199254740992", "-9007199254740993", "99999999999999999",
    '""', '"a"', '"B"', '"_"', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ud83d\\ude00"',
    '"\\u001b[31m\\u202e"', '"__B___"', '"game.Side"', '"x\\ny"',
    '{"f":"0x1.8000000000000p+1"}', '{"f":"nan"}', '{"f":"-inf"}', '{"f":"-0x0.0p+0"}',
    '{"f":"0x0.0000000000001p-1022"}', '{"f":" 1e5 "}', '{"f":"1"}',
    '{"i":"1fffffffffffffff"}', '{"i":"-20000000000001"}', '{"i":"0x_f_f"}', '{"i":" +1 "}',
    '{"b":""}', '{"b":"AAEC"}', '{"b":"/+=="}',
    '{"e":["game.Side","LEFT"]}', '{"e":["game.Side","RIGHT"]}', '{"e":["game.Side","ALSO_LEFT"]}',
)  # fmt: skip
_FAULTS = (
    "1.5", "1e5", "-1E-5", "NaN", "Infinity", "-Infinity", "00", "-", "+1", "0x1", "nul", "'a'",
    "1" * 18, "-" + "9" * 18, "9" * 4400, "{}", "[]", "[2]", "[-1,0]", "[true]", '["0"]', "[null]",
    "[[]]", "[0,]", '{"f":1}', '{"f":"0x1p99999"}', '{"f":"0x"}', '{"f":null}', '{"f":[0]}',
    '{"i":1}', '{"i":""}', '{"i":"g"}', '{"i":"-"}', '{"i":["1"]}', '{"i":{}}', '{"b":"?"}',
    '{"b":"A"}', '{"b":"\\u00e9"}', '{"b":0}', '{"e":["game.Side","UP"]}', '{"e":["Side","LEFT"]}',
    '{"e":["game.Side"]}', '{"e":[["game.Side"],"LEFT"]}', '{"e":["game.Side",{"d":[]}]}',
    '{"e":"ab"}', '{"x":["f",null]}', '{"own":"f"}', '{"q":0}', '{"":0}', '{"\\ud800":0}',
    '{"f":"1","f":"1"}', '{"f":"1","i":"1"}', '{"d":[0]}', '{"d":{}}', '{"s":{"a":1}}',
    '{"s":"ab"}', '{"d":[[0],1]}', '{"s":[[0]]}', '{"z":[{"s":[]}]}', '{"s":[{"d":[]}]}',
    '"\\u12"', '"\\x"', '"', '"\x01"', '"\x7f"', '"é"', "{", "[", "]", "}", ":",
    "/**/0", "\ufeff0", "0 0",
)  # fmt: skip
_BRACKETS = (
    ("[", "]"), ("[0,", "]"), ("[1,", "]"), ('{"s":[', "]}"), ('{"z":[', "]}"), ('{"d":[0,', "]}"),
    ('{"f":', "}"),
)  # fmt: skip
_MODULUS = sys.hash_info.modulus


def text(draw: Draw) -> bytes:
    """JSON of one value, or of what somebody would like to pass for one."""
    if draw.chance(0.003):
        built = draw.pick(_EXTREMES)(draw)
    else:
        faulty = draw.pick((0.0, 0.0, 0.03, 0.3))
        built = value(draw, draw.few(6), faulty)
    return built.encode("utf-8", "surrogatepass")


def value(draw: Draw, room: int, faulty: float = 0.0) -> str:
    """A value nested at most ``room`` levels deep; each part is a fault with that probability."""
    if faulty and draw.chance(faulty):
        return draw.pick(_FAULTS)
    shape = draw.below(16)
    if room <= 1 or shape < 6:
        return _scalar(draw)
    if shape < 11:
        items = [value(draw, room - 1, faulty) for _ in range(draw.few(7) - 1)]
        return f"[{shape & 1}{''.join(f',{item}' for item in items)}]"
    if shape < 13:
        members = [_member(draw, room - 1, faulty) for _ in range(draw.few(7) - 1)]
        return f'{{"{"sz"[shape & 1]}":[{",".join(members)}]}}'
    if shape < 15:
        pairs = [
            f"{_member(draw, room - 1, faulty)},{value(draw, room - 1, faulty)}"
            for _ in range(draw.few(6) - 1)
        ]
        return f'{{"d":[{",".join(pairs)}]}}'
    return f"[{draw.below(2)},{','.join([value(draw, min(room - 1, 2))] * draw.few(30))}]"


def _member(draw: Draw, room: int, faulty: float) -> str:
    """A value that can be a member of a set, unless it is faulty."""
    if faulty and draw.chance(faulty):
        return draw.pick(_FAULTS)
    shape = draw.below(8)
    if room <= 1 or shape < 6:
        return _scalar(draw)
    members = [_member(draw, room - 1, faulty) for _ in range(draw.few(5) - 1)]
    if shape == 6:
        return f"[1{''.join(f',{member}' for member in members)}]"
    return f'{{"z":[{",".join(members)}]}}'


def _scalar(draw: Draw) -> str:
    kind = draw.below(8)
    if kind < 5:
        return draw.pick(_SCALARS)
    if kind == 5:
        return str(draw.getrandbits(draw.few(60)) * draw.pick((1, -1)))
    if kind == 6:
        return f'{{"f":"{(draw.random() * 10.0 ** (draw.below(600) - 300)).hex()}"}}'
    return f'{{"i":"{draw.pick(("", "-"))}{draw.getrandbits(draw.few(70_000)):x}"}}'


def _deep(draw: Draw) -> str:
    """Nested about as deep as is allowed, or far deeper."""
    about = draw.pick((wire.MAX_DEPTH, wire.MAX_LEVELS, 1000))
    levels = about - 3 + draw.below(7) if draw.chance(0.7) else draw.few(20_000)
    opening, closing = draw.pick(_BRACKETS)
    return opening * levels + draw.pick(("", "0", "[0]")) + closing * (levels - draw.below(2))


def _long(draw: Draw) -> str:
    """Many times the same, up to the size of a frame and beyond."""
    piece = draw.pick(("0,", "[0],", "[1],", '{"d":[]},', '{"z":[]},', '{"s":[]},', '"",', "-1,"))
    size = draw.few(20_000) if draw.chance(0.98) else wire.MAX_FRAME
    opening, closing = draw.pick(_BRACKETS[1:])
    return f"{opening}{piece * (size // len(piece) - draw.below(3))}0{closing}"


def _text_of(draw: Draw) -> str:
    """One long string, number or other scalar."""
    around = draw.pick(('"%s"', '{"b":"%s"}', '{"i":"%s"}', '{"f":"0x%sp0"}', "%s", '{"%s":0}'))
    size = draw.pick((18, 100, wire.MAX_INT_BITS // 4, wire.MAX_INT_BITS // 4 + 1)) + draw.below(3)
    if draw.chance(0.01):
        size = wire.MAX_FRAME - draw.below(20)
    return around % (draw.pick(("0", "f", "A", "9", "\\u0041", " ", "_")) * size)


def _colliding(draw: Draw) -> str:
    """Sets, or sets in sets, whose members all have the same hash."""
    breadth, levels = draw.pick(((20, 1), (9, 2), (5, 3), (3, 4), (2, 6)))
    if draw.chance(0.05):
        breadth, levels = draw.pick(((wire.MAX_COLLISIONS, 1), (31, 2), (10, 3), (5, 4), (2, 9)))
    return _same_hash(breadth + draw.below(4), levels, 0, draw.pick("szd"))


def _same_hash(breadth: int, levels: int, variant: int, tag: str) -> str:
    """Sets that differ in their very last member only: comparing them takes longest."""
    if not levels:
        return f'{{"i":"{(variant + 1) * _MODULUS:x}"}}'
    last = variant * breadth + breadth - 1
    members = [_same_hash(breadth, levels - 1, n, "z") for n in (*range(breadth - 1), last)]
    return f'{{"{tag}":[{",0,".join(members) + ",0" if tag == "d" else ",".join(members)}]}}'


def _crowd(draw: Draw) -> str:
    """One set or dict with as many members as are allowed, or with too many."""
    size = draw.few(500) if draw.chance(0.98) else 9_998 + draw.below(5)
    shift = draw.below(50)
    members = [f'{{"i":"{number << shift:x}"}}' for number in range(size)]
    return f'{{"{draw.pick("szd")}":[{",".join(members)}]}}'


_EXTREMES = (_deep, _deep, _long, _text_of, _colliding, _crowd)

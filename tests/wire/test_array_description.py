"""Arrays arrive as they are described, and travel in answers as the values they hold."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.runner import call_arguments
from grader.wire import MAX_ARRAY_BYTES, MAX_NODES, Array, Codec, Untransferable, WireError
from tests.fuzz.same import same

CODEC = Codec(packages=["numpy"])
INSIDE = Codec(resolve=lambda reference: reference)
PROPERTY = settings(derandomize=True, deadline=None, max_examples=200)


def ints(name: str) -> st.SearchStrategy[int]:
    limits = np.iinfo(name)
    return st.integers(int(limits.min), int(limits.max))


ITEMS: dict[str, st.SearchStrategy[Any]] = {
    "bool": st.booleans(),
    **{name: ints(name) for name in ("int8", "int16", "int32", "int64")},
    **{name: ints(name) for name in ("uint8", "uint16", "uint32", "uint64")},
    "float32": st.floats(width=32),
    "float64": st.floats(),
    "U1": st.sampled_from(" xo") | st.text(st.characters(exclude_characters="\0"), max_size=1),
    "U7": st.text(st.characters(exclude_characters="\0"), max_size=7),
}  # fmt: skip


@st.composite
def described(draw: st.DrawFn) -> Array:
    dtype = draw(st.sampled_from(list(ITEMS)))
    shape = draw(st.lists(st.integers(1, 4), max_size=4))
    strategy = ITEMS[dtype]
    for length in shape:
        strategy = st.lists(strategy, min_size=length, max_size=length)
    return Array(draw(strategy), dtype)


def sent(array: Array) -> Any:
    return INSIDE.decode(CODEC.encode(array))


def arrived(array: Array) -> Any:
    return call_arguments.make_numpy_array(sent(array))


@PROPERTY
@given(described())
@example(Array([], "U1"))
@example(Array([[], []], "int8"))
@example(Array([[math.nan, -0.0], [math.inf, 5e-324]], "float64"))
@example(Array(["\ud800", "\U0001f600"], "U1"))
@example(Array(2**64 - 1, "uint64"))
def test_an_array_arrives_and_comes_back_as_it_was_described(array: Array) -> None:
    made = arrived(array)
    assert type(made) is np.ndarray
    assert made.dtype == np.dtype(array.dtype)
    assert same(made.tolist(), array.items)
    assert same(CODEC.decode(CODEC.encode(made)), array.items)
    assert not call_arguments.have_changed(made, sent(array))


@PROPERTY
@given(described(), st.data())
def test_every_change_of_an_array_is_noticed(array: Array, data: st.DataObject) -> None:
    made = arrived(array)
    at = data.draw(st.integers(0, made.size - 1))
    before = made.reshape(-1)[at].tobytes()
    made.reshape(-1)[at] = data.draw(ITEMS[array.dtype])
    after = made.reshape(-1)[at].tobytes()
    assert call_arguments.have_changed(made, sent(array)) == (before != after)
    assert call_arguments.have_changed([made], [sent(array)]) == (before != after)


def test_a_change_of_shape_or_type_is_a_change() -> None:
    array = Array([[1, 2], [3, 4]], "int32")
    made = arrived(array)
    assert not call_arguments.have_changed({"board": [made]}, {"board": [array]})
    assert call_arguments.have_changed(made.reshape(4), array)
    assert call_arguments.have_changed(made.T, array)
    assert call_arguments.have_changed(made.view("uint32"), array)
    assert call_arguments.have_changed(made.tolist(), array)
    assert call_arguments.have_changed(made.view(type("Board", (np.ndarray,), {})), array)


REFUSED: list[tuple[Any, str, str]] = [
    ([1, 2], "object", "an array of object; known are"),
    ([1], "int", "an array of int; known are"),
    ([1], "U0", "an array of U0; known are"),
    ([300], "int8", "300 in an array of int8"),
    ([-1], "uint64", "-1 in an array of uint64"),
    ([True], "int8", "True in an array of int8"),
    ([1], "bool", "1 in an array of bool"),
    ([1.5], "int64", "1.5 in an array of int64"),
    ([1e300], "float32", "1e+300 in an array of float32"),
    ([2**60], "float64", "1152921504606846976 in an array of float64"),
    (["xo"], "U1", "'xo' in an array of U1"),
    (["x\0"], "U2", "'x\\x00' in an array of U2"),
    ([None], "U1", "NoneType in an array of U1"),
    ([[1, 2], [3]], "int8", "an array whose rows are not all of the same length"),
    ([[1, 2], 3], "int8", "an array whose rows are not all of the same length"),
    ([[[[[[[[[1]]]]]]]]], "int8", "an array of more than 8 dimensions"),
]


@pytest.mark.parametrize(("items", "dtype", "said"), REFUSED)
def test_what_numpy_would_change_or_refuse_is_refused_before_it_is_sent(
    items: Any, dtype: str, said: str
) -> None:
    with pytest.raises(Untransferable) as refusal:
        CODEC.encode([Array(items, dtype)])
    assert str(refusal.value).startswith(said)


def test_an_array_is_not_sent_where_there_is_no_numpy() -> None:
    with pytest.raises(Untransferable, match='packages do not promise "numpy"'):
        Codec().encode([Array([1], "int8")])


def test_no_answer_holds_an_array() -> None:
    with pytest.raises(WireError, match="unknown tag 'a'"):
        CODEC.decode(CODEC.encode(Array([1], "int8")))


class Mine(np.ndarray):
    def tolist(self) -> Any:
        raise AssertionError("no method of a subclass is asked")


def holding_itself() -> Any:
    array = np.empty(1, dtype=object)
    array[0] = array
    return array


def without_dimensions(value: object) -> Any:
    array = np.empty((), dtype=object)
    array[()] = value
    return array


MOST_ITEMS = f" where {MAX_NODES} are allowed"
MOST_BYTES = f" where {MAX_ARRAY_BYTES} are allowed"
HOSTILE: list[tuple[Any, str]] = [
    (np.zeros(3).view(Mine), "tests.wire.test_array_description.Mine"),
    (np.ma.masked_array([1, 2], mask=[True, False]), "numpy.ma.MaskedArray"),
    (np.array([1, object()], dtype=object), "object"),
    (holding_itself(), "containers nested more than 100 levels deep"),
    (without_dimensions(np.zeros(2)), "numpy.ndarray"),
    (np.broadcast_to(np.int8(0), (10**6, 10**6)), f"an array of {10**12} items{MOST_ITEMS}"),
    (np.broadcast_to(np.array("x" * 10**6), (1000,)), f"an array of {4 * 10**9} bytes{MOST_BYTES}"),
    (np.zeros(1, dtype=[("a", "i1", (10**8,))]), f"an array of {10**8} bytes{MOST_BYTES}"),
    (np.array(["2026-01-01"], dtype="datetime64[D]"), "datetime.date"),
    (np.array([1j]), "complex"),
    (np.longdouble(1), "numpy.longdouble"),
]  # fmt: skip


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_hostile_arrays_are_refused_in_a_sentence(place: int) -> None:
    value, said = HOSTILE[place]
    with pytest.raises(Untransferable) as refusal:
        CODEC.encode(value)
    assert str(refusal.value) == said


HONEST: list[tuple[Any, Any]] = [
    (np.array([1, 2], dtype=">i4"), [1, 2]),
    (np.arange(12).reshape(3, 4)[::2, ::-1], [[3, 2, 1, 0], [11, 10, 9, 8]]),
    (np.arange(10**7)[:: 5 * 10**6], [0, 5 * 10**6]),
    (np.array(7), 7),
    (np.array("x"), "x"),
    (np.void(b"\0x"), b"\0x"),
    (np.zeros((0, 3)), []),
    (np.zeros((2, 0)), [[], []]),
    (np.array([(1, 2.5)], dtype=[("a", "i4"), ("b", "f8")]), [(1, 2.5)]),
    (np.array([[1, "x"], [None, True]], dtype=object), [[1, "x"], [None, True]]),
    ((np.int64(3), np.array([[True]])), (3, [[True]])),
]


@pytest.mark.parametrize("place", range(len(HONEST)))
def test_arrays_of_all_kinds_travel_as_the_values_they_hold(place: int) -> None:
    value, held = HONEST[place]
    assert same(CODEC.decode(CODEC.encode(value)), held)

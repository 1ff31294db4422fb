"""Texts of bindings and the trees that they stand for."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.wire.binding_expressions import (
    LONGEST,
    BindingError,
    Tree,
    evaluate,
    find_first_name,
    names_in,
    owner_in,
    parse,
    write,
)

A, B, F = ("name", "a"), ("name", "b"), ("name", "f")


def one(value: object) -> Tree:
    return "literal", value


def call(function: Tree, *args: Tree, **named: Tree) -> Tree:
    return "call", function, args, tuple(named.items())


TREES: dict[str, Tree] = {
    "a": A,
    " a ": A,
    "größe": ("name", "größe"),
    "None": one(None),
    "True": one(True),
    "0": one(0),
    "-1": one(-1),
    "2.5": one(2.5),
    ".5": one(0.5),
    "1e9": one(1e9),
    "-inf": ("negative", ("name", "inf")),
    "''": one(""),
    "'o'": one("o"),
    '"it\'s"': one("it's"),
    "()": ("tuple", ()),
    "(a)": A,
    "(a,)": ("tuple", (A,)),
    "(a, b)": ("tuple", (A, B)),
    "(a, b,)": ("tuple", (A, B)),
    "[]": ("list", ()),
    "[a]": ("list", (A,)),
    "[a, [b]]": ("list", (A, ("list", (B,)))),
    "{}": ("dict", ()),
    "{'a': a, 1: b}": ("dict", ((one("a"), A), (one(1), B))),
    "f()": call(F),
    "f(a)": call(F, A),
    "f(a, b=3)": call(F, A, b=one(3)),
    "f(a=(1, 2))": call(F, a=("tuple", (one(1), one(2)))),
    "f(a)(b)": call(call(F, A), B),
    "a.b": ("get", A, "b"),
    "a.b(1)[0].c": ("get", ("item", call(("get", A, "b"), one(1)), one(0)), "c"),
    "a.__call__(b)": call(("get", A, "__call__"), B),
    "a.__str__()": call(("get", A, "__str__")),
    "a._b": ("get", A, "_b"),
    "a['b']": ("item", A, one("b")),
    "f(a) == 1": ("==", call(F, A), one(1)),
    "f(a) != 'n'": ("!=", call(F, A), one("n")),
    "f(a) is None": ("is", call(F, A), one(None)),
    "f(a) is not None": ("is not", call(F, A), one(None)),
    "2 * a": ("*", one(2), A),
    "not a": ("not", A),
    "not a is b": ("is", ("not", A), B),
    "-f(a)": ("negative", call(F, A)),
    "not not a": ("not", ("not", A)),
    "--1": one(1),
}
"""Texts, and how they are read."""


@pytest.mark.parametrize("text", TREES)
def test_a_text_and_its_tree(text: str) -> None:
    assert parse(text) == (TREES[text], None)
    assert parse(write(TREES[text])) == (TREES[text], None)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("f(a) -> column", ("name", "column")),
        ("f(a) -> (_, column)", ("tuple", (("name", "_"), ("name", "column")))),
        ("f(a)->[column]", ("list", (("name", "column"),))),
        ("f(a) -> {'move': column}", ("dict", ((one("move"), ("name", "column")),))),
    ],
)
def test_the_form_of_an_answer_comes_after_an_arrow(text: str, answer: Tree) -> None:
    assert parse(text) == (call(F, A), answer)


ENDS = "the binding should end here"
EXPECTED = "expected a name, a number, a text or a bracket"
NO_MEANING = "this character has no meaning in a binding"
DEEP = "this is nested too deeply"
PRIVATE = "names that begin with two underscores cannot be used"
LONG = f"a binding has at most {LONGEST} characters"
ERRORS = {
    "": (EXPECTED, 0),
    "   ": (EXPECTED, 3),
    "f(": (EXPECTED, 2),
    "f(a": ("expected ')'", 3),
    "f(a]": ("expected ')'", 3),
    "(a, b": ("expected ')'", 5),
    "[a": ("expected ']'", 2),
    "a[0": ("expected ']'", 3),
    "a[]": (EXPECTED, 2),
    "{'a': a": ("expected '}'", 7),
    "{'a'}": ("expected ':'", 4),
    "a b": (ENDS, 2),
    "f(a) g": (ENDS, 5),
    "f)": (ENDS, 1),
    "a -> b -> c": (ENDS, 7),
    "a ->": (EXPECTED, 4),
    "-> a": (EXPECTED, 0),
    "a.": ("expected the name of an attribute", 2),
    "a..b": ("expected the name of an attribute", 2),
    "a.1": (ENDS, 1),
    "f(,)": (EXPECTED, 2),
    "f(a=1, b)": ("an argument without a name cannot follow one with a name", 7),
    "not": (EXPECTED, 3),
    "is": (EXPECTED, 0),
    "a is": (EXPECTED, 4),
    "f(*a)": (EXPECTED, 2),
    "f(**a)": (EXPECTED, 2),
    "lambda: 0": (ENDS, 6),
    "a + b": (NO_MEANING, 2),
    "a; b": (NO_MEANING, 1),
    "a\nb": (NO_MEANING, 1),
    "a\x00": (NO_MEANING, 1),
    "a\\b": (NO_MEANING, 1),
    "`a`": (NO_MEANING, 0),
    "'a": (NO_MEANING, 0),
    r"'\n'": (NO_MEANING, 0),
    "f(\ud800)": (NO_MEANING, 2),
    "'a\nb'": (NO_MEANING, 0),
    "'a\x1b[2J'": (NO_MEANING, 2),
    "f('\u202e')": (NO_MEANING, 3),
    "'\ud800'": (NO_MEANING, 1),
    "a < b": (NO_MEANING, 2),
    "a @ b": (NO_MEANING, 2),
    "x := a": (ENDS, 2),
    "f(x := a)": ("expected ')'", 4),
    "a if b": (ENDS, 2),
    "(a for a in b)": ("expected ')'", 3),
    "a.__class__": (PRIVATE, 2),
    "f().__globals__['x']": (PRIVATE, 4),
    "().__class__.__bases__[0]": (PRIVATE, 3),
    "a.__init__.__globals__": (PRIVATE, 2),
    "a.b.__dict__": (PRIVATE, 4),
    "f" * (LONGEST + 1): (LONG, LONGEST),
}
"""What is no binding, what is said, and of which character."""


@pytest.mark.parametrize("text", ERRORS)
def test_what_is_no_binding_is_refused_at_the_character(text: str) -> None:
    with pytest.raises(BindingError) as caught:
        parse(text)
    assert (caught.value.problem, caught.value.position) == ERRORS[text]
    assert caught.value.text == text
    assert f"(character {caught.value.position + 1} of " in str(caught.value)


NESTED: dict[str, Callable[[int], str]] = {
    "brackets": lambda depth: "(" * depth + "a" + ")" * depth,
    "lists": lambda depth: "[" * depth + "]" * depth,
    "dictionaries": lambda depth: "{a: " * depth + "a" + "}" * depth,
    "calls": lambda depth: "f(" * depth + ")" * depth,
    "items": lambda depth: "a[" * depth + "a" + "]" * depth,
}


@pytest.mark.parametrize("kind", NESTED)
def test_levels_are_bounded(kind: str) -> None:
    text = NESTED[kind]
    assert parse(text(10))[1] is None
    with pytest.raises(BindingError, match=DEEP):
        parse(text(20))


@pytest.mark.parametrize(
    "text",
    [
        "(" * LONGEST, "-" * (LONGEST - 1) + "1", "not " * 70 + "a", "f" + "()" * 140,
        "a" + ".b" * 140, "a" + "[0]" * 90, "a == b" + " == b" * 50, "((" * 140, "f(a=" * 70,
    ],
)  # fmt: skip
def test_nothing_of_a_possible_length_is_too_much(text: str) -> None:
    """It is read or refused, and what is read can be written."""
    try:
        tree, _ = parse(text)
    except BindingError as problem:
        assert problem.problem in {DEEP, ENDS}  # noqa: PT017 - either is right
        return
    assert parse(write(tree)) == (tree, None)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000, "[" * 1_000_000, "\ud800" * 10_000, "\x00" * 10_000, "a" * 10_000_000,
        "'" * 9_999, "1" * 10_000, "-" * 10_000, "f(" * 10_000, "\u202e" * 10_000, "١" * 10_000,
    ],
    ids=lambda text: f"{len(text)} {text[0]!a}",
)  # fmt: skip
def test_long_hostile_texts_are_refused_by_their_length_alone(text: str) -> None:
    with pytest.raises(BindingError) as caught:
        parse(text)
    assert caught.value.problem == LONG
    assert len(str(caught.value)) < 20 * LONGEST


@pytest.mark.parametrize("number", ["1" * LONGEST, "1e999", "0." + "1" * 200, "١٢"])
def test_numbers_of_any_kind_are_read(number: str) -> None:
    tree, _ = parse(number)
    assert tree[0] == "literal"
    assert type(tree[1]) in {int, float}


NAMES = st.from_regex(r"(?!__)[a-z_][a-z0-9_]{0,5}", fullmatch=True).filter(
    lambda name: name not in {"is", "not"}
)
TEXTS = st.text(st.characters(exclude_characters="'\"\\")).filter(str.isprintable)
LITERALS = st.none() | st.booleans() | st.integers(0, 10**9) | st.floats(0, 1e9) | TEXTS


def _atoms() -> st.SearchStrategy[Tree]:
    names: st.SearchStrategy[Tree] = st.tuples(st.just("name"), NAMES)
    return names | st.tuples(st.just("literal"), LITERALS)


def _larger(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    some = st.lists(inner, max_size=3).map(tuple)
    owners = st.tuples(st.just("name"), NAMES)
    named = st.lists(st.tuples(NAMES, inner), max_size=2).map(tuple)
    found: st.SearchStrategy[Tree] = st.tuples(st.just("call"), owners, some, named)
    found |= st.tuples(st.just("get"), owners, NAMES)
    found |= st.tuples(st.just("item"), owners, inner)
    found |= st.tuples(st.sampled_from(("tuple", "list")), some)
    found |= st.tuples(st.just("dict"), st.lists(st.tuples(inner, inner), max_size=2).map(tuple))
    return found


TREE = st.recursive(_atoms(), _larger, max_leaves=8)


@given(TREE, st.sampled_from(("", "==", "!=", "is", "is not", "*", "not")), TREE)
def test_every_tree_is_read_as_it_was_written(left: Tree, sign: str, right: Tree) -> None:
    tree = left if not sign else ("not", left) if sign == "not" else (sign, left, right)
    text = write(tree)
    if len(text) <= LONGEST:
        assert parse(text) == (tree, None)


ALPHABET = st.sampled_from(
    ["a", "f", "board", "is", "not", "None", "1", "2.5", "'x'", *"()[]{},.:=*- ", "->", "==", "!="]
)


@given(st.lists(ALPHABET, max_size=25).map("".join) | st.text(max_size=40))
def test_whatever_is_read_is_written_and_read_again_the_same(text: str) -> None:
    try:
        tree, _ = parse(text)
    except BindingError as problem:
        assert 0 <= problem.position <= len(text)  # noqa: PT017 - where it is, not that it is
        return
    written = write(tree)
    assert parse(written)[0] == tree
    assert write(parse(written)[0]) == written


def test_names_in_a_tree() -> None:
    tree, _ = parse("Agent(depth, who=player).best({key: [board]}, (1, state))[place] != other")
    assert list(names_in(tree)) == [
        "Agent", "depth", "player", "key", "board", "state", "place", "other",
    ]  # fmt: skip
    assert find_first_name(tree) == "Agent"
    assert find_first_name(tree, ("Agent", "depth")) == "player"
    assert find_first_name(("literal", 3)) == ""


@pytest.mark.parametrize(
    ("call", "owner"),
    [
        ("Game(rows, at=(1, 2)).take(heap) -> heap", "Game(rows, at=(1, 2))"),
        ("game.over(heap) != 'n'", "game"), ("not game.over(heap)", "game"),
        ("take(heap)", ""), ("Player(3)(heap)", ""),
    ],
)  # fmt: skip
def test_whose_method_is_called_is_told(call: str, owner: str) -> None:
    assert owner_in(call) == owner


class Stones:
    """A class of a submission."""

    def __init__(self, left: int, *, by: int = 1) -> None:
        self.left, self.by = left, by

    def take(self, number: int) -> Stones:
        return Stones(self.left - number, by=self.by)


VALUES: dict[str, Any] = {
    "Stones": Stones, "heap": 5, "number": 2, "inf": math.inf, "double": lambda n: 2 * n,
    "make": lambda n: lambda m: n + m, "pairs": [(1, "a"), (2, "b")], "nothing": None,
}  # fmt: skip


def value_of(name: str, called: bool) -> Any:
    return VALUES[name]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("heap", 5), ("double(heap)", 10), ("double(n=heap)", 10), ("make(heap)(number)", 7),
        ("Stones(heap, by=3).take(number).left", 3), ("Stones(heap).by", 1),
        ("pairs[0][1]", "a"), ("(heap, [number])", (5, [2])), ("{'h': heap}", {"h": 5}),
        ("-inf", -math.inf), ("-double(heap)", -10), ("not heap", False), ("not nothing", True),
        ("double(heap) == 10", True), ("double(heap) != 10", False), ("nothing is None", True),
        ("heap is not None", True), ("2 * heap", 10), ("'o' * number", "oo"), ("None", None),
    ],
)  # fmt: skip
def test_the_value_of_a_tree(text: str, value: object) -> None:
    assert evaluate(parse(text)[0], value_of) == value


def test_what_is_called_is_told_from_what_is_passed() -> None:
    asked: list[tuple[str, bool]] = []

    def note(name: str, called: bool) -> Any:
        asked.append((name, called))
        return VALUES.get(name, 3)

    evaluate(parse("make(heap)(number)")[0], note)
    assert asked == [("make", True), ("heap", False), ("number", False)]


def _parts(tree: Tree) -> Iterator[Tree]:
    yield tree
    for part in tree[1:]:
        if type(part) is tuple and part and type(part[0]) is str:
            yield from _parts(part)


@given(TREE)
def test_no_tree_holds_a_private_attribute(tree: Tree) -> None:
    """What cannot be said cannot be asked of an object."""
    for part in _parts(parse(write(tree))[0] if len(write(tree)) <= LONGEST else tree):
        if part[0] == "get":
            assert not part[2].startswith("__")

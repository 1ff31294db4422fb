"""Reads and evaluates bindings: lines that say how a submission is called for a role.

A binding is a small part of Python's expressions, and after ``->`` the form of what comes back::

    to_move(board, player, column)
    MinimaxAgent(depth).choose_action(board, player) -> (value, column)
    check_win(board) != 'n'

The trusted side reads a line as text, without Python's own parser, and only the sandbox evaluates
it. A tree is a tuple: what it is, then its parts.

=========== ======================================= ==========================================
``name``    name
``literal`` value
``call``    function, arguments, pairs of name and  arguments and values are trees
            value
``get``     object, attribute
``item``    object, key
``tuple``   parts; also ``list``
``dict``    pairs of key and value
``not``     tree; also ``negative``
``form``    text; only of answers
``==``      left, right; also ``!=``, ``is``, ``is
            not``, ``*``
=========== ======================================= ==========================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

LONGEST = 300
"""Characters of a binding."""
_DEEPEST = 12
"""Levels of brackets and operators."""

Tree = tuple[Any, ...]

_TOKEN = re.compile(
    r"(?P<space>[ \t]+)|(?P<number>(\d+\.\d*|\.?\d+)(e[+-]?\d+)?)|(?P<name>[^\W\d]\w*)"
    r"|(?P<text>'[^'\\\n]*'|\"[^\"\\\n]*\")|(?P<sign>->|==|!=|[()\[\]{},.:=*-])"
)
_NO_MEANING = "this character has no meaning in a binding"
PUBLIC = frozenset({"__call__", "__repr__", "__str__"})
"""Attributes that a binding can use in spite of their names."""
_CONSTANTS: Mapping[str, object] = {"None": None, "True": True, "False": False}
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class BindingError(ValueError):
    """A binding that cannot be read; ``position`` is the index of the wrong character."""

    def __init__(self, problem: str, text: str, position: int) -> None:
        super().__init__(f"{problem} (character {position + 1} of {text[:LONGEST]!r})")
        self.problem, self.text, self.position = problem, text, position


def parse(text: str) -> tuple[Tree, Tree | None]:
    """Parse a binding to its call, and to the form of the answer (``None`` if it names no form).

    Raises:
        BindingError: if ``text`` is none.
    """
    return _Reader(text).binding()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(self._read(text))
        self._next = 0
        self._level = 0

    def _read(self, text: str) -> Iterator[tuple[str, str, int]]:
        if len(text) > LONGEST:
            raise BindingError(f"a binding has at most {LONGEST} characters", text, LONGEST)
        place = 0
        while place < len(text):
            found = _TOKEN.match(text, place)
            if found is None:
                raise BindingError(_NO_MEANING, text, place)
            if not found.group().isprintable() and found.lastgroup == "text":
                odd = next(at for at, one in enumerate(found.group()) if not one.isprintable())
                raise BindingError(_NO_MEANING, text, place + odd)
            if found.lastgroup != "space":
                yield str(found.lastgroup), found.group(), place
            place = found.end()
        yield "end", "", len(text)

    def binding(self) -> tuple[Tree, Tree | None]:
        call = self._expression()
        answer = self._answer() if self._took("->") else None
        if self._kind != "end":
            raise self._wrong("the binding should end here")
        return call, answer

    def _answer(self) -> Tree:
        """Read the form of an answer: an expression, or whatever else has balanced brackets."""
        first = self._next
        try:
            tree = self._expression()
            if self._kind == "end":
                return tree
            fault = self._wrong("the binding should end here")
        except BindingError as problem:
            fault = problem
        tokens = self._tokens[first:-1]
        signs = [word for kind, word, _ in tokens if kind == "sign"]
        if not tokens or "->" in signs or not _balanced(signs):
            raise fault
        self._next, self._level = len(self._tokens) - 1, 0
        text, end = "", tokens[0][2]
        for kind, word, place in tokens:
            text += " " * (place > end) + (repr(word[1:-1]) if kind == "text" else word)
            end = place + len(word)
        return ("form", text)

    @property
    def _kind(self) -> str:
        return self._tokens[self._next][0]

    @property
    def _word(self) -> str:
        return self._tokens[self._next][1]

    def _took(self, sign: str) -> bool:
        took = self._kind in {"sign", "name"} and self._word == sign
        self._next += took
        return took

    def _wrong(self, problem: str) -> BindingError:
        return BindingError(problem, self._text, self._tokens[self._next][2])

    def _expect(self, sign: str) -> None:
        if not self._took(sign):
            raise self._wrong(f"expected {sign!r}")

    def _expression(self) -> Tree:
        self._level += 1
        if self._level > _DEEPEST:
            raise self._wrong("this is nested too deeply")
        left = self._prefixed()
        for sign in ("==", "!=", "*"):
            if self._took(sign):
                left = (sign, left, self._prefixed())
        if self._took("is"):
            left = ("is not" if self._took("not") else "is", left, self._prefixed())
        self._level -= 1
        return left

    def _prefixed(self) -> Tree:
        if self._took("not"):
            return ("not", self._prefixed())
        if self._took("-"):
            tree = self._prefixed()
            number = tree[0] == "literal" and type(tree[1]) in {int, float}
            return ("literal", -tree[1]) if number else ("negative", tree)
        return self._with_parts(self._atom())

    def _with_parts(self, tree: Tree) -> Tree:
        while True:
            if self._took("."):
                if self._kind != "name":
                    raise self._wrong("expected the name of an attribute")
                if self._word.startswith("__") and self._word not in PUBLIC:
                    raise self._wrong("names that begin with two underscores cannot be used")
                tree = ("get", tree, self._word)
                self._next += 1
            elif self._took("("):
                tree = ("call", tree, *self._arguments())
            elif self._took("["):
                tree = ("item", tree, self._expression())
                self._expect("]")
            else:
                return tree

    def _arguments(self) -> tuple[tuple[Tree, ...], tuple[tuple[str, Tree], ...]]:
        positional: list[Tree] = []
        named: list[tuple[str, Tree]] = []
        while not self._took(")"):
            if self._kind == "name" and self._tokens[self._next + 1][1] == "=":
                name = self._word
                self._next += 2
                named.append((name, self._expression()))
            elif named:
                raise self._wrong("an argument without a name cannot follow one with a name")
            else:
                positional.append(self._expression())
            if not self._took(","):
                self._expect(")")
                break
        return tuple(positional), tuple(named)

    def _atom(self) -> Tree:
        kind, word, _ = self._tokens[self._next]
        if kind == "name":
            if word in {"is", "not"}:
                raise self._wrong("expected a name, a number, a text or a bracket")
            self._next += 1
            return ("literal", _CONSTANTS[word]) if word in _CONSTANTS else ("name", word)
        if kind == "text":
            self._next += 1
            return ("literal", word[1:-1])
        if kind == "number":
            self._next += 1
            return ("literal", int(word) if word.isascii() and word.isdigit() else float(word))
        if word in _CLOSING:
            self._next += 1
            return self._dictionary() if word == "{" else self._sequence(word)
        raise self._wrong("expected a name, a number, a text or a bracket")

    def _sequence(self, opening: str) -> Tree:
        parts: list[Tree] = []
        comma = False
        while not self._took(_CLOSING[opening]):
            parts.append(self._expression())
            comma = self._took(",")
            if not comma:
                self._expect(_CLOSING[opening])
                break
        if opening == "(" and len(parts) == 1 and not comma:
            return parts[0]
        return ("tuple" if opening == "(" else "list", tuple(parts))

    def _dictionary(self) -> Tree:
        pairs: list[tuple[Tree, Tree]] = []
        while not self._took("}"):
            key = self._expression()
            self._expect(":")
            pairs.append((key, self._expression()))
            if not self._took(","):
                self._expect("}")
                break
        return ("dict", tuple(pairs))


def _balanced(signs: Iterable[str]) -> bool:
    awaited: list[str] = []
    for sign in signs:
        if sign in _CLOSING:
            awaited.append(_CLOSING[sign])
        elif sign in _CLOSING.values() and (not awaited or awaited.pop() != sign):
            return False
    return not awaited


def names_in(tree: Tree) -> Iterator[str]:
    """Yield the names in ``tree``, in order, except names of attributes and keyword arguments."""
    match tree:
        case ("name", name):
            yield name
        case ("literal" | "form", _):
            return
        case ("call", function, positional, named):
            yield from names_in(function)
            for one in (*positional, *(value for _, value in named)):
                yield from names_in(one)
        case ("dict", pairs):
            for pair in pairs:
                yield from names_in(pair[0])
                yield from names_in(pair[1])
        case ("tuple" | "list", parts):
            for one in parts:
                yield from names_in(one)
        case (_, *parts):
            for one in parts:
                if type(one) is tuple:
                    yield from names_in(one)


def write(tree: Tree) -> str:
    """Write ``tree`` as the text that :func:`parse` reads it from."""
    match tree:
        case ("name", name):
            return str(name)
        case ("literal", value):
            return repr(value)
        case ("form", text):
            return str(text)
        case ("call", function, positional, named):
            parts = [*map(write, positional), *(f"{name}={write(value)}" for name, value in named)]
            return f"{write(function)}({', '.join(parts)})"
        case ("get", owner, name):
            return f"{write(owner)}.{name}"
        case ("item", owner, key):
            return f"{write(owner)}[{write(key)}]"
        case ("tuple", parts):
            return f"({', '.join(map(write, parts))}{',' * (len(parts) == 1)})"
        case ("list", parts):
            return f"[{', '.join(map(write, parts))}]"
        case ("dict", pairs):
            return f"{{{', '.join(f'{write(key)}: {write(value)}' for key, value in pairs)}}}"
        case ("not", one):
            return f"not {write(one)}"
        case ("negative", one):
            return f"-{write(one)}"
    sign, left, right = tree
    return f"{write(left)} {sign} {write(right)}"


def evaluate(tree: Tree, value_of: Callable[[str, bool], Any]) -> Any:
    """Carry out ``tree``. It runs code of the submission: only the sandbox may do this.

    Args:
        value_of: what a name stands for, and whether it is called there.
    """
    match tree:
        case ("name", name):
            return value_of(name, False)
        case ("literal", value):
            return value
        case ("call", function, positional, named):
            if function[0] == "name":
                target = value_of(function[1], True)
            else:
                target = evaluate(function, value_of)
            return target(
                *[evaluate(one, value_of) for one in positional],
                **{name: evaluate(one, value_of) for name, one in named},
            )
        case ("get", owner, name):
            return getattr(evaluate(owner, value_of), name)
        case ("item", owner, key):
            return evaluate(owner, value_of)[evaluate(key, value_of)]
        case ("tuple", parts):
            return tuple([evaluate(one, value_of) for one in parts])
        case ("list", parts):
            return [evaluate(one, value_of) for one in parts]
        case ("dict", pairs):
            return {evaluate(key, value_of): evaluate(one, value_of) for key, one in pairs}
        case ("not", one):
            return not evaluate(one, value_of)
        case ("negative", one):
            return -evaluate(one, value_of)
    sign, *sides = tree
    left, right = [evaluate(one, value_of) for one in sides]
    return _OPERATIONS[sign](left, right)


_OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "is": lambda left, right: left is right,
    "is not": lambda left, right: left is not right,
    "*": lambda left, right: left * right,
}


def find_first_name(tree: Tree, passed_over: Sequence[str] = ()) -> str:
    """Return the first name in ``tree`` that is not in ``passed_over``; empty if there is none."""
    return next((name for name in names_in(tree) if name not in passed_over), "")


def owner_in(call: str) -> str:
    """Return the object of which the binding ``call`` calls a method; empty for a function."""
    match parse(call)[0]:
        case ("call", ("get", owner, _), *_) | (_, ("call", ("get", owner, _), *_), *_):
            return write(owner)
    return ""

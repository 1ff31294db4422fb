"""Represents the survey of a submission: the definitions, parameters and values that it has.

It comes from beside the student's code, so that it is hostile: names are checked to be names, and
everything else is text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

_NAME = re.compile(r"[^\W\d]\w{0,99}")
"""Names that can be written in a binding; Python has a few more."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function or method.

    Attributes:
        kind: as ``inspect`` calls it: ``POSITIONAL_ONLY``, ``POSITIONAL_OR_KEYWORD``,
            ``VAR_POSITIONAL``, ``KEYWORD_ONLY`` or ``VAR_KEYWORD``.
        required: whether it has no default.
        default: its default as it is written, if that is a number, a short text or a function;
            else empty.
    """

    name: str
    kind: str = "POSITIONAL_OR_KEYWORD"
    required: bool = True
    default: str = ""


Parameters = tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """A function, a class, or an object that can be called.

    Attributes:
        kind: ``function``, ``class`` or ``object``.
        parameters: those of a call; of a class, those by which an object is made; ``None`` if they
            are not known.
        methods: of a class, by name the parameters without the object itself.
        mentions: names of what its code uses, which may be any text, and ``sort_by_key`` if it
            sorts by something.
    """

    kind: str
    parameters: Parameters | None = ()
    methods: Mapping[str, Parameters | None] = field(default_factory=dict)
    mentions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Survey:
    """The definitions, global values and literals of a submission.

    Attributes:
        definitions: by name, in the order of their definition.
        objects: by the name of a global variable the class that it is an object of.
        constants: by name global numbers and short texts, as they are written.
        members: by the name of an ``Enum`` the names of its members.
        literals: numbers and short texts in the code of functions, as they are written.
        bounds: names of values up to which this code cuts sequences off, as in ``moves[:n]``.
    """

    definitions: Mapping[str, Definition] = field(default_factory=dict)
    objects: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    literals: tuple[str, ...] = ()
    bounds: tuple[str, ...] = ()

    @classmethod
    def read(cls, said: object) -> Survey:
        """Return the survey that the sandbox sent; an empty one if the message is malformed."""
        try:
            found = msgspec.convert(said, cls)
        except (msgspec.ValidationError, RecursionError):
            return cls()
        return cls(
            {name: one for name, one in found.definitions.items() if _is_sound(name, one)},
            _named(found.objects),
            _named(found.constants),
            {name: tuple(filter(_is_name, them)) for name, them in _named(found.members).items()},
            found.literals,
            found.bounds,
        )


def _is_name(name: str) -> bool:
    return name.isidentifier() and _NAME.fullmatch(name) is not None


def _named(by_name: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in by_name.items() if _is_name(name)}


def _is_sound(name: str, one: Definition) -> bool:
    called = [one.parameters, *one.methods.values()]
    parameters = [each.name for listed in called for each in listed or ()]
    return all(map(_is_name, (name, *one.methods, *parameters)))

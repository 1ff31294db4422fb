"""Provides stand-ins for packages that draw or tabulate, such as matplotlib.

Nothing is drawn. While functions are called, each call of such a package prints one line that says
what it was given: so a picture can be told from none, and from that of another board. An assignment
declares the packages, ``stand_ins`` in its ``assignment.toml``.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Collection, Iterator
from dis import opmap
from importlib.machinery import ModuleSpec
from types import FrameType, FunctionType, ModuleType
from typing import Any

_LONGEST = 80
"""Characters of an argument that are printed, and of a name."""
_UNPACK = opmap["UNPACK_SEQUENCE"]


class StubbedPackages:
    """Makes modules in place of missing packages, and records which of them were imported.

    Args:
        packages: top-level names.
    """

    def __init__(self, packages: Collection[str]) -> None:
        self.packages = packages
        self.used: dict[str, None] = {}
        self.printing = False

    def module(self, spec: ModuleSpec) -> ModuleType:
        """The module of ``spec``."""
        top = spec.name.partition(".")[0]
        self.used[top] = None
        module = ModuleType(spec.name)
        whole = StandIn(spec.name, self)
        module.__getattr__ = lambda name: getattr(whole, name)  # type: ignore[method-assign]
        return module

    def note(self) -> str:
        """Return a note for readers of the report; empty if there is nothing to know."""
        if not self.used:
            return ""
        *first, last = self.used
        names, verb = (f"{', '.join(first)} and {last}", "are") if first else (last, "is")
        them = "They accept" if first else "It accepts"
        return f"{names} {verb} not here. {them} every call, and nothing is drawn or worked out"

    def say(self, line: str) -> None:
        """Print ``line``, if that is wanted now."""
        if self.printing:
            print(line)  # noqa: T201 - it is the picture


class StandIn:
    """A stand-in object of a missing package: every attribute, call and operation works.

    It is empty, false and 0, and what comes of it is one of these as well. Unpacked into several
    names, it is as many objects.
    """

    def __init__(self, name: str, drawings: StubbedPackages) -> None:
        self.__name__ = name[-_LONGEST:]
        self._drawings = drawings

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = self._next(f".{name}")
        self.__dict__[name] = found
        return found

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return a stand-in; return a single function unchanged, as a decorator would."""
        if len(args) == 1 and not kwargs and type(args[0]) is FunctionType:
            return args[0]  # a decorator
        given = [_describe_argument(each) for each in args]
        given += [f"{name}={_describe_argument(each)}" for name, each in kwargs.items()]
        self._drawings.say(f"{self.__name__}({', '.join(given)})")
        return self._next("()")

    def __array_ufunc__(self, *_: object, **__: object) -> Any:
        """Return a stand-in as the result of an operation of NumPy."""
        return self._next("")

    __array_function__ = __array_ufunc__

    def __getitem__(self, key: Any) -> Any:
        return self._next("[]")

    def __setitem__(self, key: Any, value: Any) -> None:
        self._drawings.say(
            f"{self.__name__}[{_describe_argument(key)}] = {_describe_argument(value)}"
        )

    def __delitem__(self, key: Any) -> None:
        pass

    def __iter__(self) -> Iterator[Any]:
        return iter([self._next("[]") for _ in range(_count_unpacked_names(_caller()))])

    def __len__(self) -> int:
        return 0

    def __int__(self) -> int:
        return 0

    __index__ = __int__

    def __float__(self) -> float:
        return 0.0

    def __round__(self, digits: int | None = None) -> float:
        return 0.0

    def __enter__(self) -> StandIn:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __repr__(self) -> str:
        return f"<{self.__name__}>"

    def __format__(self, form: str) -> str:
        return repr(self)

    def __instancecheck__(self, instance: object) -> bool:
        return False

    def __mro_entries__(self, bases: tuple[object, ...]) -> tuple[type, ...]:
        """Return the base class for a class that derives from this object."""
        derived = {"__init__": _ignore, "__getattr__": lambda _, name: getattr(self, name)}
        return (type("StandIn", (), derived),)

    def _next(self, step: str) -> StandIn:
        return StandIn(f"{self.__name__}{step}", self._drawings)


def _ignore(*_: object, **__: object) -> None:
    pass


def _operation(name: str) -> Callable[..., Any]:
    def operate(self: StandIn, *others: object) -> Any:
        # Fore.RED + "x": the text is what is shown.
        return others[0] if others and type(others[0]) is str else self._next("")

    operate.__name__ = name
    return operate


def _never(*_: object) -> bool:
    return False


for _word in (
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "matmul",
    "and",
    "or",
    "xor",
):
    for _side in ("", "r"):
        setattr(StandIn, f"__{_side}{_word}__", _operation(_word))
for _word in ("neg", "pos", "abs", "invert"):
    setattr(StandIn, f"__{_word}__", _operation(_word))
for _word in ("lt", "le", "gt", "ge"):
    setattr(StandIn, f"__{_word}__", _never)


def _caller() -> FrameType:
    """Return the frame of the caller of the function that calls this one."""
    return sys._getframe(2)  # noqa: SLF001 - inspect would have to be imported


def _count_unpacked_names(frame: FrameType) -> int:
    """Return the number of names into which the present statement unpacks; 0 if it does not."""
    code = frame.f_code.co_code
    return code[frame.f_lasti + 1] if code[frame.f_lasti] == _UNPACK else 0


def _describe_argument(value: object) -> str:
    """Return a short text for an argument, which differs for different arguments."""
    shape = getattr(value, "shape", None)
    whole = value.tolist() if isinstance(shape, tuple) and hasattr(value, "tolist") else value
    text = repr(whole)
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]}… {zlib.crc32(text.encode('utf-8', 'replace')):08x}"

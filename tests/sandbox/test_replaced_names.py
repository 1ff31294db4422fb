"""Programs that replace what Python offers: the runner goes on with what it had before.

The names are those of every module of the standard library that the runner imports, found by
reading the runner, and all built-ins.
"""

from __future__ import annotations

import ast
import builtins
import sys
from importlib import resources
from typing import Any

import pytest

from grader.sandbox.backend_interface import CallEnding, Injection, Outcome
from grader.wire import InjectedFunction
from reference.ps2.provided.breakthrough import Player
from tests.sandbox.scene import Scene, playing, program

WAYS = ("raises", "returns None", "is deleted")

REPLACING = """
import importlib

def raising(*_, **__):
    raise RuntimeError("replaced")

def silent(*_, **__):
    return None

def replace(module, name, way, setattr=setattr, delattr=delattr):
    if way == "is deleted":
        delattr(module, name)
    else:
        setattr(module, name, raising if way == "raises" else silent)

def names(module):
    found = vars(importlib.import_module(module))
    return [name for name in found if type(name) is str]

def replace_in_call(module, name, way):
    replace(importlib.import_module(module), name, way)

def replace_all(names, way, vars=vars, setattr=setattr, delattr=delattr):
    for module in [importlib.import_module(name) for name in names]:
        for name in [*vars(module)]:
            special = name[:2] == "__" and name not in ("__import__", "__build_class__")
            if not special and name not in ("stdout", "stderr", "print"):
                replace(module, name, way, setattr, delattr)
"""

OWN = """
def answer(number, things, table):
    print("called")
    return [number + 1, things, table, (number * 0.5, None, True, b"x", "text" * number)]

def fails(number):
    return number["x"]

def lends(add_one, player):
    return add_one(41), player
"""

LENT = Injection(
    functions={
        "taller": """
import collections
import copy
import dataclasses
import functools
import fractions
import game
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

Step = Callable[[Sequence[int]], int]

class Found(NamedTuple):
    numbers: tuple
    counted: dict

@dataclasses.dataclass(order=True)
class Weighed:
    weight: fractions.Fraction

def taller(numbers):
    half = functools.reduce(max, [Weighed(fractions.Fraction(n, 2)) for n in numbers])
    drawn = random.sample(numbers, len(numbers))
    counted = dict(collections.Counter(drawn).most_common())
    assert game.heights(numbers) == numbers, game.heights(numbers)
    return Found(tuple(copy.deepcopy(sorted(drawn))), counted)[:] + (half.weight.denominator,)
"""
    },
    stubs={
        "noting": """
from collections.abc import Callable

Make = Callable[[list], Callable[..., int]]

def make(log, *, by):
    def noting(number):
        log.append(number)
        return number + by
    return noting
"""
    },
    globals={
        "evaluate": """
from collections.abc import Callable

Kind = Callable[[int], int]

def evaluate(numbers):
    return sum(numbers) * len(numbers)
"""
    },
)
COURSE = """
from dataclasses import dataclass, field

@dataclass
class Height:
    of: list = field(default_factory=list)

def heights(numbers):
    return [*map(abs, Height(list(numbers)).of)]
"""
USING = """
import fractions, game, html.parser, statistics

def uses(taller, noting):
    return taller([3, 1, 2]), noting(1), evaluate([1, 2, 3]), game.heights([1])
"""
REPLACE_ONE = """
import builtins

held = vars(builtins)

def replace(name, way):
    def raising(*_, **__):
        raise RuntimeError("replaced")
    if way == "is deleted":
        held.pop(name, None)
    else:
        put = {"raises": raising, "returns None": lambda *_, **__: None, "returns 0": lambda *_: 0}
        held[name] = put[way]
"""
NEEDED_TO_SPEAK = {"__build_class__", "__import__"}
"""Built-ins without which a program cannot define a class or import anything by itself."""


def lending(scene: Scene) -> object:
    """What a call returns that uses all that is lent, and whether anything else was said of it."""
    outcome = scene.call("uses", InjectedFunction("taller"), InjectedFunction("noting", {"by": 1}))
    return scene.loaded.notes, outcome.value, outcome.log, outcome.detail


LENT_RIGHT = ((), (((1, 2, 3), {1: 1, 2: 1, 3: 1}, 2), 2, 18, [1]), [1], "")


def imported() -> list[str]:
    """Modules of the standard library that the runner imports, at the top and in functions."""
    found = {"builtins"}
    for package in ("grader.runner", "grader.wire"):
        for file in resources.files(package).iterdir():
            if not file.name.endswith(".py"):
                continue
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                match node:
                    case ast.Import(names=aliases):
                        found |= {alias.name for alias in aliases}
                    case ast.ImportFrom(module=str(module)):
                        found.add(module)
    return sorted(name for name in found if name.partition(".")[0] in sys.stdlib_module_names)


IMPORTED = imported()
USED = [
    "_signal", "_socket", "abc", "codecs", "contextlib", "copy", "encodings", "enum", "functools",
    "inspect", "io", "json.decoder", "json.encoder", "json.scanner", "signal", "socket",
    "threading", "tokenize", "_collections_abc", "_thread",
]  # fmt: skip
"""Modules that those use in turn, or whose names tempt."""
MODULES = sorted({*IMPORTED, *USED} - {"__future__"})
SHOWN = {"builtins": {"print"}, "sys": {"stdout"}}
"""Names without which Python itself cannot print."""

CHANGES = (
    "import sys; sys.modules.clear()",
    "import sys; sys.modules = {}",
    "import sys; sys.path = None; sys.meta_path = []; sys.path_hooks = None",
    "import sys; sys.setrecursionlimit(50)",
    "import sys; sys.excepthook = sys.displayhook = None",
    "import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)",
    "import faulthandler; faulthandler.disable(); faulthandler.unregister(24)",
    "import gc, os; gc.disable(); os.environ.clear(); os.umask(0)",
    "import json; json.JSONEncoder.encode = json.JSONEncoder.iterencode = None",
    "import json; json.JSONDecoder.decode = json.JSONDecoder.raw_decode = None",
    "import socket; socket.socket.send = socket.socket.recv = None",
    "import enum; enum.EnumType.__getitem__ = enum.EnumType.__call__ = enum.Enum.__eq__ = None",
    "import random; random.Random.seed = None; random._inst = None",
    "import traceback, linecache; traceback.StackSummary.extract = None; linecache.cache = None",
    "import contextlib, abc; contextlib.suppress.__exit__ = abc.ABCMeta.__instancecheck__ = None",
    "import builtins; builtins.isinstance = lambda *_: True; builtins.len = lambda _: 0",
    "json = sys = os = time = isinstance = len = type = None",
    "del __builtins__",
)
"""Further ways to disturb the runner: what is shared is changed, and not only replaced."""


def wrong(scene: Scene, *, fresh: bool) -> list[Outcome]:
    """The outcomes of calls that are not as if nothing had been replaced."""
    given: list[Any] = [3, [1, [2]], {"a": (1, 2.5)}]
    answered = scene.call("answer", *given, fresh=fresh)
    expected = [4, *given[1:], (1.5, None, True, b"x", "texttexttext")]
    failed = scene.call("fails", 3, fresh=fresh)
    lent = scene.call("lends", InjectedFunction("add_one"), Player.WHITE, fresh=fresh)
    right = {
        "answer": (answered.value, answered.stdout) == (expected, "called\n"),
        "fails": failed.ending == CallEnding.RAISED
        and failed.detail.startswith("TypeError: 'int' object is not subscriptable")
        and 'return number["x"]' in failed.traceback,
        "lends": lent.value == (42, Player.WHITE),
    }
    outcomes = {"answer": answered, "fails": failed, "lends": lent}
    return [outcomes[name] for name, fine in right.items() if not fine]


def test_the_modules_are_found_by_reading() -> None:
    assert {"ast", "builtins", "json", "marshal", "os", "random", "sys", "time"} <= {*IMPORTED}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("modules", [MODULES, ["builtins"], ["sys"]], ids=["all", "one", "sys"])
def test_everything_replaced_while_it_is_loaded(modules: list[str], way: str) -> None:
    """Functions that come later are loaded, and are called as usual."""
    source = f"{REPLACING}\nreplace_all({modules}, {way!r})\n{OWN}"
    with playing(program(source)) as scene:
        assert scene.loaded.notes == ()
        assert {"answer", "fails", "lends"} <= {*scene.loaded.names}
        assert wrong(scene, fresh=True) == []


@pytest.mark.parametrize("way", [*WAYS, "returns 0"])
def test_all_built_ins_are_replaced_and_functions_are_lent(way: str) -> None:
    """What is lent is whole, and what a program imports afterwards is, too."""
    source = f"{REPLACE_ONE}\nfor name in [*held]:\n    if name not in {NEEDED_TO_SPEAK}:\n"
    source += f"        replace(name, {way!r})\n{USING}"
    with playing(program(source, provided={"game": COURSE}), LENT) as scene:
        assert lending(scene) == LENT_RIGHT


FUNCTIONS = [
    name
    for name, value in vars(builtins).items()
    if callable(value) and not (isinstance(value, type) and issubclass(value, BaseException))
]
"""Built-in functions and types; nothing that is lent names an exception."""


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_built_in_is_replaced_and_functions_are_lent(name: str, way: str) -> None:
    parts = [f"{REPLACE_ONE}\nreplace({name!r}, {way!r})\n", USING]
    source = "".join(reversed(parts) if name in NEEDED_TO_SPEAK else parts)
    with playing(program(source, provided={"game": COURSE}), LENT) as scene:
        assert lending(scene) == LENT_RIGHT


@pytest.mark.parametrize("name", ["len", "isinstance", "getattr", "type"])
def test_what_a_program_replaces_is_replaced_in_all_of_its_own_code(name: str) -> None:
    source = f"import builtins\nbuiltins.{name} = lambda *_: 0\ndef own(): return {name}([1, 2])\n"
    with playing(program(source)) as scene:
        assert scene.value("own") == 0


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_each_name_replaced_in_a_call(module: str) -> None:
    """The calls after it in the same process are answered as usual."""
    with playing(program(REPLACING + OWN)) as scene:
        names = scene.value("names", module)
        assert names
        for name in names:
            for way in WAYS:
                if name in SHOWN.get(module, ()):
                    continue
                done = scene.call("replace_in_call", module, name, way)
                assert done.ending == CallEnding.ANSWER, (name, way, done)
                assert wrong(scene, fresh=False) == [], (name, way)


@pytest.mark.parametrize("line", CHANGES)
def test_the_state_of_the_interpreter_is_changed(line: str) -> None:
    with playing(program(f"{line}\n{OWN}")) as scene:
        assert scene.loaded.notes == ()
        assert wrong(scene, fresh=True) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import builtins; del builtins.print", "NameError: name 'print' is not defined"),
        ("import sys; sys.stdout.close()", "ValueError: I/O operation on closed file."),
        ("len = print = None", "TypeError: 'NoneType' object is not callable"),
    ],
)
def test_what_a_program_breaks_for_itself_is_said_as_python_says_it(line: str, said: str) -> None:
    with playing(program(f"{line}\n{OWN}")) as scene:
        outcome = scene.call("answer", 1, [], {})
        assert (outcome.ending, outcome.detail) == (CallEnding.RAISED, said)
        assert 'print("called")' in outcome.traceback


def test_the_runner_is_not_among_the_modules_of_a_program() -> None:
    source = """
import sys

def ours():
    return [name for name in sys.modules if name.partition(".")[0] == "grader"]

def imports():
    import grader.runner
"""
    with playing(program(source)) as scene:
        assert scene.value("ours") == []
        assert scene.call("imports").detail.startswith("ModuleNotFoundError: No module named")

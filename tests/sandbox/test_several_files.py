"""A program that imports and reads what was handed in beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from grader.model.submission import Cell, DataFile
from grader.model.time_limits import CallLimits, LoadLimits
from grader.sandbox.backend_interface import CallEnding, Injection, SandboxProgram
from tests.sandbox.scene import TOTAL, Scene, playing, program


def files(
    main: str,
    modules: Mapping[str, str],
    data: Mapping[str, bytes] | None = None,
    at: str = "ps2.py",
    provided: Mapping[str, str] | None = None,
) -> SandboxProgram:
    """A program at that path, with modules and data beside it."""
    made = program(main, provided=provided, packages=["numpy"], memory_bytes=768 << 20)
    return replace(
        made,
        cells=[Cell(main, at.rpartition("/")[2], notebook=False)],
        main=at,
        modules=[Cell(source, path, notebook=False) for path, source in modules.items()],
        data=[DataFile(path, content) for path, content in (data or {}).items()],
    )


def said(scene: Scene) -> list[tuple[str, int | None, str]]:
    return [(note.file, note.line, note.message) for note in scene.loaded.notes]


IMPORTS = {
    "a module": ("import helpers\ndef f(): return helpers.x", {"helpers.py": "x = 1"}, "ps2.py"),
    "a name": ("from helpers import x\ndef f(): return x", {"helpers.py": "x = 1"}, "ps2.py"),
    "all names": ("from helpers import *\ndef f(): return x", {"helpers.py": "x = 1"}, "ps2.py"),
    "in a call": ("def f():\n  import helpers\n  return helpers.x", {"helpers.py": "x=1"}, "a.py"),
    "a package": ("from a.b import x\ndef f(): return x",
                  {"a/__init__.py": "", "a/b.py": "from .c import x", "a/c.py": "x = 1"}, "p.py"),
    "a folder": ("import a.b\ndef f(): return a.b.x", {"a/b.py": "x = 1"}, "ps2.py"),
    "relative, in a package": ("from .h import x\ndef f(): return x",
                               {"src/__init__.py": "", "src/h.py": "x = 1"}, "src/ps2.py"),
    "relative, without one": ("from .h import x\ndef f(): return x", {"h.py": "x = 1"}, "ps2.py"),
    "beside it, in a folder": ("import h\ndef f(): return h.x", {"src/h.py": "x = 1"}, "src/p.py"),
    "by the path from outside": ("from src.h import x\ndef f(): return x",
                                 {"src/h.py": "x = 1"}, "src/ps2.py"),
    "around it": ("import h\ndef f(): return h.x", {"h.py": "x = 1"}, "a/b/ps2.py"),
    "the head of a package": ("from .h import x\ndef f(): return x", {"a/h.py": "x = 1"},
                              "a/__init__.py"),
    "each other": ("import h\nx = 1\ndef f(): return h.g()", {"h.py": "import ps2\ndef g(): "
                   "return ps2.x"}, "ps2.py"),
    "one called like the grader's": ("import submission\ndef f(): return submission.x",
                                     {"submission.py": "x = 1"}, "ps2.py"),
    "with a shared line": ("from h import f", {"h.py": "def f(): return 1"}, "ps2.py"),
    "with the future": ("from h import g\ndef f(): return g(1)", {
        "h.py": "from __future__ import annotations\ndef g(x: nothing): return x"}, "ps2.py"),
}  # fmt: skip


@pytest.mark.parametrize(("main", "modules", "at"), IMPORTS.values(), ids=IMPORTS)
def test_imports(main: str, modules: dict[str, str], at: str) -> None:
    with playing(files(main, modules, at=at)) as scene:
        assert said(scene) == []
        assert scene.value("f") == 1


READS = """
import os, glob, json
from pathlib import Path
import numpy as np

early = open("book.txt").read()
HERE = os.path.dirname(os.path.abspath(__file__))

def by_open(): return open("book.txt").read()
def by_folder(): return open("data/deep/a.json").read()
def by_file(): return open(os.path.join(HERE, "book.txt")).read()
def by_pathlib(): return (Path(__file__).parent / "data" / "deep" / "a.json").read_text()
def by_load(): return np.load("w.npy").tolist()
def by_map(): return np.load("w.npy", mmap_mode="r").tolist()
def by_fromfile(): return np.fromfile("w.bin", dtype="u1").tolist()
def by_loadtxt(): return np.loadtxt("w.csv", delimiter=",").tolist()
def by_genfromtxt(): return np.genfromtxt("w.csv", delimiter=",").tolist()
def by_glob(): return sorted(glob.glob("*.txt") + os.listdir("data"))
def at_import(): return early
def from_helper():
    import helpers
    return helpers.text
"""

EXPECTED = {
    "by_open": "once", "by_folder": "{}", "by_file": "once", "by_pathlib": "{}",
    "by_load": [1, 2], "by_map": [1, 2], "by_fromfile": [3, 4], "by_loadtxt": [5.0, 6.0],
    "by_genfromtxt": [5.0, 6.0], "by_glob": ["book.txt", "deep"], "at_import": "once",
    "from_helper": "once",
}  # fmt: skip


def npy(values: list[int]) -> bytes:
    array = np.array(values)
    header = str({"descr": array.dtype.str, "fortran_order": False, "shape": array.shape})
    padded = header.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(padded).to_bytes(2, "little") + padded + array.tobytes()


DATA = {
    "book.txt": b"once", "data/deep/a.json": b"{}", "w.npy": npy([1, 2]), "w.bin": b"\3\4",
    "w.csv": b"5,6\n",
}  # fmt: skip
HELPER = 'from pathlib import Path\ntext = (Path(__file__).parent / "book.txt").read_text()\n'


@pytest.mark.parametrize("folder", ["", "src/"])
def test_files_are_there_to_be_read(folder: str) -> None:
    data = {folder + path: content for path, content in DATA.items()}
    made = files(READS, {f"{folder}helpers.py": HELPER}, data, at=f"{folder}ps2.py")
    with playing(made) as scene:
        assert said(scene) == []
        assert {name: scene.value(name) for name in EXPECTED} == EXPECTED


def test_files_around_the_program_are_found_as_from_there() -> None:
    main = "def f(): return [open(p).read() for p in ('data/a.txt', 'own.txt', 'src/own.txt')]"
    data = {"data/a.txt": b"1", "own.txt": b"outside", "src/own.txt": b"inside"}
    with playing(files(main, {}, data, at="src/ps2.py")) as scene:
        outcome = scene.call("f")
        assert outcome.ending is CallEnding.RAISED
        assert "src/own.txt" in outcome.detail
    with playing(files(main.replace("'src/own.txt'", "'own.txt'"), {}, data, "src/p.py")) as scene:
        assert scene.value("f") == ["1", "inside", "inside"]


WRITES = """
import os
def tried():
    done = []
    for name, do in {
        "write": lambda: open("book.txt", "w"),
        "append": lambda: open("book.txt", "a"),
        "new": lambda: open("new.txt", "x"),
        "folder": lambda: os.mkdir("new"),
        "remove": lambda: os.remove("book.txt"),
        "rename": lambda: os.rename("book.txt", "b.txt"),
        "chmod": lambda: os.chmod("book.txt", 0o777),
        "link": lambda: os.symlink("book.txt", "l.txt"),
        "helper": lambda: open("helpers.py", "w"),
        "truncate": lambda: os.truncate("book.txt", 0),
        "time": lambda: os.utime("book.txt"),
    }.items():
        try:
            do()
        except OSError:
            continue
        done.append(name)
    return done
"""


def test_nothing_of_it_can_be_changed() -> None:
    with playing(files(WRITES, {"helpers.py": "x = 1"}, {"book.txt": b"once"})) as scene:
        assert scene.value("tried") == []


@pytest.mark.parametrize(
    ("main", "at"),
    [
        ("from .game import Player", "src/ps2.py"),
        ("from src.game import Player", "src/ps2.py"),
        ("from .game import Player", "ps2.py"),
        ("import src.game\nPlayer = src.game.Player", "src/ps2.py"),
    ],
)
def test_a_provided_module_is_the_same_in_a_package(main: str, at: str) -> None:
    made = files(
        f"{main}\nimport game\nimport h\ndef f(): return Player is game.Player is h.Player",
        {f"{at.rpartition('/')[0]}/h.py".lstrip("/"): "from game import Player"},
        at=at,
    )
    with playing(made) as scene:
        assert said(scene) == []
        assert scene.value("f") is True


HOSTILE = "x = 'handed in'\nimport sys\nsys.stderr.write('taken')\n"


@pytest.mark.parametrize("name", ["random", "json", "game", "numpy", "_heapq", "os"])
def test_no_module_is_replaced_by_a_file_of_its_name(name: str) -> None:
    main = f"import {name}\ndef f(): return hasattr({name}, 'x')"
    modules = {f"{name}.py": HOSTILE, f"{name}/__init__.py": HOSTILE}
    with playing(files(main, modules)) as scene:
        assert scene.value("f") is False
        assert "taken" not in scene.loaded.stdout


def test_a_helper_cannot_stand_in_for_what_is_lent() -> None:
    main = "def f(g): return g(1)\ndef e(): return evaluate(0)"
    modules = {"add_one.py": HOSTILE, "grader.py": HOSTILE, "lent_add_one.py": HOSTILE}
    with playing(files(main, modules)) as scene:
        from grader.wire import InjectedFunction

        assert scene.value("f", InjectedFunction("add_one")) == 2
        assert scene.value("e") == "the grader's"


def test_what_replaces_a_function_replaces_it_in_helpers_too() -> None:
    main = "from h import evaluate, f\ndef g(): return evaluate(0)"
    helper = "def evaluate(board): return 'own'\ndef f(): return evaluate(0)"
    with playing(files(main, {"h.py": helper})) as scene:
        assert [scene.value("f"), scene.value("g")] == ["the grader's"] * 2


def test_state_of_a_helper_lasts_as_long_as_that_of_the_program() -> None:
    main = "from h import count\ndef f(): return count()"
    helper = "seen = []\ndef count():\n    seen.append(1)\n    return len(seen)"
    with playing(files(main, {"h.py": helper})) as scene:
        assert [scene.value("f"), scene.value("f", fresh=False)] == [1, 2]
        assert scene.value("f", fresh=True) == 1
        scene.session.load(Injection())
        assert scene.value("f", fresh=True) == 1


def test_a_bad_line_of_a_helper_costs_only_itself() -> None:
    helper = "def good(): return 1\ndef bad(:\n    return 2\nx = 1 / 0\ndef later(): return 3\n"
    main = "from lib.h import good, later\nimport lib.h\ndef f(): return [good(), later()]"
    with playing(files(main, {"lib/h.py": helper})) as scene:
        assert scene.value("f") == [1, 3]
        (syntax, zero) = said(scene)
        assert syntax[:2] == ("lib/h.py", 2)
        assert "SyntaxError" in syntax[2]
        assert zero[:2] == ("lib/h.py", 4)
        assert "ZeroDivisionError" in zero[2]


def test_a_traceback_names_file_and_line_of_the_helper() -> None:
    main = "from lib.h import deep\ndef f(): return deep()"
    with playing(files(main, {"lib/h.py": "def deep():\n    return 1 / 0\n"})) as scene:
        traceback = scene.call("f").traceback
        assert 'File "lib/h.py", line 2, in deep\n    return 1 / 0' in traceback
        assert 'File "ps2.py", line 2, in f' in traceback


@pytest.mark.parametrize(
    ("helper", "why"),
    [
        ("while True: pass", "CPU time"),
        ("import os\nos._exit(3)", "status 3"),
        ("x = [0] * 10**10", "MemoryError"),
        ("import h", ""),
        ("import ps2\nps2.f = 1", ""),
        ("raise SystemExit", "SystemExit"),
        ("import sys\nsys.setrecursionlimit(10**9)\ndef r(): r()\nr()", ""),
    ],
    ids=["loop", "exit", "memory", "itself", "the program", "raise", "recursion"],
)
def test_a_package_that_never_ends_is_bounded(helper: str, why: str) -> None:
    main = "import h\ndef f(): return 1"
    with playing(files(main, {"h/__init__.py": helper})) as scene:
        assert scene.value("f") == 1
        assert why in " ".join(message for _, _, message in said(scene))


def test_a_module_that_sleeps_is_bounded() -> None:
    made = files("import h\ndef f(): return 1", {"h.py": "import time\ntime.sleep(10_000)"})
    limits = LoadLimits(CallLimits(0.4, 1.0), TOTAL)
    with playing(replace(made, load=limits)) as scene:
        assert scene.value("f") == 1
        assert "waited for more than 1 s" in said(scene)[0][2]


def test_each_statement_of_a_helper_has_its_time() -> None:
    work = "import time\nbegan = time.process_time()\nwhile time.process_time() < began + 0.25: 1\n"
    with playing(
        files("import h\ndef f(): return h.done", {"h.py": work * 4 + "done = 1"})
    ) as scene:
        assert scene.value("f") == 1
        assert said(scene) == []


@pytest.mark.parametrize(
    ("module", "said_of_it"),
    [
        ("helpers", "helpers.py was not handed in, and the course offers no package of that name"),
        ("pkg.part", "pkg.py was not handed in"),
        ("own.missing", "own/missing.py was not handed in"),
        ("pandas", "the course does not offer the package pandas to submissions"),
        ("idlelib.x", "this part of Python is not there"),
    ],
)
def test_what_is_not_there_is_told(module: str, said_of_it: str) -> None:
    main = f"import {module}\ndef f():\n    import {module}\n"
    with playing(files(main, {"own/__init__.py": ""})) as scene:
        (note,) = said(scene)
        assert note[:2] == ("ps2.py", 1)
        assert said_of_it in note[2]
        assert said_of_it in scene.call("f").detail


def test_a_file_that_came_alone_knows_its_name_and_nothing_else() -> None:
    main = "import os\ndef f(): return [__file__, os.path.exists('/submission'), os.getcwd()]"
    with playing(program(main)) as scene:
        assert scene.value("f") == ["/submission/alice.py", False, "/"]

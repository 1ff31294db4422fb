"""A small kit for pages of kits: tasks, what a kit checks with, and Pyodide without its weight."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from grader.export.web_kit import WebKitPage

CHECKS = '''
"""Stands in for the kit's own module: a case is right if the call gives what is expected."""


def precompile_texts(data):
    pass


def order_changed_tests_first(data, before, source):
    old, new = (text.partition("def double")[2] for text in (before, source))
    return ["1.2", "1.1"] if old and old != new else ["1.1", "1.2"]


def run_checks(source, filename, data, only=(), report=None):
    report({"task": "", "title": "", "test": "", "verdict": "started", "message": "10"})
    module = {"__name__": "program"}
    try:
        exec(compile(source, filename, "exec"), module)
        problem = None
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    for case in sorted(data["cases"], key=lambda case: only.index(case["task"])):
        report({**case, "verdict": "started", "message": "5"})
        report(result_of(case, module, problem))


def result_of(case, module, problem):
    result = {**case, "verdict": "accepted", "message": "", "actual": ""}
    if problem is not None:
        return {**result, "verdict": "load_error", "message": problem}
    try:
        actual = eval(case["call"], module)
    except NameError as error:
        return {**result, "verdict": "not_attempted", "message": str(error)}
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        return {**result, "verdict": "runtime_error", "message": message, "traceback": message}
    result["actual"] = repr(actual) if not isinstance(actual, str) else actual
    if result["actual"] != case["expected"]:
        return {**result, "verdict": "wrong_answer", "message": "This is not the right number."}
    return result
'''

BOARD = "    0 1 2\n 0  X . O\n 1  . X .\n 2  O . X\n" + " " * 90 + "wide"


def _case(task: str, title: str, call: str, expected: str, board: str = "") -> dict[str, str]:
    return {
        "task": task,
        "title": title,
        "test": f"{task}/{call}",
        "call": call,
        "expected": expected,
        "board": board,
    }


DATA = {
    "cases": [
        _case("1.1", "Adds small numbers", "add(1, 2)", "3"),
        _case("1.1", "Adds large numbers", "add(10**9, 1)", "1000000001", BOARD),
        _case("1.2", "Doubles a number", "double(4)", "8"),
    ]
}

KIT = WebKitPage(
    "Problem Set 1: Sums",
    "ps1.py",
    {"1.1": "Sums", "1.2": "Doubles"},
    {"kit_checks.py": CHECKS.encode(), "kit.json": json.dumps(DATA).encode()},
)
RIGHT = "def add(a, b):\n    return a + b\n\n\ndef double(n):\n    return 2 * n\n"


def make_pyodide(folder: Path, wheels: dict[str, bytes]) -> Path:
    """Make a folder with the names of Pyodide's files, and with ``wheels`` by package."""
    folder.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        (folder / name).write_bytes(name.encode())
    add_wheels(folder, {"info": {"python": "3.14.2"}, "packages": {}}, wheels)
    return folder


def add_wheels(folder: Path, lock: dict[str, object], wheels: dict[str, bytes]) -> None:
    """Add ``wheels`` by package to a folder of Pyodide's, and to what its lock lists."""
    listed = lock["packages"]
    assert isinstance(listed, dict)
    for name, content in wheels.items():
        file = f"{name}-1.0-py3-none-any.whl"
        (folder / file).write_bytes(content)
        listed[name] = {
            "name": name,
            "version": "1.0",
            "file_name": file,
            "install_dir": "site",
            "sha256": hashlib.sha256(content).hexdigest(),
            "package_type": "package",
            "imports": [name],
            "depends": [],
            "unvendored_tests": False,
        }
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")

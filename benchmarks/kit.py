"""How soon the students' kit answers.

The kit of Problem Set 2 checks ``submissions/alice.py``: from a fresh start, and after an edit to
one function after the other, with ``check.py --watch`` and on the kit's page in Chromium. Seconds
go from the start, or from the moment at which the edit was saved or sent, to the first result that
one can read, and to the last.
"""

from __future__ import annotations

import ast
import http.server
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.pace import sampled
from grader.assignment import load_assignment
from grader.assignment.course_assignments import BUILT_IN
from grader.export.find_pyodide_files import read_pyodide
from grader.export.package_files import write_folder
from grader.export.student_kit import make_kit
from grader.export.web_kit import make_web_kit, write_web_kit
from tests.browser import chromium

FUNCTIONS = (
    "transition", "evaluation_func", "hill_climbing", "hill_climbing_with_random_restarts",
    "generate_valid_moves", "minimax", "negamax", "minimax_alpha_beta", "negamax_alpha_beta",
    "improved_evaluate",
)  # fmt: skip
"""Functions of public tests, each of which is edited once."""
_BETWEEN = 2.0
"""Seconds between the end of a check and the next edit: nobody types faster."""
_PATIENCE = 300_000
"""Milliseconds until a page is given up."""

Seconds = tuple[float, float]
"""Until the first result, and until the last."""

_CHECK = """([source]) => new Promise((resolve) => {
    const found = document.getElementById("found"), status = document.getElementById("status");
    const began = performance.now();
    const since = () => (performance.now() - began) / 1000;
    let first = null;
    const results = new MutationObserver(() => {
        if (found.querySelector(".task, .note")) first ??= since();
    });
    const end = new MutationObserver(() => {
        if (!status.textContent.includes("This is no grade.")) return;
        results.disconnect();
        end.disconnect();
        setTimeout(() => resolve([first ?? since(), since()]));
    });
    results.observe(found, { childList: true, subtree: true });
    end.observe(status, { childList: true, subtree: true });
    document.getElementById("code").value = source;
    status.textContent = "";
    document.getElementById("check").click();
})"""
"""Checks a program on the page, and says when its results were there."""


def table() -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    assignment = load_assignment("ps2")
    source = (BUILT_IN / "submissions" / "alice.py").read_text("utf-8")
    files, _ = make_kit(assignment)
    yield "| | first result, median | slowest | all results, median |"
    yield "|---|---:|---:|---:|"
    with tempfile.TemporaryDirectory() as folder, sampled() as pace:
        work = Path(folder)
        write_folder(work / "kit", files)
        yield from _rows("check.py --watch", *watched(work / "kit", source))
        problem = chromium.missing()
        if not problem:
            write_web_kit(work / "page", make_web_kit(assignment, files), read_pyodide(None, ()))
            with served(work / "page") as address:
                yield from _rows("page in Chromium", *on_page(address, source))
    assert assignment.costs.calibration is not None, "Problem Set 2 has measured costs"
    slower = pace.against(assignment.costs.calibration)
    yield f"\nEverything took {slower:.2f} times as long as where budgets were measured."
    if problem:
        yield f"The page was not measured. {problem}"


def _rows(door: str, start: Seconds, edits: Sequence[Seconds]) -> Iterator[str]:
    first, last = zip(*edits, strict=True)
    yield f"| {door}, from the start | {start[0]:.2f} s | | {start[1]:.2f} s |"
    yield (
        f"| {door}, after an edit | {median(first):.2f} s | {max(first):.2f} s | "
        f"{median(last):.2f} s |"
    )


def edited(source: str) -> Iterator[str]:
    """Yield the program with a further statement in one function after the other."""
    lines = source.splitlines(keepends=True)
    places = {node.name: node.body[0] for node in ast.parse(source).body
              if isinstance(node, ast.FunctionDef)}  # fmt: skip
    for name in FUNCTIONS:
        before = places[name].lineno - 1
        indented = " " * places[name].col_offset
        yield "".join([*lines[:before], f"{indented}0\n", *lines[before:]])


def watched(kit: Path, source: str) -> tuple[Seconds, list[Seconds]]:
    """Run ``check.py --watch`` on the program and on each edit of it."""
    program = kit / "mine.py"
    program.write_text(source, "utf-8")
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "check.py", program.name, "--watch"], cwd=kit, text=True,
        stdout=subprocess.PIPE, encoding="utf-8",
    ) as process:  # fmt: skip
        assert process.stdout is not None, "a pipe"
        start = read_results(process.stdout, began)
        edits = []
        for text in edited(source):
            time.sleep(_BETWEEN)
            began = time.perf_counter()
            program.write_text(text, "utf-8")
            edits.append(read_results(process.stdout, began))
        process.terminate()
    return start, edits


def read_results(lines: Iterable[str], began: float) -> Seconds:
    """Read the lines of one check, up to the sentence that ends it."""
    first = 0.0
    for line in lines:
        if not first and line.startswith("  ") and line.strip():
            first = time.perf_counter() - began
        if "Waiting for changes" in line:
            return first, time.perf_counter() - began
    raise RuntimeError("check.py ended early.")


def on_page(address: str, source: str) -> tuple[Seconds, list[Seconds]]:
    """Check the program on the page as soon as it is loaded, and then each edit of it."""
    with chromium.started() as browser:
        page = browser.new_page()
        page.set_default_timeout(_PATIENCE)
        began = time.perf_counter()
        page.goto(address)
        opened = time.perf_counter() - began
        first, last = page.evaluate(_CHECK, [source])
        edits: list[Seconds] = [tuple(page.evaluate(_CHECK, [text])) for text in edited(source)]
    return (opened + first, opened + last), edits


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder as any static host does, and yield its address."""
    handler: Any = partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Log nothing."""

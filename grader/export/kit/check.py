"""Shows what the public tests say about your program: ``python check.py ps2.py``.

It needs Python 3.10 or newer, the files beside it, and no network. It is no grade: more tests are
run when you hand in.
"""

from __future__ import annotations

import argparse
import contextlib
import html
import io
import itertools
import json
import os
import queue
import re
import subprocess
import sys
import threading
import time
import tokenize
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

if sys.version_info < (3, 10):
    sys.exit(
        "check.py needs Python 3.10 or newer; this is Python %d.%d. Try: python3.12 check.py"
        % sys.version_info[:2]
    )

HERE = os.path.dirname(os.path.abspath(__file__))
NO_GRADE = (
    "This is not your grade. More tests are run when you hand in, and there each task is given "
    "right versions of the functions that it builds on; here your own are used."
)
POLL = 0.1
"""Seconds between two looks at the file, and at what the tests say."""
SIGNS = {"accepted": "✔", "left_out": "–", "not_attempted": "–", "not_implemented": "–"}
COLOURS = {"accepted": "32", "left_out": "2", "not_attempted": "33", "not_implemented": "33"}
ENDLESS = (
    "Loading your program did not end: a statement outside of functions takes too long, or waits "
    "for something."
)
GONE = "Your program ended the whole process while it was loaded."
HINTED = ("wrong_answer", "invalid_return", "runtime_error", "time_limit_exceeded")
STOPPED = "Not run: another call of this task had to be stopped."


Result = dict[str, str]
Paint = Callable[[str, str], str]


class KitError(Exception):
    """An error that the person at the keyboard has to mend; ``str()`` is a sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return its exit status: 0 if all tests are accepted, 1 if not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").replace("`", ""), prog="check.py")
    parser.add_argument("file", help="your program: a .py file or a notebook")
    parser.add_argument("-w", "--watch", action="store_true", help="run again at each change")
    parser.add_argument("-t", "--task", action="append", default=[], help="only of this task")
    parser.add_argument("--all", action="store_true", help="show all cases, also accepted ones")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    given = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        data = read_kit_json()
        tests = choose_test_ids(data, given.task)
        if given.watch:
            return watch(given, data, tests)
        found = run_tests(read_program(given.file), given.file, data, tests)
        if given.json:
            results = list(found)
            print(json.dumps(results, indent=1))
        else:
            results = print_results(found, data, given.file, every=given.all)
    except KitError as problem:
        print(f"check.py: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0 if all(each["verdict"] in ("accepted", "left_out") for each in results) else 1


def read_kit_json() -> dict[str, Any]:
    """Return the contents of kit.json."""
    try:
        with open(os.path.join(HERE, "kit.json"), encoding="utf-8") as file:
            found: dict[str, Any] = json.load(file)
    except (OSError, ValueError) as error:
        raise KitError(f"kit.json cannot be read, which belongs beside check.py: {error}") from None
    return found


def import_checks() -> Any:
    """Return the module beside this file that runs the tests."""
    sys.path.insert(0, HERE)
    try:
        import kit_checks  # type: ignore[import-not-found]
    finally:
        sys.path.remove(HERE)
    return kit_checks


def choose_test_ids(data: Mapping[str, Any], tasks: Sequence[str]) -> list[str]:
    """Return the ids of the tests of ``tasks``, where 3 is 3.1 and 3.2, or of all tests."""
    found = [
        test["id"]
        for test in data["tests"]
        if not tasks or any(f"{test['task']}.".startswith(f"{task}.") for task in tasks)
    ]
    if not found:
        known = ", ".join(dict.fromkeys(test["task"] for test in data["tests"]))
        raise KitError(f"No public test belongs to task {', '.join(tasks)}. There are: {known}.")
    return found


def read_program(path: str) -> str:
    """Return the program in a file; of a notebook, the code of its cells."""
    try:
        if path.endswith(".ipynb"):
            with open(path, encoding="utf-8") as file:
                cells = json.load(file)["cells"]
            return join_cells(
                "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"
            )
        with tokenize.open(path) as file:
            return file.read()
    except OSError as error:
        raise KitError(f"{path} cannot be read: {error.strerror or error}.") from None
    except (SyntaxError, UnicodeDecodeError):
        raise KitError(f"{path} is no text in UTF-8; save it as UTF-8.") from None
    except (ValueError, KeyError, TypeError):
        raise KitError(f"{path} is no notebook that can be read.") from None


def join_cells(cells: Iterable[str]) -> str:
    """Return the code of cells, without IPython's own commands."""
    kept = []
    for cell in cells:
        if cell.lstrip().startswith("%%"):
            continue
        kept.append(re.sub(r"(?m)^([ \t]*)[%!?].*$", r"\1pass", cell))
    return "\n\n".join(kept) + "\n"


class TestProcess:
    """A Python process that runs tests; ready before there is anything to run."""

    def __init__(self) -> None:
        self.lines: queue.Queue[Result | None] = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", os.path.join(HERE, "check.py"), "--child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._receive, daemon=True)
        self._reader.start()

    def _receive(self) -> None:
        assert self.process.stdout is not None, "a pipe"
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def start(self, source: str, filename: str, tests: Sequence[str]) -> None:
        """Send the program whose tests are to be run."""
        request = {"source": source, "filename": filename, "tests": tests}
        assert self.process.stdin is not None, "a pipe"
        with contextlib.suppress(OSError):
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()

    def stop(self) -> None:
        """End the process."""
        self.process.kill()
        self._reader.join()
        with contextlib.suppress(OSError), self.process:  # which closes the pipes
            pass


def serve_tests() -> None:
    """Run tests in the process that :class:`TestProcess` has started."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a program prints past Python goes nowhere
    kit_checks = import_checks()
    data = read_kit_json()
    kit_checks.precompile_texts(data)
    request = json.loads(sys.stdin.readline())
    sys.stdin = open(os.devnull)
    folder = os.path.dirname(os.path.abspath(request["filename"]))
    sys.path.append(folder)

    def tell(result: Result) -> None:
        out.write(json.dumps(result) + "\n")
        out.flush()

    name = os.path.basename(request["filename"])
    kit_checks.run_checks(request["source"], name, data, request["tests"], tell)
    tell({"verdict": "ended"})
    out.close()
    os._exit(0)  # whatever threads the program has started


def run_tests(
    source: str,
    filename: str,
    data: Mapping[str, Any],
    tests: Sequence[str],
    child: TestProcess | None = None,
    changed: Callable[[], bool] = lambda: False,
) -> Iterator[Result]:
    """Yield the results of tests, run in processes that are stopped when they take too long.

    Args:
        child: a process to begin with.
        changed: says whether the file has changed, so that nobody waits for these results.
    """
    left = [test for name in tests for test in data["tests"] if test["id"] == name]
    try:
        while left:
            child = child or TestProcess()
            child.start(source, filename, [test["id"] for test in left])
            stopped = yield from results_until_stopped(child, changed)
            child.stop()
            child = None
            if stopped is None:
                return
            case, verdict, message = stopped
            if not case:
                yield from (unsent_result(test, test["id"], "load_error", message) for test in left)
                return
            number = next(n for n, test in enumerate(left) if case.partition("[")[0] == test["id"])
            test, left = left[number], left[number + 1 :]
            yield unsent_result(test, case, verdict, f"{test['function']} {message}")
            if verdict == "time_limit_exceeded":
                same = [each for each in left if each["task"] == test["task"]]
                yield from (unsent_result(each, each["id"], verdict, STOPPED) for each in same)
                left = [each for each in left if each not in same]
    finally:
        if child is not None:
            child.stop()


def results_until_stopped(
    child: TestProcess, changed: Callable[[], bool]
) -> Generator[Result, None, tuple[str, str, str] | None]:
    """Yield the results that ``child`` sends; return what it had to be stopped at, and why."""
    now, allowed, deadline = "", 0.0, time.monotonic() + 30
    while True:
        try:
            result = child.lines.get(timeout=POLL)
        except queue.Empty:
            if changed():
                raise FileChanged from None
            if time.monotonic() > deadline and now:
                message = f"had not returned after {allowed:g} s and was stopped."
                return now, "time_limit_exceeded", message
            if time.monotonic() > deadline:
                return "", "", ENDLESS
            continue
        if result is None:
            return now, "runtime_error", "ended the whole process." if now else GONE
        if result["verdict"] == "ended":
            return None
        if result["verdict"] == "started":
            now, allowed = result["test"], float(result["message"])
            deadline = time.monotonic() + allowed
        else:
            yield result


class FileChanged(Exception):
    """The file has changed while its tests were run."""


def unsent_result(test: Mapping[str, Any], id: str, verdict: str, message: str) -> Result:
    """Return a result that no process has sent."""
    texts = ("call", "expected", "actual", "board", "printed", "traceback")
    return {
        "task": test["task"], "title": test["title"], "test": id, "verdict": verdict,
        "message": message, **dict.fromkeys(texts, ""),
    }  # fmt: skip


def watch(given: argparse.Namespace, data: Mapping[str, Any], tests: Sequence[str]) -> int:
    """Run the tests each time the file changes, until somebody presses Ctrl-C."""
    spare, seen, before = TestProcess(), None, ""
    try:
        while True:
            now = file_state(given.file)
            if now == seen or now is None:
                time.sleep(POLL)
                continue
            seen, child = now, spare
            began = time.monotonic()
            try:
                source = read_program(given.file)
                order = import_checks().order_changed_tests_first(data, before, source, tests)
                before = source
                found = run_tests(
                    source, given.file, data, order, child, partial(has_file_changed, given, now)
                )
                if supports_colour():
                    print("\033[2J\033[3J\033[H", end="")
                print_results(found, data, given.file, every=given.all)
            except FileChanged:
                spare = TestProcess()
                continue
            except KitError as problem:
                print(f"check.py: {problem}", file=sys.stderr)
                continue
            spare = TestProcess()
            took = time.monotonic() - began
            print(f"{took:.1f} s. Waiting for changes of {given.file}; Ctrl-C ends this.")
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 0
    finally:
        spare.stop()


def has_file_changed(given: argparse.Namespace, seen: tuple[int, int]) -> bool:
    """Return whether the file has changed since it was ``seen``, and is there."""
    return file_state(given.file) not in (None, seen)


def file_state(path: str) -> tuple[int, int] | None:
    """Return what changes with a file; ``None`` while it is not there."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def supports_colour() -> bool:
    """Return whether colours can be shown."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return False
    if os.name == "nt":
        os.system("")  # makes the console of Windows obey colours
    return True


def print_results(
    results: Iterable[Result], data: Mapping[str, Any], filename: str, *, every: bool = False
) -> list[Result]:
    """Print results, one test after the other as soon as it is done, and return them."""
    paint: Paint = colour_text if supports_colour() else _plain
    titles = {task["id"]: task["title"] for task in data["tasks"]}
    hints = {test["id"]: test["hint"] for test in data["tests"]}
    seen: set[str] = set()
    shown: list[Result] = []
    print(
        f"{data['title']}: the public tests on {strip_control_characters(filename)}\n", flush=True
    )
    for task, group in itertools.groupby(results, lambda result: result["task"]):
        print(paint(f"{task}  {titles[task]}", "1"))
        for name, found in itertools.groupby(group, lambda each: each["test"].partition("[")[0]):
            cases = list(found)
            shown += cases
            for line in test_lines(cases, hints[name], seen, paint, every=every):
                print(line.rstrip(), flush=True)
        print(flush=True)
    accepted = sum(each["verdict"] == "accepted" for each in shown)
    counted = sum(each["verdict"] != "left_out" for each in shown)
    print(
        f"{accepted} of {counted} public cases that were run are accepted. {NO_GRADE}", flush=True
    )
    return shown


def test_lines(
    cases: Sequence[Result], hint: str, seen: set[str], paint: Paint, *, every: bool
) -> Iterator[str]:
    """Yield the lines of one test: its verdict, and the first case that is not accepted.

    Args:
        seen: why nothing could be loaded, which is said once; added to.
    """
    wrong = [each for each in cases if each["verdict"] != "accepted"]
    worst = (wrong or cases)[0]
    words = worst["verdict"].replace("_", " ")
    if wrong and len(cases) > 1:
        words += f" in {len(wrong)} of {len(cases)} cases"
    sign = paint(SIGNS.get(worst["verdict"], "✘"), COLOURS.get(worst["verdict"], "31"))
    yield f"  {sign} {worst['title']} {paint(words, '2')}"
    if worst["message"] in seen:
        return
    if worst["verdict"] == "load_error":
        seen.add(worst["message"])
    for each in cases if every else wrong[:1]:
        yield from (f"      {line}" for line in case_lines(each, paint))
    if worst["verdict"] in HINTED and hint:
        yield f"      Hint: {strip_control_characters(hint)}"


def case_lines(result: Result, paint: Paint) -> Iterator[str]:
    """Yield the lines of one case."""
    if result["verdict"] != "left_out":
        yield paint(result["test"], "36")
    for text in (result["call"], result["message"]):
        yield from strip_control_characters(text).splitlines()
    for name, text, colour in (("expected", "expected", "32"), ("got", "actual", "31")):
        first, *rest = strip_control_characters(result[text]).splitlines() or [""]
        if first:
            yield f"{name:<9}{paint(first, colour)}"
            yield from (f"{'':9}{line}" for line in rest[:5])
    if result["board"]:
        yield from result["board"].splitlines()
    for name in ("traceback", "printed"):
        found = strip_control_characters(result[name]).splitlines()[-15:]
        if found:
            yield paint(name, "2")
            yield from (f"┆ {line}" for line in found)


def _plain(text: str, colour: str) -> str:
    del colour
    return text


def colour_text(text: str, colour: str) -> str:
    """Return ``text`` in a colour of the terminal."""
    return f"\033[{colour}m{text}\033[0m"


def strip_control_characters(text: str) -> str:
    """Return ``text`` without what would move the cursor or change the terminal."""
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode("ascii")
        for c in text.replace("\t", "    ")
    )


def render_html_table(results: Sequence[Result], data: Mapping[str, Any]) -> str:
    """Return the results as a table in HTML, for a notebook."""
    titles = {task["id"]: task["title"] for task in data["tasks"]}
    rows = []
    for each in results:
        sign = SIGNS.get(each["verdict"], "✘")
        told = "" if each["verdict"] == "accepted" else "\n".join(case_lines(each, _plain))
        cells = (
            f"{each['task']} {titles[each['task']]}", each["title"],
            f"{sign} {each['verdict'].replace('_', ' ')}",
        )  # fmt: skip
        rows.append(
            "<tr>" + "".join(f"<td style='text-align:left'>{html.escape(c)}</td>" for c in cells)
            + f"<td style='text-align:left'><pre>{html.escape(told)}</pre></td></tr>"
        )  # fmt: skip
    heads = "".join(f"<th scope='col'>{name}</th>" for name in ("Task", "Test", "Verdict", ""))
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table><p>{NO_GRADE}</p>"


def load_ipython_extension(shell: Any) -> None:
    """Add ``%check`` to a notebook: it shows the public tests on what its cells define."""

    def check(line: str) -> None:
        from IPython.display import HTML, display  # type: ignore[import-not-found]

        try:
            data = read_kit_json()
            tests = choose_test_ids(data, line.split())
            source = join_cells(shell.user_ns.get("In", [""])[1:])
            results = list(run_tests(source, "notebook", data, tests))
        except KitError as problem:
            print(problem)
            return
        display(HTML(render_html_table(results, data)))

    shell.register_magic_function(check, "line", "check")


if __name__ == "__main__":
    if sys.argv[1:] == ["--child"]:
        serve_tests()
    else:
        sys.exit(main())

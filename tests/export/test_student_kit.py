"""The student's kit: what is in it, what is not, and what it says of a program."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader import sandbox
from grader.assignment import Assignment
from grader.assignment.course_assignments import load_assignment
from grader.cli.main import main
from grader.examine.test_collection import find_hidden_tests
from grader.export.kit import kit_checks
from grader.export.kit.kit_checks import run_checks
from grader.export.student_kit import LEFT_OUT, NoKit, kit_data, make_kit
from grader.jobs.grading import grade
from grader.model.report import Visibility
from grader.render.report_sentences import format_short_call
from tests.made_up import DOUBLE, HEAD, TEST_DOUBLE, made_up, submitted
from tests.other_python import find_python
from tests.stones import stones

GIVEN = {"provided", "preamble.py", "skeleton.py", "handed_out"}
HIDDEN = """
SECRET = (80_441, 80_443)
@task("1", points=1)
@cases([SECRET])
def test_secret(student, case):
    \"\"\"Is hidden.\"\"\"
"""
PUBLIC = """
@task("1", points=1, visibility="public")
@cases([1])
def test_public(student, case):
    \"\"\"Is public.\"\"\"
    {}
"""


@pytest.fixture(scope="module")
def ps2() -> dict[str, Any]:
    data, notes = kit_data(load_assignment("ps2"))
    assert not notes
    return data


def everything(assignment: Assignment) -> str:
    files, _ = make_kit(assignment)
    return "\n".join(file.content.decode() for file in files.values())


def test_no_hidden_case_and_nothing_of_one_is_in_it(ps2: dict[str, Any]) -> None:
    found = find_hidden_tests(load_assignment("ps2")).tests
    public = [test for test in found if test.mark.visibility is Visibility.PUBLIC]
    shown = {str(getattr(case, "rows", case)) for test in public for case in test.cases}
    hidden = {
        str(case.rows)
        for test in found
        for case in (*test.cases, *test.pool)
        if hasattr(case, "rows") and str(case.rows) not in shown
    }
    text = "\n".join(ps2["checks"].values())
    assert len(hidden) > 100
    assert any(rows in text for rows in shown)
    assert not [rows for rows in hidden if rows in text]
    titles = [test.title for test in found if test.mark.visibility is not Visibility.PUBLIC]
    assert not [title for title in titles if title in json.dumps(ps2)]


def test_no_source_of_the_reference_is_in_it() -> None:
    assignment = load_assignment("ps2")
    given = [assignment.preamble_source(), *map(assignment.provided_source, assignment.provided)]
    text, secret = everything(assignment), set[str]()
    folder = assignment.reference
    for path in (*folder.glob("*.py"), *folder.glob("oracle/*.py"), *folder.glob("rights/*/*.py")):
        if GIVEN.isdisjoint(path.parts):
            secret |= statements(path.read_text("utf-8"))
    own = {line for source in given for line in statements(source)}
    assert len(secret) > 200
    assert not [line for line in secret - own if line in text]


def statements(source: str) -> set[str]:
    """Long statements of functions, as one line each; imports are nobody's."""
    found: set[str] = set()
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a known-wrong one may be
        return found
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in function.body:
                text = ast.unparse(node).partition("\n")[0]
                if len(text) > 40 and not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
                    found.add(text)
    return found


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("from reference.demo.add_one import add_one; add_one(1)", "reference"),
        ("len(SECRET)", "not public"),
        ("open('data.json')", "open"),
        ("import numpy", ""),
        ("helper()", "reference"),
    ],
)
def test_a_test_that_needs_more_is_left_out_and_named(
    line: str, reason: str, tmp_path: Path
) -> None:
    helper = "from reference.demo.add_one import add_one\ndef helper():\n    return add_one(1)\n"
    head, _, call = line.rpartition("; ")
    text = f"{helper}{head}\n{HIDDEN}" + PUBLIC.format(call)
    (tmp_path / "reference").mkdir()
    data, notes = kit_data(made_up(tmp_path, TEST_DOUBLE.replace("test_d", "test_e"), text))
    (test,) = (test for test in data["tests"] if test["id"] == "1/public")
    assert bool(test["left_out"]) == bool(reason)
    assert bool(notes) == bool(reason)
    assert reason in " ".join(notes)
    assert "80_441" not in data["checks"]["kit_cases"]
    assert not any("number + 1" in text for text in data["checks"].values())
    if reason:
        result = run_checks("", "a.py", data, ["1/public"])[0]
        assert (result["verdict"], result["message"]) == ("left_out", LEFT_OUT)


def test_a_function_that_only_the_grader_gives_to_programs_is_none_of_the_kit(
    tmp_path: Path,
) -> None:
    with pytest.raises(NoKit, match="gives the program a function add_one"):
        make_kit(made_up(tmp_path, tasks=DOUBLE + 'globals = ["add_one"]\n'))


def test_names_of_the_students_own_choice_cannot_be_had(tmp_path: Path) -> None:
    with pytest.raises(NoKit, match="choose the names"):
        make_kit(stones(tmp_path))


PROGRAMS = {
    "right": "def double(n):\n    return 2 * n\n",
    "wrong": "def double(n):\n    return n + 2\n",
    "of another type": "def double(n):\n    return {1: object()}\n",
    "raising": "def double(n):\n    print('seen')\n    return n / 0\n",
    "empty": "def double(n):\n    raise NotImplementedError\n",
    "absent": "def twice(n):\n    return 2 * n\n",
    "other parameters": "def double(n, m):\n    return 2 * n\n",
    "undefined default": "def double(n, m=missing):\n    return 2 * n\n",
    "undefined annotation": "def double(n: Missing) -> Missing:\n    return 2 * n\n",
    "remembering": "seen = []\ndef double(n):\n    seen.append(n)\n    return 2 * seen[0]\n",
}


@pytest.mark.bubblewrap
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_says_what_the_grader_says(name: str, tmp_path: Path) -> None:
    assignment = made_up(tmp_path, TEST_DOUBLE.replace("hint=", "in_turn=True, hint="))
    data, _ = kit_data(assignment)
    report = grade(
        submitted(tmp_path, PROGRAMS[name]),
        assignment,
        sandbox.choose_backend("bubblewrap"),
        seed=0,
    )
    (task,) = report.tasks
    theirs = [
        (case.id, case.verdict.value, case.message, case.expected or "", case.actual or "",
         format_short_call(case.call) if case.call else "")
        for case in task.tests[0].cases
    ]  # fmt: skip
    keys = ("test", "verdict", "message", "expected", "actual", "call")
    ours = [
        tuple(result[key] for key in keys)
        for result in run_checks(PROGRAMS[name], "student.py", data)
    ]
    assert ours[: len(theirs)] == theirs[: len(ours)]
    assert ours


def test_it_needs_nothing_that_only_unix_has(tmp_path: Path) -> None:
    data, _ = kit_data(made_up(tmp_path))
    (tmp_path / "kit.json").write_text(json.dumps(data))
    folder = Path(kit_checks.__file__).parent
    code = (
        "import sys, os, json\n"
        "missing = ['fcntl', 'resource', 'termios', 'pwd', 'grp', '_posixsubprocess', 'syslog']\n"
        "sys.modules.update(dict.fromkeys(missing))\n"
        "for name in ('fork', 'setsid', 'killpg', 'register_at_fork'): delattr(os, name)\n"
        f"sys.path.insert(0, {str(folder)!r})\n"
        "import kit_checks\n"
        f"program = {PROGRAMS['right']!r}\n"
        "results = kit_checks.run_checks(program, 'a.py', json.load(open('kit.json')))\n"
        "print(*(each['verdict'] for each in results))\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["accepted"] * 3


def test_what_has_changed_comes_first() -> None:
    tests = [{"id": n, "task": n, "function": f"f{n}"} for n in "123"]
    before = "def f1(): pass\ndef f2(): pass\ndef f3(): pass\n"
    after = before.replace("f2(): pass", "f2(): return 1")
    assert kit_checks.order_changed_tests_first({"tests": tests}, before, after) == ["2", "1", "3"]
    assert kit_checks.order_changed_tests_first(
        {"tests": tests}, before, "def f1(", ["3", "1"]
    ) == ["3", "1"]


def test_tests_run_in_the_order_asked_for(tmp_path: Path) -> None:
    further = TEST_DOUBLE.replace("doubles", "doubles_too")
    data, _ = kit_data(made_up(tmp_path, TEST_DOUBLE, further))
    order = ["1/doubles_too", "1/doubles"]
    for asked in (order, order[::-1]):
        results = run_checks(PROGRAMS["right"], "a.py", data, asked)
        ids = [result["test"].partition("[")[0] for result in results]
        assert list(dict.fromkeys(ids)) == asked


def test_modules_of_the_process_come_back(tmp_path: Path) -> None:
    data, _ = kit_data(made_up(tmp_path))
    before = dict(sys.modules)
    run_checks("import sys\nsys.modules['grader.wire'] = None\n", "a.py", data)
    kept = {"grader", "grader.wire", "grader.testing", "hidden_tests", "submission"}
    assert {name: sys.modules.get(name) for name in kept} == {
        name: before.get(name) for name in kept
    }


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """The kit of a made-up assignment, in a folder with a space and an umlaut."""
    files, _ = make_kit(made_up(tmp_path))
    folder = tmp_path / "Meine Übung"
    folder.mkdir()
    for name, file in files.items():
        content = file.content.replace(b"5.0", b"0.5") if name == "kit.json" else file.content
        (folder / name).write_bytes(content)
    return folder


def check(kit: Path, *arguments: str, python: str = sys.executable) -> tuple[int, str]:
    done = subprocess.run(
        [python, "check.py", *arguments],
        cwd=kit, capture_output=True, encoding="utf-8", check=False, timeout=60,
        env={"PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_one_command_shows_what_is_wrong(kit: Path) -> None:
    (kit / "demo.py").write_text(PROGRAMS["wrong"])
    status, text = check(kit, "demo.py")
    assert status == 1
    assert "double(1)\n      Not doubled.\n      expected 2\n      got      3" in text
    assert "Hint: Twice the number." in text
    assert "1 of 3 public cases that were run are accepted. This is not your grade." in text
    (kit / "demo.py").write_text(PROGRAMS["right"])
    assert check(kit, "demo.py")[0] == 0


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("def double(n):\n    while True: pass\n", "had not returned after 0.5 s and was stopped"),
        ("import os\ndef double(n):\n    os._exit(0)\n", "ended the whole process"),
        ("def double(n:\n", "demo.py, line 1: "),
        ("def double(n):\n    return input()\n", "EOFError"),
    ],
)
def test_a_program_that_would_not_let_go_is_stopped(kit: Path, program: str, words: str) -> None:
    (kit / "demo.py").write_text(program)
    status, text = check(kit, "demo.py")
    assert status == 1
    assert words in text
    assert "Traceback" not in text


@pytest.mark.parametrize("name", ["missing.py", "binary.py", "broken.ipynb", "kit"])
def test_what_cannot_be_read_gets_a_sentence(kit: Path, name: str) -> None:
    (kit / "binary.py").write_bytes(b"\xff\xfe\x00")
    (kit / "broken.ipynb").write_text("[]")
    (kit / "kit").mkdir()
    status, text = check(kit, name)
    assert status == 2
    assert len(text.splitlines()) == 1
    assert name in text


def test_a_notebook_is_read_without_its_commands(kit: Path) -> None:
    cells = [["%matplotlib inline\n", "!ls\n"], ["def double(n):\n", "    return 2 * n\n"]]
    written = {"cells": [{"cell_type": "code", "source": cell} for cell in cells]}
    (kit / "demo.ipynb").write_text(json.dumps(written))
    assert check(kit, "demo.ipynb")[0] == 0


def test_it_runs_again_when_the_file_changes(kit: Path) -> None:
    (kit / "demo.py").write_text(PROGRAMS["wrong"])
    with subprocess.Popen(
        [sys.executable, "check.py", "demo.py", "--watch"],
        cwd=kit, stdout=subprocess.PIPE, encoding="utf-8",
        env={"PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8"},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        lines: Iterator[str] = iter(process.stdout)
        assert any("1 of 3 public cases" in line for line in lines)
        (kit / "demo.py").write_text(PROGRAMS["right"])
        assert any("3 of 3 public cases" in line for line in lines)
        process.terminate()


def test_a_notebook_has_a_table_in_its_cell(kit: Path) -> None:
    (kit / "cell.py").write_text(
        "import sys, types, check\n"
        "display = types.ModuleType('IPython.display')\n"
        "display.HTML, display.display = str, print\n"
        "sys.modules |= {'IPython': types.ModuleType('IPython'), 'IPython.display': display}\n"
        "class Shell:\n"
        "    user_ns = {'In': ['', '%load_ext check', 'def double(n):\\n    return n + 2']}\n"
        "    def register_magic_function(self, function, kind, name):\n"
        "        assert (kind, name) == ('line', 'check')\n"
        "        function('')\n"
        "check.load_ipython_extension(Shell())\n"
    )
    done = subprocess.run(
        [sys.executable, "cell.py"], cwd=kit, capture_output=True, encoding="utf-8", check=True,
        env={"PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.stdout.startswith("<table>")
    assert done.stdout.count("<tr>") == 4
    assert "Not doubled." in done.stdout
    assert "This is not your grade." in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.10", "3.11", "3.12", "3.13", "3.14"])
def test_it_needs_nothing_but_python(version: str, kit: Path) -> None:
    python = find_python(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    (kit / "demo.py").write_text(PROGRAMS["wrong"])
    status, text = check(kit, "demo.py", python=python)
    assert status == 1
    assert "1 of 3 public cases" in text


def test_the_command_writes_a_zip(tmp_path: Path) -> None:
    made_up(tmp_path)
    for assignment, status in (("demo", 0), ("other", 2)):
        out = tmp_path / f"{assignment}.zip"
        with pytest.raises(SystemExit) as end:
            main(["export", "kit", assignment, "--course", str(tmp_path), "-o", str(out)])
        assert end.value.code == status
        assert out.is_file() == (status == 0)


def test_an_assignment_without_public_tests_has_none(tmp_path: Path) -> None:
    with pytest.raises(NoKit, match="no public tests"):
        make_kit(made_up(tmp_path, HIDDEN, head=HEAD, tasks=DOUBLE))

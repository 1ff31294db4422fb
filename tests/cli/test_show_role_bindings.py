"""Bindings on the command line, in files and in tables: how a submission is called for roles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from tests.made_up import DOUBLE, made_up
from tests.stones import RIGHT, SETTLED, stones


@pytest.fixture
def course(tmp_path: Path) -> Path:
    stones(tmp_path)
    (tmp_path / "student.py").write_text(RIGHT)
    return tmp_path


def grade(course: Path, command: str, *options: str) -> Result:
    line = [command, str(course / "student.py"), "--course", str(course), "-a", "stones", *options]
    return CliRunner().invoke(main, line)


def said(text: str) -> str:
    return " ".join(text.replace("│", "").split())


def roles(report: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {role["role"]: (role["found"], role["binding"]) for role in report["roles"]}


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_binding_settles_an_open_role(course: Path) -> None:
    asked = grade(course, "run")
    assert asked.exit_code == 0
    assert "`search` is open." in said(asked.stdout)
    assert "--bind 'search=Player(…)'" in said(asked.stdout)
    assert "Not final: a person has to say how the submission is called for search." in asked.stdout
    assert "Score 2 / 2 (100 %) · 3 points undecided · not final" in said(asked.stdout)
    answered = grade(course, "run", "--bind", f"search = {SETTLED}", "--format", "json")
    report = json.loads(answered.stdout)
    assert (report["score"], report["undecided"], report["complete"]) == (5, 0, True)
    assert roles(report) == {
        "take": ("name", "take(heap, number) -> number"),
        "search": ("marker", f"{SETTLED} -> number"),
    }


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_case_is_replayed_by_the_binding_of_its_report(course: Path) -> None:
    report = course / "report.json"
    graded = grade(course, "run", "--bind", "search=Player(3).minimax(heap) * 2", "-o", str(report))
    assert graded.exit_code == 0
    line = ["replay", str(report), "2/searches[3]", "--course", str(course)]
    replayed = CliRunner().invoke(main, line)
    assert replayed.exit_code == 0, replayed.output
    assert "wrong answer" in replayed.stdout
    assert "6" in replayed.stdout


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_file_beside_the_submission_counts_below_the_command_line(course: Path) -> None:
    beside = course / "student.bindings.toml"
    beside.write_text(f'take = "helper"\nsearch = "{SETTLED}"\n')
    graded = grade(course, "run", "--bind", "take=take", "--format", "json")
    assert graded.exit_code == 0
    assert "grade: 2 bindings from" in said(graded.stderr)
    assert json.loads(graded.stdout)["score"] == 5
    beside.write_text('search = "Player(3"\n')
    refused = grade(course, "run")
    assert refused.exit_code == 2
    assert "student.bindings.toml: The binding of search: expected ')'." in said(refused.stderr)


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_what_was_read_is_a_file_for_the_next_grading(course: Path) -> None:
    printed = grade(course, "bind")
    assert printed.exit_code == 0
    assert 'take = "take(heap, number) -> number"  # all 2 known answers right' in printed.stdout
    assert '# search = "Player(depth).minimax(heap)"' in printed.stdout
    assert "#   helper(a, b=…)" in printed.stdout
    beside = course / "student.bindings.toml"
    settled = grade(course, "bind", "--bind", f"search={SETTLED}", "-o", str(beside))
    assert settled.exit_code == 0
    assert settled.stdout == ""
    assert "grade: search: all 3 known answers right" in settled.stderr
    graded = grade(course, "run", "--format", "json")
    assert json.loads(graded.stdout)["score"] == 5


@pytest.mark.slow
@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("binding", "sentence"),
    [
        ("take=helper(heap, number)", "take: 0 of 2 known answers right"),
        ("take=take(heap, number) - 1", "The binding of take: the binding should end here."),
        ("search=Player(3)", "as search asks. It answered: the type Player."),
        ("search=Player(3).best(heap)", "It raised AttributeError: 'Player' object has no"),
        ("search=solve(heap)", "search: The binding names solve, which the submission does not"),
        ("search=solve", "search: The binding names solve, which the submission does not define."),
        ("search=heap", "search: The binding names heap, which the submission does not define."),
        ("search=3", "search: The binding names nothing of it."),
    ],
)
def test_a_binding_is_tried_at_once(course: Path, binding: str, sentence: str) -> None:
    tried = grade(course, "bind", "--bind", binding)
    assert sentence in said(tried.stderr)
    assert tried.exit_code == (0 if "known answers" in sentence else 2)


@pytest.mark.slow
@pytest.mark.bubblewrap
@pytest.mark.parametrize("binding", ["boss.minimax(heap)", "AGENTS['boss'].minimax(heap)"])
def test_a_binding_may_ask_an_object_of_the_submission(course: Path, binding: str) -> None:
    more = "boss = Player(3)\nAGENTS = {'boss': boss}\n"
    (course / "student.py").write_text(f"{RIGHT}{more}# grade: search = {binding}\n")
    report = json.loads(grade(course, "run", "--format", "json").stdout)
    assert report["score"] == 5
    assert roles(report)["search"] == ("hint", f"{binding} -> number")


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_hint_that_is_no_binding_is_a_note_with_its_place(course: Path) -> None:
    (course / "student.py").write_text(f"# grade: search = Player(3).minimax(heap\n{RIGHT}")
    graded = grade(course, "run", "--format", "json")
    (note,) = json.loads(graded.stdout)["load_notes"]
    assert note == {
        "message": "The hint for search is no binding: expected ')' (character 41 of the line).",
        "file": "student.py", "line": 1, "column": 41,
    }  # fmt: skip
    shown = grade(course, "run", "--format", "html")
    assert "1  # grade: search = Player(3).minimax(heap\n" in shown.stdout


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_nothing_that_a_student_wrote_acts_on_a_terminal(course: Path) -> None:
    (course / "student.py").write_text(
        "def take(heap, number):\n    raise ValueError('\\x1b[2J##[error]x')\n"
        "def minimax(heap, mode='\\x1b[2J##[error]'):\n    return None\n"
    )
    for command in ("bind", "run"):
        result = grade(course, command)
        assert result.exit_code == 0
        assert "\x1b[2J" not in result.output
        assert "##[" not in result.output
        assert "x1b[2J" in result.output


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["search"], "'search' is not ROLE=BINDING."),
        (["=x"], "'=x' is not ROLE=BINDING."),
        (["search= "], "'search= ' is not ROLE=BINDING."),
        (["search=a", "search=b"], "search has two bindings, a and b; keep one."),
        (["dig=a"], "'dig' is not a role of this assignment; its roles are take, search."),
    ],
)
@pytest.mark.parametrize("command", ["run", "bind"])
def test_what_cannot_be_meant_is_refused(
    course: Path, command: str, options: list[str], sentence: str
) -> None:
    result = grade(course, command, *(part for each in options for part in ("--bind", each)))
    assert result.exit_code == 2
    assert sentence in said(result.stderr)


@pytest.mark.parametrize("command", ["run", "bind"])
def test_a_caret_stands_below_what_is_wrong(course: Path, command: str) -> None:
    result = grade(course, command, "--bind", "search=best(heap, x; y)")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "grade: The binding of search: this character has no meaning in a binding.",
        "  best(heap, x; y)",
        "              ^",
    ]


def test_there_is_nothing_to_bind_where_names_are_fixed(tmp_path: Path) -> None:
    made_up(tmp_path, tasks=DOUBLE)
    (tmp_path / "a.py").write_text("def double(n):\n    return 2 * n\n")
    line = ["bind", str(tmp_path / "a.py"), "--course", str(tmp_path), "-a", "demo"]
    result = CliRunner().invoke(main, line)
    assert result.exit_code == 2
    assert "the names of functions are fixed in demo: it has no contract." in result.stderr


def batch(course: Path, *options: str | Path) -> Result:
    line = ["batch", course / "in", "--out", course / "out", "--course", course, "-a", "stones"]
    return CliRunner().invoke(main, list(map(str, [*line, *options])))


def graded(course: Path) -> dict[str, dict[str, Any]]:
    """Return reports by student."""
    found = (course / "out/json").glob("*.json")
    return {path.stem: json.loads(path.read_text()) for path in found}


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_the_open_roles_of_a_batch_are_settled_in_one_table(course: Path) -> None:
    (course / "in").mkdir()
    for name in ("ann", "bob"):
        # Not the same program, which would be graded once.
        (course / "in" / f"{name}.py").write_text(f"{RIGHT}# {name}\n")
    asked = batch(course)
    assert asked.exit_code == 0, asked.output
    assert "Roles that are open, to be settled in bindings.csv: 2 ann: search bob: search" in said(
        asked.stdout
    )
    assert "bindings.csv: fill in the column binding and run the same command again" in asked.stderr
    table = course / "out/bindings.csv"
    heading, ann, bob = table.read_text().splitlines()
    assert heading == "id,role,binding,reason,candidates"
    assert ann.startswith("ann,search,,")
    assert "Player(depth) cannot be called" in ann
    summary = json.loads((course / "out/summary.json").read_text())
    assert (summary["open"], summary["to_decide"]) == (2, 2)
    assert [row["undecided"] for row in summary["submissions"]] == [3, 3]
    assert "open in bindings.csv: search" in (course / "out/index.html").read_text()
    table.write_text("\n".join([heading, ann.replace(",,", f",{SETTLED},", 1), bob, ""]))
    answered = batch(course, "--against", course / "out")
    assert answered.exit_code == 0, answered.output
    assert "bindings that people gave" in said(answered.stdout)
    reports = graded(course)
    assert [reports[name]["complete"] for name in ("ann", "bob")] == [True, False]
    assert reports["ann"]["score"] == 5
    assert roles(reports["ann"])["search"] == ("marker", f"{SETTLED} -> number")
    summary = json.loads((course / "out/summary.json").read_text())
    assert summary["graded"] == 1
    where = {row["id"]: summary["settings"][row["setting"]]["where"]
             for row in summary["submissions"]}  # fmt: skip
    assert where == {"ann": f"search={SETTLED}", "bob": ""}
    rows = table.read_text().splitlines()
    assert rows[1] == f"ann,search,{SETTLED},,"
    assert rows[2] == bob
    other = course / "answers.csv"
    other.write_text(f"id,role,binding\nbob,search,{SETTLED}\n")
    last = batch(course, "--bind", other)
    assert last.exit_code == 0, last.output
    assert "Roles that are open" not in last.stdout
    assert [report["score"] for report in graded(course).values()] == [5, 5]
    assert json.loads((course / "out/summary.json").read_text())["graded"] == 1


def test_of_a_batch_nothing_is_said_for_everybody(course: Path) -> None:
    (course / "in").mkdir()
    result = batch(course, "--bind", "search=solve")
    assert result.exit_code == 2
    assert "In a batch, give a table with the columns id, role and binding" in said(result.stderr)

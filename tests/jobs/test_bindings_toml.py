"""Files that say beside a submission how it is called."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.assignment import Assignment, load_assignment
from grader.jobs.bindings_toml import (
    BindingsError,
    bindings_path,
    bindings_text,
    quote_for_toml,
    read_bindings,
)
from grader.model.escape import escape_invisible
from grader.model.role_binding import BindingSource, RoleResult
from grader.model.submission_survey import Definition, Parameter, Survey

ROLES = (
    RoleResult("actions", BindingSource.NAME, "moves", ("moves(board) -> "
                                                       "[column]"), asked=3, right=3),
    RoleResult("result", BindingSource.MARKER, "play", "play(board, 'x')", asked=4, right=1),
    RoleResult(
        "utility", BindingSource.UNDECIDED, candidates=("value(board)", "Score"),
        note="Score answers with nothing.\x1b[2J\nIt answered: None.",
    ),
    RoleResult("evaluate", BindingSource.NOT_FOUND, names=("evaluate", "heuristic")),
    RoleResult("agent", BindingSource.NOT_FOUND, note="A comment names bot, which is not there."),
)  # fmt: skip
SURVEY = Survey(
    {
        "moves": Definition("function", (Parameter("board"),)),
        "Score": Definition("class", (), {"of": (Parameter("board"),)}),
        "helper": Definition(
            "function",
            (Parameter("a"), Parameter("b", required=False), Parameter("rest", "VAR_POSITIONAL")),
        ),
        "Game": Definition("class", (), {"play": None, "__call__": (Parameter("n"),)}),
    }
)
CONNECT4 = load_assignment("connect4")


def file(folder: Path, content: str | bytes) -> Path:
    path = folder / "a.bindings.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_what_is_settled_is_read_again_and_the_rest_waits_in_comments(tmp_path: Path) -> None:
    written = bindings_text("a.ipynb", "connect4", ROLES, SURVEY)
    assert read_bindings(file(tmp_path, written), CONNECT4) == {
        "actions": "moves(board) -> [column]", "result": "play(board, 'x')",
    }  # fmt: skip
    assert written.splitlines()[4:] == [
        'actions = "moves(board) -> [column]"  # all 3 known answers right',
        "result = \"play(board, 'x')\"  # 1 of 4 known answers right",
        "",
        r"# utility is open. Score answers with nothing.\x1b[2J It answered: None.",
        '# utility = "value(board)"',
        '# utility = "Score().of(board)"',
        "",
        "# evaluate: nothing was found. Names that were looked for: evaluate, heuristic.",
        '# evaluate = ""',
        "",
        "# agent: A comment names bot, which is not there.",
        '# agent = ""',
        "",
        "# Used for no role:",
        "#   helper(a, b=…, *rest)",
        "#   Game().play(…)",
        "#   Game()(n)",
    ]


def test_an_open_line_counts_once_it_is_no_comment(tmp_path: Path) -> None:
    written = bindings_text("a.ipynb", "connect4", ROLES, SURVEY)
    settled = written.replace('# utility = "Score().of(board)"', 'utility = "Score().of(board)"')
    assert read_bindings(file(tmp_path, settled), CONNECT4)["utility"] == "Score().of(board)"


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_is_kept_and_nothing_of_it_acts(line: str) -> None:
    shown = quote_for_toml(line)
    assert tomllib.loads(f"a = {shown}") == {"a": line}
    assert escape_invisible(shown) == shown
    assert "\n" not in shown
    assert "\t" not in shown


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('dig = "f"', "a.bindings.toml: 'dig' is not a role of this assignment; its roles are"),
        ('result = "f(board"', "a.bindings.toml: The binding of result: expected ')'.\n  f(board"),
        ("result = 3", 'a.bindings.toml: result has to be a text: result = "…"'),
        ("[result]\na = 1", "result has to be a text"),
        ("result: f", "is not TOML in UTF-8: "),
        (b"result = '\xff'", "is not TOML in UTF-8: "),
        ("a = " + "[" * 100_000, "is not TOML in UTF-8: "),
        ("#" * 300_000, "has more than 256 KiB"),
    ],
)
def test_what_cannot_be_right_is_refused(
    tmp_path: Path, content: str | bytes, sentence: str
) -> None:
    with pytest.raises(BindingsError) as refused:
        read_bindings(file(tmp_path, content), CONNECT4)
    assert sentence in str(refused.value)


def test_a_folder_is_no_file_of_bindings(tmp_path: Path) -> None:
    with pytest.raises(BindingsError, match="cannot be read: Is a directory"):
        read_bindings(tmp_path, CONNECT4)


def test_where_names_are_fixed_there_is_nothing_to_bind(tmp_path: Path, plain: Assignment) -> None:
    with pytest.raises(BindingsError, match="it has no contract"):
        read_bindings(file(tmp_path, 'double = "f(number)"'), plain)


@pytest.fixture
def plain(tmp_path: Path) -> Assignment:
    from tests.made_up import DOUBLE, made_up

    return made_up(tmp_path / "plain", tasks=DOUBLE)


@pytest.mark.parametrize(
    ("submission", "name"),
    [("alice.py", "alice"), ("a.b.ipynb", "a.b"), ("in/hand-in.zip", "hand-in")],
)
def test_the_file_lies_beside_the_submission(submission: str, name: str) -> None:
    path = bindings_path(Path(submission))
    assert (path.name, path.parent) == (f"{name}.bindings.toml", Path(submission).parent)


def test_the_file_of_a_folder_lies_beside_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "alice.smith"
    folder.mkdir()
    assert bindings_path(folder) == tmp_path / "alice.smith.bindings.toml"

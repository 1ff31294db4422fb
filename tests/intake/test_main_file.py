"""Which of several files is graded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader import intake
from grader.intake import SeveralFiles
from grader.intake.handin_files import FileEntry
from grader.intake.main_file import find_main_file
from grader.model.submission import MainFileRules

ASKED = frozenset({"climb", "search", "moves"})
RULES = MainFileRules(asked=ASKED)
CLIMB = "def climb():\n    return 1\n"
SEARCH = "def search():\n    return 2\n"
MOVES = "def moves():\n    return 3\n"


def entries(files: Mapping[str, str]) -> list[FileEntry]:
    def entry(name: str, text: str) -> FileEntry:
        return FileEntry(name, len(text), lambda _: text.encode())

    return [entry(name, text) for name, text in files.items()]


def chosen(files: Mapping[str, str], rules: MainFileRules = RULES) -> str:
    return find_main_file("hw.zip", entries(files), rules)


def question(files: Mapping[str, str], rules: MainFileRules = RULES) -> str:
    with pytest.raises(SeveralFiles) as caught:
        chosen(files, rules)
    return str(caught.value)


BOOK = json.dumps({"cells": [{"cell_type": "code", "source": CLIMB + SEARCH, "outputs": []}]})

CHOSEN: dict[str, tuple[dict[str, str], str]] = {
    "a helper": ({"ps2.py": "from helpers import swap\n" + CLIMB, "helpers.py": "x = 1"}, "ps2.py"),
    "a helper with one of the functions": (
        {"a.py": MOVES, "ps2.py": "from a import moves\n" + CLIMB + SEARCH}, "ps2.py",
    ),
    "all of them elsewhere": (
        {"a.py": CLIMB + MOVES, "b.py": SEARCH, "z.py": "from a import *\nfrom b import search"},
        "z.py",
    ),
    "in brackets": (
        {"a.py": CLIMB + MOVES, "z.py": "from a import (\n  climb,  # one\n  moves as moves,\n)\n"
         + SEARCH}, "z.py",
    ),
    "a script that plays": ({"play.py": "import ps2\nps2.climb()", "ps2.py": CLIMB}, "ps2.py"),
    "a script that takes all": ({"demo.py": "from ps2 import *", "ps2.py": CLIMB}, "ps2.py"),
    "a package": (
        {"src/__init__.py": "", "src/ps2.py": "from .helper import swap\n" + CLIMB,
         "src/helper.py": "x = 1"}, "src/ps2.py",
    ),
    "a package of parts": (
        {"hw/__init__.py": "from .a import *\nfrom .b import *", "hw/a.py": CLIMB,
         "hw/b.py": SEARCH}, "hw/__init__.py",
    ),
    "a package with all in its head": (
        {"hw/__init__.py": CLIMB, "hw/util.py": "x = 1"}, "hw/__init__.py",
    ),
    "tests beside": ({"ps2.py": CLIMB, "test_ps2.py": CLIMB}, "ps2.py"),
    "tests in a folder": ({"ps2.py": CLIMB, "Tests/all.py": CLIMB}, "ps2.py"),
    "tests of two kinds": ({"ps2.py": "x = 1", "ps2_test.py": CLIMB, "conftest.py": ""}, "ps2.py"),
    "nothing but a test": ({"test_ps2.py": "x = 1"}, "test_ps2.py"),
    "a notebook and its helper": (
        {"helper.py": "x = 1", "ps2.ipynb": BOOK, "n.txt": ""}, "ps2.ipynb",
    ),
    "methods where there are no functions": (
        {"play.py": "import ps2", "ps2.py": "class PS2:\n    def climb(self): ..."}, "ps2.py",
    ),
    "an older version with less": ({"old.py": CLIMB, "new.py": CLIMB + SEARCH}, "new.py"),
    "installed packages": (
        {"ps2.py": CLIMB, "venv/lib/site-packages/x.py": CLIMB + SEARCH}, "ps2.py",
    ),
    "what cannot be read": ({"ps2.py": CLIMB, "bad.ipynb": "{"}, "ps2.py"),
}  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), CHOSEN.values(), ids=CHOSEN)
def test_the_file_that_offers_what_is_asked_for(files: dict[str, str], expected: str) -> None:
    assert chosen(files) == expected
    assert chosen(dict(reversed(files.items()))) == expected


def test_two_candidates_are_a_question_with_their_names() -> None:
    said = question({"a.py": CLIMB + SEARCH, "b.py": CLIMB + SEARCH, "c.py": "x = 1"})
    assert "hw.zip holds 2 files that could be graded: a.py, b.py" in said
    assert "each of them defines climb, search" in said
    assert "Hand in only one of them" in said


def test_parts_of_which_none_has_all_are_a_question() -> None:
    said = question({"a.py": CLIMB, "b.py": SEARCH + MOVES})
    assert "a.py (defines climb), b.py (defines moves, search)." in said
    assert "Put their functions into one file, or let one of them import the other." in said
    assert "only one" not in said
    several = question({"a.py": CLIMB, "b.py": CLIMB + MOVES, "c.py": CLIMB + SEARCH})
    assert "b.py (defines climb, moves), c.py (defines climb, search)." in several


def test_methods_in_two_files_are_a_question_that_names_them() -> None:
    files = {"a.py": f"class A:\n    {CLIMB}", "b.py": f"class B:\n    {SEARCH}"}
    assert "a.py (defines climb), b.py (defines search)." in question(files)


def test_files_that_import_each_other_are_a_question() -> None:
    files = {"a.py": "from b import search\n" + CLIMB, "b.py": "from a import climb\n" + SEARCH}
    assert "a.py (defines climb), b.py (defines search)." in question(files)


def test_an_assignment_can_name_the_file() -> None:
    files = {"a.py": CLIMB, "Main.py": CLIMB, "old/main.py": CLIMB}
    assert chosen(files, MainFileRules(asked=ASKED, main=frozenset({"main.py"}))) == "Main.py"
    twice = {"x/main.py": CLIMB, "y/main.py": CLIMB}
    assert "x/main.py, y/main.py" in question(twice, MainFileRules(main=frozenset({"main.py"})))


def test_where_names_are_free_it_is_what_no_other_imports() -> None:
    files = {
        "game.py": "def play(): ...",
        "agent.ipynb": BOOK.replace("def climb", "import game\\ndef climb"),
    }
    assert chosen(files, MainFileRules()) == "agent.ipynb"
    assert "a.py, b.py" in question({"a.py": "x = 1", "b.py": "x = 2"}, MainFileRules())


def test_names_of_modules_are_found_in_the_folder_that_was_worked_in() -> None:
    files = {
        "hw/ps2.py": "from hw.helpers import moves\n" + CLIMB + SEARCH,
        "hw/helpers.py": MOVES,
        "other/helpers.py": "x = 1",
    }
    assert chosen(files) == "hw/ps2.py"


@pytest.mark.parametrize(
    "text",
    [
        "from " + "." * 500_000 + "\n",
        "from x import (" * 60_000,
        "import " + ", ".join(f"a{n}" for n in range(80_000)),
        "\n".join(f"from a{n} import b{n}" for n in range(40_000)),
        "from x import *\n" * 60_000,
        " " * 1_000_000,
    ],
    ids=["dots", "brackets", "one import", "many imports", "stars", "blanks"],
)
def test_hostile_lines_take_no_time(text: str) -> None:
    files = {"ps2.py": CLIMB, "hostile.py": text, **{f"x{n}.py": "x = 1" for n in range(150)}}
    assert chosen(files) == "ps2.py"


def test_a_chain_of_imports_may_be_long() -> None:
    chain = {f"m{n}.py": f"from m{n + 1} import *" for n in range(180)}
    files = {**chain, "m180.py": CLIMB, "ps2.py": "from m0 import *\n" + SEARCH}
    assert chosen(files) == "ps2.py"


def test_more_code_than_is_looked_at_is_a_question() -> None:
    files = {f"m{n}.py": CLIMB for n in range(1000)}
    assert "1000 files" in question(files)


def test_much_code_is_a_question_before_it_is_read() -> None:
    def unread(_: int) -> bytes:
        raise AssertionError

    large = [FileEntry(f"m{n}.py", 1 << 20, unread) for n in range(30)]
    with pytest.raises(SeveralFiles, match="30 files"):
        find_main_file("hw.zip", large, RULES)


def test_files_that_take_all_of_each_other_take_no_time() -> None:
    stars = "".join(f"from m{n} import *\n" for n in range(190))
    files = {f"m{n}.py": stars for n in range(190)}
    assert chosen({**files, "ps2.py": CLIMB + SEARCH + "from m0 import moves"}) == "ps2.py"


def test_the_note_on_another_file_with_what_is_asked_for(tmp_path: Path) -> None:
    for name, text in {"old.py": CLIMB, "new.py": CLIMB + SEARCH}.items():
        (tmp_path / name).write_text(text)
    notes = [note.message for note in intake.read_submission(tmp_path, RULES).notes]
    assert notes == ["old.py also defines functions of this assignment, but was not graded"]

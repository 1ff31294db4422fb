"""Which assignment a submission is for, by what it defines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment import UnknownAssignment, detect_assignment
from grader.model.submission import Cell, MainFileRules, Submission
from tests.made_up import HEAD, made_up


def program(*cells: str, path: str = "a.py") -> Submission:
    return Submission(path, "", tuple(Cell(text, path, notebook=False) for text in cells), ())


@pytest.fixture
def course(tmp_path: Path) -> Callable[..., Path]:
    """Makes a course whose assignments ask for these functions, by name."""

    def make(**asked: str) -> Path:
        for name, asks in asked.items():
            tasks = "".join(
                f'[[tasks]]\nid = "{each}"\nfunction = "{each}"\npoints = 1\n'
                for each in asks.split()
            )
            made_up(tmp_path, head=HEAD.replace('"demo"', f'"{name}"'), tasks=tasks, id=name)
        return tmp_path

    return make


def found(course: Path, *submissions: Submission) -> str:
    return detect_assignment.find_fitting_assignment(course, lambda _: submissions).id


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f(x):\n    pass\nclass Agent:\n    def act(self): ...\n", {"f", "Agent"}),
        ("async  def\tf(): ...", {"f"}),
        ("def größe(): ...", {"größe"}),
        ("#def f(): ...\nx = 'def f'\n  def g(): ...\ndefine = 3\ndef 3(): ...\nclass", set()),
        ("def f(:\n  broken\x00\n)))\nclass A", {"f", "A"}),
        ("%%time\ndef f(): ...", {"f"}),
        ("x\n" * 100_000 + "def" + " " * 100_000, set()),
    ],
)
def test_definitions_are_seen_line_by_line(text: str, names: set[str]) -> None:
    assert detect_assignment.find_defined_names(program("import os", text)) == names


def test_the_one_that_a_submission_names(course: Callable[..., Path]) -> None:
    folder = course(one="climb swap", two="search moves")
    path = folder / "hidden_tests" / "two" / "assignment.toml"
    path.write_text('recognise = ["Sliding tiles"]\n' + path.read_text("utf-8"), "utf-8")
    own = program("def mine(): ...")
    headed = replace(own, headings=("## Task 1: SLIDING-tiles, solved",))
    assert found(folder, headed) == "two"
    assert found(folder, program("# sliding tiles\ndef climb(): ...")) == "two"
    assert found(folder, program("# sliding tilesets\ndef climb(): ...")) == "one"
    with pytest.raises(UnknownAssignment):
        found(folder, own)


def test_the_one_whose_functions_are_defined(course: Callable[..., Path]) -> None:
    folder = course(one="climb swap", two="search moves")
    assert found(folder, program("def moves(): ...")) == "two"
    assert found(folder, program("def helper(): ...", "def climb(): ...")) == "one"


def test_more_of_the_same_names_decide(course: Callable[..., Path]) -> None:
    folder = course(one="search evaluate", two="search evaluate prune")
    assert found(folder, program("def search(): ...\ndef prune(): ...")) == "two"
    with pytest.raises(UnknownAssignment) as caught:
        found(folder, program("def search(): ..."))
    assert str(caught.value) == (
        "More than one assignment fits: a.py may be one or two. "
        "Say which is meant: --assignment ID."
    )


def test_the_one_all_of_whose_functions_are_defined(course: Callable[..., Path]) -> None:
    folder = course(one="Agent", two="evaluate search agent")
    agent = program("class Agent: ...\ndef evaluate(): ...")
    assert found(folder, agent) == "one"
    assert found(folder, program("def evaluate(): ...\ndef search(): ...")) == "two"
    with pytest.raises(UnknownAssignment, match="More than one"):
        found(course(three="Agent"), agent)


def test_methods_show_the_assignment_where_nothing_else_does(course: Callable[..., Path]) -> None:
    folder = course(one="climb swap", two="search moves")
    in_a_class = program("class Solution:\n    def climb(self): ...")
    assert found(folder, in_a_class) == "one"
    assert found(folder, program("def search():\n    def climb(): ...")) == "two"
    assert found(folder, in_a_class, program("def moves(): ...", path="b.py")) == "two"


def test_none_fits(course: Callable[..., Path]) -> None:
    folder = course(one="a b c d e", two="z")
    for asked in ((program("x = 1\ndef f(): ..."),), ()):
        with pytest.raises(UnknownAssignment) as caught:
            found(folder, *asked)
        assert str(caught.value) == (
            f"No function was found that an assignment of the course {folder} asks for "
            "(one asks for a, b, c and 2 more; two asks for z). "
            "Check the file, or say which assignment it is for: --assignment ID."
        )


def test_a_lot_is_for_one_assignment(course: Callable[..., Path]) -> None:
    folder = course(one="climb", two="search moves")
    ours = program("def search(): ...", path="ours.py")
    stuck = program("print('help')", path="stuck.py")
    both = program("def climb(): ...\ndef moves(): ...", path="both.py")
    assert found(folder, stuck, both, ours) == "two"
    strange = program("def climb(): ...", path="\x1b[31mstrange\n.py")
    with pytest.raises(UnknownAssignment) as caught:
        found(folder, ours, strange, ours)
    said = str(caught.value)
    assert "ours.py may be two; " in said
    assert said.isprintable()


def test_what_one_assignment_gives_another_may_ask_for(course: Callable[..., Path]) -> None:
    folder = course(one="climb", two="search")
    toml = folder / "hidden_tests" / "one" / "assignment.toml"
    toml.write_text('handout = ["work.py"]\n' + toml.read_text())
    asked: list[frozenset[str]] = []

    def read(rules: MainFileRules) -> Iterator[Submission]:
        asked.append(rules.given)
        if "work.py" not in rules.given:
            yield program("def search(): ...\ndef climb(): ...", path="work.py")

    assert detect_assignment.find_fitting_assignment(folder, read).id == "two"
    assert asked == [{"work.py"}, set()]


def test_no_more_is_read_than_decides(course: Callable[..., Path]) -> None:
    def read(_: MainFileRules) -> Iterator[Submission]:
        yield program("x = 1", path="stuck.py")
        yield program("def climb(): ...")
        raise AssertionError

    assert detect_assignment.find_fitting_assignment(course(one="climb"), read).id == "one"

"""Code as staff read it: divided by tasks, with its own line numbers, and harmless."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from grader.model.report import Report
from grader.model.role_binding import BindingSource, RoleResult
from grader.model.submission import Cell
from grader.service.code_view import MOST_LINES, CodeFile, code_files
from grader.service.data.tables import Role
from tests.render import samples
from tests.service.scene import Scene
from tests.service.site import Browser

CODE = '''import math

# How it moves.
@cached
def moves(board):
    """Every
    column."""
    return [
        1,
    ]


LIMIT = 3
async def other():
    pass
def mine(board): return 0
'''


def _report(source: str, *names: str, roles: tuple[RoleResult, ...] = ()) -> Report:
    found = samples.report(*(replace(samples.RIGHT, id=f"{n}.1", title=name.title(), function=name)
                             for n, name in enumerate(names, 1)))  # fmt: skip
    return replace(found, cells=(Cell(source, "mine.py", notebook=False),), roles=roles)


def _text(file: CodeFile) -> list[str]:
    return [unescape(re.sub(r"<[^>]*>", "", line)) for part in file.parts for _, line in part.lines]


def test_what_tasks_ask_for_stands_apart_and_lines_keep_their_numbers() -> None:
    called = RoleResult("search", BindingSource.NAME, "mine", "mine(board)", {})
    (file,) = code_files(_report(CODE, "moves", "search", "moves", roles=(called,)))
    assert [(part.heading, part.lines[0][0], part.lines[-1][0]) for part in file.parts] == [
        ("", 1, 2), ("1.1 Moves, 3.1 Moves", 3, 12), ("", 13, 15), ("2.1 Search", 16, 16)
    ]  # fmt: skip
    assert _text(file) == CODE.rstrip("\n").split("\n")
    assert [number for part in file.parts for number, _ in part.lines] == list(range(1, 17))


def test_words_are_coloured_also_over_several_lines() -> None:
    (file,) = code_files(_report(CODE))
    lines = [line for part in file.parts for _, line in part.lines]
    assert lines[4] == ('<span class="c-key">def</span> <span class="c-def">moves</span>(board):')
    assert lines[6] == '<span class="c-str">    column.&#34;&#34;&#34;</span>'
    assert lines[2] == '<span class="c-rem"># How it moves.</span>'


HOSTILE = (
    "", "\n", "\n\n", "\r", "x\ry", "'", '"""', "def", "def moves(", "@", "f'{", "<b>&\u202e",
    "\x00", "\ud800", "::error::x", "\\\n", "# </td></table><script>alert(1)</script>",
    "def moves(): '</span><script>'\n\n\n)\n@", "\x0c def moves(): pass",
)  # fmt: skip


@pytest.mark.parametrize("source", HOSTILE)
def test_nothing_is_lost_and_nothing_acts(source: str) -> None:
    (file,) = code_files(_report(source, "moves"))
    shown = "\n".join(line for part in file.parts for _, line in part.lines)
    assert re.sub(r'</?span( class="c-[a-z]{3}")?>', "", shown).count("<") == 0
    assert len(_text(file)) == len(source.rstrip("\n").split("\n"))
    assert "\u202e" not in shown


@pytest.mark.parametrize("source", ["(" * 300_000, "f'{" * 60_000, "x=1;" * 45_000, "x\n" * 9000])
def test_much_code_is_cut_and_not_taken_apart_for_long(source: str) -> None:
    (file,) = code_files(_report(source))
    lines = [line for part in file.parts for _, line in part.lines]
    assert len(lines) == min(MOST_LINES, source.rstrip("\n").count("\n") + 1)
    assert file.left == max(0, source.rstrip("\n").count("\n") + 1 - MOST_LINES)
    assert max(map(len, lines)) < 1000


def test_staff_jump_to_a_task_and_comment_on_its_lines(scene: Scene) -> None:
    report = _report("X = 1\n" + CODE, "moves")
    submission = scene.graded(scene.person("ada"), report)
    staff = Browser(scene, scene.person("ines", Role.ASSISTANT))
    page = staff.get(f"/s/{submission}/marking?cell=0&line=6").text
    assert '<a href="#p0-4">1.1 Moves</a>' in page
    assert '<h3 class="part" id="p0-4">1.1 Moves</h3>' in page
    assert "A comment on line 6" in page
    form = {"cell": 0, "line": 6, "text": "A good name."}
    assert staff.send_form(f"/s/{submission}/comment", form).status_code == 303
    page = staff.get(f"/s/{submission}/marking").text
    assert page.index('id="l0-6"') < page.index("A good name.") < page.index('id="l0-7"')

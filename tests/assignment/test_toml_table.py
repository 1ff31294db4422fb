from __future__ import annotations

import pytest

from grader.assignment.assignment_toml import find_line_of_key

TEXT = """\
# id = "not this one"
id = "demo"
"title" = "Demonstration"

[limits]
memory_mb = 256  # [tasks]

[limits.load]
cpu_seconds = 3
notes.colour = 1

[[tasks]]
points = 1

[[ tasks ]]
points = 2
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("id", 2),
        ("title", 3),
        ("limits", 5),
        ("limits.memory_mb", 6),
        ("limits.load.cpu_seconds", 9),
        ("limits.load.notes.colour", 10),
        ("tasks[0].points", 13),
        ("tasks[1].points", 16),
        ("tasks[1].function", 15),
        ("limits.load.missing", 8),
        ("limits.missing", 5),
        ("missing", 1),
        ("tasks[7].points", 1),
        ("odd[key", 1),
        ("", 1),
    ],
)
def test_lines(key: str, line: int) -> None:
    assert find_line_of_key(TEXT, key) == line

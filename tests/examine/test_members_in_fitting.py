"""Names and methods as they are looked for."""

from __future__ import annotations

from grader.examine.probing import names_among


def test_capitals_and_underscores_make_no_difference() -> None:
    there = ["GetMove", "drop", "get_move", "__call__"]
    assert names_among(there, ("get_move", "call", "__call__", "move")) == [
        "get_move",
        "GetMove",
        "__call__",
    ]

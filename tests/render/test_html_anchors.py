from __future__ import annotations

import pytest

from grader.render.html.arrange_report import AnchorIds


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("3.2", "3.2"),
        ("3.2/one_ply[one_ply_1b1]", "3.2/one_ply[one_ply_1b1]"),
        ("a b\n<script>", "a-b-script-"),
        ("", "-"),
        ("ä" * 1000, "-"),
        ("x" * 1000, "x" * 120),
    ],
)
def test_ids_read_as_in_the_report(wanted: str, given: str) -> None:
    assert AnchorIds().name(wanted) == given


def test_equal_ones_are_numbered() -> None:
    anchors = AnchorIds(["summary"])
    assert [anchors.name("summary") for _ in range(3)] == ["summary~2", "summary~3", "summary~4"]


def test_no_id_can_take_the_place_of_a_numbered_one() -> None:
    anchors = AnchorIds()
    assert [anchors.name(name) for name in ("a", "a~2", "a")] == ["a", "a-2", "a~2"]

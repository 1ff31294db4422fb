"""Words about moves that every form of a game shares."""

from __future__ import annotations

import pytest

from grader.model.game_record import Ply
from grader.render.game_sentences import describe_time


@pytest.mark.parametrize(
    ("ply", "said"),
    [
        (Ply("e3", cpu_seconds=1.3, used_seconds=0.5), "0.50 s"),
        (Ply("e3", cpu_seconds=1.3), "1.30 s"),
        (Ply("e3", used_seconds=2.9, waited_seconds=0.04), "2.90 s"),
        (Ply("e3", used_seconds=2.9, waited_seconds=2.5), "2.90 s, of which 2.50 s waiting"),
    ],
    ids=["a slow machine", "an older record", "no wait", "asleep"],
)
def test_times_of_moves_can_be_compared_with_what_was_promised(ply: Ply, said: str) -> None:
    assert describe_time(ply) == said

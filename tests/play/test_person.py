from __future__ import annotations

import pytest

from grader.play.game import Malformed
from grader.play.person import typed
from hidden_tests.breakthrough_agent.game import Breakthrough
from tests.play.takeaway import Takeaway

GAME = Breakthrough()


class Dotted(Takeaway):
    """Writes its two moves so that only punctuation tells them apart."""

    def written(self, move: int) -> str:
        return ("1.1", "11.")[move - 1]


@pytest.mark.parametrize("word", ["1.2-2.3", "12-23", "1223", "1 2 2 3", "(1,2),(2,3)"])
def test_punctuation_makes_no_difference(word: str) -> None:
    assert typed(GAME, GAME.start(), word) == ((1, 2), (2, 3))


@pytest.mark.parametrize("word", ["", "1.2-3.2", "12-2", "?!", "\x1b[2J"])
def test_what_is_no_legal_move(word: str) -> None:
    with pytest.raises(Malformed, match=r"is not a legal move here; \? lists them"):
        typed(GAME, GAME.start(), word)


def test_what_can_be_two_moves_has_to_be_written_out() -> None:
    game = Dotted()
    with pytest.raises(Malformed, match=r"'1-1' can be 1\.1 or 11\.; write it as one of these"):
        typed(game, game.start(), "1-1")
    assert typed(game, game.start(), "11.") == 2

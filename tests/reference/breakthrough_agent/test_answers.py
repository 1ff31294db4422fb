"""What the game makes of an agent's answer: a move of the board that it was shown, or none."""

from __future__ import annotations

import pytest

from grader.play.game import Malformed
from hidden_tests.breakthrough_agent.game import GAME
from reference.breakthrough_agent import rules

BLACK = GAME.start()
WHITE = rules.after(BLACK, ((1, 0), (2, 0)))


def test_white_answers_as_if_it_were_black() -> None:
    assert GAME.understood(BLACK, [[1, 0], [2, 1]]) == ((1, 0), (2, 1))
    assert GAME.understood(WHITE, ((1, 0), [2, 1])) == ((4, 0), (3, 1))


@pytest.mark.parametrize("state", [BLACK, WHITE], ids=["Black", "White"])
@pytest.mark.parametrize(
    "answer",
    [[[9, 4], [8, 4]], [[5, 0], [6, 0]], [[1, -1], [2, 0]], [[1, 0], [2, 10**30]]],
    ids=str,
)
def test_a_cell_off_the_board_is_shown_as_it_came(
    state: rules.State, answer: list[list[int]]
) -> None:
    with pytest.raises(Malformed, match=r"^A move is two lists .* of the board, ") as refusal:
        GAME.understood(state, answer)
    assert str(refusal.value).endswith(f"; {answer!r} came.")


@pytest.mark.parametrize("answer", [None, 7, [1, 0], [[1, 0], [2.0, 0]], [[1, 0], [2, 0], [3, 0]]])
def test_what_is_no_pair_of_cells_is_no_move(answer: object) -> None:
    with pytest.raises(Malformed, match=r"^A move is two lists "):
        GAME.understood(BLACK, answer)

"""What counts as looking further with a larger cutoff."""

from __future__ import annotations

import pytest

from hidden_tests.connect4.test_4_2_cutoff import go_further


@pytest.mark.parametrize("plies", [[1, 2, 3, 4], [2, 4, 6, 8], [2, 2, 4, 4], [1, 3, 3, 5]])
def test_a_search_that_is_cut_off_where_it_is_asked_to(plies: list[int]) -> None:
    assert go_further(plies, in_pairs=True)


@pytest.mark.parametrize("plies", [[1, 2, 3, 3], [2, 2, 2, 2], [1, 1, 2, 2], [4, 4, 2, 6]])
def test_a_search_that_ignores_its_cutoff(plies: list[int]) -> None:
    assert not go_further(plies, in_pairs=True)


def test_calls_grow_each_time() -> None:
    assert go_further([1, 8, 57, 400], in_pairs=False)
    assert go_further([7, 7, 278, 1036], in_pairs=False)
    assert not go_further([8, 8, 400, 400], in_pairs=False)
    assert not go_further([8, 8, 8, 8], in_pairs=False)

"""What is said of frozen boards and positions, by rules and an oracle that did not find them."""

from __future__ import annotations

import json
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from hidden_tests.connect4 import (
    data,
    test_2_3_ends,
    test_3_1_alpha_beta,
    test_4_2_cutoff,
    test_5_monte_carlo,
)
from reference.connect4 import oracle, rules
from reference.connect4.adapter import games
from reference.connect4.generate import boards, playouts, searches, trees
from reference.connect4.rules import Board

FOLDER = Path(data.__file__).parent
SEARCHES: dict[str, list[dict[str, Any]]] = json.loads((FOLDER / "searches.json").read_text())
BOARDS: dict[str, list[list[str]]] = json.loads((FOLDER / "boards.json").read_text())
EXACT = [
    tuple(entry["board"])
    for family in (
        "win_in_1",
        "win_in_3",
        "win_in_5",
        "block",
        "draw",
        "pruning",
        "pruning_drawn",
        "ordering",
    )
    for section in (family, f"{family}_pool")
    for entry in SEARCHES.get(section, ())
]
POOLED = [family for family in searches.FAMILIES if family.pool]


def _all_boards() -> list[Board]:
    searches = [entry["board"] for entries in SEARCHES.values() for entry in entries]
    boards = [rows for kind in BOARDS.values() for rows in kind]
    return [tuple(rows) for rows in (*searches, *boards)]


def test_discs_lie_on_others_and_players_took_turns() -> None:
    for board in _all_boards():
        rules.to_move(board)  # raises an error otherwise
        for upper, lower in pairwise(board):
            assert all(
                above == " " or below != " " for above, below in zip(upper, lower, strict=True)
            )


def test_right_columns_are_all_that_keep_the_value() -> None:
    right = {tuple(e["board"]): e["right"] for f in SEARCHES for e in SEARCHES[f] if "right" in e}
    for board in EXACT:
        assert set(right[board]) == oracle.best(board)


@pytest.mark.parametrize("family", POOLED, ids=lambda family: family.name)
def test_pools_have_as_many_positions_for_either_side(family: searches.Family) -> None:
    pool = data.pool(family.name)
    assert [position.player for position in pool] == ["x"] * family.pool + ["o"] * family.pool
    others = {position.board for position in data.positions(family.name)}
    assert len({position.board for position in pool} - others) == 2 * family.pool
    for position in pool:
        assert position.usual
        assert set(position.right) < set(rules.moves(position.board))
        assert position.right == family.right(position.board)


def test_values_are_those_of_the_oracle() -> None:
    for entry in SEARCHES["value"]:
        assert entry["value"] == oracle.solve(tuple(entry["board"]))


@pytest.mark.parametrize("family", ["seen_win_in_1", "seen_win_in_3"])
def test_all_columns_that_win_within_four_plies_are_right(family: str) -> None:
    """A search that looks four plies ahead finds no other win."""
    for entry in SEARCHES[family] + SEARCHES[f"{family}_pool"]:
        wins = {c for c, b in trees.children(tuple(entry["board"])) if trees.keeps_win(b, 4)}
        assert wins
        assert wins <= set(entry["right"])


def test_every_line_of_a_board_is_there_for_both_players() -> None:
    winners = {"x": 0, "o": 0}
    for rows in BOARDS["lines"]:
        winner = rules.winner(tuple(rows))
        assert winner is not None
        winners[winner] += 1
    # On a full board of 5 rows and 4 columns, o has moved last: x cannot have the line at the top.
    # Nor can o have the one at the bottom, since x has moved first.
    assert winners == {"x": 69 + 17 - 1 + 24, "o": 69 + 17 - 1 + 24}


def test_a_game_leads_to_every_board() -> None:
    # Else an object that holds a game, and is right, could not be brought there by its moves.
    assert not [
        rows for kind in BOARDS.values() for rows in kind if not games.order_of(tuple(rows))
    ]


def test_nobody_wins_soon_where_plies_are_counted() -> None:
    # A search that deepens may stop as soon as it knows who wins.
    for board in test_4_2_cutoff.QUIET:
        assert oracle.plies_to_end(board, max(test_4_2_cutoff.DEPTHS) + 2) is None


def test_other_boards_are_what_they_are_called() -> None:
    for kind in ("going_on", "round_the_edge"):
        assert not any(rules.over(tuple(rows)) for rows in BOARDS[kind])
    assert all(rules.winner(tuple(rows)) is None for rows in BOARDS["drawn"])
    assert all(rules.winner(tuple(rows)) for rows in BOARDS["won_at_last"])
    assert all(rules.winner(tuple(rows)) for rows in BOARDS["wrong_winner"])
    for rows in (*BOARDS["drawn"], *BOARDS["won_at_last"]):
        assert " " not in "".join(rows)


@pytest.mark.parametrize("size", boards.LINES)
@pytest.mark.parametrize("kind", ["round_the_edge", "wrong_winner"])
def test_lines_round_every_edge_are_there_for_both_players(
    kind: str, size: tuple[int, int]
) -> None:
    found = [tuple(rows) for rows in BOARDS[kind] if (len(rows), len(rows[0])) == size]
    missing = [
        (player, line)
        for line in boards.wrapped_lines(*size)
        for player in "xo"
        if not any(
            rules.winner(board) != player and all(board[r][c] == player for r, c in line)
            for board in found
        )
    ]
    # A narrow board is too full for some of them.
    assert len(missing) <= (0 if size == (6, 7) else 10)


def test_wrapped_lines_are_those_of_indices_and_of_texts() -> None:
    found = boards.wrapped_lines(6, 7)
    assert ((0, 0), (0, 1), (0, 2), (0, 6)) in found  # from the left edge to the right one
    assert ((0, 3), (3, 3), (4, 3), (5, 3)) in found  # from the top to the bottom
    assert ((0, 0), (1, 1), (2, 2), (5, 6)) in found  # over both
    assert ((1, 5), (1, 6), (2, 0), (2, 1)) in found  # on in the next row
    assert ((0, 3), (1, 3), (4, 2), (5, 2)) in found  # on in the next column
    assert not {*found} & {tuple(sorted(line)) for line in trees.lines(6, 7)}


def test_early_boards_have_no_line_round_an_edge() -> None:
    """Else who looks for lines round edges lost the points for those that there are, too."""
    for case in data.usual(test_2_3_ends.EARLY):
        for board in case.boards:
            for line in boards.wrapped_lines(6, 7):
                assert len({board[r][c] for r, c in line} - {" "}) != 1 or any(
                    board[r][c] == " " for r, c in line
                )


def test_bounds_alone_save_positions_in_drawn_ones() -> None:
    for entry in SEARCHES["pruning_drawn"]:
        board = tuple(entry["board"])
        assert oracle.solve(board) == 0
        assert len(trees.undecided(board)) == entry["plain"]
        for order in trees.ORDERS:
            positions, calls = trees.stopped_at_wins(board, order)
            assert positions > test_3_1_alpha_beta.MOST * entry["plain"]
            assert calls > test_3_1_alpha_beta.MOST * entry["entered"]
            assert trees.looked_into(board, order) <= 0.75 * entry["plain"]


@pytest.mark.slow
def test_alpha_beta_in_any_order_passes_and_minimax_does_not() -> None:
    for entry in SEARCHES["pruning"]:
        board = tuple(entry["board"])
        assert len(trees.undecided(board)) == entry["plain"]
        for order in trees.ORDERS:
            for weak in (False, True):
                assert trees.looked_into(board, order, weak=weak) <= 0.75 * entry["plain"]


def test_sensible_orders_save_positions_in_all_positions_together() -> None:
    boards = [tuple(entry["board"]) for entry in SEARCHES["ordering"]]

    def total(order: trees.Order) -> int:
        return sum(trees.looked_into(board, order) for board in boards)

    least = min(total(trees.left_to_right), total(trees.right_to_left))
    assert all(total(order) < 0.85 * least for order in trees.SENSIBLE)


@pytest.mark.parametrize("family", ["win_in_1", "win_in_3", "win_in_5", "block", "draw"])
def test_smaller_positions_ask_for_the_same(family: str) -> None:
    seen = 0
    for position in data.positions(family):
        for smaller in position.smaller():
            seen += 1
            free = data.free_cells(smaller.board)
            assert free == data.free_cells(position.board) - 2
            assert smaller.size == f"{free} free cell{'s' * (free != 1)}"
            assert smaller.player == position.player
            assert oracle.best(smaller.board) == frozenset(smaller.right)
            assert set(smaller.right) < set(rules.moves(smaller.board))
            value = oracle.solve(smaller.board)
            assert value == {"draw": 0, "block": value}.get(family, 1)
            if family == "block":
                opponent = rules.other(smaller.player)
                assert oracle.plies_to_end(smaller.board, 1, player=opponent) == 1
    assert seen > 30


@pytest.mark.parametrize("family", ["seen_win_in_1", "seen_block"])
def test_smaller_positions_with_a_cutoff_ask_for_the_same(family: str) -> None:
    for smaller in islice(data.positions(family)[0].smaller(), 5):
        if family == "seen_win_in_1":
            wins = {c for c, b in trees.children(smaller.board) if rules.winner(b)}
            assert wins
            assert wins <= set(smaller.right)
        else:
            lost = {c for c, b in trees.children(smaller.board) if trees.wins_within(b, 1)}
            assert {*smaller.right} == {*rules.moves(smaller.board)} - lost
        assert {*smaller.right} < {*rules.moves(smaller.board)}


@pytest.mark.parametrize("kind", BOARDS)
def test_boards_with_fewer_discs_are_of_the_same_kind(kind: str) -> None:
    hidden = set(_all_boards())
    for case in data.boards(kind):
        board = case.boards[0]
        for smaller in case.smaller():
            (fewer,) = smaller.boards
            assert fewer not in hidden
            if fewer in data.SMALL_FULL.values() or data.free_cells(fewer) == len("".join(fewer)):
                continue
            assert rules.to_move(fewer) == rules.to_move(board) or len(case.boards) > 1
            assert int(smaller.size.split()[0]) == sum(cell != " " for cell in "".join(fewer))


def test_a_board_keeps_its_line_with_fewer_discs() -> None:
    found = list(data.fewer_discs(("o   ", "o   ", "oox ", "xxxx")))
    assert found == [("    ", "o   ", "oo  ", "xxxx"), ("o   ", "o   ", "o   ", "xxxx")]


def test_a_full_board_leads_to_a_small_one() -> None:
    for kind in ("drawn", "won_at_last"):
        board = data.boards(kind)[-1].boards[-1]
        assert next(data.fewer_discs(board)) == data.SMALL_FULL[rules.winner(board)]
    for winner, small in data.SMALL_FULL.items():
        assert (rules.winner(small), " " in small[0]) == (winner, False)
        assert small not in data.fewer_discs(small)
        assert (rules.to_move(small) == "o") == (winner == "x")


def test_an_empty_board_is_shown_as_it_is() -> None:
    empty = (rules.start(6, 7), rules.start(4, 4))
    assert [each.boards for each in data.Boards("empty", empty).smaller()] == [(b,) for b in empty]


def test_other_positions_have_no_smaller_ones() -> None:
    assert [list(each.smaller()) for each in data.positions("pruning")[:2]] == [[], []]


def test_positions_of_random_games_for_everybody_to_see() -> None:
    win, block = test_5_monte_carlo.EXAMPLES
    assert not {win.board, block.board} & {*_all_boards()}
    assert rules.to_move(win.board) == rules.to_move(block.board) == "x"
    assert searches.clear_to_chance(searches.win_in(1))(win.board) == win.right
    assert searches.clear_to_chance(searches.block)(block.board) == block.right


def test_random_games_show_the_best_column_by_results_and_by_wins() -> None:
    for family in ("chance_win", "chance_block", "chance_turns"):
        for position in data.positions(family):
            (right,) = position.right
            results = playouts.after_each(position.board)
            for worth in (results, playouts.wins_only(results)):
                assert playouts.missed(worth, right) < 0.01


def test_boards_for_everybody_to_see_are_none_of_the_hidden_ones() -> None:
    shown = test_2_3_ends.EXAMPLES.boards
    assert not {*shown} & {*_all_boards()}
    assert [rules.winner(board) for board in shown] == ["x", "o", "o", "x", None, None]
    assert [rules.over(board) for board in shown] == [True, True, True, True, False, True]
    for board in shown:
        rules.to_move(board)  # raises an error otherwise

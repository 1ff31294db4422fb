"""Plain minimax with an agent's own evaluation, and what its moves show."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from hidden_tests.breakthrough_agent.own_minimax import CONVENTIONS, Convention, GameTree, TooLarge
from hidden_tests.breakthrough_agent.small_games import (
    ENOUGH,
    Values,
    boards_of,
    judged,
    most_telling,
    small_games,
    turned_boards_of,
)
from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import Move, State

SMALL = small_games("small")
ENDS = [*small_games("ends"), *small_games("over")]
OWN = Convention(1, (False, False), "own")


def pawns(board: str) -> float:
    """Knows no won board."""
    return sum(
        (10 + i // 6) * (cell == "B") - (15 - i // 6) * (cell == "W")
        for i, cell in enumerate(board)
    )


def with_wins(board: str) -> float:
    if "B" in board[30:] or "W" not in board:
        return 1000
    if "W" in board[:6] or "B" not in board:
        return -1000
    return pawns(board)


def columns(board: str) -> float:
    """Sees Black's pawns alone."""
    return float(sum(i % 6 for i, cell in enumerate(board) if cell == "B"))


def values_of(evaluate: Callable[[str], float], is_symmetric: bool = False) -> Values:
    boards = [*boards_of(SMALL), *turned_boards_of(SMALL)]
    return Values("evaluate", {board: evaluate(board) for board in boards}, is_symmetric, SMALL)


def minimax(state: State, depth: int, evaluate: Callable[[State], float]) -> float:
    if depth == 0 or rules.winner(state):
        return evaluate(state)
    values = [minimax(rules.after(state, move), depth - 1, evaluate) for move in rules.moves(state)]
    return max(values) if state.black_to_move else min(values)


def cells(state: State) -> str:
    return "".join(rules.figure(state))


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("game", SMALL[::5], ids=lambda game: "/".join(game.rows))
def test_values_are_those_of_a_search_without_tables(game: GameTree, depth: int) -> None:
    choice = game.choice([*map(columns, game.boards)], [*map(columns, game.turned_boards)], OWN)
    for move, value in zip(choice.moves, choice.values[depth - 1], strict=True):
        child = rules.after(game.states[0], move)
        assert value == minimax(child, depth - 1, lambda state: columns(cells(state)))


def test_the_view_of_the_mover_is_that_of_a_negamax() -> None:
    mover = Convention(1, (False, True), "own")
    for game in SMALL[::4]:
        choice = game.choice(
            [*map(columns, game.boards)], [*map(columns, game.turned_boards)], mover
        )

        def seen(state: State) -> float:
            own = columns(cells(state if state.black_to_move else rules.inverted(state)))
            return own if state.black_to_move else -own

        for move, value in zip(choice.moves, choice.values[1], strict=True):
            assert value == minimax(rules.after(game.states[0], move), 1, seen)


@pytest.mark.parametrize("game", [*SMALL, *ENDS], ids=lambda game: "/".join(game.rows))
def test_frozen_games_are_small_and_no_first_moves_of_wins(game: GameTree) -> None:
    assert len(game.states) <= 620
    assert game.depth >= 4
    ended = [state for state, after in zip(game.states, game.next, strict=True) if not after]
    assert all(map(rules.winner, ended))
    if game in SMALL:
        assert not any(game.winners[child] for child in game.next[0])


def test_only_the_first_plies_of_a_proved_game_are_listed() -> None:
    proved: frozenset[Move] = frozenset({((1, 0), (2, 0))})
    rows = rules.figure(rules.start())
    tree = GameTree(rows, proved, plies=2)
    assert tree.depth == 2
    assert len(tree.states) == 1 + 16 + 16 * 16
    values = values_of(pawns)
    # Without an evaluation that knows wins it is not known what is right in the end.
    assert values.choice(tree, OWN) is None


def test_a_game_is_not_listed_beyond_what_is_wanted() -> None:
    rows = rules.figure(rules.start())
    assert len(GameTree(rows, plies=2, most=273).states) == 273
    with pytest.raises(TooLarge):
        GameTree(rows, plies=2, most=272)


@pytest.mark.parametrize(
    ("evaluate", "wins"), [(with_wins, 1), (pawns, 0), (lambda b: -with_wins(b), -1)]
)
def test_whether_an_evaluation_knows_won_boards(
    evaluate: Callable[[str], float], wins: int
) -> None:
    assert values_of(evaluate).wins(OWN) == wins
    assert values_of(evaluate).wins(Convention(1, (False, False), "win")) == 1


def test_who_takes_wins_for_losses_is_held_to_the_other_sign() -> None:
    signs = {one.sign for one in values_of(with_wins, True).conventions if one.ends == "own"}
    assert signs == {1}


@pytest.mark.parametrize(
    ("evaluate", "goes"),
    [(pawns, True), (lambda b: -with_wins(b), False), (lambda b: b.index("B"), False)],
    ids=["pawns", "for White", "first pawn"],
)
def test_whether_an_evaluation_goes_by_pawns_and_rows(
    evaluate: Callable[[str], float], goes: bool
) -> None:
    known = set(boards_of(SMALL)) | set(turned_boards_of(SMALL))
    of = {board: float(evaluate(board)) if "B" in board else math.nan for board in known}
    assert Values("evaluate", of, False, SMALL).goes_by_lead is goes


def test_moves_of_minimax_fit_and_others_do_not() -> None:
    for evaluate in (with_wins, pawns, columns):
        values = values_of(evaluate)
        games = most_telling(values, SMALL, 8)
        choices = [values.choice(game, OWN) for game in games]
        right = [min(choice.best[2]) for choice in choices if choice]
        best = judged(values, games, right)[0]
        assert not best.wrong
        assert best.told >= ENOUGH
        if evaluate is not with_wins:
            continue  # Its worst moves may be the best ones of an evaluation for White.
        last = [max(set(choice.moves) - choice.right) for choice in choices if choice]
        assert judged(values, games, last)[0].wrong


def test_moves_of_one_ply_are_called_so_where_they_are_many() -> None:
    values = values_of(columns)
    games = most_telling(values, SMALL, 8)
    moves = [min(choice.at_one_ply) for game in games if (choice := values.choice(game, OWN))]
    for many in (2, 8):
        found = [one for one in judged(values, games[:many], moves[:many]) if one.convention == OWN]
        assert [one.at_one_ply for one in found] == [True]
        assert [one.surely_at_one_ply for one in found] == [many == 8]


def test_an_evaluation_that_says_the_same_of_all_tells_nothing_but_wins() -> None:
    values = values_of(lambda _: 0.0)
    assert not values.knows_wins
    for game in SMALL:
        choice = values.choice(game, OWN)
        assert choice is not None
        assert choice.share == 1


def test_where_an_evaluation_fails_a_game_that_is_over_is_won_or_lost() -> None:
    def fails(board: str) -> float:
        return pawns(board) if "B" in board and "W" in board else math.nan

    values = values_of(fails)
    assert values.sign == 1
    asked = values.without_gaps(SMALL)
    assert 0 < len(asked) < len(SMALL)
    assert values.without_gaps(SMALL[:3]) == SMALL[:3]
    for game in SMALL:
        leaves = values.leaves(game, OWN)
        highest = 4 * max(abs(pawns(board)) for board in game.boards if board not in values.gaps)
        for board, leaf, winner in zip(game.boards, leaves, game.winners, strict=True):
            assert leaf == (winner * highest if board in values.gaps else pawns(board))


def test_boards_with_the_sides_exchanged_come_in_the_same_order() -> None:
    boards, others = boards_of(SMALL), turned_boards_of(SMALL)
    assert len(boards) == len(others)
    exchanged = str.maketrans("BW", "WB")
    for board, other in zip(boards[:100], others[:100], strict=True):
        assert [other[i : i + 6] for i in range(0, 36, 6)] == [
            board[i : i + 6].translate(exchanged) for i in range(30, -6, -6)
        ]
    assert len(CONVENTIONS) == len(set(CONVENTIONS))

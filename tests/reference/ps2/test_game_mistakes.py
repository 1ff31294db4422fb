"""What the hidden tests of 2.1 to 5.1 give for right, wrong and empty answers."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from grader.testing.failures import CaseFailure
from hidden_tests.ps2 import (
    test_2_1_generate_valid_moves,
    test_3_1_minimax,
    test_3_2_negamax,
    test_4_1_minimax_alpha_beta,
    test_4_2_negamax_alpha_beta,
    test_5_1_improved_evaluate,
)
from hidden_tests.ps2.positions import evaluations, move_sets, positions
from hidden_tests.ps2.search_checks import check_search
from reference.ps2.evaluate import evaluate
from reference.ps2.generate.mistakes import ALPHA_BETA, FULL_WIDTH, search_with
from reference.ps2.generate_valid_moves import generate_valid_moves
from reference.ps2.improved_evaluate import improved_evaluate
from reference.ps2.minimax import minimax
from reference.ps2.minimax_alpha_beta import minimax_alpha_beta
from reference.ps2.negamax import negamax
from reference.ps2.negamax_alpha_beta import negamax_alpha_beta
from reference.ps2.oracle.bitboard import Bitboard
from reference.ps2.provided import breakthrough
from reference.ps2.provided.breakthrough import INF, MOVE_NONE, WIN, Board, Move, Player
from tests.reference.ps2.direct_student import earned, score

Function = Callable[..., Any]

FULL_WIDTH_TASKS = (test_3_1_minimax, test_3_2_negamax)
PRUNING_TASKS = (test_4_1_minimax_alpha_beta, test_4_2_negamax_alpha_beta)
SEARCH_TASKS = FULL_WIDTH_TASKS + PRUNING_TASKS

PRUNING_POINTS = 1.5


def alpha_beta(
    *,
    order: Callable[[list[Any]], list[Any]] = list,
    cutting: tuple[Player, ...] = tuple(Player),
    beyond: bool = False,
    eager: bool = False,
    own_moves: bool = False,
) -> Function:
    """A right ``minimax_alpha_beta`` with habits of its own.

    They are: the order in which it takes moves, at whose nodes it cuts off, whether only beyond
    the bound, whether it asks for moves before it knows that it needs them, and whether it
    ignores the generator that it is given.
    """

    def search(
        board: Board,
        depth: int,
        max_depth: int,
        alpha: float,
        beta: float,
        player: Player,
        moves: Function,
    ) -> Any:
        found = moves(board, player) if eager else None
        if depth == max_depth or breakthrough.is_game_over(board):
            return evaluate(board), MOVE_NONE
        if own_moves:
            found = generate_valid_moves(board, player)
        elif found is None:
            found = moves(board, player)
        black = player is Player.BLACK
        best, best_move = (-INF if black else INF), MOVE_NONE
        for move in order(found):
            child = after(board, move, player)
            value, _ = search(
                child, depth + 1, max_depth, alpha, beta, player.get_opponent(), moves
            )
            if value > best if black else value < best:
                best, best_move = value, move
            alpha, beta = (max(alpha, best), beta) if black else (alpha, min(beta, best))
            if player in cutting and (alpha > beta or (alpha == beta and not beyond)):
                break
        return best, best_move

    return search


def after(board: Board, move: Move, player: Player) -> Board:
    src, dst = move
    return breakthrough.make_move(board, src, dst, player, in_place=False)


def shuffled(moves: list[Any]) -> list[Any]:
    return random.sample(moves, len(moves))


def captures_last(moves: list[Any]) -> list[Any]:
    return sorted(moves, key=lambda move: move[0][1] == move[1][1], reverse=True)


def remembering() -> Function:
    """A full-width search that prunes nothing but remembers positions it has seen."""
    known: dict[Any, Any] = {}

    def search(
        board: Board,
        depth: int,
        max_depth: int,
        alpha: float,
        beta: float,
        player: Player,
        moves: Function,
    ) -> Any:
        key = (str(board), max_depth - depth, player)
        if key not in known:
            known[key] = full_width(board, depth, max_depth, alpha, beta, player, moves)
        return known[key]

    def full_width(
        board: Board,
        depth: int,
        max_depth: int,
        alpha: float,
        beta: float,
        player: Player,
        moves: Function,
    ) -> Any:
        if depth == max_depth or breakthrough.is_game_over(board):
            return evaluate(board), MOVE_NONE
        answers = []
        for move in moves(board, player):
            child = after(board, move, player)
            value, _ = search(
                child, depth + 1, max_depth, alpha, beta, player.get_opponent(), moves
            )
            answers.append((value, move))
        return (max if player is Player.BLACK else min)(answers)

    return search


def stops_at_wins(
    board: Board,
    depth: int,
    max_depth: int,
    alpha: float,
    beta: float,
    player: Player,
    moves: Function,
) -> Any:
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), MOVE_NONE
    sign = 1 if player is Player.BLACK else -1
    best, best_move = -INF, MOVE_NONE
    for move in moves(board, player):
        child = after(board, move, player)
        value, _ = stops_at_wins(
            child, depth + 1, max_depth, alpha, beta, player.get_opponent(), moves
        )
        if sign * value > best:
            best, best_move = sign * value, move
        if best == WIN:
            break
    return sign * best, best_move


def always(answer: Any) -> Function:
    """A function that gives this answer whatever it is asked."""

    def function(*args: Any) -> Any:
        return answer

    return function


def guessing(guess: Callable[[Board, Player], float]) -> Function:
    """A search that searches nothing: a guess at the score, and the first move there is."""

    def search(board: Board, *args: Any) -> Any:
        player, moves = args[-2:]
        over = breakthrough.is_game_over(board)
        return guess(board, player), MOVE_NONE if over else moves(board, player)[0]

    return search


def evaluation(board: Board, player: Player) -> float:
    return evaluate(board)


def zero(board: Board, player: Player) -> float:
    return evaluate(board) if breakthrough.is_game_over(board) else 0


def mover_wins(board: Board, player: Player) -> float:
    return WIN if player is Player.BLACK else -WIN


def mover_loses(board: Board, player: Player) -> float:
    return -mover_wins(board, player)


def evaluation_without_move(board: Board, *args: Any) -> Any:
    return evaluate(board), MOVE_NONE


def changing_the_board(function: Function) -> Function:
    def search(board: Board, *args: Any) -> Any:
        answer = function([list(row) for row in board], *args)
        board[2][2] = "_" if board[2][2] == "B" else "B"
        return answer

    return search


def mistaken(mistake: str) -> Function:
    """The search of the generator that makes this mistake, with the arguments of any task."""

    def search(board: Board, depth: int, max_depth: int, *args: Any) -> Any:
        return search_with(mistake)(Bitboard.read(board), max_depth - depth, args[-2])

    return search


EMPTY_SEARCHES = {
    "None": always(None),
    "0": always(0),
    "0, MOVE_NONE": always((0, MOVE_NONE)),
    "WIN, MOVE_NONE": always((WIN, MOVE_NONE)),
    "evaluation, MOVE_NONE": evaluation_without_move,
    "evaluation, first move": guessing(evaluation),
    "0, first move": guessing(zero),
    "mover wins": guessing(mover_wins),
    "mover loses": guessing(mover_loses),
}


@pytest.mark.parametrize(
    ("function", "tests", "points"),
    [
        (generate_valid_moves, test_2_1_generate_valid_moves, 3),
        (minimax, test_3_1_minimax, 4),
        (negamax, test_3_2_negamax, 4),
        (minimax_alpha_beta, test_4_1_minimax_alpha_beta, 5),
        (negamax_alpha_beta, test_4_2_negamax_alpha_beta, 5),
        (improved_evaluate, test_5_1_improved_evaluate, 2),
    ],
)
def test_solutions_earn_everything(function: Function, tests: ModuleType, points: float) -> None:
    assert score(function, tests) == points


@pytest.mark.parametrize("tests", SEARCH_TASKS)
@pytest.mark.parametrize("answer", EMPTY_SEARCHES)
def test_empty_searches_earn_nothing(answer: str, tests: ModuleType) -> None:
    assert list(earned(EMPTY_SEARCHES[answer], tests)) == []


@pytest.mark.parametrize("answer", [None, [], [MOVE_NONE], [[]]], ids=str)
def test_empty_move_lists_earn_nothing(answer: Any) -> None:
    assert list(earned(always(answer), test_2_1_generate_valid_moves)) == []


@pytest.mark.parametrize("answer", [None, 0, WIN, -WIN])
def test_constant_evaluations_earn_nothing(answer: Any) -> None:
    assert list(earned(always(answer), test_5_1_improved_evaluate)) == []


def test_the_old_evaluation_earns_nothing() -> None:
    assert list(earned(evaluate, test_5_1_improved_evaluate)) == []


def test_a_sign_forgotten_at_the_cut_off_passes_in_public_and_fails_in_private() -> None:
    names = {name for name, _ in earned(mistaken("sign_at_cutoff"), test_3_2_negamax)}
    assert {name for name in vars(test_3_2_negamax) if name.startswith("test_handout")} <= names
    assert names.isdisjoint({"test_one_ply", "test_material", "test_horizon", "test_blocked"})
    assert score(mistaken("sign_at_cutoff"), test_4_2_negamax_alpha_beta) <= 3


@pytest.mark.slow
@pytest.mark.parametrize("tests", SEARCH_TASKS)
@pytest.mark.parametrize("mistake", FULL_WIDTH)
def test_every_usual_mistake_costs_a_point_or_more(mistake: str, tests: ModuleType) -> None:
    full = 4 if tests in FULL_WIDTH_TASKS else 5 - PRUNING_POINTS
    assert score(mistaken(mistake), tests) <= full - 0.25


@pytest.mark.slow
@pytest.mark.parametrize("tests", PRUNING_TASKS)
@pytest.mark.parametrize("mistake", ALPHA_BETA)
def test_every_mistake_in_pruning_costs_points(mistake: str, tests: ModuleType) -> None:
    assert score(mistaken(mistake), tests) <= 5 - PRUNING_POINTS - 0.25


@pytest.mark.parametrize(
    "habits",
    [
        {},
        {"eager": True},
        {"beyond": True},
        {"beyond": True, "eager": True, "order": shuffled},
        {"beyond": True, "eager": True, "order": lambda moves: moves[::-1]},
        {"beyond": True, "order": captures_last},
        {"order": sorted},
    ],
    ids=range(7),
)
def test_any_right_way_to_prune_earns_everything(habits: dict[str, Any]) -> None:
    assert score(alpha_beta(**habits), test_4_1_minimax_alpha_beta) == 5


def full_width(*args: Any) -> Any:
    board, depth, max_depth, _, _, player, moves = args
    return minimax(board, depth, max_depth, player, moves)


@pytest.mark.parametrize(
    "search",
    [full_width, remembering(), stops_at_wins, alpha_beta(own_moves=True)],
    ids=["full width", "full width with a memory", "stops at wins", "own generator"],
)
def test_right_answers_without_pruning_earn_the_answer_points(search: Function) -> None:
    assert score(search, test_4_1_minimax_alpha_beta) == 5 - PRUNING_POINTS


@pytest.mark.parametrize("side", Player)
def test_cutting_off_at_one_side_only_costs_half_of_the_pruning_points(side: Player) -> None:
    names = {name for name, _ in earned(alpha_beta(cutting=(side,)), test_4_1_minimax_alpha_beta)}
    assert f"test_pruning_{side.name.lower()}_first" not in names


@pytest.mark.parametrize("tests", SEARCH_TASKS)
def test_changing_the_board_costs_two_shares(tests: ModuleType) -> None:
    function = {test_3_1_minimax: minimax, test_3_2_negamax: negamax}.get(
        tests,
        minimax_alpha_beta if tests is test_4_1_minimax_alpha_beta else negamax_alpha_beta,
    )
    full = score(function, tests)
    assert score(changing_the_board(function), tests) == full - 0.5


def white_goes_down(board: Board, player: Player) -> Any:
    return generate_valid_moves(board, Player.BLACK)


def captures_straight(board: Board, player: Player) -> Any:
    blank = [["_" if tile != own(player) else tile for tile in row] for row in board]
    return generate_valid_moves(blank, player)


def own(player: Player) -> str:
    return "B" if player is Player.BLACK else "W"


def wraps_round(board: Board, player: Player) -> Any:
    moves = generate_valid_moves(board, player)
    step = 1 if player is Player.BLACK else -1
    return moves + [
        ((row, 0), (row + step, -1))
        for row in range(6)
        if board[row][0] == own(player) and board[row + step][-1] != own(player)
    ]


def twice(board: Board, player: Player) -> Any:
    return generate_valid_moves(board, player) * 2


def as_lists(board: Board, player: Player) -> Any:
    return [[list(src), dst] for src, dst in reversed(generate_valid_moves(board, player))]


def test_moves_as_lists_in_any_order_are_right() -> None:
    assert score(as_lists, test_2_1_generate_valid_moves) == 3


@pytest.mark.parametrize("wrong", [white_goes_down, captures_straight, wraps_round, twice])
def test_wrong_moves_cost_points(wrong: Function) -> None:
    assert score(wrong, test_2_1_generate_valid_moves) <= 2.5


def test_answers_may_be_lists_and_floats() -> None:
    def search(*args: Any) -> Any:
        score_, (src, dst) = minimax(*args)
        return [float(score_), [src, list(dst)]]

    assert score(search, test_3_1_minimax) == 4


def rows_counted_from_the_top(board: Board) -> Any:
    value = improved_evaluate(board)
    if abs(value) == WIN:
        return value
    worth = [10, 10, 20, 40, 50]
    cells = [(row, tile) for row, line in enumerate(board) for tile in line]
    black = sum(worth[row] for row, tile in cells if tile == "B")
    return black - sum(worth[row - 1] for row, tile in cells if tile == "W")


def no_wins(board: Board) -> Any:
    value = improved_evaluate(board)
    return 50 if value == WIN else value


@pytest.mark.parametrize("wrong", [rows_counted_from_the_top, no_wins])
def test_wrong_evaluations_cost_points(wrong: Function) -> None:
    assert score(wrong, test_5_1_improved_evaluate) <= 1.5


def junk() -> list[Any]:
    nest: list[Any] = []
    for _ in range(90):
        nest = [nest]
    huge = 10**5000
    return [
        None, True, 3, "WIN", b"x", (), [], {}, {1: 2}, {1, 2}, nest, huge, float("nan"), (1, 2, 3),
        (True, ((0, 0), (1, 1))), (huge, ((0, 0), (1, 1))), (float("nan"), ((0, 0), (1, 1))),
        (0, None), (0, {}), (0, ((0, 0), (1, True))), (0, ((0, 0), (1.0, 1))), (0, (([], 0), 1)),
        (0, ((huge, 0), (-huge, 1))), (0, [{1}, {2}]), (0, "ab"), ("0", ((0, 0), (1, 1))),
        [((0, 0), (1, 1)), None], [((0, 0), (huge, 1))], {((0, 0), (1, 1))}, [[[0, 0], [1, []]]],
        Player.BLACK, (0, (Player.BLACK, Player.WHITE)), float("inf"), (1j, 2),
    ]  # fmt: skip


def test_checks_survive_anything() -> None:
    for number, value in enumerate(junk()):
        for check, case in (
            (check_search, positions("forced_win")[number]),
            (test_2_1_generate_valid_moves.check_moves, move_sets("game")[number]),
            (test_5_1_improved_evaluate.check_evaluation, evaluations("army")[number]),
        ):
            with pytest.raises(CaseFailure):
                check(value, case)  # type: ignore[arg-type]

# Sample submission: nothing done yet. Every function still raises NotImplementedError, and so
# does the first test at the top level.

import copy
import random
import time

from typing import List, Tuple, Callable, Union

import breakthrough

Score = Union[int, float]
Move = tuple[tuple[int, int], tuple[int, int]]
Board = list[list[str]]

def evaluate(board: Board) -> Score:
    blacks, whites = 0, 0
    for r in range(6):
        for c in range(6):
            if board[r][c] == "B":
                if r == 5:
                    return breakthrough.WIN
                blacks += 1
            if board[r][c] == "W":
                if r == 0:
                    return -breakthrough.WIN
                whites += 1
    if whites == 0:
        return breakthrough.WIN
    if blacks == 0:
        return -breakthrough.WIN
    return blacks - whites


def transition(route: List[int]) -> List[List[int]]:
    """Neighbours of a route."""
    # TODO
    raise NotImplementedError


def evaluation_func(
    cities: int,
    distances: List[Tuple[int]],
    route: List[int]
) -> float:
    """How good a route is; higher is better."""
    # TODO
    raise NotImplementedError


def hill_climbing(
    cities: int,
    distances: List[Tuple[int]],
    transition: Callable,
    evaluation_func: Callable
) -> List[int]:
    """A route that no neighbour improves on."""
    # TODO
    raise NotImplementedError


def hill_climbing_with_random_restarts(
    cities: int,
    distances: List[Tuple[int]],
    transition: Callable,
    evaluation_func: Callable,
    hill_climbing: Callable,
    repeats: int = 10
) -> List[int]:
    """The best route of several climbs."""
    # TODO
    raise NotImplementedError


def generate_valid_moves(
    board: Board,
    current_player: breakthrough.Player
) -> list[Move]:
    """Moves of one side."""
    # TODO
    raise NotImplementedError


def minimax(
    board: Board,
    depth: int,
    max_depth: int,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    """Score for Black and best move."""
    # TODO
    raise NotImplementedError


def negamax(
    board: Board,
    depth: int,
    max_depth: int,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    """Score and best move."""
    # TODO
    raise NotImplementedError


def minimax_alpha_beta(
    board: Board,
    depth: int,
    max_depth: int,
    alpha: Score,
    beta: Score,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    """Score for Black and best move, with pruning."""
    # TODO
    raise NotImplementedError


def negamax_alpha_beta(
    board: Board,
    depth: int,
    max_depth: int,
    alpha: Score,
    beta: Score,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    """Score and best move, with pruning."""
    # TODO
    raise NotImplementedError


def improved_evaluate(board: Board) -> Score:
    """A finer score of a position for Black."""
    # TODO
    raise NotImplementedError


# ---- my tests

cities = 4
distances = [(1, 0, 10), (0, 3, 22), (2, 1, 8), (2, 3, 30), (1, 3, 25), (0, 2, 15)]

assert evaluation_func(cities, distances, [0, 1, 2, 3]) > evaluation_func(cities, distances, [1, 3, 2, 0])
print(hill_climbing(cities, distances, transition, evaluation_func))

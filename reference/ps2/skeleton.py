# What students are handed: the functions of Problem Set 2, none of them written yet.

from typing import Callable, List, Tuple

import breakthrough


# Travelling salesman


def transition(route: List[int]) -> List[List[int]]:
    """Gives routes that are close to `route`."""
    raise NotImplementedError


def evaluation_func(
    cities: int,
    distances: List[Tuple[int]],
    route: List[int]
) -> float:
    """Says how good a route is: the higher, the better."""
    raise NotImplementedError


def hill_climbing(
    cities: int,
    distances: List[Tuple[int]],
    transition: Callable,
    evaluation_func: Callable
) -> List[int]:
    """Climbs from a random route to one that no neighbour improves on."""
    raise NotImplementedError


def hill_climbing_with_random_restarts(
    cities: int,
    distances: List[Tuple[int]],
    transition: Callable,
    evaluation_func: Callable,
    hill_climbing: Callable,
    repeats: int = 10
) -> List[int]:
    """Climbs `repeats` times and keeps the best route."""
    raise NotImplementedError


# Breakthrough


def generate_valid_moves(
    board: Board,
    current_player: breakthrough.Player
) -> list[Move]:
    """Lists every move that the player has."""
    raise NotImplementedError


def minimax(
    board: Board,
    depth: int,
    max_depth: int,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    """Searches with minimax; the score is Black's."""
    raise NotImplementedError


def negamax(
    board: Board,
    depth: int,
    max_depth: int,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    """Searches with negamax; the score is the player's."""
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
    """Searches with minimax, without looking at moves that cannot matter."""
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
    """Searches with negamax, without looking at moves that cannot matter."""
    raise NotImplementedError


def improved_evaluate(board: Board) -> Score:
    """Judges a position better than by counting pawns; the score is Black's."""
    raise NotImplementedError

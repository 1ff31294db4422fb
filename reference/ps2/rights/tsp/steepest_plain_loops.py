"""Steepest ascent in plain loops, with type hints and long docstrings."""

import random
from typing import Callable, List, Tuple


def hill_climbing(
    cities: int, distances: List[Tuple[int]], transition: Callable, evaluation_func: Callable
) -> List[int]:
    """
    Finds a local maximum.

    Args:
        cities (int): The number of cities.
        distances (List[Tuple[int]]): All distances.
        transition (Callable): Gives new routes.
        evaluation_func (Callable): Gives a score.

    Returns:
        route (List[int]): A route that no new route is better than.
    """
    current_route: List[int] = []
    for city in range(0, cities, 1):
        current_route.append(city)
    random.shuffle(current_route)
    current_score: float = evaluation_func(cities, distances, current_route)
    while True:
        best_index: int = -1
        best_score: float = current_score
        new_routes = transition(current_route)
        for index in range(0, len(new_routes), 1):
            score = evaluation_func(cities, distances, new_routes[index])
            if score > best_score:
                best_index, best_score = index, score
        if best_index == -1:
            break
        current_route = new_routes[best_index]
        current_score = best_score
    return current_route

"""Climbs are made by a pool of threads."""

from concurrent.futures import ThreadPoolExecutor


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    def climb(_):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        return evaluation_func(cities, distances, route), route

    with ThreadPoolExecutor(max_workers=4) as pool:
        return max(pool.map(climb, range(repeats)), key=lambda pair: pair[0])[1]

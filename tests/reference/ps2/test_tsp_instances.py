"""The frozen instances of the greedy benchmark, and what makes them fit for it."""

from __future__ import annotations

import json
import random
from itertools import combinations

import pytest

from hidden_tests.ps2.greedy_benchmarks import PATH, Benchmark, benchmarks
from hidden_tests.ps2.tours import HANDOUT_4, HANDOUT_10, Instance
from reference.ps2.evaluation_func import evaluation_func
from reference.ps2.generate import instances as generator
from reference.ps2.generate.best_tour import best_tour, improve, tour_length
from reference.ps2.greedy import Role, greedy
from reference.ps2.hill_climbing import hill_climbing
from reference.ps2.transition import transition

ALL = [benchmark for role in Role for benchmark in benchmarks(role)]
SMALL = benchmarks(Role.END_TO_END)


def matrix(instance: Instance) -> list[list[int]]:
    rows = [[0] * instance.cities for _ in range(instance.cities)]
    for one, other, distance in instance.distances:
        rows[one][other] = rows[other][one] = int(distance)
    return rows


def optimum(distance: list[list[int]]) -> int:
    """Length of the shortest round trip, by dynamic programming (Held and Karp, 1962)."""
    others = range(1, len(distance))
    shortest = {(frozenset([city]), city): distance[0][city] for city in others}
    for size in range(2, len(distance)):
        for chosen in map(frozenset, combinations(others, size)):
            for last in chosen:
                shortest[chosen, last] = min(
                    shortest[chosen - {last}, before] + distance[before][last]
                    for before in chosen - {last}
                )
    return min(shortest[frozenset(others), last] + distance[last][0] for last in others)


def climb_length(benchmark: Benchmark, seed: int) -> float:
    random.seed(seed)
    instance = benchmark.instance
    edges = instance.edges()
    return instance.length(hill_climbing(instance.cities, edges, transition, evaluation_func))


@pytest.mark.parametrize("instance", [HANDOUT_4, HANDOUT_10, *(b.instance for b in ALL)], ids=str)
def test_every_pair_of_cities_is_listed_once_at_a_positive_integer_distance(
    instance: Instance,
) -> None:
    pairs = {frozenset(edge[:2]) for edge in instance.distances}
    assert pairs == {frozenset(pair) for pair in combinations(range(instance.cities), 2)}
    assert len(instance.distances) == len(pairs)
    assert all(type(distance) is int and distance > 0 for *_, distance in instance.distances)


@pytest.mark.parametrize("benchmark_", ALL, ids=str)
def test_edges_are_listed_in_both_directions_and_in_no_order(benchmark_: Benchmark) -> None:
    edges = [edge[:2] for edge in benchmark_.instance.distances]
    rising = sum(one < other for one, other in edges)
    assert 0.2 < rising / len(edges) < 0.8
    assert edges != sorted(edges)


@pytest.mark.parametrize("benchmark_", ALL, ids=str)
def test_greedy_is_clearly_beaten_by_the_best_known_tour(benchmark_: Benchmark) -> None:
    instance = benchmark_.instance
    starts = range(instance.cities) if benchmark_.role.any_start else [0]
    routes = [greedy(instance.cities, instance.edges(), start) for start in starts]
    assert min(map(instance.length, routes)) == benchmark_.greedy
    ratio = generator.MINIMUM_RATIO[benchmark_.role.any_start]
    assert benchmark_.greedy >= ratio * benchmark_.best_known


def test_greedy_begins_where_it_is_told() -> None:
    edges = HANDOUT_4.edges()
    assert [greedy(4, edges, start)[0] for start in range(4)] == [0, 1, 2, 3]
    assert greedy(4, edges) == greedy(4, edges, 0) == [0, 1, 2, 3]


@pytest.mark.parametrize("benchmark_", SMALL, ids=str)
def test_greedy_is_no_peak_of_the_small_instances(benchmark_: Benchmark) -> None:
    instance = benchmark_.instance
    route = greedy(instance.cities, instance.edges())
    assert min(instance.length(new) for new in transition(route)) < benchmark_.greedy


def test_best_known_tour_of_twelve_cities_is_optimal() -> None:
    smallest = SMALL[0]
    assert smallest.instance.cities == 12
    assert optimum(matrix(smallest.instance)) == smallest.best_known


@pytest.mark.parametrize("benchmark_", ALL, ids=str)
def test_random_tours_hardly_ever_beat_greedy(benchmark_: Benchmark) -> None:
    rng = random.Random(str(benchmark_))
    instance = benchmark_.instance
    edges, cities = instance.edges(), range(instance.cities)
    lengths = [
        -evaluation_func(instance.cities, edges, rng.sample(cities, len(cities)))
        for _ in range(2000)
    ]
    assert sum(length < benchmark_.greedy for length in lengths) <= 0.005 * len(lengths)


@pytest.mark.parametrize("benchmark_", SMALL, ids=str)
def test_one_climb_beats_greedy(benchmark_: Benchmark) -> None:
    lengths = [climb_length(benchmark_, seed) for seed in range(20)]
    assert max(lengths) < benchmark_.greedy
    assert min(lengths) >= benchmark_.best_known


@pytest.mark.slow
@pytest.mark.parametrize(
    "benchmark_", [*benchmarks(Role.CLIMB), *benchmarks(Role.RESTARTS)], ids=str
)
def test_one_climb_over_many_cities_beats_greedy(benchmark_: Benchmark) -> None:
    lengths = [climb_length(benchmark_, seed) for seed in range(10)]
    assert max(lengths) < benchmark_.greedy
    assert min(lengths) >= benchmark_.best_known


def test_sizes_are_those_a_climb_can_afford() -> None:
    assert all(12 <= b.instance.cities <= 20 for b in SMALL)
    assert all(b.instance.cities == 30 for b in benchmarks(Role.RESTARTS))
    assert all(32 <= b.instance.cities <= 40 for b in benchmarks(Role.CLIMB))


def climb_from(route: list[int], instance: Instance) -> list[list[int]]:
    """The routes of a climb that takes the first better neighbour."""
    path = [route]
    while True:
        length = instance.length(path[-1])
        better = (new for new in transition(path[-1]) if instance.length(new) < length)
        following = next(better, None)
        if following is None:
            return path
        path.append(following)


@pytest.mark.parametrize("benchmark_", SMALL, ids=str)
def test_a_peak_is_told_from_what_is_none(benchmark_: Benchmark) -> None:
    instance, rng = benchmark_.instance, random.Random(str(benchmark_))
    *path, peak = climb_from(rng.sample(range(instance.cities), instance.cities), instance)
    assert benchmark_.is_peak(peak)
    assert benchmark_.is_peak(benchmark_.best_route)
    assert not any(map(benchmark_.is_peak, path))
    for near in rng.sample(transition(peak), 20):
        shortest = min(map(instance.length, transition(near)))
        assert benchmark_.is_peak(near) == (shortest >= instance.length(near))


@pytest.mark.parametrize("benchmark_", ALL, ids=str)
def test_lengths_are_those_of_the_instance(benchmark_: Benchmark) -> None:
    cities = range(benchmark_.instance.cities)
    for seed in range(5):
        route = random.Random(seed).sample(cities, len(cities))
        assert benchmark_.length(route) == benchmark_.instance.length(route)


def test_figures_of_an_attempt() -> None:
    smallest = SMALL[0]
    route = greedy(smallest.instance.cities, smallest.instance.edges())
    figures = smallest.figures(smallest.instance.length(route))
    assert figures["instance"] == "uniform-12"
    assert figures["length"] == figures["greedy"] == smallest.greedy
    assert figures["margin"] == 0
    assert figures["above_best"] == round(smallest.greedy / smallest.best_known - 1, 4)


def test_length_does_not_depend_on_where_a_tour_starts() -> None:
    instance = Instance("fractions", 4, tuple((a, b, d * 0.1) for a, b, d in HANDOUT_4.distances))
    tours = [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 2, 1, 0]]
    assert len({instance.length(tour) for tour in tours}) == 1


def test_improved_tours_are_optimal_on_small_instances() -> None:
    rng = random.Random(5)
    for _ in range(10):
        points = generator.uniform(8, rng)
        distance = generator._matrix(points)
        tour = best_tour(distance, 30, rng)
        assert sorted(tour) == list(range(8))
        assert tour_length(tour, distance) == optimum(distance)
        start = rng.sample(range(8), 8)
        assert tour_length(improve(start, distance), distance) <= tour_length(start, distance)


def test_the_file_has_one_instance_per_line() -> None:
    lines = PATH.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "["
    assert lines[-1] == "]"
    names = [json.loads(line.rstrip(","))["name"] for line in lines[1:-1]]
    assert names == [wanted.name for wanted in generator.WANTED]


@pytest.mark.slow
def test_the_file_is_what_the_generator_writes() -> None:
    assert generator.render() == PATH.read_text(encoding="utf-8")

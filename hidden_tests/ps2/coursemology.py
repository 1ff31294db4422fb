"""Tells hidden tests of Problem Set 2 to Coursemology that need more than one right answer.

`grader.export.coursemology_cases` reads the two tables and says what they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from hidden_tests.ps2.landscapes import Landscape
from hidden_tests.ps2.positions import Position
from hidden_tests.ps2.pruning_counts import Pruned
from hidden_tests.ps2.ranked_tours import Ranking
from hidden_tests.ps2.reordered import Reordered
from hidden_tests.ps2.scripted_climbs import MINUS_INFINITY, Script
from hidden_tests.ps2.test_1_3_transition import FAR, Route, easily_confused
from hidden_tests.ps2.test_1_4_evaluation_func import HANDOUT, ends_and_turned
from hidden_tests.ps2.test_1_6_hill_climbing import OTHER_NEIGHBOURHOODS, SLOPE, Order
from hidden_tests.ps2.test_1_7_random_restarts import Whole
from hidden_tests.ps2.tours import HANDOUT_4, Instance
from reference.ps2.oracle.bitboard import Bitboard, coordinates, moves
from reference.ps2.provided.breakthrough import MOVE_NONE, Move

Told = Iterator[tuple[str, str]]
_SEARCHES = ("minimax", "negamax", "minimax_alpha_beta", "negamax_alpha_beta")
_WINDOW = "-breakthrough.INF, breakthrough.INF, "
_MOST_POSITIONS = 5_000
"""Of the full tree: to count more of them takes too long there."""


def every_move(case: Position | Reordered) -> Iterator[tuple[int, Move]]:
    """The score of a position with every move that there is, and with none."""
    position = case.position if isinstance(case, Reordered) else case
    for move in moves(Bitboard.read(position.rows), position.player):
        yield position.score, coordinates(move)
    yield position.score, MOVE_NONE


def some_neighbours(case: Route) -> Told:
    """A neighbourhood of the handout's size at most."""
    yield _transition(case), f"ExpectNeighbours({list(case.stops)}, most={case.most_neighbours})"


def perhaps_no_neighbours(case: Route) -> Told:
    """Two and three cities, which have one round trip only."""
    yield _transition(case), f"ExpectNeighbours({list(case.stops)}, least=0)"


def valid_neighbours(case: Route) -> Told:
    """Valid routes, however many."""
    yield _transition(case), f"ExpectNeighbours({list(case.stops)})"


def something_different(case: Route) -> Told:
    """A route other than the given one."""
    yield f"other_route_found(transition, {list(case.stops)})", "True"


def not_everything(case: Route) -> Told:
    """Not too many, and similar ones; behind those of other routes with the same cities."""
    stops = list(case.stops)
    near = ", many_near=True" if len(stops) >= 20 else ""
    expected = f"ExpectNeighbours({stops}, most={case.most_neighbours}{near})"
    if len(stops) >= FAR:
        others = [f"transition({list(route.stops)})" for route in easily_confused(case)]
        yield f"[{', '.join([*others, _transition(case)])}][-1]", expected
    else:
        yield _transition(case), expected
    if len(stops) >= 20:
        yield f"near_route_found(transition, {stops})", "True"


def separate_lists(case: Route) -> Told:
    """Not one list appended again and again."""
    yield f"[{_transition(case)} for attempt in range(3)]", "ExpectSeparateLists()"


def scores_of_the_handout(_: None) -> Told:
    """The handout's tours, of which two are equally long."""
    yield _scores(HANDOUT_4, HANDOUT)


def falling_scores(case: Ranking) -> Told:
    """Tours from the shortest to the longest."""
    yield _scores(case.instance, case.tours)


def scores_of_turned(case: Ranking) -> Told:
    """The same tour in several ways, and a longer one."""
    yield _scores(case.instance, ends_and_turned(case))


def any_tour(function: str, further: str, case: Instance) -> Told:
    """A valid tour."""
    yield (
        f"{function}({_instance(case)}, transition, evaluation_func{further})",
        (f"ExpectTour({case.cities})"),
    )


def peak(case: Instance) -> Told:
    """A peak under 2-opt."""
    yield _peak(case, "transition", "evaluation_func")


def other_peaks(case: Instance) -> Told:
    """A peak in each of the other neighbourhoods."""
    for name, _ in OTHER_NEIGHBOURHOODS:
        yield _peak(case, f"lent_{name}()", "evaluation_func")


def peak_of_landscape(case: Landscape) -> Told:
    """A peak of a landscape of scores, three times."""
    config = ", ".join(f"{key}={_plain(value)}" for key, value in case.config.items())
    expression, _ = _peak(case.instance, "transition", f"lent_rugged_scores({config})")
    yield f"[{expression} for climb in range(3)]", "[True, True, True]"


def end_of_slope(case: Order) -> Told:
    """The only peak, far away."""
    slope = "lent_long_slope()"
    yield _peak(
        SLOPE, f"lent_ordered_swaps(evaluation={slope}, best_first={case.best_first})", slope
    )


def best_climb(case: Script) -> Told:
    """The best of scripted climbs; any tour where all are as bad as can be."""
    best = max(case.table, key=lambda entry: entry[1])[0]
    same = "" if case == MINUS_INFINITY[0] else f", {best}"
    restarts = f"hill_climbing_with_random_restarts({_scripted(case)}, {case.repeats})"
    yield restarts, f"ExpectTour({case.instance.cities}{same})"


def number_of_climbs(case: Script) -> Told:
    """As many climbs as asked for, and ten by default."""
    for repeats, expected in ((f", {case.repeats}", case.repeats), ("", 10)):
        counted = f"climbs_made(hill_climbing_with_random_restarts, {_scripted(case)}{repeats})"
        yield counted, str(expected)


def distances_kept(case: Whole) -> Told:
    """The list of distances stays as it is; what climbs are given is not told."""
    given = f"{_instance(case.instance)}, transition, evaluation_func, hill_climbing, 2"
    yield f"arguments_changed_by(hill_climbing_with_random_restarts, {given})", "[]"


def score_alone(function: str, window: str, case: Position) -> Told:
    """The right score with any move."""
    board = f"[list(row) for row in {list(case.rows)}]"
    asked = f"{board}, 0, {case.depth}, {window}breakthrough.{case.player}, generate_valid_moves"
    yield f"{function}({asked})[0]", str(case.score)


def few_positions(function: str, asked: Pruned) -> Told:
    """Not too many positions; where a search that looks into more may be right, nothing is told."""
    case = asked.case
    if asked.deeper is not None or case.plain > _MOST_POSITIONS:
        return
    boards = [list(root.rows) for root in case.roots]
    first = case.roots[0]
    yield (
        (
            f"positions_searched({function}, {boards}, {first.depth}, breakthrough.{first.player}, "
            "breakthrough.INF, generate_valid_moves, breakthrough.make_move, "
            "breakthrough.is_game_over)"
        ),
        f"ExpectAtMost({case.limit})",
    )


def _transition(case: Route) -> str:
    return f"transition({list(case.stops)})"


def _scores(instance: Instance, tours: Iterable[tuple[int, ...]]) -> tuple[str, str]:
    routes = [list(tour) for tour in tours]
    lengths = ", ".join(repr(instance.length(tuple(route))) for route in routes)
    called = f"evaluation_func({instance.cities}, list(distances), route)"
    given = f"for distances in [{instance.edges()}] for route in {routes}"
    return f"[{called} {given}]", f"ExpectScores({lengths})"


def _instance(case: Instance) -> str:
    return f"{case.cities}, {case.edges()}"


def _peak(case: Instance, neighbours: str, scores: str) -> tuple[str, str]:
    return f"ends_on_a_peak(hill_climbing, {_instance(case)}, {neighbours}, {scores})", "True"


def _scripted(case: Script) -> str:
    table = f"lent_score_table(table={_plain(case.table)})"
    climb = f"lent_scripted_climb(routes={case.routes})"
    return f"{_instance(case.instance)}, transition, {table}, {climb}"


def _plain(value: object) -> str:
    return repr(value).replace("-inf", "-float('inf')").replace(" inf", " float('inf')")


CANDIDATES: Mapping[str, Callable[[Any], Iterable[Any]]] = dict.fromkeys(_SEARCHES, every_move)
TOLD: Mapping[str, Callable[[Any], Told]] = {
    "1.3/handout_routes": some_neighbours,
    "1.3/offers_something_different": something_different,
    "1.3/two_and_three_cities": perhaps_no_neighbours,
    "1.3/every_route_is_valid": valid_neighbours,
    "1.3/neighbours_and_not_everything": not_everything,
    "1.3/routes_are_separate_lists": separate_lists,
    "1.4/handout_routes": scores_of_the_handout,
    "1.4/higher_where_shorter": falling_scores,
    "1.4/any_magnitude": falling_scores,
    "1.4/edges_in_any_order_and_direction": falling_scores,
    "1.4/same_tour_same_score": scores_of_turned,
    "1.6/handout_instances": partial(any_tour, "hill_climbing", ""),
    "1.6/ends_on_a_peak_under_two_opt": peak,
    "1.6/ends_on_a_peak_of_other_neighbourhoods": other_peaks,
    "1.6/ends_on_a_peak_for_any_scores": peak_of_landscape,
    "1.6/infinite_scores": peak_of_landscape,
    "1.6/climbs_a_long_slope": end_of_slope,
    "1.7/handout_instances": partial(
        any_tour, "hill_climbing_with_random_restarts", ", hill_climbing"
    ),
    "1.7/keeps_the_best": best_climb,
    "1.7/any_scores": best_climb,
    "1.7/minus_infinity": best_climb,
    "1.7/single_climb": best_climb,
    "1.7/climbs_exactly_repeats_times": number_of_climbs,
    "1.7/same_landscape_other_starts": distances_kept,
    **{
        f"{task}/handout_turns": partial(score_alone, function, window)
        for task, function, window in (
            ("3.1", "minimax", ""),
            ("3.2", "negamax", ""),
            ("4.1", "minimax_alpha_beta", _WINDOW),
            ("4.2", "negamax_alpha_beta", _WINDOW),
        )
    },
    **{
        f"{task}/pruning_{side}_first": partial(few_positions, function)
        for task, function in (("4.1", "minimax_alpha_beta"), ("4.2", "negamax_alpha_beta"))
        for side in ("black", "white")
    },
}

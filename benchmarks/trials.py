"""How often the trials against greedy are mistaken: many attempts, one kind of solution at a time.

Whole trials that go wrong are too rare to be counted. So attempts are counted instead, which
succeed with some chance; from that chance the error rate of a trial follows exactly. Both ends of
the interval for the chance are carried through (Clopper and Pearson, Biometrika 26, 1934).
"""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from grader import assignment as assignments
from grader.author import solution_variants
from grader.author.solution_variants import Variant
from grader.examine.run_hidden_tests import sandbox_program
from grader.model.limits import Limits
from grader.sandbox import choose_backend
from grader.sandbox.backend_interface import CallEnding, Injection, Outcome
from grader.sandbox.call_request import Call
from grader.testing.stochastic_trial import PLAN, PassRates
from grader.wire import Injected, Own
from hidden_tests.ps2.greedy_benchmarks import REPEATS, Benchmark, benchmarks
from reference.ps2.greedy import Role

CONFIDENCE = 0.95
PATIENCE = Limits(60.0, 600.0)

SWAPS = Variant(
    "tsp/all_swaps_end_to_end",
    "Neighbours exchange two cities; everything else is as in the reference.",
    (),
    "def transition(route):\n"
    "    neighbours = []\n"
    "    for i in range(len(route)):\n"
    "        for j in range(i):\n"
    "            new = list(route)\n"
    "            new[i], new[j] = new[j], new[i]\n"
    "            neighbours.append(new)\n"
    "    return neighbours\n",
)


@dataclass(frozen=True, slots=True)
class Kind:
    """Solutions of one kind, and what to expect of them.

    Attributes:
        variant: file of the variant, or ``None`` for the reference itself.
        share: of the attempts asked for, how many to make; those of right ones cost much CPU.
    """

    label: str
    role: Role
    right: bool
    variant: str | None = None
    share: float = 1.0


KINDS = (
    Kind("reference", Role.CLIMB, right=True, share=0.3),
    Kind("first improvement", Role.CLIMB, right=True, variant="tsp/first_improvement", share=0.3),
    Kind("stochastic climb", Role.CLIMB, right=True, variant="tsp/stochastic_climb", share=0.15),
    Kind("random tour", Role.CLIMB, right=False, variant="tsp/climb_random_tour"),
    Kind("greedy tour", Role.CLIMB, right=False, variant="tsp/climb_greedy_route"),
    Kind("best of all greedy tours", Role.CLIMB, right=False,
         variant="tsp/climb_best_of_all_greedy_routes"),
    Kind("a single step", Role.CLIMB, right=False, variant="tsp/climb_single_step"),
    Kind("one random swap per step", Role.CLIMB, right=False,
         variant="tsp/climb_one_random_swap_per_step"),
    Kind("reference", Role.RESTARTS, right=True),
    Kind("greedy tour", Role.RESTARTS, right=False, variant="tsp/restarts_greedy_route"),
    Kind("random tours", Role.RESTARTS, right=False, variant="tsp/restarts_random_tours"),
    Kind("reference", Role.END_TO_END, right=True),
    Kind("all swaps", Role.END_TO_END, right=True, variant=SWAPS.name),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measured:
    """What attempts of one kind came to."""

    kind: Kind
    attempts: int
    successes: int
    cpu_seconds: float

    @property
    def chance(self) -> tuple[float, float]:
        """Interval for the chance that an attempt succeeds."""
        return interval(self.successes, self.attempts)

    @property
    def rates(self) -> PassRates:
        """Of trials, at the chance that was found."""
        return PLAN.rates(self.successes / self.attempts)

    @property
    def mistaken(self) -> float:
        """Upper end of the interval for the rate at which trials are mistaken."""
        low, high = self.chance
        return 1 - PLAN.rates(low).passes if self.kind.right else PLAN.rates(high).passes


def table(attempts: int) -> Iterator[str]:
    """The lines of a Markdown table, after about ``attempts`` attempts of each kind."""
    yield (
        "| task | solution | attempts | succeeded | chance (95 %) | trials decided wrongly (95 %) "
        "| attempts a trial | CPU a trial |"
    )
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for measured in pool.map(measure, KINDS, [attempts] * len(KINDS)):
            yield _row(measured)


def measure(kind: Kind, attempts: int) -> Measured:
    """Make ``attempts`` attempts at the trial, or the kind's share of them, in a sandbox."""
    assignment = assignments.load_assignment("ps2")
    function, arguments = _task(kind.role)
    task = next(task for task in assignment.tasks if task.function == function)
    session = choose_backend("auto").start(
        sandbox_program(
            solution_variants.variant_submission(assignment, _variant(kind)), assignment
        )
    )
    try:
        session.load(Injection(functions={name: assignment.source(name) for name in task.inject}))
        framed = benchmarks(kind.role)
        made, successes, cpu = max(len(framed), round(attempts * kind.share)), 0, 0.0
        process = session.fork()
        for number in range(made):
            benchmark = framed[number % len(framed)]
            outcome = process.call(
                Call(function, arguments(benchmark), {}, _seed(kind, number), PATIENCE)
            )
            successes += _beats_greedy(outcome, benchmark)
            cpu += outcome.cpu_seconds
    finally:
        session.close()
    return Measured(kind, made, successes, cpu)


def interval(successes: int, attempts: int) -> tuple[float, float]:
    """Clopper and Pearson's interval for a chance of which ``successes`` were seen."""
    tail = (1 - CONFIDENCE) / 2
    low, high = 0.0, 1.0
    if successes:
        low = _root(lambda chance: 1 - _at_most(successes - 1, attempts, chance) - tail)
    if successes < attempts:
        high = _root(lambda chance: tail - _at_most(successes, attempts, chance))
    return low, high


def _task(role: Role) -> tuple[str, Callable[[Benchmark], tuple[object, ...]]]:
    """The function that is tried, and its arguments, as the hidden tests of that role do it."""
    lend = Own if role is Role.END_TO_END else Injected
    functions = [lend("transition"), lend("evaluation_func")]
    if role is not Role.CLIMB:
        functions.append(lend("hill_climbing"))

    def arguments(benchmark: Benchmark) -> tuple[object, ...]:
        repeats = () if role is Role.CLIMB else (REPEATS,)
        return (benchmark.instance.cities, benchmark.instance.edges(), *functions, *repeats)

    name = "hill_climbing" if role is Role.CLIMB else "hill_climbing_with_random_restarts"
    return name, arguments


def _variant(kind: Kind) -> Variant:
    assignment = assignments.load_assignment("ps2")
    known = [
        SWAPS,
        *solution_variants.read_right_solutions(assignment),
        *solution_variants.read_mutants(assignment),
    ]
    if kind.variant is None:
        return Variant("reference", "The reference itself.", (), "")
    return next(variant for variant in known if variant.name == kind.variant)


def _seed(kind: Kind, number: int) -> int:
    digest = hashlib.sha256(f"{kind.label}|{kind.role}|{number}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def _beats_greedy(outcome: Outcome, benchmark: Benchmark) -> bool:
    if outcome.ending is not CallEnding.ANSWER:
        raise RuntimeError(f"{benchmark}: {outcome.ending.value} {outcome.detail}")
    return benchmark.instance.length(outcome.value) < benchmark.greedy


def _at_most(successes: int, attempts: int, chance: float) -> float:
    """Probability of at most so many successes."""
    if not 0 < chance < 1:
        return float(chance == 0 or successes == attempts)

    def exactly(number: int) -> float:
        # By logarithms: of thousands of attempts, the number of orders is too large for a float.
        orders = math.lgamma(attempts + 1) - sum(
            map(math.lgamma, (number + 1, attempts - number + 1))
        )
        rest = attempts - number
        return math.exp(orders + number * math.log(chance) + rest * math.log1p(-chance))

    return math.fsum(exactly(number) for number in range(successes + 1))


def _root(rising: Callable[[float], float]) -> float:
    """Where a rising function of a chance is zero, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return (low + high) / 2


def _row(measured: Measured) -> str:
    kind, (low, high) = measured.kind, measured.chance
    rates = measured.rates
    task = "1.6" if kind.role is Role.CLIMB else "1.7"
    label = f"{kind.label}{', four own functions' if kind.role is Role.END_TO_END else ''}"
    cpu = rates.attempts * measured.cpu_seconds / measured.attempts
    return (
        f"| {task} | {label} ({'right' if kind.right else 'wrong'}) "
        f"| {measured.attempts:,} | {measured.successes:,} | {low:.4f} – {high:.4f} "
        f"| ≤ {measured.mistaken:.1g} | {rates.attempts:.2f} | {cpu:.2f} s |"
    )

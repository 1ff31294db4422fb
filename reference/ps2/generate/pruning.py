"""Counts that tell a search that prunes from one that does not.

What is counted are the different undecided positions, above the depth limit, whose moves a
search asks for. That number is the same for every full-width search, whether it asks at leaves as
well, asks twice or remembers positions; and a search that prunes stays below it in the long run,
however it orders moves. In the long run: with moves in the worst order there is nothing to prune,
so each case adds up several positions. They are the ones, of a pool, on which a search with the
weakest legitimate cut-off (only where the score is beyond the bound, not where it meets it) saves
most, whether it takes moves as they come, backwards or shuffled.

At depth 3 what is saved is saved at the opponent's nodes, one ply below the root. A search that
cuts at one side's nodes only saves nothing at all there when that side moves first; nor does one
that merely stops at wins, because positions are chosen where that does not help. The deeper
cases show that bounds are handed down further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from reference.ps2.generate.families import Setting, nodes
from reference.ps2.generate.sampling import pick, positions
from reference.ps2.oracle import Solution, solve
from reference.ps2.oracle.bitboard import Bitboard, evaluate, is_over, moves, play
from reference.ps2.provided.breakthrough import INF, WIN, Player

BitMove = tuple[int, int]
Order = Callable[[list[BitMove]], Sequence[BitMove]]

POSITIONS = 6
"""Positions per case."""
SHUFFLES = 40
"""Random move orders over which the weakest legitimate search has to stay below the limit."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One case to be made: how deep, and among which positions."""

    depth: int
    pawns: tuple[int, int]
    smallest: int
    largest: int
    pool: int
    wins_help: bool = True
    """Whether a search that only stops at wins may save something, too."""


PLANS = (
    Plan(3, (7, 7), 250, 1800, 250, wins_help=False),
    Plan(4, (5, 5), 500, 2500, 80),
    Plan(5, (4, 4), 700, 3500, 50),
)


@dataclass(frozen=True, slots=True)
class Counted:
    """A case as it goes into the file."""

    id: str
    roots: tuple[tuple[Setting, Solution], ...]
    plain: int
    reference: int
    limit: int


def choose() -> Iterator[Counted]:
    """One case per plan and side to move."""
    for plan in PLANS:
        for player in Player:
            yield _case(plan, player)


def looked_into(
    setting: Setting,
    order: Order,
    *,
    cutting: Iterable[Player] = tuple(Player),
    weakly: bool = False,
    handing_down: bool = True,
) -> set[tuple[Bitboard, Player]]:
    """The undecided positions above the depth limit that alpha-beta looks into, with the mover.

    Cut-offs are made where a player of ``cutting`` is to move; ``weakly`` means only where the
    score is strictly beyond the bound. Without ``handing_down`` no bound reaches a child, so all
    that ends the look early is a win at hand.
    """
    seen: set[tuple[Bitboard, Player]] = set()

    def search(position: Bitboard, left: int, alpha: int, beta: int, player: Player) -> int:
        if left == 0 or is_over(position):
            return evaluate(position)
        seen.add((position, player))
        best = -INF if player is Player.BLACK else INF
        for move in order(moves(position, player)):
            child = play(position, move, player)
            bounds = (alpha, beta) if handing_down else (-WIN, WIN)
            score = search(child, left - 1, *bounds, player.get_opponent())
            if player is Player.BLACK:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if player in cutting and (alpha > beta or (alpha == beta and not weakly)):
                break
        return best

    search(setting.position, setting.depth, -INF, INF, setting.player)
    return seen


def _case(plan: Plan, player: Player) -> Counted:
    pool = sorted(_pool(plan, player), key=_left_over)
    chosen = pool[:POSITIONS]
    plain = _total(chosen, _as_they_come, cutting=())
    worst = max(_total(chosen, order, weakly=True) for order in _orders(SHUFFLES))
    return Counted(
        id=f"{player.name.lower()}_{plan.depth}_plies",
        roots=tuple(
            (setting, solve(setting.position.rows, setting.depth, player)) for setting in chosen
        ),
        plain=plain,
        reference=_total(chosen, _as_they_come),
        limit=(worst + plain) // 2,
    )


def _pool(plan: Plan, player: Player) -> list[Setting]:
    """Undecided positions of the right size."""
    pool: list[Setting] = []
    for position in positions(f"pruning {plan.depth} {player.name}", plan.pawns):
        setting = Setting(position, player, plan.depth)
        if plan.smallest <= nodes(setting, plan.largest) <= plan.largest and (
            abs(setting.score) != WIN
            and setting not in pool
            and (plan.wins_help or _needs_bounds(setting))
        ):
            pool.append(setting)
            if len(pool) == plan.pool:
                break
    return pool


def _needs_bounds(setting: Setting) -> bool:
    """Whether stopping at wins alone saves next to nothing."""
    plain = len(looked_into(setting, _as_they_come, cutting=()))
    return all(
        len(looked_into(setting, order, handing_down=False)) > 0.9 * plain
        for order in (_as_they_come, _backwards)
    )


def _left_over(setting: Setting) -> float:
    """The share that the weakest legitimate search looks into, in the worse of a few orders."""
    plain = len(looked_into(setting, _as_they_come, cutting=()))
    as_they_come, backwards, *shuffled = (
        len(looked_into(setting, order, weakly=True)) for order in _orders(4)
    )
    return max(as_they_come, backwards, sum(shuffled) / len(shuffled)) / plain


def _total(
    settings: Iterable[Setting],
    order: Order,
    *,
    cutting: Iterable[Player] = tuple(Player),
    weakly: bool = False,
) -> int:
    return sum(
        len(looked_into(setting, order, cutting=cutting, weakly=weakly)) for setting in settings
    )


def _orders(shuffles: int) -> Iterator[Order]:
    yield _as_they_come
    yield _backwards
    for number in range(shuffles):
        yield partial(_shuffled, Random(f"order {number}"))


def _as_they_come(moves: list[BitMove]) -> list[BitMove]:
    return moves


def _backwards(moves: list[BitMove]) -> list[BitMove]:
    return moves[::-1]


def _shuffled(rng: Random, moves: list[BitMove]) -> list[BitMove]:
    rest = list(moves)
    mixed = []
    while rest:
        move = pick(rng, rest)
        rest.remove(move)
        mixed.append(move)
    return mixed

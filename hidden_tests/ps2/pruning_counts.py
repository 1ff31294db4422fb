"""Which positions a search has looked into, counted from what the move generator noted down."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from grader.model.figures import Bar, ChartFigure
from grader.testing import InvalidReturn, WrongAnswer
from hidden_tests.ps2.positions import Position, PruningCase
from reference.ps2.oracle.bitboard import Bitboard, is_over, moves, play


def grow_trees(case: PruningCase) -> None:
    """Find the positions that count for each root of ``case``, so that this is done."""
    for root in case.roots:
        _undecided(root)


def looked_into(log: Iterable[object], root: Position) -> int:
    """How many different undecided positions above the depth limit are in ``log``.

    ``log`` comes from the stub ``noted_positions``. Leaves and finished games do not count: to
    ask for moves there is wasteful, but no lack of pruning.
    """
    return len(_undecided(root) & {note for note in log if isinstance(note, str)})


def check_asked(log: Iterable[object], root: Position) -> int:
    """As ``looked_into``, provided that the given generator was asked throughout.

    The least that any search has to look into is the root and each undecided child: the score
    of every root move depends on what follows it.
    """
    count = looked_into(log, root)
    if count < _least(root):
        raise InvalidReturn(
            "The search has to find moves with the generate_valid_moves that it is given; "
            "otherwise there is no telling how many positions it looks into.",
            expected=f"moves asked for in at least {_least(root)} positions",
            actual=f"moves asked for in {count}",
            code="moves_not_asked_for",
        )
    return count


def check_pruned(count: int, case: PruningCase) -> None:
    """Accepts a search that looked into few enough positions over all roots of the case."""
    if count > case.limit:
        raise WrongAnswer(
            "The answers are right, but too many positions were looked into: "
            "subtrees that cannot change the result have to be left out.",
            expected=f"at most {case.limit} of {case.plain} positions "
            f"(alpha-beta in the given order: {case.reference})",
            actual=f"{count} positions",
            code="too_many_positions",
            figures=[
                ChartFigure(
                    "Positions looked into",
                    (
                        Bar("yours", count),
                        Bar("at most", case.limit),
                        Bar("alpha-beta", case.reference),
                        Bar("without pruning", case.plain),
                    ),
                )
            ],
        )


@functools.cache
def _undecided(root: Position) -> frozenset[str]:
    """The undecided positions of the full tree above the depth limit, each as the stub notes it."""
    found: set[str] = set()
    level = {Bitboard.read(root.rows)}
    player = root.player
    for _ in range(root.depth):
        level = {position for position in level if not is_over(position)}
        found |= {f"{''.join(position.rows)} {player.name}" for position in level}
        level = {
            play(position, move, player) for position in level for move in moves(position, player)
        }
        player = player.get_opponent()
    return frozenset(found)


def _least(root: Position) -> int:
    position = Bitboard.read(root.rows)
    children = {play(position, move, root.player) for move in moves(position, root.player)}
    return 1 + sum(not is_over(child) for child in children)

"""Positions on which searches show what they can do, each with the columns that are right.

1. Play games at random on boards of several sizes, and stop so many discs before the board is full.
2. Sort the positions into families by what a search has to see.
3. Of each family and size, keep the first ones found with x to move and with o to move in which the
   right columns are few, and among them not always the first one.
4. Of some families, find more such positions on the usual board: pools, of which each submission is
   asked about others. Their trees are small, so that none is much harder than another.

Where the rest of the game is small, all values are exact. Elsewhere only what a few plies decide is
asked for.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from reference.connect4 import rules
from reference.connect4.generate import playouts, trees
from reference.connect4.oracle import OutOfReachError
from reference.connect4.oracle.plain import plain
from reference.connect4.rules import Board

SMALL = ((4, 4), (4, 5), (5, 4), (5, 5), (6, 7))
"""Sizes, rows before columns, on which searches go on to the end."""
LARGE = ((5, 6), (6, 7))
"""Sizes on which they are cut off."""
_USUAL = (6, 7)

_SEED = 4
_MOST_TRIES = 200_000
_SEEN = 5
"""Plies within which a win counts as one that a search with a cut-off may go for."""

_SHORT = 2000
"""Positions that alpha-beta looks into at most where its search is to be short."""

Entry = dict[str, object]
Right = Callable[[Board], tuple[int, ...]]
"""The right columns of a position; none if it does not belong to a family."""


@dataclass(frozen=True, slots=True)
class Family:
    """Positions that ask for the same.

    Attributes:
        free: how many cells are free, at least and at most.
        each: how many are wanted of each size and side.
        right: the right columns; none if the position does not belong here.
        wide: whether each column has a free cell.
        pool: how many more to draw from are wanted of each side.
    """

    name: str
    sizes: Sequence[tuple[int, int]]
    free: tuple[int, int]
    each: int
    right: Right
    wide: bool = False
    pool: int = 0


def win_in(plies: int) -> Right:
    """The side to move forces a win in so many plies and no fewer, and not all columns keep it."""

    def right(board: Board) -> tuple[int, ...]:
        if not trees.wins_within(board, plies) or trees.wins_within(board, plies - 2):
            return ()
        return _few(board, trees.best(board))

    return right


def win(board: Board) -> tuple[int, ...]:
    """The side to move forces a win, and not all columns keep it."""
    return _few(board, trees.best(board)) if trees.value(board) == trees.WIN else ()


def win_on_the_right(board: Board) -> tuple[int, ...]:
    """Only the last column wins, it does so at once, and a search from left to right is short."""
    last = len(board[0]) - 1
    if win_in(1)(board) != (last,):
        return ()
    return (last,) if _is_short(board) else ()


def block(board: Board) -> tuple[int, ...]:
    """One column alone does not lose at once, and it does not lose later either."""
    right = _the_block(board)
    return right if right and trees.best(board) == right else ()


def draw(board: Board) -> tuple[int, ...]:
    """Neither side can win, but the side to move can lose."""
    return _few(board, trees.best(board)) if trees.value(board) == 0 else ()


def seen_win_in(plies: int) -> Right:
    """As ``win_in``; right are all columns that win within a few plies."""

    def right(board: Board) -> tuple[int, ...]:
        if not trees.wins_within(board, plies) or trees.wins_within(board, plies - 2):
            return ()
        wins = (c for c, child in trees.children(board) if trees.keeps_win(child, _SEEN))
        return _few(board, tuple(wins))

    return right


def seen_block(board: Board) -> tuple[int, ...]:
    """One column alone does not lose at once, and after it nothing is lost for a few plies."""
    right = _the_block(board)
    if not right or trees.wins_within(board, _SEEN):
        return ()
    after = rules.drop(board, rules.to_move(board), right[0])
    return () if rules.over(after) or trees.wins_within(after, _SEEN - 1) else right


def _few(board: Board, right: tuple[int, ...]) -> tuple[int, ...]:
    """``right`` if it is at most half of the columns that can be played."""
    return right if 2 * len(right) <= len(rules.moves(board)) else ()


def _the_block(board: Board) -> tuple[int, ...]:
    """The only column after which the opponent does not win at once, if there is one."""
    if trees.wins_within(board, 1):
        return ()
    safe = [c for c, child in trees.children(board) if not trees.wins_within(child, 1)]
    return tuple(safe) if len(safe) == 1 and len(rules.moves(board)) > 2 else ()


def clear_to_chance(family: Right) -> Right:
    """Positions of a family in which random games, too, say clearly which column is the best."""

    def right(board: Board) -> tuple[int, ...]:
        found = family(board)
        if len(found) != 1 or len(rules.moves(board)) < 4:
            return ()
        worth = playouts.after_each(board)
        rest = max(each.mean for column, each in worth.items() if column not in found)
        is_clear = worth[found[0]].mean - rest > _CLEARLY and _hardly_missed(worth, found[0])
        return found if is_clear else ()

    return right


_CLEARLY = 0.5
"""By how much the mean result of random games is better, where a loss is -1 and a win 1."""


def turns(board: Board) -> tuple[int, ...]:
    """One column is the best, as random games say unless the same player moves twice in them."""
    right = trees.best(board)
    if len(right) != 1 or len(rules.moves(board)) < 3:
        return ()
    is_clear = _hardly_missed(playouts.after_each(board), right[0])
    misleads = playouts.missed(playouts.after_each_if_moving_again(board), right[0]) > _MOSTLY
    return right if is_clear and misleads else ()


def _hardly_missed(worth: Mapping[int, playouts.Outcomes], column: int) -> bool:
    """Whether searches find ``column``, by the mean result of games and by the share of wins."""
    measures = worth, playouts.wins_only(worth)
    return all(playouts.missed(each, column) < _HARDLY_EVER for each in measures)


_HARDLY_EVER = 0.01
_MOSTLY = 0.85
"""How probably a search misses the column that is right."""


_POOL = 8
"""Positions of a pool in which x moves, and in which o does."""

FAMILIES = (
    Family("win_in_1", SMALL, (7, 9), 1, win_in(1), pool=_POOL),
    Family("wide_win_in_1", SMALL[-1:], (7, 8), 1, win_on_the_right, wide=True),
    Family("win_in_3", SMALL, (7, 9), 1, win_in(3), pool=_POOL),
    Family("win_in_5", SMALL[1:], (8, 9), 1, win_in(5), pool=_POOL),
    Family("block", SMALL, (7, 9), 1, block, pool=_POOL),
    Family("draw", SMALL, (7, 9), 1, draw, pool=_POOL),
    Family("seen_win_in_1", LARGE, (18, 26), 2, seen_win_in(1), pool=_POOL),
    Family("seen_win_in_3", LARGE, (18, 26), 2, seen_win_in(3), pool=_POOL),
    Family("seen_block", LARGE, (18, 26), 2, seen_block, pool=_POOL),
    Family("chance_win", ((5, 5), (6, 7)), (8, 10), 2, clear_to_chance(win_in(1))),
    Family("chance_block", ((5, 5), (6, 7)), (8, 10), 2, clear_to_chance(block)),
    Family("chance_turns", ((5, 5), (6, 7)), (7, 10), 2, turns),
)


def render() -> str:
    """The text of the file."""
    document: dict[str, list[Entry]] = {}
    for family in FAMILIES:
        entries = [entry for size in family.sizes for entry in _entries(family, size)]
        document[family.name] = entries
        if family.pool:
            known = {entry["board"] for entry in entries}
            document[f"{family.name}_pool"] = list(_pool(family, known))
    document["value"] = [entry for size in SMALL for entry in _values(size)]
    document["pruning"] = [entry for size in SMALL for entry in _pruning(size)]
    document["pruning_drawn"] = [_pruning_drawn(size, player) for size, player in _DRAWN]
    document["ordering"] = [entry for size in _ORDERED for entry in _ordering(size)]
    lines = [
        f" {json.dumps(name)}: [\n  "
        + ",\n  ".join(json.dumps(entry) for entry in entries)
        + "\n ]"
        for name, entries in document.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _pool(family: Family, known: Set[object]) -> Iterator[Entry]:
    """More positions of ``family`` on the usual board, all with x to move before those with o."""
    found: dict[str, list[Entry]] = {"x": [], "o": []}
    for board in _positions(f"{family.name} pool", _USUAL, family.free):
        same = found[rules.to_move(board)]
        if len(same) == family.pool or board in known:
            continue
        right = family.right(board)
        if (
            right
            and rules.moves(board)[0] not in right
            and (family.sizes is LARGE or _is_short(board))
        ):
            same.append({"board": board, "right": right})
        if all(len(each) == family.pool for each in found.values()):
            yield from (*found["x"], *found["o"])
            return
    raise LookupError(f"too few positions of {family.name} for a pool: {found}")


def _is_short(board: Board) -> bool:
    """Whether a plain search to the end has soon done with ``board``."""
    try:
        plain(board, at_most=_SHORT)
    except OutOfReachError:
        return False
    return True


def _entries(family: Family, size: tuple[int, int]) -> Iterator[Entry]:
    wanted = {"x": family.each, "o": family.each}
    firsts = 0
    for board in _positions(family.name, size, family.free, wide=family.wide):
        player = rules.to_move(board)
        if not wanted[player]:
            continue
        right = family.right(board)
        is_first = right[:1] == rules.moves(board)[:1]
        if not right or (is_first and firsts * 4 >= sum(wanted.values())):
            continue
        firsts += is_first
        wanted[player] -= 1
        yield {"board": board, "right": right}
        if not any(wanted.values()):
            return
    raise LookupError(f"too few positions of {family.name} on {size}: {wanted} are missing")


def _values(size: tuple[int, int]) -> Iterator[Entry]:
    """Two positions of each value for each side, none of which the next move decides."""
    wanted = {(player, value): 1 for player in "xo" for value in (1, 0, -1)}
    for board in _positions("value", size, (7, 9)):
        key = rules.to_move(board), trees.value(board)
        if wanted[key] and not trees.wins_within(board, 1) and len(rules.moves(board)) > 1:
            wanted[key] -= 1
            yield {"board": board, "value": key[1]}
        if not any(wanted.values()):
            return
    raise LookupError(f"too few values on {size}: {wanted} are missing")


_MOST_PRUNED = 0.75
"""Share of positions that alpha-beta looks into at most, in any order and however it compares."""


def _pruning(size: tuple[int, int]) -> Iterator[Entry]:
    """A position for each side in which every alpha-beta leaves out much of a tree."""
    wanted = {"x": 1, "o": 1}
    for board in _positions("pruning", size, (8, 10)):
        player = rules.to_move(board)
        discs = "".join(board)
        if not wanted[player] or discs.count(" ") in {discs.count("x"), discs.count("o")}:
            continue  # what a free cell is can be seen by how many there are
        if trees.wins_within(board, 1):
            continue
        plain = len(trees.undecided(board))
        if not 250 <= plain <= 900:
            continue
        if any(
            trees.looked_into(board, order, weak=weak) > _MOST_PRUNED * plain
            for weak in (True, False)
            for order in trees.ORDERS
        ):
            continue
        wanted[player] -= 1
        entered = trees.entered(board)
        yield {"board": board, "plain": plain, "entered": entered, "right": trees.best(board)}
        if not any(wanted.values()):
            return
    raise LookupError(f"too few positions for pruning on {size}: {wanted} are missing")


_DRAWN = (((4, 4), "x"), ((5, 4), "o"), ((6, 7), "x"))
_LITTLE_SAVED = 0.95, 0.9
"""Shares that are left, in any order, to who leaves out what comes after a win: of positions, and
of calls."""


def _pruning_drawn(size: tuple[int, int], player: str) -> Entry:
    """A drawn position in which bounds save much, and a stop at the first win next to nothing."""
    for board in _positions("pruning drawn", size, (8, 10)):
        discs = "".join(board)
        if rules.to_move(board) != player:
            continue
        if discs.count(" ") in {discs.count("x"), discs.count("o")}:
            continue
        plain = len(trees.undecided(board))
        if not 250 <= plain <= 900 or trees.value(board):
            continue
        entered = trees.entered(board)
        least = [share * all_ for share, all_ in zip(_LITTLE_SAVED, (plain, entered), strict=True)]
        left = (trees.stopped_at_wins(board, order) for order in trees.ORDERS)
        if all(positions > least[0] and calls > least[1] for positions, calls in left) and all(
            trees.looked_into(board, order) <= _MOST_PRUNED * plain for order in trees.ORDERS
        ):
            return {"board": board, "plain": plain, "entered": entered, "right": trees.best(board)}
    raise LookupError(f"no drawn position for pruning on {size}")


_ORDERED = ((4, 5), (5, 5), (6, 7))
_WELL_ORDERED = 0.85
"""Share of positions at most that is left by any sensible order, of what is without one."""


def _ordering(size: tuple[int, int]) -> Iterator[Entry]:
    """Positions in which any sensible order of moves saves much, for each side."""
    wanted = {"x": 1, "o": 1}
    for board in _positions("ordering", size, (10, 12)):
        player = rules.to_move(board)
        discs = "".join(board)
        if not wanted[player] or discs.count(" ") in {discs.count("x"), discs.count("o")}:
            continue
        if trees.wins_within(board, 1) or not _order_helps(board):
            continue
        wanted[player] -= 1
        yield {"board": board, "right": trees.best(board)}
        if not any(wanted.values()):
            return
    raise LookupError(f"too few positions for ordering on {size}: {wanted} are missing")


def _order_helps(board: Board) -> bool:
    plain = [
        trees.looked_into(board, order) for order in (trees.left_to_right, trees.right_to_left)
    ]
    most = _WELL_ORDERED * min(plain)
    return 120 <= min(plain) <= max(plain) <= 400 and all(
        trees.looked_into(board, order) <= most for order in trees.SENSIBLE
    )


def _positions(
    name: str, size: tuple[int, int], free: tuple[int, int], *, wide: bool = False
) -> Iterator[Board]:
    """Undecided positions of random games, each with so many free cells, and none twice.

    Args:
        wide: whether no column is full.
    """
    draw = random.Random(f"{_SEED} {name} {size}")
    seen: set[Board] = set()
    for _ in range(_MOST_TRIES):
        left = draw.randint(*free)
        board: Board | None = rules.start(*size)
        while board is not None and sum(row.count(" ") for row in board) > left:
            columns = rules.moves(board)
            if wide:
                columns = tuple(column for column in columns if board[1][column] == " ")
            board = (
                rules.drop(board, rules.to_move(board), draw.choice(columns)) if columns else None
            )
        if board is not None and board not in seen and not rules.over(board):
            seen.add(board)
            yield board

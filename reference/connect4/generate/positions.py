"""Positions of which it is known who wins, with which columns, and how soon.

1. Play at random for a drawn number of plies, on a board of a given size.
2. Keep the position if a family asks for it: a win at once, a threat to block, a win in three or
   five plies, or an end that only a search to the end sees. There must be a choice: the leftmost
   legal column is wrong, and where only one column is right, the middle one is wrong, too.
3. Take one of each family for either player, on every size.

Families that a plain search settles soon can be asked of any right search; those called open are
for searches that are cut off.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from reference.connect4 import rules
from reference.connect4.oracle import OutOfReachError, Solver, plies_to_end, winning_columns
from reference.connect4.oracle.plain import plain
from reference.connect4.rules import Board, Player

Size = tuple[int, int]

_SEED = 1974
_ATTEMPTS = 20_000
_FEW_NODES = 4000
"""What a plain search may take. A student's takes about a second for as many."""
_SOME_NODES = 100
"""What a plain search takes at least, where it is asked to search."""
_MOST_NODES = 200_000
"""What the oracle may take."""
_SMALL: tuple[Size, ...] = ((4, 4), (4, 5), (5, 4), (5, 5), (4, 6), (6, 7))
_LARGE: tuple[Size, ...] = ((5, 5), (4, 6), (6, 7), (7, 6))


@dataclass(frozen=True, slots=True)
class Position:
    """A position, and what is known of it.

    Attributes:
        value: 1, 0 or -1 for ``player``, who moves.
        best: the columns that keep this value.
        plies: until the game ends if the winner hurries and the loser holds out; ``None`` if it is
            a draw, or takes more than seven.
        soonest: the columns that win in so many; none unless the mover wins.
        nodes: what a plain alpha-beta search takes, from left to right; ``None`` if many.
    """

    board: Board
    player: Player
    value: int
    best: frozenset[int]
    plies: int | None
    soonest: frozenset[int]
    nodes: int | None

    def entry(self) -> str:
        """As JSON, on one line."""
        return json.dumps(
            {
                "board": self.board,
                "player": self.player,
                "value": self.value,
                "best": sorted(self.best),
                "plies": self.plies,
                "soonest": sorted(self.soonest),
                "nodes": self.nodes,
            }
        )


@dataclass(frozen=True, slots=True)
class Family:
    """Positions that ask for the same.

    Attributes:
        may_be: whether a board is worth asking the oracle about.
        fits: whether a position is one of them.
        opened: whether they have many empty cells.
    """

    name: str
    may_be: Callable[[Board], bool]
    fits: Callable[[Position], bool]
    opened: bool = False

    @property
    def sizes(self) -> tuple[Size, ...]:
        """Rows and columns of its boards."""
        return _LARGE if self.opened else _SMALL


def wins_in(plies: int) -> Callable[[Board], bool]:
    """Boards on which one column wins in so many plies, and none sooner."""

    def may_be(board: Board) -> bool:
        if winning_columns(board, plies - 2):
            return False
        columns = winning_columns(board, plies)
        return len(columns) == 1 and _is_choice(board, columns)

    return may_be


def threatens(board: Board) -> bool:
    """Whether the opponent could win at once in one column, and the mover cannot."""
    threats = winning_columns(board, 1, player=rules.other(rules.to_move(board)))
    return len(threats) == 1 and _is_choice(board, threats) and not winning_columns(board, 1)


def quiet(board: Board) -> bool:
    """Whether the mover does not win soon."""
    return not winning_columns(board, 5)


def ends(value: int) -> Callable[[Position], bool]:
    """Positions that end so, not soon, and that take some search."""

    def fits(each: Position) -> bool:
        far = each.plies is None or each.plies > 5
        takes_search = each.nodes is not None and each.nodes >= _SOME_NODES
        return each.value == value and far and takes_search and (value < 0 or tells(each))

    return fits


def wins(position: Position) -> bool:
    """Whether the mover wins."""
    return position.value == 1


def tells(position: Position) -> bool:
    """Whether a player who does not look goes wrong."""
    return _is_choice(position.board, position.best)


def saves(position: Position) -> bool:
    """Whether the mover is not lost."""
    return position.value >= 0


FAMILIES = (
    Family("win_in_1", wins_in(1), tells),
    Family("block", threatens, saves),
    Family("win_in_3", wins_in(3), tells),
    Family("win_in_5", wins_in(5), tells),
    Family("win", quiet, ends(1)),
    Family("draw", quiet, ends(0)),
    Family("loss", quiet, ends(-1)),
    Family("open_win_in_1", wins_in(1), wins, opened=True),
    Family("open_block", threatens, saves, opened=True),
    Family("open_win_in_3", wins_in(3), wins, opened=True),
    Family("open_win_in_5", wins_in(5), wins, opened=True),
)


def render() -> str:
    """The text of the file: for each family its positions."""
    families = []
    for family in FAMILIES:
        entries = ",\n".join(f"    {each.entry()}" for each in found(family))
        families.append(f'  "{family.name}": [\n{entries}\n  ]')
    return "{\n" + ",\n".join(families) + "\n}\n"


def found(family: Family) -> Iterator[Position]:
    """One position for either player on each of the family's sizes.

    Raises ``LookupError`` if there is none.
    """
    for size in family.sizes:
        for player in ("x", "o"):
            yield _one(family, size, player)


def _one(family: Family, size: Size, player: Player) -> Position:
    chance = random.Random(f"{_SEED} {family.name} {size} {player}")
    for _ in range(_ATTEMPTS):
        board = _played(chance, size, family.opened)
        if len(rules.moves(board)) < 3 or rules.to_move(board) != player:
            continue
        if not family.may_be(board):
            continue
        try:
            position = known(board, search=not family.opened)
        except OutOfReachError:
            continue
        if family.fits(position):
            return position
    raise LookupError(f"{_ATTEMPTS} games have no position for {family.name}, {size}, {player}.")


def known(board: Board, *, search: bool) -> Position:
    """A position with all that is known of it; ``search`` says whether a plain search counts nodes.

    Raises ``OutOfReachError`` if the oracle, or the plain search, takes too many nodes.
    """
    nodes = plain(board, at_most=_FEW_NODES).nodes if search else None
    values = Solver(len(board), len(board[0])).values(board, at_most=_MOST_NODES)
    value = max(values.values())
    plies = plies_to_end(board, 7) if value else None
    return Position(
        board=board,
        player=rules.to_move(board),
        value=value,
        best=frozenset(column for column, each in values.items() if each == value),
        plies=plies,
        soonest=winning_columns(board, plies) if plies and value > 0 else frozenset(),
        nodes=nodes,
    )


def _is_choice(board: Board, right: frozenset[int]) -> bool:
    """Whether the leftmost legal column is wrong, and also the middle one if few are right."""
    legal = rules.moves(board)
    middle = min(legal, key=lambda column: abs(2 * column - len(board[0]) + 1))
    return legal[0] not in right and (len(right) > 1 or middle not in right)


def _played(chance: random.Random, size: Size, opened: bool) -> Board:
    rows, columns = size
    cells = rows * columns
    plies = chance.randint(cells // 4, cells // 2) if opened else cells - chance.randint(6, 12)
    board = rules.start(rows, columns)
    for _ in range(plies):
        legal = rules.moves(board)
        if not legal:
            break
        board = rules.drop(board, rules.to_move(board), chance.choice(legal))
    return board

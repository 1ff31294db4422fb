"""Plain minimax over the values that an agent's own evaluation gives to boards.

Some games are so small that every position of them is listed. So the right moves are known at
every depth, however deep the agent looks, and whatever its evaluation thinks of a board. Of others
only the first plies are listed, and it is proved which moves win: these are the right ones at all
greater depths, if the evaluation or the search knows won boards.

Programs differ in what they take for the value of a position where a search ends. All of these
ways are right, and a program keeps to one of them (:class:`Convention`):

- the sign: the evaluation may be meant for Black or for White;
- the view: it may be asked about the board itself, or about the board with the sides exchanged,
  and that may depend on who is to move;
- the ends: a game that is over may count what the evaluation says of its last board, or more than
  anything else, and the sooner the better or not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import Move, State

LEAST_DEPTH = 2
"""Plies that a search looks ahead at least: at one ply, no reply of the opponent is looked at."""
_ALIKE = 1e-9
"""Relative difference of values up to which they count as the same: sums are rounded."""

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Convention:
    """What counts as the value of a position where a search ends.

    Attributes:
        sign: 1 if more is better for Black, -1 if more is better for White.
        turned: whether the evaluation is asked about the board with the sides exchanged, and its
            value negated, where Black is to move, and where White is to move.
        ends: ``own`` if a lost or won board counts what the evaluation says of it, ``sooner`` if a
            ply is added or taken off for each one that is left, ``win`` if it counts more than all
            other boards.
    """

    sign: int
    turned: tuple[bool, bool]
    ends: str


CONVENTIONS = [
    Convention(sign, (black, white), ends)
    for sign, (black, white), ends in product(
        (1, -1),
        ((False, False), (False, True), (True, False), (True, True)),
        ("own", "win", "sooner"),
    )
]
"""The most common ones first."""


def _best(moves: Sequence[Move], values: Sequence[float]) -> frozenset[Move]:
    highest = max(values)
    return frozenset(
        move
        for move, value in zip(moves, values, strict=True)
        if math.isclose(value, highest, rel_tol=_ALIKE, abs_tol=_ALIKE)
    )


@dataclass(frozen=True)
class Choice:
    """What minimax says of the moves of a board, by one convention.

    Attributes:
        values: for each depth, beginning with one ply, the value of each move.
        wins: moves that end the game with a win, or are proved to win. No search finds better ones.
        won: what a won board counts, if it counts more than all others; else 0.
        least: from which depth on.
    """

    moves: Sequence[Move]
    values: Sequence[Sequence[float]]
    wins: frozenset[Move] = frozenset()
    won: float = 0.0
    least: int = LEAST_DEPTH

    @cached_property
    def best(self) -> list[frozenset[Move]]:
        """The moves with the best value at each depth, beginning with one ply."""
        return [_best(self.moves, values) for values in self.values]

    @cached_property
    def right(self) -> frozenset[Move]:
        """The moves that are best at some depth that counts."""
        return self.wins.union(*self.best[self.least - 1 :])

    @property
    def at_one_ply(self) -> frozenset[Move]:
        """The moves whose boards the evaluation itself likes best."""
        return self.best[0]

    @property
    def share(self) -> float:
        """How large a part of the legal moves is right."""
        return len(self.right) / len(self.moves)


class TooLarge(Exception):
    """A game has more positions than are to be listed."""


@dataclass(frozen=True)
class GameTree:
    """The positions that a game can come to from a board on which Black is to move.

    Args:
        proved: moves that are known to win, where only the first plies are listed.
        plies: how many of them; ``None`` for all.
        is_whole: whether nobody looks further, so that all that counts is listed.
        most: how many positions are listed at most.
        least: from how many plies on the depth of a search counts.

    Raises:
        TooLarge: if there are more.

    Attributes:
        states: the position itself first.
        next: the positions after each move of a position, as indices; none once the game is over.
        depth: plies of the longest game, as far as they are listed.
    """

    rows: Rows
    proved: frozenset[Move] = frozenset()
    plies: int | None = None
    is_whole: bool = False
    most: float = math.inf
    least: int = LEAST_DEPTH
    states: list[State] = field(init=False, repr=False)
    next: list[list[int]] = field(init=False, repr=False)
    depth: int = field(init=False)

    def __post_init__(self) -> None:
        root = rules.state_of(self.rows)
        number = {root: 0}
        states, ply = [root], [0]
        following: list[list[int]] = []
        for state in states:  # which grows
            if len(states) > self.most:
                raise TooLarge
            reached = ply[len(following)]
            ends = self.plies is not None and reached >= self.plies
            children = [] if ends else [rules.after(state, move) for move in rules.moves(state)]
            for child in children:
                if child not in number:
                    number[child] = len(states)
                    states.append(child)
                    ply.append(reached + 1)
            following.append([number[child] for child in children])
        vars(self).update(states=states, next=following, depth=_longest(following))

    @cached_property
    def boards(self) -> list[str]:
        """The boards of all positions, as Black sees them."""
        return ["".join(rules.figure(state)) for state in self.states]

    @cached_property
    def turned_boards(self) -> list[str]:
        """The same boards with the sides exchanged."""
        return ["".join(rules.figure(rules.inverted(state))) for state in self.states]

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves of Black at the beginning."""
        return rules.moves(self.states[0])

    @cached_property
    def winners(self) -> list[int]:
        """1 for each position that Black has won, -1 for White, else 0."""
        signs = {"B": 1, "W": -1, None: 0}
        return [signs[rules.winner(state)] for state in self.states]

    def leaves(
        self, values: Sequence[float], turned: Sequence[float], convention: Convention
    ) -> list[float]:
        """What each position is worth to Black where a search ends with it.

        A win or a loss, where the game is over and the evaluation says no number.
        """
        found = [
            convention.sign * (-other if convention.turned[not state.black_to_move] else value)
            for state, value, other in zip(self.states, values, turned, strict=True)
        ]
        highest = 4 * max([1.0, *(abs(leaf) for leaf in found if not math.isnan(leaf))])
        return [
            highest * winner if winner and (convention.ends == "win" or math.isnan(leaf)) else leaf
            for leaf, winner in zip(found, self.winners, strict=True)
        ]

    def careless(
        self, values: Sequence[float], turned: Sequence[float], convention: Convention
    ) -> list[frozenset[Move]]:
        """The moves that searches make which go wrong at White's moves, each in its own way."""
        leaves = self.leaves(values, turned, convention)
        found = []
        for reply, depth in product(_CARELESS, _CARELESS_DEPTHS):
            now = leaves
            for _ in range(depth - 1):
                now = [
                    (max if state.black_to_move else reply)([now[child] for child in after])
                    if after
                    else leaf
                    for state, after, leaf in zip(self.states, self.next, leaves, strict=True)
                ]
            of_moves = [now[child] for child in self.next[0]]
            found.append(_best(self.moves, of_moves))
        return found

    def choice(
        self, values: Sequence[float], turned: Sequence[float], convention: Convention
    ) -> Choice:
        """What minimax says, to every depth.

        Args:
            values: what the evaluation says of :attr:`boards`.
            turned: what it says of :attr:`turned_boards`.
        """
        now = leaves = self.leaves(values, turned, convention)
        bonus = convention.ends == "sooner"
        of_moves = []
        for depth in range(self.depth):
            of_moves.append([now[child] for child in self.next[0]])
            now = [
                leaf + (depth + 1) * winner * bonus
                if not after
                else (max if state.black_to_move else min)([now[child] for child in after])
                for state, after, leaf, winner in zip(
                    self.states, self.next, leaves, self.winners, strict=True
                )
            ]
        wins = (
            move
            for move, child in zip(self.moves, self.next[0], strict=True)
            if self.winners[child] == 1
        )
        won = max(map(abs, leaves)) if convention.ends == "win" and any(self.winners) else 0.0
        return Choice(self.moves, of_moves, self.proved.union(wins), won, self.least)


def _first(values: Sequence[float]) -> float:
    return values[0]


def _last(values: Sequence[float]) -> float:
    return values[-1]


_CARELESS: tuple[Callable[[Sequence[float]], float], ...] = (_first, _last, max)
"""Which value of those after White's moves a wrong search takes, instead of the lowest."""
_CARELESS_DEPTHS = (3, 4)


def _longest(following: Sequence[Sequence[int]]) -> int:
    """Return how many plies the longest game takes. No position comes back, so each game ends."""
    known: dict[int, int] = {}

    def longest(state: int) -> int:
        if state not in known:
            known[state] = max((1 + longest(child) for child in following[state]), default=0)
        return known[state]

    return longest(0)

"""Which small games an agent is asked about, and what its moves show of its search."""

from __future__ import annotations

import json
import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from hidden_tests.breakthrough_agent.own_minimax import (
    CONVENTIONS,
    Choice,
    Convention,
    GameTree,
    Rows,
)
from reference.breakthrough_agent.rules import Move

_FROZEN = json.loads(Path(__file__).with_name("small_games.json").read_text("utf-8"))
_SIDE = 6
_TELLS = 0.5
"""Share of the legal moves that may be right at most, so that a board tells anything."""
ENOUGH = math.log(2000)
"""What moves have to tell together: one agent of so many that draw lots makes all of them."""
_UNLIKELY = math.log(200)
"""What moves have to tell together so that it is said which mistake makes them."""
ALONG_WITH = 0.5
"""Correlation from which on values count as those of an evaluation, or as the opposite."""
_NOTICED = 4.0
"""How much more a board tells on which a careless search is noticed that no other board shows."""
_PLAUSIBLE = [
    each
    for each in CONVENTIONS
    if each.sign == 1 and each.turned[0] is False and each.ends != "sooner"
]
"""By which it is chosen what to ask."""


@cache
def small_games(section: str) -> tuple[GameTree, ...]:
    """The frozen games of a section."""
    return tuple(GameTree(tuple(rows)) for rows in _FROZEN[section])


@dataclass(frozen=True)
class Values:
    """What an agent's evaluation says of boards, by their cells.

    Attributes:
        of: ``math.nan`` where it raises an exception, as the game is over.
        known: games by which it is seen what it says of won boards.
    """

    name: str
    of: Mapping[str, float]
    is_symmetric: bool
    known: Sequence[GameTree]

    @cached_property
    def conventions(self) -> list[Convention]:
        """Those that make a difference, the most common ones first.

        Who takes a won board for a lost one does not search for it.
        """
        found = [
            each for each in CONVENTIONS if not self.is_symmetric or each.turned == (False, False)
        ]
        forwards = [each for each in found if self.wins(each) >= 0]
        return forwards or found

    @cached_property
    def sign(self) -> int:
        """1 if more of it goes along with more and further black pawns, else -1."""
        known = {board: value for board, value in self.of.items() if not math.isnan(value)}
        mean = sum(known.values()) / len(known)
        along = sum((value - mean) * _lead(board) for board, value in known.items())
        return -1 if along < 0 else 1

    @cached_property
    def goes_by_lead(self) -> bool:
        """Whether more of it clearly goes along with more and further black pawns than white ones.

        That is seen of boards of games that are not over.
        """
        boards = {
            board
            for game in self.known
            for board, winner in zip(game.boards, game.winners, strict=True)
            if not winner
        }
        along = rank_correlation([(_lead(board), self.of[board]) for board in boards])
        return along >= ALONG_WITH

    @property
    def knows_wins(self) -> bool:
        """Whether the evaluation itself tells won boards from all others."""
        return any(self.wins(each) for each in self.conventions if each.ends == "own")

    def wins(self, convention: Convention) -> int:
        """1 if boards won by either side are worth most to it, -1 if by one side least, else 0.

        That is seen where a pawn has arrived: programs often know no other end.
        """
        if convention.ends == "win":
            return 1
        if convention not in self._wins:
            self._wins[convention] = self._seen_of_wins(convention)
        return self._wins[convention]

    @cached_property
    def _wins(self) -> dict[Convention, int]:
        return {}

    def _seen_of_wins(self, convention: Convention) -> int:
        others: list[float] = [0.0]
        arrived: dict[int, list[float]] = {1: [], -1: []}
        for game in self.known:
            for leaf, winner, board in zip(
                self.leaves(game, convention), game.winners, game.boards, strict=True
            ):
                if not winner:
                    others.append(abs(leaf))
                elif "B" in board[-_SIDE:] or "W" in board[:_SIDE]:
                    arrived[winner].append(winner * leaf)
        highest = max(others)
        sides = [side for side in arrived.values() if side]
        if any(max(side) < -highest for side in sides):
            return -1
        return int(bool(sides) and all(min(side) > highest for side in sides))

    @cached_property
    def gaps(self) -> frozenset[str]:
        """The boards on which it raises an exception."""
        return frozenset(board for board, value in self.of.items() if math.isnan(value))

    def without_gaps(self, games: Sequence[GameTree]) -> Sequence[GameTree]:
        """Those of ``games`` of whose boards it values all; all of them if there is none."""
        return [game for game in games if self.gaps.isdisjoint(game.boards)] or games

    def _asked(self, game: GameTree) -> tuple[list[float], list[float]]:
        values = [self.of[board] for board in game.boards]
        if self.is_symmetric:
            return values, [-value for value in values]
        return values, [self.of[board] for board in game.turned_boards]

    def leaves(self, game: GameTree, convention: Convention) -> list[float]:
        """What each position of ``game`` is worth to Black where a search ends with it."""
        return game.leaves(*self._asked(game), convention)

    def careless(self, game: GameTree, convention: Convention) -> list[frozenset[Move]]:
        """The moves that searches make at the beginning of ``game`` which go wrong."""
        return game.careless(*self._asked(game), convention)

    def choice(self, game: GameTree, convention: Convention) -> Choice | None:
        """What minimax says of the moves at the beginning of ``game``, if that is known."""
        if game.plies is not None and not game.is_whole and self.wins(convention) < 1:
            return None
        key = game.rows, game.plies, convention
        if key not in self._choices:
            self._choices[key] = game.choice(*self._asked(game), convention)
        return self._choices[key]

    @cached_property
    def _choices(self) -> dict[tuple[Rows, int | None, Convention], Choice]:
        return {}


def _lead(board: str) -> int:
    """By how many pawns and rows Black is ahead, on a board of 36 cells."""
    rows = [(cell, number // _SIDE) for number, cell in enumerate(board)]
    return sum((cell == "B") * (row + 1) - (cell == "W") * (_SIDE - row) for cell, row in rows)


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """How the second values of ``pairs`` rise with the first ones, by Spearman; 0 if none do."""
    if len(pairs) < 2:
        return 0.0
    ranks = []
    for column in zip(*pairs, strict=True):
        ordered = sorted(column)
        ranks.append([bisect_left(ordered, each) + bisect_right(ordered, each) for each in column])
    with np.errstate(invalid="ignore"):
        found = float(np.atleast_2d(np.corrcoef(ranks))[0, 1])
    return 0.0 if math.isnan(found) else found


def boards_of(games: Sequence[GameTree]) -> list[str]:
    """All boards of ``games``, each once."""
    return list(dict.fromkeys(board for game in games for board in game.boards))


def turned_boards_of(games: Sequence[GameTree]) -> list[str]:
    """The same boards, in the same order, with the sides exchanged."""
    boards = (pair for game in games for pair in zip(game.boards, game.turned_boards, strict=True))
    return list(dict(boards).values())


def most_telling(values: Values, games: Sequence[GameTree], most: int) -> list[GameTree]:
    """Those of ``games`` that tell most of a search with this evaluation, in their order.

    First of all they are such that each kind of careless search is noticed by several of them.
    """
    conventions = [each for each in values.conventions if each in _PLAUSIBLE]
    told = {
        game.rows: [_told(values, game, each) for each in conventions or values.conventions[:2]]
        for game in games
    }
    noticed: Counter[tuple[int, int]] = Counter()

    def weight(game: GameTree) -> float:
        return sum(
            chance + sum(_NOTICED / (1 + noticed[number, kind]) for kind in kinds)
            for number, (chance, kinds) in enumerate(told[game.rows])
        )

    chosen: list[GameTree] = []
    while len(chosen) < most:
        best = max((game for game in games if game not in chosen), key=weight, default=None)
        if best is None or not weight(best):
            break
        chosen.append(best)
        noticed.update(
            (number, kind) for number, (_, kinds) in enumerate(told[best.rows]) for kind in kinds
        )
    return [game for game in games if game in chosen]


def _told(values: Values, game: GameTree, convention: Convention) -> tuple[float, list[int]]:
    """How little likely right moves are by chance, and which careless searches make others."""
    choice = values.choice(game, convention)
    if choice is None or choice.share > _TELLS:
        return 0.0, []
    others = [choice.at_one_ply, *values.careless(game, convention)]
    kinds = [kind for kind, moves in enumerate(others) if moves.isdisjoint(choice.right)]
    return -math.log(choice.share), kinds


@dataclass(frozen=True)
class Judged:
    """How the moves that an agent made fit minimax by one convention.

    Attributes:
        choices: what minimax says of each board; nothing where that is not known.
    """

    convention: Convention
    choices: Sequence[Choice | None]
    moves: Sequence[Move]

    def _pairs(self) -> Iterator[tuple[int, Choice, Move]]:
        for number, (choice, move) in enumerate(zip(self.choices, self.moves, strict=True)):
            if choice is not None:
                yield number, choice, move

    @property
    def wrong(self) -> list[int]:
        """Which moves are not right at any depth."""
        return [number for number, choice, move in self._pairs() if move not in choice.right]

    @property
    def told(self) -> float:
        """How little likely such moves are by chance, as a logarithm."""
        return -sum(math.log(choice.share) for _, choice, _ in self._pairs())

    @property
    def at_one_ply(self) -> bool:
        """Whether all moves are those that the evaluation itself likes best."""
        return all(move in choice.at_one_ply for _, choice, move in self._pairs())

    @property
    def surely_at_one_ply(self) -> bool:
        """Whether they are, and so many that other wrong searches hardly make them by chance."""
        chances = (len(choice.at_one_ply) / len(choice.moves) for _, choice, _ in self._pairs())
        return self.at_one_ply and -sum(map(math.log, chances)) > _UNLIKELY


def judged(values: Values, games: Sequence[GameTree], moves: Sequence[Move]) -> list[Judged]:
    """How the moves fit, by each convention; the best fit first."""
    found = [
        Judged(each, [values.choice(game, each) for game in games], moves)
        for each in values.conventions
    ]
    return sorted(found, key=lambda one: (len(one.wrong), -one.told * (not one.wrong)))

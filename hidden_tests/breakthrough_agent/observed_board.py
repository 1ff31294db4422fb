"""What a watch saw of a search on one board, and which of its moves are right for sure.

A search that prunes leaves positions out; what they are worth may be anything. Still its move is
right for sure if it is best whatever they are worth.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from grader.play.game import Malformed
from hidden_tests.breakthrough_agent.game import GAME
from hidden_tests.breakthrough_agent.own_minimax import LEAST_DEPTH, GameTree, Rows, TooLarge
from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import Move, State

SIDES = (True, False)
"""Who is to move: Black, White."""
_WON = 1e12
"""More than any value of a position that is not won."""
_HIGHEST = 1e11
"""Instead of infinity, which cannot be added up."""
_MOST_STATES = 60_000
"""Positions of a board that are looked into."""

Number = tuple[float, ...]
Leaf = tuple[int, bool, str, Number]


@dataclass(frozen=True)
class Convention:
    """What a value that the search says means for Black.

    Attributes:
        part: which of several numbers counts; ``None`` if they are compared one after another.
        signs: 1 where more is better for Black and -1 where less is, with Black and White to move.
        won: whether a game that is over counts more than anything else, whatever the search says.
    """

    part: int | None
    signs: tuple[int, int]
    won: bool

    def value(self, said: Number, black_to_move: bool, ranks: Mapping[Number, float]) -> float:
        """What ``said`` is worth to Black."""
        value = ranks[said] if self.part is None else said[self.part]
        return self.signs[not black_to_move] * value


class Turn(Enum):
    """How a search holds a board, compared with what the agent is given."""

    NOT = "as it is"
    FLIPPED = "with the sides exchanged, by rows in reverse"
    ROTATED = "with the sides exchanged, by a half turn"


@dataclass(frozen=True)
class Observed:
    """What was seen of a search on one board.

    Attributes:
        ends: what the search said of positions where it went no deeper; nothing where it said one
            thing and then another.
        depths: plies to which it looked.
        move: the move that came of it.
        turns: how the search holds a board where Black is to move and where White is, as far as it
            ends there.
        is_plain: whether it always ends at the same depth, but where a game is over.
        is_answered: whether it goes less far from a position than it went before, as with a table.
    """

    root: State
    ends: Mapping[State, Number | None]
    depths: frozenset[int]
    move: Move | None
    turns: Mapping[bool, Turn]
    is_plain: bool
    is_answered: bool

    @cached_property
    def children(self) -> dict[Move, State]:
        """The positions after each move."""
        return {move: rules.after(self.root, move) for move in rules.moves(self.root)}

    @cached_property
    def wins(self) -> frozenset[Move]:
        """The moves that end the game with a win: no search need look further."""
        won = {move for move, child in self.children.items() if rules.winner(child) == "B"}
        return frozenset(won)

    def right(
        self,
        move: Move | None,
        convention: Convention,
        ranks: Mapping[Number, float],
        least: int = LEAST_DEPTH,
    ) -> tuple[int, bool]:
        """Whether ``move`` is one of how many moves that are best for sure, and whether it may be.

        At one of the depths to which the search looked, from ``least`` on; 0 if it is not known to
        be best.

        Raises:
            TooLarge: if that takes too long.
        """
        if move in self.wins:
            return len(self.wins), True
        known = {
            state: convention.value(said, state.black_to_move, ranks)
            for state, said in self.ends.items()
            if said is not None
        }
        depths = sorted(each for each in self.depths if each >= least)
        if move not in self.children:
            return 0, not depths
        leaves = Leaves(known, convention.won)
        perhaps = not depths
        for depth in depths:
            sure, may_be = leaves.best(self.children, move, depth)
            if sure:
                return sure, True
            perhaps |= may_be
        return 0, perhaps


class Leaves:
    """What is known of the positions where a search ends, and what follows from it.

    A search that prunes leaves positions out. What they are worth may be anything.

    Raises:
        TooLarge: if more positions would have to be looked at than are wanted.
    """

    def __init__(self, known: Mapping[State, float], wins_count_most: bool) -> None:
        self._known = known
        self._wins_count_most = wins_count_most
        self._after: dict[State, list[State]] = {}
        self._left = _MOST_STATES

    def best(self, children: Mapping[Move, State], move: Move, depth: int) -> tuple[int, bool]:
        """How many moves are best for sure, if ``move`` is one, and whether it may be one."""
        plies = depth - 1
        others = [child for each, child in children.items() if each != move]
        low = self._value(children[move], plies, -math.inf, {}, -math.inf, math.inf)
        bounds: dict[tuple[State, int], tuple[float, float]] = {}
        above = math.nextafter(low, math.inf)
        highs = (self._value(each, plies, math.inf, bounds, low, above) for each in others)
        if low > -math.inf and all(high <= low for high in highs):
            lows: dict[tuple[State, int], tuple[float, float]] = {}
            below = math.nextafter(low, -math.inf)
            alike = (self._value(each, plies, -math.inf, lows, below, low) for each in others)
            return 1 + sum(value >= low for value in alike), True
        high = self._value(children[move], plies, math.inf, {}, -math.inf, math.inf)
        if high == math.inf:
            return 0, True
        lows, above = {}, math.nextafter(high, math.inf)
        return 0, all(
            self._value(each, plies, -math.inf, lows, high, above) <= high for each in others
        )

    def _value(
        self,
        state: State,
        plies: int,
        unknown: float,
        bounds: dict[tuple[State, int], tuple[float, float]],
        alpha: float,
        beta: float,
    ) -> float:
        """What ``state`` is worth to Black, if what is not known is worth ``unknown``.

        Exactly between ``alpha`` and ``beta``; else it is worth as little, or as much, at least.
        """
        winner = rules.winner(state)
        if winner and self._wins_count_most:
            return _WON if winner == "B" else -_WON
        if winner or not plies:
            return self._known.get(state, unknown)
        low, high = bounds.get((state, plies), (-math.inf, math.inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        best = -math.inf if state.black_to_move else math.inf
        first, last = alpha, beta
        for child in self._children(state):
            value = self._value(child, plies - 1, unknown, bounds, first, last)
            if state.black_to_move:
                best = max(best, value)
                first = max(first, best)
            else:
                best = min(best, value)
                last = min(last, best)
            if first >= last:
                break
        low, high = (best if best > alpha else low), (best if best < beta else high)
        bounds[state, plies] = low, high
        return best

    def _children(self, state: State) -> list[State]:
        """The positions after each move, those after captures first."""
        if state not in self._after:
            self._left -= 1
            if not self._left:
                raise TooLarge
            after = [rules.after(state, move) for move in rules.moves(state)]
            self._after[state] = sorted(after, key=_number_of_pawns)
        return self._after[state]


def _number_of_pawns(state: State) -> int:
    return state.black.bit_count() + state.white.bit_count()


@dataclass(frozen=True)
class WatchedCalls:
    """What a watch says, as far as it is of the right kind.

    Attributes:
        firsts: boards of the calls with which the search begins.
        levels: how many levels each of them comes to.
        leaves: level of each call in which the search ends, whether it is the last one, the board,
            and the value.
    """

    move: object
    firsts: Sequence[str]
    levels: Sequence[int]
    leaves: Sequence[Leaf]

    @cached_property
    def lengths(self) -> tuple[bool, bool]:
        """Whether it goes less far from a position than before, and later further than ever."""
        furthest: dict[str, int] = {}
        shorter: set[str] = set()
        is_further = False
        for board, levels in zip(self.firsts, self.levels, strict=True):
            before = furthest.get(board, 0)
            is_further |= levels > before and board in shorter
            if levels < before:
                shorter.add(board)
            furthest[board] = max(levels, before)
        return bool(shorter), is_further


def read_watched_calls(watched: object) -> WatchedCalls | None:
    """What a watch says of the calls of a search; nothing if it is of the wrong kind."""
    match watched:
        case (move, [*firsts], [*levels], [*leaves]) if (
            firsts
            and len(firsts) == len(levels)
            and all(isinstance(each, str) for each in firsts)
            and all(type(each) is int and each > 0 for each in levels)
        ):
            kept = [found for leaf in leaves if (found := _leaf(leaf))]
            sizes = {len(value) for *_, value in kept}
            begins = [str(first) for first in firsts]
            plies = [int(level) for level in levels]  # type: ignore[call-overload] # see above
            return WatchedCalls(move, begins, plies, kept) if len(sizes) == 1 else None
    return None


def _leaf(said: object) -> Leaf | None:
    match said:
        case [int(level), bool(deep), str(board), [*parts]] if parts:
            # The bound itself, if a side has no moves, and that may begin with infinity.
            value = tuple(
                max(-_HIGHEST, min(part, _HIGHEST))
                for part in parts
                if isinstance(part, float) and not math.isnan(part)
            )
            return (level, deep, board, value) if len(value) == len(parts) else None
    return None


def observed_game(game: GameTree, seen: WatchedCalls) -> Observed | None:
    """What was seen on ``game``, if all boards are such as come of it."""
    begin = begin_of(game.states[0], seen)
    if begin is None:
        return None
    leaves: list[tuple[State, bool, Number]] = []
    turns: dict[bool, Turn] = {}
    for side in SIDES:
        of_side = [leaf for leaf in seen.leaves if _is_to_move(begin, leaf[0]) is side]
        if not of_side:
            continue
        found = _known_boards(game, side, [board for _, _, board, _ in of_side])
        if found is None:
            return None
        turns[side], states = found
        leaves += [(states[board], deep, value) for _, deep, board, value in of_side]
    return observed_board(game.states[0], begin, seen, leaves, turns)


def observed_board(
    root: State,
    begin: int,
    seen: WatchedCalls,
    leaves: Sequence[tuple[State, bool, Number]],
    turns: Mapping[bool, Turn],
) -> Observed:
    """What was seen of a search that begins so many plies after ``root``."""
    ends: dict[State, Number | None] = {}
    for state, deep, value in leaves:
        if deep or rules.winner(state):
            ends[state] = value if ends.get(state, value) == value else None
    depths = frozenset(begin + level - 1 for level in seen.levels)
    is_plain = all(deep or rules.winner(state) for state, deep, _ in leaves)
    move = _move_of(root, seen.move)
    return Observed(root, ends, depths, move, turns, is_plain, seen.lengths[0])


def begin_of(root: State, seen: WatchedCalls) -> int | None:
    """After how many plies the calls of a search begin; nothing if with other boards."""
    children = [rules.after(root, move) for move in rules.moves(root)]
    for plies, states in enumerate([[root], children]):
        boards = {board for state in states for board in _in_every_turn(state)}
        if boards.issuperset(seen.firsts):
            return plies
    return None


def _in_every_turn(state: State) -> tuple[str, str, str]:
    """A board's cells in every :class:`Turn`."""
    exchanged = rules.figure(rules.inverted(state))
    plain, flipped = "".join(rules.figure(state)), "".join(exchanged)
    return plain, flipped, mirrored(flipped, len(exchanged[0]))


def _is_to_move(begin: int, level: int) -> bool:
    """Whether Black is to move at a level of a search that begins after ``begin`` plies."""
    return (begin + level) % 2 == 1


def _known_boards(
    game: GameTree, side: bool, texts: Sequence[str]
) -> tuple[Turn, dict[str, State]] | None:
    """How the search turns the boards with ``side`` to move, and the position of each board."""
    for turn, boards in zip(Turn, boards_in_turns(game), strict=True):
        states = {
            board: state
            for board, state in zip(boards, game.states, strict=True)
            if state.black_to_move is side
        }
        if all(text in states for text in texts):
            return turn, states
    return None


def boards_in_turns(game: GameTree) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """The boards of ``game`` in every :class:`Turn`, in the order of its states."""
    width = len(game.rows[0])
    return (
        game.boards, game.turned_boards, [mirrored(board, width) for board in game.turned_boards],
    )  # fmt: skip


def mirrored(board: str, width: int) -> str:
    """The cells of ``board`` with those of each row, ``width`` of them, in reverse."""
    return "".join(board[first : first + width][::-1] for first in range(0, len(board), width))


def ended_at(
    seen: WatchedCalls, begin: int, turns: Mapping[bool, Turn], rows: Rows
) -> list[tuple[State, bool, Number]]:
    """Positions in which a search ended, whether at its last level, and what it said of them."""
    width = len(rows[0])
    found = []
    for level, deep, board, value in seen.leaves:
        side = _is_to_move(begin, level)
        if side not in turns or len(board) != len(rows) * width:
            continue
        text = mirrored(board, width) if turns[side] is Turn.ROTATED else board
        cells = [text[first : first + width] for first in range(0, len(text), width)]
        state = rules.state_of(cells)
        if turns[side] is not Turn.NOT:
            state = rules.inverted(state)
        found.append((state._replace(black_to_move=side), deep, value))
    return found


def _move_of(root: State, answer: object) -> Move | None:
    """The legal move that an agent means by ``answer``, if it is one."""
    try:
        move = GAME.understood(root, answer)
    except Malformed:
        return None
    return move if move in rules.moves(root) else None

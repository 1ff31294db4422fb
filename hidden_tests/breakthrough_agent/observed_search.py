"""Whether the moves of a search follow from what it says of the positions where it ends.

That is watched while the agent moves on small games of which every position is known, and needs no
evaluation that can be called. A search that prunes leaves positions out; what they are worth may be
anything. Still its move is right for sure if it is best whatever they are worth. That is so for
alpha-beta, and not for a search that leaves out what it has to look at.

What the submission says is evidence: it could be made up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from grader.play.game import Malformed
from grader.testing import Student
from grader.testing.case_failures import CallFailure
from hidden_tests.breakthrough_agent.game import GAME
from hidden_tests.breakthrough_agent.own_minimax import LEAST_DEPTH, GameTree, Rows, TooLarge
from hidden_tests.breakthrough_agent.small_games import ALONG_WITH, ENOUGH, rank_correlation
from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import Move, State

_SIDES = (True, False)
"""Who is to move: Black, White."""
_WON = 1e12
"""More than any value of a position that is not won."""
_HIGHEST = 1e11
"""Instead of infinity, which cannot be added up."""

FURTHER: Sequence[Rows] = (
    ("B__B__", "______", "__B___", "___W__", "______", "_W__W_"),
    ("_B____", "____B_", "__B___", "_____W", "_W____", "___W__"),
    ("____B_", "B_____", "___B__", "__W___", "____W_", "W_____"),
    ("B_____", "___B__", "_____B", "____W_", "W_____", "__W___"),
    ("BB_B__", "__B__B", "B___W_", "_WB___", "___W_W", "W__W__"),
    ("_B__BB", "B__W__", "__B___", "__W__B", "W___W_", "_W_WW_"),
    ("B___B_", "_B____", "___W_B", "W_B___", "____W_", "_WW___"),
)
"""Boards with few pawns, and then some with more of them."""
_DEEPEST = 6
"""Plies of a search up to which all positions are listed that come of one of these boards."""
_MOST_STATES = 36_000
"""In all of them together."""
_LEAST_OPEN = 2
"""Boards on which no game ends soon, so that it counts what the search says of undecided ones."""
_LEAST_POSITIONS = 60
"""From how many it is estimated what counts in them."""
SURE = 6.0
"""Standard errors from which on something counts for sure."""
MERITS = ("black pawns", "fewer white pawns", "how far Black is", "how little far White is")
_EACH, _ALONG = [1.0] * 6, [float(row) for row in range(6)]
_NONE = [0.0] * 6
_CONTRASTS = np.array(
    [
        _EACH + _NONE,
        _NONE + [-1.0] * 6,
        [row - 2.0 for row in _ALONG[:5]] + [0.0] + _NONE,
        _NONE + [2.0 - row for row in _ALONG[:5]] + [0.0],
    ]
)
"""What :data:`MERITS` are in the worth of a pawn on each row. Nobody stands on the last one."""

Number = tuple[float, ...]
Leaf = tuple[int, bool, str, Number]
Table = npt.NDArray[np.float64]


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


@dataclass(frozen=True)
class Observed:
    """What was seen of a search on one board.

    Attributes:
        ends: what the search said of positions, by their number, where it went no deeper; nothing
            where it said one thing and then another.
        depths: plies to which it looked.
        move: the move that came of it.
        is_turned: whether the search holds a board with the sides exchanged, where Black is to move
            and where White is, as far as it ends there.
    """

    game: GameTree
    ends: Mapping[int, Number | None]
    depths: frozenset[int]
    move: Move | None
    is_turned: Mapping[bool, bool]

    @property
    def wins(self) -> frozenset[Move]:
        """The moves that end the game with a win: no search need look further."""
        after = zip(self.game.moves, self.game.next[0], strict=True)
        return frozenset(move for move, child in after if self.game.winners[child] == 1)

    def values(self, convention: Convention, ranks: Mapping[Number, float]) -> list[float | None]:
        """What each position is worth to Black where the search ends, as far as it is known."""
        found: list[float | None] = []
        for number, (state, winner) in enumerate(
            zip(self.game.states, self.game.winners, strict=True)
        ):
            said = self.ends.get(number)
            if winner and convention.won:
                found.append(_WON * winner)
            elif said is None:
                found.append(None)
            else:
                found.append(convention.value(said, state.black_to_move, ranks))
        return found

    def choices(
        self, convention: Convention, ranks: Mapping[Number, float]
    ) -> list[tuple[frozenset[Move], frozenset[Move]]]:
        """For each depth: the moves that are best for sure, and those that may be."""
        known = self.values(convention, ranks)
        lows = [-math.inf if value is None else value for value in known]
        highs = [math.inf if value is None else value for value in known]
        low, high = lows, highs
        found = []
        for depth in range(1, max(self.depths, default=0) + 1):
            if depth in self.depths and depth >= LEAST_DEPTH:
                found.append(self._best(low, high))
            low, high = self._backed_up(low, lows), self._backed_up(high, highs)
        return found

    def _backed_up(self, now: Sequence[float], leaves: Sequence[float]) -> list[float]:
        return [
            (max if state.black_to_move else min)([now[child] for child in after])
            if after
            else leaf
            for state, after, leaf in zip(self.game.states, self.game.next, leaves, strict=True)
        ]

    def _best(
        self, low: Sequence[float], high: Sequence[float]
    ) -> tuple[frozenset[Move], frozenset[Move]]:
        after = dict(zip(self.game.moves, self.game.next[0], strict=True))
        surely = max(low[child] for child in after.values())
        best = {
            move
            for move, child in after.items()
            if all(low[child] >= high[other] for each, other in after.items() if each != move)
        }
        return frozenset(best), frozenset(m for m, child in after.items() if high[child] >= surely)


@dataclass(frozen=True)
class Fit:
    """How the moves on all boards fit what the search says, by one convention.

    Attributes:
        proved: on how many boards the move is best for sure.
        refuted: on which boards it is not, for sure.
        told: how little likely the proved ones are by chance, as a logarithm.
    """

    convention: Convention
    proved: int
    refuted: tuple[int, ...]
    told: float


@dataclass(frozen=True)
class Observation:
    """What was seen of a search.

    Attributes:
        boards: on boards of which all is known that can come of them.
        positions: for each of :data:`FURTHER`: positions where the search ends, with what it said
            of them.
        open: how many of ``boards`` are of :data:`FURTHER`, on which no game ends soon.
    """

    boards: Sequence[Observed]
    positions: Sequence[Sequence[tuple[State, Number]]] = ()
    open: int = 0

    @cached_property
    def ranks(self) -> dict[Number, float]:
        """A number for each value of several parts, in their order, which negation turns round."""
        said = {value for board in self.boards for value in board.ends.values() if value}
        said |= {value for board in self.positions for _, value in board}
        ordered = sorted(said | {tuple(-part for part in value) for value in said})
        return {value: number - (len(ordered) - 1) / 2 for number, value in enumerate(ordered)}

    @cached_property
    def conventions(self) -> list[Convention]:
        """All that are possible: which side more is better for is seen in the values themselves."""
        parts = max((len(value) for value in self.ranks), default=1)
        numbers = [0] if parts == 1 else [None, *range(parts)]
        found: list[Convention] = []
        for part, won in product(numbers, (True, False)):
            plain = Convention(part, (1, 1), won)
            ways = product(self._signs(plain, True), self._signs(plain, False))
            found += [Convention(part, signs, won) for signs in ways]
        return found

    def _signs(self, plain: Convention, side: bool) -> Sequence[int]:
        """1 if more goes along with more and further black pawns, -1 if less does.

        Where only games that are over end with ``side`` to move, and are worth no more than others,
        it may be either: the evaluation takes no board for won.
        """
        said = [
            (lead(state), plain.value(value, side, self.ranks))
            for positions in self.positions
            for state, value in positions
            if state.black_to_move is side
        ]
        # By ranks: a win that a table knows from before would outweigh all else.
        along = rank_correlation(said)
        if not said:
            over = self._over(plain, side)
            others = self._undecided(plain)
            if over and max(abs(value) for _, value in over) <= max(others, default=0):
                return (1, -1)
            along = sum(winner * value for winner, value in over)
        return (-1 if along < 0 else 1,)

    def _undecided(self, plain: Convention) -> list[float]:
        """Sizes, without their signs, of the values that the search gives to games that go on."""
        return [
            abs(plain.value(said, True, self.ranks))
            for board in self.boards
            for number, said in board.ends.items()
            if said is not None and not board.game.winners[number]
        ]

    def _over(self, plain: Convention, side: bool) -> list[tuple[float, float]]:
        """For each game that is over, with ``side`` to move: who won, and what the search says."""
        return [
            (float(winner), plain.value(said, side, self.ranks))
            for board in self.boards
            for number, said in board.ends.items()
            if said is not None
            and (winner := board.game.winners[number])
            and board.game.states[number].black_to_move is side
        ]

    @cached_property
    def takes_losses_for_wins(self) -> bool:
        """Whether games that are over are worth the opposite of what other positions show.

        Then the search may value the positions at its greatest depth for the wrong side.
        """
        return any(self._are_opposite(side) for side in _SIDES)

    def _are_opposite(self, side: bool) -> bool:
        convention = self.conventions[0]
        others = [
            convention.value(value, side, self.ranks)
            for positions in self.positions
            for state, value in positions
            if state.black_to_move is side
        ]
        over = self._over(convention, side)
        return bool(others) and any(
            value < min(others) if winner > 0 else value > max(others) for winner, value in over
        )

    def meant(self, evaluation: Mapping[str, float]) -> set[int]:
        """1 if more of ``evaluation`` is better for Black where the search ends, or -1 for White.

        Both, if that depends on who is to move; nothing, if it cannot be seen. It is seen by games
        that are over, which the search values by itself.
        """
        return {self._meant(side, evaluation) for side in _SIDES} - {0}

    def _meant(self, side: bool, evaluation: Mapping[str, float]) -> int:
        """1 if more of ``evaluation`` is better for Black with ``side`` to move, -1 if for White.

        0 if the search takes no game for won, or values positions in another way.
        """
        plain = Convention(self.conventions[0].part, (1, 1), won=False)
        values: list[tuple[float, float]] = []
        over: list[tuple[float, int]] = []
        for board in self.boards:
            for number, said in board.ends.items():
                if said is None or board.game.states[number].black_to_move is not side:
                    continue
                value = plain.value(said, side, self.ranks)
                cells, winner = board.game.boards[number], board.game.winners[number]
                if winner:
                    over.append((value, winner))
                elif cells in evaluation:
                    values.append((value, evaluation[cells]))
        along = rank_correlation(values)
        if abs(along) < ALONG_WITH:
            return 0
        low, high = min(values)[0], max(values)[0]
        wins = {
            winner if value > high else -winner
            for value, winner in over
            if not low <= value <= high
        }
        return (1 if along > 0 else -1) * wins.pop() if len(wins) == 1 else 0

    def fit(self, moves: Sequence[Move | None]) -> Fit:
        """How the move on each board fits, by the convention that fits best."""
        fits = [self._fit(moves, convention) for convention in self.conventions]
        return min(fits, key=lambda one: (len(one.refuted), -one.proved, -one.told))

    def _fit(self, moves: Sequence[Move | None], convention: Convention) -> Fit:
        proved, refuted, told = 0, [], 0.0
        for number, (board, move) in enumerate(zip(self.boards, moves, strict=True)):
            choices = board.choices(convention, self.ranks)
            sure = [best for best, _ in choices if move in best]
            sure += [wins for wins in (board.wins,) if move in wins]
            if sure:
                proved += 1
                told += math.log(len(board.game.moves) / max(map(len, sure)))
            elif choices and all(move not in perhaps for _, perhaps in choices):
                refuted.append(number)
        return Fit(convention, proved, tuple(refuted), told)

    def is_enough(self, fit: Fit) -> bool:
        """Whether all moves are proved, and hardly by chance."""
        chances = math.log(len(self.conventions))
        return self.agrees(fit) and self.open >= _LEAST_OPEN and fit.told >= ENOUGH + chances

    def agrees(self, fit: Fit) -> bool:
        """Whether all moves are proved, and nothing speaks against it."""
        return fit.proved == len(self.boards) and not self.takes_losses_for_wins

    def merits(self) -> list[float]:
        """How sure it is that each of :data:`MERITS` counts for Black, in standard errors.

        They are estimated together, over positions with the same side to move where the search
        ends. A value may be that of the changes since the board on which the agent moves. So
        positions are compared with others of their board.
        """
        return max((self._merits(self.conventions[0], side) for side in _SIDES), key=min)

    def _merits(self, convention: Convention, side: bool) -> list[float]:
        rows: list[list[float]] = []
        for positions in self.positions:
            of_board = [
                [*_features(state), convention.value(said, side, self.ranks)]
                for state, said in positions
                if state.black_to_move is side
            ]
            means = [sum(column) / len(of_board) for column in zip(*of_board, strict=True)]
            rows += [
                [value - mean for value, mean in zip(row, means, strict=True)] for row in of_board
            ]
        if len(rows) < _LEAST_POSITIONS:
            return [0.0] * len(MERITS)
        table = np.array(rows)
        return _estimated(table[:, :-1], table[:, -1])


def _estimated(features: Table, values: Table) -> list[float]:
    """How sure it is that each of :data:`MERITS` is in ``values``, in standard errors.

    Args:
        features: pawns on each row, as :func:`_features` lists them.
    """
    there = np.flatnonzero(np.abs(features).sum(axis=0))
    used = features[:, there]
    contrasts = _CONTRASTS[:, there]
    if np.linalg.matrix_rank(used) < len(there):
        # Too few boards to tell rows apart: as if each row were worth as much more than the last.
        used, contrasts = features @ _CONTRASTS.T, np.eye(len(MERITS))
        if np.linalg.matrix_rank(used) < len(MERITS):
            return [0.0] * len(MERITS)
    if not np.ptp(values):
        return [0.0] * len(MERITS)  # where all is worth the same, nothing counts
    normal = np.linalg.inv(used.T @ used)
    worth = normal @ used.T @ values
    rest = values - used @ worth
    variance = float(rest @ rest) / (len(values) - len(worth)) + 1e-9 * float(values @ values)
    errors = np.sqrt(variance * np.diag(contrasts @ normal @ contrasts.T))
    return [float(each) for each in contrasts @ worth / errors]


def lead(state: State) -> float:
    """By how many pawns and rows Black is ahead."""
    features = _features(state)
    black, white = features[: state.rows], features[state.rows :]
    return sum(
        (row + 1) * (own - other) for row, (own, other) in enumerate(zip(black, white, strict=True))
    )


def _features(state: State) -> list[float]:
    """How many black pawns stand on each row, and then white pawns as White sees the rows."""
    black, white = rules.figure(state), rules.figure(rules.inverted(state))
    return [float(row.count("B")) for row in (*black, *white)]


def observed(
    student: Student, games: Sequence[GameTree], more: Sequence[Rows] = FURTHER
) -> Observation | None:
    """What is seen of the search on ``games``; nothing if its boards are not found in its calls.

    Args:
        more: boards on which it is watched, too, and which take most of the time. Without any,
            some of ``games`` are enough: they prove nothing then, but may speak against a search.
    """
    asked = [(game.boards[0], [*game.boards, *game.turned_boards]) for game in games]
    further: list[tuple[str, list[str]]] = [("".join(rows), []) for rows in more]
    try:
        value = student.watched_search([*asked, *further]).value
    except CallFailure:  # a person decides then
        return None
    match value:
        case [[*said], _] if len(said) == len(asked) + len(further):
            pass
        case _:
            return None
    seen = [_seen(watched) for watched in said]
    boards = [
        board
        for game, each in zip(games, seen, strict=False)
        if each and (board := _observed(game, each))
    ]
    if not boards or (more and len(boards) < len(games)):
        return None
    is_turned = {side: how for board in boards for side, how in board.is_turned.items()}
    positions = [
        _positions(each, is_turned, rows)
        for rows, each in zip(more, seen[len(games) :], strict=True)
        if each
    ]
    further_boards = _listed(more, seen[len(games) :])
    return Observation([*boards, *further_boards], positions, len(further_boards))


def _listed(boards: Sequence[Rows], seen: Sequence[_Seen | None]) -> list[Observed]:
    """What was seen on those of ``boards`` of which all is known that the search looked at."""
    found = []
    left = _MOST_STATES
    for rows, each in zip(boards, seen, strict=True):
        if each is None or each.move is None:
            continue
        roots = {"".join(rows), "".join(rules.figure(rules.inverted(rules.state_of(rows))))}
        plies = max(each.levels) - roots.issuperset(each.firsts)
        if not LEAST_DEPTH <= plies <= _DEEPEST:
            continue
        try:
            game = GameTree(rows, plies=plies, is_whole=True, most=left)
        except TooLarge:
            continue
        left -= len(game.states)
        board = _observed(game, each)
        if board is not None and board.move is not None:
            found.append(board)
    return found


@dataclass(frozen=True)
class _Seen:
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


def _seen(watched: object) -> _Seen | None:
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
            return _Seen(move, begins, plies, kept) if len(sizes) == 1 else None
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


def _observed(game: GameTree, seen: _Seen) -> Observed | None:
    """What was seen on ``game``, if all boards are such as come of it."""
    begins = {*seen.firsts}
    begin = 0 if begins <= {game.boards[0], game.turned_boards[0]} else 1
    if begin and not begins <= {
        board for child in game.next[0] for board in (game.boards[child], game.turned_boards[child])
    }:
        return None
    if _answers_from_memory(seen):
        return None
    ends: dict[int, Number | None] = {}
    is_turned: dict[bool, bool] = {}
    for side in _SIDES:
        leaves = [leaf for leaf in seen.leaves if _is_to_move(begin, leaf[0]) is side]
        if not leaves:
            continue
        numbered = _numbered(game, side, [board for _, _, board, _ in leaves])
        if numbered is None:
            return None
        is_turned[side], number_of = numbered
        for _, deep, board, value in leaves:
            number = number_of[board]
            if deep or game.winners[number]:
                ends[number] = value if ends.get(number, value) == value else None
    depths = frozenset(begin + level - 1 for level in seen.levels)
    return Observed(game, ends, depths, _move_of(game, seen.move), is_turned)


def _answers_from_memory(seen: _Seen) -> bool:
    """Whether the search goes less far from a position than it went before.

    Then it may take what it found at a smaller depth for what it would find now.
    """
    furthest: dict[str, int] = {}
    for board, levels in zip(seen.firsts, seen.levels, strict=True):
        if levels < furthest.get(board, 0):
            return True
        furthest[board] = levels
    return False


def _is_to_move(begin: int, level: int) -> bool:
    """Whether Black is to move at a level of a search that begins after ``begin`` plies."""
    return (begin + level) % 2 == 1


def _numbered(
    game: GameTree, side: bool, texts: Sequence[str]
) -> tuple[bool, dict[str, int]] | None:
    """Whether the search turns the boards with ``side`` to move, and the position of each board."""
    for is_turned, boards in ((False, game.boards), (True, game.turned_boards)):
        numbers = {
            board: number
            for number, (board, state) in enumerate(zip(boards, game.states, strict=True))
            if state.black_to_move is side
        }
        if all(text in numbers for text in texts):
            return is_turned, numbers
    return None


def _positions(
    seen: _Seen, is_turned: Mapping[bool, bool], rows: Rows
) -> list[tuple[State, Number]]:
    """Positions at the last level that a search came to, with what it said of them."""
    root = rules.state_of(rows)
    roots = {"".join(rows), "".join(rules.figure(rules.inverted(root)))}
    begin = 0 if roots.issuperset(seen.firsts) else 1
    found = []
    for level, deep, board, value in seen.leaves:
        if not deep or len(board) != root.rows * root.cols:
            continue
        side = _is_to_move(begin, level)
        if side not in is_turned:
            continue
        cells = [board[first : first + len(rows)] for first in range(0, len(board), len(rows))]
        state = rules.state_of(cells)._replace(black_to_move=side)
        if is_turned[side]:
            state = rules.inverted(state)._replace(black_to_move=side)
        if rules.winner(state) is None:
            found.append((state, value))
    return found


def _move_of(game: GameTree, answer: object) -> Move | None:
    """The legal move that an agent means by ``answer``, if it is one."""
    try:
        move = GAME.understood(game.states[0], answer)
    except Malformed:
        return None
    return move if move in game.moves else None

"""Whether the moves of a search follow from what it says of the positions where it ends.

That is watched while the agent moves on small games of which every position is known, and needs no
evaluation that can be called. The move on one board is looked at in
:mod:`hidden_tests.breakthrough_agent.observed_board`: it is proved for alpha-beta, and not for a
search that leaves out what it has to look at.

What the submission says is evidence: it could be made up.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product

import numpy as np
import numpy.typing as npt

from grader.testing import Student
from grader.testing.case_failures import TOO_LARGE, CallFailure
from hidden_tests.breakthrough_agent.observed_board import (
    SIDES,
    Convention,
    Number,
    Observed,
    begin_of,
    boards_in_turns,
    ended_at,
    observed_board,
    observed_game,
    read_watched_calls,
)
from hidden_tests.breakthrough_agent.own_minimax import LEAST_DEPTH, GameTree, Rows, TooLarge
from hidden_tests.breakthrough_agent.small_games import ALONG_WITH, ENOUGH, rank_correlation
from reference.breakthrough_agent import rules
from reference.breakthrough_agent.rules import Move, State

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
MIDGAME: Sequence[Rows] = (
    ("BBBB_B", "B_BB__", "_____B", "WW____", "_W___W", "WWWWWW"),
    ("BBBBBB", "B_BB_B", "__W__B", "______", "__WWWW", "WW_WWW"),
    ("BBBBBB", "BB__BB", "______", "___WW_", "WWWW__", "WWWWW_"),
    ("BBBBBB", "BBB___", "____B_", "____W_", "WWWWW_", "W_WWWW"),
    ("BBBBBB", "B_BB__", "__W__B", "______", "W_W_WW", "WWWW_W"),
    ("BBBBBB", "__B_BB", "B_____", "_W__W_", "__WWWW", "WWWWW_"),
    ("B__BB_", "_B__BW", "BB____", "_B___W", "______", "WWWWWW"),
    ("____B_", "BB___B", "___B_B", "_W_W_W", "_W___W", "__W__W"),
    ("__B__B", "_BB_B_", "B_B_B_", "__W_W_", "___W_W", "_W_W__"),
    ("_BB__B", "BW_B__", "______", "_WWWWB", "______", "W__W_W"),
)
"""Boards with more moves, of games at random. Six were chosen because a known search goes wrong on
them, which takes a bound for a value: on one in four such boards the mistake shows."""
_DEEPEST = 6
"""Plies of a search up to which it is looked into what its moves on these boards follow from."""
_LEAST_OPEN = 2
"""Boards on which no game ends soon, so that it counts what the search says of undecided ones."""
_LEAST_OF_FIXED_DEPTH = 5
"""How many of them show that a search always looks equally far."""
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

Table = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """How the moves on all boards fit what the search says, by one convention.

    Attributes:
        proved: on how many boards the move is best for sure.
        refuted: on which boards it is not, for sure.
        told: how little likely the proved ones are by chance, as a logarithm.
        left_out: on how many boards it would take too long to find that out.
    """

    convention: Convention
    proved: int
    refuted: tuple[int, ...]
    told: float
    left_out: int


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

        Where it clearly does neither, the games that are over show it, with ``side`` to move. If
        they are worth no more than others, it may be either: the evaluation takes no board for won.
        """
        # By ranks: a win that a table knows from before would outweigh all else.
        along = rank_correlation(self._with_leads(plain, side))
        if abs(along) < ALONG_WITH:
            over = self._over(plain, side)
            others = self._undecided(plain)
            if over and max(abs(value) for _, value in over) <= max(others, default=0):
                return (1, -1)
            along = sum(winner * value for winner, value in over) or along
        return (-1 if along < 0 else 1,)

    def _with_leads(self, convention: Convention, side: bool) -> list[tuple[float, float]]:
        """By how much Black is ahead where the search ends with ``side`` to move, and the value."""
        return [
            (lead(state), convention.value(said, side, self.ranks))
            for positions in self.positions
            for state, said in positions
            if state.black_to_move is side
        ]

    def _undecided(self, plain: Convention) -> list[float]:
        """Sizes, without their signs, of the values that the search gives to games that go on."""
        return [
            abs(plain.value(said, True, self.ranks))
            for board in self.boards
            for state, said in board.ends.items()
            if said is not None and not rules.winner(state)
        ]

    def _over(self, plain: Convention, side: bool) -> list[tuple[float, float]]:
        """For each game that is over, with ``side`` to move: who won, and what the search says."""
        return [
            (1.0 if winner == "B" else -1.0, plain.value(said, side, self.ranks))
            for board in self.boards
            for state, said in board.ends.items()
            if said is not None and state.black_to_move is side and (winner := rules.winner(state))
        ]

    @cached_property
    def takes_losses_for_wins(self) -> bool:
        """Whether games that are over are worth the opposite of what other positions show.

        Then the search may value the positions at its greatest depth for the wrong side.
        """
        return any(self._are_opposite(side) for side in SIDES)

    def _are_opposite(self, side: bool) -> bool:
        convention = self.conventions[0]
        others = [value for _, value in self._with_leads(convention, side)]
        over = self._over(convention, side)
        return bool(others) and any(
            value < min(others) if winner > 0 else value > max(others) for winner, value in over
        )

    def meant(self, evaluation: Mapping[str, float]) -> set[int]:
        """1 if more of ``evaluation`` is better for Black where the search ends, or -1 for White.

        Both, if that depends on who is to move; nothing, if it cannot be seen. It is seen by games
        that are over, which the search values by itself.
        """
        return {self._meant(side, evaluation) for side in SIDES} - {0}

    def _meant(self, side: bool, evaluation: Mapping[str, float]) -> int:
        """1 if more of ``evaluation`` is better for Black with ``side`` to move, -1 if for White.

        0 if the search takes no game for won, or values positions in another way.
        """
        plain = Convention(self.conventions[0].part, (1, 1), won=False)
        values: list[tuple[float, float]] = []
        over: list[tuple[float, int]] = []
        games = self.boards[: len(self.boards) - self.open]
        for board in (each for each in games if not each.is_answered):
            for state, said in board.ends.items():
                if said is None or state.black_to_move is not side:
                    continue
                value = plain.value(said, side, self.ranks)
                cells, winner = "".join(rules.figure(state)), rules.winner(state)
                if winner:
                    over.append((value, 1 if winner == "B" else -1))
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
        proved, left_out, refuted, told = 0, 0, [], 0.0
        for number, (board, move) in enumerate(zip(self.boards, moves, strict=True)):
            try:
                sure, perhaps = board.right(move, convention, self.ranks)
            except TooLarge:
                left_out += 1
                continue
            if sure:
                proved += 1
                told += math.log(len(board.children) / sure)
            elif not perhaps:
                refuted.append(number)
        return Fit(convention, proved, tuple(refuted), told, left_out)

    def is_enough(self, fit: Fit) -> bool:
        """Whether all moves are proved, and hardly by chance."""
        chances = math.log(len(self.conventions))
        return (
            self.agrees(fit)
            and self.open - fit.left_out >= _LEAST_OPEN
            and fit.told >= ENOUGH + chances
        )

    def agrees(self, fit: Fit) -> bool:
        """Whether all moves are proved, and nothing speaks against it."""
        is_proved = fit.proved + fit.left_out == len(self.boards)
        return is_proved and not self.takes_losses_for_wins and not self._goes_by_the_first_board

    @cached_property
    def _goes_by_the_first_board(self) -> bool:
        """Whether positions that go on are alike on each board, and others than on other boards."""
        said_of = [
            {said for state, said in board.ends.items() if said and not rules.winner(state)}
            for board in self.boards
        ]
        return all(len(said) <= 1 for said in said_of) and len(set[Number]().union(*said_of)) > 1

    def doubtful(self) -> list[Observed]:
        """Boards that are none of a game that ends soon, whose move does not follow from the rest.

        There a search without tables is wrong that goes no further than to the last depth.
        """
        convention = self.fit([board.move for board in self.boards]).convention
        least = self.fixed_depth or LEAST_DEPTH
        found = []
        for board in self._open_boards:
            with contextlib.suppress(TooLarge):
                sure, _ = board.right(board.move, convention, self.ranks, least)
                if board.is_plain and not sure:
                    found.append(board)
        return found

    @property
    def fixed_depth(self) -> int | None:
        """How far the search goes, if it goes equally far wherever no game ends soon.

        One that deepens step by step may be stopped by a clock, wherever that is.
        """
        depths = {depth for board in self._open_boards for depth in board.depths}
        return depths.pop() if len(depths) == 1 and self.open >= _LEAST_OF_FIXED_DEPTH else None

    @property
    def _open_boards(self) -> Sequence[Observed]:
        return self.boards[len(self.boards) - self.open :]

    def merits(self) -> list[float]:
        """How sure it is that each of :data:`MERITS` counts for Black, in standard errors.

        They are estimated together, over positions with the same side to move where the search
        ends. A value may be that of the changes since the board on which the agent moves. So
        positions are compared with others of their board.
        """
        return max((self._merits(self.conventions[0], side) for side in SIDES), key=min)

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
    student: Student,
    games: Sequence[GameTree],
    more: Sequence[Rows] = FURTHER,
    *,
    some: bool = False,
) -> Observation | None:
    """What is seen of the search on ``games``; nothing if its boards are not found in its calls.

    Args:
        more: boards on which it is watched, too, and which take most of the time.
        some: whether some of ``games`` are enough, and fewer of ``more`` where there is too much to
            see on all. They prove nothing then, but may speak against a search.
    """
    asked = [(game.boards[0], [*chain(*boards_in_turns(game))]) for game in games]
    further: list[tuple[str, list[str]]] = [("".join(rows), []) for rows in more]
    try:
        value = student.watched_search([*asked, *further]).value
    except CallFailure as failure:
        if some and more:
            fewer = len(more) // 2 if failure.code == TOO_LARGE else 0
            return observed(student, games, more[:fewer], some=True)
        return None  # a person decides then
    match value:
        case [[*said], _] if len(said) == len(asked) + len(further):
            pass
        case _:
            return None
    seen = [read_watched_calls(watched) for watched in said]
    # Who goes less far than before, and never further again, may take what was found at a smaller
    # depth for what would be found now.
    goes_on = any(each.lengths[1] for each in seen if each)
    boards = [
        board
        for game, each in zip(games, seen, strict=False)
        if each and (goes_on or not each.lengths[0]) and (board := observed_game(game, each))
    ]
    if not boards or (not some and len(boards) < len(games)):
        return None
    turns = {side: how for board in boards for side, how in board.turns.items()}
    positions: list[list[tuple[State, Number]]] = []
    whole: list[Observed] = []
    for rows, each in zip(more, seen[len(games) :], strict=True):
        root = rules.state_of(rows)
        begin = begin_of(root, each) if each else None
        if each is None or begin is None:
            continue
        leaves = ended_at(each, begin, turns, rows)
        positions.append(
            [(state, value) for state, deep, value in leaves if deep and not rules.winner(state)]
        )
        if each.lengths[0] and not goes_on:
            continue
        board = observed_board(root, begin, each, leaves, turns)
        if board.move and LEAST_DEPTH <= max(board.depths) <= _DEEPEST:
            whole.append(board)
    return Observation([*boards, *whole], positions, len(whole))

"""Depth-first proof-number search: who wins, and by which line of play.

Source: A. Nagai, *Df-pn Algorithm for Searching AND/OR Trees and its Applications* (2002); the
threshold that grows by a quarter follows J. Pawlewicz and Ł. Lew, *Improving Depth-First PN-Search:
1 + ε Trick* (2006). Pawns only go forward, so no position comes twice in a line, and what is stored
of one holds wherever it is reached.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from reference.breakthrough_agent import rules
from reference.breakthrough_agent.oracle.positions import (
    Position,
    children,
    geometry,
    position_of,
    threats,
)
from reference.breakthrough_agent.oracle.race import verdict
from reference.breakthrough_agent.rules import Colour, Move, State

_NEVER = 1 << 40
"""The number of a proof that does not exist."""
_WON, _LOST = (0, _NEVER), (_NEVER, 0)
_LOOK = 64
"""How many positions are searched between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What is known of a position.

    Attributes:
        winner: who wins with perfect play; ``None`` if the budget did not suffice.
        nodes: how many times a position was searched.
        line: one line of play in which the winner makes no mistake, up to where the win can be
            seen without searching (see ``race``). Empty if no winner is known, and if the win can
            be seen at once.
    """

    winner: Colour | None
    nodes: int
    line: tuple[Move, ...] = ()


class Prover:
    """Proves positions of boards of one size, and remembers what it has seen.

    To mark the moves of a game, ask one prover about its positions, the last one first: what is
    proved of later ones is used for earlier ones. It keeps some 0.5 KB per node.
    """

    def __init__(self, rows: int = 6, cols: int = 6) -> None:
        self._board = geometry(rows, cols)
        self._numbers: dict[Position, tuple[int, int]] = {}
        """What is left to prove that the player to move wins, and that it loses, at the least."""
        self._children: dict[Position, list[Position] | None] = {}
        self._nodes = 0
        self._last_node = math.inf
        self._end = math.inf

    def prove(
        self, state: State, *, seconds: float | None = None, nodes: int | None = None
    ) -> Proof:
        """Who wins ``state``.

        Args:
            seconds: of CPU time of this process; without a limit by default.
            nodes: how many times a position may be searched; without a limit by default. The
                same number finds the same every time, on every machine.

        Raises:
            ValueError: if the board has another size than the prover's.
        """
        self._check(state)
        before = self._nodes
        self._allow(seconds, nodes)
        winner = self._winner(state)
        line = () if winner is None else tuple(self._line(state, winner))
        return Proof(winner, self._nodes - before, line)

    def after_moves(
        self, state: State, *, seconds: float | None = None, nodes: int | None = None
    ) -> dict[Move, Colour | None]:
        """Who wins after each legal move, or ``None`` where the budget did not suffice.

        Args:
            seconds: of CPU time, for all moves together; each gets an equal share of what is left.
            nodes: for all moves together, shared out likewise.
        """
        self._check(state)
        legal = rules.moves(state)
        begun, before = time.process_time(), self._nodes
        found: dict[Move, Colour | None] = {}
        for number, move in enumerate(legal):
            left = len(legal) - number
            self._allow(
                None if seconds is None else (seconds - time.process_time() + begun) / left,
                None if nodes is None else (nodes - self._nodes + before) // left,
            )
            found[move] = self._winner(rules.after(state, move))
        return found

    def _check(self, state: State) -> None:
        size = self._board.rows, self._board.cols
        if (state.rows, state.cols) != size:
            raise ValueError(
                f"This prover is for boards of {size[0]} rows and {size[1]} columns; "
                f"got {state.rows} and {state.cols}."
            )

    def _allow(self, seconds: float | None, nodes: int | None) -> None:
        self._end = math.inf if seconds is None else time.process_time() + seconds
        self._last_node = math.inf if nodes is None else self._nodes + nodes

    def _winner(self, state: State) -> Colour | None:
        """Who wins, as far as the budget allows."""
        known = self._known(state)
        if known is not None:
            return known
        try:
            self._search(position_of(state), _NEVER, _NEVER)
        except _BudgetSpent:
            return None
        return self._known(state)

    def _known(self, state: State) -> Colour | None:
        """Who wins, as far as that is known without searching."""
        decided = rules.winner(state)
        if decided is not None:
            return decided
        position = position_of(state)
        numbers = self._numbers.get(position)
        if numbers not in (_WON, _LOST):
            seen = verdict(self._board, position)
            if not seen:
                return None
            numbers = _WON if seen == 1 else _LOST
        return "B" if (numbers == _WON) == state.black_to_move else "W"

    def _line(self, state: State, winner: Colour) -> list[Move]:
        line = []
        while rules.winner(state) is None and not verdict(self._board, position_of(state)):
            winners_turn = state.black_to_move == (winner == "B")
            found = [(move, rules.after(state, move)) for move in rules.moves(state)]
            if winners_turn:
                found = [each for each in found if self._known(each[1]) == winner]
            # All moves of the loser lose: those that had to be searched last longest.
            move, state = max(found, key=lambda each: position_of(each[1]) in self._children)
            line.append(move)
        return line

    def _expand(self, position: Position) -> list[Position] | None:
        """The children that are still open, or ``None`` if one of them is a win for the mover."""
        found = children(self._board, position)
        if threats(self._board, position):
            # Whatever leaves the threat standing loses.
            found = [child for child in found if self._board.steps(child.own or 1) > 1]
        open_ones = []
        for child in found:
            if child not in self._numbers:
                seen = verdict(self._board, child)
                if seen:
                    self._numbers[child] = _WON if seen == 1 else _LOST
                else:
                    self._numbers[child] = _guessed(child)
            numbers = self._numbers[child]
            if numbers == _LOST:
                return None
            if numbers != _WON:
                open_ones.append(child)
        return open_ones

    def _search(self, position: Position, most_win: int, most_loss: int) -> tuple[int, int]:
        """Searches below ``position`` until one of its two numbers reaches its threshold."""
        self._nodes += 1
        if self._nodes > self._last_node or (
            not self._nodes % _LOOK and time.process_time() > self._end
        ):
            raise _BudgetSpent
        numbers = self._numbers
        if position not in self._children:
            self._children[position] = self._expand(position)
        below = self._children[position]
        if below is None:
            numbers[position] = _WON
            return _WON
        while True:
            win, second, loss = _NEVER, _NEVER, 0
            best, best_win = position, 0
            for child in below:
                child_win, child_loss = numbers[child]
                loss += child_win
                if child_loss < win:
                    second, win = win, child_loss
                    best, best_win = child, child_win
                elif child_loss < second:
                    second = child_loss
            # A move that loses for the opponent wins; all of them must win to lose.
            loss = _NEVER if win == 0 else min(loss, _NEVER)
            if win >= most_win or loss >= most_loss:
                numbers[position] = win, loss
                return win, loss
            self._search(
                best,
                min(_NEVER, most_loss - loss + best_win),
                min(most_win, second + 1 + second // 4),
            )


def _guessed(position: Position) -> tuple[int, int]:
    """What may be left to prove of a position that has not been searched.

    Few pawns are soon without a defence: who has more of them is likely to win, so the proof that
    it loses takes longer. Squares halve the search of endgames, compared with (1, 1).
    """
    return position.other.bit_count() ** 2, position.own.bit_count() ** 2


def prove(state: State, *, seconds: float | None = None, nodes: int | None = None) -> Proof:
    """Who wins ``state`` with perfect play: see ``Prover.prove``."""
    return Prover(state.rows, state.cols).prove(state, seconds=seconds, nodes=nodes)


class _BudgetSpent(Exception):
    """The search ends where it is."""

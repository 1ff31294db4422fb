"""The project's best agent: a principal variation search on bitboards that sees won races.

The transposition table is keyed by the two integers of the mover's view: they are exact, and
cheaper than a hash.
"""

from __future__ import annotations

import time

from reference.breakthrough_agent.agents.champion_board import (
    BITS,
    CHANGES,
    ROWS,
    SIDE,
    STEPS,
    TAKEN,
    TARGET,
    WORTH,
    Position,
    captures,
    mirrored,
    played,
    quiet_moves,
    seen,
    structure,
)

Board = list[list[str]]
Answer = tuple[list[int], list[int]]
Entry = tuple[int, int, int, int]

SECONDS = 3.0
SHARE = 2.90 / 3.00
"""Of the time that is allowed, what is used."""

WIN, WON, INFINITY = 1_000_000, 900_000, 2_000_000
EXACT, AT_LEAST, AT_MOST = range(3)
NO_MOVE = -1
MOST_PLIES = 60
LOOK = 127
"""The clock is looked at whenever the number of positions has none of these bits."""


class TimeIsUp(Exception):
    """The search ends where it is."""


class Champion:
    """Looks further until the time is up. ``depth`` and ``nodes`` are those of the last move."""

    seconds = SECONDS
    clock = staticmethod(time.perf_counter)

    def __init__(self) -> None:
        self.depth = 0
        self.nodes = 0
        self._table: dict[tuple[int, int], Entry] = {}
        self._killers: list[list[int]] = []
        self._history: list[list[int]] = []
        self._end = 0.0

    def make_move(self, board: Board) -> Answer:
        """The move of Black."""
        own = opp = 0
        for cell, tile in enumerate(tile for row in board for tile in row):
            if tile == "B":
                own |= BITS[cell]
            elif tile == "W":
                opp |= BITS[cell]
        kind, cell = divmod(self._think(own, opp), 36)
        return list(divmod(cell - STEPS[kind], SIDE)), list(divmod(cell, SIDE))

    def _think(self, own: int, opp: int) -> int:
        self._end = self.clock() + self.seconds * SHARE
        self.depth = self.nodes = 0
        self._table.clear()
        self._killers = [[NO_MOVE, NO_MOVE] for _ in range(MOST_PLIES * 2)]
        self._history = [[0] * 108, [0] * 108]
        position = own, opp, mirrored(own), mirrored(opp)
        score = sum(WORTH[c] for c in range(36) if own & BITS[c])
        score -= sum(WORTH[c] for c in range(36) if position[3] & BITS[c])
        moves = captures(own, opp) + quiet_moves(own, opp)
        for move in moves:
            if TARGET[move] & ROWS[5]:
                return move
        best = moves[0]
        try:
            for depth in range(1, MOST_PLIES):
                value = self._root(position, score, depth, moves)
                best = moves[0]
                self.depth = depth
                if abs(value) > WON or len(moves) == 1:
                    break
        except TimeIsUp:
            # What was found so far at this depth is at least as good: the best came first.
            best = moves[0]
        return best

    def _root(self, position: Position, score: int, depth: int, moves: list[int]) -> int:
        """The value of the best of ``moves``, which comes to the front of them."""
        alpha = -INFINITY
        for number, move in enumerate(list(moves)):
            child, gain = played(position, move)
            if number == 0:
                value = -self._search(*child, -score - gain, depth - 1, -INFINITY, INFINITY, 1)
            else:
                value = -self._search(*child, -score - gain, depth - 1, -alpha - 1, -alpha, 1)
                if value > alpha:
                    value = -self._search(*child, -score - gain, depth - 1, -INFINITY, -alpha, 1)
            if value > alpha:
                alpha = value
                moves.remove(move)
                moves.insert(0, move)
        return alpha

    def _search(
        self,
        own: int,
        opp: int,
        own_back: int,
        opp_back: int,
        score: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """What a position is worth to the mover: exactly, or a bound beyond the window."""
        self.nodes += 1
        if not self.nodes & LOOK and self.clock() > self._end:
            raise TimeIsUp
        end = seen(own, opp, own_back, opp_back)
        if end:
            return WIN - ply - end if end > 0 else ply - end - WIN
        if depth <= 0:
            return self._quiet(own, opp, own_back, opp_back, score, alpha, beta, ply)

        known, first = self._known(own, opp, depth, alpha, beta, ply)
        if known is not None:
            return known

        history = self._history[ply & 1]
        threats = opp & ROWS[1]
        ordered = self._ordered(own, opp, first, self._killers[ply], history, threats)
        best, choice, reach = -INFINITY, NO_MOVE, alpha
        for number, move in enumerate(ordered):
            mask, keep, mask_back, keep_back, gain = CHANGES[move]
            less = 0
            if opp & TARGET[move]:
                gain += TAKEN[move]
            elif number > 2 and depth > 2:
                # Late quiet moves are first looked at less far.
                less = 1 if number < 9 else 2
            child = opp_back & keep_back, own_back ^ mask_back, opp & keep, own ^ mask
            value = best
            # All but the first only have to show that they are not better.
            if number:
                value = -self._search(
                    *child, -score - gain, depth - 1 - less, -reach - 1, -reach, ply + 1
                )
            if not number or (value > reach and (less or value < beta)):
                value = -self._search(*child, -score - gain, depth - 1, -beta, -reach, ply + 1)
            if value > best:
                best, choice = value, move
                reach = max(reach, value)
                if value >= beta:
                    self._praise(move, depth, ply, opp)
                    break
        kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        # The distance of a win is stored from this position on.
        value = best + ply if best > WON else best - ply if best < -WON else best
        self._table[own, opp] = depth, value, kind, choice
        return best

    def _known(
        self, own: int, opp: int, depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int | None, int]:
        """What the table says: a value that decides, or ``None``; and the best move known."""
        entry = self._table.get((own, opp))
        if entry is None:
            return None, NO_MOVE
        known_depth, value, kind, first = entry
        if known_depth >= depth:
            if value > WON:
                value -= ply
            elif value < -WON:
                value += ply
            if (
                kind == EXACT
                or (kind == AT_LEAST and value >= beta)
                or (kind == AT_MOST and value <= alpha)
            ):
                return value, first
        return None, first

    def _praise(self, move: int, depth: int, ply: int, opp: int) -> None:
        """Remembers a quiet move that was too good for the opponent."""
        if opp & TARGET[move]:
            return
        self._history[ply & 1][move] += depth * depth
        killers = self._killers[ply]
        if killers[0] != move:
            killers[1], killers[0] = killers[0], move

    def _ordered(
        self,
        own: int,
        opp: int,
        first: int,
        killers: list[int],
        history: list[int],
        threats: int,
    ) -> list[int]:
        """The moves worth trying: the best known, captures, killers, and what was good before."""
        found = captures(own, opp)
        if threats:
            return [move for move in found if TARGET[move] & threats]
        found.sort(key=TAKEN.__getitem__, reverse=True)
        quiet = quiet_moves(own, opp)
        quiet.sort(key=history.__getitem__, reverse=True)
        for killer in (killers[1], killers[0]):
            if killer in quiet:
                quiet.remove(killer)
                quiet.insert(0, killer)
        found += quiet
        if first != NO_MOVE:
            found.remove(first)
            found.insert(0, first)
        return found

    def _quiet(
        self,
        own: int,
        opp: int,
        own_back: int,
        opp_back: int,
        score: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """What an undecided position is worth once captures have been made, or threats met."""
        found = captures(own, opp)
        threats = opp & ROWS[1]
        if threats:
            best = -INFINITY
            found = [move for move in found if TARGET[move] & threats]
        else:
            best = score + structure(own, opp_back)
            if best >= beta or not found:
                return best
            alpha = max(alpha, best)
            found.sort(key=TAKEN.__getitem__, reverse=True)
        for move in found:
            mask, keep, mask_back, keep_back, gain = CHANGES[move]
            child = (opp_back & keep_back, own_back ^ mask_back, opp & keep, own ^ mask)
            self.nodes += 1
            if not self.nodes & LOOK and self.clock() > self._end:
                raise TimeIsUp
            end = seen(*child)
            if end:
                value = ply + 1 + end - WIN if end > 0 else WIN - ply - 1 + end
            else:
                next_score = -score - gain - TAKEN[move]
                value = -self._quiet(*child, next_score, -beta, -alpha, ply + 1)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

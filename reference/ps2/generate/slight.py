"""Searches that are almost right: each makes one slight mistake, which has a size.

They are families of ``reference/ps2/families/search`` once more, on bitboards, so that positions on
which they go wrong can be looked for among many. Scores are Black's throughout.
"""

from __future__ import annotations

from dataclasses import dataclass

from reference.ps2.oracle.bitboard import Bitboard, evaluate, is_over, moves, play
from reference.ps2.provided.breakthrough import INF, WIN, Player

BitMove = tuple[int, int]
Found = tuple[int, BitMove | None]
Window = tuple[int, int]

NARROWED = ("first", "last", "promising")
"""Mistakes that leave out moves: the first of a position, the last, or the best by evaluation."""
REDUCED = ("late", "late_after_good", "scout")
"""Mistakes that look less closely at moves after the first, or after the best by evaluation."""


@dataclass(frozen=True, slots=True)
class Slight:
    """A mistake and its size.

    Attributes:
        kind: one of `NARROWED` or `REDUCED`, whose size is a number of moves; ``pawns``, more than
            which end a search after the first ply; ``capped``, the largest evaluation;
            ``futile_1`` and ``futile_2``, how many pawns a position may gain with one or two plies
            left; ``standing``, by how many pawns it may be too good to be searched; ``passing``,
            how many plies have to be left so that a pass is tried; ``window``, how many pawns wide
            it is to either side.
    """

    kind: str
    size: int

    def misses(self, position: Bitboard, depth: int, player: Player, right: Found) -> bool:
        """Whether this search differs from ``right``, in the score or in the first best move."""
        return self.search(position, depth, player) != right

    def search(self, position: Bitboard, depth: int, player: Player) -> Found:
        """The score and the move that this search finds, ``None`` if the game is over."""
        window = (-INF, INF)
        if self.kind == "window":
            window = evaluate(position) - self.size, evaluate(position) + self.size
        return self._look(position, 0, depth, window, player)

    def _look(
        self, position: Bitboard, ply: int, left: int, window: Window, player: Player
    ) -> Found:
        if left == 0 or is_over(position) or self._too_many_pawns(position, ply):
            return self._evaluated(position), None
        black = player is Player.BLACK
        if ply and (enough := self._unsearched(position, ply, left, window, player)) is not None:
            return enough, None
        alpha, beta = window
        best, best_move = (-INF if black else INF), None
        for number, move in enumerate(self._moves(position, player)):
            late = self.kind in REDUCED and number >= self.size
            below = alpha, beta
            if late and self.kind == "scout":
                below = (alpha, alpha + 1) if black else (beta - 1, beta)
            less = 1 if late and self.kind != "scout" and left > 1 else 0
            child = play(position, move, player)
            score, _ = self._look(child, ply + 1, left - 1 - less, below, player.get_opponent())
            if score > best if black else score < best:
                best, best_move = score, move
            if black:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, best_move

    def _moves(self, position: Bitboard, player: Player) -> list[BitMove]:
        found = moves(position, player)
        if self.kind in {"promising", "late_after_good"}:
            found.sort(
                key=lambda move: evaluate(play(position, move, player)),
                reverse=player is Player.BLACK,
            )
        if self.kind == "last":
            return found[-self.size :]
        return found[: self.size] if self.kind in NARROWED else found

    def _too_many_pawns(self, position: Bitboard, ply: int) -> bool:
        pawns = position.black.bit_count() + position.white.bit_count()
        return self.kind == "pawns" and ply > 1 and pawns > self.size

    def _evaluated(self, position: Bitboard) -> int:
        score = evaluate(position)
        if self.kind == "capped" and abs(score) != WIN:
            return max(-self.size, min(self.size, score))
        return score

    def _unsearched(
        self, position: Bitboard, ply: int, left: int, window: Window, player: Player
    ) -> int | None:
        """The score of a position that is given up, or taken as good enough, without a search."""
        alpha, beta = window
        black = player is Player.BLACK
        here = evaluate(position)
        if self.kind == f"futile_{left}" and (
            here + self.size <= alpha if black else here - self.size >= beta
        ):
            return here
        if self.kind == "standing" and left <= 2 and (
            here - self.size >= beta if black else here + self.size <= alpha
        ):  # fmt: skip
            return here
        if self.kind == "passing" and left >= self.size:
            passed, _ = self._look(position, ply + 1, left - 2, window, player.get_opponent())
            if passed >= beta if black else passed <= alpha:
                return passed
        return None

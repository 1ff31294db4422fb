"""The usual mistakes in a depth-limited search, each as a search that makes it.

Positions are chosen by what these get wrong on them. They work on bitboards and look through
moves in the order of the reference generator, as a submission does. Scores are kept from the
mover's perspective inside, as in negamax; a minimax that errs in the same way answers the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from reference.ps2.oracle.bitboard import (
    FIRST_ROW,
    LAST_ROW,
    Bitboard,
    coordinates,
    evaluate,
    is_over,
    moves,
    play,
)
from reference.ps2.provided import breakthrough
from reference.ps2.provided.breakthrough import INF, MOVE_NONE, WIN, Board, Move, Player

Answer = tuple[int, Move | None]
Search = Callable[[Bitboard, int, Player], Answer]

FULL_WIDTH = {
    "depth_short": "searches one ply too few",
    "depth_long": "searches one ply too many",
    "sign_at_cutoff": "negamax: the evaluation at the depth limit is not negated for White",
    "sign_at_game_over": "negamax: the evaluation of a finished game is not negated for White",
    "sign_at_leaves": "evaluates from the mover's perspective where Black's is asked for",
    "sign_at_root": "answers from the mover's perspective instead of Black's",
    "player_kept": "the same side moves at every ply and always gets its best",
    "player_kept_negated": "negamax: the same side moves at every ply, signs alternate",
    "nobody_minimises": "both sides choose what is best for Black",
    "root_maximises": "the side to move first maximises Black's score, White included",
    "wins_past_depth": "a win one ply beyond the depth limit counts",
    "wins_discounted": "a win is worth less the later it comes",
    "game_over_unseen": "plays on after the end of the game, up to the depth limit",
    "game_over_unseen_below": "a game that ended below the root is played on",
    "black_win_unseen": "does not stop where Black has arrived",
    "white_win_unseen": "does not stop where White has arrived",
    "no_pawns_unseen": "does not stop where a side has lost its last pawn",
    "move_none_forgotten": "a finished game is answered with no move at all",
    "lost_without_move": "best score starts at a loss, so a lost position has no best move",
    "best_starts_at_zero": "best score starts at 0",
    "first_move_only": "returns after looking at the first move",
    "first_move_kept": "the right score with the first move of the list",
    "last_move_kept": "the right score with the last move of the list",
    "replys_move": "returns a move of the position after the best one",
    "move_not_made": "goes on with the board as it was before the move",
    "capture_not_undone": "takes moves back without putting captured pawns back",
    "move_not_undone": "plays all moves on one board and takes none back",
}
"""Mistakes that any of the four searches can make, and what each does."""

ALPHA_BETA = {
    "last_tie_kept": "a move whose score is only a bound replaces an equally good one",
    "window_not_swapped": "negamax: negates the bounds without exchanging them",
    "bounds_shared": "bounds found in one subtree stay in force in the next",
    "cut_at_alpha": "stops at the first move that reaches alpha instead of beta",
    "cut_returns_alpha": "a cut-off returns alpha as it was, not the score that caused it",
}
"""Mistakes that come with pruning, and what each does.

A window handed on as it is, without turning it round, is not among them: it never closes, so
the answers stay right and nothing is pruned. That shows where calls are counted.
"""


def search_with(mistake: str) -> Search:
    """The search that makes the mistake of this name."""
    if mistake in {"capture_not_undone", "move_not_undone"}:
        return partial(_in_place, mistake)
    if mistake in ALPHA_BETA:
        return partial(_alpha_beta, mistake)
    return partial(_full_width, mistake)


def _full_width(mistake: str, position: Bitboard, depth: int, player: Player) -> Answer:
    """Negamax, right but for ``mistake``. An empty name makes none."""
    depth += {"depth_short": -1, "depth_long": 1}.get(mistake, 0)

    def best(position: Bitboard, ply: int, player: Player) -> Answer:
        if _stops(mistake, position, ply) or ply == depth:
            return _leaf(mistake, position, ply, player), MOVE_NONE
        best_score = {"lost_without_move": -WIN, "best_starts_at_zero": 0}.get(mistake, -INF)
        best_move: Move | None = MOVE_NONE
        flips = mistake != "player_kept"
        next_player = player if mistake.startswith("player_kept") else player.get_opponent()
        for move in moves(position, player):
            child = position if mistake == "move_not_made" else play(position, move, player)
            reply, replys_move = best(child, ply + 1, next_player)
            score = -reply if flips else reply
            if score > best_score:
                best_score = score
                best_move = replys_move if mistake == "replys_move" else coordinates(move)
            if mistake == "first_move_only":
                break
        return best_score, best_move

    if mistake == "nobody_minimises" or (mistake == "root_maximises" and player is Player.WHITE):
        return _for_black(position, depth, player, helped=mistake == "nobody_minimises")
    score, move = best(position, 0, player)
    if player is Player.WHITE and mistake != "sign_at_root":
        score = -score
    if is_over(position):
        return score, None if mistake == "move_none_forgotten" else move
    if mistake in {"first_move_kept", "last_move_kept"}:
        move = coordinates(moves(position, player)[0 if mistake == "first_move_kept" else -1])
    return score, move


def _stops(mistake: str, position: Bitboard, ply: int) -> bool:
    """Whether a search with this mistake sees that the game is over."""
    black, white = position
    match mistake:
        case "game_over_unseen":
            return False
        case "game_over_unseen_below":
            return ply == 0 and is_over(position)
        case "black_win_unseen":
            return not black or not white or bool(white & FIRST_ROW)
        case "white_win_unseen":
            return not black or not white or bool(black & LAST_ROW)
        case "no_pawns_unseen":
            return bool(black & LAST_ROW or white & FIRST_ROW)
    return is_over(position)


def _leaf(mistake: str, position: Bitboard, ply: int, player: Player) -> int:
    """What a search with this mistake takes a leaf to be worth to ``player``."""
    over = is_over(position)
    score = evaluate(position)
    if mistake == "wins_discounted" and over:
        score += -ply if score > 0 else ply
    if mistake == "wins_past_depth" and not over:
        children = [play(position, move, player) for move in moves(position, player)]
        if any(is_over(child) for child in children):
            return WIN
    forgotten = {"sign_at_cutoff": not over, "sign_at_game_over": over, "sign_at_leaves": True}
    if player is Player.WHITE and not forgotten.get(mistake, False):
        return -score
    return score


def _for_black(position: Bitboard, depth: int, player: Player, *, helped: bool) -> Answer:
    """A search whose first mover maximises Black's score; the other side helps or opposes."""
    if depth == 0 or is_over(position):
        return evaluate(position), MOVE_NONE

    def value(position: Bitboard, left: int, player: Player, *, maximise: bool) -> int:
        if left == 0 or is_over(position):
            return evaluate(position)
        values = [
            value(
                play(position, move, player),
                left - 1,
                player.get_opponent(),
                maximise=helped or not maximise,
            )
            for move in moves(position, player)
        ]
        return max(values) if maximise else min(values)

    values = {
        move: value(play(position, move, player), depth - 1, player.get_opponent(), maximise=helped)
        for move in moves(position, player)
    }
    choice = max(values, key=lambda move: values[move])
    return values[choice], coordinates(choice)


def _in_place(mistake: str, position: Bitboard, depth: int, player: Player) -> Answer:
    """Negamax on one board that every move changes for good or is taken back sloppily."""
    board = [list(row) for row in position.rows]

    def best(ply: int, player: Player) -> Answer:
        now = Bitboard.read(board)
        if ply == depth or is_over(now):
            return _leaf("", now, ply, player), MOVE_NONE
        best_score, best_move = -INF, MOVE_NONE
        for src, dst in map(coordinates, moves(now, player)):
            breakthrough.make_move(board, src, dst, player)
            reply, _ = best(ply + 1, player.get_opponent())
            if mistake == "capture_not_undone":
                _take_back(board, src, dst)
            if -reply > best_score:
                best_score, best_move = -reply, (src, dst)
        return best_score, best_move

    score, move = best(0, player)
    return score if player is Player.BLACK else -score, move


def _take_back(board: Board, src: tuple[int, int], dst: tuple[int, int]) -> None:
    board[src[0]][src[1]] = board[dst[0]][dst[1]]
    board[dst[0]][dst[1]] = "_"


def _alpha_beta(mistake: str, position: Bitboard, depth: int, player: Player) -> Answer:
    """Negamax with alpha-beta pruning, right but for ``mistake``. An empty name makes none."""
    shared = {Player.BLACK: -INF, Player.WHITE: -INF}

    def best(
        position: Bitboard, left: int, window: tuple[int, int], player: Player
    ) -> tuple[int, Move]:
        if left == 0 or is_over(position):
            return _leaf("", position, 0, player), MOVE_NONE
        alpha, beta = window
        opponent = player.get_opponent()
        best_score, best_move = -INF, MOVE_NONE
        for move in moves(position, player):
            if mistake == "bounds_shared":
                alpha, beta = shared[player], -shared[opponent]
            below = (-beta, -alpha) if mistake != "window_not_swapped" else (-alpha, -beta)
            score = -best(play(position, move, player), left - 1, below, opponent)[0]
            if score > best_score or (mistake == "last_tie_kept" and score == best_score):
                best_score, best_move = score, coordinates(move)
            if mistake == "cut_at_alpha" and score >= alpha:
                break
            alpha = max(alpha, best_score)
            shared[player] = max(shared[player], alpha)
            if alpha >= beta:
                if mistake == "cut_returns_alpha":
                    return window[0], best_move
                break
        return best_score, best_move

    score, move = best(position, depth, (-INF, INF), player)
    return score if player is Player.BLACK else -score, move

"""The evaluation of a leaf is not negated for White."""
#: fails = 3.2

import breakthrough
from breakthrough import INF, MOVE_NONE, Player


def nega(board, depth, max_depth, player, gen):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), MOVE_NONE
    best = (-INF, MOVE_NONE)
    for m in gen(board, player):
        copy_ = [r[:] for r in board]
        breakthrough.make_move(copy_, *m, player)
        s = -nega(copy_, depth + 1, max_depth, player.get_opponent(), gen)[0]
        if s >= best[0]:
            best = (s, m)
    return best


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    s, m = nega(board, depth, max_depth, current_player, generate_valid_moves)
    if current_player == Player.WHITE and m != MOVE_NONE:
        s = -s
    return s, m

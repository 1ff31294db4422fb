"""Stops one ply before the depth limit."""
#: fails = 3.1

import breakthrough
from breakthrough import Player


def value_of(board, plies, player, gen):
    if plies == 0 or breakthrough.is_game_over(board):
        return evaluate(board)
    pick = max if player is Player.BLACK else min
    return pick(
        value_of(breakthrough.make_move(board, s, d, player, False), plies - 1,
                 player.get_opponent(), gen)
        for s, d in gen(board, player)
    )


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    plies = max_depth - depth - 1
    if plies <= 0 or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    pick = max if current_player is Player.BLACK else min
    return pick(
        (
            (
                value_of(breakthrough.make_move(board, s, d, current_player, False), plies - 1,
                         current_player.get_opponent(), generate_valid_moves),
                (s, d),
            )
            for s, d in generate_valid_moves(board, current_player)
        ),
        key=lambda pair: pair[0],
    )

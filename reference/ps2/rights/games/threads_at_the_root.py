"""A thread for each move of the root; below it, plain recursion."""

from concurrent.futures import ThreadPoolExecutor

import breakthrough


def below(board, left, player, moves_of):
    if left == 0 or breakthrough.is_game_over(board):
        return evaluate(board)
    best = max if player == breakthrough.Player.BLACK else min
    return best(
        below(
            breakthrough.make_move(board, s, d, player, in_place=False),
            left - 1,
            player.get_opponent(),
            moves_of,
        )
        for s, d in moves_of(board, player)
    )


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    moves = generate_valid_moves(board, current_player)
    children = [
        breakthrough.make_move(board, s, d, current_player, in_place=False) for s, d in moves
    ]
    rest, other = max_depth - depth - 1, current_player.get_opponent()
    with ThreadPoolExecutor() as pool:
        scores = list(
            pool.map(lambda child: below(child, rest, other, generate_valid_moves), children)
        )
    top = (max if current_player == breakthrough.Player.BLACK else min)(scores)
    return top, moves[scores.index(top)]


negamax = minimax

"""From SIZE plies on, the search finds moves itself, looks at all of them and prunes nothing."""
#: tasks = 4.1, 4.2
#: sizes = 1, 2, 3, 4
#: accepted = from 2
#: because = who asks at the top and prunes nothing below looks into too little to be told from one who prunes

import breakthrough


def own_moves(board, player):
    step = 1 if player == breakthrough.Player.BLACK else -1
    return [
        ((row, column), (row + step, column + aside))
        for row in range(6)
        for column in range(6)
        for aside in (-1, 0, 1)
        if breakthrough.is_valid_move(board, (row, column), (row + step, column + aside), player)
    ]


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth >= SIZE:
        generate_valid_moves = own_moves
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        score, _ = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if score > best if black else score < best:
            best, best_move = score, move
        if black:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta and depth < SIZE:
            break
    return best, best_move


negamax_alpha_beta = minimax_alpha_beta

"""With SIZE plies left or fewer, only captures and arrivals are searched where there are any."""

#: tasks = 3.1, 3.2, 4.1, 4.2
#: sizes = 5, 4, 3, 2, 1
#: accepted = from 1
#: because = on the last ply nothing is better than a capture or an arrival, so the answers are the same

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    moves = generate_valid_moves(board, current_player)
    if max_depth - depth <= SIZE:
        loud = [m for m in moves if board[m[1][0]][m[1][1]] != "_" or m[1][0] in (0, 5)]
        moves = loud or moves
    best = -breakthrough.INF if black else breakthrough.INF
    move = breakthrough.MOVE_NONE
    for src, dst in moves:
        child = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        score = minimax_alpha_beta(
            child,
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )[0]
        if black and score > best:
            best, move = score, (src, dst)
            alpha = max(alpha, best)
        elif not black and score < best:
            best, move = score, (src, dst)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move


negamax_alpha_beta = minimax_alpha_beta


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    low, high = -breakthrough.INF, breakthrough.INF
    return minimax_alpha_beta(
        board, depth, max_depth, low, high, current_player, generate_valid_moves
    )


negamax = minimax

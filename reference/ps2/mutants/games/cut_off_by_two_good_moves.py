"""Where two of the first three moves are too good one ply less deep, the rest is left out."""
#: fails = 4.1, 4.2

import breakthrough as bt

BLACK = bt.Player.BLACK


def search(board, left, alpha, beta, player, gen):
    if left <= 0 or bt.is_game_over(board):
        value = evaluate(board)
        return (value if player == BLACK else -value), bt.MOVE_NONE
    moves = gen(board, player)
    other = player.get_opponent()
    if left >= 3 and beta < bt.INF:
        good = 0
        for move in moves[:3]:
            child = bt.make_move(board, *move, player, in_place=False)
            good += -search(child, left - 2, -beta, -beta + 1, other, gen)[0] >= beta
            if good == 2:
                return beta, moves[0]
    best, best_move = -bt.INF, bt.MOVE_NONE
    for move in moves:
        child = bt.make_move(board, *move, player, in_place=False)
        score = -search(child, left - 1, -beta, -alpha, other, gen)[0]
        if score > best:
            best, best_move = score, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    score, move = search(board, max_depth - depth, alpha, beta, current_player, generate_valid_moves)
    return (score if current_player == BLACK else -score), move


negamax_alpha_beta = minimax_alpha_beta

"""The transposition table does not store how deep its scores were searched."""
#: fails = 4.1

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    table = {}

    def search(board, left, alpha, beta, player):
        if left == 0 or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        black = player == breakthrough.Player.BLACK
        best, best_move = (-breakthrough.INF if black else breakthrough.INF), breakthrough.MOVE_NONE
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            key = str(child), player
            if key not in table:
                table[key] = search(child, left - 1, alpha, beta, player.get_opponent())[0]
            score = table[key]
            if score > best if black else score < best:
                best, best_move = score, move
            if black:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, best_move

    answer = evaluate(board), breakthrough.MOVE_NONE
    for limit in range(1, max_depth - depth + 1):
        answer = search(board, limit, alpha, beta, current_player)
    return answer

"""Each search rests on another: negamax on minimax, minimax on the one that prunes."""

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    low, high = -breakthrough.INF, breakthrough.INF
    return minimax_alpha_beta(
        board, depth, max_depth, low, high, current_player, generate_valid_moves
    )


def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    return minimax(board, depth, max_depth, current_player, generate_valid_moves)


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    return minimax_alpha_beta(
        board, depth, max_depth, alpha, beta, current_player, generate_valid_moves
    )


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def highest(board, depth, alpha, beta, player, sign):
        if depth == max_depth or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        answer = -breakthrough.INF, breakthrough.MOVE_NONE
        for src, dst in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, src, dst, player, in_place=False)
            score, _ = highest(child, depth + 1, -beta, -alpha, player.get_opponent(), -sign)
            answer = max(answer, (-score, (src, dst)), key=lambda pair: pair[0])
            alpha = max(alpha, answer[0])
            if alpha >= beta:
                break
        return answer

    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    score, move = highest(board, depth, alpha, beta, current_player, sign)
    return sign * score, move

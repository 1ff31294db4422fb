"""Children are made first and sorted by their evaluation."""

import breakthrough


def negamax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, left, alpha, beta, player, sign):
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        children = []
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            children.append((sign * evaluate(child), move, child))
        children.sort(key=lambda item: item[0], reverse=True)
        best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
        for _, move, child in children:
            score = -search(child, left - 1, -beta, -alpha, player.get_opponent(), -sign)[0]
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, best_move

    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    score, move = search(board, max_depth - depth, alpha, beta, current_player, sign)
    return sign * score, move

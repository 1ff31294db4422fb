"""A node is cut off when two of its first moves look good enough two plies less deep."""
#: fails = 4.1

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    def search(board, ply, left, alpha, beta, player):
        sign = 1 if player == breakthrough.Player.BLACK else -1
        if left == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        moves = generate_valid_moves(board, player)
        children = [breakthrough.make_move(board, *m, player, in_place=False) for m in moves]
        opponent = player.get_opponent()
        if ply and left >= 3:
            looks = [-search(c, ply + 1, left - 3, -beta, 1 - beta, opponent)[0] for c in children[:3]]
            if sum(score >= beta for score in looks) >= 2:
                return beta, moves[0]
        best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
        for move, child in zip(moves, children):
            score = -search(child, ply + 1, left - 1, -beta, -alpha, opponent)[0]
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, best_move

    score, move = search(board, 0, max_depth - depth, alpha, beta, current_player)
    return score if current_player == breakthrough.Player.BLACK else -score, move

"""Moves that leave the opponent the fewest replies are looked at first."""

import breakthrough


def minimax_alpha_beta(board, depth, max_depth, alpha, beta, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    opponent = current_player.get_opponent()
    children = []
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        children.append((len(generate_valid_moves(child, opponent)), move, child))
    children.sort(key=lambda item: item[0])
    best, best_move = (-breakthrough.INF if black else breakthrough.INF), children[0][1]
    for _, move, child in children:
        score, _ = minimax_alpha_beta(
            child, depth + 1, max_depth, alpha, beta, opponent, generate_valid_moves
        )
        if black:
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, best)
        else:
            if score < best:
                best, best_move = score, move
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best, best_move

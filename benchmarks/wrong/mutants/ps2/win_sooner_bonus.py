"""the depth is subtracted from the score, so that the scores are other ones"""
#: fails = 3.1
def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        score = evaluate(board)
        if score > 0:
            score -= depth
        elif score < 0:
            score += depth
        return score, breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    best = None
    for src, dst in generate_valid_moves(board, current_player):
        nb = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        val = minimax(nb, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves)[0]
        if best is None or (val > best[0] if black else val < best[0]):
            best = (val, (src, dst))
    return best

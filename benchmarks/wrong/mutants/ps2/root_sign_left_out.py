"""for White the score at the root is White's, not Black's"""
#: fails = 3.2
def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    if depth == max_depth or breakthrough.is_game_over(board):
        return sign * evaluate(board), breakthrough.MOVE_NONE
    best_score, best_move = float('-inf'), breakthrough.MOVE_NONE
    for move in generate_valid_moves(board, current_player):
        nb = breakthrough.make_move(board, move[0], move[1], current_player, in_place=False)
        s, _ = negamax(nb, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves)
        if -s > best_score:
            best_score, best_move = -s, move
    return best_score, best_move

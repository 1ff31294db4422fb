"""moves are made on the given board and never taken back"""
#: fails = 3.1
def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    is_black = current_player == breakthrough.Player.BLACK
    best_score = float("-inf") if is_black else float("inf")
    best_move = breakthrough.MOVE_NONE
    for src, dst in generate_valid_moves(board, current_player):
        new_board = breakthrough.make_move(board, src, dst, current_player)
        score, _ = minimax(new_board, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves)
        if is_black and score > best_score or not is_black and score < best_score:
            best_score, best_move = score, (src, dst)
    return best_score, best_move

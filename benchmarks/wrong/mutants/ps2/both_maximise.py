"""White maximises, too"""
#: fails = 3.1
def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth >= max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best = -breakthrough.INF
    move = breakthrough.MOVE_NONE
    for m in generate_valid_moves(board, current_player):
        nxt = breakthrough.make_move(board, m[0], m[1], current_player, False)
        val, _ = minimax(nxt, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves)
        if val > best:
            best, move = val, m
    return best, move

"""the player is not switched for the reply"""
#: fails = 3.1
def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    bestMove = breakthrough.MOVE_NONE
    if current_player == breakthrough.Player.BLACK:
        maxEval = -breakthrough.INF
        for move in generate_valid_moves(board, current_player):
            child = breakthrough.make_move(board, move[0], move[1], current_player, False)
            ev, _ = minimax(child, depth + 1, max_depth, current_player, generate_valid_moves)
            if ev > maxEval:
                maxEval, bestMove = ev, move
        return maxEval, bestMove
    minEval = breakthrough.INF
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, move[0], move[1], current_player, False)
        ev, _ = minimax(child, depth + 1, max_depth, current_player, generate_valid_moves)
        if ev < minEval:
            minEval, bestMove = ev, move
    return minEval, bestMove

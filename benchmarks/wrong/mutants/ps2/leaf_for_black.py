"""at the leaves the evaluation is Black's for both sides"""
#: fails = 3.2
def negamax(board, depth, max_depth, current_player, generate_valid_moves):
    def rec(board, depth, player):
        if depth == max_depth or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        best = (-breakthrough.INF, breakthrough.MOVE_NONE)
        for src, dst in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, src, dst, player, False)
            score = -rec(child, depth + 1, player.get_opponent())[0]
            if score > best[0]:
                best = (score, (src, dst))
        return best
    score, move = rec(board, depth, current_player)
    if current_player == breakthrough.Player.WHITE:
        score = -score
    return score, move

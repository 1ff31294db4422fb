"""depth > max_depth: one ply too many"""
#: fails = 3.1
def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth > max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    children = []
    for src, dst in generate_valid_moves(board, current_player):
        after = breakthrough.make_move(board, src, dst, current_player, in_place=False)
        value = minimax(after, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves)[0]
        children.append((value, (src, dst)))
    if current_player == breakthrough.Player.BLACK:
        return max(children, key=lambda p: p[0])
    return min(children, key=lambda p: p[0])

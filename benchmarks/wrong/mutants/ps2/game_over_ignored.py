"""the end of the game is not looked for: only the depth ends the search"""
#: fails = 3.1
def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    moves = generate_valid_moves(board, current_player)
    if depth == max_depth or not moves:
        return evaluate(board), breakthrough.MOVE_NONE
    opp = current_player.get_opponent()
    pick = max if current_player == breakthrough.Player.BLACK else min
    scored = []
    for s, d in moves:
        b2 = copy.deepcopy(board)
        breakthrough.make_move(b2, s, d, current_player)
        scored.append((minimax(b2, depth + 1, max_depth, opp, generate_valid_moves)[0], (s, d)))
    return pick(scored, key=lambda sm: sm[0])

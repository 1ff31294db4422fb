"""The end of the game is only looked for in five of the six columns."""
#: fails = 3.1

import breakthrough


def is_over(board):
    pawns = sum(board, [])
    if "B" not in pawns or "W" not in pawns:
        return True
    return any(board[0][column] == "W" or board[5][column] == "B" for column in range(5))


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    if depth == max_depth or is_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    results = []
    for move in generate_valid_moves(board, current_player):
        child = breakthrough.make_move(board, *move, current_player, in_place=False)
        other = current_player.get_opponent()
        score, _ = minimax(child, depth + 1, max_depth, other, generate_valid_moves)
        results.append((score, move))
    if not results:
        return evaluate(board), breakthrough.MOVE_NONE
    best = max if current_player == breakthrough.Player.BLACK else min
    return best(results, key=lambda result: result[0])

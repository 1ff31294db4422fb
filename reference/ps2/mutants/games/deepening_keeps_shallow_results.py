"""Results of shallower searches are used as if they were of the full depth."""
#: fails = 3.1

import breakthrough


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    known = {}

    def search(board, left, player):
        if left == 0 or breakthrough.is_game_over(board):
            return evaluate(board), breakthrough.MOVE_NONE
        key = str(board), player
        if key in known and left < limit:
            return known[key]
        results = []
        for move in generate_valid_moves(board, player):
            child = breakthrough.make_move(board, *move, player, in_place=False)
            results.append((search(child, left - 1, player.get_opponent())[0], move))
        known[key] = max(results) if player == breakthrough.Player.BLACK else min(results)
        return known[key]

    for limit in range(max_depth + 1):
        answer = search(board, limit, current_player)
    return answer
